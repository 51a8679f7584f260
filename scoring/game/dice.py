"""Results of a throw of dice: the wall to open, and the seating."""

from __future__ import annotations

from collections.abc import Sequence

from ..tiles import WINDS, Wind
from .errors import GameError
from .state import Four, four


def seat_at_count(total: int, thrower: Wind = Wind.EAST) -> Wind:
    """Return the seat where a count ends that begins at the thrower, in order of play."""
    if total < 1:
        raise ValueError(f"a throw of dice is at least 1, not {total}")
    return WINDS[(thrower.order + total - 1) % 4]


def breach(total: int) -> tuple[Wind, int]:
    """Return whose wall East's throw opens, and after which stack from its owner's right."""
    return seat_at_count(total), total


def seating_from_row(row: Sequence[Wind], first: int, second: int) -> Four:
    """Return the seating after the draw by two throws (Zung Jung, "Preparazione").

    Any player throws; the player where the count ends throws again; the player where that count
    ends draws the first wind, at the even tile if the second throw is even, else at the odd one;
    the next ones follow.

    >>> drawn_from_row([Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH], 8, 7)
    (0, 3, 2, 1)

    Args:
        row: the four winds, face down, from the even-numbered tile on.
        first, second: the throws of two dice.

    Returns:
        who is East, South, West, North; players by their places before, in order of play, where 0
        threw first.

    Raises:
        GameError: not the four winds, or a throw that two dice cannot show.
    """
    _check_throws(2, first, second)
    winds = list(row) if second % 2 == 0 else list(reversed(row))
    return _seating(winds, first - 1 + second - 1)


def seating_from_stack(stack: Sequence[Wind], throw: int) -> Four:
    """Return the seating after the draw by one throw of three dice.

    Chinese official, "Preliminari".

    Args:
        stack: the four winds from the top down; the player where the count ends draws the first.
        throw: the sum of three dice.

    Returns:
        as `seating_from_row` does.

    Raises:
        GameError: as `seating_from_row` does, for three dice.
    """
    _check_throws(3, throw)
    return _seating(stack, throw - 1)


def _check_throws(dice: int, *throws: int) -> None:
    for throw in throws:
        if not dice <= throw <= 6 * dice:
            raise GameError("no_throw", dice=dice, most=6 * dice, throw=throw)


def _seating(drawn: Sequence[Wind], first: int) -> Four:
    """Return who draws each wind if player `first` draws first and the others follow."""
    if sorted(drawn) != sorted(WINDS):
        raise GameError("no_four_winds", drawn=", ".join(drawn))
    return four((first + drawn.index(wind)) % 4 for wind in WINDS)
