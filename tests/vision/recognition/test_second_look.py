"""Doubtful boxes are looked at again, in the picture stretched."""

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


def test_a_wide_box_with_two_faces_is_two_tiles() -> None:
    tiles = row(tile(2, ("4s", 1.0), tiles=2))
    merged = merge_looks(tiles, [tile(2, ("2s", 0.9)), tile(3, ("2s", 0.9))])
    assert kinds(merged) == ["1m", "1m", "2s", "2s", *["9s"] * 4]
    assert [one.quad for one in merged[2:4]] == [outline(2), outline(3)]


@pytest.mark.parametrize(
    "again",
    [
        [],
        [tile(2, ("2s", 0.9))],
        [tile(2, ("2s", 0.9)), tile(3, ("2s", 0.7))],
        [tile(2, ("2s", 0.9)), tile(3, ("5z", 1.0))],  # a side, or the table
        [tile(2, ("2s", 0.9)), tile(4, ("2s", 0.9))],
    ],
    ids=["nothing", "one", "a doubtful one", "a blank one", "a neighbour"],
)
def test_a_wide_box_stays_one_tile(again: list[SeenTile]) -> None:
    merged = merge_looks(row(tile(2, ("4s", 1.0), tiles=2)), again)
    assert kinds(merged) == ["1m", "1m", "4s", *["9s"] * 4]


def test_a_box_of_one_tiles_size_is_never_divided() -> None:
    """The stretched face of 9 dots is as tall as two."""
    halves = [tile(2, ("9p", 0.95)), tile(2.05, ("9p", 0.95))]
    assert kinds(merge_looks(row(tile(2, ("9p", 1.0))), halves)) == ["1m", "1m", "9p", *["9s"] * 4]


@pytest.mark.parametrize(("tiles", "least"), [(9, 0.97), (10, 0.8), (13, 0.8), (14, 0.97)])
def test_a_sure_face_in_no_box_is_a_tile(tiles: int, least: float) -> None:
    """Of 10 to 13 tiles the others of a hand may have been missed."""
    seen = [tile(place, ("2m", 1.0)) for place in range(tiles)]
    found = tile(tiles, ("3m", least + 0.005))
    missed = [tile(tiles, ("3m", least - 0.005)), tile(tiles, ("5z", 1.0)), tile(0.3, ("3m", 1.0))]
    assert kinds(merge_looks(seen, [found])) == ["2m"] * tiles + ["3m"]
    assert kinds(merge_looks(seen, missed)) == ["2m"] * tiles


def test_a_face_that_named_a_tile_is_no_further_one() -> None:
    """The first box is too narrow, so that the middle of the second one is outside of it."""
    other = SeenTile(0, outline(2.1), (("3m", 1.0),), True)
    narrow: Quad = ((130, TOP), (151, TOP), (151, TOP + TALL), (130, TOP + TALL))
    short = replace(tile(2, ("2m", 0.6), ("3m", 0.4)), quad=narrow)
    assert kinds(merge_looks(row(short), [other])) == ["1m", "1m", "3m", *["9s"] * 4]


def test_only_doubtful_boxes_are_looked_at_again() -> None:
    picture = np.zeros((200, 500, 3), np.uint8)
    assert stretch_around(picture, row(tile(2, ("2m", 0.95)))) is None
    assert stretch_around(picture, row(tile(2, ("back", 0.5)))) is None
    assert stretch_around(picture, []) is None
    assert stretch_around(picture, row(tile(2, ("2m", 0.85)))) is not None
    assert stretch_around(picture, row(tile(2, ("2m", 1.0), seen=0.8))) is not None
    assert stretch_around(picture, row(tile(2, ("4s", 1.0), tiles=2))) is not None
    many = [tile(place, ("2m", 0.5)) for place in range(46)]
    assert stretch_around(picture, many) is None
    looked = [stretch_around(picture, [SURE] * count) is not None for count in (9, 10, 13, 14)]
    assert looked == [False, True, True, False]


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


class Finder:
    """A finder of a row: two tiles are a single box in a picture that is not stretched."""

    def __init__(self) -> None:
        self.heights: list[int] = []

    def find(self, pixels: Pixels) -> list[Detection]:
        """The row, of whatever height its white ground has."""
        self.heights.append(len(pixels))
        lines, columns = np.nonzero(pixels[..., 0] > 127)
        top, low, left = lines.min(), lines.max() + 1, columns.min()
        places: list[tuple[float, int]] = [(k, 1) for k in (0, 1, 4, 5, 6, 7)]
        places += [(2, 1), (3, 1)] if low - top > 1.5 * TALL else [(2, 2)]
        quads = []
        for place, tiles in places:
            near, far = left + place * STEP, left + (place + tiles - 1) * STEP + WIDE
            quads.append(np.array([[near, top], [far, top], [far, low], [near, low]], np.float64))
        return [Detection(quad, 0.95, 0.05) for quad in quads]

    def glance(self, pixels: Pixels) -> list[Detection]:
        """Nothing: no tile is dark."""
        return []


class Namer:
    """A namer that takes two tiles side by side for one."""

    def classify(
        self, pixels: Pixels, quads: Sequence[Floats], nothing: float = 1.0
    ) -> list[Classification]:
        """Names by width; on dark ground there is nothing."""
        names = []
        for quad in quads:
            x, y = quad.mean(axis=0).astype(int).clip(0, np.array(pixels.shape[1::-1]) - 1)
            kind = "4s" if quad[1, 0] - quad[0, 0] > 1.5 * WIDE else "2s"
            nothing = 0.0 if pixels[y, x, 0] > 127 else 0.99
            names.append(Classification(((kind, 0.99 - 0.98 * nothing),), nothing, 0, True))
        return names


def test_the_recogniser_looks_again_at_photos_and_not_at_a_camera() -> None:
    picture = np.full((200, 500, 3), 40, np.uint8)
    picture[int(TOP) : int(TOP + TALL), 50 : int(50 + 7 * STEP + WIDE)] = 230
    finder = Finder()
    nets = TileRecognizer(finder, Namer())  # type: ignore[arg-type]
    assert sorted(one.kind for one in nets.recognize(picture)) == ["2s"] * 8
    assert len(finder.heights) == 2
    assert sorted(one.kind for one in nets.recognize(picture, is_live=True)) == [*["2s"] * 6, "4s"]
    assert len(finder.heights) == 3
