"""Points of one table: table points by place, uma, score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.game.standings import uma
from scoring.game_rules import GameRules

BY_PLACE = (4, 2, 1, 0)
"""Table points of the MCR competition rules; equal points share those of their places."""
BYE = Fraction(sum(BY_PLACE), 4)
"""Table points of a bye: the mean of a table."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat of a table.

    Attributes:
        place: 1-4; equal for equal points.
        points: at the end of the game, before uma.
        balance: points above the start.
        table_points: 4, 2, 1 or 0; shared by equal points.
        uma: bonus or malus of the place.
        score: balance and uma, minus fines of the game.
    """

    place: int
    points: int
    balance: int
    table_points: Fraction
    uma: int
    score: int


def table_result(
    points: Sequence[int], rules: GameRules, fines: Sequence[int] = (0, 0, 0, 0)
) -> tuple[SeatResult, ...]:
    """Return the results of the four seats, in their order.

    >>> from scoring.game import game_rules
    >>> [str(one.table_points) for one in table_result((8, 8, -4, -12), game_rules("mcr"))]
    ['3', '3', '1', '0']

    Args:
        points: of each seat at the end of the game.
        rules: of the game: its start, uma and fines.
        fines: chombo subtracted at the end.
    """
    bonus = uma(points, rules.uma)
    found = []
    for seat, own in enumerate(points):
        above = sum(other > own for other in points)
        shared = BY_PLACE[above : above + sum(other == own for other in points)]
        balance = own - rules.start
        found.append(
            SeatResult(
                1 + above,
                own,
                balance,
                Fraction(sum(shared), len(shared)),
                bonus[seat],
                balance + bonus[seat] - fines[seat],
            )
        )
    return tuple(found)
