"""The standings of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.game_rules import GameRules

from .state import Entrant, Tournament
from .table_points import BYE, SeatResult

TableResults = Mapping[tuple[int, int], tuple[SeatResult, ...]]
"""Results by round and table, from 1 on; tables without a result are left out."""


class RankBy(StrEnum):
    """What the standings go by."""

    TABLE_POINTS = "table_points"  # MCR: table points, then points
    SCORE = "score"  # riichi: points with uma


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What one round brought to an entrant.

    Attributes:
        table: its number; None with a bye.
        result: of the seat; None while the table has none, and with a bye.
    """

    table: int | None
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """One line of the standings.

    Attributes:
        rank: from 1 on; equal only if every tie-break is equal.
        entrant: the player.
        table_points: of all rounds, minus penalties.
        balance: points above the start, minus penalties.
        uma: of all rounds.
        score: balance and uma, minus fines of games.
        places: how often first, second, third and fourth.
        rounds: by round; None for rounds in which he had no seat.
        lost_table_points, lost_points: by penalties of the tournament, already subtracted above.
    """

    rank: int
    entrant: Entrant
    table_points: Fraction
    balance: int
    uma: int
    score: int
    places: tuple[int, int, int, int]
    rounds: tuple[RoundScore | None, ...]
    lost_table_points: int
    lost_points: int


def rank_by(rules: GameRules) -> RankBy:
    """Return what the standings of a rule set go by: scores where it has uma or riichi."""
    return RankBy.SCORE if any(rules.uma) or rules.bet else RankBy.TABLE_POINTS


def rank(state: Tournament, results: TableResults, by: RankBy) -> tuple[Ranking, ...]:
    """Return the standings, the best first; substitutes are left out.

    Ties are broken by what follows in this order: table points, points, first places, second
    places, third places; where scores decide: score, points without uma, first places and so on.
    Who is still equal shares the rank.
    """
    lines = [_line(state, one, results) for one in state.entrants if not one.is_substitute]
    keys = {line.entrant.number: _key(line, by) for line in lines}
    ranks = sorted(keys.values(), reverse=True)
    return tuple(
        Ranking(
            1 + ranks.index(keys[line.entrant.number]),
            line.entrant,
            line.table_points,
            line.balance,
            line.uma,
            line.score,
            line.places,
            line.rounds,
            line.lost_table_points,
            line.lost_points,
        )
        for line in sorted(lines, key=lambda line: keys[line.entrant.number], reverse=True)
    )


def _key(line: Ranking, by: RankBy) -> tuple[Fraction | int, ...]:
    if by is RankBy.SCORE:
        return (line.score, line.balance, *line.places[:3])
    return (line.table_points, line.balance, *line.places[:3])


def _line(state: Tournament, entrant: Entrant, results: TableResults) -> Ranking:
    """Return an entrant's sums, without a rank."""
    rounds = tuple(
        _round_score(state, number, entrant.number, results)
        for number in range(1, len(state.rounds) + 1)
    )
    seats = [one.result for one in rounds if one is not None and one.result is not None]
    byes = sum(played.is_over and entrant.number in played.drawn.byes for played in state.rounds)
    fined = [
        one.ruling
        for one in state.penalties
        if not one.is_revoked and one.ruling.entrant == entrant.number
    ]
    lost_table_points = sum(one.table_points for one in fined)
    lost = sum(one.points for one in fined)
    table_points = sum((seat.table_points for seat in seats), BYE * byes)
    return Ranking(
        0,
        entrant,
        table_points - lost_table_points,
        sum(seat.balance for seat in seats) - lost,
        sum(seat.uma for seat in seats),
        sum(seat.score for seat in seats) - lost,
        _places(seats),
        rounds,
        lost_table_points,
        lost,
    )


def _places(seats: Sequence[SeatResult]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (
        sum(seat.place == place for seat in seats) for place in range(1, 5)
    )
    return first, second, third, fourth


def _round_score(
    state: Tournament, number: int, entrant: int, results: TableResults
) -> RoundScore | None:
    """Return what a round brought to an entrant; a round counts from its start on."""
    found = state.rounds[number - 1]
    if not found.has_begun:
        return None
    if entrant in found.drawn.byes:
        return RoundScore(None, None)
    for table, seats in enumerate(found.drawn.tables, 1):
        if entrant in seats:
            result = results.get((number, table))
            return RoundScore(table, None if result is None else result[seats.index(entrant)])
    return None
