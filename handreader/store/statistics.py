"""Statistics of players over games: wins, deal-ins, points, patterns, places."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring import score
from scoring.errors import HandReaderError
from scoring.game import GameState, Won, standings
from scoring.record import Record
from scoring.text import Texts

from .models import GameHistory, Json, Names
from .results import game_result, group_by_rules


@dataclass(slots=True)
class PlayerStatistics:
    """What a player did in some games.

    Attributes:
        name: of the player; games of equal names are one player's.
        games: number of games.
        hands: finished hands.
        wins: won hands.
        self_drawn: won hands, by a self-drawn tile.
        deal_ins: hands that another player won on his discard.
        won_points: points that his won hands brought.
        points: sum of the results of the games, see `game_result`.
        places: number of finished games in each place, from the first on.
        patterns: number of wins with each pattern, by its English name, of hands whose tiles are
            known: rule sets do not share ids.
        pattern_names: by language, by the English one.
    """

    name: str
    games: int = 0
    hands: int = 0
    wins: int = 0
    self_drawn: int = 0
    deal_ins: int = 0
    won_points: int = 0
    points: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    patterns: Counter[str] = field(default_factory=Counter)
    pattern_names: dict[str, Texts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleSetStatistics:
    """What players did in the games of one rule set: points of different ones do not compare.

    Attributes:
        rules: id of the rule set.
        games: number of games.
        players: the one with the most points first.
    """

    rules: str
    games: int
    players: tuple[PlayerStatistics, ...]


def statistics_by_rules(games: Iterable[GameHistory]) -> tuple[RuleSetStatistics, ...]:
    """Sum what players did, by rule set, the one with the most games first."""
    groups = group_by_rules(games, lambda game: game.game.rules.id)
    return tuple(RuleSetStatistics(rules, len(of), player_statistics(of)) for rules, of in groups)


def player_statistics(games: Iterable[GameHistory]) -> tuple[PlayerStatistics, ...]:
    """Sum what players did in games of one rule set, the one with the most points first.

    A substitute has the hands that he played; the place is of the one who sat there at the end.
    """
    found: dict[str, PlayerStatistics] = {}
    for game in games:
        _add_game(found, game)
    return tuple(sorted(found.values(), key=lambda one: (-one.points, one.name)))


def _add_game(found: dict[str, PlayerStatistics], game: GameHistory) -> None:
    players = game.game.rules.players
    for name in {names[player] for names in game.names for player in range(players)}:
        found.setdefault(name, PlayerStatistics(name)).games += 1
    for name, points in game_result(game).points.items():
        found[name].points += points
    after = (*game.states_before, game.state)[1:]  # none of a game without entries
    for place, (before, state) in enumerate(zip(game.states_before, after, strict=True)):
        names = game.names[place]
        for player in range(players):
            one = found[names[player]]
            one.hands += len(state.deals) - len(before.deals)
        for event in game.events[place]:
            if isinstance(event, Won):
                _add_win(found, event, before, names, game.entries[place].origin.records)
    if game.state.is_over and not game.state.riichi:
        for standing in standings(game.state):
            found[game.players[standing.player]].places[standing.place - 1] += 1


def _add_win(
    found: dict[str, PlayerStatistics],
    event: Won,
    before: GameState,
    names: Names,
    records: Sequence[Json],
) -> None:
    for winner in event.winners:
        one = found[names[before.player(winner.seat)]]
        one.wins += 1
        one.self_drawn += event.discarder is None
        one.won_points += winner.changes[winner.seat.order]
    if event.discarder is not None:
        found[names[before.player(event.discarder)]].deal_ins += 1
    if len(records) == len(event.winners):
        for winner, record in zip(event.winners, records, strict=True):
            one = found[names[before.player(winner.seat)]]
            for names_of in _pattern_names(json.dumps(record, sort_keys=True)):
                one.patterns[names_of["en"]] += 1
                one.pattern_names[names_of["en"]] = names_of


@lru_cache(maxsize=4096)
def _pattern_names(record: str) -> tuple[Texts, ...]:
    """Return the names of the patterns of a case record, each once; () if it cannot be scored."""
    try:
        read = Record.from_json(json.loads(record))
        best = score(read.hand, read.win, read.book()).best
    except HandReaderError:
        return ()
    if best is None:
        return ()
    found = [item.pattern.names for item in best.items]
    return tuple({names["en"]: names for names in found}.values())
