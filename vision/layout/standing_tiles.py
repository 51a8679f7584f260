"""Standing tiles: a hand on its edges, or on a rack, beside tiles that lie on the table.

A low camera sees the lying ones much flatter. They are stretched to the shape of the standing ones,
so that all are as the tiles of one table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from ..seen_tile import Quad, SeenTile
from .plane import centre, length, sides

LEAST_STANDING = 5  # tiles of a standing hand
ACROSS = 0.85  # least cosine of a tile's width with the picture's
TURNED = 16 / 9  # how much flatter than an upright tile a sideways one is: 3 : 4 for 4 : 3
STANDING = 1.05  # least height over width of a standing tile
AS_TALL = 0.85  # the same against the usual standing tile; between this and the next is no tile
FLAT = 0.58  # largest height over width of a lying tile, against the usual standing one
SURELY_FLAT = 0.42  # the same where none has a direction: seen from above, sideways ones have more
LOW = 0.75  # ratio, against the tallest lying one, below which one without a direction is sideways
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

    @property
    def is_tall(self) -> bool:
        """Return whether it is as tall as a tile that stands on its edge."""
        return not self.is_sideways and self.ratio >= STANDING

    @property
    def upright_ratio(self) -> float:
        """Return its height over its width if it were upright, as far as its face tells."""
        return self.ratio * (TURNED if self.is_oriented and self.is_sideways else 1.0)


def lay_down(tiles: Sequence[SeenTile]) -> list[Quad]:
    """Return the tiles' quads; lying ones as tall as the standing ones, if a hand stands."""
    quads = [tile.quad for tile in tiles]
    shapes = [_shape(tile) for tile in tiles]
    tall = [shape for shape in shapes if shape is not None and shape.is_tall]
    if not LEAST_STANDING <= len(tall) < len(tiles):
        return quads
    ratio, width = median(s.ratio for s in tall), median(s.width for s in tall)
    standing = sum(shape.ratio >= AS_TALL * ratio for shape in tall)
    flat = {
        i: shape
        for i, shape in enumerate(shapes)
        if shape is not None
        and shape.upright_ratio <= FLAT * ratio
        and NARROW * width <= shape.width <= WIDE * width
    }
    are_sure = any(s.is_oriented or s.ratio < SURELY_FLAT * ratio for s in flat.values())
    if not are_sure or standing < LEAST_STANDING or standing + len(flat) < len(tiles):
        return quads
    factor = ratio / median(_upright_ratios(flat.values()))
    return [_stretch(quad, factor) if i in flat else quad for i, quad in enumerate(quads)]


def _upright_ratios(shapes: Collection[_Shape]) -> list[float]:
    """Return the height over width of each tile as if it were upright.

    One without a direction is sideways if it is much flatter than the tallest of them.
    """
    least = LOW * max(shape.upright_ratio for shape in shapes)
    return [
        shape.upright_ratio * (TURNED if not shape.is_oriented and shape.ratio < least else 1.0)
        for shape in shapes
    ]


def _shape(tile: SeenTile) -> _Shape | None:
    """Return the shape of a tile; None if it lies askew in the picture."""
    right, down = sides(tile.quad)
    is_sideways = abs(down[0]) / length(down) > abs(right[0]) / length(right)
    across, up = (down, right) if is_sideways else (right, down)
    if abs(across[0]) < ACROSS * length(across):
        return None
    return _Shape(length(across), length(up) / length(across), is_sideways, tile.oriented)


def _stretch(quad: Quad, factor: float) -> Quad:
    """Return a quad so much taller about its middle."""
    _, middle = centre(quad)
    a, b, c, d = ((x, middle + (y - middle) * factor) for x, y in quad)
    return a, b, c, d
