"""Boxes that are not one tile: fragments of one, and two side by side."""

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
        stretch: length of the merged tile's longer side against its neighbours' extent along it,
            at most. Two tiles that are far away are as large as one nearby, and longer; one that
            lies sideways is nearly as long.
        near: how many of the nearest boxes are the neighbours.
    """

    piece: float = 0.8
    least: float = 0.75
    most: float = 1.3
    loose: float = 1.35
    stretch: float = 1.46
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
        quad = bounding_rectangle(boxes[list(group)])
        whole, own = float(geometry.area(quad)), float(area[list(group)].sum())
        size = whole / max(usual[i] for i in group)
        fits = whole < settings.loose * own and settings.least < size < settings.most
        if fits and _extents_amid_nearest(quad, boxes, middle, settings.near)[1] < settings.stretch:
            ways.append((abs(math.log(size)) + abs(math.log(whole / own)), group, quad))
    found: list[tuple[tuple[int, ...], Floats]] = []
    for _, group, quad in sorted(ways, key=lambda way: way[0]):
        if not {i for pieces, _ in found for i in pieces} & set(group):
            found.append((group, quad))
    return found


@dataclass(frozen=True, slots=True)
class DoubleSettings:
    """Thresholds for a box around two tiles side by side.

    Attributes:
        least, most: length of the box's longer side against its neighbours' extent along it.
        thin, thick: the same for its shorter side.
        large: least product of both: a tile that lies sideways is longer, and as large as one.
        near: how many of the nearest boxes are the neighbours.
    """

    least: float = 1.4
    most: float = 2.5
    thin: float = 0.6
    thick: float = 1.35
    large: float = 1.4
    near: int = 6


def find_double_boxes(
    quads: Sequence[Floats], settings: DoubleSettings | None = None
) -> list[tuple[int, tuple[Floats, Floats]]]:
    """Find boxes that may be around two tiles side by side, with the boxes of both.

    Args:
        quads: boxes, each (4, 2), pixels, a short side first.
        settings: thresholds.

    Returns:
        index of the box, and its halves (4, 2), clockwise, a short side first.
    """
    settings = settings or DoubleSettings()
    if len(quads) < settings.near:
        return []
    boxes = np.stack([np.asarray(quad, np.float64) for quad in quads])
    middle = geometry.centre(boxes)
    found: list[tuple[int, tuple[Floats, Floats]]] = []
    for i, quad in enumerate(boxes):
        wide, tall = _extents_amid_nearest(quad, boxes, middle, settings.near)
        fits = settings.thin < wide < settings.thick and settings.least < tall < settings.most
        if fits and wide * tall > settings.large:
            found.append((i, _halves(quad)))
    return found


def _halves(quad: Floats) -> tuple[Floats, Floats]:
    """Divide a box across its longer sides; each half has a short side first."""
    a, b, c, d = quad
    one, other = (b + c) / 2, (a + d) / 2
    return short_side_first(np.stack([a, b, one, other])), short_side_first(
        np.stack([other, one, c, d])
    )


def _extents_amid_nearest(
    quad: Floats, boxes: Array, middle: Array, near: int
) -> tuple[float, float]:
    """Return a box's short and long side against the extents of its neighbours along them."""
    distances = np.linalg.norm(middle - geometry.centre(quad), axis=1)
    around = boxes[np.argsort(distances)[1 : near + 1]]
    return relative_extents(quad, around)


def relative_extents(quad: Floats, around: Array) -> tuple[float, float]:
    """Return how far a quad reaches along its first two sides against the median of others.

    Args:
        quad: it, shape (4, 2).
        around: the others, shape (n, 4, 2).
    """
    first, second = quad[1] - quad[0], quad[2] - quad[1]
    return (
        float(_extent(quad, first) / np.median(_extent(around, first))),
        float(_extent(quad, second) / np.median(_extent(around, second))),
    )


def _extent(quads: Array, along: Array) -> Array:
    """Return how far quads (..., 4, 2) reach along a direction, times its length."""
    at = quads @ along
    return np.asarray(at.max(axis=-1) - at.min(axis=-1))


def _typical_area(at: int, area: Array, middle: Array, near: int) -> float:
    """Return the typical area around one box: the 70th percentile.

    The neighbours may be fragments too, so the larger ones count.
    """
    order = np.argsort(np.linalg.norm(middle - middle[at], axis=1))[1 : near + 1]
    return float(np.percentile(area[order], 70))


def bounding_rectangle(boxes: Array) -> Floats:
    """Return the smallest rectangle around boxes, clockwise from one end of a short side."""
    points = boxes.reshape(-1, 2).astype(np.float32)
    return short_side_first(np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float64))


def short_side_first(quad: Floats) -> Floats:
    """Return a box, shape (4, 2), clockwise from the end of a short side."""
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return np.roll(quad, -1, axis=0) if first > second else quad
