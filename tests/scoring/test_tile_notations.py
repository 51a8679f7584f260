"""Notations that people use give the same tiles as ours; two meanings are refused with both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Hand, HandError
from scoring.notation import parse_win
from scoring.record import Record
from scoring.tile_notations import translations
from scoring.tiles import TILES, Tile, TileError, format_tiles, parse_tile, parse_tiles

# text, the same in our notation
SAME = [
    ("m123 p456 s789 z11 +m9", "123m 456p 789s 11z +9m"),
    ("M123P456S789", "123m 456p 789s"),
    ("123M456P789S11Z", "123m 456p 789s 11z"),
    ("b1 c2 d3", "1s 2m 3p"),
    ("1b 2c 3d", "1s 2m 3p"),
    ("B1 C2 D3 EE", "1s 2m 3p EE"),
    ("W1 B2 T3", "1m 2p 3s"),
    ("W1W2W3 T789 J1J2J3 F1234 H12", "123m 789s 765z 1234z 12f"),
    ("1W2W3B4T", "12m 3p 4s"),
    ("b123 b4", "1234s"),
    ("https://tenhou.net/2/?q=123m456p789s11222z", "123m456p789s11222z"),
    ("🀇🀈🀏 🀐🀘 🀙🀡", "129m 19s 19p"),
    ("🀀🀁🀂🀃 🀄🀅🀆", "1234z 765z"),
    ("🀢🀣🀤🀥🀦🀧🀨🀩", "1243f 5678f"),
    ("🀄\ufe0e🀄\ufe0f", "77z"),
    ("東南西北中發白", "1234z 765z"),
    ("东發発发", "1z 666z"),
    ("一二三万 456筒 七八9索", "123m 456p 789s"),
    ("1萬2萬3萬 四餅 五饼 六條 七条 八竹", "123m 4p 5p 678s"),
    ("赤五万 赤5筒", "0m 0p"),
    ("春夏秋冬 梅蘭菊竹", "5678f 1234f"),
    ("１２３ｍ ４５６ｐ", "123m 456p"),
    ("1m,2m, 3m;4p、5p，6p", "123m 456p"),
    ("EEE OOO RRR VV BB +V", "111z 333z 777z 66z 55z +6z"),
    ("123m OO RRR", "123m 33z 777z"),
    ("[<m12'3] (p1111) z11", "[<12'3m] (1111p) 11z"),
    ("[^東東東] [<一二'三万] 11s", "[^111z] [<12'3m] 11s"),
    ("123m,E", "123m E"),
]


@pytest.mark.parametrize(("text", "ours"), SAME)
def test_the_same_tiles(text: str, ours: str) -> None:
    assert Hand.parse(text) == Hand.parse(ours)


# text, both meanings
AMBIGUOUS = [
    ("B1 B2 B3", "1 bamboo (as in b1 c2 d3) or 1 dot (as in W1 B1 T1); write 1s or 1p"),
    ("1B2B", "1 bamboo (as in b1 c2 d3) or 1 dot"),
    ("F1", "plum (as in m123 p4 s5) or East (as in W1 B1 T1); write 1f or 1z"),
    ("EE B55", "5 bamboo (as in b1 c2 d3) or 5 dots"),
]


@pytest.mark.parametrize(("text", "message"), AMBIGUOUS)
def test_two_meanings_are_refused_with_both(text: str, message: str) -> None:
    for parse in (parse_tiles, Hand.parse):
        with pytest.raises((TileError, HandError)) as caught:
            parse(text)
        assert message in str(caught.value)
        assert "due significati" in caught.value.localize("it")


def test_another_tile_settles_the_meaning() -> None:
    assert parse_tiles("B1 W1") == (Tile.P1, Tile.M1)
    assert parse_tiles("B1 C1") == (Tile.S1, Tile.M1)


@pytest.mark.parametrize("text", ["1x", "B0", "J4", "F9", "q1", "1E", "十万", "m", "🀪", "m10z8"])
def test_what_is_no_tile_is_still_refused(text: str) -> None:
    with pytest.raises(TileError):
        parse_tiles(text)


WRITTEN = "mpszfbcdwtj123456789BCDWTEFSON東南一二万筒索赤🀇🀀[]()<^>'+ ,Ｅ１"


@given(st.text(max_size=30) | st.text(WRITTEN, max_size=24))
def test_any_text_is_tiles_or_one_error(text: str) -> None:
    try:
        Hand.parse(text)
    except HandError as error:
        assert "\n" not in str(error).replace(repr(text), "")


@given(st.lists(st.sampled_from(TILES), min_size=1, max_size=14))
def test_our_notation_never_changes_its_meaning(tiles: list[Tile]) -> None:
    text = format_tiles(tiles)
    assert list(parse_tiles(text)) == tiles
    assert [parse_tiles(read) for read, _ in translations(text)] == [tuple(tiles)]


def test_one_tile() -> None:
    assert parse_tile("東") is Tile.EAST and parse_tile("m5") is Tile.M5
    with pytest.raises(TileError, match="2 tiles"):
        parse_tile("東東")


def test_a_record_takes_every_notation() -> None:
    record = {"concealed": "一二三万 456筒 東東", "melds": [{"type": "pung", "tiles": "中中中"}]}
    record |= {"winning_tile": "東", "flowers": ["春"], "dora_indicators": "m1"}
    record["concealed"] = "一二三万 456筒 12索 東東"
    found = Record.from_json({**record, "winning_tile": "三索"})
    assert str(found.hand) == "123m 456p 12s 11z [777z] 5f +3s"
    assert found.win.dora_indicators == (Tile.M1,)


def test_winds_of_a_win() -> None:
    _, win = parse_win("123m 456p 789s EE [RRR] | seat O round 南 from n")
    assert (win.seat, win.round, win.discarder) == ("W", "S", "N")
