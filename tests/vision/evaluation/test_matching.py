"""Which prediction is which label, on made-up boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.evaluation.matching import match, outline_iou
from vision.seen_tile import Quad


def box(x: float, y: float, w: float = 30, h: float = 40) -> Quad:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def test_each_its_own() -> None:
    labels = [box(0, 0), box(30, 0), box(60, 0)]
    assert match(labels, [labels[2], labels[0], labels[1]]) == ((0, 1), (1, 2), (2, 0))


def test_nothing_to_match() -> None:
    assert match([], [box(0, 0)]) == ()
    assert match([box(0, 0)], []) == ()
    assert match([box(0, 0)], [box(100, 0)]) == ()


def test_one_prediction_serves_one_label() -> None:
    """Two labels under one box: the better overlap has it, the other is missed."""
    assert match([box(0, 0), box(10, 0)], [box(8, 0)]) == ((1, 0),)


def test_second_box_on_a_tile_is_left_over() -> None:
    assert match([box(0, 0)], [box(2, 0), box(0, 0)]) == ((0, 1),)


def test_best_overlap_first() -> None:
    """The first prediction overlaps both labels, but the second only one of them."""
    labels = [box(0, 0), box(20, 0)]
    assert match(labels, [box(9, 0), box(0, 0)]) == ((0, 1), (1, 0))


def test_small_overlap_counts_only_with_a_centre_inside() -> None:
    label = box(0, 0, 100, 100)
    assert match([label], [box(40, 40, 20, 20)]) == ((0, 0),)  # a ninth of it, in its middle
    assert match([label], [box(80, 80, 60, 60)]) == ()  # its corner alone


def test_direction_of_the_corners_does_not_matter() -> None:
    clockwise = box(0, 0)
    assert match([clockwise], [clockwise[::-1]]) == ((0, 0),)


def test_leaning_tile_in_an_upright_label_box() -> None:
    diamond: Quad = ((50, 0), (100, 50), (50, 100), (0, 50))
    assert match([box(0, 0, 100, 100)], [diamond]) == ((0, 0),)


@pytest.mark.parametrize("shift", [0.0, 1e-5, 0.1, 3.0, 29.99])
def test_overlap_of_tiles_that_touch(shift: float) -> None:
    """Outlines that share a side, or nearly: OpenCV's own intersection fails on some."""
    expected = (30 - shift) * 40 / ((30 + shift) * 40)
    assert outline_iou(box(0, 0), box(shift, 0)) == pytest.approx(expected, abs=1e-6)
    assert outline_iou(box(0, 0), box(30, shift)) == pytest.approx(0, abs=1e-6)


def test_quads_without_area() -> None:
    point: Quad = ((5, 5),) * 4
    assert match([point], [box(0, 0)]) == ((0, 0),)
    assert match([point], [point]) == ((0, 0),)


places = st.integers(0, 60)
boxes = st.lists(st.builds(box, places, places), max_size=6)


@given(boxes, boxes)
def test_pairs_are_one_to_one(labels: list[Quad], predicted: list[Quad]) -> None:
    pairs = match(labels, predicted)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert all(0 <= i < len(labels) and 0 <= j < len(predicted) for i, j in pairs)
