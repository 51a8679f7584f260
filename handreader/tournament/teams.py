"""The standings of teams: what their players have, together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .ranking import RankBy, Ranking, TableResults, rank
from .state import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class TeamRanking:
    """One line of the standings of teams.

    Attributes:
        rank: from 1 on; equal if points are equal, too.
        team: its name.
        players: entrants, the best first.
        counted: those of them who count.
        table_points, balance, score: sums of those who count.
    """

    rank: int
    team: str
    players: tuple[int, ...]
    counted: tuple[int, ...]
    table_points: Fraction
    balance: Fraction
    score: Fraction


def teams(entrants: Iterable[Entrant]) -> Mapping[str, tuple[Entrant, ...]]:
    """Return the players of each team, by its name as it was written first; substitutes left out.

    Upper and lower case make no difference.
    """
    names: dict[str, str] = {}
    found: dict[str, list[Entrant]] = {}
    for one in entrants:
        team = one.registration.team
        if team and not one.is_substitute:
            found.setdefault(names.setdefault(team.casefold(), team), []).append(one)
    return {team: tuple(players) for team, players in found.items()}


def rank_teams(state: Tournament, results: TableResults, by: RankBy) -> tuple[TeamRanking, ...]:
    """Return the standings of teams, the best first; none without teams.

    A team has the table points, points and score of its players, or of as many of the best of them
    as the plan counts. Finals do not count: not everybody of a team plays them.
    """
    lines = rank(state.preliminaries(), results, by)
    places = {line.entrant.number: place for place, line in enumerate(lines)}
    found = []
    for team, members in teams(state.entrants).items():
        ranked = (places[one.number] for one in members if one.number in places)
        if own := [lines[place] for place in sorted(ranked)]:
            found.append(_sum_up(team, own, state.plan.team_size or len(own)))
    keys = {line.team: _key(line, by) for line in found}
    ranks = sorted(keys.values(), reverse=True)
    return tuple(
        TeamRanking(
            1 + ranks.index(keys[line.team]),
            line.team,
            line.players,
            line.counted,
            line.table_points,
            line.balance,
            line.score,
        )
        for line in sorted(found, key=lambda line: keys[line.team], reverse=True)
    )


def _key(line: TeamRanking, by: RankBy) -> tuple[Fraction, Fraction]:
    if by is RankBy.SCORE:
        return line.score, line.balance
    return line.table_points, line.balance


def _sum_up(team: str, lines: Sequence[Ranking], count: int) -> TeamRanking:
    """Return a team's sums over its first lines, without a rank."""
    counted = lines[:count]
    return TeamRanking(
        0,
        team,
        tuple(line.entrant.number for line in lines),
        tuple(line.entrant.number for line in counted),
        sum((line.table_points for line in counted), Fraction(0)),
        sum((line.balance for line in counted), Fraction(0)),
        sum((line.score for line in counted), Fraction(0)),
    )
