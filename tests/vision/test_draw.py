"""What is drawn, where, and in which colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from vision.draw import ROLE_COLOURS, Mark, annotate, append_key, label
from vision.photo import Pixels
from vision.seen_tile import Quad, SeenTile

MakeTile = Callable[..., SeenTile]


def blank(width: int = 300, height: int = 200) -> Pixels:
    return np.full((height, width, 3), 128, np.uint8)


def has(pixels: Pixels, colour: tuple[int, int, int]) -> bool:
    return bool((pixels == np.array(colour)).all(axis=2).any())


def marks_of(tiles: Sequence[SeenTile], faint: bool = False) -> list[Mark]:
    return [Mark(tile.quad, "" if faint else label(tile), (1, 2, 250), faint) for tile in tiles]


def test_roles_look_different() -> None:
    assert len(set(ROLE_COLOURS.values())) == len(ROLE_COLOURS)


def test_doubtful_names_carry_their_probability(tile: MakeTile) -> None:
    assert label(tile(0, "5m", confidence=0.86)) == "5m"
    assert label(tile(0, "5m", confidence=0.62)) == "5m\n62%"
    assert label(tile(0, "?")) == "?"


def test_the_photo_itself_is_left_as_it_is(tile: MakeTile) -> None:
    pixels = blank()
    drawn = annotate(pixels, marks_of([tile(0, "5m", 50, 60)]))
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


def ink_on(drawn: Pixels, quad: Quad) -> int:
    """Pixels of labels within a tile."""
    (left, top), (right, bottom) = quad[0], quad[2]
    part = drawn[int(top) + 4 : int(bottom) - 4, int(left) + 4 : int(right) - 4]
    return int((part == np.array((20, 20, 20))).all(axis=2).sum())


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_labels_cover_no_neighbour(rows: int, tile: MakeTile) -> None:
    """Neither in a row without gaps, nor in rows above each other: only a tile's own edge."""
    tiles = [
        tile(9 * row + i, "5m", 40 + 50 * i, 60 + 66 * row, size=(50.0, 66.0))
        for row in range(rows)
        for i in range(9)
    ]
    for one in tiles:
        drawn = annotate(blank(560, 340), marks_of(tiles))
        assert ink_on(drawn, one.quad) < 0.4 * 50 * 66
    if rows <= 2:
        assert not any(ink_on(drawn, one.quad) for one in tiles)


def test_what_is_faint_has_no_label_and_shows_the_picture_through(tile: MakeTile) -> None:
    one = tile(0, "5m", 100, 100)
    drawn = annotate(blank(), marks_of([one], faint=True))
    assert not has(drawn, (20, 20, 20)) and not has(drawn, (1, 2, 250))
    assert (drawn != 128).any(), "its outline is there"


def test_a_key_explains_the_colours_below_the_picture() -> None:
    pixels = blank()
    keyed = append_key(pixels, [(ROLE_COLOURS["winning"], "winning tile")], ["char = characters"])
    assert (keyed[:200] == pixels).all() and keyed.shape[0] > 200
    assert has(keyed[200:], ROLE_COLOURS["winning"])
    assert append_key(pixels, [((9, 9, 9), "x" * 20)] * 9).shape[0] > keyed.shape[0], "more lines"
    assert append_key(pixels, [], ["x" * 20] * 9).shape[0] > keyed.shape[0], "for notes, too"
