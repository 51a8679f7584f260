"""Finals after a cut: what is carried over, equal to a reckoning by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handreader.tournament.errors import TournamentError
from handreader.tournament.events import (
    FinalsRevocation,
    FinalsStart,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
)
from handreader.tournament.finals import Carry
from handreader.tournament.ranking import RankBy, TableResults, rank
from handreader.tournament.seating import cut_field, draw_remaining
from handreader.tournament.state import Tournament
from tests.handreader.tournament.fields import (
    BY_RANK,
    MCR,
    after,
    enter_players,
    play_round,
    play_sheet,
)

LATE = PenaltyRuling(0, 1, 0, "late")
LOUD = PenaltyRuling(5, 1, 5, "phone in the final")
FINAL = [((1, 0, 5, 4), (24, 9, -3, -30))]


def in_finals(carry: Carry) -> tuple[Tournament, TableResults]:
    """Eight players, a penalty, a cut to four, a final, and a penalty in it."""
    state, results = play_sheet()
    state = after(state, LATE)
    standings = rank(state, results, RankBy.TABLE_POINTS)
    state = after(state, cut_field(state, standings, 4, 1, carry))
    assert state.players() == (0, 1, 4, 5)
    state, results = play_round(state, results, FINAL)
    return after(state, LOUD), results


@pytest.mark.parametrize(
    ("carry", "finalists"),
    [
        # before: 4 had 8, +60; 5 had 6, +20; 0 had 6 - 1, +38; 1 had 4, +2
        (Carry.FULL, [(4, 8, 30), (1, 8, 26), (0, 7, 47), (5, 6, 12)]),
        (Carry.HALF, [(1, 6, 25), (0, 4.5, 28), (4, 4, 0), (5, 3, 2)]),
        (Carry.NONE, [(1, 4, 24), (0, 2, 9), (5, 0, -8), (4, 0, -30)]),
    ],
)
def test_carry_over_as_by_hand(carry: Carry, finalists: list[tuple[int, float, float]]) -> None:
    lines = rank(*in_finals(carry), RankBy.TABLE_POINTS)
    found = [(one.entrant.number, float(one.table_points), float(one.balance)) for one in lines]
    assert found[:4] == finalists  # whole and half numbers: floats are exact
    assert found[4:] == [(6, 2, -16), (2, 2, -18), (7, 0, -36), (3, 0, -50)]
    assert [one.rank for one in lines] == list(range(1, 9))
    assert [one.finals for one in lines] == [1] * 4 + [0] * 4
    brought = {one.entrant.number: one.carried for one in lines}
    assert brought[6] is None
    carried = brought[0]
    assert carried is not None and carried.table_points == 5 * carry.share
    assert carried.balance == 38 * carry.share


def test_a_penalty_of_before_is_struck_out_at_its_share() -> None:
    state, results = in_finals(Carry.HALF)
    state = after(state, PenaltyRevocation(1))
    line = rank(state, results, RankBy.TABLE_POINTS)[1]
    assert line.entrant.number == 0 and line.table_points == 5


def test_who_is_equal_in_the_final_has_his_place_of_before() -> None:
    state, results = play_sheet()
    standings = rank(state, results, RankBy.TABLE_POINTS)
    state = after(state, cut_field(state, standings, 4, 1, Carry.NONE))
    state, results = play_round(state, results, [((1, 0, 5, 4), (6, 6, -6, -6))])
    lines = rank(state, results, RankBy.TABLE_POINTS)
    assert [(one.rank, one.entrant.number) for one in lines[:4]] == [(1, 0), (2, 1), (3, 4), (4, 5)]


def test_a_second_cut_carries_what_the_first_one_left() -> None:
    state = enter_players(12, rounds=1)
    won = (24, 8, -8, -24)
    tables: list[tuple[Sequence[int], Sequence[int]]] = []
    tables += [(range(at, at + 4), won) for at in (0, 4, 8)]
    state, results = play_round(state, {}, tables)
    for count in (8, 4):
        standings = rank(state, results, RankBy.TABLE_POINTS)
        state = after(state, cut_field(state, standings, count, 1, Carry.HALF))
        players = state.players()
        tables = [(players[at : at + 4], won) for at in range(0, count, 4)]
        state, results = play_round(state, results, tables)
    best = rank(state, results, RankBy.TABLE_POINTS)[0]
    assert best.finals == 2
    assert best.table_points == (Fraction(4, 2) + 4) / 2 + 4
    assert best.balance == (Fraction(24, 2) + 24) / 2 + 24


def test_the_cut_is_taken_back_until_its_first_round_begins() -> None:
    state, results = play_sheet()
    standings = rank(state, results, RankBy.TABLE_POINTS)
    assert [line.entrant.number for line in standings] == BY_RANK
    cut = cut_field(state, standings, 4, 3, Carry.FULL)
    assert cut == FinalsStart((4, 0, 5, 1), 3, Carry.FULL)
    finals = after(state, cut)
    assert (finals.plan.rounds, finals.is_over, state.is_over) == (5, False, True)
    with pytest.raises(TournamentError, match="from 3 to"):  # one round of finals at least
        after(finals, PlanChange(2, 90, 5, 1))
    drawn = draw_remaining(finals)
    assert len(drawn.rounds) == 3 and drawn.rounds[0].entrants == {0, 1, 4, 5}
    assert replace(after(finals, drawn, FinalsRevocation()), revision=0) == replace(
        state, revision=0
    )
    playing, _ = play_round(finals, results, FINAL)
    with pytest.raises(TournamentError) as caught:
        after(playing, FinalsRevocation())
    assert caught.value.code == "no_finals"


@pytest.mark.parametrize(("count", "most"), [(8, 4), (3, 4), (0, 4), (6, 4)])
def test_a_cut_is_a_multiple_of_four_and_leaves_somebody_out(count: int, most: int) -> None:
    state, results = play_sheet()
    standings = rank(state, results, RankBy.TABLE_POINTS)
    with pytest.raises(TournamentError, match=f"up to {most}, not {count}") as caught:
        cut_field(state, standings, count, 1, Carry.FULL)
    assert caught.value.code == "bad_cut"


def test_finals_need_a_round_before_them() -> None:
    with pytest.raises(TournamentError, match="need a round before"):
        after(enter_players(8), FinalsStart((0, 1, 2, 3), 1, Carry.FULL))


def test_who_left_is_not_in_the_finals() -> None:
    from handreader.tournament.events import Attendance

    state, results = play_sheet()
    state = after(state, Attendance(0, False))
    standings = rank(state, results, RankBy.TABLE_POINTS)
    assert cut_field(state, standings, 4, 1, Carry.FULL).finalists == (4, 5, 1, 6)


POINTS = st.lists(st.integers(-60, 60), min_size=4, max_size=4)


@given(
    carry=st.sampled_from(Carry),
    before=st.lists(POINTS, min_size=4, max_size=4),
    final=POINTS,
    fine=st.integers(0, 30),
)
def test_sums_add_up(carry: Carry, before: list[list[int]], final: list[int], fine: int) -> None:
    """What all have is what the tables gave, at its share, minus fines."""
    state = enter_players(8)
    results: TableResults = {}
    for number in (0, 1):
        order = list(range(8)) if number == 0 else [0, 5, 2, 7, 4, 1, 6, 3]
        tables = [(order[at : at + 4], before[2 * number + at // 4]) for at in (0, 4)]
        state, results = play_round(state, results, tables)
    state = after(state, PenaltyRuling(0, 1, fine, "late"))
    standings = rank(state, results, RankBy.TABLE_POINTS)
    assert sum(line.table_points for line in standings) == 4 * 7 - 1
    assert sum(line.balance for line in standings) == sum(map(sum, before)) - fine
    cut = cut_field(state, standings, 4, 1, carry)
    state = after(state, cut)
    state, results = play_round(state, results, [(cut.finalists, final)])
    lines = rank(state, results, RankBy.TABLE_POINTS)
    old = {line.entrant.number: line for line in standings}
    inside = [line for line in lines if line.entrant.number in cut.finalists]
    assert {line.entrant.number for line in lines[:4]} == set(cut.finalists)
    kept = sum(old[number].table_points for number in cut.finalists)
    points = sum(old[number].balance for number in cut.finalists)
    assert sum(line.table_points for line in inside) == kept * carry.share + 7
    start = 4 * MCR.start
    assert sum(line.balance for line in inside) == points * carry.share + sum(final) - start
    for line in lines[4:]:
        assert line.table_points == old[line.entrant.number].table_points


def test_a_plan_keeps_the_rounds_that_have_begun() -> None:
    state, _ = in_finals(Carry.FULL)
    with pytest.raises(TournamentError):
        after(state, PlanChange(2, 90, 5, 1))
