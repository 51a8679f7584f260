"""Dark tiles: light ink on a dark face, which the nets read better in inverted lightness."""

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
        lightness: of the ground of the median face, 0 to 100, below which tiles are dark. Of 620
            made hands and real photos 77 have at most 40, the others 51 and more.
        faces: how many of the likeliest faces are looked at.
    """

    lightness: float = 45.0
    faces: int = 7


def are_dark(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether the faces found in a picture are dark."""
    settings = settings or DarkTileSettings()
    faces = [tile for tile in tiles if tile.face_up][: settings.faces]
    grounds = [float(ground_colour(pixels, np.array(tile.quad))[0]) for tile in faces]
    return bool(grounds) and float(np.median(grounds)) < settings.lightness


def invert_lightness(pixels: Pixels) -> Pixels:
    """Return the picture with dark and light exchanged; the colours keep their hue.

    The lightness is that of HSL, the mean of the highest and the lowest of red, green and blue: it
    is exact in whole numbers, and a browser computes the same.
    """
    shift = 255 - pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    return np.asarray(pixels + shift[..., None], np.uint8)


def clearness(tiles: Sequence[SeenTile]) -> float:
    """Return by how much right names are expected to outnumber wrong ones."""
    return sum(2 * tile.confidence - 1 for tile in tiles if tile.face_up)
