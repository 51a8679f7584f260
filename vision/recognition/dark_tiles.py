"""Dark tiles: light ink on a dark face, which the nets read in a picture of inverted lightness."""

from __future__ import annotations

import math
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
        dim: lightness below which they may be: these are read inverted where a hand is not whole,
            or read badly. Grey and brown tiles have 30 to 40, white ones in a dim room 33 and more.
        clear: sum of the faces' probabilities below which dark tiles may have been missed: a hand
            has 13 faces. On a light table the finder may see nothing but the ink of dark tiles.
        sure: mean of these probabilities below which they may have been, too: it names the ink.
            A view of dark tiles with more is not read darkened, which costs as much once more, if
            it shows a whole hand: on the development photos no such view was clearer.
        hand: tiles of a whole hand.
        fewest: faces that the inverted view must show.
        margin: expected number of right names by which a view must surpass the one before it.
        glance: longer side of the small inverted picture in which one run of the detector must
            find as many, before the whole one is read.
    """

    dark: float = 30.0
    dim: float = 45.0
    clear: float = 12.0
    sure: float = 0.85
    hand: int = 14
    fewest: int = 5
    margin: float = 0.5
    glance: int = 512


def are_dark(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether the faces found in a picture are dark; backs count where no face is found."""
    return _ground_lightness(pixels, _outlines(tiles)) < (settings or DarkTileSettings()).dark


def may_be_dark(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether the faces found in a picture are dim, and too few for a hand or in doubt."""
    settings = settings or DarkTileSettings()
    lacks_faces = sum(tile.face_up for tile in tiles) < settings.hand
    return (lacks_faces or is_doubtful(tiles, settings)) and _are_dim(pixels, tiles, settings)


def _are_dim(pixels: Pixels, tiles: Sequence[SeenTile], settings: DarkTileSettings) -> bool:
    return _ground_lightness(pixels, _outlines(tiles)) < settings.dim


def _outlines(tiles: Sequence[SeenTile]) -> list[Floats]:
    faces = [tile for tile in tiles if tile.face_up] or tiles
    return [np.asarray(tile.quad, np.float64) for tile in faces]


def shows_dark_tiles(
    pixels: Pixels, detector: Detector, settings: DarkTileSettings | None = None
) -> bool:
    """Return whether a glance at the small inverted picture finds faces, dark in the picture.

    Or dim: in the small picture their ink lightens the ground.
    """
    settings = settings or DarkTileSettings()
    scale = min(1.0, settings.glance / max(pixels.shape[:2]))
    size = [max(1, round(side * scale)) for side in pixels.shape[1::-1]]
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    faces = [box.quad for box in detector.glance(invert_lightness(small)) if box.back < 0.5]
    return len(faces) >= settings.fewest and _ground_lightness(small, faces) < settings.dim


def _ground_lightness(pixels: Pixels, quads: Sequence[Floats]) -> float:
    """Return the lightness of the ground of the median face, 0 to 100; infinity for none."""
    lightness = [float(ground_colour(pixels, quad)[0]) for quad in quads]
    return float(np.median(lightness)) if lightness else math.inf


def may_show_dark_tiles(
    tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None
) -> bool:
    """Return whether so little is read in a picture, or so badly, that its tiles may be dark."""
    settings = settings or DarkTileSettings()
    return _clarity(tiles) < settings.clear or is_doubtful(tiles, settings)


def is_doubtful(tiles: Sequence[SeenTile], settings: DarkTileSettings | None = None) -> bool:
    """Return whether the faces of a view are read so badly that another view may be clearer."""
    sure = (settings or DarkTileSettings()).sure
    return _clarity(tiles) < sure * sum(tile.face_up for tile in tiles)


def invert_lightness(pixels: Pixels) -> Pixels:
    """Return the picture with dark and light exchanged; the colours keep their hue.

    The lightness is that of HSL, the mean of the highest and the lowest of red, green and blue: it
    is exact in whole numbers, and a browser computes the same.
    """
    shift = 255 - pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    return np.asarray(pixels + shift[..., None], np.uint8)


def deepen(pixels: Pixels) -> Pixels:
    """Return the picture with every value squared: light shades differ more, dark ones less.

    In whole numbers, as a browser computes it.
    """
    values = pixels.astype(np.uint16)
    return np.asarray((values * values + 127) // 255, np.uint8)


def clearer_view(
    pixels: Pixels,
    plain: tuple[SeenTile, ...],
    inverted: tuple[SeenTile, ...],
    settings: DarkTileSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles of the view in which more faces are read surely, and fewer in doubt.

    Those of the inverted view must be dark in the picture, or dim.
    """
    settings = settings or DarkTileSettings()
    if sum(tile.face_up for tile in inverted) < settings.fewest:
        return plain
    is_clearer = _surplus(inverted) > _surplus(plain) + settings.margin
    return inverted if is_clearer and _are_dim(pixels, inverted, settings) else plain


def _surplus(tiles: Sequence[SeenTile]) -> float:
    """Return by how much the right names outnumber the wrong ones that are to be expected."""
    return sum(2 * tile.confidence - 1 for tile in tiles if tile.face_up)


def _clarity(tiles: Sequence[SeenTile]) -> float:
    return sum(tile.confidence for tile in tiles if tile.face_up)
