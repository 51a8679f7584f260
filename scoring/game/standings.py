"""Final standings of a game: remaining sticks, uma, fines, places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import GameError
from .state import Four, GameState


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """The final standing of a player.

    Attributes:
        player: 0-3, by first seat.
        place: 1-4; equal for players with equal points.
        points: with his share of the sticks left on the table.
        uma: bonus or malus of the place.
        fine: chombo subtracted at the end (0 or more).
        total: points and uma, minus the fine.
    """

    player: int
    place: int
    points: int
    uma: int
    fine: int
    total: int


def standings(state: GameState) -> tuple[FinalStanding, ...]:
    """Rank the players by place; before the last hand as if the game ended now.

    Raises:
        GameError: a hand has begun: players have bet in it.
    """
    if state.riichi:
        raise GameError("hand_open")
    points = _with_sticks(state)
    bonus = uma(points, state.rules.uma)
    found = []
    for player in range(4):
        place = 1 + sum(other > points[player] for other in points)
        total = points[player] + bonus[player] - state.fines[player]
        fine = state.fines[player]
        found.append(FinalStanding(player, place, points[player], bonus[player], fine, total))
    return tuple(sorted(found, key=lambda one: (one.place, one.player)))


def _with_sticks(state: GameState) -> Sequence[int]:
    """Add the remaining sticks to the winner's points (riichi 3.6).

    Several winners share them in hundreds, as the book shares the uma; what cannot be shared goes
    to the one who was East first.
    """
    points = list(state.points)
    best = [player for player in range(4) if points[player] == max(points)]
    left = state.on_table
    share = left // len(best) // 100 * 100
    for player in best:
        points[player] += share
    points[best[0]] += left - share * len(best)
    return points


def uma(points: Sequence[int], by_place: Four) -> tuple[int, ...]:
    """Return the uma of each of four players; equal points share the uma of their places.

    They share in hundreds; what cannot be shared goes to the one who was East first.
    """
    order = sorted(range(4), key=lambda player: -points[player])
    found = [0] * 4
    for best in sorted(set(points), reverse=True):
        tied = [player for player in range(4) if points[player] == best]
        brings = sum(by_place[place] for place, player in enumerate(order) if player in tied)
        share = brings // len(tied) // 100 * 100
        for player in tied:
            found[player] = share
        found[tied[0]] += brings - share * len(tied)
    return tuple(found)
