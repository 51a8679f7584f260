"""Stacked tiles: a called pung with a tile on another, a kong of which three tiles are visible."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import fmean

from ..seen_tile import Point, Quad, SeenTile
from .melds import LaidMeld
from .plane import centre, difference, dot, sides, unit

THICK = 0.7  # of a tile, in its widths; sets have 0.63 to 0.85
PLAIN = 0.12  # tile widths by which a stacked tile surely appears shifted, to be decidable
SHAPE_SPREADS = 2.0  # spreads of the tiles' shapes by which their mean may be off
ALIKE = 0.25  # largest log ratio of the shapes of two upright tiles
FLUSH = 0.4  # share of that shift below which a tile is on the table


def is_flat(meld: LaidMeld, tiles: Mapping[int, SeenTile]) -> bool:
    """Return whether the turned tile of a pung is on the table; false where it is undecided.

    Upright tiles are seen h / w = r sin e (r the tile's shape, e the camera's elevation), turned
    ones w / h = r / sin e: together they give e without r, and with it how far away from the camera
    a tile on another one would appear. Seen from above or from a side seat it would not; that is
    undecided, as is a shift that careless corners or a camera near by could make up: both show in
    the spread of the upright tiles' shapes.
    """
    if meld.claimed is None or len(meld.tiles) != 3:
        return False
    quads = [tiles[i].quad for i in meld.tiles]
    turned = quads.pop(meld.tiles.index(meld.claimed))
    left, right = quads
    row = unit(difference(centre(right), centre(left)))
    away = row[1], -row[0]
    width = fmean(_extent(quad, row) for quad in quads)
    upright = fmean(_shape(quad, row, away) for quad in quads)
    sine = upright * _shape(turned, row, away)  # squared
    off = SHAPE_SPREADS * _spread((tile.quad for tile in tiles.values()), upright, row, away)
    if _shift(sine + off) < PLAIN:
        return False
    flush = fmean(_lower_edge(quad, away) for quad in quads)  # they share the edge at the owner
    return abs(_lower_edge(turned, away) - flush) < FLUSH * _shift(sine) * width


def _shift(sine: float) -> float:
    """Return how far a tile on another one appears shifted, in tile widths.

    Args:
        sine: the square of the sine of the camera's elevation.
    """
    return THICK * math.sqrt(max(0.0, 1.0 - sine))


def _shape(quad: Quad, row: Point, away: Point) -> float:
    """Return a tile's length across its row, in its length along the row."""
    return _extent(quad, away) / _extent(quad, row)


def _spread(quads: Iterable[Quad], upright: float, row: Point, away: Point) -> float:
    """Return the spread of the upright tiles' shapes, as a share of the shape given."""
    ratios = (math.log(_shape(quad, row, away) / upright) for quad in quads)
    return math.sqrt(fmean(ratio**2 for ratio in ratios if abs(ratio) < ALIKE))


def _extent(quad: Quad, way: Point) -> float:
    """Return the length of a quad's sides along a direction."""
    return max(abs(dot(side, way)) for side in sides(quad))


def _lower_edge(quad: Quad, away: Point) -> float:
    """Return where the edge towards the owner is."""
    return min(dot(corner, away) for corner in quad)
