"""The command `waits`: hands of 13 tiles in notation and in photos."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.conftest import Lay

HAND = "123m 456p 789s 22z 88p"
WAITING = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]____<C >[C ][C ]"


def call(*args: str) -> Called:
    return calling.call("waits", *args)


def rows(result: Called) -> list[str]:
    """Lines of the table, blanks taken together."""
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_each_tile_with_its_points() -> None:
    lines = rows(call(HAND, "--won", "seat S"))
    assert lines[1] == "Tile Left Self-drawn On a discard"
    assert "8p 8 dots 2 5 (Concealed Hand) 5 (Concealed Hand)" in lines
    assert any(line.startswith("2z South 2 15 (Concealed Hand, Value") for line in lines)


def test_in_italian() -> None:
    lines = rows(call(HAND, "--lang", "it"))
    assert lines[1] == "Tessera Restano Pescata Su scarto"
    assert "8p 8 di palle 2 5 (Tutto pescato) 5 (Tutto pescato)" in lines


def test_json() -> None:
    result = call(HAND + " | seat S", "--json")
    found = json.loads(result.stdout)
    assert [(w["tile"], w["left"], w["discarded"]["total"]) for w in found["waits"]] == [
        ("8p", 2, 5),
        ("2z", 2, 15),
    ]
    assert found["waits"][0]["drawn"]["payments"] == {"E": -5, "S": 15, "W": -5, "N": -5}


def test_the_facts_of_score_are_options_of_waits() -> None:
    by_words, by_options = call(HAND, "--won", "seat S"), call(HAND, "--seat", "S")
    assert by_options.stdout == by_words.stdout != call(HAND).stdout


def test_a_hand_that_waits_for_nothing() -> None:
    assert "waits for no tile" in call("147m 147p 147s EEEE").stdout
    assert "non è a punto" in call("147m 147p 147s EEEE", "--lang", "it").stdout


def test_fourteen_tiles_wait_after_a_discard() -> None:
    lines = rows(call("123m 456p 237889s 22z", "--rules", "riichi-ema", "--riichi"))
    assert lines[2] == "Discard 8s 8 bamboo, wait for"
    assert lines[4].startswith("1s 1 bamboo 4 3900 (Riichi, Fully Concealed Hand, Pinfu)")
    found = json.loads(call("123m 456p 237889s 22z", "--json", "--seen", "1s").stdout)
    assert found["waits"] == []
    ((discard, waits),) = [(one["discard"], one["waits"]) for one in found["discards"]]
    assert discard == "8s" and [(one["tile"], one["left"]) for one in waits] == [
        ("1s", 3),
        ("4s", 4),
    ]


def test_a_mark_behind_the_thirteenth_tile_changes_nothing() -> None:
    marked, plain = call("123m 456p 789s 22z 8p +8p"), call(HAND)
    assert rows(marked)[1:] == rows(plain)[1:] and len(rows(plain)) > 3


def test_fourteen_tiles_that_no_discard_makes_ready() -> None:
    assert "No discard makes this hand ready" in call("147m 147p 147s EEE 22z").stdout
    assert "Nessuno scarto" in call("147m 147p 147s EEE 22z", "--lang", "it").stdout


def test_a_photo(lay: Lay, photo: Path) -> None:
    lay(WAITING)
    lines = rows(call("hand.jpg"))
    assert [line.split()[0] for line in lines[2:]][:2] == ["6s", "9s"]
    assert rows(call("hand.jpg", "--rules", "riichi-ema-2016"))[0].startswith("Riichi (EMA 2016)")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("123m",), "3 tiles, sets counted as 3: expected 13 or 14, add 10"),
        (("123m 456p 789s EEE CCC",), "take 1 away"),
        ((HAND, "--rules", "bridge"), "no rule set 'bridge'"),
        (("xyz",), "is not a tile"),
        (("",), "has no tiles"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
