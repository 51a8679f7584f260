"""Dark tiles: light ink on a dark face, which the nets read in a picture of inverted lightness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Pixels
from ..seen_tile import SeenTile
from .tile_colours import ground_colour


@dataclass(frozen=True, slots=True)
class DarkTileSettings:
    """Thresholds for tiles to be dark.

    Attributes:
        dark: lightness (0 to 100) of the ground of the median face below which tiles are dark.
            Black tiles have 5 to 20; the faces of 22 other real photos have 33 and more.
        fewest: faces that the inverted view must show.
    """

    dark: float = 30.0
    fewest: int = 5


def may_be_dark(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether the faces found in a picture are dark; backs count where no face is found."""
    settings = settings or DarkTileSettings()
    faces = [tile for tile in tiles if tile.face_up] or tiles
    if not faces:
        return False
    quads = [np.asarray(tile.quad, np.float64) for tile in faces]
    lightness = [float(ground_colour(pixels, quad)[0]) for quad in quads]
    return float(np.median(lightness)) < settings.dark


def invert_lightness(pixels: Pixels) -> Pixels:
    """Return the picture with dark and light exchanged; the colours keep their hue.

    The lightness is that of HSL, the mean of the highest and the lowest of red, green and blue: it
    is exact in whole numbers, and a browser computes the same.
    """
    shift = 255 - pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    return np.asarray(pixels + shift[..., None], np.uint8)


def clearer_view(
    plain: tuple[SeenTile, ...],
    inverted: tuple[SeenTile, ...],
    settings: DarkTileSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles of the view in which more faces are read, and more surely."""
    settings = settings or DarkTileSettings()
    if sum(tile.face_up for tile in inverted) < settings.fewest:
        return plain
    return inverted if _clarity(inverted) > _clarity(plain) else plain


def _clarity(tiles: Sequence[SeenTile]) -> float:
    return sum(tile.confidence for tile in tiles if tile.face_up)
