"""Tiles that lie by themselves: the one that completes the hand, or that a person names, won."""

from __future__ import annotations

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from tests.vision.parsing.scene_cases import EMA, MCR, TEN, ZJ
from tests.vision.scenes import observe, scene
from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

PAIRS = "[1m][1m][4m][4m][2p][2p][7p][7p][3s][3s][E ][E ][9p]"
WAITING = f"{TEN}[E ][E ][E ]"

all_rules = pytest.mark.parametrize("rules", [EMA, MCR, ZJ])


def decode(text: str, rules: str, **answers: str) -> tuple[Layout, tuple[SeenTile, ...]]:
    tiles = observe(scene(text))
    return decode_tiles(tiles, Situation(answers=answers), rules), tiles


@all_rules
@pytest.mark.parametrize("space", ["\n\n", "\n\n\n\n\n\n\n"])
def test_a_named_winner_that_lies_loose_is_counted_once(space: str, rules: str) -> None:
    found, tiles = decode(f"       [8s]{space}{WAITING}", rules, winning_tile="8s")
    assert found.winning is not None and tiles[found.winning].kind == "8s"
    assert found.tile_count == 14 and found.own_ids == {tile.id for tile in tiles}
    assert not found.ignored and not found.indicators


def test_of_two_loose_tiles_alike_none_is_the_named_winner() -> None:
    far = f"[8s]{' ' * 60}[8s]\n\n\n\n\n\n{WAITING}"
    found, _ = decode(far, ZJ, winning_tile="8s")
    assert (found.winning, found.winning_kind, len(found.ignored)) == (None, "8s", 2)
