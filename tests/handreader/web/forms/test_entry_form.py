"""The form by which an entry can be entered again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from handreader.store.replay import apply_events
from handreader.web.errors import ApiError
from handreader.web.forms.entry_form import ParsedEntry, entry_events, entry_form, parse_entry_form
from scoring.game import GameState, Won, game_rules, new_game

RON = {"type": "won", "discarder": "E"}
DRAWN = {"type": "won", "discarder": None}
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {**RON, "winners": [{"seat": "S", "points": 18}]}),
    ("mcr", {**DRAWN, "winners": [{"seat": "S", "points": 88}]}),
    ("zung-jung", {**RON, "winners": [{"seat": "S", "points": 40}]}),
    ("riichi-ema", {**RON, "winners": [{"seat": "S", "fan": 3, "fu": 40}]}),
    ("riichi-ema", {**DRAWN, "winners": [{"seat": "E", "fan": 8, "fu": 30}]}),
    ("hong-kong", {**RON, "winners": [{"seat": "S", "fan": 3}]}),
    ("hong-kong", {**DRAWN, "winners": [{"seat": "S", "fan": 10}]}),
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


def win_form(**worth: object) -> dict[str, Any]:
    return {"ended": {**RON, "winners": [{"seat": "S", **worth}]}}


@pytest.mark.parametrize("rules", ["mcr", "mcr-wmo", "mcr-europe", "chinese-official"])
@pytest.mark.parametrize("points", [-8, 0, 1, 7])
def test_a_hand_below_the_books_minimum_does_not_win(rules: str, points: int) -> None:
    state = new_game(game_rules(rules))
    with pytest.raises(ApiError) as refused:
        enter(win_form(points=points), state)
    assert refused.value.code == "bad_points" and "from 8 to" in str(refused.value)
    assert enter(win_form(points=8), state).events


def test_hong_kong_takes_faan() -> None:
    """Three faan are one base point: the discarder pays two, the others one each."""
    state = new_game(game_rules("hong-kong"))
    wins = [enter(win_form(fan=fan), state).events[0] for fan in range(3, 14)]
    changes = [win.winners[0].changes for win in wins if isinstance(win, Won)]
    assert changes[0] == (-2, 4, -1, -1)
    assert [one[1] for one in changes] == [4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 32]
    for worth in ({"fan": 2}, {"fan": 41}, {"fan": "3"}, {"points": 3}, {"points": 5}, {}):
        with pytest.raises(ApiError) as refused:
            enter(win_form(**worth), state)
        assert refused.value.code == "bad_faan" and "from 3 to" in str(refused.value)


def test_a_deal_recorded_with_too_few_points_comes_back_as_payments() -> None:
    """As versions before this one took it."""
    changes = {"E": -11, "S": 27, "W": -8, "N": -8}
    old = {"type": "won", "discarder": "E", "winners": [{"seat": "S", "changes": changes}]}
    state = new_game(game_rules("mcr"))
    events = enter({"ended": old}, state).events
    form = entry_form(events, state)
    assert form["ended"]["winners"] == [{"seat": "S", "changes": changes}]  # type: ignore[index]
