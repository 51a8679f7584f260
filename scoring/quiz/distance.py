"""How many tiles a hand lacks for a shape, from tables of single suits that are cached.

The count is that of blocks (sets, parts of sets, a pair); it is not lowered by tiles that nobody
can draw any more. Players of the quiz (`round`) choose their discards by it.
"""

from __future__ import annotations

from functools import lru_cache

from ..counts import UNITS, suits_of

Blocks = tuple[tuple[int, int, int], ...]
"""Ways to divide tiles: sets, whether there is a pair beside them, most parts of further sets."""

CHOWS, PUNGS = 1, 2
"""Kinds of sets that may be made, as bits."""
_NOTHING: Blocks = ((0, 0, 0),)


@lru_cache(maxsize=1 << 12)
def missing_tiles(number: int, sets: int, kinds: int = CHOWS | PUNGS) -> int:
    """Return how many tiles are missing for so many sets and a pair.

    >>> from scoring.counts import kind_counts
    >>> from scoring.tiles import parse_tiles
    >>> missing_tiles(kind_counts(parse_tiles("123m456p78s99s")), 3)
    1

    Args:
        number: the tiles that may be used, as `counts` counts them.
        sets: how many sets are to be made of them.
        kinds: `CHOWS`, `PUNGS` or both.
    """
    m, p, s, z = suits_of(number)
    joined = _NOTHING
    for part in (m, p, s):
        if part:
            joined = _join(joined, _suit_blocks(part, kinds), sets)
    if z:
        joined = _join(joined, _suit_blocks(z, kinds & PUNGS), sets)
    return _fewest(joined, sets)


def _fewest(ways: Blocks, sets: int) -> int:
    """Return the tiles missing in the way that lacks fewest."""
    return min(
        [2 * (sets - made) - min(parts, sets - made) + 1 - pair for made, pair, parts in ways]
    )


def improving_kinds(number: int, sets: int, kinds: int = CHOWS | PUNGS) -> int:
    """Return the mask of the kinds of which one more tile lowers `missing_tiles`."""
    parts = suits_of(number)
    missing = missing_tiles(number, sets, kinds)
    found = 0
    for suit, part in enumerate(parts):
        others = _NOTHING
        for other, rest in enumerate(parts):
            if rest and other != suit:
                others = _join(
                    others, _suit_blocks(rest, kinds if other < 3 else kinds & PUNGS), sets
                )
        for rank, unit in enumerate(UNITS[: 9 if suit < 3 else 7]):
            if (part >> 5 * rank & 31) < 4:
                ways = _suit_blocks(part + unit, kinds if suit < 3 else kinds & PUNGS)
                if _fewest(_join(others, ways, sets), sets) < missing:
                    found |= unit << 45 * suit
    return found


def missing_for_set(part: int, kinds: int = CHOWS | PUNGS) -> int:
    """Return how many tiles of one suit are missing for one set: 0 to 3."""
    if not part:
        return 3
    ways = _suit_blocks(part, kinds)
    return min([0 if made else 1 if parts or pair else 2 for made, pair, parts in ways])


def _join(first: Blocks, second: Blocks, sets: int) -> Blocks:
    """Return the ways to divide the tiles of two parts of a hand."""
    best: dict[tuple[int, int], int] = {}
    for made, pair, parts in first:
        for more, other, extra in second:
            if pair and other:
                continue
            count = made + more
            key = (count if count < sets else sets, pair + other)
            if parts + extra > best.get(key, -1):
                best[key] = parts + extra
    return tuple([(made, pair, parts) for (made, pair), parts in best.items()])


@lru_cache(maxsize=1 << 16)
def _suit_blocks(part: int, kinds: int) -> Blocks:
    """Return the ways to divide one suit's tiles; `CHOWS` is not among the kinds of honours."""
    while not part & 31:
        part >>= 5
    best: dict[tuple[int, int], int] = {}
    count, second, third = part & 31, part >> 5 & 31, part >> 10 & 31
    # one tile of the lowest rank left out, or one block made with it
    ways = [(part - 1, 0, 0, 0)]
    if kinds & PUNGS and count >= 3:
        ways.append((part - 3, 1, 0, 0))
    if count >= 2:
        ways.append((part - 2, 0, 1, 0))
        if kinds & PUNGS:
            ways.append((part - 2, 0, 0, 1))
    if kinds & CHOWS:
        if second and third:
            ways.append((part - 1 - UNITS[1] - UNITS[2], 1, 0, 0))
        if second:
            ways.append((part - 1 - UNITS[1], 0, 0, 1))
        if third:
            ways.append((part - 1 - UNITS[2], 0, 0, 1))
    for rest, made, pair, parts in ways:
        for more, other, extra in _suit_blocks(rest, kinds) if rest else _NOTHING:
            if pair and other:
                continue
            key = (made + more, pair + other)
            if parts + extra > best.get(key, -1):
                best[key] = parts + extra
    return tuple([(made, pair, parts) for (made, pair), parts in best.items()])
