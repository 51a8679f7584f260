"""The form by which an entry can be entered again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.store.replay import apply_events
from handreader.web.forms.entry_form import ParsedEntry, entry_events, entry_form, parse_entry_form
from scoring.game import GameState, game_rules, new_game

RON = {"type": "won", "discarder": "E"}
DRAWN = {"type": "won", "discarder": None}
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {**RON, "winners": [{"seat": "S", "points": 18}]}),
    ("mcr", {**DRAWN, "winners": [{"seat": "S", "points": 88}]}),
    ("zung-jung", {**RON, "winners": [{"seat": "S", "points": 40}]}),
    ("riichi-ema", {**RON, "winners": [{"seat": "S", "fan": 3, "fu": 40}]}),
    ("riichi-ema", {**DRAWN, "winners": [{"seat": "E", "fan": 8, "fu": 30}]}),
    ("riichi-ema", {"type": "drawn", "ready": ["E", "W"]}),
    ("mcr", {"type": "false_win", "seat": "W"}),
    ("mcr", {"type": "adjusted", "changes": {"E": 5, "S": 0, "W": 0, "N": 0}, "reason": "late"}),
    ("mcr", {"type": "renamed", "seat": "E", "name": "Eva"}),
    ("mcr", {"type": "ended"}),
]  # fmt: skip


def enter(form: Mapping[str, object], state: GameState) -> ParsedEntry:
    return entry_events(parse_entry_form(form), state, "en")


@pytest.mark.parametrize(("rules", "ended"), FORMS)
def test_an_entry_is_entered_again_as_it_was(rules: str, ended: dict[str, Any]) -> None:
    state = new_game(game_rules(rules))
    riichi = ["S"] if rules == "riichi-ema" and ended["type"] == "won" else []
    events = enter({"riichi": riichi, "ended": ended}, state).events
    form = entry_form(events, state)
    assert form["riichi"] == riichi
    found = form["ended"]
    assert isinstance(found, dict)
    assert {key: found[key] for key in ended} == ended
    assert enter(form, state).events == events


def test_payments_that_no_points_give_come_back_as_they_are() -> None:
    changes = {"E": -7, "S": 7, "W": 0, "N": 0}
    won = {"type": "won", "discarder": "E", "winners": [{"seat": "S", "changes": changes}]}
    state = new_game(game_rules("mcr"))
    events = enter({"ended": won}, state).events
    form = entry_form(events, state)
    assert enter(form, state).events == events
    assert apply_events(state, events).points == (-7, 7, 0, 0)
