"""Whether a box is a tile: by both nets, and by the tiles around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Floats, Pixels
from vision.judging.existence import tile_probabilities
from vision.recognition.classifier import Classification, rectify
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.tile_colours import paper_colour

IVORY, GREEN, RED = (230, 224, 208), (30, 120, 80), (170, 40, 30)
Colour = tuple[int, int, int]


def picture(*quads_with_colours: tuple[Floats, Colour]) -> Pixels:
    """A dark table with rectangles of these colours."""
    pixels = np.full((400, 800, 3), 30, np.uint8)
    for quad, colour in quads_with_colours:
        (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
        pixels[top:bottom, left:right] = colour
    return pixels


def tile_at(column: float, row: float = 0.0, size: float = 1.0) -> Floats:
    """A box of a grid of tiles, clockwise from its upper left."""
    x, y, wide, tall = 50 + 40 * column, 50 + 54 * row, 40 * size, 54 * size
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]])


class Nets:
    """Finder and namer with given results; the colours are those of the picture."""

    def __init__(self, boxes: Sequence[Detection], names: Sequence[Classification]) -> None:
        self.boxes, self.names = boxes, names

    def find(self, pixels: Pixels) -> list[Detection]:
        """The boxes."""
        return list(self.boxes)

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Their names, with their colours."""
        crops = [rectify(pixels, quad) for quad in quads]
        pairs = zip(self.names, crops, strict=True)
        return [replace(one, paper=paper_colour(crop)) for one, crop in pairs]


def chances(
    pixels: Pixels, boxes: Sequence[Detection], names: Sequence[Classification]
) -> list[float]:
    """The probabilities of a tile in boxes of a picture."""
    nets: Any = Nets(boxes, names)
    return tile_probabilities(TileRecognizer(nets, nets).find_boxes(pixels))


def name(kind: str, share: float = 0.95, nothing: float = 0.0) -> Classification:
    return Classification(((kind, share * (1 - nothing)),), nothing, 0, False)


def chance(
    quad: Floats,
    named: Classification,
    score: float,
    around: list[tuple[Floats, str, Colour]],
    colour: Colour = IVORY,
) -> float:
    """The probability of a tile in a box beside certain tiles."""
    pixels = picture((quad, colour), *((box, ground) for box, _, ground in around))
    boxes = [Detection(quad, score, 0.5), *(Detection(box, 0.95, 0.5) for box, _, _ in around)]
    return chances(pixels, boxes, [named, *(name(kind) for _, kind, _ in around)])[0]


FACES = [(tile_at(column), f"{column + 1}p", IVORY) for column in range(5)]


@pytest.mark.parametrize(
    ("score", "named", "low", "high"),
    [
        (0.95, name("3s"), 0.99, 1.0),  # both nets are sure
        (0.95, name("3s", 0.5, nothing=0.95), 0.3, 0.9),  # the classifier sees no tile
        (0.4, name("3s", 0.6), 0.3, 0.8),  # and its name is doubtful
        (0.4, name(BACK), 0.1, 0.6),  # any plain surface looks like a back
        (0.26, name("3s", nothing=0.9), 0.0, 0.25),
        (0.26, name("3s", 0.3, nothing=0.9), 0.0, 0.05),
    ],
)
def test_both_nets_decide(score: float, named: Classification, low: float, high: float) -> None:
    assert low < chance(tile_at(0), named, score, []) < high


@pytest.mark.parametrize(
    ("quad", "likelier"),
    [
        (tile_at(5), True),  # at the row's end
        (tile_at(2, 1), True),  # below it
        (np.roll(tile_at(5), 1, axis=0), True),  # whichever corner comes first
        (tile_at(9), False),  # apart
        (tile_at(5, 0.5), False),  # out of line
        (tile_at(5, 0, 1.5), False),  # too large
    ],
)
def test_a_box_that_fits_into_a_row_of_faces_is_a_tile(quad: Floats, likelier: bool) -> None:
    alone = chance(quad, name("5z", 0.6), 0.3, [])
    beside = chance(quad, name("5z", 0.6), 0.3, FACES)
    assert (beside > alone + 0.2) == likelier


@pytest.mark.parametrize("size", [0.4, 2.2])
def test_a_box_of_another_size_than_the_faces_is_doubtful(size: float) -> None:
    quad = tile_at(9, 1, size)
    assert chance(quad, name("8p"), 0.6, FACES) < 0.8 * chance(quad, name("8p"), 0.6, [])


def test_backs_have_one_colour() -> None:
    walls = [(tile_at(column, 3), BACK, GREEN) for column in range(5)]
    green, red = (
        chance(tile_at(9, 1), name(BACK), 0.7, [*FACES, *walls], colour) for colour in (GREEN, RED)
    )
    assert red < green / 2
    pale = chance(tile_at(9, 1), name(BACK), 0.7, [*FACES, *walls], IVORY)
    assert pale == pytest.approx(green)  # it may be a white dragon
    beside = chance(tile_at(5, 3), name(BACK), 0.4, walls, GREEN)
    assert beside > chance(tile_at(5, 3), name(BACK), 0.4, walls, RED)


def test_a_blank_box_in_the_colour_of_the_table_is_a_drawn_cell() -> None:
    cell, tile = (chance(tile_at(9, 1), name(BACK), 0.7, FACES, c) for c in ((32, 30, 30), GREEN))
    assert cell < tile / 2
    assert chance(tile_at(9, 1), name("3s"), 0.7, FACES, (32, 30, 30)) > 0.9  # a black tile's face


def test_a_blank_tile_between_others_is_no_cell() -> None:
    """Between tiles of its colour nothing of the table is seen beside it but on one side."""
    around = [
        (tile_at(column, row), BACK, GREEN)
        for column, row in ((4, 1), (6, 1), (5, 2), (4, 2), (6, 2))
    ]
    backs = [Detection(tile_at(5, 1), 0.7, 0.5)]
    backs += [Detection(box, 0.95, 0.5) for box, _, _ in around]
    named = [name(BACK)] * len(backs)
    on_green = picture((tile_at(0, 0, 20), GREEN))
    on_black = picture(*((box.quad, GREEN) for box in backs))
    whole, parted = (chances(pixels, backs, named)[0] for pixels in (on_green, on_black))
    assert whole == pytest.approx(parted)


def test_a_tile_that_a_row_supports_supports_the_next() -> None:
    quads = [*(quad for quad, _, _ in FACES), tile_at(5), tile_at(6)]
    scores = [0.95] * 5 + [0.3, 0.2]
    boxes = [Detection(quad, score, 0.1) for quad, score in zip(quads, scores, strict=True)]
    names = [name("3s")] * 5 + [name("3s", 0.7)] * 2
    in_row = chances(picture(), boxes, names)
    assert in_row[6] > chances(picture(), boxes[6:], names[6:])[0] + 0.2
    assert in_row[6] > chances(picture(), boxes[:5] + boxes[6:], names[:5] + names[6:])[5] + 0.2


def test_no_box_no_probability() -> None:
    assert chances(picture(), [], []) == []
