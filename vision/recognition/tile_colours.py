"""Colours of tiles: of the paper behind their print, and of the table beside them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, Pixels
from ..found_box import Lab, colour_distance

_EDGE = 10  # pixels of a crop: the margin, the tile's rim and its shadow
_STEP = 2  # every other pixel of a crop is looked at
_GREY = np.array([0.299, 0.587, 0.114])  # weights of red, green and blue in the luminance
_INTERVAL = 12.0  # of luminance, 0 to 255: noise and shading of one colour
_STRIP = (0.12, 0.4)  # where the table beside a side is looked at: lengths of the other side
_MIDDLE = (0.2, 0.8)  # part of a side beside which it is looked at
_SAMPLES = (9, 5)  # pixels of a strip along the side and away from it
_COVERED = 0.1  # largest share of a strip that may be in other boxes
# CIE: red, green and blue (sRGB, linear) to X, Y and Z, each over that of white (D65)
_XYZ = np.array(
    [[0.412453, 0.35758, 0.180423], [0.212671, 0.71516, 0.072169], [0.019334, 0.119193, 0.950227]]
) / np.array([[0.950456], [1.0], [1.088754]])


def paper_colour(crop: Pixels) -> Lab:
    """Return the most frequent colour of a rectified tile, which is that of its paper.

    It is the median of the pixels in the fullest interval of luminance; ink has many shades.

    Args:
        crop: uint8 RGB, shape (CROP, CROP, 3).
    """
    colours = crop[_EDGE:-_EDGE:_STEP, _EDGE:-_EDGE:_STEP].reshape(-1, 3)
    luminance = colours @ _GREY
    order = np.argsort(luminance, kind="stable")
    colours, luminance = colours[order], luminance[order]
    ends = np.searchsorted(luminance, luminance + _INTERVAL, side="right")
    first = int(np.argmax(ends - np.arange(len(ends))))
    return colour_to_lab(np.median(colours[first : ends[first]], axis=0))


def table_distance(pixels: Pixels, quads: Floats, tile: int, paper: Lab) -> float | None:
    """Return the distance of a tile's colour from the most different one beside it.

    A real tile differs from the table on one side at least; a cell that is drawn on the table
    differs nowhere. Sides with other boxes beside them do not count.

    Args:
        pixels: the picture, uint8 RGB, shape (H, W, 3).
        quads: all boxes in it, shape (n, 4, 2), clockwise.
        tile: number of the tile.
        paper: its colour.

    Returns:
        None if fewer than two sides are left.
    """
    own, others = quads[tile], _neighbours(quads, tile)
    size = np.array(pixels.shape[1::-1])
    beside = []
    for side in range(4):
        points = _strip(own, side)
        if (points < 0).any() or (points > size - 1).any():
            continue
        if len(others) and within(points, others).any(axis=1).mean() > _COVERED:
            continue
        columns, rows = np.floor(points + 0.5).astype(int).T
        beside.append(colour_to_lab(np.median(pixels[rows, columns], axis=0)))
    if len(beside) < 2:
        return None
    return max(colour_distance(paper, colour) for colour in beside)


def _neighbours(quads: Floats, tile: int) -> Floats:
    """Return the quads whose circles meet the strips beside a tile, shape (n, 4, 2)."""
    middles = quads.mean(axis=1)
    radii = np.linalg.norm(quads - middles[:, None], axis=2).max(axis=1)
    away = np.linalg.norm(middles - middles[tile], axis=1)
    near = away < radii + (1 + 2 * _STRIP[1]) * radii[tile]
    near[tile] = False
    return np.asarray(quads[near])


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


def colour_to_lab(colour: ArrayLike) -> Lab:
    """Convert red, green and blue, 0 to 255, to lightness (0 to 100), a and b."""
    # not by cv2.cvtColor, which interpolates a table: the browser has the formula
    value = np.asarray(colour, np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    share = _XYZ @ linear
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))
