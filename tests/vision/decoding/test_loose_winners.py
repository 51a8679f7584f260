"""Tiles that lie by themselves: the one that completes the hand, or that a person names, won."""

from __future__ import annotations

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from scoring.tiles import BACK
from tests.vision.layout.layout_cases import EMA, MCR, TEN, ZJ
from tests.vision.scenes import observe, scene
from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

PAIRS = "[1m][1m][4m][4m][2p][2p][7p][7p][3s][3s][E ][E ][9p]"
WAITING = f"{TEN}[E ][E ][E ]"

all_rules = pytest.mark.parametrize("rules", [EMA, MCR, ZJ])


def decode(text: str, rules: str, **answers: str) -> tuple[Layout, tuple[SeenTile, ...]]:
    tiles = observe(scene(text))
    return decode_tiles(tiles, Situation(answers=answers), rules), tiles


@pytest.mark.parametrize("rules", [EMA, MCR])  # the third rule set knows no seven pairs
@pytest.mark.parametrize(
    "text",
    [
        f"           [9p]\n\n\n\n\n\n[1s]\n\n{PAIRS}",
        f"[1s]\n\n{PAIRS}______________[9p]",
    ],
)
def test_a_tile_that_completes_seven_pairs_won_though_another_is_nearer(
    text: str, rules: str
) -> None:
    found, tiles = decode(text, rules)
    assert found.winning is not None and tiles[found.winning].kind == "9p"
    assert found.is_complete and [tiles[i].kind for i in found.ignored] == ["1s"]


@all_rules
@pytest.mark.parametrize("space", ["\n\n", "\n\n\n\n\n\n\n"])
def test_a_named_winner_that_lies_loose_is_counted_once(space: str, rules: str) -> None:
    found, tiles = decode(f"       [8s]{space}{WAITING}", rules, winning_tile="8s")
    assert found.winning is not None and tiles[found.winning].kind == "8s"
    assert found.tile_count == 14 and found.own_ids == {tile.id for tile in tiles}
    assert not found.ignored and not found.indicators


def test_a_named_winner_beside_a_wall_is_no_indicator() -> None:
    wall = "[##][##][##][##]_[8s]_[##][##][##][##]"
    found, tiles = decode(f"{wall}\n\n\n{WAITING}", EMA, winning_tile="8s")
    assert found.winning is not None and tiles[found.winning].kind == "8s"
    assert not found.indicators
    assert set(found.ignored) == {tile.id for tile in tiles if tile.kind == BACK}


def test_of_two_loose_tiles_alike_none_is_the_named_winner() -> None:
    far = f"[8s]{' ' * 60}[8s]\n\n\n\n\n\n{WAITING}"
    found, _ = decode(far, ZJ, winning_tile="8s")
    assert (found.winning, found.winning_kind, len(found.ignored)) == (None, "8s", 2)
