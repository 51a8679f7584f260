"""What happens apart from hands: adjustments, an early end, names."""

from __future__ import annotations

import pytest

from scoring.game import (
    Adjustment,
    EarlyEnd,
    Event,
    ExhaustiveDraw,
    FalseWin,
    GameError,
    Renaming,
    Riichi,
    Substitution,
    apply,
    game_rules,
    new_game,
    replay,
    score_sheet,
    sheet_lines,
    standings,
)
from scoring.tiles import WINDS

E, S, W, N = WINDS
LATE = Adjustment((-10, 0, 0, 0), "late")
NAMES = ("Anna", "Bo", "Carla", "Dario")


def test_an_adjustment_is_no_part_of_the_hand() -> None:
    state = replay(new_game(game_rules("mcr")), [ExhaustiveDraw(), LATE, ExhaustiveDraw()])
    late = state.deals[1].seating[0]
    assert state.points[late] == -10
    assert [deal.changes for deal in state.deals] == [(0, 0, 0, 0)] * 2
    (penalty,) = state.penalties
    assert (penalty.after, penalty.reason, penalty.changes[late]) == (1, "late", -10)
    assert score_sheet(state).totals == state.points


def test_a_penalty_has_its_own_lines_on_the_sheet() -> None:
    state = replay(new_game(game_rules("mcr")), [FalseWin(S), LATE])
    lines = sheet_lines(score_sheet(state), NAMES, "it")
    start = lines.index("falsa vincita, prima della mano 1")
    assert lines[start + 2] == "Bo       -30"
    assert lines[lines.index("late, prima della mano 1") + 1] == "Anna     -10"


@pytest.mark.parametrize("event", [Adjustment((0, 0, 0, 0), "late"), Adjustment((1, 0, 0, 0), " ")])
def test_an_adjustment_needs_points_and_a_reason(event: Adjustment) -> None:
    with pytest.raises(GameError, match="points and a reason"):
        apply(new_game(game_rules("mcr")), event)


def test_an_ended_game_takes_penalties_and_names_alone() -> None:
    state = apply(new_game(game_rules("mcr")), EarlyEnd())
    assert state.is_over
    assert replay(state, [LATE, Renaming(E, "Eva")]).points == (-10, 0, 0, 0)
    refused: list[Event] = [ExhaustiveDraw(), EarlyEnd(), Substitution(E, "Eva")]
    for event in refused:
        with pytest.raises(GameError, match="over"):
            apply(state, event)


def test_an_early_end_returns_what_was_bet_in_the_open_hand() -> None:
    riichi = new_game(game_rules("riichi-ema"))
    state = replay(riichi, [Riichi(E), ExhaustiveDraw(frozenset({E})), Riichi(S), EarlyEnd()])
    assert state.on_table == 1000
    assert sum(one.points for one in standings(state)) == sum(riichi.points)


def test_an_absent_fourth_is_not_adjusted() -> None:
    with pytest.raises(GameError, match="nobody is North"):
        apply(new_game(game_rules("riichi-three-players")), Adjustment((0, 0, 0, 5), "late"))
