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

    An absent fourth is left out.

    Raises:
        GameError: a hand has begun: players have bet in it.
    """
    if state.riichi:
        raise GameError("hand_open")
    players = state.rules.players
    points = _with_sticks(state)[:players]
    bonus = uma(points, state.rules.uma)
    found = []
    for player in range(players):
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
    players = range(state.rules.players)
    most = max(points[player] for player in players)
    best = [player for player in players if points[player] == most]
    left = state.on_table if state.rules.awards_bets else 0
    share = left // len(best) // 100 * 100
    for player in best:
        points[player] += share
    points[best[0]] += left - share * len(best)
    return points


def uma(points: Sequence[int], by_place: Four) -> tuple[int, ...]:
    """Return the uma of each player; equal points share the uma of their places.

    They share in hundreds; what cannot be shared goes to the one who was East first.
    """
    players = range(len(points))
    order = sorted(players, key=lambda player: -points[player])
    found = [0] * len(points)
    for best in sorted(set(points), reverse=True):
        tied = [player for player in players if points[player] == best]
        brings = sum(by_place[place] for place, player in enumerate(order) if player in tied)
        share = brings // len(tied) // 100 * 100
        for player in tied:
            found[player] = share
        found[tied[0]] += brings - share * len(tied)
    return tuple(found)
