"""The riichi game: sticks, counters, draws, chombo, several winners, uma (EMA 2008)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import RULEBOOKS, score
from scoring.game import (
    AbortiveDraw,
    AbortReason,
    DeadHand,
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
    uma,
    win_from_scores,
)
from scoring.notation import parse_win
from scoring.tiles import WINDS, Wind

E, S, W, N = WINDS


def game(id: str = "riichi-ema", **options: str | int) -> GameState:
    return new_game(game_rules(id, **options))


def ron(seat: Wind, points: int, discarder: Wind) -> Winner:
    change = {seat: points, discarder: -points}
    east, south, west, north = (change.get(wind, 0) for wind in WINDS)
    return Winner(seat, (east, south, west, north))


def point_changes(before: GameState, after: GameState) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(after.points, before.points, strict=True))


# ready players, changes of E S W N; "Pareggio completo", 3.4.2
NOTEN = [
    ("", (0, 0, 0, 0)),
    ("E", (3000, -1000, -1000, -1000)),
    ("ES", (1500, 1500, -1500, -1500)),
    ("ESW", (1000, 1000, 1000, -3000)),
    ("ESWN", (0, 0, 0, 0)),
    ("WN", (-1500, -1500, 1500, 1500)),
]


@pytest.mark.parametrize(("ready", "changes"), NOTEN)
def test_noten(ready: str, changes: tuple[int, ...]) -> None:
    before = game()
    state = apply(before, ExhaustiveDraw(frozenset(map(Wind, ready))))
    assert point_changes(before, state) == changes
    assert state.counters == 1
    assert state.seating == ((0, 1, 2, 3) if "E" in ready else (1, 2, 3, 0)), "3.4.12"


# Counters and the deal: events, East's player and the counters after each; 3.4.10, 3.4.12, C-18
EAST_WINS = Won((ron(E, 2000, S),), S)
SOUTH_WINS = Won((ron(S, 1000, W),), W)
BOTH_WIN = Won((ron(E, 2000, W), ron(S, 1000, W)), W)
FOUR_WINDS = AbortiveDraw(AbortReason.FOUR_WINDS)
DEALS: list[tuple[str, list[tuple[Won | ExhaustiveDraw | AbortiveDraw | FalseWin, int, int]]]] = [
    ("East wins and stays", [(EAST_WINS, 0, 1), (EAST_WINS, 0, 2), (SOUTH_WINS, 1, 0)]),
    ("East wins together with another", [(EAST_WINS, 0, 1), (BOTH_WIN, 0, 2)]),
    (
        "draws",
        [(ExhaustiveDraw(), 1, 1), (ExhaustiveDraw(frozenset({E})), 1, 2), (SOUTH_WINS, 2, 0)],
    ),
    ("abortive draws", [(FOUR_WINDS, 0, 1), (FOUR_WINDS, 0, 2)]),
    ("a chombo changes neither", [(EAST_WINS, 0, 1), (FalseWin(S), 0, 1)]),
]


@pytest.mark.parametrize(("what", "events"), DEALS, ids=[what for what, _ in DEALS])
def test_counters_and_the_deal(
    what: str, events: list[tuple[Won | ExhaustiveDraw | AbortiveDraw | FalseWin, int, int]]
) -> None:
    state = game()
    for event, east, counters in events:
        state = apply(state, event)
        assert (state.player(E), state.counters) == (east, counters)


def test_east_passes_after_an_abortive_draw_by_option() -> None:
    state = apply(game(after_abortive_draw="east_passes"), FOUR_WINDS)
    assert (state.player(E), state.counters) == (1, 1)


def test_two_rounds() -> None:
    """3.4.12: it ends when the last East of the South round passes on."""
    state = replay(game(), [SOUTH_WINS, EAST_WINS, *[SOUTH_WINS] * 6])
    assert not state.is_over and state.round is S and state.turn == 3
    assert apply(apply(state, EAST_WINS), SOUTH_WINS).is_over


# Sticks.


def test_a_bet_stays_on_the_table_until_somebody_wins() -> None:
    state = replay(game(), [Riichi(S), ExhaustiveDraw(frozenset({S}))])
    assert state.sticks == 1 and state.points[1] == 25000 - 1000 + 3000
    state = replay(state, [Riichi(N), SOUTH_WINS])  # South is player 2 now
    assert state.sticks == 0 and state.points[2] == 25000 - 1000 + 1000 + 2000
    assert sum(state.points) == 100_000


def test_several_winners() -> None:
    """Each declarer takes back his own; the others' go to the first after the discarder."""
    before = replay(game(), [Riichi(S), Riichi(W), Riichi(N)])
    event = Won((ron(N, 1000, E), ron(S, 5200, E)), E)
    assert point_changes(game(), apply(before, event)) == (-6200, 5200 + 1000, -1000, 1000)


