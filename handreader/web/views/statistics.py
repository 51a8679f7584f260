"""JSON of statistics of players, in the page's language."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.text import in_language

from ...store.statistics import PlayerStatistics

MOST_PATTERNS = 8  # of a player, the frequent ones


def statistics_json(
    players: Sequence[PlayerStatistics], games: int, lang: str
) -> dict[str, object]:
    """Return the players' statistics over a number of games."""
    return {"games": games, "players": [_player(one, lang) for one in players]}


def _player(one: PlayerStatistics, lang: str) -> dict[str, object]:
    return {
        "name": one.name,
        "games": one.games,
        "hands": one.hands,
        "wins": one.wins,
        "self_drawn": one.self_drawn,
        "deal_ins": one.deal_ins,
        "average_win": round(one.won_points / one.wins) if one.wins else None,
        "points": one.points,
        "places": list(one.places),
        "patterns": [
            {"name": in_language(one.pattern_names[name], lang), "count": count}
            for name, count in one.patterns.most_common(MOST_PATTERNS)
        ],
    }
