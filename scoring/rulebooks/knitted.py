"""Knitted hands: 1-4-7 of one suit, 2-5-8 of another and 3-6-9 of the third belong together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from ..counts import UNITS, kinds_of
from ..decompose import Shape
from ..reading import HandFacts
from ..sets import HONOURS
from ..splits import NOTHING, Split, splits
from ..wait_masks import regular_waits

KNITTED_STRAIGHT = "knitted_straight"  # all nine knitted tiles, a set and a pair
HONOURS_AND_KNITTED = "honours_and_knitted"  # 14 different tiles, knitted or honours

WAYS = tuple(
    sum(UNITS[9 * suit + start + step] for start, suit in enumerate(suits) for step in (0, 3, 6))
    for suits in permutations(range(3))
)
"""The nine knitted tiles, once per order of suits: a mask, and as `counts` counts them."""


def _split_knitted_straight(facts: HandFacts) -> Sequence[Split]:
    """Split off the nine knitted tiles, which must be concealed: a set and a pair remain."""
    if facts.suits < 3 or facts.kinds.bit_count() < 9:
        return ()
    concealed = kinds_of(facts.held)
    for way in WAYS:
        if not way & ~concealed:
            return splits(facts.held - way, len(facts.melded) + 3)
    return ()


def _split_knitted_honours(facts: HandFacts) -> Sequence[Split]:
    if facts.kinds.bit_count() < 14:
        return ()
    return (NOTHING,) if any(not facts.kinds & ~(way | HONOURS) for way in WAYS) else ()


def are_different(held: int) -> bool:
    """Return whether no two of 13 tiles are alike."""
    return kinds_of(held) == held


knitted_straight = Shape(
    KNITTED_STRAIGHT,
    _split_knitted_straight,
    melds=1,
    is_near=lambda held: kinds_of(held).bit_count() >= 8,
)
honours_and_knitted = Shape(HONOURS_AND_KNITTED, _split_knitted_honours, is_near=are_different)


@lru_cache(maxsize=1 << 10)
def knitted_kinds(kinds: int) -> int:
    """Return the mask of the nine knitted tiles among these kinds; 0 if one is missing.

    A hand of 14 tiles has them in at most one order of suits.
    """
    return next((way for way in WAYS if not way & ~kinds), 0)


def knitted_waits(held: int, sets_on_table: int) -> int:
    """Return the kinds that complete a knitted straight, a set and a pair.

    Args:
        held: the tiles, one short of a hand, as `counts` counts them, melds left out.
        sets_on_table: number of melds.
    """
    if sets_on_table > 1:
        return 0
    found = 0
    kinds = kinds_of(held)
    for way in WAYS:
        lacking = way & ~kinds
        if not lacking:
            found |= regular_waits(held - way)
        elif not lacking & (lacking - 1):  # one tile
            rest = held + lacking - way
            if splits(rest, sets_on_table + 3):
                found |= lacking
    return found
