"""Colours of tiles: of a back, of a blank face, and of the paper behind a printed one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays import Floats, Pixels
from .classifier import CROP, rectify

_EDGE = round(0.16 * CROP)  # of the crop: the margin, the tile's rim and its shadow
_RIM = round(0.1 * CROP)  # of the crop: how wide the rim of a face is within the margin
_GREY = np.array([0.299, 0.587, 0.114])  # weights of red, green and blue in the luminance
_INTERVAL = 12.0  # of luminance, 0 to 255: noise and shading of one colour
_LIGHT = 0.5  # weight of lightness against a and b: shadows change it most
_STRIP = (0.12, 0.4)  # where the table beside a side is looked at: lengths of the other side
_MIDDLE = (0.2, 0.8)  # part of a side beside which it is looked at
_SAMPLES = (9, 5)  # pixels of a strip along the side and away from it
_COVERED = 0.1  # largest share of a strip that may be in other boxes
# CIE: red, green and blue (sRGB, linear) to X, Y and Z, each over that of white (D65)
_XYZ = np.array(
    [[0.412453, 0.35758, 0.180423], [0.212671, 0.71516, 0.072169], [0.019334, 0.119193, 0.950227]]
) / np.array([[0.950456], [1.0], [1.088754]])

Measure = Callable[[Pixels, Floats], Floats]
"""Measures the colour of the tile in a quad of a picture, as `ground_colour` does."""


class GroundColours:
    """The ground colours of the tiles of a picture, each measured when it is needed.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quads: the tiles' corners, shape (n, 4, 2), clockwise.
        measure: how a tile's colour is measured.
    """

    def __init__(self, pixels: Pixels, quads: Floats, measure: Measure | None = None) -> None:
        self._pixels, self._quads, self._measure = pixels, quads, measure or ground_colour
        self._middles = quads.mean(axis=1)
        self._known: dict[int, Floats] = {}

    def chroma(self, tile: int) -> float:
        """Return the distance of a tile's colour from grey, in a and b of Lab."""
        return float(np.hypot(*self._colour(tile)[1:]))

    def distance(self, tile: int, others: Sequence[int], most: int | None = None) -> float:
        """Return the distance of a tile's colour from the median of others'.

        Args:
            tile: number of the tile.
            others: numbers of the others; at least one.
            most: number of the nearest others that count; None for all.
        """
        away = np.linalg.norm(self._middles[list(others)] - self._middles[tile], axis=1)
        nearest = [others[k] for k in np.argsort(away)[:most]]
        median = np.median([self._colour(k) for k in nearest], axis=0)
        return colour_distance(self._colour(tile), median)

    def distance_from_like(self, tile: int, others: Sequence[int], most: int, like: int) -> float:
        """Return the distance of a tile's colour from the `like` most similar nearest others.

        It is the largest of theirs. Faces full of ink are not measured well, and one colour may
        be alike by chance.
        """
        away = np.linalg.norm(self._middles[list(others)] - self._middles[tile], axis=1)
        nearest = [others[k] for k in np.argsort(away, kind="stable")[:most]]
        apart = sorted(colour_distance(self._colour(tile), self._colour(k)) for k in nearest)
        return apart[min(like, len(apart)) - 1]

    def distance_from_table(self, tile: int) -> float | None:
        """Return the distance of a tile's colour from the most different one beside it.

        A real tile differs from the table on one side at least; a cell that is drawn on the table
        differs nowhere. Sides with other boxes beside them do not count; None if fewer than two
        are left.
        """
        own = self._quads[tile]
        others = self._neighbours(tile)
        size = np.array(self._pixels.shape[1::-1])
        beside = []
        for side in range(4):
            points = _strip(own, side)
            if (points < 0).any() or (points > size - 1).any():
                continue
            if len(others) and within(points, others).any(axis=1).mean() > _COVERED:
                continue
            columns, rows = np.floor(points + 0.5).astype(int).T
            beside.append(lab(np.median(self._pixels[rows, columns], axis=0)))
        if len(beside) < 2:
            return None
        return max(colour_distance(self._colour(tile), colour) for colour in beside)

    def _neighbours(self, tile: int) -> Floats:
        """Return the quads whose circles meet the strips beside a tile, shape (n, 4, 2)."""
        radii = np.linalg.norm(self._quads - self._middles[:, None], axis=2).max(axis=1)
        away = np.linalg.norm(self._middles - self._middles[tile], axis=1)
        near = away < radii + (1 + 2 * _STRIP[1]) * radii[tile]
        near[tile] = False
        return np.asarray(self._quads[near])

    def _colour(self, tile: int) -> Floats:
        if tile not in self._known:
            self._known[tile] = self._measure(self._pixels, self._quads[tile])
        return self._known[tile]


