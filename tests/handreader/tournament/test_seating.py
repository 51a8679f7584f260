"""Seats by the standings."""

from __future__ import annotations

import pytest

from handreader.tournament.errors import TournamentError
from handreader.tournament.events import EntrantAddition, PlanChange
from handreader.tournament.ranking import RankBy, TableResults, rank
from handreader.tournament.seating import seat_by_rank
from tests.handreader.tournament.fields import BY_RANK, after, enter_players, play_round, play_sheet


def test_the_first_four_sit_at_table_one() -> None:
    state, results = play_sheet()
    state = after(state, PlanChange(3, 90, 5, 1))
    seated = seat_by_rank(state, rank(state, results, RankBy.TABLE_POINTS))
    assert (seated.first, seated.by_rank, len(seated.rounds)) == (3, True, 1)
    first, second = seated.rounds[0].tables
    assert (set(first), set(second)) == (set(BY_RANK[:4]), set(BY_RANK[4:]))
    had = [{seats.index(4) for seats in one.drawn.tables if 4 in seats} for one in state.rounds]
    assert first.index(4) not in set().union(*had), "he sits at a wind at which he has not sat"
    assert after(state, seated).rounds[2].drawn == seated.rounds[0]


def test_the_last_ones_sit_out_in_turn_and_substitutes_sit_last() -> None:
    state = enter_players(9, rounds=4)
    results: TableResults = {}
    state, results = play_round(
        state, results, [((0, 1, 2, 3), (24, 8, -8, -24)), ((4, 5, 6, 7), (30, 8, -8, -30))]
    )
    assert state.rounds[0].drawn.byes == (8,)
    standings = rank(state, results, RankBy.TABLE_POINTS)
    assert standings[-1].entrant.number == 7
    seated = seat_by_rank(state, standings).rounds[0]
    assert seated.byes == (7,)
    assert {4, 0} < set(seated.tables[0])
    for name in ("Sub 1", "Sub 2", "Sub 3"):
        state = after(state, EntrantAddition(name, True))
    seated = seat_by_rank(state, rank(state, results, RankBy.TABLE_POINTS)).rounds[0]
    assert seated.byes == () and set(seated.tables[2]) == {7, 9, 10, 11}


def test_equal_players_are_in_an_order_by_lot() -> None:
    firsts = set()
    for seed in range(8):
        state = after(enter_players(8), PlanChange(2, 90, 5, seed))
        seated = seat_by_rank(state, rank(state, {}, RankBy.TABLE_POINTS))
        assert seated == seat_by_rank(state, rank(state, {}, RankBy.TABLE_POINTS))
        firsts.add(frozenset(seated.rounds[0].tables[0]))
    assert len(firsts) > 3


def test_no_round_is_left() -> None:
    state, results = play_sheet()
    with pytest.raises(TournamentError, match="All 2 rounds have begun"):
        seat_by_rank(state, rank(state, results, RankBy.TABLE_POINTS))
