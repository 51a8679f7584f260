"""Plane geometry of quads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import geometry

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])


def test_measures_of_a_square() -> None:
    assert geometry.area(SQUARE) == pytest.approx(4)
    assert geometry.centre(SQUARE) == pytest.approx([1, 1])
    assert geometry.side_lengths(SQUARE) == pytest.approx([2, 2, 2, 2])
    right, down = geometry.sides(SQUARE)
    assert (tuple(right), tuple(down)) == ((2, 0), (0, 2))


def test_overlap_and_iou() -> None:
    half = SQUARE + np.array([1, 0])
    assert geometry.overlap(SQUARE, half) == pytest.approx(2)
    assert geometry.iou(SQUARE, half) == pytest.approx(1 / 3)
    assert geometry.iou(SQUARE, SQUARE + np.array([5, 0])) == 0


@given(st.permutations([1, 2, 3]))
def test_clockwise_keeps_the_first_corner(order: list[int]) -> None:
    assert np.array_equal(geometry.clockwise(SQUARE[[0, *order]]), SQUARE)


def test_homography_takes_corners_to_corners_and_centres_to_centres() -> None:
    target = np.array([[10.0, 10.0], [30.0, 12.0], [27.0, 25.0], [8.0, 22.0]])
    matrix = geometry.homography(SQUARE, target)
    assert geometry.warp(matrix, SQUARE) == pytest.approx(target, abs=1e-3)
    middle = geometry.warp(matrix, geometry.centre(SQUARE))
    assert middle == pytest.approx(geometry.centre(target), abs=1e-3)


def test_flattening_makes_a_receding_row_even() -> None:
    row = np.stack([SQUARE + np.array([3 * i, 0]) for i in range(12)])
    view = np.array([[1, 0, 0], [0, 1, 0], [0.02, 0, 1]])  # the far end is half as large
    flat = geometry.area(
        geometry.warp(
            geometry.rectifying_homography(geometry.warp(view, row)), geometry.warp(view, row)
        )
    )
    assert flat.max() / flat.min() < 1.1


def test_a_quad_has_four_points() -> None:
    with pytest.raises(ValueError, match="4 points"):
        geometry.corners([[0, 0], [1, 1]])


@pytest.mark.parametrize(("a", "b", "apart"), [(10, 170, 20), (0, 90, 90), (179, 1, 2)])
def test_axes_repeat_after_half_a_turn(a: float, b: float, apart: float) -> None:
    assert geometry.angle_apart(a, b) == pytest.approx(apart)
