"""Finder and namer together: which boxes are joined to one tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Floats, Pixels
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.existence import tile_probabilities
from vision.recognition.fragments import find_double_boxes, find_fragments
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


HALVES = [tile_at(5 * WIDTH, WIDTH / 2), tile_at(5.5 * WIDTH, WIDTH / 2)]
"""Two boxes beside five whole tiles that together have the size of one."""


class Found:
    """A finder that finds five tiles and the two halves."""

    def find(self, pixels: Pixels) -> list[Detection]:
        """The same boxes in every picture."""
        quads = [tile_at(number * WIDTH) for number in range(5)] + HALVES
        return [Detection(quad, 0.9, 0.5) for quad in quads]

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []


class Named:
    """A namer that calls the halves and what joins them by the given names and share."""

    def __init__(self, half: str, whole: str, share: float = 0.95) -> None:
        self.half, self.whole, self.share = half, whole, share

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Names by place and width: all else is 3 bamboo."""
        return [self._name(quad) for quad in quads]

    def _name(self, quad: Floats) -> Classification:
        low, high = quad.min(axis=0), quad.max(axis=0)
        kind, share = "3s", 0.95
        if not -1 < low[0] < 5.8 * WIDTH:
            return NOTHING
        if low[0] > 4.8 * WIDTH:
            is_whole = high[0] - low[0] > 0.8 * WIDTH
            kind, share = (self.whole, self.share) if is_whole else (self.half, 0.95)
        return Classification(((kind, share),), 0.0, 0, True)


@pytest.mark.parametrize(
    ("half", "whole", "share", "kinds"),
    [
        ("1p", "2p", 0.95, ["2p"]),  # the finder cut a 2 of dots in two
        ("1p", "2p", 0.9, ["1p", "1p"]),  # two small tiles, each read more surely
        (BACK, BACK, 0.95, [BACK, BACK]),  # two backs seen from low down look like one
    ],
)
def test_pieces_are_joined_when_a_face_says_so(
    half: str, whole: str, share: float, kinds: list[str]
) -> None:
    namer: Any = Named(half, whole, share)  # Any: it stands in for the net
    seen = TileRecognizer(Found(), namer).recognize(TABLE)
    assert [tile.kind for tile in seen] == ["3s"] * 5 + kinds


class Doubled:
    """Finder and namer of a row whose last two tiles have one box.

    The namer gives the box and its halves the given names and shares.
    """

    def __init__(self, whole: tuple[str, float], half: tuple[str, float]) -> None:
        self.whole, self.half = whole, half

    def find(self, pixels: Pixels) -> list[Detection]:
        """Six tiles, and a box as wide as two, clockwise from the end of a short side."""
        quads = [tile_at(number * WIDTH) for number in range(6)]
        double = np.roll(tile_at(6 * WIDTH, 2 * WIDTH), -1, axis=0)
        return [Detection(quad, 0.9, 0.1) for quad in [*quads, double]]

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Names by place and width: all else is 3 bamboo."""
        inside = [quad.max(axis=0)[0] < 8.1 * WIDTH for quad in quads]
        return [
            Classification((self._name(quad),), 0.0, 0, True) if within else NOTHING
            for quad, within in zip(quads, inside, strict=True)
        ]

    def _name(self, quad: Floats) -> tuple[str, float]:
        low, high = quad.min(axis=0), quad.max(axis=0)
        if low[0] < 5.5 * WIDTH:
            return "3s", 0.95
        return self.whole if high[0] - low[0] > 1.5 * WIDTH else self.half


@pytest.mark.parametrize(
    ("whole", "half", "kinds"),
    [
        (("3p", 0.5), ("4p", 0.99), ["4p", "4p"]),  # the finder joined two 4 of dots
        (("4p", 0.95), ("2p", 0.99), ["2p", "2p"]),  # a large 4 would be wider, too
        (("3p", 0.5), ("4p", 0.55), ["3p"]),
        (("3p", 0.7), ("4p", 0.65), ["3p"]),
        ((BACK, 0.5), (BACK, 0.99), [BACK]),  # nothing is printed where it could be divided
    ],
)
def test_a_box_around_two_tiles_is_split_when_faces_say_so(
    whole: tuple[str, float], half: tuple[str, float], kinds: list[str]
) -> None:
    both: Any = Doubled(whole, half)
    seen = TileRecognizer(both, both).recognize(TABLE)
    assert [tile.kind for tile in seen] == ["3s"] * 6 + kinds


def test_a_tile_that_lies_sideways_is_no_double() -> None:
    """It is longer than its neighbours along the row, and no larger."""
    row = [np.array(tile_at(number * WIDTH)) for number in range(6)]
    last = row[-1]
    middle, turned = last.mean(axis=0), (last - last.mean(axis=0)) @ [[0, 1], [-1, 0]]
    sideways = turned + middle + [1.6 * WIDTH, 0]
    foreshortened = sideways * [1.1, 1]
    assert not find_double_boxes([*row, foreshortened])


def test_two_tiles_far_away_are_no_fragments_of_a_near_one() -> None:
    near = [np.array(tile_at(number * WIDTH)) * 1.35 for number in range(6)]
    far = [np.array(tile_at(number * WIDTH)) for number in (5, 6)]
    assert find_fragments([*near, *far]) == []


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

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Their names, in their order; nothing in another place."""
        known = {
            tuple(box.quad.ravel()): name for box, name in zip(self.boxes, self.names, strict=True)
        }
        return [known.get(tuple(quad.ravel()), NOTHING) for quad in quads]


class Backs:
    """Finder and namer of a picture in which nothing but backs is found."""

    def __init__(self, quads: Sequence[Floats]) -> None:
        self.quads = quads

    def find(self, pixels: Pixels) -> list[Detection]:
        """A sure box at every quad."""
        return [Detection(quad, 0.95, 0.9) for quad in self.quads]

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Every one a back."""
        return [Classification(((BACK, 0.95),), 0.0, 0, False) for _ in quads]


@pytest.mark.parametrize(
    ("quads", "kept"),
    [
        ([tile_at(k * WIDTH) for k in range(9)], 9),  # a wall
        ([tile_at(k * 3 * WIDTH) for k in range(4)], 0),  # pale things, each for itself
        ([tile_at(k * WIDTH, WIDTH * (0.5 + 0.5 * (k % 2))) for k in range(8)], 0),
    ],
)
def test_backs_without_a_face_count_in_lines(quads: list[Floats], kept: int) -> None:
    both: Any = Backs(quads)
    seen = TileRecognizer(both, both).recognize(TABLE)
    assert [tile.id for tile in seen] == list(range(kept))


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
