"""Which kinds of tile complete a hand of 13, as a mask; quick, for patterns that ask for the wait.

A kind of which the hand holds all four counts like any other: the hand waits for it in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .readings import splits


def regular_waits(held: Sequence[int]) -> int:
    """Kinds that make four sets and a pair of a hand that lacks one tile.

    Args:
        held: number of tiles of each of the 34 kinds, sets on the table left out.
    """
    parts = (tuple(held[0:9]), tuple(held[9:18]), tuple(held[18:27]), tuple(held[27:34]))
    pairs = 0
    short = -1  # the part that the tile must go to
    for suit, part in enumerate(parts):
        if not _is_whole(part):
            if short >= 0:
                return 0
            short = suit
        pairs += sum(part) % 3 == 2
    if short >= 0:
        over = sum(parts[short]) % 3
        return _waits_of(parts[short]) << 9 * short if _one_pair(pairs, over) else 0
    found = 0
    for suit, part in enumerate(parts):
        if _one_pair(pairs, sum(part) % 3):
            found |= _waits_of(part) << 9 * suit
    return found


def seven_pairs_waits(held: Sequence[int]) -> int:
    """The kind that makes seven pairs of 13 concealed tiles, if there is one."""
    odd = [kind for kind, count in enumerate(held) if count % 2]
    return 1 << odd[0] if len(odd) == 1 and sum(held) == 13 and max(held) <= 4 else 0


def _one_pair(pairs: int, over: int) -> bool:
    """Whether one pair is left when a part takes a tile: it has one if it was 3n + 1 tiles.

    Args:
        pairs: number of parts that have a pair (3n + 2 tiles) before.
        over: tiles of the part that takes the tile, modulo 3.
    """
    return over != 0 and pairs - (over == 2) + (over == 1) == 1


@lru_cache(maxsize=1 << 16)
def _is_whole(part: tuple[int, ...]) -> bool:
    """Whether one suit's tiles (7 kinds: honours) are sets, or sets and a pair."""
    held = [*part, *[0] * (34 - len(part))] if len(part) == 9 else [*[0] * 27, *part]
    return bool(splits(held, 5 - (sum(part) + 1) // 3))


@lru_cache(maxsize=1 << 16)
def _waits_of(part: tuple[int, ...]) -> int:
    """Mask, from the suit's first kind on, of the tiles that make it whole."""
    found = 0
    for place in range(len(part)):
        more = list(part)
        more[place] += 1
        if _is_whole(tuple(more)):
            found |= 1 << place
    return found
