"""The files of a tournament: its tables for spreadsheets, and all of it as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from .store import Store
from .stored_tournaments import StoredTournament
from .tournament_export import Statuses, tournament_to_json
from .tournament_tables import ema_csv, hands_csv, rounds_csv, standings_csv, teams_csv
from .tournaments import TournamentStore

_TABLES: Mapping[str, Callable[[StoredTournament, Statuses], str]] = {
    "standings.csv": standings_csv,
    "teams.csv": teams_csv,
    "ema.csv": ema_csv,
    "rounds.csv": rounds_csv,
}
TOURNAMENT_FILES = (*_TABLES, "hands.csv", "tournament.json")
"""Names of the files."""


def tournament_file(
    store: Store, club: TournamentStore, found: StoredTournament, name: str
) -> bytes:
    """Return the content of a file of a tournament.

    CSV has a byte order mark: without it spreadsheets read the ë of Zoë as two letters.

    Args:
        store: of its games.
        club: of the tournaments of that store.
        found: the tournament.
        name: one of `TOURNAMENT_FILES`.

    Raises:
        StoreError: the database fails.
    """
    games = [game for one in found.state.rounds for game in one.games]
    if name == "hands.csv":
        return hands_csv(found, club.histories(games)).encode("utf-8-sig")
    statuses = club.statuses(found)
    if name in _TABLES:
        return _TABLES[name](found, statuses).encode("utf-8-sig")
    content = tournament_to_json(found, statuses, club.now())
    content["games"] = [store.export_json(game) for game in club.histories(games)]
    return json.dumps(content, ensure_ascii=False, indent=1).encode()
