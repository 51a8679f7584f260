"""Plane geometry of tiles in a picture: pure functions on small arrays.

A quad is an array of shape (4, 2), float64, pixels (x to the right, y down), clockwise as seen.
"""

from __future__ import annotations

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


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
