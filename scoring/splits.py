"""Splits of tiles into sets and a pair, from tables of single suits that are cached."""

from __future__ import annotations

from functools import lru_cache

from .counts import UNITS, how_many, suits_of
from .sets import CHOWS, PAIRS, PUNGS, TileSet

Sets = tuple[TileSet, ...]
Split = tuple[Sets, Sets, Sets]
"""One way to split tiles: chows, pungs, pairs; each lowest first."""

NOTHING: Split = ((), (), ())


def splits(held: int, sets_on_table: int = 0) -> list[Split]:
    """Return every split of the concealed tiles into sets and one pair.

    Args:
        held: the tiles as `counts` counts them, melds left out.
        sets_on_table: number of melds.
    """
    m, p, s, z = suits_of(held)
    characters, dots, bamboo = suit_splits(0, m), suit_splits(1, p), suit_splits(2, s)
    honours = suit_splits(3, z)
    if not (characters and dots and bamboo and honours):
        return []
    found = [
        (a[0] + b[0] + c[0], a[1] + b[1] + c[1] + d[1], a[2] + b[2] + c[2] + d[2])
        for a in characters
        for b in dots
        for c in bamboo
        for d in honours
    ]
    # Each suit may have a pair of its own; a winning hand has one. Splits of the same tiles have
    # the same number of sets, so the first represents all.
    chows, pungs, pairs = found[0]
    return found if len(chows) + len(pungs) + len(pairs) + sets_on_table == 5 else []


@lru_cache(maxsize=1 << 16)
def suit_splits(suit: int, part: int) -> tuple[Split, ...]:
    """Return every split of one suit's tiles (suit 3: honours), with a pair if they are 3n + 2."""
    base, runs = 9 * suit, suit < 3
    counts = [part >> shift & 31 for shift in range(0, 45, 5)]
    if sum(counts) % 3 == 0:
        return tuple([_split(base, sets) for sets in _sets(part, runs)])
    if sum(counts) % 3 == 1:
        return ()
    # The ranks of a chow or of a pung add up to a multiple of three: the pair makes up the rest.
    left = sum([rank * count for rank, count in enumerate(counts)])
    return tuple(
        [
            _split(base, sets, (PAIRS[base + rank],))
            for rank, count in enumerate(counts)
            if count >= 2 and (left - 2 * rank) % 3 == 0
            for sets in _sets(part - 2 * UNITS[rank], runs)
        ]
    )


def _split(base: int, sets: tuple[tuple[bool, int], ...], pairs: Sets = ()) -> Split:
    chows = tuple([CHOWS[base + rank] for run, rank in sets if run])
    return chows, tuple([PUNGS[base + rank] for run, rank in sets if not run]), pairs


@lru_cache(maxsize=1 << 16)
def _sets(part: int, runs: bool) -> tuple[tuple[tuple[bool, int], ...], ...]:
    """Split a suit's tiles into sets in every way: whether each is a chow, and its first rank.

    Args:
        part: the tiles.
        runs: whether the suit has chows; honours have none.
    """
    if not part:
        return ((),)
    rank = ((part & -part).bit_length() - 1) // 5
    count, second, third = (how_many(part, place) for place in (rank, rank + 1, rank + 2))
    found = []
    for pungs in (1, 0) if count >= 3 else (0,):
        chows = count - 3 * pungs  # all tiles beside the pung must begin chows
        if chows and not (runs and rank <= 6 and second >= chows and third >= chows):
            continue
        rest = part - 3 * pungs * UNITS[rank] - chows * (CHOWS[0].number << 5 * rank)
        first = ((False, rank),) * pungs + ((True, rank),) * chows
        found += [first + sets for sets in _sets(rest, runs)]
    return tuple(found)
