"""Boxes that are no whole tile: fragments of one, and the suspect box of a wrong count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from .. import geometry
from ..arrays import Floats
from ..geometry import Array


@dataclass(frozen=True, slots=True)
class PieceSettings:
    """Thresholds for fragments of one tile. Set on rendered scenes.

    Attributes:
        piece: area of a fragment against its neighbours, at most.
        least, most: area of the merged tile against the neighbours.
        loose: area of the rectangle around the fragments against their own; tight ones adjoin.
        near: how many of the nearest boxes are the neighbours.
    """

    piece: float = 0.8
    least: float = 0.75
    most: float = 1.3
    loose: float = 1.35
    near: int = 6


def find_fragments(
    quads: Sequence[Floats], settings: PieceSettings | None = None
) -> list[tuple[tuple[int, ...], Floats]]:
    """Find boxes that may be fragments of one tile, with the box of the whole tile.

    Args:
        quads: boxes, each (4, 2), pixels.
        settings: thresholds.

    Returns:
        indices of the fragments, and a rectangle around them (4, 2), clockwise, a short side first.
    """
    settings = settings or PieceSettings()
    if len(quads) < 6:
        return []
    boxes = np.stack([np.asarray(quad, np.float64) for quad in quads])
    area, middle = geometry.area(boxes), geometry.centre(boxes)
    usual = [_typical_area(i, area, middle, settings.near) for i in range(len(boxes))]
    small = [int(i) for i in np.argsort(area) if area[i] < settings.piece * usual[i]][:10]
    ways = []
    for group in (*combinations(small, 2), *combinations(small, 3)):
        quad = _bounding_rectangle(boxes[list(group)])
        whole, own = float(geometry.area(quad)), float(area[list(group)].sum())
        size = whole / max(usual[i] for i in group)
        if whole < settings.loose * own and settings.least < size < settings.most:
            ways.append((abs(math.log(size)) + abs(math.log(whole / own)), group, quad))
    found: list[tuple[tuple[int, ...], Floats]] = []
    for _, group, quad in sorted(ways, key=lambda way: way[0]):
        if not {i for pieces, _ in found for i in pieces} & set(group):
            found.append((group, quad))
    return found


def _typical_area(at: int, area: Array, middle: Array, near: int) -> float:
    """Return the typical area around one box: the 70th percentile.

    The neighbours may be fragments too, so the larger ones count.
    """
    order = np.argsort(np.linalg.norm(middle - middle[at], axis=1))[1 : near + 1]
    return float(np.percentile(area[order], 70))


def _bounding_rectangle(boxes: Array) -> Floats:
    """Return the smallest rectangle around boxes, clockwise from one end of a short side."""
    points = boxes.reshape(-1, 2).astype(np.float32)
    quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float64)
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return np.roll(quad, -1, axis=0) if first > second else quad
