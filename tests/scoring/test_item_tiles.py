"""The tiles of each item: those that make it, wherever the item is not the whole hand."""

from __future__ import annotations

import pytest

from scoring.item_tiles import item_tiles
from scoring.notation import parse_win
from scoring.record import Record
from scoring.registry import RULEBOOKS, rulebook
from scoring.scorer import result_to_json, score
from scoring.tiles import format_tiles

# hand and win, pattern, its tiles for each time it counts
CASES = [
    ("mcr", "12m 456m 789s 55p [999s] +3m | drawn", "9", ["123m"]),
    ("mcr", "13m 456p 789s 55p [999s] +2m | from S", "10", ["123m"]),
    ("mcr", "1111m 23m 789s 456p E +E | from W", "11", ["11z"]),
    ("mcr", "12m 456m 789s 55p [999s] +3m | drawn", "12", ["3m"]),
    ("mcr", "1111m 23m 789s 456p 1f 5f E +E | drawn", "13", ["1f", "5f"]),
    ("mcr", "1111m 23m 789s 456p E +E | from W", "19", ["1111m"]),
    ("mcr", "123m 456p 78s 55p [999p] +9s | from S last_of_kind", "27", ["9s"]),
    ("mcr", "123m 456p 78s 55p [999p] +9s | drawn last_tile", "40", ["9s"]),
    ("mcr", "123m 456p 78s 55p [999p] +9s | from S last_tile", "41", ["9s"]),
    ("mcr", "123m 456p 78s 55p [9999p] +9s | drawn kong_replacement", "42", ["9s"]),
    ("mcr", "123m 456p 78s 55p [999p] +9s | from S robbing_kong", "43", ["9s"]),
    ("mcr", "123m 456p 78s 55p [999p] +9s | from S robbing_kong", "35", ["123m456p789s"]),
    ("mcr", "11223344556677m | drawn", "80", ["11223344556677m"]),
    ("zung-jung", "1111m 23m 789s 456p 1f 3f E +E | drawn", "11.1.2", ["1f"]),
    ("zung-jung", "1111m 23m 789s 456p 1f 3f E +E | drawn", "11.1.1", ["3f"]),
    ("zung-jung", "1111m 23m 789s 456p 1234f 6f E +E | drawn", "11.2.1", ["1234f"]),
    ("zung-jung", "1111m 23m 789s 456p 5678f 2f E +E | drawn", "11.2.2", ["5678f"]),
    ("hong-kong", "1111m 23m 789s 456p 5f E +E | drawn", "3.1", ["1z"]),
    ("chinese-official", "13m 456p 789s 55p [999s] +2m | drawn", "pezzo_dal_muro", ["2m"]),
    ("riichi-ema", "123m 406p 789s 5s 777z +5s | drawn last_tile", "haitei", ["5s"]),
]


@pytest.mark.parametrize(("rules", "text", "id", "tiles"), CASES)
def test_the_tiles_of_an_item(rules: str, text: str, id: str, tiles: list[str]) -> None:
    best = score(*parse_win(text), rulebook(rules)).best
    assert best is not None
    (item,) = [one for one in best.items if one.pattern.id == id]
    assert [format_tiles(group) for group in item_tiles(item, best)] == tiles


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_pattern_lights_tiles_of_its_hand(rules: str) -> None:
    book = RULEBOOKS[rules]
    for pattern in book.patterns:
        hand, win = parse_win(pattern.yes)
        if book.conflicts(hand, win):  # a hand of four players
            continue
        result = score(hand, win, rules)
        if result.best is None:
            continue
        every = {tile.plain for tile in (*hand.tiles, *hand.flowers)}
        for item in result.best.items:
            groups = item_tiles(item, result.best)
            assert groups and all(groups), (pattern.id, item.pattern.id)
            assert {tile.plain for group in groups for tile in group} <= every


def test_a_result_has_the_tiles_of_its_items() -> None:
    hand, win = parse_win("123m 456p 78s 55p [999p] +9s | drawn last_tile")
    found = result_to_json(Record(None, "mcr", hand, win), rulebook("mcr"))
    items = found["items"]
    assert isinstance(items, list)
    assert items[-1]["tiles"] == [["9s"]]
