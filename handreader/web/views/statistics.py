"""JSON of statistics of players and of results of games, in the page's language."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import RULEBOOKS
from scoring.text import in_language, name_in_language

from ...store.results import GameResult, sum_results
from ...store.statistics import PlayerStatistics, RuleSetStatistics

MOST_PATTERNS = 8  # of a player, the frequent ones


def statistics_json(found: Sequence[RuleSetStatistics], lang: str) -> dict[str, object]:
    """Return the players' statistics, by rule set."""
    return {
        "rule_sets": [
            {
                "rules": in_language(RULEBOOKS[one.rules].names, lang),
                "games": one.games,
                "players": [_player(player, lang) for player in one.players],
            }
            for one in found
        ]
    }


def results_json(
    results: Sequence[GameResult], listed: int, total: int, lang: str
) -> dict[str, object]:
    """Return the results of the listed games, and the sums over all that were counted.

    Args:
        results: of the games that were found, the newest first.
        listed: how many of them to return one by one.
        total: number of games that were found.
        lang: of the rule sets' names.
    """
    return {
        "results": [
            {
                "id": one.id,
                "over": one.is_over,
                "points": [[name, points] for name, points in one.points.items()],
            }
            for one in results[:listed]
        ],
        "counted": len(results),
        "total": total,
        "sums": [
            {
                "rules": in_language(RULEBOOKS[group.rules].names, lang),
                "games": group.games,
                "players": [
                    {"name": one.name, "games": one.games, "points": one.points}
                    for one in group.players
                ],
            }
            for group in sum_results(results)
        ],
    }


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
            {"name": name_in_language(one.pattern_names[name], lang), "count": count}
            for name, count in one.patterns.most_common(MOST_PATTERNS)
        ],
    }
