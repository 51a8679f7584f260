"""Tile counts of the 34 kinds in one integer, five bits for each: adding numbers adds tiles.

A hand of any length is one int, a suit is a slice of it, and a suit's tiles are a key in the tables
of `splits` and `wait_masks`. No field overflows: a hand has fewer than 32 tiles.
"""

from __future__ import annotations

from collections.abc import Iterable

from .tiles import Tile

UNITS = tuple(1 << 5 * kind for kind in range(34))  # one tile of each kind
ONES = sum(UNITS)  # one tile of every kind
SUIT = (1 << 5 * 9) - 1  # the tiles of one suit
ALL = (1 << 5 * 34) - 1  # `Tile.unit` counts red fives and flowers above the 34 kinds


# The most that a hand can have of each kind, of each red five, and of flowers among its tiles. A
# count over its limit reaches the field's fifth bit when 15 minus the limit is added.
_LIMITS = [4] * 34 + [1] * 3 + [0]
_ROOM = sum(15 - limit << 5 * place for place, limit in enumerate(_LIMITS))
_OVER = sum(16 << 5 * place for place in range(len(_LIMITS)))


def units(tiles: Iterable[Tile]) -> int:
    """Count tiles in one number, which has fields for red fives and flowers too."""
    return sum([tile.unit for tile in tiles])


def is_within_limits(units: int) -> bool:
    """Return whether no kind occurs more than four times, no red five twice, and no flower."""
    return not units + _ROOM & _OVER


def kind_counts(tiles: Iterable[Tile]) -> int:
    """Count tiles by kind in one number; red fives are fives, flowers are left out."""
    return units(tiles) & ALL


def size(number: int) -> int:
    """Return the number of tiles, if fewer than 31: the digit sum of a number to base 32."""
    return number % 31


def how_many(number: int, kind: int) -> int:
    """Return the number of tiles of one kind."""
    return number >> 5 * kind & 31


def suits_of(number: int) -> tuple[int, int, int, int]:
    """Split into characters, dots, bamboo, honours: numbers that begin with the first kind."""
    return number & SUIT, number >> 45 & SUIT, number >> 90 & SUIT, number >> 135


def kinds_of(number: int) -> int:
    """Return one tile of each kind present: a mask of the kinds (see `sets`)."""
    return (number | number >> 1 | number >> 2) & ONES  # four at most: three bits


def fours(number: int) -> int:
    """Return how many kinds have all four tiles (none has more)."""
    return (number >> 2 & ONES).bit_count()


# Nine gates: 1112345678999 of a suit.
GATES = sum(count * UNITS[rank] for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
