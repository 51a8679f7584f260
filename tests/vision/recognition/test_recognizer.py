"""Finder and namer together: which boxes are tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Floats, Pixels
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.existence import tile_probabilities
from vision.recognition.recognizer import TileRecognizer

WIDTH, HEIGHT, TOP = 40.0, 54.0, 100.0
TABLE = np.zeros((300, 600, 3), np.uint8)
TABLE[int(TOP) : int(TOP + HEIGHT),] = 220  # a row of tiles without gaps
NOTHING = Classification((("3s", 0.1),), 0.9, 0, False)
"""What a namer says of a place without a tile."""


def tile_at(left: float, width: float = WIDTH) -> Floats:
    """A box of the row, clockwise from its upper left."""
    right, bottom = left + width, TOP + HEIGHT
    return np.array([[left, TOP], [right, TOP], [right, bottom], [left, bottom]])


class Doubled:
    """Finder and namer of a row whose last box is around two tiles.

    They are side by side, or one above the other. The namer gives the box and its halves the given
    names and shares.
    """

    def __init__(
        self,
        whole: tuple[str, float],
        half: tuple[str, float],
        is_upright: bool = True,
        wide: float | None = None,
        tall: float = HEIGHT,
    ) -> None:
        self.whole, self.half = whole, half
        wide = wide or (2 * WIDTH if is_upright else WIDTH)
        tall = tall if is_upright else 2 * HEIGHT
        self.box = box = tile_at(7 * WIDTH, wide)
        box[2:, 1] = TOP + tall
        if wide > tall:
            self.box = np.roll(box, -1, axis=0)

    def find(self, pixels: Pixels) -> list[Detection]:
        """Seven tiles, and the box, clockwise from the end of a short side."""
        quads = [tile_at(number * WIDTH) for number in range(7)]
        return [Detection(quad, 0.9, 0.1) for quad in [*quads, self.box]]

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Names by place and size: all else is 3 bamboo."""
        return [Classification((self._name(quad),), 0.0, 0, True) for quad in quads]

    def _name(self, quad: Floats) -> tuple[str, float]:
        if quad.min(axis=0)[0] < 6.5 * WIDTH:
            return "3s", 0.95
        is_whole = np.ptp(quad, axis=0).sum() == np.ptp(self.box, axis=0).sum()
        return self.whole if is_whole else self.half


@pytest.mark.parametrize(
    ("whole", "half", "kinds"),
    [
        (("3p", 0.5), ("4p", 0.99), ["4p", "4p"]),  # the finder joined two 4 of dots
        (("4p", 0.95), ("2p", 0.99), ["2p", "2p"]),
        (("4p", 0.999), ("2p", 0.99), ["4p"]),  # a tile beside small things
        (("3p", 0.5), ("4p", 0.6), ["3p"]),
        (("3p", 0.5), ("5z", 0.99), ["3p"]),  # the sides of tiles look like blank ones
    ],
)
@pytest.mark.parametrize("is_upright", [True, False])
def test_a_box_around_two_tiles_is_split_when_faces_say_so(
    whole: tuple[str, float], half: tuple[str, float], kinds: list[str], is_upright: bool
) -> None:
    both: Any = Doubled(whole, half, is_upright)
    seen = TileRecognizer(both, both).recognize(TABLE)
    assert [tile.kind for tile in seen] == ["3s"] * 7 + kinds


def test_a_tile_that_lies_sideways_is_no_double() -> None:
    """It is longer than its neighbours along the row, and no larger."""
    both: Any = Doubled(("4p", 0.9), ("2p", 0.99), wide=HEIGHT, tall=WIDTH)
    seen = TileRecognizer(both, both).recognize(TABLE)
    assert [tile.kind for tile in seen] == ["3s"] * 7 + ["4p"]


