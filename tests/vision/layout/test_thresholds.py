"""Thresholds of layout and decoding, each tested at its edge."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.hand import SetKind
from tests.conftest import MakeTile
from tests.vision.layout.layout_cases import MCR, OPEN, TEN, ZJ
from tests.vision.scenes import LENGTH, Camera, Laid, observe, scene
from vision.decoding.decoder import decode
from vision.decoding.suspects import suspect_boxes
from vision.layout.arrangement import arrange
from vision.layout.candidates import Candidate, winner_candidates
from vision.layout.hidden_tiles import is_flat, stacked_tile_ids
from vision.layout.layout import arrange_region
from vision.layout.melds import LaidMeld, Token, read_line
from vision.layout.rows import PlacedTile, Side, TileRow
from vision.seen_tile import SeenTile


def _see(text: str) -> tuple[SeenTile, ...]:
    tiles = observe(scene(text), Camera(elevation=60))
    return tuple(replace(t, names=tuple((kind, 0.99) for kind, _ in t.names[:1])) for t in tiles)


def _with_names(
    tiles: tuple[SeenTile, ...], number: int, *names: tuple[str, float]
) -> tuple[SeenTile, ...]:
    return tuple(replace(t, names=names) if t.id == number else t for t in tiles)


@pytest.mark.parametrize(("share", "kind"), [(0.0101, "3m"), (0.0099, "2m")])
def test_names_of_less_than_one_percent_are_not_considered(share: float, kind: str) -> None:
    tiles = _with_names(_see(f"{OPEN}_[8p]<8p>[8p]"), 1, ("2m", 0.05), ("3m", share))
    found = decode(tiles, ZJ, RulebookOracle(rulebook(ZJ), Situation()))
    assert found.names.get(1, "2m") == kind


@pytest.mark.parametrize(("white", "is_asked"), [(0.2, True), (0.19, False)])
def test_a_back_of_a_kong_is_asked_about_from_a_fifth_on(white: float, is_asked: bool) -> None:
    tiles = _see(f"{TEN}_[8s]__[8p][##][##][8p]")
    tiles = _with_names(tiles, 12, ("back", 0.79), ("5z", white))
    asked = [question.id for question in arrange(tiles, MCR).questions]
    assert ("back_or_white:12" in asked) == is_asked


@pytest.mark.parametrize(("lift", "is_stacked"), [(0.225, True), (0.215, False)])
def test_a_turned_tile_is_stacked_beyond_the_lift(lift: float, is_stacked: bool) -> None:
    """The middle of a turned tile is an eighth of a length nearer to the owner than the others."""
    turned = lift - 0.125
    row = (
        PlacedTile(0, 0.0, 0.0, -4.0, 0),
        PlacedTile(1, 1.2, turned, 4.0, 1),
        PlacedTile(2, 2.4, 0.0, -4.0, 0),
    )
    pung = LaidMeld(SetKind.PUNG, (0, 1, 2), ("8p",) * 3, claimed=1)
    stacked = frozenset({1}) if is_stacked else frozenset()
    assert stacked_tile_ids([pung], _side_of_a_line(row)) == stacked
    hand = tuple(PlacedTile(i, i - 8.0, -0.5, -4.0, 0) for i in range(3, 7))
    askew = _side_of_a_line((*hand, *row))  # its set lies half a tile farther away
    assert stacked_tile_ids([pung], askew) == stacked


def _side_of_a_line(row: tuple[PlacedTile, ...]) -> Side:
    parted = tuple(i == 0 for i in range(len(row)))
    return Side((TileRow(row, (0.0,) * len(row), parted),), (), True)


@pytest.mark.parametrize(("existence", "count"), [(0.969, 14), (0.971, 15)])
def test_a_box_that_is_a_tile_with_97_percent_is_not_left_out(existence: float, count: int) -> None:
    tiles = _see(f"{TEN}[E ][E ][E ][C ]_[8s]")
    tiles = tuple(replace(t, existence=existence) if t.id == 13 else t for t in tiles)
    assert arrange_region(tiles, MCR).tile_count == count


def _is_flat_pung(
    tile: MakeTile, cosine: float, raised: float, spread: float = 0.0, other: float = 1.0
) -> bool:
    """Read a pung, its turned tile in the middle, from an elevation with this cosine.

    A tile on another one appears 0.7 tile widths times the cosine farther away; `raised` is the
    share of that by which the turned tile's lower edge does. `spread` is the log ratio by which one
    upright tile of the pung seems longer and one shorter, `other` the ratio for a tile elsewhere.
    """
    sine, width = math.sqrt(1 - cosine**2), 30.0
    upright, sideways = (width, width * 4 / 3 * sine), (width * 4 / 3, width * sine)
    lower = 100.0 - raised * 0.7 * width * cosine
    more, less = (upright[1] * math.exp(off) for off in (spread, -spread))
    elsewhere = (width, upright[1] * other)
    seen = (
        tile(0, "8p", 0.0, 100.0 - more, (width, more)),
        tile(1, "8p", 30.0, lower - sideways[1], sideways),
        tile(2, "8p", 70.0, 100.0 - less, (width, less)),
        tile(3, "5m", 150.0, 100.0 - elsewhere[1], elsewhere),
    )
    meld = LaidMeld(SetKind.PUNG, (0, 1, 2), ("8p",) * 3, claimed=1)
    return is_flat(meld, {one.id: one for one in seen})


@pytest.mark.parametrize(("shift", "is_decided"), [(0.125, True), (0.115, False)])
def test_whether_a_tile_is_stacked_is_decided_from_an_eighth_of_a_width_on(
    tile: MakeTile, shift: float, is_decided: bool
) -> None:
    assert _is_flat_pung(tile, shift / 0.7, 0.0) == is_decided


@pytest.mark.parametrize(("spread", "is_decided"), [(0.090, True), (0.095, False)])
def test_two_spreads_of_the_tiles_shapes_leave_it_undecided(
    tile: MakeTile, spread: float, is_decided: bool
) -> None:
    """Of a shift of 0.3 widths the two leave 0.12; two of three upright tiles are off."""
    assert _is_flat_pung(tile, 0.3 / 0.7, 0.0, spread) == is_decided


@pytest.mark.parametrize(("other", "is_decided"), [(1.29, True), (1.27, False)])
def test_only_tiles_of_much_the_same_shape_count_for_that_spread(
    tile: MakeTile, other: float, is_decided: bool
) -> None:
    """Shapes that differ by more than a quarter, as a log ratio, are of turned tiles."""
    assert _is_flat_pung(tile, 0.3 / 0.7, 0.0, other=other) == is_decided


@pytest.mark.parametrize(("raised", "flat"), [(0.39, True), (0.41, False), (-0.41, False)])
def test_a_turned_tile_is_flat_below_two_fifths_of_that_shift(
    tile: MakeTile, raised: float, flat: bool
) -> None:
    assert _is_flat_pung(tile, 0.6, raised) == flat


@pytest.mark.parametrize(("apart", "count"), [(1.69, 14), (1.71, 9)])
def test_a_second_line_of_the_hand_is_less_than_1_7_tile_lengths_away(
    apart: float, count: int
) -> None:
    assert _count_of_lines(("2m3m4m5p6p7p6s7s9s", apart, "8s1z1z1z9s")) == count


@pytest.mark.parametrize(("apart", "count"), [(3.39, 14), (3.41, 11)])
def test_a_third_line_of_the_hand_is_less_than_twice_that_away(apart: float, count: int) -> None:
    lines = ("2m3m4m5p6p7p", 1.5, "6s7s9s9s1z", apart, "8s1z1z")
    assert _count_of_lines(lines) == count


def _count_of_lines(lines: tuple[str | float, ...]) -> int:
    """Count the hand of lines, nearest first; before each but the first, its distance from it."""
    laid: list[Laid] = []
    for names, apart in zip(lines[::2], (0.0, *lines[1::2]), strict=True):
        assert isinstance(names, str) and isinstance(apart, float)
        kinds = [names[i : i + 2] for i in range(0, len(names), 2)]
        # faces are 0.97 of a tile long
        laid += [Laid(kind, 1.0 * i, apart * 0.97 * LENGTH) for i, kind in enumerate(kinds)]
    return arrange_region(observe(laid, Camera(distance=500)), MCR).tile_count


@pytest.mark.parametrize(
    ("gaps", "found"),
    [
        ((3, 4), (3,)),  # one of three runs is single, inside
        ((3, 4, 5), ()),  # two are
        ((1, 4), (0,)),  # the first is
        ((3, 6), ()),  # none is
    ],
)
def test_a_single_tile_inside_the_row_won_if_it_is_the_only_one(
    tile: MakeTile, gaps: tuple[int, ...], found: tuple[int, ...]
) -> None:
    line = tuple(
        Token(PlacedTile(i, 1.0 * i, 0.0, -4.0, 0), tile(i, "8p"), parted=i in (0, *gaps))
        for i in range(8)
    )
    assert winner_candidates(Candidate(0.0, (line,), (), (), None))[0] == found


@pytest.mark.parametrize(("odds", "cost"), [(-4.0, 1.5363), (0.0, 2.8863)])
def test_a_kong_with_a_missed_tile_costs_more_if_its_faces_may_be_turned(
    tile: MakeTile, odds: float, cost: float
) -> None:
    """1.5 for the missed tile, and for both faces the log of 1 and their odds of being turned."""
    line = (
        Token(PlacedTile(0, 0.0, 0.0, odds, 0), tile(0, "8p"), parted=True),
        Token(PlacedTile(1, 1.0, 0.0, odds, -1), tile(1, "back"), parted=False),
        Token(PlacedTile(2, 3.0, 0.0, odds, 0), tile(2, "8p"), parted=True),
    )
    kong = next(reading for reading in read_line(line) if reading.melds)
    assert kong.melds[0].kinds == ("8p",) * 4
    assert kong.cost == pytest.approx(cost, abs=2e-3)


def test_costs_of_a_tile_and_of_none_follow_its_existence(tile: MakeTile) -> None:
    def costs(existence: float) -> tuple[float, float]:
        seen = replace(tile(0, "8p"), existence=existence)
        token = Token(PlacedTile(0, 0.0, 0.0, -4.0, 0), seen, parted=False)
        return token.presence_cost, token.absence_cost

    assert costs(0.9) == pytest.approx((0.10536, 2.30259), abs=1e-4)
    assert costs(0.5) == pytest.approx((0.69315, 0.69315), abs=1e-4)
    assert costs(0.9995) == pytest.approx((0.0005, 6.90776), abs=1e-4)  # as one in a thousand
    assert costs(0.0005) == pytest.approx((6.90776, 0.0005), abs=1e-4)


@pytest.mark.parametrize(
    ("size", "confidence", "off", "is_suspect"),
    [
        (0.69, 0.99, 1, True),  # of the usual area
        (0.71, 0.99, 1, False),
        (1.44, 0.99, -1, False),
        (1.46, 0.99, -1, True),
        (1.46, 0.99, 1, False),  # too large a box is no tile too many
        (1.0, 0.49, 1, True),
        (1.0, 0.51, 1, False),
        (1.0, 0.49, -1, False),
    ],
)
def test_boxes_of_odd_size_or_doubtful_name_are_suspect(
    tile: MakeTile, size: float, confidence: float, off: int, is_suspect: bool
) -> None:
    tiles = {i: tile(i, "5m", 32.0 * i) for i in range(9)}
    tiles[4] = tile(4, "5m", 128.0, 20 - 20 * size, (30.0, 40.0 * size), confidence)
    assert suspect_boxes(range(9), tiles, off) == ((4,) if is_suspect else ())


@pytest.mark.parametrize(("shared", "suspects"), [(0.19, set()), (0.21, {7, 8})])
def test_boxes_that_share_more_than_a_fifth_are_suspect(
    tile: MakeTile, shared: float, suspects: set[int]
) -> None:
    tiles = {i: tile(i, "5m", 32.0 * i) for i in range(8)}
    tiles[8] = tile(8, "5m", 7 * 32.0 + 30.0 * (1 - shared))
    assert set(suspect_boxes(range(9), tiles, 1)) == suspects
