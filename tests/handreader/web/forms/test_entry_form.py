"""The form by which an entry can be entered again."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.store.replay import apply_events
from handreader.web.forms.entry_form import entry_form, parse_entry
from scoring.game import game_rules, new_game

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


@pytest.mark.parametrize(("rules", "ended"), FORMS)
def test_an_entry_is_entered_again_as_it_was(rules: str, ended: dict[str, Any]) -> None:
    state = new_game(game_rules(rules))
    riichi = ["S"] if rules == "riichi-ema" and ended["type"] == "won" else []
    events = parse_entry({"riichi": riichi, "ended": ended}, state, "en").events
    form = entry_form(events, state)
    assert form["riichi"] == riichi
    found = form["ended"]
    assert isinstance(found, dict)
    assert {key: found[key] for key in ended} == ended
    assert parse_entry(form, state, "en").events == events


def test_payments_that_no_points_give_come_back_as_they_are() -> None:
    changes = {"E": -7, "S": 7, "W": 0, "N": 0}
    won = {"type": "won", "discarder": "E", "winners": [{"seat": "S", "changes": changes}]}
    state = new_game(game_rules("mcr"))
    events = parse_entry({"ended": won}, state, "en").events
    form = entry_form(events, state)
    assert parse_entry(form, state, "en").events == events
    assert apply_events(state, events).points == (-7, 7, 0, 0)
