"""A tournament as tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from scoring.game import DealResult
from scoring.tiles import WINDS

from ..tournament.ranking import RankBy, Ranking, RoundScore, rank_by
from ..tournament.registration import split_name
from .export import escape_formula
from .models import GameHistory
from .stored_tournaments import StoredTournament
from .tournament_export import Statuses, decimal, standings_of, team_standings_of


def standings_csv(found: StoredTournament, statuses: Statuses) -> str:
    """Return the standings as a table: a line a player, a column a round, then penalties."""
    by_score = rank_by(found.rules) is RankBy.SCORE
    head = ["rank", "player", "table_points", "points", "uma", "score"]
    places = ["first", "second", "third", "fourth"]
    rounds = [f"round {number}" for number in range(1, len(found.state.rounds) + 1)]
    lost = ["lost_table_points", "lost_points"]
    carried = ["carried_table_points", "carried_points"] if found.state.finals else []
    stated = ["player_number", "country", "team"]
    lines: list[list[object]] = [[*head, *places, *rounds, *lost, *carried, *stated]]
    for line in standings_of(found, statuses):
        scores = [_cell(one, by_score) for one in line.rounds]
        name = escape_formula(line.entrant.name)
        sums = map(decimal, (line.table_points, line.balance, line.uma, line.score))
        penalties = [line.lost_table_points, line.lost_points]
        brought = _carry_cells(line, by_score) if found.state.finals else []
        own = line.entrant.registration
        registration = [own.player_number, own.country, escape_formula(own.team)]
        cells = [*sums, *line.places, *scores, *penalties, *brought, *registration]
        lines.append([line.rank, name, *cells])
    return _csv(lines)


def teams_csv(found: StoredTournament, statuses: Statuses) -> str:
    """Return the standings of teams as a table: a line a team; the head alone without teams."""
    names = [escape_formula(one.name) for one in found.state.entrants]
    head = ["rank", "team", "table_points", "points", "score", "players", "counted"]
    lines: list[list[object]] = [list(head)]
    for line in team_standings_of(found, statuses):
        sums = map(decimal, (line.table_points, line.balance, line.score))
        players = [", ".join(names[one] for one in of) for of in (line.players, line.counted)]
        lines.append([line.rank, escape_formula(line.team), *sums, *players])
    return _csv(lines)


def ema_csv(found: StoredTournament, statuses: Statuses) -> str:
    """Return the results with the columns of the European Mahjong Association's lists of results.

    Its pages of tournaments (mahjong-europe.org/ranking/Tournament/TR_RCR_350.html) have them in
    this order; table points are empty where scores decide, as in riichi.
    """
    by_score = rank_by(found.rules) is RankBy.SCORE
    head = ["Place", "EMA number", "Last name", "First name", "Country", "Table points", "Points"]
    lines: list[list[object]] = [list(head)]
    for line in standings_of(found, statuses):
        own = line.entrant.registration
        names = map(escape_formula, split_name(line.entrant.name, own.last_name))
        table_points = "" if by_score else decimal(line.table_points)
        points = decimal(line.score if by_score else line.balance)
        lines.append([line.rank, own.player_number, *names, own.country, table_points, points])
    return _csv(lines)


def _carry_cells(line: Ranking, by_score: bool) -> list[object]:
    if line.carried is None:
        return ["", ""]
    points = line.carried.score if by_score else line.carried.balance
    return [decimal(line.carried.table_points), decimal(points)]


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
