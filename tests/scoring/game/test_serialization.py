"""The JSON form of a game's events, rules and state."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.game import (
    GAMES,
    AbortiveDraw,
    AbortReason,
    Adjustment,
    DeadHand,
    EarlyEnd,
    Event,
    ExhaustiveDraw,
    FalseWin,
    Renaming,
    Riichi,
    Substitution,
    Winner,
    Won,
    apply,
    game_options,
    game_rules,
    new_game,
)
from scoring.game.serialization import (
    MOST,
    FormError,
    event_from_json,
    event_to_json,
    rules_from_json,
    rules_to_json,
    state_to_json,
)
from scoring.tiles import WINDS, Wind

E, S, W, N = WINDS
seats = st.sampled_from(WINDS)
amounts = st.integers(-MOST, MOST)
winners = st.builds(Winner, seats, st.tuples(amounts, amounts, amounts, amounts))
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Riichi, seats),
    st.builds(FalseWin, seats),
    st.builds(Adjustment, st.tuples(amounts, amounts, amounts, amounts), st.text(max_size=200)),
    st.builds(EarlyEnd),
    st.builds(Renaming, seats, st.text(max_size=40)),
    st.builds(Substitution, seats, st.text(max_size=40)),
    st.builds(DeadHand, seats),
    st.builds(AbortiveDraw, st.sampled_from(AbortReason)),
    st.builds(ExhaustiveDraw, st.frozensets(seats)),
    st.builds(
        Won,
        st.lists(winners, min_size=1, max_size=3).map(tuple),
        st.none() | seats,
        st.booleans(),
    ),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | seats.map(str),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "changes", "E", "S"]) | st.text(), inner)
    ),
    max_leaves=12,
)


@given(events)
def test_an_event_survives_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.sampled_from(["winners", "discarder", "on_riichi_tile", "ready", "reason", "seat"]),
        anything,
    ),
    st.sampled_from(
        ["riichi", "won", "drawn", "aborted", "false_win", "dead_hand", "adjusted", "renamed"]
    )
    | anything,
)
def test_whatever_comes_is_an_event_or_said_to_be_none(obj: dict[str, Any], kind: object) -> None:
    try:
        event = event_from_json({**obj, "type": kind})
    except FormError as error:
        assert error.faults
        assert len(str(error)) < 2000
    else:
        assert event_from_json(event_to_json(event)) == event


HOSTILE: list[object] = [
    None,
    [],
    "won",
    7,
    {},
    {"type": ["won"]},
    {"type": "won"},
    {"type": "won", "winners": []},
    {"type": "won", "winners": [1, 2, 3, 4]},
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": True}}]},
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": 1.5}}]},
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": 10**5000}}]},
    {"type": "won", "winners": [{"seat": "E", "changes": {"E": float("nan")}}]},
    {"type": "riichi", "seat": "east"},
    {"type": "riichi", "seat": {"E": 1}},
    {"type": "drawn", "ready": "EE"},
    {"type": "drawn", "ready": ["E"] * 5},
    {"type": "aborted", "reason": "'; drop table events; --"},
]


@pytest.mark.parametrize("obj", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_event_is_refused_in_a_short_line(obj: object) -> None:
    with pytest.raises(FormError) as caught:
        event_from_json(obj)
    assert len(str(caught.value)) < 300
    assert "expected" not in caught.value.localize("it")


def test_every_fault_is_named_at_once() -> None:
    bad = {
        "type": "won",
        "winners": [{"seat": "X", "changes": {"E": "1", "N": 2_000_000}}, 5],
        "discarder": "?",
        "on_riichi_tile": 1,
    }
    with pytest.raises(FormError) as caught:
        event_from_json(bad)
    keys = [fault.partition(":")[0] for fault in caught.value.faults]
    assert keys == [
        "winners[0].seat",
        "winners[0].changes.E",
        "winners[0].changes.N",
        "winners[1]",
        "discarder",
        "on_riichi_tile",
    ]


@pytest.mark.parametrize("id", GAMES)
def test_rules_survive_json_with_every_option(id: str) -> None:
    for option in game_options(id):
        for choice in option.choices:
            rules = game_rules(id, **{option.name: choice})
            assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


@pytest.mark.parametrize(
    "obj",
    [
        None,
        {},
        {"id": ["mcr"]},
        {"id": "bridge"},
        {"id": "mcr", "options": [1]},
        {"id": "mcr", "options": {"next_east": "north"}},
        {"id": "riichi-ema", "options": {"start": False}},
        {"id": "riichi-ema", "options": {"start": 10**5000}},
        {"id": "riichi-ema", "options": {"start": "x" * 9999}},
        {"id": "riichi-ema", "options": {"x" * 9999: 1}},
        {"id": "mcr", "options": {"id": "zung-jung"}},
    ],
)
def test_what_are_no_rules_is_refused(obj: object) -> None:
    with pytest.raises(FormError) as caught:
        rules_from_json(obj)
    assert len(str(caught.value)) < 300
    assert caught.value.localize("it") != str(caught.value)


def test_the_state_says_who_sits_where_and_what_was_paid() -> None:
    state = new_game(game_rules("riichi-ema"))
    state = apply(state, Riichi(Wind.SOUTH))
    told = state_to_json(state)
    assert told["riichi"] == [1]
    assert told["on_table"] == 1000
    state = apply(state, Won((Winner(S, (-3900, 3900, 0, 0)),), E))
    told = json.loads(json.dumps(state_to_json(state)))
    assert told["points"] == [21100, 28900, 25000, 25000]
    assert told["seats"] == {"E": 1, "S": 2, "W": 3, "N": 0}
    assert told["hand"] == 2
    (deal,) = told["deals"]
    assert deal["changes"] == [-3900, 3900, 0, 0]
    assert (deal["round"], deal["ending"], deal["winners"]) == ("E", "won", [1])
