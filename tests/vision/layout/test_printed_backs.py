"""Backs with a print, which the namer takes for faces without being sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.scenes import observe, scene
from vision.layout.arrangement import arrange
from vision.layout.layout import sides_with_answers
from vision.layout.printed_backs import find_printed_backs
from vision.seen_tile import SeenTile

MCR = "mcr"
HAND = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]"
DOUBT = (("8s", 0.41), ("4z", 0.26), ("2f", 0.1))
FLOWER = (("2f", 0.85), ("1f", 0.04), ("8s", 0.04))


def _see(kong: str, names: tuple[tuple[str, float], ...]) -> list[SeenTile]:
    """A hand and a concealed kong, the tiles of which that show "f1" have other names."""
    tiles = observe(scene(f"{HAND}____{kong}"))
    return [replace(tile, names=names) if tile.kind == "1f" else tile for tile in tiles]


@pytest.mark.parametrize("names", [DOUBT, FLOWER])
@pytest.mark.parametrize(
    "kong",
    ["[1p][##][f1][1p]", "[f1][1p][1p][f1]", "[##][1p][1p][f1]", "[1p][f1][f1][f1]"],
)
def test_doubtful_names_around_equal_faces_are_backs_of_a_kong(
    kong: str, names: tuple[tuple[str, float], ...]
) -> None:
    found = arrange(_see(kong, names), MCR)
    (meld,) = found.melds
    assert (meld.kinds, meld.is_concealed) == (("1p",) * 4, True)
    assert not found.flowers and found.tile_count == 14


@pytest.mark.parametrize(
    ("kong", "names"),
    [
        ("[1p][##][f1][1p]", (("2f", 0.99),)),  # surely a flower
        ("[f1][1p][2p][f1]", DOUBT),  # the faces between are not equal
        ("[1p][f1]__[f1][1p]", DOUBT),
    ],
)
def test_other_doubtful_names_stay(kong: str, names: tuple[tuple[str, float], ...]) -> None:
    found = arrange(_see(kong, names), MCR)
    assert "back" not in found.names.values()


LIKE = (("4p", 0.98), ("back", 0.02))


@pytest.mark.parametrize("kong", ["[f1][1p][1p][f1]", "[1p][f1][##][1p]"])
def test_what_looks_a_little_like_a_back_is_one_in_four_tiles_apart(kong: str) -> None:
    (meld,) = arrange(_see(kong, LIKE), MCR).melds
    assert (meld.kinds, meld.is_concealed) == (("1p",) * 4, True)
    beside = "back" in arrange(_see(f"{kong}[9p][9p]", LIKE), MCR).names.values()
    assert not beside  # five tiles and more may be a row of a hand


def test_white_dragons_that_look_a_little_like_backs_are_a_kong() -> None:
    tiles = observe(scene(f"{HAND}____[P ][P ][P ]<P >"))
    names = (("5z", 0.97), ("back", 0.03))
    seen = [replace(tile, names=names) if tile.kind == "5z" else tile for tile in tiles]
    found = arrange(seen, MCR)
    assert [meld.kinds for meld in found.melds] == [("5z",) * 4] and not found.names


@pytest.mark.parametrize(
    ("kong", "backs"),
    [
        ("[f1][f1][1p][f1]", 3),
        ("[f1][1p][f1][f1]", 3),
        ("[f1][f1][f1][f1]", 0),
        ("[1p][f1][f1]", 0),
    ],
)
def test_a_face_amid_three_blank_tiles_is_that_of_a_kong(kong: str, backs: int) -> None:
    """Nobody lays white dragons so."""
    tiles = {tile.id: tile for tile in _see(kong, (("5z", 0.75), ("3z", 0.19), ("back", 0.024)))}
    found = find_printed_backs(sides_with_answers([*tiles.values()]), tiles)
    assert [tiles[i].kind for i in found] == ["5z"] * backs
