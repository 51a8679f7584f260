"""Dark tiles: the view of inverted lightness."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import Reader
from vision.photo import Photo, open_photo
from vision.recognition.dark_tiles import (
    DarkTileSettings,
    clearer_view,
    invert_lightness,
    may_be_dark,
)
from vision.seen_tile import SeenTile

EXAMPLES = Path(__file__).parents[3] / "datasets" / "examples" / "images"
QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 70.0), (10.0, 70.0))
TILE = SeenTile(0, QUAD, (("5m", 0.8),), True)


@pytest.mark.parametrize(("grey", "is_dark"), [(10, True), (70, True), (73, False), (250, False)])
def test_faces_are_dark_below_a_lightness_of_thirty(grey: int, is_dark: bool) -> None:
    """A grey of 71 has a lightness of 30."""
    picture = np.full((80, 60, 3), grey, np.uint8)
    assert may_be_dark(picture, (TILE,)) == is_dark


def test_a_picture_without_tiles_is_not_dark() -> None:
    assert not may_be_dark(np.zeros((80, 60, 3), np.uint8), ())


def test_a_light_back_beside_dark_faces_does_not_count() -> None:
    picture = np.zeros((80, 160, 3), np.uint8)
    picture[:, 80:] = 255
    x = [(a + 80, b) for a, b in QUAD]
    back = SeenTile(1, (x[0], x[1], x[2], x[3]), (("back", 0.9),), False)
    assert may_be_dark(picture, (TILE, back, replace(back, id=2)))


def test_the_view_with_more_and_surer_faces_counts() -> None:
    five = (TILE,) * 5
    doubtful = tuple(replace(tile, names=(("5m", 0.3),)) for tile in five)
    assert clearer_view(doubtful, five) is five
    assert clearer_view(five, doubtful) is five
    assert clearer_view((), five[:4]) == ()
    assert clearer_view((), five[:4], DarkTileSettings(fewest=4)) == five[:4]


def test_dark_tiles_are_read_as_well_as_light_ones() -> None:
    reader = Reader()
    photo = open_photo(min(EXAMPLES.glob("*.jpg")))
    dark = Photo("dark.jpg", invert_lightness(photo.pixels))
    light_tiles, dark_tiles = reader.find_tiles(photo), reader.find_tiles(dark)
    faces = [sorted(t.kind for t in seen if t.face_up) for seen in (light_tiles, dark_tiles)]
    assert faces[0] == faces[1]
