"""Dark tiles: the view of inverted lightness."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import Reader
from vision.arrays import Pixels
from vision.photo import Photo, open_photo
from vision.recognition.classifier import TileClassifier
from vision.recognition.dark_tiles import (
    DarkTileSettings,
    are_dark,
    clearer_view,
    deepen,
    invert_lightness,
    may_be_dark,
    may_show_dark_tiles,
    shows_dark_tiles,
)
from vision.recognition.detector import Detection
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import SeenTile

EXAMPLES = Path(__file__).parents[3] / "datasets" / "examples" / "images"
QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 70.0), (10.0, 70.0))
TILE = SeenTile(0, QUAD, (("5m", 0.8),), True)


@pytest.mark.parametrize(("grey", "is_dark"), [(10, True), (70, True), (73, False), (250, False)])
def test_faces_are_dark_below_a_lightness_of_thirty(grey: int, is_dark: bool) -> None:
    """A grey of 71 has a lightness of 30."""
    picture = np.full((80, 60, 3), grey, np.uint8)
    assert are_dark(picture, (TILE,)) == is_dark


@pytest.mark.parametrize(("grey", "is_dim"), [(10, True), (105, True), (109, False), (250, False)])
def test_dim_faces_may_be_dark_where_a_hand_is_not_whole_or_in_doubt(
    grey: int, is_dim: bool
) -> None:
    """A grey of 107 has a lightness of 45."""
    picture = np.full((80, 60, 3), grey, np.uint8)
    sure = replace(TILE, names=(("5m", 0.95),))
    assert may_be_dark(picture, (sure,) * 13) == is_dim
    assert may_be_dark(picture, (TILE,) * 14) == is_dim  # 0.8 each
    assert not may_be_dark(picture, (sure,) * 14)


def test_squares_part_light_shades() -> None:
    shades = np.array([[[0, 16, 128], [240, 250, 255]]], np.uint8)
    assert deepen(shades).tolist() == [[[0, 1, 64], [226, 245, 255]]]


def test_a_picture_without_tiles_is_not_dark() -> None:
    assert not are_dark(np.zeros((80, 60, 3), np.uint8), ())


def test_a_light_back_beside_dark_faces_does_not_count() -> None:
    picture = np.zeros((80, 160, 3), np.uint8)
    picture[:, 80:] = 255
    x = [(a + 80, b) for a, b in QUAD]
    back = SeenTile(1, (x[0], x[1], x[2], x[3]), (("back", 0.9),), False)
    assert are_dark(picture, (TILE, back, replace(back, id=2)))


def test_little_that_is_read_may_be_all_that_is_seen_of_dark_tiles() -> None:
    assert may_show_dark_tiles(())
    sure = replace(TILE, names=(("5m", 0.9),))
    assert may_show_dark_tiles((sure,) * 13)  # 11.7 faces
    assert not may_show_dark_tiles((sure,) * 14)
    assert may_show_dark_tiles((TILE,) * 40)  # 0.8 each
    assert may_show_dark_tiles((replace(TILE, names=(("back", 0.9),)),) * 40)


@pytest.mark.parametrize(
    ("share", "count", "is_live", "views"),
    [(0.95, 14, False, 2), (0.8, 14, False, 3), (0.95, 13, False, 3), (0.8, 14, True, 2)],
)
def test_dark_tiles_are_read_darkened_where_they_are_few_or_in_doubt(
    share: float, count: int, is_live: bool, views: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = (replace(TILE, names=(("5m", share),)),) * count
    some = (replace(TILE, names=(("5m", 0.5),)),)
    read: list[Pixels] = []

    def recognize_as_is(recognizer: TileRecognizer, pixels: Pixels) -> tuple[SeenTile, ...]:
        read.append(pixels)
        return seen if len(read) == 2 else some

    monkeypatch.setattr(TileRecognizer, "_recognize_as_is", recognize_as_is)
    looked: list[Pixels] = []
    monkeypatch.setattr("vision.recognition.recognizer.shows_dark_tiles", lambda *_: True)
    monkeypatch.setattr(
        "vision.recognition.recognizer.stretch_around", lambda pixels, _: looked.append(pixels)
    )
    found = TileRecognizer(Finder(), TileClassifier.load(None)).recognize(BLACK, is_live)
    assert (len(read), found) == (views, seen)
    assert len(looked) == (not is_live)  # doubtful faces are looked at again in the inverted view
    assert all(pixels is read[1] for pixels in looked)


BLACK, WHITE = np.zeros((80, 60, 3), np.uint8), np.full((80, 60, 3), 255, np.uint8)


def test_the_view_with_more_and_surer_faces_counts() -> None:
    five = (TILE,) * 5
    doubtful = tuple(replace(tile, names=(("5m", 0.3),)) for tile in five)
    assert clearer_view(BLACK, doubtful, five) is five
    assert clearer_view(BLACK, five, doubtful) is five
    assert clearer_view(BLACK, (), five[:4]) == ()
    assert clearer_view(BLACK, (), five[:4], DarkTileSettings(fewest=4)) == five[:4]


def test_many_doubtful_boxes_do_not_outweigh_a_few_sure_faces() -> None:
    ink = tuple(replace(tile, names=(("1p", 0.55),)) for tile in (TILE,) * 34)
    sure = (replace(TILE, names=(("5m", 0.99),)),) * 14
    assert clearer_view(BLACK, ink, sure) is sure


def test_what_looks_like_light_tiles_inverted_is_dark_in_the_picture() -> None:
    assert clearer_view(WHITE, (), (TILE,) * 9) == ()


def test_dark_tiles_are_read_as_well_as_light_ones() -> None:
    reader = Reader()
    photo = open_photo(min(EXAMPLES.glob("*.jpg")))
    dark = Photo("dark.jpg", invert_lightness(photo.pixels))
    light_tiles, dark_tiles = reader.find_tiles(photo), reader.find_tiles(dark)
    faces = [sorted(t.kind for t in seen if t.face_up) for seen in (light_tiles, dark_tiles)]
    assert faces[0] == faces[1]


class Finder:
    """Finds six faces at a glance at a white picture, and none when it looks."""

    def __init__(self) -> None:
        self.looked: list[Pixels] = []

    def find(self, pixels: Pixels) -> list[Detection]:
        self.looked.append(pixels)
        return []

    def glance(self, pixels: Pixels) -> list[Detection]:
        return [Detection(np.array(QUAD), 0.9, 0.1)] * 6 if pixels.all() else []


@pytest.mark.parametrize(
    ("picture", "is_live", "looks"), [(BLACK, False, 2), (BLACK, True, 1), (WHITE, False, 1)]
)
def test_dark_tiles_are_searched_for_after_a_glance(
    picture: Pixels, is_live: bool, looks: int
) -> None:
    finder = Finder()
    TileRecognizer(finder, TileClassifier.load(None)).recognize(picture, is_live)
    assert len(finder.looked) == looks
    assert all(view.all() for view in finder.looked[1:])


def test_a_glance_counts_only_faces_that_are_dark() -> None:
    assert shows_dark_tiles(BLACK, Finder())
    assert not shows_dark_tiles(BLACK, Finder(), DarkTileSettings(fewest=7))
    assert not shows_dark_tiles(BLACK, Finder(), DarkTileSettings(dim=0.0))
