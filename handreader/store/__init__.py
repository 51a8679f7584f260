"""Storage of games: players, rules, every event with its origin, corrections with history.

    from handreader.store import Origin, open_store
    from scoring.game import ExhaustiveDraw, game_rules

    with open_store() as store:                     # SQLite in the user's data folder
        game = store.new_game(("Anna", "Bo", "Carla", "Dario"), game_rules("mcr"))
        store.append(game.id, 1, ExhaustiveDraw())  # entry 1 of the game
        store.append(game.id, 2, event, Origin(author=CAMERA, confidence=0.97, records=(record,)))
        store.state(game.id).points                 # by replay
        store.correct(game.id, 1, other_event)      # later ones are replayed, the old one is kept

Events are those of `scoring.game`, by seat. An *entry* is one event, or several that are recorded
together (riichi declarations and the win that ended the hand). Entries of a game are numbered from
1 on without gaps. A writer gives the number that it expects for its entry; the store accepts the
first writer of a number (`StaleError` for the others): two phones, or two servers on one database,
never record the same deal twice. Nothing is ever overwritten: a correction is a further *version*
of its entry.

An entry also records the seating of its time. If an earlier correction changes the seating (East
stays on, or does not), the event follows the players, as it did at the table, and a win whose case
record is known is scored again: see `replay`.

This module does not import SQLAlchemy before a store is opened.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..user_files import user_folder
from .errors import StaleError, StoreError, missing_package
from .models import CAMERA, USER, Entry, Game, GameHistory, Origin

if TYPE_CHECKING:
    from .store import Store

__all__ = [
    "CAMERA",
    "USER",
    "Entry",
    "Game",
    "GameHistory",
    "Origin",
    "StaleError",
    "StoreError",
    "default_file",
    "open_store",
]


def default_file() -> Path:
    """Return the path of the SQLite database in this user's data folder."""
    return user_folder() / "games.sqlite"


def open_store(url: str | Path | None = None, *, wait: float = 5.0) -> Store:
    """Open the store at a database and migrate it to this version; close it, or use `with`.

    Args:
        url: a path, for a file of SQLite; `sqlite:///FILE`; `postgresql://user:password@host/name`
            (also written `postgresql+psycopg://`; takes the extra `postgres`); None for
            `default_file()`.
        wait: seconds that a write waits for others before it gives up.

    Raises:
        StoreError: the database cannot be reached or written, is damaged, is another program's or
            a newer version's, or its driver is not installed.
    """
    try:
        from .store import Store
    except ModuleNotFoundError as error:
        raise missing_package(error, "web") from error
    return Store(default_file() if url is None else url, wait=wait)
