"""The bodies of tiles: whether a box holds one at all, solid or printed, and what is below it.

The namer sees a face alone, rectified. This net sees a box as it lies in the photo, with as much
around it, where the sides, shadows and neighbours of a tile are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Pixels
from ..found_box import SeenBody
from ..inference import open_session
from .classifier import MARGIN, rectify
from .weights import find_weights

OUTPUTS = ("tile", "printed", "raised")
"""What the net tells of a box, in its order."""
SIDE = 96
"""Pixels of the side of a view: enough to see the line between two tiles that lie on each other."""
REACH = 2.0
"""Side of the square that it sees, in longer sides of the box, without the margin of a crop."""
BATCH = 64
"""Boxes that are looked at at once, which bounds the memory."""
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
_STEPS = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * (1 + 2 * MARGIN)  # of pixels, in half sides


class BodyNet:
    """The net of bodies, run by onnxruntime."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = open_session(path, threads, optimises=False)

    @classmethod
    def load(cls, folder: Path | None = None) -> BodyNet:
        """Load the net of the weights in `folder`, or the installed one."""
        return cls(find_weights("bodies", OUTPUTS, folder).path)

    def look(self, pixels: Pixels, quads: Sequence[Floats]) -> list[SeenBody]:
        """Look at the bodies in boxes (each (4, 2), clockwise) of an upright RGB picture."""
        found: list[SeenBody] = []
        for start in range(0, len(quads), BATCH):
            part = quads[start : start + BATCH]
            stack = np.stack([body_view(pixels, quad) for quad in part])
            (logits,) = self._session.run(["bodies"], {"view": stack.astype(np.float32) / 255})
            found += [SeenBody(*row) for row in (1 / (1 + np.exp(-logits.astype(float)))).tolist()]
        return found


def body_view(pixels: Pixels, quad: Floats) -> Pixels:
    """Return what the net sees of a box: its surroundings, upright, and where it is in them.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: the box, pixels, shape (4, 2), clockwise.

    Returns:
        uint8, shape (4, SIDE, SIDE): red, green, blue, and 255 within the box.
    """
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    half = REACH / 2 * max(sides[0] + sides[2], sides[1] + sides[3]) / 2
    middle = quad.mean(axis=0)
    seen = rectify(pixels, middle + half * _CORNERS, crop=SIDE)
    inside = _is_inside(middle[0] + half * _STEPS, middle[1] + half * _STEPS, quad)
    return np.concatenate([seen.transpose(2, 0, 1), inside[None].astype(np.uint8) * 255])


def _is_inside(xs: Floats, ys: Floats, quad: Floats) -> NDArray[np.bool_]:
    """Return whether the places of a grid are in a clockwise quad, shape (ys, xs)."""
    inside = np.ones((len(ys), len(xs)), np.bool_)
    for (x0, y0), (x1, y1) in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        inside &= (x1 - x0) * (ys[:, None] - y0) >= (y1 - y0) * (xs - x0)
    return inside
