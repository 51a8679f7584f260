"""The registry of our rulebooks, each loaded on first use."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from .near import did_you_mean
from .rule_sets import RULE_SETS
from .rulebook import Rulebook, RulebookError, choice_word, option_faults
from .text import Texts, phrase

if TYPE_CHECKING:
    from .game_rules import GameRules
    from .reading import Option

_UNKNOWN: Texts = {
    "en": "no rule set {id}; expected one of {known}{meant}",
    "it": "non c'è il regolamento {id}; serve uno fra {known}{meant}",
}
_NO_EQUALS: Texts = {
    "en": "option {text}: expected NAME=VALUE, like {like}",
    "it": "opzione {text}: serve NOME=VALORE, come {like}",
}
_OPTION_TWICE: Texts = {
    "en": "option {name} is given twice, as {one} and as {other}",
    "it": "l'opzione {name} è data due volte, come {one} e come {other}",
}


class _Shelf(Mapping[str, Rulebook]):
    def __getitem__(self, id: str) -> Rulebook:
        module, name = RULE_SETS[id]
        book = getattr(import_module(f".rulebooks.{module}", __package__), name)
        assert isinstance(book, Rulebook)
        return book

    def __iter__(self) -> Iterator[str]:
        return iter(RULE_SETS)

    def __len__(self) -> int:
        return len(RULE_SETS)


RULEBOOKS: Mapping[str, Rulebook] = _Shelf()


def rulebook(id: str, options: Mapping[str, object] = MappingProxyType({})) -> Rulebook:
    """Return the rulebook with this id, under these answers to its options and its game's.

    Args:
        id: of the rule set, perhaps with options behind: `mcr:even_pairs=no,drawn_hand=replay`.
        options: more answers by name; see `OptionRule.choice`.

    Raises:
        RulebookError: an unknown id, option or answer; names the known ones.
    """
    if not options and id in RULE_SETS:
        return RULEBOOKS[id]
    name, _, written = id.partition(":")
    if name not in RULE_SETS:
        raise unknown_rules(name, RULE_SETS)
    answers = parse_options(written.split(",") if written else [])
    return _with_options(name, tuple(sorted({**answers, **options}.items(), key=lambda o: o[0])))


def game_rulebook(rules: GameRules) -> Rulebook:
    """Return the rulebook by which the hands of a game are scored."""
    return rulebook(rules.id, dict(rules.scoring))


def unknown_rules(name: str, known: Iterable[str]) -> RulebookError:
    """Return the error for a rule set that there is not, with the known ones."""
    gaps = {"known": ", ".join(known), "meant": did_you_mean(name, known)}
    return RulebookError(phrase(_UNKNOWN, id=repr(name[:40]), **gaps))


def parse_options(pieces: Iterable[str]) -> dict[str, str]:
    """Parse options of a rule set: `flowers=none`.

    Raises:
        RulebookError: a piece without an equals sign, or an option with two answers.
    """
    found: dict[str, str] = {}
    for piece in pieces:
        name, equals, value = (part.strip() for part in piece.partition("="))
        if not (name and equals and value):
            raise RulebookError(phrase(_NO_EQUALS, text=repr(piece[:40]), like="flowers=none"))
        name = name.replace("-", "_")
        if found.get(name, value) != value:
            raise RulebookError(phrase(_OPTION_TWICE, name=name, one=found[name], other=value))
        found[name] = value
    return found


def rules_text(book: Rulebook) -> str:
    """Return the id of a rulebook with its changed options behind, as `rulebook` reads it.

    >>> rules_text(rulebook("zung-jung", {"flowers": "off"}))
    'zung-jung:flowers=none'
    """
    changed = [f"{name}={choice_word(value)}" for name, value in book.custom_options.items()]
    return ":".join([book.id, *([",".join(changed)] if changed else [])])


def _with_options(id: str, answers: tuple[tuple[str, object], ...]) -> Rulebook:
    """Return a rulebook under answers to its options and its game's.

    Raises:
        RulebookError: names every unknown option or answer.
    """
    from .game_rules import game_options  # which no hand needs without options

    book = RULEBOOKS[id]
    rules = book.option_rules | {rule.name: rule for rule in game_options(id)}
    given = {name: _as_answer(value) for name, value in answers}
    faults = option_faults(id, rules, given)
    if faults:
        raise RulebookError(*faults)
    found = {name: rules[name].choice(value) for name, value in given.items()}
    changed = [
        (name, answer)
        for name, rule in rules.items()
        if (answer := found.get(name)) is not None and answer != rule.default
    ]
    return _custom_book(id, tuple(changed))


def _as_answer(value: object) -> Option:
    return value if isinstance(value, str | int) else repr(value)  # a boolean is an int


# one object for each choice of options: caches elsewhere hold what they know about a rulebook
@lru_cache(maxsize=1 << 8)
def _custom_book(id: str, answers: tuple[tuple[str, Option], ...]) -> Rulebook:
    book = RULEBOOKS[id]
    if not answers:
        return book
    other = copy.copy(book)
    other.options = MappingProxyType({**book.options, **dict(answers)})
    return other
