"""Tiles cut off by the picture's edge: visible, but not readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from .seen import SeenTile

INSIDE = 0.75
"""Share of a tile's box in the picture below which its face is not read: half an 8 is a 4. On the
development photos no labelled tile has less, and 3 of 1,700 found ones come near."""


def unread_where_cut(tiles: Sequence[SeenTile], width: int, height: int) -> tuple[SeenTile, ...]:
    """Remove the names of tiles that the edge cuts off; boxes extend beyond the edge.

    Args:
        tiles: the tiles of a photo.
        width: pixels of the photo.
        height: pixels of the photo.
    """
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return tuple(
        replace(tile, names=(), oriented=False) if _inside(tile, frame) < INSIDE else tile
        for tile in tiles
    )


def _inside(tile: SeenTile, frame: np.typing.NDArray[np.float32]) -> float:
    quad = np.array(tile.quad, np.float32)
    whole = float(cv2.contourArea(quad))
    within = (quad >= 0).all() and (quad <= frame[2]).all()
    if within or whole < 1.0:
        return 1.0
    return float(cv2.intersectConvexConvex(quad, frame)[0]) / whole
