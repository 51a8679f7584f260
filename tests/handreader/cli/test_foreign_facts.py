"""Facts that a rule set does not have are named, and so are idle ones."""

from __future__ import annotations

import json

import pytest

from handreader.api import score_hand
from scoring.errors import HandReaderError
from tests.handreader.cli.calling import call, lines

HAND = "123m 456p 789s 11z 67s +8s"
WAITING = "123m 456p 789s 11z 67s"
RECORD = {"rules": "mcr", "concealed": "123m456p789s11z67s", "winning_tile": "8s"}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("score", HAND, "--rules", "mcr", "--riichi"), "riichi"),
        (("score", HAND, "--dora", "3m"), "dora_indicators"),
        (("score", HAND, "--rules", "mcr", "--norths", "1"), "norths"),
        (("score", f"{HAND} | counters 2", "--rules", "hong-kong"), "counters"),
        (("score", "absent.jpg", "--rules", "mcr", "--riichi"), "riichi"),
        (("check", HAND, "9", "--won", "riichi"), "riichi"),
        (("waits", WAITING, "--won", "riichi"), "riichi"),
        (("points", "24", "--counters", "2"), "counters"),
    ],
)
def test_a_fact_of_another_game_is_named_in_one_line(words: tuple[str, ...], name: str) -> None:
    errors = call(*words).stderr.splitlines()
    assert len([line for line in errors if line.startswith(f"handreader: {name}: does not")]) == 1


def test_the_line_is_in_italian() -> None:
    result = call("score", HAND, "--rules", "mcr", "--riichi", "--lang", "it")
    assert "riichi: in mcr non conta" in result.stderr and result.exit_code == 0


def test_python_refuses_it() -> None:
    with pytest.raises(HandReaderError, match="does not count in mcr"):
        score_hand(HAND, "mcr", riichi=True)


def test_a_record_is_scored_with_a_warning_or_strictly_refused() -> None:
    text = json.dumps({**RECORD, "flags": {"riichi": True}})
    warned = call("score", "--cases", "-", stdin=text)
    (line,) = lines(warned)
    assert line["valid_win"] and len(line["warnings"]) == 1
    assert "line 1: riichi: does not count in mcr" in warned.stderr
    strict = call("score", "--cases", "-", "--strict", stdin=text)
    assert strict.exit_code == 1 and "does not count in mcr" in lines(strict)[0]["error"]
    checked = call("check", "-", "10", stdin=text)
    assert "line 1: riichi: does not count in mcr" in checked.stderr


def test_a_flag_without_effect_is_named() -> None:
    shown = call("score", HAND, "--rules", "mcr", "--seat", "S", "--blessing-earth").stdout
    assert "Without effect on this score: --blessing-earth." in shown
    counted = call("score", HAND, "--seat", "S", "--blessing-earth").stdout
    assert "Without effect" not in counted


def test_misspelt_house_rules_in_a_record() -> None:
    call("rules", "--save", "my-club", "--from", "mcr", "--option", "even_pairs=no")
    text = json.dumps({**RECORD, "rules": "my-clob"})
    scored = call("score", "--cases", "-", stdin=text)
    assert lines(scored)[0]["error"].endswith("did you mean my-club?")
    assert "did you mean my-club?" in call("check", "-", "10", stdin=text).stderr