def test_the_stick_of_a_riichi_tile_comes_back() -> None:
    """3.3.12: if the turned tile is won on, the riichi is void."""
    state = replay(game(), [Riichi(W), Won((ron(S, 1000, W),), W, on_riichi_tile=True)])
    assert state.points == (25000, 26000, 24000, 25000)


def test_scores_bring_counters_and_the_game_the_sticks() -> None:
    """3.4.10: 300 for each counter from the discarder; a self-drawn hand 100 from each."""
    book = RULEBOOKS["riichi-ema"]
    state = replay(game(), [EAST_WINS, Riichi(S)])
    hand, _ = parse_win("123m 456p 789s 99s 67p +8p")
    facts = replace(state.partial_win(S), discarder=W)
    assert (facts.riichi, facts.counters, facts.riichi_sticks) == (True, 1, 1)
    event = win_from_scores(state, score(hand, facts, book))
    assert sum(event.winners[0].changes) == 0
    after = apply(state, event)
    points = event.winners[0].changes[1]
    assert point_changes(state, after) == (0, points + 1000, -points, 0)
    with pytest.raises(GameError, match="scored with 0 counters, there are 1"):
        win_from_scores(state, score(hand, replace(facts, counters=0), book))


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([Riichi(S), Riichi(S)], "already"),
        ([DeadHand(S), Riichi(S)], "dead hand"),
        ([DeadHand(S), ExhaustiveDraw(frozenset({S}))], "a dead hand is not ready"),
        ([Riichi(S), ExhaustiveDraw(frozenset({E}))], "S declared riichi and is not ready"),
        ([AbortiveDraw(AbortReason.FOUR_RIICHI)], "but 0 are declared"),
    ],
)
def test_events_that_cannot_be(
    events: list[Riichi | DeadHand | ExhaustiveDraw], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        replay(game(), events)


# Penalties: offender, changes of E S W N; 3.4.6 (English text of 2008)
CHOMBO = [("S", (4000, -8000, 2000, 2000)), ("E", (-12000, 4000, 4000, 4000))]


@pytest.mark.parametrize(("offender", "changes"), CHOMBO)
def test_chombo(offender: str, changes: tuple[int, ...]) -> None:
    before = game()
    state = replay(before, [Riichi(N), FalseWin(Wind(offender))])
    assert point_changes(before, state) == changes, "bets of this hand are returned"
    assert state.deals[-1].ending is Ending.CHOMBO and not state.riichi


def test_chombo_of_2016_costs_after_the_uma() -> None:
    state = replay(game("riichi-ema-2016"), [FalseWin(E), EAST_WINS])
    first = standings(state)[0]
    assert (first.player, first.points, first.uma, first.fine) == (0, 27000, 15000, 20000)
    assert first.total == 22000
    with pytest.raises(GameError, match="no abortive draws"):
        apply(state, FOUR_WINDS)


# The end: points of four players, uma; 3.6.1 with its examples of ties
UMA = [
    ((40000, 30000, 20000, 10000), (9000, 3000, -3000, -9000)),
    ((35000, 35000, 20000, 10000), (6000, 6000, -3000, -9000)),
    ((30000, 30000, 30000, 10000), (3000, 3000, 3000, -9000)),
    ((40000, 25000, 25000, 10000), (9000, 0, 0, -9000)),
    ((40000, 30000, 15000, 15000), (9000, 3000, -6000, -6000)),
    ((40000, 20000, 20000, 20000), (9000, -3000, -3000, -3000)),
    ((25000, 25000, 25000, 25000), (0, 0, 0, 0)),
    ((10000, 40000, 20000, 30000), (-9000, 9000, -3000, 3000)),
]


@pytest.mark.parametrize(("points", "expected"), UMA)
def test_uma(points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert uma(points, game().rules.uma) == expected


def test_sticks_left_at_the_end_go_to_the_winner() -> None:
    """3.6."""
    last: list[Event] = [Riichi(S), ExhaustiveDraw(frozenset({S}))]
    state = replay(game(), [*[SOUTH_WINS] * 7, *last])
    assert state.is_over and state.sticks == 1
    first, *rest = standings(state)
    assert first.points == max(state.points) + 1000
    assert first.place == 1 and [one.place for one in rest] != [1, 1, 1]
    assert sum(one.total for one in (first, *rest)) == 100_000


def test_equal_winners_share_what_is_left() -> None:
    bets: list[Event] = [Riichi(seat) for seat in WINDS]
    state = replay(game(), [*bets, AbortiveDraw(AbortReason.FOUR_RIICHI)])
    assert [one.points for one in standings(state)] == [25000] * 4
    with pytest.raises(GameError, match="sticks of this hand"):
        standings(apply(state, Riichi(E)))
