"""Boxes that are no whole tile: fragments of one, and the suspect box of a wrong count."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from . import geometry
from .arrays import Floats
from .geometry import Array
from .seen import SeenTile


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Thresholds for a suspect box. Set on rendered scenes and the examples.

    Attributes:
        small: area against the row's median; tilted or distant tiles stay above 0.8.
        large: the same for a box that may hold two tiles.
        shared: share of its own area inside another box; neighbours share up to 0.1.
        weak: probability of the best name; a box over two halves of tiles seldom has more.
    """

    small: float = 0.7
    large: float = 1.45
    shared: float = 0.2
    weak: float = 0.5


def doubtful_boxes(
    ids: Sequence[int],
    tiles: Mapping[int, SeenTile],
    off: int,
    settings: BoxSettings | None = None,
) -> tuple[int, ...]:
    """Return the boxes that may cause a wrong count, the most suspect first.

    Args:
        ids: the tiles that were counted.
        tiles: every tile.
        off: tiles too many; negative: too few.
        settings: thresholds.
    """
    settings = settings or BoxSettings()
    if len(ids) < 3:
        return ()
    quads = geometry.stack([tiles[i].quad for i in ids])
    flat = geometry.warp(geometry.flattening(quads), quads)
    size = geometry.area(flat) / float(np.median(geometry.area(flat)))
    doubt = {
        i: _doubt(float(area), shared, tiles[i].confidence, off, settings)
        for i, area, shared in zip(ids, size, _shared(quads), strict=True)
    }
    return tuple(sorted((i for i in ids if doubt[i] > 0), key=lambda i: -doubt[i]))


def _doubt(area: float, shared: float, sure: float, off: int, settings: BoxSettings) -> float:
    """Return how suspect one box is; 0 if every measure is normal."""
    if off < 0:  # a tile may hide in a box that is too large
        return max(0.0, area - settings.large)
    reasons = (settings.small - area, shared - settings.shared, settings.weak - sure)
    return sum(max(0.0, reason) for reason in reasons)


def _shared(quads: Array) -> list[float]:
    """Return the largest share of each box's own area that another box covers."""
    own = geometry.area(quads)
    return [
        max(geometry.overlap(quads[i], quads[j]) for j in range(len(quads)) if j != i)
        / float(own[i])
        for i in range(len(quads))
    ]


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


def cut_tiles(
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
    usual = [_usual(i, area, middle, settings.near) for i in range(len(boxes))]
    small = [int(i) for i in np.argsort(area) if area[i] < settings.piece * usual[i]][:10]
    ways = []
    for group in (*combinations(small, 2), *combinations(small, 3)):
        quad = _around(boxes[list(group)])
        whole, own = float(geometry.area(quad)), float(area[list(group)].sum())
        size = whole / max(usual[i] for i in group)
        if whole < settings.loose * own and settings.least < size < settings.most:
            ways.append((abs(math.log(size)) + abs(math.log(whole / own)), group, quad))
    found: list[tuple[tuple[int, ...], Floats]] = []
    for _, group, quad in sorted(ways, key=lambda way: way[0]):
        if not {i for pieces, _ in found for i in pieces} & set(group):
            found.append((group, quad))
    return found


def _usual(at: int, area: Array, middle: Array, near: int) -> float:
    """Return the typical area around one box: the 70th percentile.

    The neighbours may be fragments too, so the larger ones count.
    """
    order = np.argsort(np.linalg.norm(middle - middle[at], axis=1))[1 : near + 1]
    return float(np.percentile(area[order], 70))


def _around(boxes: Array) -> Floats:
    """Return the smallest rectangle around boxes, clockwise from one end of a short side."""
    points = boxes.reshape(-1, 2).astype(np.float32)
    quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float64)
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return np.roll(quad, -1, axis=0) if first > second else quad
