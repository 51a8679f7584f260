"""Plane geometry of quads as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from vision import geometry

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])


def test_measures_of_a_square() -> None:
    assert geometry.area(SQUARE) == pytest.approx(4)
    assert geometry.centre(SQUARE) == pytest.approx([1, 1])


def test_a_quad_has_four_points() -> None:
    with pytest.raises(ValueError, match="4 points"):
        geometry.corners([[0, 0], [1, 1]])
