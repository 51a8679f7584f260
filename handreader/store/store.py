"""The store itself: games and their entries in a database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from scoring.game import Event, GameError, GameRules, GameState, NameEvent

from .catalogue import (
    LastVersion,
    fetch_game,
    find_games,
    game_of_row,
    games_deleted_before,
    insert_game,
    last_versions,
    naive_utc,
    purge_game,
    update_game,
)
from .database import (
    check_pages,
    checkpoint,
    connect,
    migrate,
    read_transaction,
    write_transaction,
)
from .errors import StaleError, StoreError
from .ledger import (
    LedgerAction,
    LedgerLine,
    Signature,
    fetch_lines,
    fetch_signatures,
    insert_line,
)
from .models import (
    COMPUTER,
    RETENTION,
    Entry,
    Game,
    GameHistory,
    GameList,
    Origin,
    Phone,
    Seating,
    validate_names,
    validate_title,
)
from .replay import apply_events, replay_game
from .results import GameResult, game_result
from .serialization import (
    events_from_json,
    events_to_json,
    origin_from_json,
    seating_from_json,
    seating_to_json,
    validate_origin,
)
from .session_table import SessionTable
from .tables import events as event_table
from .tables import games as game_table
from .tables import readings as reading_table
from .tournaments import TournamentStore, is_named_by_tournament

MOST_ENTRIES = 1000  # of one game; a long evening has fifty
MOST_RESULTS = 20_000  # of games, in memory
_OF_ONE_GAME = ("unknown_game", "deleted_game", "breaks_later", "bad_players")


class Store:
    """A store of games in a database, for use by several threads and processes.

    Args:
        url: see `open_store`.
        wait: seconds that a write waits for others.
        clock: returns the time of day, UTC; the order of entries never depends on it.
    """

    def __init__(
        self,
        url: str | Path,
        *,
        wait: float = 5.0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._clock = clock
        # results of games with their last versions; a lost or doubled entry of it is harmless
        self._results: dict[str, tuple[LastVersion | None, GameResult]] = {}
        self._engine = connect(url, wait)
        self._tournaments = TournamentStore(self._engine, self.replay, insert_game, clock)
        try:
            check_pages(self._engine)
            migrate(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Close the connections; all confirmed entries are stored already."""
        with suppress(StoreError):  # the log keeps what does not fit into the file now
            checkpoint(self._engine, is_last=True)
        self._engine.dispose()

    def checkpoint(self) -> None:
        """Bring what is confirmed into the database's file itself; see `database.checkpoint`.

        Raises:
            StoreError: the database fails.
        """
        checkpoint(self._engine)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Games.

    def new_game(
        self, players: Sequence[str], rules: GameRules, title: str = "", by: Phone = COMPUTER
    ) -> Game:
        """Create a game.

        Args:
            players: four names, in the order of the first seats from East on.
            rules: see `scoring.game.game_rules`.
            title: the game's own name; "" for none.
            by: for the ledger, as in every method that changes something.

        Raises:
            StoreError: invalid names, or the database fails.
        """
        names, title = validate_names(players), validate_title(title)
        game = Game(secrets.token_hex(8), names, rules, self._clock(), title=title)
        with self._write_transaction() as connection:
            insert_game(connection, game)
            self._note(connection, game.id, LedgerAction.BEGUN, by, time=game.started)
        return game

    def games(self, limit: int = 50) -> tuple[Game, ...]:
        """Return the games, the newest first."""
        return self.find_games(limit=limit).games

    def find_games(
        self, search: str = "", *, archived: bool = False, deleted: bool = False, limit: int = 50
    ) -> GameList:
        """Find games by their own name and those of their players, also of later ones.

        Args:
            search: words, each a part of a name; "" for every game.
            archived: find the archived games in place of the others.
            deleted: find the deleted games, archived or not, the last deleted first.
            limit: of the games that are returned, the newest ones.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            return find_games(connection, search, archived, deleted, limit)

    def results(self, games: Sequence[str]) -> tuple[GameResult, ...]:
        """Return the results of games, in their order; without games that are gone or fail.

        A game without new entries is not replayed again: phones ask for the list every few seconds.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            versions = last_versions(connection, games)
        found = []
        for game in games:
            version = versions.get(game)
            known = self._results.get(game)
            if known is None or known[0] != version:
                try:
                    known = (version, game_result(self.replay(game)))
                except StoreError as error:
                    if error.code not in _OF_ONE_GAME:
                        raise
                    continue
                if len(self._results) >= MOST_RESULTS:
                    self._results.clear()
                self._results[game] = known
            found.append(known[1])
        return tuple(found)

    def archive(self, game: str, archived: bool = True, by: Phone = COMPUTER) -> None:
        """Archive a game, or bring it back into the list.

        Raises:
            StoreError: there is none, or the database fails.
        """
        action = LedgerAction.ARCHIVED if archived else LedgerAction.UNARCHIVED
        self._update_game(game, action, by, archived=archived)

    def set_title(self, game: str, title: str, by: Phone = COMPUTER) -> None:
        """Give a game a name of its own; "" removes it.

        Raises:
            StoreError: an invalid name (`bad_title`), no such game, or the database fails.
        """
        clean = validate_title(title)
        self._update_game(game, LedgerAction.TITLED, by, clean, title=clean)

    def delete(self, game: str, deleted: bool = True, by: Phone = COMPUTER) -> None:
        """Delete a game, or restore it: its entries remain in the database until a purge.

        Raises:
            StoreError: there is none, or the database fails.
        """
        time = naive_utc(self._clock()) if deleted else None
        with self._write_transaction() as connection:
            update_game(connection, game, deleted=deleted, deleted_at=time)
            action = LedgerAction.DELETED if deleted else LedgerAction.RESTORED
            self._note(connection, game, action, by)

    def purge(self, game: str) -> None:
        """Remove a deleted game for good.

        Raises:
            StoreError: there is none, it is not deleted (`not_deleted`), or the database fails.
        """
        with self._write_transaction() as connection:
            purge_game(connection, game)

    def purge_old_games(self) -> int:
        """Remove the games for good that were deleted longer than `RETENTION` ago; count them.

        Raises:
            StoreError: the database fails.
        """
        with self._write_transaction() as connection:
            expired = games_deleted_before(connection, self._clock() - RETENTION)
            for game in expired:
                purge_game(connection, game)
        return len(expired)

    def game(self, game: str) -> Game:
        """Return a game by its id.

        Raises:
            StoreError: there is none (`unknown_game`), it was deleted (`deleted_game`), or the
                database fails.
        """
        with self._read_transaction() as connection:
            return fetch_game(connection, game)

    # Their entries.

    def append(
        self,
        game: str,
        expected_number: int,
        event: Event | Iterable[Event],
        origin: Origin | None = None,
        expected_revision: int | None = None,
        by: Phone = COMPUTER,
    ) -> Entry:
        """Append the next entry; once this returns, the entry survives a crash of the process.

        Args:
            game: id of the game.
            expected_number: the number that the entry is to have: 1, then one more each time.
            event: the event; several of one hand make one entry.
            origin: author and evidence; None for an entry by a person.
            expected_revision: of the replayed game whose seats the event uses (see `replay`); None
                if that cannot matter. A correction meanwhile may have moved the players.

        Raises:
            StaleError: that is not the next number, or the game's revision is another.
            StoreError: the event is impossible now (`impossible`), or the database fails.
        """
        recorded = _as_events(event)
        with self._write_transaction() as connection:
            now = self._replay(connection, game, locked=True)
            number = len(now.entries) + 1
            if expected_number != number or expected_revision not in (None, now.revision):
                raise StaleError(expected_number, number)
            if number > MOST_ENTRIES:
                raise StoreError("too_much", limit=MOST_ENTRIES)
            if not recorded:
                raise StoreError("impossible", what=GameError("nothing"))
            _check_events(now.state, recorded)
            entry = self._entry(number, 0, recorded, now.state, origin)
            if any(isinstance(one, NameEvent) for one in recorded):
                replay_game(now.game, (*now.entries, entry), 0)
            try:
                self._insert(connection, game, entry)
            except IntegrityError as error:  # never, while games are locked; refused all the same
                raise StaleError(expected_number, number + 1) from error
            self._note(connection, game, LedgerAction.RECORDED, by, number, time=entry.time)
        return entry

    def correct(
        self,
        game: str,
        number: int,
        event: Event | Iterable[Event],
        origin: Origin | None = None,
        expected_version: int | None = None,
        expected_revision: int | None = None,
        by: Phone = COMPUTER,
    ) -> Entry:
        """Correct an entry by a new version; later entries are replayed, this version is kept.

        Args:
            game, number: the entry.
            event: the correct event; () to delete the entry.
            origin: author and evidence of the correction.
            expected_version: the version that is corrected; None for the latest.
            expected_revision: as for `append`.

        Raises:
            StaleError: the entry has been corrected since that version, or the game since that
                revision.
            StoreError: there is no such entry, the event is impossible there (`impossible`), a
                later one is impossible after it (`breaks_later`), or the database fails.
        """
        recorded = _as_events(event)
        with self._write_transaction() as connection:
            now = self._replay(connection, game, locked=True)
            if not 1 <= number <= len(now.entries):
                raise StoreError("unknown_entry", number=number, last=len(now.entries))
            old = now.entries[number - 1]
            current = expected_version in (None, old.version)
            if not current or expected_revision not in (None, now.revision):
                raise StaleError(number, len(now.entries) + 1)
            if old.version >= MOST_ENTRIES:
                raise StoreError("too_much", limit=MOST_ENTRIES)
            before = now.states_before[number - 1]
            _check_events(before, recorded)
            entry = self._entry(number, old.version + 1, recorded, before, origin)
            replay_game(now.game, (*now.entries[: number - 1], entry, *now.entries[number:]), 0)
            self._insert(connection, game, entry)
            action = LedgerAction.CORRECTED
            self._note(connection, game, action, by, number, entry.version, time=entry.time)
        return entry

    def events(self, game: str) -> tuple[Entry, ...]:
        """Return the latest version of each entry, in order.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        return self.replay(game).entries

    def versions(self, game: str, number: int) -> tuple[Entry, ...]:
        """Return every version of an entry, the oldest first.

        Raises:
            StoreError: there is no such game or entry, or the database fails.
        """
        with self._read_transaction() as connection:
            fetch_game(connection, game)
            rows = _versions(connection, game)
        found = tuple(_entry(row) for row in rows if row.number == number)
        if not found:
            raise StoreError("unknown_entry", number=number, last=len({r.number for r in rows}))
        return found

    def state(self, game: str) -> GameState:
        """Return the current state of a game, by replay.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        return self.replay(game).state

    def replay(self, game: str) -> GameHistory:
        """Replay a game and return its history.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        with self._read_transaction() as connection:
            return self._replay(connection, game)

    def revision(self, game: str) -> int:
        """Return a number that grows with every recorded version of a game; fast, for polling.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        query = sa.select(sa.func.count()).select_from(event_table)
        with self._read_transaction() as connection:
            count = connection.execute(query.where(event_table.c.game == game)).scalar_one()
            if not count:
                fetch_game(connection, game)
        return int(count)

    def poll(self, game: str) -> tuple[Game, int]:
        """Return a game as it is listed, and its revision; fast, for phones that watch it.

        Raises:
            StoreError: there is no such game, it was deleted, or the database fails.
        """
        query = sa.select(sa.func.count()).select_from(event_table)
        with self._read_transaction() as connection:
            found = fetch_game(connection, game)
            count = connection.execute(query.where(event_table.c.game == game)).scalar_one()
        return found, int(count)

    # Who changed what.

    def ledger(self, game: str, limit: int) -> tuple[LedgerLine, ...]:
        """Return the changes of a game, the newest first.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            return fetch_lines(connection, game=game, limit=limit)

    def all_versions(self, game: str) -> tuple[Entry, ...]:
        """Return every version of every entry of a game, also of a deleted one, in order.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            return tuple(_entry(row) for row in _versions(connection, game))

    def sign(self, game: str, player: int, points: Sequence[int], by: Phone = COMPUTER) -> None:
        """Record that a player signs a result; once is enough.

        Args:
            game: id of the game.
            player: 0-3.
            points: of players 0-3, which he signs.
            by: the phone that is used.

        Raises:
            StoreError: there is no such game, it was deleted, or the database fails.
        """
        with self._write_transaction() as connection:
            fetch_game(connection, game, locked=True)
            known = fetch_signatures(connection, [game]).get(game, ())
            if not any((one.player, one.points) == (player, tuple(points)) for one in known):
                self._note(connection, game, LedgerAction.SIGNED, by, player, detail=list(points))

    def note_command(self, game: str, command: str, by: Phone) -> None:
        """Record in the ledger that a phone told the watcher of a game something.

        The watcher itself records what follows from it.

        Raises:
            StoreError: the database fails, or the ledger has too many lines.
        """
        with self._write_transaction() as connection:
            self._note(connection, game, LedgerAction.COMMANDED, by, detail=command[:40])

    def signatures(self, game: str) -> tuple[Signature, ...]:
        """Return the signatures of a game, the oldest first.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            return fetch_signatures(connection, [game]).get(game, ())

    def stamp(self, game: str) -> str:
        """Return a text that changes with every version and signature of a game; fast.

        It has the time of the last version: a restored backup may have as many of them.

        Raises:
            StoreError: the database fails.
        """
        with self._read_transaction() as connection:
            count, last = last_versions(connection, [game]).get(game, (0, None))
            signed = len(fetch_signatures(connection, [game]).get(game, ()))
        return f"{count}.{signed}.{'' if last is None else last.strftime('%H%M%S%f')}"

    # Export and import.

    def export_json(self, game: str) -> dict[str, object]:
        """Export a game with every version of every entry, for `import_json`; see `export`.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        from .export import to_json

        with self._read_transaction() as connection:
            found = fetch_game(connection, game)
            return to_json(found, tuple(_entry(row) for row in _versions(connection, game)))

    def export_csv(self, game: str) -> str:
        """Export the finished hands as a table for spreadsheets; see `export`.

        Raises:
            StoreError: there is no such game, or the database fails.
        """
        from .export import to_csv

        with self._read_transaction() as connection:
            found = fetch_game(connection, game)
            return to_csv(found, tuple(_entry(row) for row in _versions(connection, game)))

    def import_json(self, obj: object, by: Phone = COMPUTER) -> Game:
        """Import an exported game; an unchanged game of this store is not stored twice.

        A game of a tournament that was deleted or removed is not restored by that, since it counts
        in the standings: a copy is stored.

        Args:
            obj: the decoded JSON of `export_json`, untrusted.

        Raises:
            StoreError: it is invalid or breaks the rules (`bad_file`), or the database fails.
        """
        from .export import from_json

        game, entries = from_json(obj)
        with self._write_transaction() as connection:
            this = game_table.c.id == game.id
            row = connection.execute(sa.select(game_table).where(this)).first()
            if row is not None:
                found = game_of_row(row)
                there = tuple(_entry(row) for row in _versions(connection, game.id))
                is_same = (found.players, there) == (game.players, entries)
                if is_same and found.deleted is None:
                    return found
                if is_same and not found.tournament:
                    update_game(connection, game.id, deleted=False, deleted_at=None)
                    self._note(connection, game.id, LedgerAction.RESTORED, by)
                    return replace(found, deleted=None)
            if row is not None or is_named_by_tournament(connection, game.id):
                # two copies that differ are both kept
                game = replace(game, id=secrets.token_hex(8))
            insert_game(connection, game)
            for entry in entries:
                self._insert(connection, game.id, entry)
            self._note(connection, game.id, LedgerAction.IMPORTED, by)
        return game

    def session_table(self, door: str) -> SessionTable:
        """Return the stored sessions of a server, by the name of its door."""
        return SessionTable(self._engine, door, lambda: self.tournaments().organisers())

    def tournaments(self) -> TournamentStore:
        """Return the tournaments of this database, whose tables play its games."""
        return self._tournaments

    # One transaction each.

    def _read_transaction(self) -> AbstractContextManager[sa.Connection]:
        return read_transaction(self._engine)

    def _write_transaction(self) -> AbstractContextManager[sa.Connection]:
        return write_transaction(self._engine)

    def _update_game(
        self, game: str, action: LedgerAction, by: Phone, detail: object = None, **values: object
    ) -> None:
        with self._write_transaction() as connection:
            fetch_game(connection, game, locked=True)
            update_game(connection, game, **values)
            self._note(connection, game, action, by, detail=detail)

    def _note(
        self,
        connection: sa.Connection,
        game: str,
        action: LedgerAction,
        by: Phone,
        number: int = 0,
        version: int = 0,
        detail: object = None,
        time: datetime | None = None,
    ) -> None:
        """Write a line of the ledger, in the transaction of the change."""
        line = LedgerLine(time or self._clock(), action, by, game, "", number, version, detail)
        insert_line(connection, line)

    def _replay(self, connection: sa.Connection, game: str, locked: bool = False) -> GameHistory:
        found = fetch_game(connection, game, locked)
        rows = _versions(connection, game)
        latest = {row.number: row for row in rows}  # versions of a number come in order
        return replay_game(found, [_entry(row) for row in latest.values()], len(rows))

    def _entry(
        self,
        number: int,
        version: int,
        recorded: tuple[Event, ...],
        before: GameState,
        origin: Origin | None,
    ) -> Entry:
        known = validate_origin(origin or Origin())
        return Entry(number, version, recorded, self._clock(), Seating.of(before), known)

    def _insert(self, connection: sa.Connection, game: str, entry: Entry) -> None:
        origin, reading = entry.origin, None
        if origin.reading is not None:
            model = str(origin.reading.get("model", ""))[:200]
            added = sa.insert(reading_table).values(model=model, content=dict(origin.reading))
            reading = connection.execute(added.returning(reading_table.c.id)).scalar_one()
        connection.execute(
            sa.insert(event_table).values(
                game=game,
                number=entry.number,
                version=entry.version,
                time=naive_utc(entry.time),
                author=origin.author,
                confidence=origin.confidence,
                events=events_to_json(entry.events),
                setting=seating_to_json(entry.seating),
                records=[dict(record) for record in origin.records],
                evidence=origin.evidence,
                reading=reading,
            )
        )


def _as_events(event: Event | Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event) if isinstance(event, Iterable) else (event,)


def _check_events(state: GameState, recorded: tuple[Event, ...]) -> None:
    try:
        apply_events(state, recorded)
    except GameError as error:
        raise StoreError("impossible", what=error) from error


def _versions(connection: sa.Connection, game: str) -> Sequence[Any]:
    query = (
        sa.select(event_table, reading_table.c.content)
        .outerjoin(reading_table)
        .where(event_table.c.game == game)
        .order_by(event_table.c.number, event_table.c.version)
    )
    return connection.execute(query).all()


# Rows come from SQLAlchemy without types.


def _entry(row: Any) -> Entry:
    origin = origin_from_json(
        {
            "author": row.author,
            "confidence": row.confidence,
            "records": row.records,
            "evidence": row.evidence,
            "reading": row.content,
        }
    )
    return Entry(
        row.number,
        row.version,
        events_from_json(row.events),
        row.time.replace(tzinfo=UTC),
        seating_from_json(row.setting),
        origin,
    )
