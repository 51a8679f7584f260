"""Standing tiles: a hand on its edges, or on a rack, beside tiles that lie on the table.

A low camera sees the lying ones much flatter. They are stretched to the shape of the standing ones,
so that all are as the tiles of one table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ..seen_tile import Quad, SeenTile
from .plane import centre, length, sides

LEAST = 5  # tiles of a standing hand
ACROSS = 0.85  # least cosine of a tile's width with the picture's
TURNED = 16 / 9  # how much flatter than an upright tile a sideways one is: 3 : 4 for 4 : 3
WIDER = 1.17  # width, against that of standing tiles, of a sideways tile without a direction
STANDING = 1.05  # least height over width of a standing tile
ALIKE = 0.85  # the same against the usual standing tile; between this and the next is no tile
FLAT = 0.58  # largest height over width of a lying tile, against the usual standing one
NARROW, WIDE = 0.7, 2.0  # bounds of a lying tile's width, against the usual standing one


@dataclass(frozen=True, slots=True)
class _Shape:
    """A tile as the picture shows it.

    Attributes:
        width: in pixels.
        ratio: its height over its width.
        is_sideways: whether its top points left or right.
        is_oriented: whether its face has a direction.
    """

    width: float
    ratio: float
    is_sideways: bool
    is_oriented: bool


def lay_down(tiles: Sequence[SeenTile]) -> tuple[list[Quad], frozenset[int]]:
    """Return the tiles' quads; lying ones as tall as the standing ones, if a hand stands.

    Returns:
        the quads, and the ids of the tiles that lie beside a standing hand.
    """
    quads = [tile.quad for tile in tiles]
    shapes = [_shape(tile) for tile in tiles]
    tall = [s for s in shapes if s is not None and not s.is_sideways and s.ratio >= STANDING]
    if not LEAST <= len(tall) < len(tiles):
        return quads, frozenset()
    ratio, width = median(s.ratio for s in tall), median(s.width for s in tall)
    standing = [i for i, s in enumerate(shapes) if s in tall and s.ratio >= ALIKE * ratio]
    flat = {
        i: upright
        for i, s in enumerate(shapes)
        if s is not None
        and (upright := _upright_ratio(s, width)) <= FLAT * ratio
        and NARROW * width <= s.width <= WIDE * width
    }
    told = [i for i in flat if tiles[i].oriented]
    if not told or len(standing) < LEAST or len(standing) + len(flat) < len(tiles):
        return quads, frozenset()
    factor = ratio / median(flat[i] for i in told)
    laid = [_stretch(quad, factor) if i in flat else quad for i, quad in enumerate(quads)]
    return laid, frozenset(tiles[i].id for i in flat)


def _shape(tile: SeenTile) -> _Shape | None:
    """Return the shape of a tile; None if it lies askew in the picture."""
    right, down = sides(tile.quad)
    is_sideways = abs(down[0]) / length(down) > abs(right[0]) / length(right)
    across, up = (down, right) if is_sideways else (right, down)
    if abs(across[0]) < ACROSS * length(across):
        return None
    return _Shape(length(across), length(up) / length(across), is_sideways, tile.oriented)


def _upright_ratio(shape: _Shape, width: float) -> float:
    """Return the height over width that a tile would have if it were not sideways."""
    is_turned = shape.is_sideways if shape.is_oriented else shape.width > WIDER * width
    return shape.ratio * (TURNED if is_turned else 1.0)


def _stretch(quad: Quad, factor: float) -> Quad:
    """Return a quad so much taller about its middle."""
    _, middle = centre(quad)
    a, b, c, d = ((x, middle + (y - middle) * factor) for x, y in quad)
    return a, b, c, d
