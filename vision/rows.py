"""Rows of tiles as a player sees them, and numbers of tiles in the order in which one reads.

`page/src/recognition/reading_order.ts` is a port of `in_reading_order`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from .picture_edge import PictureEdge
from .seen_tile import Point, Quad, SeenTile

_AGREED = 0.5
"""Length of the mean direction of faces from which they agree: three of four point one way."""
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
    that a person answers.
    """
    flat = [tile for row in rows_of(tiles) for tile in row]
    return tuple(replace(tile, id=number) for number, tile in enumerate(flat))


def rows_of(
    tiles: Sequence[SeenTile], edge: PictureEdge = PictureEdge.BOTTOM
) -> tuple[tuple[SeenTile, ...], ...]:
    """Return the tiles in rows as the player at an edge sees them: left to right, far row first.

    Rows may slant; their direction is that of most sides of the tiles.
    """
    quads = [_turn(tile.quad, edge.right) for tile in tiles]
    slant = _slant(quads)
    axis = math.cos(slant), math.sin(slant)
    placed = [_place(tile, _turn(quad, axis)) for tile, quad in zip(tiles, quads, strict=True)]
    placed.sort(key=lambda one: one.along)
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
    return tuple(tuple(p.tile for p in sorted(row, key=lambda one: one.along)) for row in ordered)


def edge_of_faces(tiles: Sequence[SeenTile]) -> PictureEdge:
    """Return the edge of the player to whom the faces are upright.

    It is the bottom one where they point every way: then the picture's own edge decides.
    """
    x, y = mean_up(tiles)
    if math.hypot(x, y) < _AGREED:
        return PictureEdge.BOTTOM
    return max(PictureEdge, key=lambda edge: x * edge.inwards[0] + y * edge.inwards[1])


def mean_up(tiles: Sequence[SeenTile]) -> Point:
    """Return the mean of the unit vectors in which faces point with their tops.

    Its length is how well they agree, from 0, also where no face has a direction, to 1.
    """
    steps = [
        (a[0] + b[0] - c[0] - d[0], a[1] + b[1] - c[1] - d[1])
        for a, b, c, d in (tile.quad for tile in tiles if tile.oriented)
    ]
    units = [(x / size, y / size) for x, y in steps if (size := math.hypot(x, y))]
    count = len(units) or 1
    return math.fsum(x for x, _ in units) / count, math.fsum(y for _, y in units) / count


def _turn(quad: Quad, right: Point) -> Quad:
    """Return a quad in axes whose first one is `right`, a unit vector."""
    (x, y) = right
    a, b, c, d = ((px * x + py * y, py * x - px * y) for px, py in quad)
    return a, b, c, d


def _slant(quads: Sequence[Quad]) -> float:
    """Return by how much the rows slant, in radians from -pi/4 to pi/4: the mean of all sides."""
    angles = [
        4 * math.atan2(b[1] - a[1], b[0] - a[0])  # sides at right angles are alike
        for quad in quads
        for a, b in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return math.atan2(sum(map(math.sin, angles)), sum(map(math.cos, angles))) / 4


def _place(tile: SeenTile, quad: Quad) -> _Placed:
    across = [y for _, y in quad]
    return _Placed(tile, fmean(x for x, _ in quad), fmean(across), max(across) - min(across))


def _right_neighbour(one: _Placed, right: Sequence[_Placed]) -> _Placed | None:
    """Return the nearest tile of the same row among those to the right."""
    for other in right:
        if abs(other.across - one.across) <= _SAME_ROW * min(one.height, other.height):
            return other
    return None
