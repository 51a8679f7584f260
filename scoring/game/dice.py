"""What a throw of dice points at: whose wall is opened, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from ..tiles import WINDS, Wind
from .errors import GameError
from .state import Four, four


def counted_to(total: int, thrower: Wind = Wind.EAST) -> Wind:
    """The seat on which a count ends that begins with the thrower and goes in order of play."""
    if total < 1:
        raise ValueError(f"a throw of dice is at least 1, not {total}")
    return WINDS[(thrower.order + total - 1) % 4]


def breach(total: int) -> tuple[Wind, int]:
    """Whose wall East's throw opens, and behind which stack from its owner's right."""
    return counted_to(total), total


def drawn_from_row(row: Sequence[Wind], first: int, second: int) -> Four:
    """Who sits where after the draw by two throws (Zung Jung, "Preparazione").

    Anybody throws; on whom the count ends throws again; on whom that count ends draws the first
    wind, at the even tile if the second throw is even, else at the odd one; the next ones follow.

    >>> drawn_from_row([Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH], 8, 7)
    (0, 3, 2, 1)

    Args:
        row: the four winds, face down, from the even-numbered tile on.
        first, second: the throws of two dice.

    Returns:
        who is East, South, West, North; people by their places before, in order of play, 0 being
        who threw first.

    Raises:
        GameError: no four winds, or a throw that two dice cannot give.
    """
    _check_throws(2, first, second)
    winds = list(row) if second % 2 == 0 else list(reversed(row))
    return _seated(winds, first - 1 + second - 1)


def drawn_from_stack(stack: Sequence[Wind], throw: int) -> Four:
    """Who sits where after the draw by one throw of three dice (Chinese official, "Preliminari").

    Args:
        stack: the four winds from the top down; on whom the count ends takes the first.
        throw: of three dice.

    Returns:
        as of `drawn_from_row`.

    Raises:
        GameError: as of `drawn_from_row`.
    """
    _check_throws(3, throw)
    return _seated(stack, throw - 1)


def _check_throws(dice: int, *throws: int) -> None:
    for throw in throws:
        if not dice <= throw <= 6 * dice:
            raise GameError("no_throw", dice=dice, most=6 * dice, throw=throw)


def _seated(drawn: Sequence[Wind], first: int) -> Four:
    """Who has each wind, the winds being drawn one by one from person `first` on."""
    if sorted(drawn) != sorted(WINDS):
        raise GameError("no_four_winds", drawn=", ".join(drawn))
    return four((first + drawn.index(wind)) % 4 for wind in WINDS)
