"""What the quiz's players try to make: plans of a hand by rule set, and what a hand lacks for one.

A plan guides discards and calls alone: whether a hand wins, and what it is worth, is the scorer's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, permutations

from ..calculator import minimum_of
from ..counts import ONES, UNITS, how_many, kinds_of, suits_of
from ..plausibility import is_riichi
from ..reading import SEVEN_PAIRS, THIRTEEN_ORPHANS
from ..rulebook import Rulebook
from ..sets import CHOWS as CHOW_SETS
from ..sets import ENDS, HONOURS, SIMPLES, SUIT_MASKS
from .distance import CHOWS, PUNGS, improving_kinds, missing_for_set, missing_tiles

NEVER = 99
"""A distance from which no hand is made."""
_ALL_SUITS = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[2]
_OUTSIDE = ONES & ~sum(UNITS[9 * suit + rank] for suit in range(3) for rank in (3, 4, 5))


class PlanShape(StrEnum):
    """What a plan's hand is made of."""

    SETS = "sets"  # four sets and a pair
    TYPES = "types"  # the same: of characters, dots, bamboo, winds and dragons one each
    PAIRS = "pairs"  # seven
    SINGLES = "singles"  # 14 kinds of those that may be in the hand
    ORPHANS = "orphans"  # all kinds that may be in the hand, one of them twice


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player tries to make.

    Attributes:
        handicap: tiles that the plan counts as farther away than it is: for what is slow, or
            worth little.
        is_open: whether discards may be claimed for it.
        mask: kinds that may be in the hand.
        kinds: kinds of sets, as of `distance`.
        fixed: sets that it must have, as `counts` counts their tiles.
        shape: what the hand is made of.
    """

    handicap: float
    is_open: bool = True
    mask: int = ONES
    kinds: int = CHOWS | PUNGS
    fixed: tuple[int, ...] = ()
    shape: PlanShape = PlanShape.SETS


@dataclass(frozen=True, slots=True)
class MeldOutline:
    """A set on the table, as a plan looks at it: its tiles, a kong as three, and its kind."""

    number: int
    kind: int


def distance(plan: Plan, held: int, laid: Sequence[MeldOutline]) -> int:
    """Return how many tiles are missing for a plan; `NEVER` if its sets on the table rule it out.

    Args:
        plan: the plan.
        held: the tiles in hand, as `counts` counts them.
        laid: the sets on the table.
    """
    if plan.shape is PlanShape.SETS:
        return _distance_of_sets(plan, held, laid)
    if plan.shape is PlanShape.TYPES:
        return _distance_of_types(held, laid)
    if laid:
        return NEVER
    kinds = kinds_of(held & plan.mask * 31)
    if plan.shape is PlanShape.PAIRS:
        pairs = kinds_of(held >> 1 & ONES | held >> 2 & ONES).bit_count()
        return 7 - pairs + max(0, 7 - kinds.bit_count())
    if plan.shape is PlanShape.SINGLES:
        return 14 - kinds.bit_count()
    has_pair = bool((held >> 1 | held >> 2) & ONES & plan.mask)
    return 14 - kinds.bit_count() - has_pair


def improving(plan: Plan, held: int, laid: Sequence[MeldOutline]) -> int:
    """Return the mask of the kinds that bring a plan of free sets nearer; 0 for other plans."""
    if plan.shape is not PlanShape.SETS or plan.fixed:
        return 0
    allowed = improving_kinds(held & plan.mask * 31, 4 - len(laid), plan.kinds)
    return allowed & plan.mask


def _distance_of_sets(plan: Plan, held: int, laid: Sequence[MeldOutline]) -> int:
    sets, fixed = 4, list(plan.fixed)
    for one in laid:
        sets -= 1
        if one.number in fixed:
            fixed.remove(one.number)
        elif not one.kind & plan.kinds or kinds_of(one.number) & ~plan.mask:
            return NEVER
    sets -= len(fixed)
    if sets < 0:
        return NEVER
    missing = 0
    for needed in fixed:
        for kind in _kinds_in(needed):
            unit = UNITS[kind]
            for _ in range(how_many(needed, kind)):
                if how_many(held, kind):
                    held -= unit
                else:
                    missing += 1
    return missing + missing_tiles(held & plan.mask * 31, sets, plan.kinds)


@lru_cache(maxsize=1 << 10)
def _kinds_in(number: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if how_many(number, kind))


_WINDS_PART = (1 << 5 * 4) - 1


def _distance_of_types(held: int, laid: Sequence[MeldOutline]) -> int:
    parts = _types_of(held)
    open_types = [next(k for k, part in enumerate(_types_of(one.number)) if part) for one in laid]
    if len({*open_types}) < len(open_types):
        return NEVER
    for_set = [
        0 if k in open_types else missing_for_set(part, CHOWS | PUNGS if k < 3 else PUNGS)
        for k, part in enumerate(parts)
    ]
    whole = sum(for_set)
    return min(
        [
            whole - for_set[k] + (0 if _has_pair(part) else 1 if part else 2)
            for k, part in enumerate(parts)
            if k not in open_types
        ]
    )


def _types_of(number: int) -> tuple[int, int, int, int, int]:
    m, p, s, z = suits_of(number)
    return m, p, s, z & _WINDS_PART, z >> 5 * 4


def _has_pair(part: int) -> bool:
    return bool((part >> 1 | part >> 2) & ONES)


def uses(plan: Plan, kind: int) -> bool:
    """Return whether a tile of this kind can be part of the plan."""
    return bool(plan.mask & UNITS[kind])


@lru_cache(maxsize=1 << 7)
def plans_of(book: Rulebook, seat: int, round_wind: int) -> tuple[Plan, ...]:
    """Return the plans of a player.

    Args:
        book: the rule set.
        seat, round_wind: kinds of the player's wind and of the round's.
    """
    shapes = {shape.id for shape in book.shapes}
    value = sorted({seat, round_wind, 31, 32, 33})
    if is_riichi(book):
        found = list(_riichi_plans(book, value))
    elif minimum_of(book) >= 6:
        found = list(_plans_of_eight_points(shapes))
    elif minimum_of(book):
        found = list(_plans_of_three_faan(value))
    else:
        found = list(_plans_without_minimum())
    if SEVEN_PAIRS in shapes:
        found.append(Plan(0.3 if is_riichi(book) else 0.7, False, shape=PlanShape.PAIRS))
    if THIRTEEN_ORPHANS in shapes:
        found.append(Plan(1.0, False, ENDS, shape=PlanShape.ORPHANS))
    return tuple(found)


def _flushes(half: float, full: float) -> Iterator[Plan]:
    for suit in SUIT_MASKS:
        yield Plan(half, mask=suit | HONOURS)
        yield Plan(full, mask=suit)


def _riichi_plans(book: Rulebook, value: Sequence[int]) -> Iterator[Plan]:
    yield Plan(0.0, False)  # closed: riichi
    yield Plan(-0.3, False, _ALL_SUITS, CHOWS)
    for kind in value:
        yield Plan(0.3, fixed=(3 * UNITS[kind],))
    if book.options.get("all_simples") == "open":
        yield Plan(0.45, mask=SIMPLES)
    yield from _flushes(-0.9, -0.3)
    yield Plan(-0.1, kinds=PUNGS)
    for chows in (*_like_chows(), *_straights()):
        yield Plan(0.3, fixed=chows)
    yield Plan(0.9, mask=_OUTSIDE)


def _plans_of_eight_points(shapes: set[str]) -> Iterator[Plan]:
    for chows in (*_like_chows(), *_three_suit_straights(), *_straights()):
        yield Plan(0.0, fixed=chows)
    for chows in _chow_steps():  # 6 points, and 2 for chows alone
        yield Plan(0.0, mask=_ALL_SUITS, kinds=CHOWS, fixed=chows)
    for chows in _chow_steps_in_a_suit():
        yield Plan(0.0, fixed=chows)
    yield from _flushes(0.2, 0.2)
    yield Plan(0.3, kinds=PUNGS)
    yield Plan(0.0, shape=PlanShape.TYPES)
    yield Plan(1.2, mask=_OUTSIDE)
    if "honours_and_knitted" in shapes:
        for suits in _knitted_kinds():
            yield Plan(0.3, False, suits | HONOURS, shape=PlanShape.SINGLES)


def _plans_of_three_faan(value: Sequence[int]) -> Iterator[Plan]:
    yield Plan(1.3, False, _ALL_SUITS, CHOWS)
    for one, other in combinations(value, 2):
        yield Plan(0.5, fixed=(3 * UNITS[one], 3 * UNITS[other]))
    yield from _flushes(-0.2, 0.2)
    yield Plan(0.0, kinds=PUNGS)


def _plans_without_minimum() -> Iterator[Plan]:
    yield Plan(0.0, False)
    yield Plan(0.8)
    yield Plan(0.6, mask=SIMPLES)
    yield Plan(0.3, False, _ALL_SUITS, CHOWS)
    for chows in (*_like_chows(), *_straights()):
        yield Plan(-0.3, fixed=chows)
    yield from _flushes(-1.4, -1.4)
    yield Plan(0.0, kinds=PUNGS)
    yield Plan(0.2, mask=_OUTSIDE)


def _chows(*firsts: int) -> tuple[int, ...]:
    return tuple(CHOW_SETS[first].number for first in firsts)


def _like_chows() -> Iterator[tuple[int, ...]]:
    """Yield three chows of the same ranks in three suits."""
    for rank in range(7):
        yield _chows(rank, 9 + rank, 18 + rank)


def _straights() -> Iterator[tuple[int, ...]]:
    """Yield 1 to 9 in a suit."""
    for suit in (0, 9, 18):
        yield _chows(suit, suit + 3, suit + 6)


def _three_suit_straights() -> Iterator[tuple[int, ...]]:
    """Yield 1 to 9 in three suits."""
    for first, second, third in permutations((0, 9, 18)):
        yield _chows(first, second + 3, third + 6)


def _chow_steps() -> Iterator[tuple[int, ...]]:
    """Yield three chows in three suits, each one rank above the one before."""
    for first, second, third in permutations((0, 9, 18)):
        for rank in range(5):
            yield _chows(first + rank, second + rank + 1, third + rank + 2)


def _chow_steps_in_a_suit() -> Iterator[tuple[int, ...]]:
    """Yield three chows in a suit, each one or two ranks above the one before."""
    for suit in (0, 9, 18):
        for step in (1, 2):
            for rank in range(7 - 2 * step):
                first = suit + rank
                yield _chows(first, first + step, first + 2 * step)


def _knitted_kinds() -> Iterator[int]:
    """Yield 1-4-7, 2-5-8 and 3-6-9, each in a suit of its own."""
    for order in permutations((0, 1, 2)):
        yield sum(UNITS[9 * suit + low + 3 * k] for suit, low in enumerate(order) for k in range(3))
