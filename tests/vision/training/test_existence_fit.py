"""The fit of the probability that there is a tile in a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.found_box import FoundBox, SeenBody
from vision.geometry import as_quad
from vision.judging.existence import ExistenceSettings, existence_terms, tile_probability
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer
from vision.training.existence import (
    BoxSample,
    LabelledPicture,
    coefficients,
    cross_validate,
    figures,
    fit,
    probabilities,
    sample_boxes,
)

TABLE = np.full((300, 900, 3), 40, np.uint8)
NOW = ExistenceSettings()
SEEN = SeenBody(0.5, 0.0, 0.5)
"""What is seen of the bodies in all boxes: nothing."""


def box_at(column: int) -> Floats:
    """A box of a row in which no two adjoin."""
    x = 20.0 + 100 * column
    return np.array([[x, 100], [x + 40, 100], [x + 40, 154], [x, 154]])


def sample(scores: Sequence[float], is_tile: Sequence[bool], source: str = "a") -> BoxSample:
    truth = np.array(is_tile, float)
    return BoxSample(source, terms_of(scores), truth, np.ones(len(truth)))


def terms_of(scores: Sequence[float]) -> Floats:
    return np.array([existence_terms(box, NOW) for box in boxes_of(scores)])


def boxes_of(scores: Sequence[float]) -> list[FoundBox]:
    """Boxes of that row by a finder with these scores."""
    return [
        FoundBox(as_quad(box_at(k)), score, (("3s", 0.9),), 0.1, True, (80.0, 0.0, 0.0), SEEN)
        for k, score in enumerate(scores)
    ]


GRID = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
LOW = [sample(GRID, [score > 0.35 for score in GRID], f"set {k}") for k in range(30)]
"""Pictures by a detector whose tiles have low scores."""


def test_the_settings_in_use_give_the_probabilities_of_the_reader() -> None:
    found = probabilities(sample(GRID, [True] * 7), coefficients(NOW))
    assert list(found) == pytest.approx([tile_probability(box, NOW) for box in boxes_of(GRID)])


def test_a_detector_of_low_scores_is_trusted_at_lower_ones() -> None:
    fitted = fit(LOW, NOW)
    before, after = (probabilities(LOW[0], coefficients(s)) for s in (NOW, fitted))
    assert before[1] < 0.7 < after[1]
    assert after[0] < 0.5
    assert fitted.bound == NOW.bound


def test_no_term_changes_its_sign() -> None:
    inverse = [sample(GRID, [score < 0.55 for score in GRID]) for _ in range(30)]
    assert fit(inverse, NOW).score == 0.0


def test_a_picture_is_judged_by_coefficients_fitted_without_its_set() -> None:
    other = [replace_truth(s) if s.source == "set 3" else s for s in LOW]
    one, two = cross_validate(LOW, NOW), cross_validate(other, NOW)
    assert np.allclose(one[3], two[3])
    assert not np.allclose(one[4], two[4])


def replace_truth(given: BoxSample) -> BoxSample:
    return BoxSample(given.source, given.terms, 1 - given.is_tile, given.weights)


def test_the_figures_count_sure_boxes_without_a_tile() -> None:
    found = figures(np.array([0.995, 0.999, 0.6, 0.1]), np.array([1.0, 0.0, 1.0, 1.0]))
    assert (found.boxes, found.tiles, found.sure, found.sure_wrong) == (4, 3, 2, 1)
    assert (found.kept_wrong, found.lost) == (1, 1)
    assert found.error == pytest.approx((0.994 + 0.4 + 0.9) / 4)


class Nets:
    """Both nets: boxes in every picture, each a 3 of bamboo."""

    def find(self, pixels: Pixels) -> list[Detection]:
        return [Detection(box_at(k), 0.9, 0.1) for k in (0, 2, 4)]

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        return [Classification((("3s", 0.9),), 0.1, 0, True) for _ in quads]

    def look(self, pixels: Pixels, quads: Sequence[Floats]) -> list[SeenBody]:
        return [SEEN for _ in quads]


def test_boxes_on_labelled_tiles_hold_a_tile() -> None:
    nets: Any = Nets()  # Any: it stands in for both nets
    picture = LabelledPicture("a", TABLE, np.array([box_at(0) + 4, box_at(4)]))
    found = sample_boxes(TileRecognizer(nets, nets, nets), picture, NOW)
    assert list(found.is_tile) == [1, 0, 1]
