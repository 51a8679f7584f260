"""Boxes over two tiles and over parts of one, cut anew by their size on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.geometry import as_quad
from vision.recognition.classifier import Classification
from vision.recognition.miscut_boxes import recut_boxes
from vision.seen_tile import SeenTile

PICTURE = np.zeros((1, 1, 3), np.uint8)
SEVEN = ("1m", "2m", "3m", "7z", "7z", "5s", "5s")

Span = tuple[float, float]


def box(left: float, right: float, far: float = 900, tall: float = 48) -> Floats:
    """Return the box of what lies so far along a row that recedes from the camera.

    Args:
        left: its nearer end on the table, in pixels; a tile is 36 wide.
        right: its farther end.
        far: distance at which things are half as large.
        tall: its other side.
    """
    away = np.array([[tall, right], [0, right], [0, left], [tall, left]])
    return np.asarray(60 + away / (1 + away[:, 1:] / far))


@dataclass
class Namer:
    """A classifier that is sure where a box is around one of some faces, and else doubts."""

    faces: Mapping[Span, str]
    sure: float = 0.98
    asked: int = field(default=0)

    def __call__(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Name the boxes."""
        self.asked += len(quads)
        return [self._name(quad) for quad in quads]

    def _name(self, quad: Floats) -> Classification:
        off = {span: np.abs(_bounds(box(*span)) - _bounds(quad)).max() for span in self.faces}
        span = min(off, key=lambda span: off[span])
        share = self.sure if off[span] < 4 else 0.6
        return Classification(((self.faces[span], share),), 0.01, 1, True)


def _bounds(quad: Floats) -> Floats:
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])


def tiles(*further: tuple[Floats, str]) -> list[SeenTile]:
    """Return seven tiles of a row, one place in which is free, with further boxes."""
    spans = [(40.0 * k, 40.0 * k + 36) for k in (0, 1, 2, 5, 6, 7, 8)]
    boxes = [(box(*span), kind) for span, kind in zip(spans, SEVEN, strict=True)]
    return [
        SeenTile(k, as_quad(quad), ((kind, 0.99),), False, 0.9)
        for k, (quad, kind) in enumerate([*boxes, *further])
    ]


@pytest.mark.parametrize(("whole", "halves"), [("9s", "9s9s"), ("6p", "6p8p"), ("5s", "3s5s")])
def test_a_box_as_long_as_two_is_two_tiles(whole: str, halves: str) -> None:
    namer = Namer({(120, 158): halves[:2], (158, 196): halves[2:]})
    seen = recut_boxes(PICTURE, tiles((box(120, 196), whole)), namer)
    assert [tile.id for tile in seen] == list(range(9))
    farther, nearer = seen[-2:]  # the box begins at its farther end
    assert [tile.kind for tile in seen] == [*SEVEN, halves[2:], halves[:2]]
    for tile, span in ((nearer, (120, 158)), (farther, (158, 196))):
        assert np.abs(_bounds(np.array(tile.quad)) - _bounds(box(*span))).max() < 4
    assert seen[-1].names[0][1] == pytest.approx(0.98 / 0.99)  # if there is a tile
    assert all(tile.oriented and tile.existence == 0.9 for tile in seen[-2:])


def test_halves_of_a_longish_four_are_no_twos() -> None:
    """Two of dots side by side look like four; only a box as long as two tiles is both."""
    namer = Namer({(440, 472): "2p", (472, 504): "2p", (120, 158): "2p", (158, 196): "2p"})
    longish, double = (box(440, 504), "4p"), (box(120, 196), "4p")
    assert [t.kind for t in recut_boxes(PICTURE, tiles(longish), namer)] == [*SEVEN, "4p"]
    assert [t.kind for t in recut_boxes(PICTURE, tiles(double), namer)] == [*SEVEN, "2p", "2p"]
    other = Namer({(440, 472): "3p", (472, 504): "2p"})  # they are no part of four
    assert [t.kind for t in recut_boxes(PICTURE, tiles(longish), other)] == [*SEVEN, "2p", "3p"]


