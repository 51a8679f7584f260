"""Games of the riichi presets: three players, three winners, counters, final points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import score
from scoring.game import (
    Ending,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameError,
    GameState,
    Riichi,
    Winner,
    Won,
    apply,
    game_rules,
    new_game,
    replay,
    standings,
    win_from_scores,
)
from scoring.notation import parse_win
from scoring.tiles import WINDS, Wind

E, S, W, N = WINDS


def game(id: str) -> GameState:
    return new_game(game_rules(id))


def payment(winner: Wind, points: int, discarder: Wind) -> Winner:
    change = {winner: points, discarder: -points}
    east, south, west, north = (change.get(wind, 0) for wind in WINDS)
    return Winner(winner, (east, south, west, north))


def point_changes(before: GameState, after: GameState) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(after.points, before.points, strict=True))


# Tenhou.


def test_three_winners_abort_the_hand_on_tenhou() -> None:
    """Tenhou.net rules: an abortive draw by three ron calls; all abortive draws are renchan."""
    three = Won(tuple(payment(seat, 8000, E) for seat in (S, W, N)), E)
    state = apply(game("riichi-tenhou"), Riichi(S))
    after = apply(state, three)
    assert after.deals[-1].ending is Ending.ABORTED
    assert (point_changes(state, after), after.sticks, after.counters) == ((0, 0, 0, 0), 1, 1)
    assert after.player(E) == state.player(E)
    assert point_changes(game("riichi-ema"), apply(game("riichi-ema"), three))[0] == -24000
    two = apply(state, Won(three.winners[:2], E))
    assert two.deals[-1].ending is Ending.WON and point_changes(state, two)[0] == -16000


@pytest.mark.parametrize(
    ("id", "second"), [("riichi-tenhou", 2000), ("riichi-mahjong-soul", 2000), ("riichi-ema", 2600)]
)
def test_the_first_of_two_winners_is_paid_the_counters(id: str, second: int) -> None:
    """RiichiEnv's test: two winners, two counters, two sticks; only the first has them."""
    state = replay(game(id), [ExhaustiveDraw(frozenset({E}))] * 2)
    hand = "123m 456m 789s 55p 67p +8p | riichi dora 5z from E counters 2"  # riichi, pinfu
    won = [score(*parse_win(f"{hand} seat {seat}"), id) for seat in "SW"]
    event = win_from_scores(state, *won)
    first, other = (max(winner.changes) for winner in event.winners)
    assert first == 2000 + 600 and other == second


# M.League: k-bys.work, "the points of 43,000 are +63 for the first, of 36,800 +16.8 for the second"


def test_final_points_of_the_league() -> None:
    state = replace(game("riichi-m-league"), points=(43000, 36800, 15000, 5200))
    results = [(one.total - 25000) / 1000 for one in standings(state)]
    assert results[:2] == [63.0, 16.8] and sum(results) == pytest.approx(0)


def test_one_wins_on_a_discard_of_the_league() -> None:
    two = Won((payment(S, 8000, E), payment(W, 8000, E)), E)
    for id in ("riichi-m-league", "riichi-wrc-2015", "riichi-wrc-2025"):
        with pytest.raises(GameError, match="2 winners"):
            apply(game(id), two)


def test_bets_left_over_are_lost_by_the_rules_of_the_wrc() -> None:
    """The EMA's differences from WRC 2015: there the winner receives them."""
    bets: list[Event] = [Riichi(S), ExhaustiveDraw(frozenset({S}))]
    for id, most in (
        ("riichi-wrc-2015", 30000 + 2000),
        ("riichi-wrc-2025", 30000 + 2000),
        ("riichi-ema-2016", 25000 + 3000),
        ("riichi-ema-2025", 30000 + 3000),  # EMA 2025, 3.7
    ):
        assert standings(replay(game(id), bets))[0].points == most


# Three players.


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        ("", (0, 0, 0, 0)),
        ("E", (2000, -1000, -1000, 0)),
        ("SW", (-2000, 1000, 1000, 0)),
        ("ESW", (0, 0, 0, 0)),
    ],
)
def test_three_players_not_ready(ready: str, expected: tuple[int, ...]) -> None:
    state = game("riichi-three-players")
    assert state.points == (35000, 35000, 35000, 0)
    after = apply(state, ExhaustiveDraw(frozenset(map(Wind, ready))))
    assert point_changes(state, after) == expected


def test_three_players_take_turns_at_three_seats() -> None:
    state = game("riichi-three-players")
    seats = [state.seating]
    while not state.is_over:
        state = apply(state, ExhaustiveDraw())
        seats.append(state.seating)
    assert seats == [(0, 1, 2, 3), (1, 2, 0, 3), (2, 0, 1, 3)] * 2 + [(0, 1, 2, 3)]
    assert [one.player for one in standings(state)] == [0, 1, 2]
    last = replace(state, points=(50000, 35000, 20000, 0))
    totals = [one.total - 35000 for one in standings(last)]
    assert totals == [45000, -5000, -40000]  # 50 - 40 + 15 + 20, 35 - 40, 20 - 40 - 20


def test_three_players_pay_for_a_false_win() -> None:
    state = game("riichi-three-players")
    assert point_changes(state, apply(state, FalseWin(E))) == (-8000, 4000, 4000, 0)


@pytest.mark.parametrize(
    "event",
    [Riichi(N), FalseWin(N), ExhaustiveDraw(frozenset({E, N})), Won((payment(E, 1000, N),), N)],
)
def test_nobody_is_north_of_three(event: Event) -> None:
    with pytest.raises(GameError, match="nobody is North"):
        apply(game("riichi-three-players"), event)


def test_the_absent_player_is_paid_nothing() -> None:
    gift = Winner(E, (1000, -500, 0, -500))
    with pytest.raises(GameError, match="do not sum to zero"):
        apply(game("riichi-three-players"), Won((gift,), None))


def test_the_winners_of_a_discard_and_the_chombo_are_options() -> None:
    tenhou = game_rules("riichi-tenhou")
    assert tenhou.max_winners == 3
    assert game_rules("riichi-tenhou", max_winners=1).max_winners == 1
    assert game_rules("riichi-tenhou", max_winners="head-bump").max_winners == 1
    assert game_rules("riichi-wrc-2025").max_winners == 1
    assert game_rules("riichi-wrc-2025", max_winners=3).max_winners == 3
    rules = game_rules("riichi-ema", false_win="chombo_at_end", chombo_at_end=30000)
    state = apply(new_game(rules), FalseWin(Wind.SOUTH))
    assert state.fines[1] == 30000 and state.points == new_game(rules).points
