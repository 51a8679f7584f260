"""Knitted hands: 1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third belong together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from .readings import Shape, Split, splits
from .sets import HONOURS
from .shapes import HandFacts
from .waiting import regular_waits

KNITTED_STRAIGHT = "knitted_straight"  # all nine knitted tiles, a set and a pair
HONOURS_AND_KNITTED = "honours_and_knitted"  # 14 different tiles, knitted or honours

# The nine knitted tiles, once per order of suits, as masks and as kinds.
_WAYS = tuple(
    sum(0b1001001 << 9 * suit + start for start, suit in enumerate(suits))
    for suits in permutations(range(3))
)
_KINDS = {way: tuple(kind for kind in range(27) if way >> kind & 1) for way in _WAYS}


def _knitted_straight(facts: HandFacts) -> Sequence[Split]:
    """The set and the pair beside the nine knitted tiles, which must be concealed."""
    on_table = len(facts.melded)
    if on_table > 1:
        return ()
    for way in _WAYS:
        if not way & ~facts.kinds:
            rest = _without(facts.held, way)
            return splits(rest, on_table + 3) if min(rest) == 0 else ()
    return ()


def _honours_and_knitted(facts: HandFacts) -> Sequence[Split]:
    if facts.melded or max(facts.held) > 1:
        return ()
    return ((),) if any(not facts.kinds & ~(way | HONOURS) for way in _WAYS) else ()


knitted_straight = Shape(KNITTED_STRAIGHT, _knitted_straight)
honours_and_knitted = Shape(HONOURS_AND_KNITTED, _honours_and_knitted)


@lru_cache(maxsize=1 << 10)
def knitted_kinds(kinds: int) -> int:
    """Mask of the nine knitted tiles among these kinds; 0 if they are not all there.

    A hand of 14 tiles has them in one order of suits at most.
    """
    return next((way for way in _WAYS if not way & ~kinds), 0)


def knitted_waits(held: Sequence[int], sets_on_table: int) -> int:
    """Kinds that make a knitted straight, a set and a pair of a hand that lacks one tile.

    Args:
        held: number of tiles of each of the 34 kinds, sets on the table left out.
        sets_on_table: number of those sets.
    """
    if sets_on_table > 1:
        return 0
    found = 0
    kinds = sum([1 << kind for kind, count in enumerate(held) if count])
    for way in _WAYS:
        lacking = way & ~kinds
        if lacking & (lacking - 1):  # more than one
            continue
        rest = _without(held, way)
        if not lacking:
            found |= regular_waits(rest)
        elif splits([max(count, 0) for count in rest], sets_on_table + 3):
            found |= lacking
    return found


def _without(held: Sequence[int], way: int) -> list[int]:
    """`held` less one of each knitted tile; -1 where there was none."""
    rest = list(held)
    for kind in _KINDS[way]:
        rest[kind] -= 1
    return rest