@pytest.mark.parametrize("kinds", ["9s5z", "9sback"])
def test_a_blank_half_may_be_a_tile_s_side(kinds: str) -> None:
    namer = Namer({(120, 158): kinds[:2], (158, 196): kinds[2:]})
    seen = recut_boxes(PICTURE, tiles((box(120, 196), "9s")), namer)
    assert [tile.kind for tile in seen] == [*SEVEN, "9s"]


def test_a_larger_tile_is_not_divided() -> None:
    """It is as much wider as it is longer: a tile on a wall, nearer to the camera."""
    namer = Namer({(120, 154): "9s", (154, 188): "9s"})
    seen = recut_boxes(PICTURE, tiles((box(120, 188, tall=90), "9s")), namer)
    assert [tile.kind for tile in seen] == [*SEVEN, "9s"]
    assert namer.asked == 0


def test_a_box_beside_backs_is_not_divided() -> None:
    namer = Namer({(120, 158): "9s", (158, 196): "9s"})
    wall = [
        SeenTile(tile.id, tile.quad, (("back", 0.99),), False, 0.9)
        if tile.kind in ("3m", "7z")
        else tile
        for tile in tiles((box(120, 196), "9s"))
    ]
    assert recut_boxes(PICTURE, wall, namer) == tuple(wall)


def test_two_boxes_over_one_tile_are_one() -> None:
    namer = Namer({(360, 396): "4p"})
    halves = (box(360, 377), "2p"), (box(379, 396), "2p")
    seen = recut_boxes(PICTURE, tiles(*halves), namer)
    assert [tile.kind for tile in seen] == [*SEVEN, "4p"]
    assert np.abs(_bounds(np.array(seen[-1].quad)) - _bounds(box(360, 396))).max() < 4


@pytest.mark.parametrize(
    ("parts", "face", "sure"),
    [
        (((360, 377), (379, 396)), "4p", 0.9),  # the classifier is not sure of it
        (((360, 377), (379, 396)), "5z", 0.98),  # nothing is printed on it
        (((360, 377), (420, 437)), "4p", 0.98),  # they are far from each other
        (((360, 393), (397, 430)), "4p", 0.98),  # each is as large as a tile
        (((360, 377), (379, 396)), "2p", 0.98),  # each may be a tile that shows the same face
    ],
)
def test_boxes_are_not_joined_without_need(
    parts: tuple[Span, Span], face: str, sure: float
) -> None:
    namer = Namer({(parts[0][0], parts[1][1]): face}, sure)
    seen = recut_boxes(PICTURE, tiles(*((box(*span), "2p") for span in parts)), namer)
    assert [tile.kind for tile in seen] == [*SEVEN, "2p", "2p"]


def test_sets_that_lie_before_a_hand_that_stands_are_small() -> None:
    """So is every tile of them: the boxes nearest to two small ones are not larger."""
    namer = Namer({(360, 382): "1p", (382, 404): "1p", (404, 426): "1p", (360, 404): "2p"})
    lying = [(box(360 + 22 * k, 380 + 22 * k), "1p") for k in range(3)]
    seen = recut_boxes(PICTURE, tiles(*lying), namer)
    assert [tile.kind for tile in seen] == [*SEVEN, "1p", "1p", "1p"]


def test_doubles_near_each_other_are_told_one_by_one() -> None:
    """Of the second one's neighbours the first one and a small box are not as large as tiles."""
    faces: dict[Span, str] = {(360, 398): "3s", (398, 436): "5s"}
    faces |= {(480, 518): "9s", (518, 556): "9s"}
    further = (box(360, 436), "5s"), (box(440, 476), "1m"), (box(480, 556), "9s")
    seen = recut_boxes(PICTURE, tiles(*further, (box(600, 626), "2m")), Namer(faces))
    assert [t.kind for t in seen] == [*SEVEN, "5s", "3s", "1m", "9s", "9s", "2m"]


def test_few_boxes_say_nothing_of_their_size() -> None:
    namer = Namer({(120, 158): "9s", (158, 196): "9s"})
    few = tiles((box(120, 196), "9s"))[2:]
    assert recut_boxes(PICTURE, few, namer) == tuple(few)
