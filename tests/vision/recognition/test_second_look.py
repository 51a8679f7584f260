"""Doubtful faces are looked at again, in the picture stretched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.recognition.classifier import Classification
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.second_look import SecondLookSettings, merge_looks, stretch_around
from vision.seen_tile import Quad, SeenTile

WIDE, TALL, STEP, TOP = 36.0, 48.0, 40.0, 60.0
STRETCH = SecondLookSettings().stretch
Names = tuple[tuple[str, float], ...]


def outline(place: float, tiles: float = 1) -> Quad:
    """A box in a row, around one tile or more."""
    left, right = 50 + place * STEP, 50 + (place + tiles - 1) * STEP + WIDE
    return (left, TOP), (right, TOP), (right, TOP + TALL), (left, TOP + TALL)


def tile(place: float, *names: tuple[str, float], tiles: float = 1, seen: float = 1.0) -> SeenTile:
    return SeenTile(0, outline(place, tiles), names, True, seen)


def row(third: SeenTile) -> list[SeenTile]:
    """Seven tiles, of which the third one is given."""
    tiles = [tile(0, ("1m", 1.0)), tile(1, ("1m", 1.0)), third, *FOLLOWING]
    return [replace(one, id=number) for number, one in enumerate(tiles)]


SURE = tile(0, ("1m", 1.0))
FOLLOWING = [tile(place, ("9s", 1.0)) for place in (4, 5, 6, 7)]


def kinds(tiles: Sequence[SeenTile]) -> list[str]:
    assert [one.id for one in tiles] == list(range(len(tiles)))
    return [one.kind for one in tiles]


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ((("2m", 0.6), ("3m", 0.4)), (("3m", 0.9), ("2m", 0.1)), "3m"),
        ((("2m", 0.8), ("3m", 0.2)), (("3m", 0.7), ("2m", 0.3)), "2m"),
        ((("2m", 0.95), ("3m", 0.05)), (("3m", 1.0),), "2m"),  # nobody asked
        ((("back", 0.6), ("5z", 0.4)), (("5z", 1.0),), "back"),  # its colour says what it is
        ((("2m", 0.6), ("3m", 0.4)), (), "2m"),
        ((), (("3m", 1.0),), "?"),
    ],
)
def test_both_looks_name_a_doubtful_face(first: Names, second: Names, kind: str) -> None:
    tiles = row(tile(2, *first))
    merged = merge_looks(tiles, [tile(2.1, *second), tile(4, ("8s", 1.0))])
    assert kinds(merged) == ["1m", "1m", kind, *["9s"] * 4]


def test_the_look_that_named_it_tells_how_a_face_lies() -> None:
    other = SeenTile(0, outline(2.1), (("3m", 0.9),), False)
    merged = merge_looks(row(tile(2, ("2m", 0.6), ("3m", 0.4))), [other])
    assert merged[2].quad == other.quad and not merged[2].oriented
    agreed = merge_looks(row(tile(2, ("3m", 0.6), ("2m", 0.4))), [other])
    assert agreed[2].quad == outline(2) and agreed[2].oriented
    assert dict(agreed[2].names) == pytest.approx({"3m": 0.75, "2m": 0.2})


def test_a_tile_too_far_away_is_another_one() -> None:
    merged = merge_looks(row(tile(2, ("2m", 0.6), ("3m", 0.4))), [tile(2.6, ("3m", 1.0))])
    assert merged[2].names == (("2m", 0.6), ("3m", 0.4))


@pytest.mark.parametrize(
    ("found", "count"),
    [
        (("3m", 0.98), 1),
        (("3m", 0.6), 0),
        (("5z", 1.0), 0),  # sides of tiles look blank
    ],
)
def test_a_sure_face_in_no_box_is_a_tile(found: tuple[str, float], count: int) -> None:
    seen = [tile(place, ("2m", 1.0)) for place in range(13)]
    merged = merge_looks(seen, [tile(13, found), tile(0.3, ("3m", 1.0))])
    assert kinds(merged) == ["2m"] * 13 + ["3m"] * count


def test_a_face_that_named_a_tile_is_no_further_one() -> None:
    """The first box is too narrow, so that the middle of the second one is outside of it."""
    other = SeenTile(0, outline(2.1), (("3m", 1.0),), True)
    narrow: Quad = ((130, TOP), (151, TOP), (151, TOP + TALL), (130, TOP + TALL))
    short = replace(tile(2, ("2m", 0.6), ("3m", 0.4)), quad=narrow)
    assert kinds(merge_looks(row(short), [other])) == ["1m", "1m", "3m", *["9s"] * 4]


@pytest.mark.parametrize(
    ("tiles", "is_looked_at"),
    [
        ([], False),
        (row(tile(2, ("2m", 1.0))), False),
        (row(tile(2, ("back", 0.5))), False),
        (row(tile(2, ("2m", 0.6))), True),
        (row(tile(2, ("2m", 1.0), seen=0.6)), True),
        ([SURE] * 13, True),  # one tile of a hand may have been missed
        ([SURE] * 14, False),
        ([tile(place, ("2m", 0.5)) for place in range(80)], False),  # a table full of tiles
    ],
)
def test_only_doubtful_tiles_are_looked_at_again(tiles: list[SeenTile], is_looked_at: bool) -> None:
    picture = np.zeros((200, 4000, 3), np.uint8)
    assert (stretch_around(picture, tiles) is not None) == is_looked_at


@pytest.mark.parametrize(("tall", "wide"), [(200, 500), (2000, 5000)])
def test_the_stretched_part_shows_every_tile(tall: int, wide: int) -> None:
    scale = tall / 200
    tiles = [
        SeenTile(
            0,
            tuple((x * scale, y * scale) for x, y in outline(place)),  # type: ignore[arg-type]
            (("2m", 0.5),),
            True,
        )
        for place in range(10)
    ]
    picture = np.zeros((tall, wide, 3), np.uint8)
    left, top = (int(value) for value in tiles[3].quad[0])
    picture[top : top + int(TALL * scale), left : left + int(WIDE * scale)] = 255
    part = stretch_around(picture, tiles)
    assert part is not None and max(part.pixels.shape) <= 2001
    lines, columns = np.nonzero(part.pixels[..., 0] > 127)
    a, b = (columns.min(), lines.min()), (columns.max() + 1, lines.max() + 1)
    found = part.to_picture((a, (b[0], a[1]), b, (a[0], b[1])))
    assert np.array(found) == pytest.approx(np.array(tiles[3].quad), abs=2 * scale)
    assert part.scale[1] / part.scale[0] == pytest.approx(STRETCH, rel=0.02)


class Nets:
    """Finder and namer of a row of which the second tile is clear only in a stretched picture."""

    def __init__(self) -> None:
        self.looks = 0

    def find(self, pixels: Pixels) -> list[Detection]:
        """The row, of whatever height its white ground has."""
        self.looks += 1
        lines, columns = np.nonzero(pixels[..., 0] > 127)
        top, low, left = lines.min(), lines.max() + 1, columns.min()
        sides = [(left + k * STEP, left + k * STEP + WIDE) for k in range(8)]
        quads = [[[near, top], [far, top], [far, low], [near, low]] for near, far in sides]
        return [Detection(np.array(quad, np.float64), 0.95, 0.05) for quad in quads]

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """2 bamboo everywhere, the second one doubtful unless it is tall."""
        surely = Classification((("2s", 0.99),), 0.01, 0, True)
        doubtful = Classification((("4s", 0.5), ("2s", 0.45)), 0.01, 0, True)
        tall = any(quad[2, 1] - quad[1, 1] > 1.5 * TALL for quad in quads)
        return [doubtful if k == 1 and not tall else surely for k in range(len(quads))]


def test_the_recogniser_looks_again_at_photos_and_not_at_a_camera() -> None:
    picture = np.full((200, 500, 3), 40, np.uint8)
    picture[int(TOP) : int(TOP + TALL), 50 : int(50 + 7 * STEP + WIDE)] = 230
    nets = Nets()
    recognizer = TileRecognizer(nets, nets)  # type: ignore[arg-type]
    assert [one.kind for one in recognizer.recognize(picture)] == ["2s"] * 8
    assert nets.looks == 2
    assert [one.kind for one in recognizer.recognize(picture, is_live=True)][1] == "4s"
    assert nets.looks == 3
