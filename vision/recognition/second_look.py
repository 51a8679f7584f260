"""A second look at doubtful faces, in the picture stretched upright, as from a higher camera.

From a low camera faces are flat, and the nets err. In the stretched picture they err elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..geometry import area
from ..seen_tile import Quad, SeenTile
from .detector import resize

_BLANK = (BACK, "5z")


@dataclass(frozen=True, slots=True)
class SecondLookSettings:
    """When, and how, tiles are looked at again. Set on made hands, with faces never trained on.

    Attributes:
        most_tiles: so many tiles at most: of a table full of tiles each one is small, and no hand.
        least_tiles, hand_tiles: so many tiles, but less than a whole hand, may be one of which some
            were missed.
        doubt: faces that are less probable are looked at again.
        new_face: least probability of a face in no box.
        margin: room around all tiles, in sides of the usual tile's square.
        stretch: factor by which the picture's height grows. At 1.4 half as many names become right
            as at 1.8; at 2.2 twice as many become wrong.
        longest_side: longer side of the stretched picture; a larger one is shrunk before.
        shift: largest distance between the middles of a tile's two boxes, in sides of its square.
        names: names that are kept at most.
    """

    most_tiles: int = 45
    least_tiles: int = 10
    hand_tiles: int = 14
    doubt: float = 0.9
    new_face: float = 0.9
    margin: float = 1.5
    stretch: float = 1.8
    longest_side: int = 2000
    shift: float = 0.4
    names: int = 5


@dataclass(frozen=True, slots=True, eq=False)
class StretchedPart:
    """The part of a picture around its tiles, stretched.

    Attributes:
        pixels: it, shape (H, W, 3).
        corner: its upper left corner in the picture.
        scale: its pixels per pixel of the picture, across and down.
    """

    pixels: Pixels
    corner: tuple[float, float]
    scale: tuple[float, float]

    def to_picture(self, quad: Quad) -> Quad:
        """Return a quad of the stretched part in pixels of the picture."""
        (left, top), (across, down) = self.corner, self.scale
        a, b, c, d = ((x / across + left, y / down + top) for x, y in quad)
        return a, b, c, d


def stretch_around(
    pixels: Pixels, tiles: Sequence[SeenTile], settings: SecondLookSettings | None = None
) -> StretchedPart | None:
    """Return the part of a picture to look at again; None if nothing calls for it."""
    settings = settings or SecondLookSettings()
    are_few = settings.least_tiles <= len(tiles) < settings.hand_tiles
    if len(tiles) > settings.most_tiles or not (
        are_few or any(_is_doubtful(tile, settings) for tile in tiles)
    ):
        return None
    quads = np.array([tile.quad for tile in tiles])
    margin = settings.margin * float(np.median(_sizes(quads)))
    low, high = quads.min(axis=(0, 1)) - margin, quads.max(axis=(0, 1)) + margin
    wide, tall = high - low
    # the whole picture is shrunk: a copy of the part alone may be as large as a photo
    scale = min(1.0, settings.longest_side / max(wide, tall * settings.stretch))
    small = resize(pixels, scale)
    left, top = (max(0, int(value * scale)) for value in low)
    right, lower = (int(value * scale) for value in high)
    part = small[top:lower, left:right]
    if not part.size:
        return None
    size = part.shape[1], round(part.shape[0] * settings.stretch)
    stretched = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    across, down = small.shape[1] / pixels.shape[1], small.shape[0] / pixels.shape[0]
    corner = left / across, top / down
    return StretchedPart(stretched, corner, (across, down * size[1] / part.shape[0]))


def merge_looks(
    tiles: Sequence[SeenTile],
    again: Sequence[SeenTile],
    settings: SecondLookSettings | None = None,
) -> tuple[SeenTile, ...]:
    """Return the tiles after both looks, numbered anew.

    The names of a doubtful face are averaged. Sure faces in no box are added.

    Args:
        tiles: the tiles of a picture.
        again: those of its stretched part, in pixels of the picture.
        settings: thresholds.
    """
    settings = settings or SecondLookSettings()
    if not again:
        return tuple(tiles)
    middles = np.array([tile.quad for tile in again]).mean(axis=1)
    merged: list[SeenTile] = []
    for tile in tiles:
        quad = np.array(tile.quad)
        away = np.linalg.norm(middles - quad.mean(axis=0), axis=1)
        nearest = int(away.argmin())
        is_same = away[nearest] <= settings.shift * float(_sizes(quad))
        is_seen_twice = is_same and _is_doubtful(tile, settings)
        merged.append(_average(tile, again[nearest], settings) if is_seen_twice else tile)
    known = [np.array(tile.quad, np.float32) for tile in merged]
    merged += [
        other
        for other, middle in zip(again, middles, strict=True)
        if other.kind not in _BLANK  # sides of tiles look like blank ones
        and other.confidence >= settings.new_face
        and not any(cv2.pointPolygonTest(quad, tuple(middle), False) > 0 for quad in known)
    ]
    return tuple(replace(tile, id=number) for number, tile in enumerate(merged))


def _average(tile: SeenTile, other: SeenTile, settings: SecondLookSettings) -> SeenTile:
    """Return the tile with the mean of its names in both looks."""
    if not other.names:
        return tile
    shares = Counter(dict(tile.names))
    shares.update(dict(other.names))
    names = tuple((kind, share / 2) for kind, share in shares.most_common(settings.names))
    if names[0][0] == tile.kind:
        return replace(tile, names=names)
    agrees = names[0][0] == other.kind
    quad = other.quad if agrees else tile.quad
    return replace(tile, names=names, quad=quad, oriented=other.oriented and agrees)


def _is_doubtful(tile: SeenTile, settings: SecondLookSettings) -> bool:
    return bool(tile.names) and tile.kind != BACK and tile.confidence < settings.doubt


def _sizes(quads: Floats) -> Floats:
    """Return the sides of squares as large as quads, shape (n,)."""
    return np.asarray(np.sqrt(area(quads)))
