"""A tournament as JSON and as tables for spreadsheets: `docs/schemas/tournament.json`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from scoring.game import DealResult
from scoring.game.serialization import rules_to_json
from scoring.tiles import WINDS

from ..tournament.draw import Meetings
from ..tournament.ranking import Ranking, RoundScore, rank, rank_by
from ..tournament.state import PlayedRound
from ..tournament.table_points import SeatResult
from .export import escape_formula
from .models import GameHistory
from .tournaments import StoredTournament, TableStatus, table_results

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
        },
        "current_round": state.current,
        "players": [
            {
                "number": one.number,
                "name": one.name,
                "substitute": one.is_substitute,
                "present": one.is_present,
            }
            for one in state.entrants
        ],
        "rounds": [
            _round_to_json(found, number, one, statuses, now)
            for number, one in enumerate(state.rounds, 1)
        ],
        "meetings": {"most": met.most(), "pairs": {str(k): n for k, n in met.spectrum().items()}},
        "standings": [_ranking_to_json(line) for line in standings_of(found, statuses)],
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
        "balance": line.balance,
        "uma": line.uma,
        "score": line.score,
        "places": list(line.places),
        "lost_table_points": line.lost_table_points,
        "lost_points": line.lost_points,
        "rounds": [None if one is None else _score_to_json(one) for one in line.rounds],
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


def standings_csv(found: StoredTournament, statuses: Statuses) -> str:
    """Return the standings as a table: a line a player, a column a round, then penalties."""
    by_score = rank_by(found.rules).value == "score"
    head = ["rank", "player", "table_points", "points", "uma", "score"]
    places = ["first", "second", "third", "fourth"]
    rounds = [f"round {number}" for number in range(1, len(found.state.rounds) + 1)]
    lost = ["lost_table_points", "lost_points"]
    lines: list[list[object]] = [[*head, *places, *rounds, *lost]]
    for line in standings_of(found, statuses):
        scores = [_cell(one, by_score) for one in line.rounds]
        name = escape_formula(line.entrant.name)
        sums = [decimal(line.table_points), line.balance, line.uma, line.score]
        penalties = [line.lost_table_points, line.lost_points]
        lines.append([line.rank, name, *sums, *line.places, *scores, *penalties])
    return _csv(lines)


def _cell(one: RoundScore | None, by_score: bool) -> object:
    if one is None:
        return ""
    if one.table is None:
        return "bye"
    if one.result is None:
        return ""
    return one.result.score if by_score else decimal(one.result.table_points)


def rounds_csv(found: StoredTournament, statuses: Statuses) -> str:
    """Return every seat of every round as a table, with its result."""
    head = ["round", "table", "seat", "player", "substitute", "place", "points", "balance"]
    lines: list[list[object]] = [[*head, "table_points", "uma", "score", "source", "game"]]
    names = [escape_formula(one.name) for one in found.state.entrants]
    for number, one in enumerate(found.state.rounds, 1):
        for table, seats in enumerate(one.drawn.tables, 1):
            status = statuses.get((number, table))
            for seat, entrant in enumerate(seats):
                is_substitute = found.state.entrants[entrant].is_substitute
                line: list[object] = [number, table, WINDS[seat].value, names[entrant]]
                line.append(int(is_substitute))
                if status is None or status.result is None:
                    line += [""] * 7
                else:
                    got = status.result[seat]
                    line += [got.place, got.points, got.balance, decimal(got.table_points)]
                    line += [got.uma, got.score, "paper" if status.is_paper else "game"]
                lines.append([*line, one.games[table - 1] if one.has_begun else ""])
        lines += [[number, "bye", "", names[entrant], 0] + [""] * 8 for entrant in one.drawn.byes]
    return _csv(lines)


def hands_csv(found: StoredTournament, histories: Mapping[str, GameHistory]) -> str:
    """Return every finished hand of every game as a table; the names are those of the game."""
    head = ["round", "table", "game", "hand", "ending", "winners"]
    players = [f"player {number}" for number in range(1, 5)]
    points = [f"change {number}" for number in range(1, 5)]
    lines: list[list[object]] = [[*head, *players, *points]]
    for number, one in enumerate(found.state.rounds, 1):
        for table, game in enumerate(one.games, 1):
            history = histories.get(game)
            for hand, deal in enumerate(() if history is None else history.state.deals, 1):
                assert history is not None
                lines.append([number, table, game, hand, *_hand_cells(history, deal)])
    return _csv(lines)


def _hand_cells(history: GameHistory, deal: DealResult) -> list[object]:
    names = [escape_formula(name) for name in history.players]
    winners = " + ".join(names[player] for player in deal.winners)
    return [deal.ending.value, winners, *names, *deal.changes]


def _csv(lines: Iterable[Iterable[object]]) -> str:
    """Return lines as CSV with commas, ended as spreadsheets expect (CR LF)."""
    file = io.StringIO()
    csv.writer(file).writerows(lines)
    return file.getvalue()
