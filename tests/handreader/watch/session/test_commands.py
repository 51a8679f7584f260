"""Typed lines as commands, and what their errors say."""

from __future__ import annotations

import json

import pytest

from handreader.watch.play.win_statement import WinStatement, parse_statement
from handreader.watch.session.commands import (
    Answer,
    BeginDeal,
    Command,
    Confirm,
    EndGame,
    EnterAbort,
    EnterDraw,
    EnterFalseWin,
    EnterRiichi,
    EnterWin,
    Fix,
    Invalid,
    Pause,
    ProposeNow,
    Refuse,
    Resume,
    Undo,
    parse_command,
)
from scoring.game import AbortReason
from scoring.record import Record
from scoring.tiles import Tile, Wind

RECORD = {
    "rules": "mcr", "concealed": "123m456p789s1122z", "winning_tile": "2z", "melds": [],
    "self_drawn": True, "seat": "S", "round": "E",
}  # fmt: skip
WON = Record.from_json(RECORD)
FROM_WEST = {"self_drawn": False, "discarder": Wind.WEST}


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("y", Confirm()),
        (" n\n", Refuse()),
        ("win", ProposeNow()),
        ("deal", BeginDeal()),
        ("end", EndGame()),
        ("pause", Pause()),
        ("resume", Resume()),
        ("draw", EnterDraw(frozenset())),
        ("draw e s", EnterDraw(frozenset({Wind.EAST, Wind.SOUTH}))),
        ("abort nine_terminals", EnterAbort(AbortReason.NINE_TERMINALS)),
        ("false W", EnterFalseWin(Wind.WEST)),
        ("riichi S", EnterRiichi(Wind.SOUTH)),
        ("fix 12 5m", Fix(12, Tile.M5)),
        ("undo", Undo()),
        ("undo 31", Undo(31)),
        (f"hand {json.dumps(RECORD)}", EnterWin((WON,))),
        (f"hand {json.dumps([RECORD, RECORD])}", EnterWin((WON, WON))),
        ("seat S from W", Answer(WinStatement({"seat": Wind.SOUTH, **FROM_WEST}))),
        ("tile:3=5m", Answer(WinStatement({}, {"tile:3": "5m"}))),
    ],
)
def test_a_typed_line_is_a_command(line: str, command: Command) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "code", "idle_code"),
    [
        ("draw X", "draw_like", "draw_like"),
        ("abort x", "abort_like", "abort_like"),
        ("false Q", "false_like", "false_like"),
        ("riichi", "riichi_like", "riichi_like"),
        ("fix 12", "fix_like", "fix_like"),
        ("fix ² 5m", "fix_like", "fix_like"),
        ("hand {}", "no_record", "no_record"),
        ("hand []", "no_record", "no_record"),
        ("hand {", "no_record", "no_record"),
        ("new rules mcr", "end_first", "end_first"),
        ("drwa", "say_like", "no_command"),
        ("told {}", "say_like", "no_command"),
        ("'not closed", "say_like", "no_command"),
    ],
)
def test_a_line_that_is_no_command_names_its_fault(line: str, code: str, idle_code: str) -> None:
    found = parse_command(line)
    assert isinstance(found, Invalid)
    assert (found.error.code, found.idle_error.code) == (code, idle_code)


@pytest.mark.parametrize(
    "text",
    [
        "seat S from W last_tile",
        "seat E drawn kong_replacement",
        "'kong:1=concealed kong' tile:3=5m from N",
        "round S liable W dora 3m ura 4p5p counters 2 sticks 1",
        "from W since W3s,N3s",
    ],
)
def test_a_statement_prints_as_it_is_parsed(text: str) -> None:
    assert str(parse_statement(text)) == text
