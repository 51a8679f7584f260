"""What can be true of a win: the answers that may still be given to each fact of its rule set.

`open_facts` asks for the few facts that matter by themselves; a form offers all, since two facts
may matter together (riichi and a dora may lift a hand over a limit that neither reaches alone).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations

from .hand import Hand
from .notation import parse_facts
from .open_facts import FACTS, PRECONDITIONS, Value, is_possible
from .payments import net_changes, other_seats
from .plausibility import is_riichi
from .reading import Option
from .registry import RULEBOOKS
from .rulebook import Rulebook
from .scorer import Score, score
from .tiles import WINDS, Tile, Wind
from .win import Win

MOST_INDICATORS = 5
MOST_FLOWERS = 8
MOST_COUNTERS = 99
_ON_TABLE = ("dora_indicators", "ura_indicators", "counters", "riichi_sticks")
_MOST: Mapping[str, int] = {
    "flowers": MOST_FLOWERS,
    "dora_indicators": MOST_INDICATORS,
    "ura_indicators": MOST_INDICATORS,
    "counters": MOST_COUNTERS,
    "riichi_sticks": MOST_COUNTERS,
    "norths": 4,
}
_PLAIN = Win()
_NAMES = tuple(field.name for field in fields(Win))
_DROPPED = tuple(name for name in _NAMES if name not in _MOST)


@dataclass(frozen=True, slots=True)
class FactChoice:
    """An answer that may be given to a fact.

    Attributes:
        value: the answer.
        implied: other facts that change with it: what it needs, or what cannot be beside it.
        total: points of the hand with it; None if it is no win then.
    """

    value: Value
    implied: Mapping[str, Value]
    total: int | None


@dataclass(frozen=True, slots=True)
class WinFact:
    """A fact of a win, with the answers that may be given to it.

    Attributes:
        name: one of `open_facts.FACTS`.
        value: its answer now.
        choices: the answers that are possible; () where they are tiles, or a number.
        most: of the tiles or the number; 0 where `choices` has the answers.
    """

    name: str
    value: Value | tuple[Tile, ...]
    choices: tuple[FactChoice, ...] = ()
    most: int = 0


def win_facts(hand: Hand, win: Win, book: Rulebook) -> tuple[WinFact, ...]:
    """Return the facts that can be true of this win, in the order of `open_facts.FACTS`.

    Whatever is stated first, each set of facts that can be true together can be stated: an answer
    names what changes with it. Which tile won and discards since are left to `open_facts`.

    Args:
        hand: complete, with its winning tile.
        win: the facts that are stated; they may contradict each other.
        book: the rulebook, options included.
    """

    @cache
    def score_win(win: Win) -> Score:
        return score(hand, win, book)

    counted = book_facts(book.id, tuple(book.options.items()))
    found: list[WinFact] = []
    for name in FACTS:
        if name not in counted:
            continue
        if name in _MOST:
            found += _number_fact(name, hand, win, book)
            continue
        choices = tuple(_choices(name, hand, win, book, score_win))
        is_open = len(choices) > 1 or _is_stated(win, name)
        if is_open and (name != "liable" or _is_liable(hand, win, book)):
            found.append(WinFact(name, getattr(win, name), choices))
    return tuple(found)


@cache
def book_facts(id: str, options: tuple[tuple[str, Option], ...]) -> frozenset[str]:
    """Return the facts that a rulebook counts: those of its patterns' examples, and of payments."""
    book = RULEBOOKS[id]
    words = (pattern.yes.partition("|")[2] for pattern in book.all_patterns)
    found = {"seat", "self_drawn", "discarder"}
    found |= {name for text in words for name in parse_facts(text)}
    if any(pattern.about in _OF_FLOWERS for pattern in book.all_patterns):
        found.add("flowers")
    if is_riichi(book):
        found |= {*_ON_TABLE, *(("norths",) if book.players == 3 else ())}
    if is_riichi(book) or dict(options).get("liability", "none") != "none":
        found.add("liable")
    return frozenset(found)


