"""Results of games: what each player won or lost in a game, and the sums over games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scoring.game import standings

from .models import GameHistory

OfGame = TypeVar("OfGame")


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game brought its players.

    Attributes:
        id: of the game.
        rules: id of its rule set.
        is_over: whether it has ended.
        points: points won or lost by each name, in the order of the first seats, substitutes
            behind the players that they replaced.
    """

    id: str
    rules: str
    is_over: bool
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlayerSum:
    """What a player won or lost in a number of games."""

    name: str
    games: int
    points: int


@dataclass(frozen=True, slots=True)
class RuleSetSum:
    """The sums of the games of one rule set: points of different ones are not comparable.

    Attributes:
        rules: id of the rule set.
        games: number of games.
        players: the one with the most points first.
    """

    rules: str
    games: int
    players: tuple[PlayerSum, ...]


def game_result(game: GameHistory) -> GameResult:
    """Return what a game brought each name; with uma and fines where it is over.

    A substitute has the points of the hands that he played. Uma, fines and remaining sticks belong
    to the one who sat there at the end.
    """
    players = range(game.game.rules.players)
    points = {name: 0 for player in players for name in game.names_in_turn(player)}
    after = (*game.states_before, game.state)[1:]  # none of a game without entries
    for names, before, state in zip(game.names, game.states_before, after, strict=False):
        for player in players:
            points[names[player]] += state.points[player] - before.points[player]
    if game.state.is_over and not game.state.riichi:
        for standing in standings(game.state):
            name = game.players[standing.player]
            points[name] += standing.total - game.state.points[standing.player]
    return GameResult(game.game.id, game.game.rules.id, game.state.is_over, points)


def sum_results(results: Iterable[GameResult]) -> tuple[RuleSetSum, ...]:
    """Sum the points of players, by rule set, the one with the most games first."""
    groups = group_by_rules(results, lambda one: one.rules)
    return tuple(RuleSetSum(rules, len(of), _player_sums(of)) for rules, of in groups)


def group_by_rules(
    games: Iterable[OfGame], rules: Callable[[OfGame], str]
) -> list[tuple[str, list[OfGame]]]:
    """Group games, or what is known of them, by the id of the rule set; the largest group first."""
    groups: dict[str, list[OfGame]] = {}
    for one in games:
        groups.setdefault(rules(one), []).append(one)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _player_sums(results: Iterable[GameResult]) -> tuple[PlayerSum, ...]:
    games: dict[str, int] = {}
    points: dict[str, int] = {}
    for one in results:
        for name, change in one.points.items():
            games[name] = games.get(name, 0) + 1
            points[name] = points.get(name, 0) + change
    found = [PlayerSum(name, games[name], points[name]) for name in points]
    return tuple(sorted(found, key=lambda one: (-one.points, one.name)))
