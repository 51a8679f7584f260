"""What is drawn, where, and in which colour."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from vision.draw import ROLE_COLOURS, Mark, annotate, label, tile_marks
from vision.photo import Pixels
from vision.seen_tile import SeenTile

MakeTile = Callable[..., SeenTile]


def blank(width: int = 300, height: int = 200) -> Pixels:
    return np.full((height, width, 3), 128, np.uint8)


def has(pixels: Pixels, colour: tuple[int, int, int]) -> bool:
    return bool((pixels == np.array(colour)).all(axis=2).any())


def test_each_role_has_its_colour(tile: MakeTile) -> None:
    tiles = [tile(i, "5m", 40 * i, 60) for i in range(3)]
    marks = tile_marks(tiles, {0: "concealed", 1: "winning"})
    assert [mark.colour for mark in marks] == [
        ROLE_COLOURS[role] for role in ("concealed", "winning", "other")
    ]
    drawn = annotate(blank(), marks)
    assert all(has(drawn, mark.colour) for mark in marks)


def test_roles_look_different() -> None:
    assert len(set(ROLE_COLOURS.values())) == len(ROLE_COLOURS)


def test_doubtful_names_carry_their_probability(tile: MakeTile) -> None:
    assert label(tile(0, "5m", confidence=0.86)) == "5m"
    assert label(tile(0, "5m", confidence=0.62)) == "5m\n62%"
    assert label(tile(0, "?")) == "?"


def test_the_photo_itself_is_left_as_it_is(tile: MakeTile) -> None:
    pixels = blank()
    drawn = annotate(pixels, tile_marks([tile(0, "5m", 50, 60)], {}))
    assert (pixels == 128).all()
    assert (drawn != pixels).any()
    assert (drawn[150:, 200:] == 128).all(), "nothing is drawn away from the tile"


@pytest.mark.parametrize("place", [(0, 0), (270, 0), (0, 160), (270, 160), (-20, -20), (290, 190)])
def test_labels_stay_inside_the_picture(place: tuple[int, int], tile: MakeTile) -> None:
    """At every edge the whole label shows: as many of its pixels as in the middle."""

    def ink(x: float, y: float) -> int:
        quad = tile(0, "5m", x, y).quad
        drawn = annotate(blank(), [Mark(quad, "5m", (1, 2, 3))])
        return int((drawn == np.array((20, 20, 20))).all(axis=2).sum())

    assert ink(*place) == pytest.approx(ink(100, 100), rel=0.35)


def test_labels_grow_with_the_tiles(tile: MakeTile) -> None:
    def ink(scale: int) -> int:
        quad = tile(0, "5m", 50, 60, size=(30.0 * scale, 40.0 * scale)).quad
        drawn = annotate(blank(900, 900), [Mark(quad, "5m", (1, 2, 3))])
        return int((drawn == np.array((20, 20, 20))).all(axis=2).sum())

    assert ink(6) > 4 * ink(2)


def test_nothing_to_draw() -> None:
    assert (annotate(blank(), []) == 128).all()
