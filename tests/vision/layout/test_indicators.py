"""Bonus indicators: which faces beside backs are some, and what is asked about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scoring.tiles import BACK
from tests.vision.scenes import observe, scene
from vision.layout.arrangement import arrange, with_surroundings
from vision.layout.layout import NO_ANSWERS, Layout, arrange_region
from vision.seen_tile import SeenTile, move_quad

EMA = "riichi-ema"
HAND = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s][E ][E ][E ]_[8s]"

Seen = list[SeenTile]


def _see(wall: str, **names: tuple[tuple[str, float], ...]) -> Seen:
    """A hand below a wall; names of tiles by their index in the wall, as `t3`."""
    tiles = observe(scene(f"      {wall}\n\n\n{HAND}"))
    given = {int(name[1:]): value for name, value in names.items()}
    return [replace(t, names=given.get(i, t.names)) for i, t in enumerate(tiles)]


def _indicators(found: Layout, tiles: Seen) -> list[str]:
    kinds = {tile.id: tile.kind for tile in tiles}
    return [kinds[i] for i in found.indicators]


def _questions(found: Layout) -> dict[str, str | None]:
    return {asked.code: asked.default for asked in found.questions}


def _arrange_around(tiles: Seen, answers: Mapping[str, str] = NO_ANSWERS) -> Layout:
    """The hand as a region of the photo, with what the whole photo shows around it."""
    whole = arrange_region(tiles, EMA, answers)
    hand = arrange_region(tiles[-14:], EMA)
    return with_surroundings(hand, replace(whole, indicators=()), tiles, answers)


@pytest.mark.parametrize(
    ("wall", "shown", "asked"),
    [
        ("[##][9m][1p][##]", ["9m", "1p"], {}),
        ("[9m][1p][##][##][##]", ["9m", "1p"], {"indicators": "yes"}),
        ("[9m][##][##]", [], {"indicators": "no"}),
        ("[9m][1p][3s][N ][##]", [], {}),  # discards beside a tile face down
    ],
)
def test_faces_between_backs_are_indicators_and_those_at_their_end_may_be(
    wall: str, shown: list[str], asked: dict[str, str]
) -> None:
    tiles = _see(wall)
    found = arrange(tiles, EMA)
    assert (_indicators(found, tiles), _questions(found)) == (shown, asked)
    around = _arrange_around(tiles)
    assert (_indicators(around, tiles), _questions(around)) == (shown, asked)


@pytest.mark.parametrize(("answer", "shown"), [("yes", ["9m"]), ("no", [])])
def test_an_answer_decides_about_faces_at_the_end_of_backs(answer: str, shown: list[str]) -> None:
    for wall in ("[9m][##][##]", "[9m][##][##][##]"):
        tiles = _see(wall)
        for found in (
            arrange(tiles, EMA, {"indicators": answer}),
            _arrange_around(tiles, {"indicators": answer}),
        ):
            assert (_indicators(found, tiles), _questions(found)) == (shown, {})


def test_what_cannot_be_read_at_the_end_of_backs_is_one_of_them() -> None:
    tiles = _see("[9m][##][##][##]", t0=(("9m", 0.4), ("8m", 0.3)))
    found = _arrange_around(tiles)
    assert (_indicators(found, tiles), _questions(found)) == ([], {})


def test_a_flower_beside_backs_is_no_indicator() -> None:
    tiles = _see("[f3][##][##][##][##]")
    assert _arrange_around(tiles).indicators == ()


def test_the_wall_with_faces_between_its_backs_counts_before_others() -> None:
    tiles = observe(scene(f"      [9m][##][##][##]\n\n      [##][3p][##]\n\n\n{HAND}"))
    found = _arrange_around(list(tiles))
    assert (_indicators(found, list(tiles)), _questions(found)) == (["3p"], {})


def test_a_face_apart_from_the_backs_beside_it_is_none_of_the_wall() -> None:
    tiles = _see("[9m]__[##][##][##]")
    found = _arrange_around(tiles)
    assert (found.indicators, found.questions) == ((), ())


@pytest.mark.parametrize(
    ("back", "shown", "taken"), [(0.03, [], BACK), (0.01, ["5z"], "5z"), (0.0, ["5z"], None)]
)
def test_a_blank_tile_among_backs_is_asked_about(
    back: float, shown: list[str], taken: str | None
) -> None:
    tiles = _see("[##][##][P ][##][##]", t2=(("5z", 0.97 - back), (BACK, back)))
    expected = {} if taken is None else {"back_or_white": taken}
    for found in (arrange(tiles, EMA), _arrange_around(tiles)):
        assert (_indicators(found, tiles), _questions(found)) == (shown, expected)


@pytest.mark.parametrize(("answer", "shown"), [("5z", ["5z"]), (BACK, [])])
def test_an_answer_about_a_blank_tile_among_backs_counts(answer: str, shown: list[str]) -> None:
    tiles = _see("[##][##][P ][##][##]", t2=(("5z", 0.6), (BACK, 0.4)))
    answers = {"back_or_white:2": answer}
    for found in (arrange(tiles, EMA, answers), _arrange_around(tiles, answers)):
        assert (_indicators(found, tiles), _questions(found)) == (shown, {})


def test_several_tiles_of_a_wall_that_cannot_be_read_are_backs() -> None:
    tiles = _see("[##][##][##][9m][1p][##][##]", t3=(), t4=())
    found = arrange(tiles, EMA)
    assert (found.indicators, found.questions) == ((), ())


@pytest.mark.parametrize(("chance", "asks"), [(0.9, True), (0.4, False)])
def test_a_lone_face_that_cannot_be_read_is_not_asked_about(chance: float, asks: bool) -> None:
    tiles = _see("      [9m]", t0=(("9m", chance), ("8m", 0.1)))
    assert ("indicators" in _questions(arrange(tiles, EMA))) == asks


def test_a_lone_face_above_blank_flanks_of_a_wall_is_asked_about() -> None:
    blank = (("5z", 0.6), (BACK, 0.4))
    flanks = "[P ][P ]"
    tiles = observe(scene(f"            [9m]\n\n\n\n                   {flanks}\n\n\n\n{HAND}"))
    tiles = tuple(replace(t, names=blank) if t.kind == "5z" else t for t in tiles)
    assert "indicators" in _questions(arrange(tiles, EMA))


def test_faces_beside_one_back_are_asked_about_like_those_beside_none() -> None:
    for wall in ("[##][9m][1p]", "[9m][1p]"):
        tiles = _see(wall)
        found = arrange(tiles, EMA)
        assert (_indicators(found, tiles), _questions(found)) == ([], {"indicators": None})


def test_faces_right_below_others_are_discards() -> None:
    tiles = list(observe(scene(f"      [2m][9s][5p][1p]\n      [9m][1p]\n\n\n{HAND}")))
    assert "indicators" not in _questions(arrange(tiles, EMA))


def test_a_back_with_a_pattern_between_backs_is_no_indicator() -> None:
    tiles = _see("[##][##][1p][##][##]", t2=(("1p", 0.88), (BACK, 0.12)))
    assert _arrange_around(tiles).indicators == ()
    assert arrange(tiles, EMA).indicators == ()


def test_an_indicator_between_backs_counts_though_it_seems_turned() -> None:
    tiles = _see("[##][##]<9s>[##][##]")
    for found in (arrange(tiles, EMA), _arrange_around(tiles)):
        assert (_indicators(found, tiles), _questions(found)) == (["9s"], {})


@pytest.mark.parametrize(("chance", "asks"), [(0.9, True), (0.4, False)])
def test_faces_of_which_one_cannot_be_read_are_not_asked_about(chance: float, asks: bool) -> None:
    tiles = _see("[9m][1p]", t0=(("9m", chance), ("8m", 0.1)))
    assert ("indicators" in _questions(arrange(tiles, EMA))) == asks


@pytest.mark.parametrize(("chance", "taken"), [(0.97, {}), (0.8, {"tile": "9m"})])
def test_an_indicator_that_may_have_another_face_is_taken_as_read_and_told(
    chance: float, taken: dict[str, str]
) -> None:
    tiles = _see("[##][##][9m][##][##]", t2=(("9m", chance), ("8m", 0.98 - chance)))
    for found in (arrange(tiles, EMA), _arrange_around(tiles)):
        assert (_indicators(found, tiles), _questions(found)) == (["9m"], taken)


def test_faces_apart_from_a_wall_in_view_are_no_indicators() -> None:
    for wall, asks in (("[##][##][##][##][##]", False), ("", True)):
        tiles = list(observe(scene(f"            [9m][1p]\n\n{wall}\n\n\n{HAND}")))
        assert ("indicators" in _questions(arrange(tiles, EMA))) == asks


def test_faces_diagonally_below_others_are_discards() -> None:
    tiles = list(observe(scene(f"      [2m][9s][5p][1p]\n          {' ' * 8}[9m][1p]\n\n\n{HAND}")))
    (x, _), (right, _), *_ = tiles[0].quad
    step = (0.9 * (right - x), 0.0)
    moved = [replace(t, quad=move_quad(t.quad, step)) if t.id in (4, 5) else t for t in tiles]
    assert "indicators" not in _questions(arrange(moved, EMA))
