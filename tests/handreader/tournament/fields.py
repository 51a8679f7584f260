"""Eight players after two rounds, as a club would write them on a sheet.

| player | round 1 | round 2 | table points | points |
|---|---|---|---|---|
| 0 | 4, +30 | 2, +8 | 6 | +38 |
| 1 | 2, +10 | 2, -8 | 4 | +2 |
| 2 | 1, -10 | 1, -8 | 2 | -18 |
| 3 | 0, -30 | 0, -20 | 0 | -50 |
| 4 | 4, +20 | 4, +40 | 8 | +60 |
| 5 | 2, +4 | 4, +16 | 6 | +20 |
| 6 | 1, -4 | 1, -12 | 2 | -16 |
| 7 | 0, -20 | 0, -16 | 0 | -36 |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from handreader.tournament.draw import DrawnRound
from handreader.tournament.events import EntrantAddition, PlanChange, TournamentEvent
from handreader.tournament.ranking import TableResults
from handreader.tournament.registration import Registration
from handreader.tournament.state import PlayedRound, Tournament
from handreader.tournament.table_points import table_result
from handreader.tournament.transitions import apply_event
from scoring.game import game_rules

MCR = game_rules("mcr")
TIME = datetime(2026, 11, 28, 18, 0, tzinfo=UTC)
SHEET = (
    (((0, 1, 2, 3), (30, 10, -10, -30)), ((4, 5, 6, 7), (20, 4, -4, -20))),
    (((0, 5, 2, 7), (8, 16, -8, -16)), ((4, 1, 6, 3), (40, -8, -12, -20))),
)
BY_RANK = [4, 0, 5, 1, 6, 2, 7, 3]
"""The players of the sheet, the best first."""


def after(state: Tournament, *events: TournamentEvent) -> Tournament:
    for event in events:
        state = apply_event(state, event, TIME)
    return state


def enter_players(count: int, teams: Sequence[str] = (), rounds: int = 2) -> Tournament:
    state = after(Tournament("Cup"), PlanChange(rounds, 90, 5, 1))
    for number in range(count):
        team = teams[number % len(teams)] if teams else ""
        entry = EntrantAddition(f"Player {number}", registration=Registration(team=team))
        state = after(state, entry)
    return state


def play_round(
    state: Tournament, results: TableResults, tables: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> tuple[Tournament, TableResults]:
    """Return state and results after one more round that is over."""
    seats = tuple((one[0][0], one[0][1], one[0][2], one[0][3]) for one in tables)
    playing = {entrant for one in seats for entrant in one}
    byes = tuple(number for number in state.players() if number not in playing)
    games = tuple(f"game{table}" for table in range(len(seats)))
    played = PlayedRound(DrawnRound(seats, byes), games, is_over=True, ended=TIME)
    number = len(state.rounds) + 1
    found = {
        (number, table): table_result(points, MCR) for table, (_, points) in enumerate(tables, 1)
    }
    return replace(state, rounds=(*state.rounds, played)), {**results, **found}


def play_sheet(teams: Sequence[str] = ()) -> tuple[Tournament, TableResults]:
    """Return the eight players after the two rounds of the sheet."""
    state = enter_players(8, teams)
    found: TableResults = {}
    for tables in SHEET:
        state, found = play_round(state, found, tables)
    return state, found
