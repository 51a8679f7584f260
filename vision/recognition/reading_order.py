"""Numbers of a photo's tiles in the order in which a person reads the picture.

`page/src/recognition/reading_order.ts` is a port of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ..seen_tile import Point, Quad, SeenTile

_SAME_ROW = 0.5
"""Of the lower tile's height: as far apart, two neighbours are still in one row."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A tile in axes along the rows and across them, in pixels."""

    tile: SeenTile
    along: float
    across: float
    height: float


def in_reading_order(tiles: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
    """Return the tiles row by row, the top row first, each from left to right, numbered anew.

    Left and top are those of the upright picture: the order depends on no rule set and on nothing
    that a person answers. Rows may slant; their direction is that of most sides of the tiles.
    """
    slant = _slant([tile.quad for tile in tiles])
    placed = sorted((_place(tile, slant) for tile in tiles), key=lambda one: one.along)
    rows = {id(one): [one] for one in placed}
    for number, one in enumerate(placed):
        other = _right_neighbour(one, placed[number + 1 :])
        if other is None or rows[id(one)] is rows[id(other)]:
            continue
        row = rows[id(one)]
        row += rows[id(other)]
        rows |= {id(member): row for member in row}
    found = {id(row): row for row in rows.values()}
    ordered = sorted(found.values(), key=lambda row: fmean(one.across for one in row))
    flat = (one.tile for row in ordered for one in sorted(row, key=lambda one: one.along))
    return tuple(replace(tile, id=number) for number, tile in enumerate(flat))


def _slant(quads: Sequence[Quad]) -> float:
    """Return by how much the rows slant, in radians from -pi/4 to pi/4: the mean of all sides."""
    angles = [
        4 * math.atan2(b[1] - a[1], b[0] - a[0])  # sides at right angles are alike
        for quad in quads
        for a, b in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return math.atan2(sum(map(math.sin, angles)), sum(map(math.cos, angles))) / 4


def _place(tile: SeenTile, slant: float) -> _Placed:
    turned = [_turn(corner, slant) for corner in tile.quad]
    across = [y for _, y in turned]
    height = max(across) - min(across)
    return _Placed(tile, fmean(x for x, _ in turned), fmean(across), height)


def _turn(point: Point, slant: float) -> Point:
    (x, y), cos, sin = point, math.cos(slant), math.sin(slant)
    return x * cos + y * sin, y * cos - x * sin


def _right_neighbour(one: _Placed, right: Sequence[_Placed]) -> _Placed | None:
    """Return the nearest tile of the same row among those to the right."""
    for other in right:
        if abs(other.across - one.across) <= _SAME_ROW * min(one.height, other.height):
            return other
    return None
