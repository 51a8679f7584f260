"""What holds for every game, and the game's numbers among the shared cases."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game import (
    GAMES,
    AbortiveDraw,
    AbortReason,
    DeadHand,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameError,
    GameState,
    Riichi,
    Winner,
    Won,
    apply,
    breach,
    game_rules,
    new_game,
    replay,
    score_sheet,
    standings,
    uma,
)
from scoring.rulebooks.riichi_points import basic_points, price
from scoring.tiles import WINDS, Wind

CASES = Path(__file__).parents[3].parent / "shared" / "cases" / "rulebook_examples.jsonl"
seats = st.sampled_from(WINDS)


@st.composite
def winnings(draw: st.DrawFn) -> Won:
    """A win with payments that sum to zero, some of them on a riichi tile."""
    discarder = draw(st.none() | seats)
    others = [seat for seat in WINDS if seat is not discarder]
    chosen = draw(st.lists(st.sampled_from(others), min_size=1, max_size=3, unique=True))
    winners = []
    for seat in chosen if discarder else chosen[:1]:
        paid = {w: -100 * draw(st.integers(1, 200)) for w in WINDS if w is not seat}
        paid[seat] = -sum(paid.values())
        east, south, west, north = (paid[wind] for wind in WINDS)
        winners.append(Winner(seat, (east, south, west, north)))
    return Won(tuple(winners), discarder, draw(st.booleans()))


events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Riichi, seats),
    winnings(),
    st.builds(ExhaustiveDraw, st.frozensets(seats)),
    st.builds(AbortiveDraw, st.sampled_from(AbortReason)),
    st.builds(FalseWin, seats),
    st.builds(DeadHand, seats),
)
games = st.sampled_from(sorted(GAMES))


def play_events(id: str, tries: list[Event]) -> tuple[GameState, list[Event]]:
    """The game after those of the events that can happen, and these."""
    state, done = new_game(game_rules(id)), []
    for event in tries:
        try:
            state = apply(state, event)
        except GameError:
            continue
        done.append(event)
    return state, done


@settings(max_examples=100)
@given(games, st.lists(events, max_size=25))
def test_points_and_sticks_never_change_in_sum(id: str, tries: list[Event]) -> None:
    state, _ = play_events(id, tries)
    rules = state.rules
    assert sum(state.points) + state.on_table == rules.players * rules.start
    assert not any(state.points[rules.players :])
    for deal in state.deals:
        assert sum(deal.changes) + deal.table == 0
        assert sorted(deal.seating) == [0, 1, 2, 3]
    sheet = score_sheet(state)
    start = new_game(rules).points
    began = tuple(now - then for now, then in zip(state.points_before, start, strict=True))
    assert sheet.totals == began


@settings(max_examples=50)
@given(games, st.lists(events, max_size=25))
def test_replaying_gives_the_same_game(id: str, tries: list[Event]) -> None:
    state, done = play_events(id, tries)
    assert replay(new_game(game_rules(id)), done) == state
    half = len(done) // 2
    assert replay(replay(new_game(game_rules(id)), done[:half]), done[half:]) == state


@settings(max_examples=50)
@given(games, st.lists(events, max_size=25))
def test_the_end_adds_up(id: str, tries: list[Event]) -> None:
    state, _ = play_events(id, tries)
    if not state.riichi:
        found, rules = standings(state), state.rules
        whole = rules.players * rules.start - (0 if rules.awards_bets else state.on_table)
        assert sum(one.points for one in found) == whole
        assert sum(one.uma for one in found) == 0
        assert sum(one.total + one.fine for one in found) == whole
        assert len(found) == rules.players
        assert [one.place for one in found] == sorted(one.place for one in found)


def test_three_alike_share_an_uma_that_does_not_divide_by_three() -> None:
    shared = uma((30000, 20000, 20000, 20000), (20000, 10000, -10000, -20000))
    assert shared == (20000, -6600, -6700, -6700) and sum(shared) == 0


@settings(max_examples=50)
@given(games, st.lists(events, max_size=25), events)
def test_an_event_changes_nothing_of_the_state_before(
    id: str, tries: list[Event], event: Event
) -> None:
    state, done = play_events(id, tries)
    with contextlib.suppress(GameError):
        apply(state, event)
    assert replay(new_game(game_rules(id)), done) == state


# The numbers printed in the books.


def book_cases(*kinds: str) -> list[Any]:
    """Printed numbers of these kinds; payments for hands are in test_cases.py."""
    if not CASES.is_file():
        return []
    lines = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    found = [case for case in lines if case.get("kind") in kinds]
    of_hands = [case for case in found if "winner" in case["input"]]
    return [pytest.param(case, id=case["id"]) for case in found if case not in of_hands]


def changes(before: GameState, after: GameState) -> list[int]:
    return [a - b for a, b in zip(after.points, before.points, strict=True)]


@pytest.mark.parametrize("case", book_cases("noten"))
def test_printed_noten(case: dict[str, Any]) -> None:
    ready = [seat for seat, so in zip(WINDS, case["input"]["tenpai"], strict=True) if so]
    before = new_game(game_rules("riichi-ema"))
    after = apply(before, ExhaustiveDraw(frozenset(ready)))
    assert changes(before, after) == case["expected"]["deltas"]


@pytest.mark.parametrize("case", book_cases("uma"))
def test_printed_uma(case: dict[str, Any]) -> None:
    by_place = game_rules("riichi-ema").uma
    assert list(uma(case["input"]["scores"], by_place)) == case["expected"]["uma"]


@pytest.mark.parametrize("case", book_cases("chombo", "payment"))
def test_printed_penalties(case: dict[str, Any]) -> None:
    given_ = case["input"]
    before = new_game(game_rules(case["rules"]))
    after = apply(before, FalseWin(Wind(given_["offender"])))
    expected = case["expected"].get("deltas") or case["expected"]["payments"]
    assert dict(zip("ESWN", changes(before, after), strict=True)) == expected


@pytest.mark.parametrize("case", book_cases("dice"))
def test_printed_dice(case: dict[str, Any]) -> None:
    seat, stacks = breach(case["input"]["sum"])
    expected = case["expected"]
    assert expected.get("lands_on", "left") == "left" and (
        seat.value == expected.get("wall_owner", "N")
    )
    assert stacks == expected.get("break_after_stacks_from_right", stacks)


@pytest.mark.parametrize("case", book_cases("multi_ron"))
def test_printed_wins_of_several(case: dict[str, Any]) -> None:
    given = case["input"]
    discarder = Wind(given["discarder"])
    start = new_game(game_rules("riichi-ema"))
    state = replay(start, [Riichi(Wind(seat)) for seat in given["riichi_bets"]])
    winners = []
    for one in given["winners"]:
        seat = Wind(one["seat"])
        paid = price(basic_points(one["fan"], one["fu"])[0], seat) + 300 * given["counters"]
        change = {seat: paid, discarder: -paid}
        east, south, west, north = (change.get(wind, 0) for wind in WINDS)
        winners.append(Winner(seat, (east, south, west, north)))
    after = apply(state, Won(tuple(winners), discarder))
    expected = case["expected"]["deltas"]
    assert changes(state, after) == [expected[wind.value] for wind in WINDS]
