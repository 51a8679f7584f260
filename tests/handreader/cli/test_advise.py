"""The command `advise`: hands in notation and in photos."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.conftest import Lay

HAND = "234m 345p 457s 22z 99m 1p"
READY = "123m 456p 23789s 22z"
WAITING = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]____<C >[C ][C ]"
DRAWN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[2m]____<C >[C ][C ]"


POND = """
[6s][1s][6z][9p][9p][2m]
[3p][6s][5z]



[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ][2m]___<C >[C ][C ]
"""


def call(*args: str) -> Called:
    return calling.call("advise", *args)


def rows(result: Called) -> list[str]:
    """Lines of the table, blanks taken together."""
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_each_discard_with_what_it_leaves() -> None:
    lines = rows(call(HAND, "--rules", "mcr"))
    assert lines[1] == "1 tile to exchange until the hand is ready."
    assert lines[2] == "Discard Distance Left Tiles that help Self-drawn On a discard"
    assert lines[3] == "1p 1 dot 1 12 9m36s2z 11; 50 % win 9; 50 % win"
    assert lines[-2].startswith("4s 4 bamboo 1 8 9m6s2z - (6 points without flowers, 8 needed)")
    assert "fewest tiles" in lines[-1]


def test_thirteen_tiles_have_no_discard() -> None:
    lines = rows(call(READY, "--rules", "riichi-ema", "--riichi"))
    assert lines[1] == "Ready: one tile from a win."
    assert lines[4].startswith("4s 4 bamboo 4 3900 (Riichi, Fully Concealed Hand, Pinfu) 2900")
    assert "Self-drawn: 3900" in lines and "On a discard: 2900" in lines
    far = rows(call("159m 159p 159s 1234z", "--rules", "mcr"))
    assert far[1] == "3 tiles to exchange until the hand is ready."  # thirteen orphans
    assert far[2].startswith("Tiles that help: 1m ×3, ") and "up to a distance of 2" in far[-1]


def test_in_italian() -> None:
    lines = rows(call(HAND, "--rules", "mcr", "--lang", "it"))
    assert lines[1] == "Una tessera da cambiare perché la mano sia a punto."
    assert lines[3] == "1p 1 di palle 1 12 9m36s2z 11; vince il 50 % 9; vince il 50 %"


def test_json() -> None:
    found = json.loads(call(HAND, "--rules", "mcr", "--json").stdout)
    assert (found["rules"], found["distance"], len(found["choices"])) == ("mcr", 1, 12)
    best = found["choices"][0]
    assert (best["discard"], best["left"]) == ("1p", 12)
    assert best["worth"]["discarded"] == {
        "ways": 32,
        "mean": 9.0,
        "least": 9,
        "most": 9,
        "reason": None,
    }
    ready = json.loads(call(READY, "--json").stdout)
    assert ready["choices"][0]["accepted"][0] == {
        "tile": "1s",
        "left": 4,
        "drawn": 10,
        "discarded": 10,
    }


def test_what_is_in_view_is_gone() -> None:
    found = json.loads(call(READY, "--rules", "riichi-ema", "--seen", "1s44s", "--json").stdout)
    assert [one["left"] for one in found["choices"][0]["accepted"]] == [3, 2]
    shown = call(READY, "--rules", "riichi-ema", "--dora", "1s", "--json").stdout
    assert [one["left"] for one in json.loads(shown)["choices"][0]["accepted"]] == [3, 4]


@pytest.mark.parametrize(("scene", "total"), [(WAITING, 13), (DRAWN, 14)])
def test_a_photo(lay: Lay, photo: Path, scene: str, total: int) -> None:
    lay(scene)
    found = json.loads(call("hand.jpg", "--rules", "riichi-ema", "--json").stdout)
    assert found["distance"] == 0
    best = found["choices"][0]
    assert best["discard"] == (None if total == 13 else "2m")
    assert [one["tile"] for one in best["accepted"]] == ["6s", "9s"]


def test_tiles_that_a_photo_shows_beside_the_hand_are_gone(lay: Lay, photo: Path) -> None:
    lay(POND)
    found = json.loads(call("hand.jpg", "--rules", "mcr", "--seen", "9s", "--json").stdout)
    best = found["choices"][0]
    assert best["discard"] == "2m"
    assert [(one["tile"], one["left"]) for one in best["accepted"]] == [("6s", 2), ("9s", 3)]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("123m 456p 789s 234p",), "12 tiles, sets counted as 3: expected 13 or 14, add 1"),
        (("123m 456p 789s 234p 222z",), "15 tiles, sets counted as 3: expected 13 or 14, take 1"),
        (("11111m 456p 789s 22z",), "only four of a kind"),
        ((READY, "--seen", "2222m2m"), "6 × 2 characters, 1 in the hand and 5 in view"),
        ((READY, "--seen", "xy"), "is not a tile"),
        ((READY, "--rules", "mrc"), "did you mean mcr?"),
        (("",), "has no tiles"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_unknown_option_is_named() -> None:
    result = call(READY, "--sen", "1s")
    assert result.exit_code == 2 and "did you mean --seen?" in result.stderr