_OF_FLOWERS = ("flowers", "own flowers", "other flowers", "plants", "seasons", "whole groups")


def with_fact(hand: Hand, win: Win, book: Rulebook, name: str, value: Value) -> Win | None:
    """Return the win with an answer to a fact, and with the least changes that it asks for.

    An answer takes with it what it needs (ippatsu a riichi), and what cannot be beside it goes back
    to its default.

    Returns:
        None if the answer cannot be true of this hand.
    """
    answered = replace(win, **{name: value})  # type: ignore[arg-type]  # values are of the field
    stated = tuple(one for one in _DROPPED if one != name and _is_stated(answered, one))
    but_seat = tuple(one for one in stated if one != "seat")
    if _nearest(hand, answered, book, name, [(), but_seat, stated]) is None:
        return None  # at once, before all combinations
    fewest = (
        dropped for count in range(len(stated) + 1) for dropped in combinations(stated, count)
    )
    return _nearest(hand, answered, book, name, fewest)


def _nearest(
    hand: Hand, answered: Win, book: Rulebook, name: str, drops: Iterable[tuple[str, ...]]
) -> Win | None:
    """Return the first possible win with other facts dropped, or with what the answer needs."""
    needs = PRECONDITIONS.get(name, ()) if getattr(answered, name) is True else ()
    needs = tuple(sorted(needs, key=lambda needed: _differences(answered, needed)))
    for dropped in drops:
        without = {one: getattr(_PLAIN, one) for one in dropped}
        for needed in ({}, *needs):
            changes = {**without, **needed}
            changed = replace(answered, **changes) if changes else answered
            if is_possible(hand, changed, book):
                return changed
    return None


def _differences(win: Win, needed: Mapping[str, object]) -> int:
    return sum(getattr(win, name) != value for name, value in needed.items())


def _is_stated(win: Win, name: str) -> bool:
    return bool(getattr(win, name) != getattr(_PLAIN, name))


def _choices(
    name: str, hand: Hand, win: Win, book: Rulebook, scored: Callable[[Win], Score]
) -> Iterator[FactChoice]:
    """Yield the possible answers, the usual one first."""
    for value in _answers(name, win):
        changed = with_fact(hand, win, book, name, value)
        if changed is None:
            continue
        implied = {
            one: getattr(changed, one)
            for one in _NAMES
            if one != name and getattr(changed, one) != getattr(win, one)
        }
        result = scored(changed)
        yield FactChoice(value, implied, result.total if result.valid_win else None)


def _answers(name: str, win: Win) -> Iterable[Value]:
    if name in ("seat", "round"):
        return WINDS
    if name in ("discarder", "liable"):
        return (None, *other_seats(win.seat))
    return (False, True)


def _number_fact(name: str, hand: Hand, win: Win, book: Rulebook) -> Iterator[WinFact]:
    """Yield a fact whose answer is tiles, or a number."""
    if name == "ura_indicators" and with_fact(hand, win, book, "riichi", True) is None:
        return
    value = hand.flowers if name == "flowers" else getattr(win, name)
    yield WinFact(name, value, most=_MOST[name])


def _is_liable(hand: Hand, win: Win, book: Rulebook) -> bool:
    """Return whether anybody who fed a set would pay for it: however the win was paid."""
    if win.liable is not None:
        return True
    plain = replace(win, self_drawn=False, discarder=None)
    ways = (replace(plain, self_drawn=True), replace(plain, discarder=win.seat.after(1)))
    for paid in (way for way in ways if is_possible(hand, way, book)):
        fed = [replace(paid, liable=seat) for seat in other_seats(win.seat, book.players)]
        if any(_amounts(hand, one, book) != _amounts(hand, paid, book) for one in fed):
            return True
    return False


def _amounts(hand: Hand, win: Win, book: Rulebook) -> Mapping[Wind, int] | None:
    payments = score(hand, win, book).payments
    return None if payments is None else net_changes(payments)
