"""Levels of the quiz by rule set: what is asked about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ..errors import CodedError
from ..plausibility import is_riichi
from ..rulebook import Rulebook
from ..text import Texts

_TEXTS: Mapping[str, Texts] = {
    "no_level": {
        "en": "level {number}: the quiz of {rules} has levels 1 to {most}; did you mean {near}?",
        "it": "livello {number}: il quiz di {rules} ha i livelli da 1 a {most}; intendi {near}?",
    },
    "no_answer": {
        "en": "no answer about {ask}: {expected} was expected",
        "it": "manca la risposta su {ask}: serve {expected}",
    },
    "no_choice": {
        "en": "{ask}: {text} is no answer; {expected} was expected",
        "it": "{ask}: {text} non è una risposta; serve {expected}",
    },
    "no_win": {
        "en": "the quiz asks about wins alone; {rules} takes this hand for none: {why}",
        "it": "il quiz chiede solo di mani vincenti; per {rules} questa non lo è: {why}",
    },
    "no_hand": {
        "en": "{rules}: in {count} deals nobody won a hand for this level; choose another one, or "
        "other options",
        "it": "{rules}: in {count} mani nessuno ha vinto con qualcosa per questo livello; scegline "
        "un altro, o altre opzioni",
    },
    "damaged": {
        "en": "the progress of the quiz is damaged: {fault}",
        "it": "i progressi del quiz sono rovinati: {fault}",
    },
    "other_version": {
        "en": "the progress of the quiz has version {version}; this program writes {own}: "
        "update it",
        "it": "i progressi del quiz hanno la versione {version}; questo programma scrive la {own}: "
        "aggiornalo",
    },
}


class QuizError(CodedError):
    """A level that there is not, an answer that is none, or progress that cannot be read."""

    texts = _TEXTS


class Ask(StrEnum):
    """What is asked about a hand."""

    PATTERNS = "patterns"
    FAN = "fan"  # riichi: dora included
    FU = "fu"  # riichi: of hands below 5 fan, whose fan are shown
    POINTS = "points"  # in Hong Kong faan


ASK_NAMES: Mapping[Ask, Texts] = {
    Ask.PATTERNS: {"en": "patterns", "it": "combinazioni"},
    Ask.FAN: {"en": "fan", "it": "fan"},
    Ask.FU: {"en": "minipoints (fu)", "it": "minipoint (fu)"},
    Ask.POINTS: {"en": "points", "it": "punti"},
}


@dataclass(frozen=True, slots=True)
class QuizLevel:
    """A level of the quiz of one rule set.

    Attributes:
        number: from 1 on.
        asks: what is asked about a hand, in this order.
        names: what the level is called.
    """

    number: int
    asks: tuple[Ask, ...]
    names: Texts


_ALL: Texts = {"en": "everything", "it": "tutto"}


@lru_cache(maxsize=1 << 5)
def levels_of(book: Rulebook) -> tuple[QuizLevel, ...]:
    """Return the levels of a rule set, the easiest first: one thing after the other, then all."""
    asks = tuple(Ask) if is_riichi(book) else (Ask.PATTERNS, Ask.POINTS)
    single = [QuizLevel(place, (ask,), ASK_NAMES[ask]) for place, ask in enumerate(asks, start=1)]
    return (*single, QuizLevel(len(asks) + 1, asks, _ALL))


def level_of(book: Rulebook, number: int) -> QuizLevel:
    """Return a level of a rule set.

    Raises:
        QuizError: there is no such level; names the nearest.
    """
    levels = levels_of(book)
    if not 1 <= number <= len(levels):
        near = max(1, min(number, len(levels)))
        raise QuizError("no_level", number=number, rules=book.id, most=len(levels), near=near)
    return levels[number - 1]