def _strip(quad: Floats, side: int) -> Floats:
    """Return points beside a side of a quad, outside it, shape (n, 2)."""
    a, b, c, d = np.roll(quad, -side, axis=0)
    outwards = ((a + b) - (c + d)) / 2
    along, away = (
        np.linspace(*ends, count) for ends, count in zip((_MIDDLE, _STRIP), _SAMPLES, strict=True)
    )
    points = a + (b - a) * along[:, None, None] + outwards * away[None, :, None]
    return np.asarray(points.reshape(-1, 2))


def within(points: Floats, quads: Floats) -> np.typing.NDArray[np.bool_]:
    """Return whether points, shape (n, 2), are in clockwise quads, (m, 4, 2); shape (n, m)."""
    steps = np.roll(quads, -1, axis=1) - quads
    away = points[:, None, None] - quads[None]
    turn = steps[None, ..., 0] * away[..., 1] - steps[None, ..., 1] * away[..., 0]
    return np.asarray((turn >= 0).all(axis=-1))


def ground_colour(pixels: Pixels, quad: Floats) -> Floats:
    """Return the colour of a tile's ground, which covers at least half of it: Lab, shape (3,).

    It is the median of the half of the pixels that are most alike in luminance; ink is not.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: the tile's corners, shape (4, 2), clockwise.
    """
    colours, luminance = _by_luminance(_middle(pixels, quad).reshape(-1, 3))
    half = len(luminance) // 2
    first = int(np.argmin(luminance[half:] - luminance[: len(luminance) - half]))
    return lab(np.median(colours[first : first + half], axis=0))


def frequent_colour(pixels: Pixels, quad: Floats) -> Floats:
    """Return the most frequent colour of a tile: Lab, shape (3,).

    It is the median of the pixels in the fullest interval of luminance. Under much ink it is the
    ground more often than `ground_colour`.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: the tile's corners, shape (4, 2), clockwise.
    """
    return _most_frequent(*_by_luminance(_middle(pixels, quad).reshape(-1, 3)))


def rim_colour(pixels: Pixels, quad: Floats) -> Floats:
    """Return the most frequent colour along the sides of a tile's face: Lab, shape (3,).

    A character fills the middle of a face, an emblem that of a back.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: the tile's corners, shape (4, 2), clockwise.
    """
    middle = _middle(pixels, quad)
    inside = np.zeros(middle.shape[:2], bool)
    inside[_RIM:-_RIM, _RIM:-_RIM] = True
    return _most_frequent(*_by_luminance(middle[~inside]))


def _middle(pixels: Pixels, quad: Floats) -> Pixels:
    return rectify(pixels, quad)[_EDGE:-_EDGE, _EDGE:-_EDGE]


def _by_luminance(colours: Pixels) -> tuple[Pixels, Floats]:
    """Return the colours, shape (n, 3), and their luminance, ascending."""
    luminance = colours @ _GREY
    order = np.argsort(luminance)
    return colours[order], luminance[order]


def _most_frequent(colours: Pixels, luminance: Floats) -> Floats:
    """Return the median of the colours in the fullest interval of ascending luminance: Lab."""
    ends = np.searchsorted(luminance, luminance + _INTERVAL, side="right")
    first = int(np.argmax(ends - np.arange(len(ends))))
    return lab(np.median(colours[first : ends[first]], axis=0))


def lab(colour: Floats) -> Floats:
    """Convert red, green and blue, 0 to 255, to lightness (0 to 100), a and b; shape (3,)."""
    # not by cv2.cvtColor, which interpolates a table: the browser has the formula
    value = np.asarray(colour, np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    share = _XYZ @ linear
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def colour_distance(one: Floats, other: Floats) -> float:
    """Return the distance of two Lab colours, with less weight on the lightness."""
    light, a, b = one - other
    return float(np.sqrt((_LIGHT * light) ** 2 + a**2 + b**2))
