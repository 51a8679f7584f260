"""Backs and white dragons without print: what else is in view tells them apart."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import BACK
from vision.arrays import Pixels
from vision.recognition.backs import Colour, back_colour, distinguish_backs
from vision.seen_tile import SeenTile

PALE, WARM = (222, 216, 204), (236, 206, 160)
GREEN, GREY = (30, 120, 80), (120, 118, 121)


def row(*tiles: tuple[Colour, str, float]) -> tuple[Pixels, list[SeenTile]]:
    """Tiles of these colours side by side on a dark table, named so; doubt is of the other."""
    picture = np.full((120, 60 * len(tiles) + 20, 3), 25, np.uint8)
    seen = []
    for number, (colour, kind, share) in enumerate(tiles):
        left = 15 + 60 * number
        picture[30:90, left : left + 45] = colour
        quad = ((left, 30.0), (left + 45.0, 30.0), (left + 45.0, 90.0), (left, 90.0))
        other = {"5z": BACK, BACK: "5z"}.get(kind, "1m")
        seen.append(SeenTile(number, quad, ((kind, share), (other, 1 - share)), False))
    return picture, seen


FACE = (PALE, "3p", 1.0)


@pytest.mark.parametrize("pale", [PALE, WARM])
def test_a_pale_tile_of_a_set_with_green_backs_is_a_white_dragon(pale: Colour) -> None:
    picture, seen = row(FACE, (GREEN, BACK, 0.99), (pale, BACK, 0.87))
    back = back_colour(picture, seen)
    assert back == GREEN
    told = distinguish_backs(picture, seen, back)
    assert [t.kind for t in told] == ["3p", BACK, "5z"]
    assert told[2].confidence == pytest.approx(1.0) and len(told[2].names) == 1
    assert [t.kind for t in distinguish_backs(picture, seen)] == ["3p", BACK, BACK]


def test_a_green_one_is_a_back_in_whatever_light() -> None:
    picture, seen = row(FACE, (GREEN, "5z", 0.8), (PALE, "5z", 0.8), (PALE, BACK, 0.8))
    told = distinguish_backs(picture, seen, back=(10, 90, 50))
    assert [t.kind for t in told] == ["3p", BACK, "5z", "5z"]


def test_a_name_without_doubt_stays() -> None:
    picture, seen = row(FACE, (GREEN, BACK, 0.99), (PALE, BACK, 0.999))
    assert [t.kind for t in distinguish_backs(picture, seen, GREEN)] == ["3p", BACK, BACK]


@pytest.mark.parametrize("back", [GREY, (250, 248, 246)])
def test_grey_and_white_backs_tell_nothing(back: Colour) -> None:
    picture, seen = row(FACE, (back, BACK, 0.99), (PALE, BACK, 0.8))
    assert back_colour(picture, seen) is None
    assert [t.kind for t in distinguish_backs(picture, seen)] == ["3p", BACK, BACK]


def test_a_tile_at_the_pictures_edge_has_a_colour_too() -> None:
    picture, seen = row((GREEN, BACK, 0.99))
    outside = SeenTile(1, ((-90.0, -90.0), (-50.0, -90.0), (-50.0, -40.0), (-90.0, -40.0)),
                       ((BACK, 0.6), ("5z", 0.4)), False)  # fmt: skip
    assert len(distinguish_backs(picture, [*seen, outside, *row(FACE)[1]], back=GREEN)) == 3
