"""Squares of a cloth are no backs; walls and kongs stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.layout.layout_cases import HAND, OPEN, ZJ
from tests.vision.layout.test_layout import layout_text
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.arrangement import arrange, drop_false_boxes
from vision.layout.false_boxes import (
    DOUBTFUL,
    cloth_squares,
    doubles,
    flanks_of_faces,
    parts_of_faces,
    short_flanks,
    surplus_blanks,
)
from vision.seen_tile import SeenTile


def squares(rows: int, columns: int, existence: float = 0.6) -> tuple[SeenTile, ...]:
    laid = [
        Laid("back", 1.6 * column, 5.0 + 1.6 * row)
        for row in range(rows)
        for column in range(columns)
    ]
    seen = observe(tuple(laid), Camera(elevation=50, roll=20))
    return tuple(replace(tile, existence=existence) for tile in seen)


@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (8, 9)])
def test_squares_in_rows_and_columns_are_a_cloth(rows: int, columns: int) -> None:
    assert len(cloth_squares(squares(rows, columns))) == rows * columns


@pytest.mark.parametrize(("rows", "columns"), [(1, 18), (2, 18), (3, 3), (4, 4)])
def test_lines_of_a_wall_and_a_few_backs_are_none(rows: int, columns: int) -> None:
    assert not cloth_squares(squares(rows, columns))


def test_sure_backs_are_tiles() -> None:
    assert not cloth_squares(squares(5, 6, DOUBTFUL))
    assert len(cloth_squares(squares(5, 6, DOUBTFUL - 0.01))) == 30


def test_a_hand_on_a_cloth_is_read() -> None:
    laid = scene(f"{OPEN}_[8p]<8p>[8p]")
    cloth = [Laid("back", 1.6 * x - 1, 1.6 * y - 7.3) for x in range(12) for y in range(10)]
    free = [one for one in cloth if not -1.4 < one.v < 2.6]
    tiles = [
        replace(tile, existence=0.6) if tile.kind == "back" else tile
        for tile in observe((*laid, *free), Camera(elevation=55))
    ]
    found = arrange(tiles, ZJ)
    assert layout_text(found, tuple(tiles)) == f"{HAND} [across 888p] +8s"


BLANK = (("5z", 0.95), ("back", 0.05))


@pytest.mark.parametrize(("count", "gone"), [(4, 0), (5, 5)])
def test_more_doubtful_blank_tiles_than_white_dragons_are_cells_of_a_mat(
    count: int, gone: int
) -> None:
    seen = [replace(tile, names=BLANK) for tile in squares(1, count)]
    assert len(surplus_blanks(seen)) == gone
    sure = [replace(tile, existence=DOUBTFUL) for tile in seen]
    assert not surplus_blanks(sure)
    printed = [replace(tile, names=(("5z", 0.999),)) for tile in seen]
    assert not surplus_blanks(printed)


def _beneath(tile: SeenTile, number: int, height: float) -> SeenTile:
    """A blank tile right under another in the picture, its height in the other's."""
    (left, top), (right, bottom) = (tuple(map(f, zip(*tile.quad, strict=True))) for f in (min, max))
    low = bottom + height * (bottom - top)
    quad = ((left, bottom), (right, bottom), (right, low), (left, low))
    return replace(tile, id=number, quad=quad, names=BLANK, oriented=False, existence=0.95)


@pytest.mark.parametrize("kind", ["3p", "5z", "back"])
def test_a_blank_tile_under_a_taller_one_is_its_flank(kind: str) -> None:
    (tile,) = observe((Laid(kind, 0, 0),), Camera(elevation=50))
    for height, flanks in ((0.5, 1), (0.8, 1), (0.9, 0), (1.1, 0)):
        seen = (tile, _beneath(tile, 1, height))
        assert len(short_flanks(seen)) == flanks
        assert [t.id for t in drop_false_boxes(seen, {})] == [0, 1][: 2 - flanks]
    printed = replace(_beneath(tile, 1, 0.5), names=(("4s", 1.0),))
    assert not short_flanks((tile, printed))


