"""A tournament as JSON: `docs/schemas/tournament.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from scoring.game.serialization import rules_to_json

from ..tournament.draw import Meetings
from ..tournament.ranking import Ranking, RoundScore, rank, rank_by
from ..tournament.state import PlayedRound
from ..tournament.table_points import SeatResult
from ..tournament.teams import TeamRanking, rank_teams
from .stored_tournaments import StoredTournament
from .tournaments import TableStatus, table_results

TOURNAMENT_FORMAT = "handreader-tournament/1"
Statuses = Mapping[tuple[int, int], TableStatus]


def tournament_to_json(
    found: StoredTournament, statuses: Statuses, now: datetime
) -> dict[str, object]:
    """Return a tournament with its rounds, results and standings as JSON.

    Args:
        found: the tournament.
        statuses: of its tables.
        now: the time at which clocks are read.
    """
    state = found.state
    met = Meetings(one.drawn for one in state.rounds)
    return {
        "format": TOURNAMENT_FORMAT,
        "id": found.id,
        "name": state.name,
        "started": found.started.isoformat(),
        "rules": rules_to_json(found.rules),
        "rank_by": rank_by(found.rules).value,
        "revision": state.revision,
        "plan": {
            "rounds": state.plan.rounds,
            "minutes": state.plan.minutes,
            "last_minutes": state.plan.last_minutes,
            "seed": state.plan.seed,
            "team_size": state.plan.team_size,
            "days": state.plan.days,
            "has_qualification": state.plan.has_qualification,
        },
        "current_round": state.current,
        "players": [
            {
                "number": one.number,
                "name": one.name,
                "substitute": one.is_substitute,
                "present": one.is_present,
                "player_number": one.registration.player_number,
                "country": one.registration.country,
                "team": one.registration.team,
                "last_name": one.registration.last_name,
            }
            for one in state.entrants
        ],
        "rounds": [
            _round_to_json(found, number, one, statuses, now)
            for number, one in enumerate(state.rounds, 1)
        ],
        "meetings": {"most": met.most(), "pairs": {str(k): n for k, n in met.spectrum().items()}},
        "standings": [_ranking_to_json(line) for line in standings_of(found, statuses)],
        "teams": [_team_to_json(line) for line in team_standings_of(found, statuses)],
        "finals": [
            {"first": cut.first, "finalists": list(cut.finalists), "carry": cut.carry.value}
            for cut in state.finals
        ],
        "penalties": [
            {
                "number": number,
                "player": one.ruling.entrant,
                "table_points": one.ruling.table_points,
                "points": one.ruling.points,
                "reason": one.ruling.reason,
                "revoked": one.is_revoked,
            }
            for number, one in enumerate(state.penalties, 1)
        ],
    }


def standings_of(found: StoredTournament, statuses: Statuses) -> tuple[Ranking, ...]:
    """Return the standings of a stored tournament."""
    return rank(found.state, table_results(statuses), rank_by(found.rules))


def team_standings_of(found: StoredTournament, statuses: Statuses) -> tuple[TeamRanking, ...]:
    """Return the standings of a stored tournament's teams."""
    return rank_teams(found.state, table_results(statuses), rank_by(found.rules))


def _round_to_json(
    found: StoredTournament, number: int, one: PlayedRound, statuses: Statuses, now: datetime
) -> dict[str, object]:
    status = "over" if one.is_over else "playing" if one.has_begun else "drawn"
    clock = None
    if one.clock is not None:
        left = round(one.clock.remaining_seconds(now), 1)
        clock = {"seconds_left": left, "running": one.clock.running_since is not None}
    return {
        "number": number,
        "status": status,
        "outdated": status == "drawn" and found.state.is_draw_outdated(number),
        "clock": clock,
        "byes": list(one.drawn.byes),
        "tables": [
            _table_to_json(table, seats, one, statuses.get((number, table)))
            for table, seats in enumerate(one.drawn.tables, 1)
        ],
    }


def _table_to_json(
    table: int, seats: Iterable[int], one: PlayedRound, status: TableStatus | None
) -> dict[str, object]:
    result = None if status is None else status.result
    return {
        "table": table,
        "game": one.games[table - 1] if one.has_begun else None,
        "seats": list(seats),
        "hands": 0 if status is None else status.hands,
        "over": status is not None and status.is_over,
        "paper": status is not None and status.is_paper,
        "points": None if status is None or status.points is None else list(status.points),
        "results": None if result is None else [_result_to_json(seat) for seat in result],
        "signatures": []
        if status is None
        else [
            {"player": one.player, "time": one.time.isoformat(), "phone": one.by.name}
            for one in status.signatures
        ],
    }


def _result_to_json(seat: SeatResult) -> dict[str, object]:
    return {
        "place": seat.place,
        "points": seat.points,
        "balance": seat.balance,
        "table_points": decimal(seat.table_points),
        "uma": seat.uma,
        "score": seat.score,
    }


def _ranking_to_json(line: Ranking) -> dict[str, object]:
    return {
        "rank": line.rank,
        "player": line.entrant.number,
        "table_points": decimal(line.table_points),
        "balance": decimal(line.balance),
        "uma": decimal(line.uma),
        "score": decimal(line.score),
        "places": list(line.places),
        "lost_table_points": line.lost_table_points,
        "lost_points": line.lost_points,
        "rounds": [None if one is None else _score_to_json(one) for one in line.rounds],
        "finals": line.finals,
        "carried": None
        if line.carried is None
        else {
            "table_points": decimal(line.carried.table_points),
            "balance": decimal(line.carried.balance),
            "score": decimal(line.carried.score),
        },
    }


def _team_to_json(line: TeamRanking) -> dict[str, object]:
    return {
        "rank": line.rank,
        "team": line.team,
        "players": list(line.players),
        "counted": list(line.counted),
        "table_points": decimal(line.table_points),
        "balance": decimal(line.balance),
        "score": decimal(line.score),
    }


def _score_to_json(one: RoundScore) -> dict[str, object]:
    seat = one.result
    return {
        "table": one.table,
        "place": None if seat is None else seat.place,
        "table_points": None if seat is None else decimal(seat.table_points),
        "balance": None if seat is None else seat.balance,
        "score": None if seat is None else seat.score,
    }


def decimal(value: Fraction) -> float | int:
    """Return table points as a number of at most four decimals.

    >>> decimal(Fraction(7, 3)), decimal(Fraction(4))
    (2.3333, 4)
    """
    return value.numerator if value.denominator == 1 else round(float(value), 4)
