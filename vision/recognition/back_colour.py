"""The colour of a set's backs, measured where they are certain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.tiles import BACK

from ..arrays import Pixels
from ..seen_tile import SeenTile
from .classifier import rectify
from .tile_colours import colour_to_lab

_CERTAIN = 0.95  # least probability of a back
_COLOURLESS = 20.0  # least distance from grey: white, grey and black backs carry no information
_INSET = 16  # pixels of a crop beside which its colour is measured

Colour = tuple[int, int, int]
"""Red, green, blue; 0 to 255."""


def back_colour(pixels: Pixels, seen: Sequence[SeenTile]) -> Colour | None:
    """Return the colour of the backs in a picture; None if it is grey or no back is certain.

    Args:
        pixels: the picture, uint8 RGB, shape (H, W, 3).
        seen: its tiles.
    """
    sure = [t for t in seen if t.kind == BACK and t.kind_probability >= _CERTAIN]
    if not sure:
        return None
    crops = np.stack([rectify(pixels, np.asarray(tile.quad)) for tile in sure])
    middles = crops[:, _INSET:-_INSET, _INSET:-_INSET].reshape(len(sure), -1, 3)
    colour = np.median(np.median(middles, axis=1), axis=0)
    _, a, b = colour_to_lab(colour)
    if float(np.hypot(a, b)) < _COLOURLESS:
        return None
    red, green, blue = (int(value) for value in colour)
    return red, green, blue