def test_a_white_dragon_beside_a_turned_one_seen_from_the_side_is_no_flank() -> None:
    (tile,) = observe((Laid("5z", 0, 0),))
    turned = replace(tile, quad=((983, 258), (1022, 258), (1022, 296), (983, 296)), names=BLANK)
    wider = replace(turned, id=1, quad=((977, 296), (1027, 296), (1027, 325), (977, 325)))
    assert not short_flanks((turned, wider))


@pytest.mark.parametrize(
    ("part", "whole", "gone"),
    [("2s", "4s", 1), ("8p", "9p", 1), ("2p", "4s", 0), ("4s", "2s", 0), ("4m", "5m", 0)],
)
def test_a_lower_number_within_a_higher_one_is_a_part_of_its_face(
    part: str, whole: str, gone: int
) -> None:
    (tile,) = observe((Laid(whole, 0, 0),))
    a, b, c, d = tile.quad

    def cut(share: float) -> SeenTile:
        """A box over this share of the tile."""
        across = tuple((p[0] + share * (q[0] - p[0]), p[1]) for p, q in ((a, b), (d, c)))
        return replace(tile, id=1, quad=(a, across[0], across[1], d), names=((part, 1.0),))

    assert len(parts_of_faces((tile, cut(0.5)))) == gone
    assert [t.id for t in drop_false_boxes((tile, cut(0.5)), {})] == [0, 1][: 2 - gone]
    assert not parts_of_faces((tile, cut(0.7)))


@pytest.mark.parametrize(
    ("kind", "share", "gone"), [("7p", 0.9, [1]), ("7p", 0.4, []), ("6p", 0.9, [])]
)
def test_a_second_box_over_the_same_face_is_none(kind: str, share: float, gone: list[int]) -> None:
    """Of two boxes that share most of the smaller one the likelier is the tile."""
    (tile,) = observe((Laid("7p", 0, 0),))
    width = tile.quad[1][0] - tile.quad[0][0]
    a, b, c, d = ((x + (1 - share) * width, y) for x, y in tile.quad)
    other = replace(tile, id=1, quad=(a, b, c, d), names=((kind, 1.0),), existence=0.7)
    assert sorted(doubles((tile, other))) == gone
    left = [t.id for t in drop_false_boxes((tile, other), {})]
    assert left == [i for i in (0, 1) if i not in gone]
    assert sorted(doubles((replace(tile, existence=0.6), other))) == [0] * len(gone)


@pytest.mark.parametrize(("existence", "flanks"), [(0.98, {1}), (0.9, set())])
def test_a_white_dragon_that_is_surely_a_tile_may_have_a_flank(
    existence: float, flanks: set[int]
) -> None:
    (tile,) = observe((Laid("5z", 0, 0),), Camera(elevation=50))
    blank = replace(tile, names=BLANK, existence=existence)
    assert flanks_of_faces((blank, _beneath(tile, 1, 1.0))) == flanks


@pytest.mark.parametrize(
    ("existence", "answer", "left"), [(0.5, None, 0), (0.5, "yes", 1), (0.7, None, 1)]
)
def test_what_has_no_name_and_hardly_is_a_tile_is_left_out(
    existence: float, answer: str | None, left: int
) -> None:
    """As what the picture's edge cuts off: nothing speaks for it."""
    (tile,) = observe((Laid("?", 0, 0),))
    answers = {} if answer is None else {"is_tile:0": answer}
    assert len(drop_false_boxes((replace(tile, existence=existence),), answers)) == left


def test_a_cell_that_a_person_calls_a_tile_is_one() -> None:
    seen = [replace(tile, names=BLANK) for tile in squares(1, 5)]
    kept = drop_false_boxes(seen, {f"is_tile:{seen[2].id}": "yes"})
    assert [tile.id for tile in kept] == [seen[2].id]
