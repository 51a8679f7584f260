"""Tiles and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import HandReaderError
from scoring.tiles import (
    CLASSES,
    KINDS,
    TILES,
    Tile,
    Wind,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
)

# text                     tiles
READ = [
    ("123m", ["1m", "2m", "3m"]),
    ("1m2m0p", ["1m", "2m", "0p"]),
    ("ESWN", ["1z", "2z", "3z", "4z"]),
    ("PFC", ["5z", "6z", "7z"]),
    ("12s EE 7f", ["1s", "2s", "1z", "1z", "7f"]),
    ("", []),
]
# text, what the message must name
REFUSED = [
    ("123", "'123' at the end"),
    ("8z", "'8z'"),
    ("0z", "'0z'"),
    ("9f", "'9f'"),
    ("12 m", "'12 '"),
    ("1mX", "'X'"),
    ("m", "'m'"),
    ("1E", "'1E'"),
    ("\u0661m", "'\u0661'"),  # an Arabic one is a digit to str.isdigit
    ("back", "'b'"),
    ("?", "'?'"),
]


@pytest.mark.parametrize(("text", "tiles"), READ)
def test_reads(text: str, tiles: list[str]) -> None:
    assert [str(tile) for tile in parse_tiles(text)] == tiles


@pytest.mark.parametrize(("text", "named"), REFUSED)
def test_refuses_and_names_the_piece(text: str, named: str) -> None:
    with pytest.raises(HandReaderError) as error:
        parse_tiles(text)
    assert named.partition(" at")[0] in error.value.localize("it")
    assert named in str(error.value) != error.value.localize("it")


def test_one_tile_is_one_tile() -> None:
    assert parse_tile("0s") is Tile.S0
    with pytest.raises(HandReaderError, match="2 tiles"):
        parse_tile("12m")


@given(st.lists(st.sampled_from(TILES)))
def test_text_gives_the_tiles_back(tiles: list[Tile]) -> None:
    assert list(parse_tiles(format_tiles(tiles))) == tiles


@given(st.permutations(TILES))
def test_order_is_one(tiles: list[Tile]) -> None:
    assert sort_tiles(tiles) == sort_tiles(TILES)


def test_classes_are_in_the_order_of_the_label_files() -> None:
    groups = ["m", "p", "s"]
    numbers = [f"{rank}{suit}" for suit in groups for rank in range(1, 10)]
    honours = [f"{rank}z" for rank in range(1, 8)]
    flowers = [f"{rank}f" for rank in range(1, 9)]
    assert list(CLASSES) == [*numbers, *honours, "0m", "0p", "0s", *flowers, "back"]


def test_red_fives_fold_into_the_five() -> None:
    assert Tile.P0.index == Tile.P5.index and Tile.P0.rank == 5 and Tile.P0.is_red
    assert Tile.P0.plain is Tile.P5 and Tile.EAST.plain is Tile.EAST
    assert [tile.index for tile in KINDS] == list(range(34))
    with pytest.raises(HandReaderError, match="1f is a flower"):
        _ = Tile.PLUM.index


def test_seats_follow_each_other() -> None:
    assert [Wind.WEST.after(steps) for steps in range(4)] == ["W", "N", "E", "S"]