class Cut:
    """Finder and namer of a row of which one tile has two boxes: its upper and its lower part."""

    def __init__(self, part: str, whole: tuple[str, float]) -> None:
        self.part, self.whole = part, whole

    def find(self, pixels: Pixels) -> list[Detection]:
        """Seven tiles and two parts, clockwise from the end of a short side."""
        quads = [tile_at(number * WIDTH) for number in range(7)]
        for top, low in ((0.0, 0.5), (0.5, 1.0)):
            part = tile_at(7 * WIDTH)
            part[:2, 1], part[2:, 1] = TOP + top * HEIGHT, TOP + low * HEIGHT
            quads.append(np.roll(part, -1, axis=0))
        return [Detection(quad, 0.9, 0.1) for quad in quads]

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Names by place and size: all else is 3 bamboo."""
        return [Classification((self._name(quad),), 0.0, 0, True) for quad in quads]

    def _name(self, quad: Floats) -> tuple[str, float]:
        if quad.min(axis=0)[0] < 6.5 * WIDTH:
            return "3s", 0.95
        return self.whole if np.ptp(quad[:, 1]) > 0.9 * HEIGHT else (self.part, 0.95)


@pytest.mark.parametrize(
    ("part", "whole", "kinds"),
    [
        ("1p", ("2p", 0.99), ["2p"]),  # the finder cut a 2 of dots in two
        ("1p", ("2p", 0.6), ["1p", "1p"]),  # two small tiles
        ("1p", ("1p", 0.99), ["1p", "1p"]),
    ],
)
def test_parts_of_a_tile_are_joined_when_a_face_says_so(
    part: str, whole: tuple[str, float], kinds: list[str]
) -> None:
    both: Any = Cut(part, whole)
    seen = TileRecognizer(both, both).recognize(TABLE)
    assert [tile.kind for tile in seen if tile.quad[0][0] > 6.5 * WIDTH] == kinds


def test_a_large_photo_is_read_in_a_smaller_copy_and_its_quads_fit_the_photo() -> None:
    both: Any = Doubled(("3p", 0.99), ("3p", 0.1))
    plain = TileRecognizer(both, both).recognize(TABLE)
    sizes: list[tuple[int, ...]] = []

    class Large:
        """The same row, four times as large."""

        def find(self, pixels: Pixels) -> list[Detection]:
            return [replace(box, quad=4 * box.quad) for box in both.find(pixels)]

        def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
            sizes.append(pixels.shape[:2])
            return list(both.classify(pixels, [quad * 1200 / len(pixels) / 4 for quad in quads]))

    large: Any = Large()
    seen = TileRecognizer(large, large).recognize(np.tile(TABLE, (4, 4, 1)))
    assert set(sizes) == {(600, 1200)}
    for one, other in zip(plain, seen, strict=True):
        assert one.kind == other.kind
        assert np.array(other.quad) == pytest.approx(4 * np.array(one.quad), abs=0.01)


def test_names_are_those_of_a_tile_and_the_confidence_counts_whether_there_is_one() -> None:
    box = Detection(tile_at(0), 0.8, 0.1)
    name = Classification((("3s", 0.72), ("2s", 0.18)), 0.1, 0, True)
    both: Any = Nets([box], [name])
    (tile,) = TileRecognizer(both, both).recognize(TABLE)
    assert dict(tile.names) == pytest.approx({"3s": 0.8, "2s": 0.2})
    assert [tile.existence] == tile_probabilities(TABLE, [box], [name])
    assert tile.confidence == pytest.approx(0.8 * tile.existence)
    assert dict(tile.probabilities)["2s"] == pytest.approx(0.2 * tile.existence)


@pytest.mark.parametrize(
    ("left", "score", "kept"),
    [
        (5 * WIDTH, 0.1, True),  # the sixth tile of a row of five
        (7 * WIDTH, 0.1, False),  # apart
        (7 * WIDTH, 0.6, True),
    ],
)
def test_a_weak_box_counts_where_a_row_misses_a_tile(left: float, score: float, kept: bool) -> None:
    quads = [tile_at(number * WIDTH) for number in range(5)]
    boxes = [*(Detection(quad, 0.9, 0.1) for quad in quads), Detection(tile_at(left), score, 0.1)]
    names = [Classification(((kind, 0.97),), 0.0, 0, True) for kind in ("1p", "2p", "3p", "4p")]
    both: Any = Nets(boxes, [*names, names[0], Classification((("7z", 0.97),), 0.0, 0, True)])
    kinds = [tile.kind for tile in TileRecognizer(both, both).recognize(TABLE)]
    assert ("7z" in kinds) == kept


class Nets:
    """Finder and namer with given results."""

    def __init__(self, boxes: Sequence[Detection], names: Sequence[Classification]) -> None:
        self.boxes, self.names = boxes, names

    def find(self, pixels: Pixels) -> list[Detection]:
        """The boxes, in any picture."""
        return list(self.boxes)

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Their names, in their order; nothing in another place."""
        known = {
            tuple(box.quad.ravel()): name for box, name in zip(self.boxes, self.names, strict=True)
        }
        return [known.get(tuple(quad.ravel()), NOTHING) for quad in quads]


@pytest.mark.parametrize(
    ("printed", "blanks", "kinds"),
    [
        (True, 2, ["5z", BACK, BACK]),  # no set has printed and blank white dragons
        (False, 4, ["5z"] * 4),  # a kong of blank white dragons, or four white backs: not told here
        (False, 5, [BACK] * 5),  # there is no fifth white dragon
    ],
)
def test_blank_tiles_are_decided_with_the_others_of_the_set(
    printed: bool, blanks: int, kinds: list[str]
) -> None:
    quads = [tile_at(k * WIDTH) for k in range(printed + blanks + 1)]
    sure, blank = (("5z", 1.0),), (("5z", 0.9), (BACK, 0.1))
    said = [sure] * printed + [blank] * blanks + [(("3s", 0.99),)]

    both: Any = Nets(
        [Detection(quad, 0.95, 0.5) for quad in quads],
        [Classification(names, 0.0, 0, False) for names in said],
    )
    assert [tile.kind for tile in TileRecognizer(both, both).recognize(TABLE)] == [*kinds, "3s"]
