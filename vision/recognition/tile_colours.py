"""Colours of tiles: of the paper behind their print."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Pixels
from ..found_box import Lab

_EDGE = 10  # pixels of a crop: the margin, the tile's rim and its shadow
_STEP = 2  # every other pixel of a crop is looked at
_GREY = np.array([0.299, 0.587, 0.114])  # weights of red, green and blue in the luminance
_INTERVAL = 12.0  # of luminance, 0 to 255: noise and shading of one colour
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


def colour_to_lab(colour: ArrayLike) -> Lab:
    """Convert red, green and blue, 0 to 255, to lightness (0 to 100), a and b."""
    # not by cv2.cvtColor, which interpolates a table: the browser has the formula
    value = np.asarray(colour, np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    share = _XYZ @ linear
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))
