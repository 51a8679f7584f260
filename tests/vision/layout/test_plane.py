"""Plane geometry of quads in plain numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.layout import plane
from vision.seen_tile import Quad

SQUARE: Quad = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


def move(quad: Quad, right: float, down: float = 0.0) -> Quad:
    """The quad at another place."""
    a, b, c, d = ((x + right, y + down) for x, y in quad)
    return a, b, c, d


def project(quad: Quad) -> Quad:
    """The quad in perspective: the farther to the right, the smaller."""
    a, b, c, d = ((x / (1 + 0.02 * x), y / (1 + 0.02 * x)) for x, y in quad)
    return a, b, c, d


def test_measures_of_a_square() -> None:
    assert plane.area(SQUARE) == 4
    assert plane.centre(SQUARE) == (1, 1)
    assert plane.sides(SQUARE) == ((2, 0), (0, 2))


def test_a_quad_without_extent_has_a_centre_and_no_overlap() -> None:
    point: Quad = ((3.0, 1.0),) * 4
    assert plane.centre(point) == (3, 1)
    assert plane.overlap(point, SQUARE) == 0
    assert plane.rectify([point] * 6) == [point] * 6


def test_the_centre_stays_the_centre_in_perspective() -> None:
    quad = move(SQUARE, 9)
    x, y = plane.centre(quad)
    assert plane.centre(project(quad)) == pytest.approx((x / (1 + 0.02 * x), y / (1 + 0.02 * x)))


@pytest.mark.parametrize(
    ("other", "area"),
    [(SQUARE, 4), (move(SQUARE, 1), 2), (move(SQUARE, 1, 1), 1), (move(SQUARE, 5), 0),
     (((1.0, -0.5), (2.5, 1.0), (1.0, 2.5), (-0.5, 1.0)), 3.5),
     (((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5)), 1)],
)  # fmt: skip
def test_overlap(other: Quad, area: float) -> None:
    assert plane.overlap(SQUARE, other) == pytest.approx(area)
    assert plane.overlap(other, SQUARE) == pytest.approx(area)


def rectangle(x: float, y: float, width: float, height: float, degrees: float) -> Quad:
    """A rectangle around a point, clockwise."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    offsets = ((right * width / 2, down * height / 2) for right, down in signs)
    a, b, c, d = ((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in offsets)
    return a, b, c, d


places, lengths = st.floats(-40, 40), st.floats(5, 60)
rectangles = st.builds(rectangle, places, places, lengths, lengths, st.floats(0, 90))


@given(one=rectangles, other=rectangles)
def test_two_rectangles_share_at_most_the_smaller_one(one: Quad, other: Quad) -> None:
    shared = plane.overlap(one, other)
    assert shared == pytest.approx(plane.overlap(other, one), abs=1e-6)
    assert 0 <= shared <= min(plane.area(one), plane.area(other)) + 1e-6


def test_rectifying_makes_a_receding_row_even() -> None:
    row = [project(move(SQUARE, 3 * i)) for i in range(12)]
    assert plane.area(row[0]) > 3 * plane.area(row[-1])
    areas = [plane.area(quad) for quad in plane.rectify(row)]
    assert max(areas) < 1.1 * min(areas)


def test_few_tiles_are_not_rectified() -> None:
    row = [project(move(SQUARE, 3 * i)) for i in range(4)]
    assert plane.rectify(row) == row


def test_no_tile_comes_near_the_horizon() -> None:
    """Of sizes that differ more than a plane's in a photo do, a part alone is taken out."""
    row = [move(SQUARE, 3.0 * i) for i in range(12)]
    receding = [tuple((x / (1 + 0.5 * x), y / (1 + 0.5 * x)) for x, y in quad) for quad in row]
    rectified = plane.rectify([(a, b, c, d) for a, b, c, d in receding])
    lefts = [quad[0][0] for quad in rectified]
    assert lefts == sorted(lefts) and all(plane.area(quad) > 0 for quad in rectified)
    sizes = [math.sqrt(plane.area(quad)) for quad in rectified]
    before = [math.sqrt(plane.area((a, b, c, d))) for a, b, c, d in receding]
    assert max(before) / min(before) > max(sizes) / min(sizes) > 2
