"""The table of games: search, archive, deletion with a way back, purge."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from scoring.game import NameEvent
from scoring.game.serialization import rules_from_json, rules_to_json

from .errors import StoreError
from .models import Game, GameList
from .serialization import events_from_json
from .tables import events as event_table
from .tables import games as game_table
from .tables import ledger as ledger_table
from .tables import readings as reading_table

MOST_GAMES = 10_000  # returned at once
MOST_PLAYERS = 500  # names that fill in
_AT_ONCE = 500  # games in one query: databases limit its parameters

LastVersion = tuple[int, datetime]
"""The number of versions of a game's entries, and the time of the last one."""


def insert_game(connection: sa.Connection, game: Game) -> None:
    """Insert a new game."""
    connection.execute(
        sa.insert(game_table).values(
            id=game.id,
            started=naive_utc(game.started),
            players=list(game.players),
            rules=rules_to_json(game.rules),
            title=game.title,
            tournament=game.tournament or None,
        )
    )


def fetch_game(connection: sa.Connection, game: str, locked: bool = False) -> Game:
    """Fetch a game, `locked` until the transaction ends, so that writers follow one another.

    Raises:
        StoreError: there is none (`unknown_game`), or it was deleted (`deleted_game`).
    """
    query = sa.select(game_table).where(game_table.c.id == game)
    row = connection.execute(query.with_for_update() if locked else query).first()
    if row is None:
        raise StoreError("unknown_game")
    if row.deleted:
        raise StoreError("deleted_game")
    return game_of_row(row)


def find_games(
    connection: sa.Connection, search: str, archived: bool, deleted: bool, limit: int
) -> GameList:
    """Find games; see `Store.find_games`."""
    columns = game_table.c
    query = (
        sa.select(columns.id, columns.players, columns.title, columns.archived)
        .where(columns.deleted == deleted)
        .order_by((columns.deleted_at if deleted else columns.started).desc(), columns.id)
    )
    rows = connection.execute(query).all()
    later = _later_names(connection)
    names = {row.id: (*row.players, *later.get(row.id, ())) for row in rows}
    found = [
        row.id
        for row in rows
        if (deleted or row.archived == archived) and _has_names((row.title, *names[row.id]), search)
    ]
    listed = found[: max(0, min(limit, MOST_GAMES))]
    picked = sa.select(game_table).where(columns.id.in_(listed))
    games = {row.id: game_of_row(row) for row in connection.execute(picked)}
    counts = Counter(name for known in names.values() for name in known)
    players = tuple(name for name, _ in counts.most_common(MOST_PLAYERS))
    return GameList(tuple(games[id] for id in listed), len(found), players)


def last_versions(connection: sa.Connection, games: Sequence[str]) -> Mapping[str, LastVersion]:
    """Return how many versions of entries games have, and when the last one was recorded."""
    columns = event_table.c
    query = sa.select(columns.game, sa.func.count(), sa.func.max(columns.time))
    found: dict[str, LastVersion] = {}
    for first in range(0, len(games), _AT_ONCE):
        some = columns.game.in_(games[first : first + _AT_ONCE])
        for row in connection.execute(query.where(some).group_by(columns.game)):
            found[row[0]] = (row[1], row[2])
    return found


def update_game(connection: sa.Connection, game: str, **values: object) -> None:
    """Change columns of a game.

    Raises:
        StoreError: there is none (`unknown_game`).
    """
    query = sa.update(game_table).where(game_table.c.id == game).values(**values)
    if connection.execute(query).rowcount == 0:
        raise StoreError("unknown_game")


def purge_game(connection: sa.Connection, game: str) -> None:
    """Remove a deleted game and its entries for good.

    Raises:
        StoreError: there is none (`unknown_game`), or it is not deleted (`not_deleted`).
    """
    query = sa.select(game_table.c.deleted).where(game_table.c.id == game).with_for_update()
    is_deleted = connection.execute(query).scalar()
    if is_deleted is None:
        raise StoreError("unknown_game")
    if not is_deleted:
        raise StoreError("not_deleted")
    entries = event_table.c.game == game
    readings = sa.select(event_table.c.reading).where(entries, event_table.c.reading.is_not(None))
    unused = connection.execute(readings).scalars().all()
    connection.execute(sa.delete(event_table).where(entries))
    for reading in unused:
        connection.execute(sa.delete(reading_table).where(reading_table.c.id == reading))
    own_lines = (ledger_table.c.game == game) & ledger_table.c.tournament.is_(None)
    connection.execute(sa.delete(ledger_table).where(own_lines))  # a tournament keeps its own
    connection.execute(sa.delete(game_table).where(game_table.c.id == game))


def games_deleted_before(connection: sa.Connection, time: datetime) -> Sequence[str]:
    """Return the ids of the games that were deleted before a time."""
    is_past = game_table.c.deleted_at < naive_utc(time)
    query = sa.select(game_table.c.id).where(game_table.c.deleted, is_past)
    return connection.execute(query).scalars().all()


def game_of_row(row: Any) -> Game:  # Any: rows come from SQLAlchemy without types
    """Return the game of a row of the table."""
    a, b, c, d = row.players
    deleted = row.deleted_at if row.deleted else None
    return Game(
        row.id,
        (a, b, c, d),
        rules_from_json(row.rules),
        row.started.replace(tzinfo=UTC),
        row.archived,
        row.title,
        deleted and deleted.replace(tzinfo=UTC),
        row.tournament or "",
    )


def naive_utc(time: datetime) -> datetime:
    """Return a time as the tables have it."""
    return time.astimezone(UTC).replace(tzinfo=None)


def _later_names(connection: sa.Connection) -> Mapping[str, Sequence[str]]:
    """Return the names that players of each game got after its start."""
    has_name = sa.cast(event_table.c.events, sa.Text).like('%"name"%')
    query = sa.select(event_table.c.game, event_table.c.events).where(has_name)
    found: dict[str, list[str]] = {}
    for row in connection.execute(query):
        for event in events_from_json(row.events):
            if isinstance(event, NameEvent):
                found.setdefault(row.game, []).append(event.name)
    return found


def _has_names(names: Iterable[str], search: str) -> bool:
    """Check whether each word of a search is a part of one of the names."""
    folded = [_fold_name(name) for name in names]
    return all(any(word in name for name in folded) for word in _fold_name(search).split())


def _fold_name(name: str) -> str:
    """Return a name without case and accents: `zoe` finds Zoë."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
