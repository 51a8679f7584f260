"""Boxes that end before those beside them in a row are lengthened, if the namer agrees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.short_boxes import find_short_boxes

WIDTH, HEIGHT, LOW = 60.0, 42.0, 200.0


def box(place: float, tall: float = HEIGHT, wide: float = WIDTH, low: float = LOW) -> Floats:
    """A box in a row, clockwise from its upper left."""
    left, top = 50 + place * (WIDTH + 2), low - tall
    return np.array([[left, top], [left + wide, top], [left + wide, low], [left, low]])


def row(*heights: float) -> list[Floats]:
    """Boxes with one lower line."""
    return [box(place, tall) for place, tall in enumerate(heights)]


def turn(quads: Sequence[Floats], angle: float) -> list[Floats]:
    """The boxes as a turned camera sees them."""
    c, s = np.cos(angle), np.sin(angle)
    return [quad @ np.array([[c, s], [-s, c]]) for quad in quads]


@pytest.mark.parametrize("angle", [0.0, 0.4, -1.2, 3.0])
def test_a_box_is_as_long_as_its_neighbours(angle: float) -> None:
    short = turn(row(42, 42, 30, 42, 41), angle)
    ((number, quad),) = find_short_boxes(short)
    assert number == 2
    assert quad == pytest.approx(turn([box(2, 42)], angle)[0], abs=0.3)


def test_a_box_at_the_end_of_a_row_beside_another_short_one() -> None:
    """Either end may be the short one there: the namer chooses."""
    quads = [turn([box(0, 32)], 0.08)[0] + np.array([16.0, 0.0]), *row(42, 34, 42, 42, 42)[1:]]
    found = [quad for number, quad in find_short_boxes(quads) if number == 0]
    assert any(np.abs(quad - box(0)).max() < 8 for quad in found)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_corner_stays_the_first(first: int) -> None:
    quads = row(42, 42, 30, 42)
    quads[2] = np.roll(quads[2], first, axis=0)
    ((_, quad),) = find_short_boxes(quads)
    assert quad == pytest.approx(np.roll(box(2, 42), first, axis=0), abs=0.3)


@pytest.mark.parametrize(
    "quads",
    [
        row(42, 42, 41, 40, 42),
        [*row(42, 42), box(2, 30, low=LOW - 22), box(3), box(4)],
        [*row(42, 42), box(2, 31, wide=1.35 * WIDTH), box(3.4), box(4.4)],
        [box(0), box(1, 30)],
        [box(0), box(1), box(3.3, 30)],
        [],
    ],
    ids=["even", "further up", "sideways", "one neighbour", "apart", "no boxes"],
)
def test_other_boxes_are_left_alone(quads: list[Floats]) -> None:
    assert find_short_boxes(quads) == []


class Found:
    """A finder of a row whose third box is short."""

    def find(self, pixels: Pixels) -> list[Detection]:
        """The same boxes in every picture."""
        return [Detection(quad, 0.9, 0.1) for quad in row(42, 42, 30, 42, 42)]

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []


class Named:
    """A namer that reads the short box and the longer one as it is told."""

    def __init__(self, short: tuple[str, float], longer: tuple[str, float]) -> None:
        self.short, self.longer = short, longer

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Names by place and height: all else is 8 characters."""
        return [Classification((self._name(quad),), 0.0, 0, True) for quad in quads]

    def _name(self, quad: Floats) -> tuple[str, float]:
        if not 170 < quad[0, 0] < 180:
            return "8m", 0.99
        return self.short if quad[3, 1] - quad[0, 1] < 36 else self.longer


def third(short: tuple[str, float], longer: tuple[str, float]) -> tuple[str, int]:
    """Kind and height of the third tile."""
    nets = TileRecognizer(Found(), Named(short, longer))  # type: ignore[arg-type]
    pairs, _ = nets.find_candidates(np.full((300, 500, 3), 200, np.uint8))
    detection, name = sorted(pairs, key=lambda pair: float(pair[0].quad[0, 0]))[2]
    return name.names[0][0], round(float(detection.quad[3, 1] - detection.quad[0, 1]))


def test_the_upper_stroke_of_a_character_is_read_with_it() -> None:
    assert third(("1m", 0.7), ("2m", 0.98)) == ("2m", 42)


@pytest.mark.parametrize(
    ("short", "longer"),
    [
        (("2m", 0.95), ("3m", 0.99)),  # it was read surely
        (("2m", 0.7), ("3m", 0.65)),  # the longer box is less sure
        (("2m", 0.2), ("3m", 0.7)),  # nor is it sure by itself
        (("5z", 0.5), ("back", 0.9)),
        (("back", 0.5), ("5z", 0.9)),
    ],
)
def test_a_box_stays_where_the_namer_does_not_agree(
    short: tuple[str, float], longer: tuple[str, float]
) -> None:
    assert third(short, longer) == (short[0], 30)
