"""Plane geometry of tiles in a picture: pure functions on small arrays.

A quad is an array of shape (4, 2), float64, pixels (x to the right, y down), clockwise as seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .seen_tile import Quad

Array = NDArray[np.float64]


def corners(quad: ArrayLike) -> Array:
    """Return the quad as an array of shape (4, 2).

    Raises:
        ValueError: if it is not four points.
    """
    points = np.asarray(quad, dtype=np.float64)
    if points.shape != (4, 2):
        raise ValueError(f"a quad has 4 points (x, y), got an array of shape {points.shape}")
    return points


def as_quad(points: ArrayLike) -> Quad:
    """Convert an array of shape (4, 2) to plain tuples."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners(points))
    return a, b, c, d


def clockwise(points: ArrayLike) -> Array:
    """Sort the four points clockwise as seen, keeping the first point first."""
    quad = corners(points)
    x, y = (quad - quad.mean(axis=0)).T
    order = np.argsort(np.arctan2(y, x), kind="stable")
    return quad[np.roll(order, -int(np.flatnonzero(order == 0)[0]))]


def centre(quads: Array) -> Array:
    """Return where the diagonals meet; (..., 4, 2) to (..., 2).

    It is the tile's middle also in perspective.
    """
    a, b, c, d = (quads[..., k, :] for k in range(4))
    ac, bd = c - a, d - b
    across = _cross(ac, bd)
    flat = np.abs(across) < 1e-9
    along = np.where(flat, 0.5, _cross(b - a, bd) / np.where(flat, 1.0, across))
    return np.asarray(a + ac * along[..., None])


def area(quads: Array) -> Array:
    """Return the area of each quad; shape (..., 4, 2) gives shape (...)."""
    ac, bd = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    return np.asarray(0.5 * np.abs(_cross(ac, bd)))


def sides(quads: Array) -> tuple[Array, Array]:
    """Return two mean side vectors of each quad: along first-to-second and first-to-last corner.

    For an oriented tile these are its own rightward and downward vectors. Shapes (..., 2).
    """
    right = 0.5 * (quads[..., 1, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 3, :])
    down = 0.5 * (quads[..., 3, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 1, :])
    return np.asarray(right), np.asarray(down)


def side_lengths(quad: Array) -> Array:
    """Return the lengths of the four sides, shape (4,), beginning with first-to-second."""
    return np.asarray(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1))


def axis_angle(vector: Array) -> float:
    """Return the angle of an axis: degrees from 0 up to 180, clockwise from the x axis as seen."""
    return float(np.degrees(np.arctan2(vector[1], vector[0])) % 180.0)


def angle_apart(a: float, b: float, period: float = 180.0) -> float:
    """Return the difference of two angles in degrees that repeat with `period`."""
    return abs((a - b + period / 2) % period - period / 2)


def iou(a: Array, b: Array) -> float:
    """Return the intersection over union of two convex quads, from 0 to 1."""
    shared = overlap(a, b)
    union = float(area(a) + area(b)) - shared
    return shared / union if union > 0 else 0.0


def overlap(a: Array, b: Array) -> float:
    """Return the area that two convex quads share, in square pixels."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared)


def homography(source: ArrayLike, target: ArrayLike) -> Array:
    """Return the 3x3 matrix that maps the four source points to the four target points."""
    matrix = cv2.getPerspectiveTransform(
        corners(source).astype(np.float32), corners(target).astype(np.float32)
    )
    return np.asarray(matrix, dtype=np.float64)


def warp(matrix: Array, points: Array) -> Array:
    """Map points of shape (..., 2) through a 3x3 homography; the shape is kept."""
    flat = points.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray((flat[:, :2] / flat[:, 2:]).reshape(points.shape))


def rectifying_homography(quads: Array) -> Array:
    """Return the homography (3, 3) that makes equal tiles of one table equally large.

    In a picture of a plane the area of a small piece goes with the cube of a linear function
    of its place in the picture, and that function is the plane's vanishing line. So the cube
    root of the tiles' areas, fitted linearly, undoes the perspective up to an affine map. The
    fit is robust, since a box may include a tile's side, and held towards "no perspective",
    since a single row does not constrain the direction across it.

    Args:
        quads: shape (n, 4, 2).
    """
    if len(quads) < 5:  # too few to separate perspective from inexact boxes
        return np.eye(3)
    size = np.cbrt(area(quads))
    place = centre(quads)
    middle, spread = place.mean(axis=0), float(place.std()) or 1.0
    design = np.column_stack([np.ones(len(place)), (place - middle) / spread])
    ridge = np.diag([0.0, 0.05, 0.05])  # slope of 0.3 is strong; boxes are sure to 0.05 each
    weight = np.ones(len(place))
    target = size / np.median(size)
    for _ in range(6):
        weighted = design * weight[:, None]
        line = np.linalg.solve(weighted.T @ design + ridge, weighted.T @ target)
        off = np.abs(design @ line - target)
        weight = 1.0 / np.maximum(1.0, off / 0.04)
    height = design @ line
    while height.min() < 0.25 * height.max():  # no tile may come near the horizon
        line[1:] *= 0.8
        height = design @ line
    slope = line[1:] / line[0] / spread
    x, y = middle  # the origin moves there, so that the view at the middle stays as it is
    return np.array([[1, 0, -x], [0, 1, -y], [slope[0], slope[1], 1 - slope @ middle]])


def stack(quads: Sequence[Quad]) -> Array:
    """Stack the quads into one array of shape (n, 4, 2)."""
    return np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
