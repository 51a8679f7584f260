"""Questions of the quiz: a win, what is asked about it, and answers to choose from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from .. import prefilter
from ..calculator import FU, MOST_POINTS, limit_of, minimum_of
from ..plausibility import is_riichi
from ..record import Record
from ..registry import rules_text
from ..rulebook import Pattern, Rulebook, Tally
from ..rulebooks.riichi_ema import YAKUMAN_IDS
from ..rulebooks.riichi_points import LIMITS, YAKUMAN, basic_points, worth
from ..scorer import Score, score
from ..text import Phrase, Texts, phrase
from ..worth import FAN_WITHOUT_FU, limit_phrase
from .levels import Ask, QuizError, QuizLevel
from .played_deal import play_to_win

_DISTRACTORS = 5
"""Patterns to choose from that the hand does not have."""
_CHOICES = 4
"""Numbers to choose from."""
_YAKUMAN_FAN = 13
_FAN_OF_YAKUMAN = 8  # from which on yakuman is among the choices
_MOST_HANDS = 50  # played until one has what is asked


@dataclass(frozen=True, slots=True)
class QuizChoice:
    """An answer to choose: its value, and its label in every language."""

    value: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class QuizPart:
    """One thing that is asked about a hand.

    Attributes:
        ask: what.
        text: the question.
        choices: answers to choose from, the right ones among them.
        right: the values of the right ones: of patterns all that count, else one.
    """

    ask: Ask
    text: Phrase
    choices: tuple[QuizChoice, ...]
    right: tuple[str, ...]

    @property
    def is_multiple(self) -> bool:
        """Return whether several choices can be right."""
        return self.ask is Ask.PATTERNS


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of the quiz.

    Attributes:
        record: the hand, its win and its rules.
        level: the level.
        score: the score of the hand.
        parts: what is asked.
    """

    record: Record
    level: QuizLevel
    score: Score
    parts: tuple[QuizPart, ...]


def draw_question(book: Rulebook, level: QuizLevel, seed: int, number: int) -> QuizQuestion:
    """Play deals until a hand is won about which the level can ask.

    The same arguments give the same question.

    Args:
        book: the rule set.
        level: one of its levels.
        seed: of a series of questions.
        number: of the question in its series, from 0 on.

    Raises:
        QuizError: no such hand is won, for long.
    """
    rules = rules_text(book)
    rng = Random(f"{rules} {seed} {number}")
    for _ in range(_MOST_HANDS):
        played = play_to_win(book, rng)
        record = Record(f"{seed}-{number}", rules, played.hand, played.win)
        question = make_question(record, level)
        if question is not None:
            return question
    raise QuizError("no_hand", rules=rules, count=_MOST_HANDS)


def make_question(record: Record, level: QuizLevel) -> QuizQuestion | None:
    """Return the question about a win; None if the level has nothing to ask about it.

    Args:
        record: the win; it names its rules.
        level: a level of these rules.

    Raises:
        QuizError: it is no win.
        HandReaderError: unknown rules, or tiles and facts that cannot be.
    """
    book = record.book()
    found = score(record.hand, record.win, book)
    best = found.best
    if best is None or not found.valid_win:
        raise QuizError("no_win", rules=book.id, why=found.rejection_reason())
    asks = [ask for ask in level.asks if ask is not Ask.FU or has_fu(best)]
    if not asks:
        return None
    tiles = json.dumps(record.to_json(), sort_keys=True)
    rng = Random(f"{tiles} {level.number}")
    return QuizQuestion(
        record, level, found, tuple(_part(ask, level, found, best, rng) for ask in asks)
    )


def has_fu(best: Tally) -> bool:
    """Return whether the minipoints of a hand change what it is worth."""
    han = best.more.get("han")
    return isinstance(han, int) and not best.more.get("yakuman") and han < FAN_WITHOUT_FU


def _part(ask: Ask, level: QuizLevel, found: Score, best: Tally, rng: Random) -> QuizPart:
    if ask is Ask.PATTERNS:
        choices = _pattern_choices(found, best, rng)
        right = tuple(item.pattern.id for item in best.items)
        return QuizPart(ask, phrase(_ASKED["patterns"]), choices, right)
    if ask is Ask.FAN:
        right_fan = _fan_text(best)
        fan = [QuizChoice(text, _fan_label(text)) for text in _fan_choices(best, rng)]
        return QuizPart(ask, phrase(_ASKED["fan"]), tuple(fan), (right_fan,))
    own = best.total
    if ask is Ask.FU:
        fu = best.more["fu"]
        assert isinstance(fu, int)
        own, wrong = fu, _near_fu(fu)
        alone = Ask.FAN not in level.asks
        text = phrase(_ASKED["fu_of_fan" if alone else "fu"], han=best.more["han"])
    else:
        wrong = _wrong_points(found, best)
        text = phrase(_ASKED["faan" if "faan" in best.more else "points"])
    numbers = sorted({own, *_pick(wrong, own, rng)})
    choices = tuple(QuizChoice(str(one), phrase(_NUMBER, number=one)) for one in numbers)
    return QuizPart(ask, text, choices, (str(own),))


def _pick(wrong: list[int], own: int, rng: Random) -> list[int]:
    """Pick wrong numbers among the first, which a mistake gives."""
    others = [one for one in dict.fromkeys(wrong) if one != own]
    near = others[: 2 * _CHOICES - 2]
    return rng.sample(near, min(len(near), _CHOICES - 1))


# Patterns.


