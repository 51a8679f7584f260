"""Dark tiles: light ink on a dark face, which the nets read in a picture of inverted lightness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..seen_tile import SeenTile
from .detector import Detector
from .tile_colours import ground_colour


@dataclass(frozen=True, slots=True)
class DarkTileSettings:
    """Thresholds for tiles to be dark.

    Attributes:
        dark: lightness (0 to 100) of the ground of the median face below which tiles are dark.
            Black tiles have 5 to 20; the faces of 22 other real photos have 33 and more.
        clear: sum of the faces' probabilities below which dark tiles may have been missed: a hand
            has 13 faces. On a light table the finder may see nothing but the ink of dark tiles.
        sure: mean of these probabilities below which they may have been, too: it names the ink.
        fewest: faces that the inverted view must show.
        glance: longer side of the small inverted picture in which one run of the detector must
            find as many, before the whole one is read.
    """

    dark: float = 30.0
    clear: float = 12.0
    sure: float = 0.85
    fewest: int = 5
    glance: int = 512


def are_dark(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether the faces found in a picture are dark; backs count where no face is found."""
    settings = settings or DarkTileSettings()
    faces = [tile for tile in tiles if tile.face_up] or tiles
    return _is_ground_dark(pixels, [np.asarray(tile.quad) for tile in faces], settings)


def shows_dark_tiles(
    pixels: Pixels, detector: Detector, settings: DarkTileSettings | None = None
) -> bool:
    """Return whether a glance at the small inverted picture finds faces, dark in the picture."""
    settings = settings or DarkTileSettings()
    scale = min(1.0, settings.glance / max(pixels.shape[:2]))
    size = [max(1, round(side * scale)) for side in pixels.shape[1::-1]]
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    faces = [box.quad for box in detector.glance(invert_lightness(small)) if box.back < 0.5]
    return len(faces) >= settings.fewest and _is_ground_dark(small, faces, settings)


def _is_ground_dark(pixels: Pixels, quads: Sequence[Floats], settings: DarkTileSettings) -> bool:
    if not quads:
        return False
    lightness = [float(ground_colour(pixels, np.asarray(quad, np.float64))[0]) for quad in quads]
    return float(np.median(lightness)) < settings.dark


def may_show_dark_tiles(
    tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether so little is read in a picture, or so badly, that its tiles may be dark."""
    settings = settings or DarkTileSettings()
    clarity, faces = _clarity(tiles), sum(tile.face_up for tile in tiles)
    return clarity < settings.clear or clarity < settings.sure * faces


def invert_lightness(pixels: Pixels) -> Pixels:
    """Return the picture with dark and light exchanged; the colours keep their hue.

    The lightness is that of HSL, the mean of the highest and the lowest of red, green and blue: it
    is exact in whole numbers, and a browser computes the same.
    """
    shift = 255 - pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    return np.asarray(pixels + shift[..., None], np.uint8)


def clearer_view(
    pixels: Pixels,
    plain: tuple[SeenTile, ...],
    inverted: tuple[SeenTile, ...],
    settings: DarkTileSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles of the view in which more faces are read, and more surely.

    Those of the inverted view must be dark in the picture.
    """
    settings = settings or DarkTileSettings()
    if sum(tile.face_up for tile in inverted) < settings.fewest:
        return plain
    is_clearer = _clarity(inverted) > _clarity(plain)
    return inverted if is_clearer and are_dark(pixels, inverted, settings) else plain


def _clarity(tiles: Sequence[SeenTile]) -> float:
    return sum(tile.confidence for tile in tiles if tile.face_up)
