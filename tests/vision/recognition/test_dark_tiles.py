"""Dark tiles are read as well as light ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import Reader
from vision.photo import Photo, open_photo
from vision.recognition.dark_tiles import are_dark, invert_lightness
from vision.seen_tile import SeenTile

EXAMPLES = Path(__file__).parents[3] / "datasets" / "examples" / "images"
QUAD = ((10.0, 10.0), (70.0, 10.0), (70.0, 70.0), (10.0, 70.0))
TILE = SeenTile(0, QUAD, (("5m", 0.8),), True)


@pytest.mark.parametrize(("grey", "is_dark"), [(10, True), (60, True), (200, False)])
def test_tiles_are_as_dark_as_their_ground(grey: int, is_dark: bool) -> None:
    picture = np.full((80, 80, 3), grey, np.uint8)
    picture[30:50, 30:50] = 255 - grey  # ink
    assert are_dark(picture, (TILE,)) == is_dark


def test_a_light_back_beside_dark_faces_does_not_count() -> None:
    picture = np.zeros((80, 160, 3), np.uint8)
    picture[:, 80:] = 255
    (a, b), (c, d), (e, f), (g, h) = QUAD
    quad = ((a + 80, b), (c + 80, d), (e + 80, f), (g + 80, h))
    back = SeenTile(1, quad, (("back", 0.9),), False)
    assert are_dark(picture, (TILE, back, replace(back, id=2)))
    assert not are_dark(picture, ())


def test_dark_tiles_are_read_as_well_as_light_ones() -> None:
    reader = Reader()
    photo = open_photo(min(EXAMPLES.glob("*.jpg")))
    dark = Photo("dark.jpg", invert_lightness(photo.pixels))
    light_tiles, dark_tiles = reader.find_tiles(photo), reader.find_tiles(dark)
    faces = [sorted(t.kind for t in seen if t.face_up) for seen in (light_tiles, dark_tiles)]
    assert faces[0] == faces[1]
