"""Standings of teams, equal to a reckoning by hand, and teammates in the draw."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handreader.tournament.events import EntrantAddition, RegistrationChange
from handreader.tournament.finals import Carry
from handreader.tournament.ranking import RankBy, TableResults, rank
from handreader.tournament.registration import Registration
from handreader.tournament.seating import cut_field, draw_remaining
from handreader.tournament.teams import rank_teams, teams
from tests.handreader.tournament.fields import after, enter_players, play_round, play_sheet

TEAMS = ("Aces", "Cats", "Cats", "Aces", "Bats", "Dots", "Dots", "Bats")
"""Aces: players 0 and 3; Bats: 4 and 7; Cats: 1 and 2; Dots: 5 and 6."""


@pytest.mark.parametrize(
    ("team_size", "expected"),
    [
        # all of a team: 6 + 0 and 38 - 50; 8 + 0 and 60 - 36; 4 + 2 and 2 - 18; 6 + 2 and 20 - 16
        (0, [(1, "Bats", 8, 24), (2, "Dots", 8, 4), (3, "Aces", 6, -12), (4, "Cats", 6, -16)]),
        (1, [(1, "Bats", 8, 60), (2, "Aces", 6, 38), (3, "Dots", 6, 20), (4, "Cats", 4, 2)]),
        (9, [(1, "Bats", 8, 24), (2, "Dots", 8, 4), (3, "Aces", 6, -12), (4, "Cats", 6, -16)]),
    ],
)
def test_teams_as_by_hand(team_size: int, expected: list[tuple[int, str, float, float]]) -> None:
    state, results = play_sheet(TEAMS)
    state = replace(state, plan=replace(state.plan, team_size=team_size))
    lines = rank_teams(state, results, RankBy.TABLE_POINTS)
    found = [(one.rank, one.team, float(one.table_points), float(one.balance)) for one in lines]
    assert found == expected
    bats = lines[0]
    assert bats.players == (4, 7)
    assert bats.counted == ((4,) if team_size == 1 else (4, 7))


def test_finals_do_not_count_for_teams() -> None:
    state, results = play_sheet(TEAMS)
    before = rank_teams(state, results, RankBy.TABLE_POINTS)
    cut = cut_field(state, rank(state, results, RankBy.TABLE_POINTS), 4, 1, Carry.NONE)
    state, results = play_round(after(state, cut), results, [(cut.finalists, (30, 10, -10, -30))])
    assert rank_teams(state, results, RankBy.TABLE_POINTS) == before


def test_a_team_has_one_name_and_no_substitutes() -> None:
    state = enter_players(4, ("Aces", "aces"))
    state = after(state, EntrantAddition("Sub", True, Registration(team="ACES")))
    assert {name: len(of) for name, of in teams(state.entrants).items()} == {"Aces": 4}
    state = after(state, RegistrationChange(0, Registration()))
    assert {name: len(of) for name, of in teams(state.entrants).items()} == {"aces": 3}


@pytest.mark.parametrize(("players", "rounds"), [(16, 3), (16, 4), (32, 4), (64, 4)])
def test_teammates_do_not_meet(players: int, rounds: int) -> None:
    names = [f"Team {number}" for number in range(players // 4)]
    state = enter_players(players, names, rounds)
    for one in draw_remaining(state).rounds:
        for table in one.tables:
            for a, b in combinations(table, 2):
                assert a % len(names) != b % len(names)


POINTS = st.lists(st.integers(-60, 60), min_size=4, max_size=4)


@given(points=st.lists(POINTS, min_size=2, max_size=2))
def test_teams_have_what_their_players_have(points: list[list[int]]) -> None:
    state = enter_players(8, ("Aces", "Bats", "Cats"))
    tables = [(range(at, at + 4), points[at // 4]) for at in (0, 4)]
    found: TableResults
    state, found = play_round(state, {}, tables)
    lines = rank(state, found, RankBy.TABLE_POINTS)
    together = rank_teams(state, found, RankBy.TABLE_POINTS)
    assert sum(line.table_points for line in together) == sum(line.table_points for line in lines)
    assert sum(line.balance for line in together) == sum(map(sum, points))
    assert sorted(one for line in together for one in line.players) == list(range(8))
