"""The standings of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scoring.game_rules import GameRules

from .events import PenaltyRuling
from .finals import Carry
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
class Sums:
    """What an entrant has: table points, points above the start, uma, and score.

    Attributes:
        table_points: of the places at the tables.
        balance: points above the start.
        uma: bonus of the places.
        score: balance and uma, minus fines of games.
    """

    table_points: Fraction = Fraction(0)
    balance: Fraction = Fraction(0)
    uma: Fraction = Fraction(0)
    score: Fraction = Fraction(0)

    def __add__(self, other: Sums) -> Sums:
        """Return both together."""
        return Sums(
            self.table_points + other.table_points,
            self.balance + other.balance,
            self.uma + other.uma,
            self.score + other.score,
        )

    def scale(self, share: Fraction) -> Sums:
        """Return a share of all of them."""
        return Sums(
            self.table_points * share, self.balance * share, self.uma * share, self.score * share
        )


@dataclass(frozen=True, slots=True)
class Ranking:
    """One line of the standings.

    Attributes:
        rank: from 1 on; equal only if every tie-break is equal.
        entrant: the player.
        table_points: of all rounds, minus penalties; after a cut what was carried over, and what
            came since.
        balance: points above the start, in the same way.
        uma: in the same way.
        score: balance and uma, minus fines of games, in the same way.
        places: how often first, second, third and fourth, in all rounds.
        rounds: by round; None for rounds in which he had no seat.
        lost_table_points, lost_points: by penalties of the tournament, already subtracted above.
        finals: how many cuts he passed.
        carried: what he brought into his last finals, already added above; None without any.
    """

    rank: int
    entrant: Entrant
    table_points: Fraction
    balance: Fraction
    uma: Fraction
    score: Fraction
    places: tuple[int, int, int, int]
    rounds: tuple[RoundScore | None, ...]
    lost_table_points: int
    lost_points: int
    finals: int = 0
    carried: Sums | None = None


def rank_by(rules: GameRules) -> RankBy:
    """Return what the standings of a rule set go by: scores where it has uma or riichi."""
    return RankBy.SCORE if any(rules.uma) or rules.bet else RankBy.TABLE_POINTS


def rank(state: Tournament, results: TableResults, by: RankBy) -> tuple[Ranking, ...]:
    """Return the standings, the best first; substitutes and who left without a round are left out.

    Ties are broken by what follows in this order: table points, points, first places, second
    places, third places; where scores decide: score, points without uma, first places and so on.
    Who is still equal shares the rank. Finalists are before everybody who was cut; where they are
    equal, the standings before the cut decide. If nothing is carried over, the places of the finals
    alone break ties.
    """
    every = [_line(state, one, results, by) for one in state.entrants if not one.is_substitute]
    lines = [
        (line, key)
        for line, key in every
        if line.entrant.is_present or any(one is not None for one in line.rounds)
    ]
    ranks = sorted((key for _, key in lines), reverse=True)
    return tuple(
        replace(line, rank=1 + ranks.index(key))
        for line, key in sorted(lines, key=lambda pair: pair[1], reverse=True)
    )


_Key = tuple[Any, ...]  # numbers, and last the key before the cut


def _line(
    state: Tournament, entrant: Entrant, results: TableResults, by: RankBy
) -> tuple[Ranking, _Key]:
    """Return an entrant's line without a rank, and the key that sorts it."""
    rounds = tuple(
        _round_score(state, number, entrant.number, results)
        for number in range(1, len(state.rounds) + 1)
    )
    cuts = [cut for cut in state.finals if entrant.number in cut.finalists]
    fines = _fines(state, entrant.number)
    starts = [1, *(cut.first for cut in cuts)]
    ends = [*(cut.first for cut in cuts), _end(state, len(cuts))]
    sums, places, key = Sums(), (0, 0, 0), ()
    carried: Sums | None = None
    for stage, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if stage > 0:
            key = _key(stage - 1, sums, places, by, key)
            sums = carried = sums.scale(cuts[stage - 1].carry.share)
            places = places if cuts[stage - 1].carry is not Carry.NONE else (0, 0, 0)
        own = rounds[start - 1 : end - 1]
        byes = sum(
            played.is_over and entrant.number in played.drawn.byes
            for played in state.rounds[start - 1 : end - 1]
        )
        ruled = [fine for at, fine in fines if min(at, len(cuts)) == stage]
        sums += _sums(own, byes, ruled)
        first, second, third, _ = _places(own)
        places = (places[0] + first, places[1] + second, places[2] + third)
    key = _key(len(cuts), sums, places, by, key)
    line = Ranking(
        0,
        entrant,
        sums.table_points,
        sums.balance,
        sums.uma,
        sums.score,
        _places(rounds),
        rounds,
        sum(fine.table_points for _, fine in fines),
        sum(fine.points for _, fine in fines),
        len(cuts),
        carried,
    )
    return line, key


def _end(state: Tournament, cuts: int) -> int:
    """Return the number of the round after the last one that counts for who passed some cuts."""
    return state.finals[cuts].first if cuts < len(state.finals) else len(state.rounds) + 1


def _key(cuts: int, sums: Sums, places: tuple[int, int, int], by: RankBy, before: _Key) -> _Key:
    if by is RankBy.SCORE:
        return (cuts, sums.score, sums.balance, *places, before)
    return (cuts, sums.table_points, sums.balance, *places, before)


def _fines(state: Tournament, entrant: int) -> list[tuple[int, PenaltyRuling]]:
    """Return an entrant's penalties, each with the number of cuts before it."""
    return [
        (sum(cut.penalties <= place for cut in state.finals), one.ruling)
        for place, one in enumerate(state.penalties)
        if not one.is_revoked and one.ruling.entrant == entrant
    ]


def _sums(rounds: Sequence[RoundScore | None], byes: int, fines: Sequence[PenaltyRuling]) -> Sums:
    seats = [one.result for one in rounds if one is not None and one.result is not None]
    lost = sum(fine.points for fine in fines)
    table_points = sum((seat.table_points for seat in seats), BYE * byes)
    return Sums(
        table_points - sum(fine.table_points for fine in fines),
        Fraction(sum(seat.balance for seat in seats) - lost),
        Fraction(sum(seat.uma for seat in seats)),
        Fraction(sum(seat.score for seat in seats) - lost),
    )


def _places(rounds: Sequence[RoundScore | None]) -> tuple[int, int, int, int]:
    seats = [one.result for one in rounds if one is not None and one.result is not None]
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