def _pattern_choices(found: Score, best: Tally, rng: Random) -> tuple[QuizChoice, ...]:
    """Return the patterns that count among others, in the order of the book."""
    counted = {item.pattern.id: item.count for item in best.items}
    tempting = [drop.item.pattern.id for drop in best.dropped]
    tempting += [item.pattern.id for item in found.next_best.items] if found.next_best else []
    wrong = [id for id in dict.fromkeys(tempting) if id not in counted][:_DISTRACTORS]
    book = found.rulebook
    others = [
        one
        for one in book.patterns
        if one.id not in counted and one.id not in wrong and _is_usual(one, best)
    ]
    wrong += [one.id for one in _sample(others, _DISTRACTORS - len(wrong), rng)]
    shown = {*counted, *wrong}
    return tuple(
        QuizChoice(one.id, _pattern_label(one, counted.get(one.id, 1)))
        for one in book.all_patterns
        if one.id in shown
    )


def _is_usual(pattern: Pattern, best: Tally) -> bool:
    """Return whether hands of such a win may have a pattern: no luck, shape or flowers apart."""
    has_flowers = bool(best.reading.hand.flowers)
    return not pattern.needs & (_ODD if has_flowers else _ODD | prefilter.FLOWERS)


_ODD = prefilter.ODD_WIN | prefilter.OTHER_SHAPE


def _sample(patterns: list[Pattern], count: int, rng: Random) -> list[Pattern]:
    """Draw patterns, cheap ones first of all: those are the ones that hands have."""
    keys = {one.id: rng.random() ** _rarity(one) for one in patterns}
    return sorted(patterns, key=lambda one: keys[one.id], reverse=True)[: max(count, 0)]


def _rarity(pattern: Pattern) -> int:
    """Return the points of a pattern; of a yakuman, which has one of them, its fan."""
    return _YAKUMAN_FAN if pattern.id in YAKUMAN_IDS else max(pattern.points, 1)


def _pattern_label(pattern: Pattern, count: int) -> Phrase:
    if count == 1:
        return phrase(_NAME, name=pattern)
    return phrase(_NAME_TIMES, name=pattern, count=count)


# Numbers.


def _fan_text(best: Tally) -> str:
    yakuman = best.more.get("yakuman")
    if isinstance(yakuman, int) and yakuman:
        return "yakuman" if yakuman == 1 else f"{yakuman} yakuman"
    return str(best.more["han"])


def _fan_choices(best: Tally, rng: Random) -> list[str]:
    """Return fan around the right number, in order; yakuman beside many."""
    own = _fan_text(best)
    if not own.isdigit():
        return ["8", "11", "yakuman", "2 yakuman" if own == "yakuman" else own]
    fan = int(own)
    least = rng.randrange(max(1, fan - _CHOICES + 1), fan + 1)
    texts = [str(one) for one in range(least, least + _CHOICES)]
    return [*texts, "yakuman"] if fan >= _FAN_OF_YAKUMAN else texts


def _fan_label(text: str) -> Phrase:
    if text.isdigit():
        return phrase(_NUMBER, number=text)
    times = text.split()[0]
    return limit_phrase("yakuman", int(times) if times.isdigit() else 1)


def _near_fu(own: int) -> list[int]:
    return sorted(FU, key=lambda fu: abs(fu - own))[: 2 * _CHOICES]


def _wrong_points(found: Score, best: Tally) -> list[int]:
    """Return totals that a mistake would give, the likeliest first."""
    if is_riichi(found.rulebook):
        return list(_wrong_riichi_points(found, best))
    wrong = [] if found.next_best is None else [found.next_best.total]
    wrong += [best.total - item.points for item in best.items]
    wrong += [best.total + drop.item.points for drop in best.dropped]
    wrong += [best.total + step for step in (1, -1, 2, -2, 4, -4, 3, 6, 8)]
    least, most = max(minimum_of(found.rulebook), 1), limit_of(found.rulebook) or MOST_POINTS
    return [one for one in wrong if least <= one <= most]


def _wrong_riichi_points(found: Score, best: Tally) -> Iterator[int]:
    """Yield the points of a fan or some minipoints more or less, and those of the other seat."""
    more, win, book = best.more, found.win, found.rulebook
    rounded = book.options.get("rounded_mangan") == "yes"
    thirteen = str(book.options["thirteen_fan"])
    yakuman, han, fu = more.get("yakuman"), more.get("han"), more.get("fu")
    if yakuman or not isinstance(han, int) or not isinstance(fu, int):
        basics = [points for _, _, points in LIMITS] + [2 * YAKUMAN, 3 * YAKUMAN]
    else:
        near = [(han + 1, fu), (han - 1, fu), (han, fu + 10), (han, max(fu - 10, 20))]
        near += [(han + 2, fu), (han - 2, fu), (han + 1, fu + 10)]
        basics = [basic_points(fan, some, thirteen, rounded)[0] for fan, some in near if fan > 0]
        basics += [points for _, _, points in reversed(LIMITS)]
    for basic in basics:
        yield worth(basic, win, book.players)


_NUMBER: Texts = {"en": "{number}", "it": "{number}"}
_NAME: Texts = {"en": "{name}", "it": "{name}"}
_NAME_TIMES: Texts = {"en": "{name} × {count}", "it": "{name} × {count}"}
_ASKED: Mapping[str, Texts] = {
    "patterns": {"en": "Which patterns count?", "it": "Quali combinazioni contano?"},
    "fan": {"en": "How many fan, with dora?", "it": "Quanti fan, con i dora?"},
    "fu": {
        "en": "How many minipoints (fu), rounded?",
        "it": "Quanti minipoint (fu), arrotondati?",
    },
    "fu_of_fan": {
        "en": "It has {han} fan. How many minipoints (fu), rounded?",
        "it": "Ha {han} fan. Quanti minipoint (fu), arrotondati?",
    },
    "points": {"en": "How many points in all?", "it": "Quanti punti in tutto?"},
    "faan": {"en": "How many faan in all?", "it": "Quanti faan in tutto?"},
}
