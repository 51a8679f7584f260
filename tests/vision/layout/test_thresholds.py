"""Thresholds of layout and decoding, each tested at its edge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from scoring.hand import SetKind
from tests.vision.layout.layout_cases import MCR, OPEN, TEN, ZJ
from tests.vision.scenes import Camera, observe, scene
from vision.decoding.decoder import decode
from vision.layout.arrangement import arrange
from vision.layout.hidden_tiles import LIFT, stacked_tile_ids
from vision.layout.layout import arrange_region
from vision.layout.melds import LaidMeld
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


@pytest.mark.parametrize(("offset", "is_stacked"), [(0.01, True), (-0.01, False)])
def test_a_turned_tile_is_stacked_beyond_the_lift(offset: float, is_stacked: bool) -> None:
    """The middle of a turned tile is an eighth of a length nearer to the owner than the others."""
    turned = LIFT - 0.125 + offset
    row = (
        PlacedTile(0, 0.0, 0.0, -4.0, 0),
        PlacedTile(1, 1.2, turned, 4.0, 1),
        PlacedTile(2, 2.4, 0.0, -4.0, 0),
    )
    side = Side((TileRow(row, (0.0, 0.0, 0.0), (True, False, False)),), (), True)
    pung = LaidMeld(SetKind.PUNG, (0, 1, 2), ("8p",) * 3, claimed=1)
    assert stacked_tile_ids([pung], side) == (frozenset({1}) if is_stacked else frozenset())


@pytest.mark.parametrize(("existence", "count"), [(0.969, 14), (0.971, 15)])
def test_a_box_that_is_a_tile_with_97_percent_is_not_left_out(existence: float, count: int) -> None:
    tiles = _see(f"{TEN}[E ][E ][E ][C ]_[8s]")
    tiles = tuple(replace(t, existence=existence) if t.id == 13 else t for t in tiles)
    assert arrange_region(tiles, MCR).tile_count == count
