"""The page's JSON as commands to the watcher, each with its condition."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.watch.live.snapshot import WatchView
from handreader.watch.log.table_state import TableState
from handreader.watch.session.commands import (
    BeginDeal,
    Command,
    Confirm,
    EndGame,
    EnterAbort,
    EnterDeal,
    EnterDraw,
    EnterFalseWin,
    EnterRiichi,
    EnterWin,
    Fix,
    Pause,
    ProposeNow,
    Refuse,
    Resume,
    Undo,
)
from handreader.web.forms.entry_form import parse_entry_form
from handreader.web.forms.watch_form import entry_request, parse_request
from scoring.game import AbortReason, ExhaustiveDraw, FalseWin
from scoring.record import Record
from scoring.tiles import Tile, Wind
from tests.handreader.web.phones import TOLD

NOTHING = WatchView(0, None, (), frozenset(), (), None, None, None)


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"do": "refuse", "proposal": 3}, Refuse()),
        ({"do": "confirm", "proposal": 3}, Confirm()),
        ({"do": "hand", "deal": 1, "record": TOLD}, EnterWin((Record.from_json(TOLD),))),
        ({"do": "draw", "deal": 1, "ready": ["E"]}, EnterDraw(frozenset({Wind.EAST}))),
        ({"do": "abort", "deal": 1, "reason": "four_winds"}, EnterAbort(AbortReason.FOUR_WINDS)),
        ({"do": "false", "deal": 1, "seat": "E"}, EnterFalseWin(Wind.EAST)),
        ({"do": "riichi", "deal": 1, "seat": "W"}, EnterRiichi(Wind.WEST)),
        ({"do": "undo", "event": 31}, Undo(31)),
        ({"do": "fix", "event": 31, "tile": "5m"}, Fix(31, Tile.M5)),
        ({"do": "deal", "deal": 1}, BeginDeal()),
        ({"do": "win"}, ProposeNow()),
        ({"do": "pause"}, Pause()),
        ({"do": "resume"}, Resume()),
        ({"do": "end"}, EndGame()),
        ({"do": "line", "line": " fix 31 5m ", "deal": 1}, Fix(31, Tile.M5)),
        ({"do": "line", "line": "draw E", "deal": 1}, EnterDraw(frozenset({Wind.EAST}))),
        ({"do": "line", "line": "y", "deal": 1}, Confirm()),
    ],
)
def test_a_request_of_the_page_is_a_command(body: dict[str, object], command: Command) -> None:
    assert parse_request(body, NOTHING).command == command


def test_a_request_about_an_earlier_state_is_not_current() -> None:
    table = TableState()
    table.over, table.deal.number = False, 2
    draw: dict[str, object] = {"do": "draw", "ready": []}
    assert parse_request({**draw, "deal": 2}, NOTHING).is_current(table)
    assert not parse_request({**draw, "deal": 1}, NOTHING).is_current(table)
    assert not parse_request({**draw, "deal": 2, "proposal": 7}, NOTHING).is_current(table)
    assert not parse_request({"do": "deal", "deal": 2}, NOTHING).is_current(table)
    assert not parse_request({"do": "confirm", "proposal": 7}, NOTHING).is_current(table)
    assert parse_request({"do": "pause"}, NOTHING).is_current(table)


@pytest.mark.parametrize(
    ("happened", "command"),
    [
        ({"riichi": ["S"], "ended": None}, EnterDeal((Wind.SOUTH,), None)),
        (
            {"ended": {"type": "drawn", "ready": ["N"]}},
            EnterDeal((), ExhaustiveDraw(frozenset({Wind.NORTH}))),
        ),
        ({"ended": {"type": "false_win", "seat": "W"}}, EnterDeal((), FalseWin(Wind.WEST))),
        (
            {"riichi": ["S"], "ended": {"type": "won", "winners": [{"record": TOLD}]}},
            EnterWin((Record.from_json(TOLD),), (Wind.SOUTH,), begins_deal=True),
        ),
        ({"ended": {"type": "won", "winners": [{"seat": "S", "points": 8}]}}, None),
        ({"dead": ["S"], "ended": None}, None),
        ({"ended": {"type": "renamed", "seat": "S", "name": "Eva"}}, None),
        ({"ended": {"type": "ended"}}, None),
    ],
)
def test_an_entry_of_the_game_page_is_a_command(
    happened: dict[str, object], command: Command | None
) -> None:
    snapshot: Any = TableState()  # over, before its first deal
    snapshot.deal = 0
    view = WatchView(0, snapshot, (), frozenset(), (), None, None, None)
    found = entry_request(parse_entry_form(happened), view)
    assert (None if found is None else found.command) == command
