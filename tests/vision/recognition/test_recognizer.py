"""Finder and namer together: which boxes are tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.found_box import SeenBody
from vision.judging.existence import ExistenceSettings, tile_probability
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer

WIDTH, HEIGHT, TOP = 40.0, 54.0, 100.0
TABLE = np.zeros((300, 600, 3), np.uint8)
TABLE[int(TOP) : int(TOP + HEIGHT),] = 220  # a row of tiles without gaps
NOTHING = Classification((("3s", 0.1),), 0.9, 0, False)
"""What a namer says of a place without a tile."""
UNKNOWN = SeenBody(0.5, 0.0, 0.5)


def tile_at(left: float, width: float = WIDTH) -> Floats:
    """A box of the row, clockwise from its upper left."""
    right, bottom = left + width, TOP + HEIGHT
    return np.array([[left, TOP], [right, TOP], [right, bottom], [left, bottom]])


def test_a_large_photo_is_read_in_a_smaller_copy_and_its_quads_fit_the_photo() -> None:
    quads = [tile_at(number * WIDTH) for number in range(8)]
    named = Classification((("3s", 0.95),), 0.0, 0, True)
    both: Any = Nets([Detection(quad, 0.9, 0.1) for quad in quads], [named] * 8)
    plain = TileRecognizer(both, both, both).recognize(TABLE)
    sizes: list[tuple[int, ...]] = []

    class Large:
        """The same row, four times as large."""

        def find(self, pixels: Pixels) -> list[Detection]:
            return [replace(box, quad=4 * box.quad) for box in both.find(pixels)]

        def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
            sizes.append(pixels.shape[:2])
            return list(both.classify(pixels, [quad * 1200 / len(pixels) / 4 for quad in quads]))

    large: Any = Large()
    seen = TileRecognizer(large, large, both).recognize(np.tile(TABLE, (4, 4, 1)))
    assert set(sizes) == {(600, 1200)}
    for one, other in zip(plain, seen, strict=True):
        assert one.kind == other.kind
        assert np.array(other.quad) == pytest.approx(4 * np.array(one.quad), abs=0.01)


def test_names_are_those_of_a_tile_and_the_confidence_counts_whether_there_is_one() -> None:
    box = Detection(tile_at(0), 0.8, 0.1)
    name = Classification((("3s", 0.72), ("2s", 0.18)), 0.1, 0, True)
    both: Any = Nets([box], [name])
    nets = TileRecognizer(both, both, both)
    (tile,) = nets.recognize(TABLE)
    assert dict(tile.names) == pytest.approx({"3s": 0.8, "2s": 0.2})
    (found,) = nets.find_boxes(TABLE)
    assert tile.existence == tile_probability(found, ExistenceSettings())
    assert tile.confidence == pytest.approx(0.8 * tile.existence)
    assert dict(tile.probabilities)["2s"] == pytest.approx(0.2 * tile.existence)


class Nets:
    """Finder and namer with given results."""

    def __init__(
        self,
        boxes: Sequence[Detection],
        names: Sequence[Classification],
        body: SeenBody = UNKNOWN,
    ) -> None:
        self.boxes, self.names, self.body = boxes, names, body

    def find(self, pixels: Pixels) -> list[Detection]:
        """The boxes, in any picture."""
        return list(self.boxes)

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Their names, in their order; nothing in another place."""
        known = {
            tuple(box.quad.ravel()): name for box, name in zip(self.boxes, self.names, strict=True)
        }
        return [known.get(tuple(quad.ravel()), NOTHING) for quad in quads]

    def look(self, pixels: Pixels, quads: Sequence[Floats]) -> list[SeenBody]:
        """The same of each body."""
        return [self.body] * len(quads)


def test_a_tile_keeps_what_is_seen_of_its_body() -> None:
    box = Detection(tile_at(0), 0.95, 0.5)
    name = Classification((("3s", 0.95), ("2s", 0.05)), 0.0, 0, False)
    both: Any = Nets([box], [name], SeenBody(0.99, 0.9995, 0.75))
    (tile,) = TileRecognizer(both, both, both).recognize(TABLE)
    assert (tile.printed, tile.raised) == (0.9995, 0.75)
