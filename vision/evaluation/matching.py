"""Matching of predicted outlines to labelled tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2

import cv2
import numpy as np
from numpy.typing import NDArray

from ..layout.plane import area, overlap
from ..seen_tile import Point, Quad

LEAST_IOU = 0.3  # below, outlines are the same tile only if one contains the other's centre


def match(
    labels: Sequence[Quad], predicted: Sequence[Quad], least_iou: float = LEAST_IOU
) -> tuple[tuple[int, int], ...]:
    """Match predictions to labels: pairs (label, prediction), one to one, sorted by label.

    The pair with the highest overlap comes first. The rest pair, nearest first, where one
    outline contains the other's centre (a box around a leaning tile overlaps it little).
    """
    overlaps = [
        (-outline_iou(label, quad), i, j)
        for i, label in enumerate(labels)
        for j, quad in enumerate(predicted)
        if _boxes_meet(label, quad)
    ]
    pairs = _one_to_one(((i, j) for cost, i, j in sorted(overlaps) if -cost >= least_iou), {})
    distances = [
        (_distance(labels[i], predicted[j]), i, j)
        for _, i, j in overlaps
        if _contains(labels[i], centre(predicted[j])) or _contains(predicted[j], centre(labels[i]))
    ]
    pairs = _one_to_one(((i, j) for _, i, j in sorted(distances)), pairs)
    return tuple(sorted(pairs.items()))


def _one_to_one(candidates: Iterable[tuple[int, int]], pairs: dict[int, int]) -> dict[int, int]:
    pairs = dict(pairs)
    taken = set(pairs.values())
    for i, j in candidates:
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def centre(quad: Quad) -> Point:
    """Return the mean of the corners."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _distance(one: Quad, other: Quad) -> float:
    (x0, y0), (x1, y1) = centre(one), centre(other)
    return float(np.hypot(x1 - x0, y1 - y0))


def _hull(quad: Quad) -> NDArray[np.float32]:
    """Return the corners in OpenCV's order."""
    hull: NDArray[np.float32] = cv2.convexHull(np.asarray(quad, np.float32))  # type: ignore[assignment]
    return hull


def outline_iou(one: Quad, other: Quad) -> float:
    """Return the intersection over union of two convex outlines, 0 to 1."""
    a, b = _in_order(one), _in_order(other)
    common = overlap(a, b)
    union = area(a) + area(b) - common
    return common / union if union > 0 else 0.0


def _in_order(quad: Quad) -> Quad:
    """Return the corners clockwise in the picture; a label's may run either way round."""
    x, y = centre(quad)
    a, b, c, d = sorted(quad, key=lambda corner: atan2(corner[1] - y, corner[0] - x))
    return a, b, c, d


def _boxes_meet(one: Quad, other: Quad) -> bool:
    return all(
        min(p[axis] for p in one) <= max(p[axis] for p in other)
        and min(p[axis] for p in other) <= max(p[axis] for p in one)
        for axis in (0, 1)
    )


def _contains(quad: Quad, point: Point) -> bool:
    return bool(cv2.pointPolygonTest(_hull(quad), point, measureDist=False) >= 0)
