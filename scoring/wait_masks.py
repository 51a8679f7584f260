"""Waits of a hand of 13 as a mask of kinds; fast, for patterns that depend on the wait.

A kind of which the hand holds all four counts like any other, although no tile of it is left.
"""

from __future__ import annotations

from functools import lru_cache

from .counts import ONES, UNITS, size, suits_of


def regular_waits(held: int) -> int:
    """Return the kinds that complete four sets and a pair.

    Args:
        held: the tiles, one short of a hand, as `counts` counts them, melds left out.
    """
    parts = suits_of(held)
    states = [_state(part, suit < 3) for suit, part in enumerate(parts)]
    pairs = sum([over == 2 for over, _ in states])
    short = [suit for suit, (_, whole) in enumerate(states) if not whole]
    if len(short) > 1:
        return 0
    found = 0
    for suit in short or range(4):  # the suits that the tile can belong to
        over = states[suit][0]
        # the suit gains a pair if it had 3n + 1 tiles, loses it if it had 3n + 2: one pair remains
        if over and pairs - (over == 2) + (over == 1) == 1:
            found |= _waits_of(parts[suit], suit < 3) << 45 * suit
    return found


def seven_pairs_waits(held: int) -> int:
    """Return the kind that completes seven pairs of 13 concealed tiles; 0 if there is none."""
    odd = held & ONES  # the kinds of which there are one or three
    return odd if odd.bit_count() == 1 and size(held) == 13 else 0


@lru_cache(maxsize=1 << 16)
def _state(part: int, runs: bool) -> tuple[int, bool]:
    """Return a suit's number of tiles modulo three, and whether they are whole."""
    return size(part) % 3, _is_whole(part, runs)


@lru_cache(maxsize=1 << 16)
def _waits_of(part: int, runs: bool) -> int:
    """Return the mask, from the suit's first kind on, of the tiles that make it whole."""
    near = part | part << 5 | part >> 5 | part << 10 | part >> 10 if runs else part
    third = size(part) % 3 == 2 and runs  # no pair: then the ranks add up to a multiple of three
    left = _ranks(part) if third else 0
    return sum(
        [
            unit
            for rank, unit in enumerate(UNITS[: 9 if runs else 7])
            if near & 31 * unit
            and not (third and (left + rank) % 3)
            and _is_whole(part + unit, runs)
        ]
    )


def _ranks(part: int) -> int:
    """Sum the ranks, counted from 0, of a suit's tiles."""
    return sum([rank * (part >> 5 * rank & 31) for rank in range(1, 9)])


@lru_cache(maxsize=1 << 16)
def _is_whole(part: int, runs: bool) -> bool:
    """Return whether one suit's tiles (honours make no runs) are sets, or sets and a pair."""
    over = size(part) % 3
    if over == 1:
        return False
    if not runs:
        counts = [part >> shift & 31 for shift in range(0, 35, 5)]
        return counts.count(2) == (over == 2) and not {1, 4} & {*counts}
    # The ranks of a chow or of a pung add up to a multiple of three: the pair makes up the rest.
    left = _ranks(part) % 3
    if over == 0:
        return left == 0 and _are_sets(part)
    for rank in (0, 3, 6) if left == 0 else (2, 5, 8) if left == 1 else (1, 4, 7):
        if part >> 5 * rank & 31 >= 2 and _are_sets(part - 2 * UNITS[rank]):
            return True
    return False


def _are_sets(part: int) -> bool:
    """Return whether one suit's tiles are chows and pungs.

    Works from the lowest rank on. Three equal tiles count as a pung, since three equal chows are
    three pungs too; the other tiles of the rank must begin chows.
    """
    first, second = 0, 0  # chows begun at the rank before the last one, and at the last one
    while part:
        left = (part & 31) - first - second
        if left < 0:
            return False
        first, second = second, left % 3
        part >>= 5
    return first == second == 0
