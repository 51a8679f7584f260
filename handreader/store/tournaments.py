"""Tournaments in the database: their events, and the games of their tables."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock

import sqlalchemy as sa

from scoring.game import GameError, standings
from scoring.game.serialization import rules_to_json
from scoring.game_rules import GameRules

from ..tournament.errors import TournamentError
from ..tournament.events import RoundRevocation, RoundStart, TournamentEvent
from ..tournament.ranking import TableResults
from ..tournament.registration import clean_name
from ..tournament.serialization import tournament_event_to_json
from ..tournament.state import Tournament
from ..tournament.table_points import SeatResult, table_result
from ..tournament.transitions import apply_event, check_start
from .catalogue import LastVersion, last_versions, naive_utc
from .database import read_transaction, write_transaction
from .errors import StoreError
from .ledger import (
    LedgerAction,
    LedgerLine,
    Signature,
    fetch_lines,
    fetch_signatures,
    insert_line,
)
from .models import COMPUTER, Game, GameHistory, Phone, validate_names
from .stored_tournaments import StoredTournament, StoredTournaments, fetch_events
from .tables import events as entry_table
from .tables import games as game_table
from .tables import tournament_events as event_table
from .tables import tournaments as tournament_table

MOST_TOURNAMENT_EVENTS = 5000  # of one tournament; a day of 32 players has two hundred
MOST_LISTED = 200
_CACHED_GAMES = 500


@dataclass(frozen=True, slots=True)
class GamePlace:
    """The place of a game in its tournament.

    Attributes:
        tournament: the tournament, which may be deleted.
        round: number of its round; 0 if the start of the round was taken back.
        table: number of its table; 0 as for the round.
    """

    tournament: StoredTournament
    round: int
    table: int

    @property
    def is_playing(self) -> bool:
        """Return whether its round is being played."""
        return self.round != 0 and not self.tournament.state.rounds[self.round - 1].is_over

    @property
    def paper(self) -> tuple[int, ...] | None:
        """Return the points entered by hand for its table; None without any."""
        if self.round == 0:
            return None
        return self.tournament.state.rounds[self.round - 1].paper.get(self.table)


@dataclass(frozen=True, slots=True)
class TableStatus:
    """How far a table is.

    Attributes:
        hands: finished hands of its game.
        points: of each seat now; None for a table without deals that has no result either.
        is_over: whether its game is over.
        is_paper: whether its points were entered by hand.
        result: what counts in the standings; None until the game or the round is over.
        signatures: of the players under these points.
    """

    hands: int
    points: tuple[int, ...] | None
    is_over: bool
    is_paper: bool
    result: tuple[SeatResult, ...] | None
    signatures: tuple[Signature, ...] = ()


class TournamentStore:
    """The tournaments of a database, for use by several threads and processes.

    Args:
        engine: of the database.
        replay: returns the history of a game.
        insert: inserts a new game within a transaction.
        clock: returns the time of day, UTC.
    """

    def __init__(
        self,
        engine: sa.Engine,
        replay: Callable[[str], GameHistory],
        insert: Callable[[sa.Connection, Game], None],
        clock: Callable[[], datetime],
    ) -> None:
        self._engine, self._replay = engine, replay
        self._insert, self._clock = insert, clock
        self._histories: OrderedDict[str, tuple[LastVersion | None, GameHistory]] = OrderedDict()
        self._lock = Lock()
        self._stored = StoredTournaments()

    def now(self) -> datetime:
        """Return the time by which clocks of rounds run."""
        return self._clock()

    def create(
        self,
        name: str,
        rules: GameRules,
        organiser: str,
        events: Sequence[TournamentEvent] = (),
        by: Phone = COMPUTER,
    ) -> StoredTournament:
        """Create a tournament.

        Args:
            name: of the tournament.
            rules: of its games.
            organiser: hash of the session that may change it.
            events: its first ones: the plan, entrants.
            by: for the ledger, as in every method that changes something.

        Raises:
            TournamentError: an invalid name or event.
            StoreError: the database fails.
        """
        id, now = secrets.token_hex(8), self._clock()
        found = StoredTournament(id, now, rules, organiser, Tournament(clean_name(name)))
        with self._write() as connection:
            connection.execute(
                sa.insert(tournament_table).values(
                    id=id,
                    started=naive_utc(now),
                    name=found.state.name,
                    rules=rules_to_json(rules),
                    organiser=organiser,
                )
            )
            created = self._append(connection, found, events)
            self._note(connection, id, LedgerAction.TOURNAMENT_CREATED, by)
            return created

    def find(self, deleted: bool = False) -> tuple[StoredTournament, ...]:
        """Return the tournaments, or the deleted ones, the newest first.

        Raises:
            StoreError: the database fails.
        """
        query = (
            sa.select(tournament_table.c.id)
            .where(tournament_table.c.deleted == deleted)
            .order_by(tournament_table.c.started.desc(), tournament_table.c.id)
            .limit(MOST_LISTED)
        )
        with self._read() as connection:
            ids = connection.execute(query).scalars().all()
            return tuple(self._stored.load(connection, id, deleted=deleted) for id in ids)

    def place_of(self, game: str) -> GamePlace | None:
        """Return the place of a game in its tournament; None for a game of none.

        Raises:
            StoreError: the database fails.
        """
        query = sa.select(game_table.c.tournament).where(game_table.c.id == game)
        with self._read() as connection:
            id = connection.execute(query).scalar()
            if not id:
                return None
            found = self._stored.load(connection, id, deleted=None)
        for number, one in enumerate(found.state.rounds, 1):
            if game in one.games:
                return GamePlace(found, number, one.games.index(game) + 1)
        return GamePlace(found, 0, 0)

    def organisers(self) -> frozenset[str]:
        """Return the hashes of all sessions that organise a tournament.

        Raises:
            StoreError: the database fails.
        """
        return frozenset(one.session for cup in self.find() for one in cup.organisers())

    def ledger(self, id: str, limit: int) -> tuple[LedgerLine, ...]:
        """Return the changes of a tournament and of its games, the newest first.

        Raises:
            StoreError: there is no such tournament, or the database fails.
        """
        with self._read() as connection:
            self._stored.load(connection, id)
            return fetch_lines(connection, tournament=id, limit=limit)

    def load(self, id: str, deleted: bool = False) -> StoredTournament:
        """Return a tournament, or a deleted one.

        Raises:
            StoreError: there is none, or the database fails.
        """
        with self._read() as connection:
            return self._stored.load(connection, id, deleted=deleted)

    def delete(self, id: str, deleted: bool = True, by: Phone = COMPUTER) -> None:
        """Delete a tournament, or restore it; its games stay.

        Raises:
            StoreError: there is none, or the database fails.
        """
        query = sa.update(tournament_table).where(tournament_table.c.id == id)
        with self._write() as connection:
            if connection.execute(query.values(deleted=deleted)).rowcount == 0:
                raise StoreError("unknown_tournament")
            deletion, restoration = (
                LedgerAction.TOURNAMENT_DELETED,
                LedgerAction.TOURNAMENT_RESTORED,
            )
            self._note(connection, id, deletion if deleted else restoration, by)

    def record(
        self, id: str, expected: int | None, *events: TournamentEvent, by: Phone = COMPUTER
    ) -> StoredTournament:
        """Record events, all or none; once this returns, they survive a crash of the process.

        Args:
            id: of the tournament.
            expected: revision that the events refer to; None for any.
            events: any but the start of a round and its revocation.

        Raises:
            TournamentError: an event is not possible now.
            StoreError: another revision, no such tournament, or the database fails.
        """
        with self._write() as connection:
            found = self._lock_tournament(connection, id, expected)
            return self._append(connection, found, events, by)

    def start_round(
        self, id: str, expected: int | None, number: int, by: Phone = COMPUTER
    ) -> StoredTournament:
        """Start a round: create the games of its tables, together with the event.

        Raises:
            TournamentError: it cannot begin now.
            StoreError: as for `record`.
        """
        with self._write() as connection:
            found = self._lock_tournament(connection, id, expected)
            state = found.state
            check_start(state, number)
            games = []
            for table, seats in enumerate(state.rounds[number - 1].drawn.tables, 1):
                names = validate_names([state.entrants[seat].name for seat in seats])
                title = f"{state.name} {number}.{table}"
                new, now = secrets.token_hex(8), self._clock()
                game = Game(new, names, found.rules, now, title=title, tournament=id)
                self._insert(connection, game)
                games.append(game.id)
            return self._append(connection, found, [RoundStart(number, tuple(games))], by)

    def revoke_round(
        self, id: str, expected: int | None, number: int, by: Phone = COMPUTER
    ) -> StoredTournament:
        """Take the start of a round back, and delete its games, which have no entries.

        Raises:
            TournamentError: something was recorded in it.
            StoreError: as for `record`.
        """
        with self._write() as connection:
            found = self._lock_tournament(connection, id, expected)
            after = self._append(connection, found, [RoundRevocation(number)], by)
            games = found.state.rounds[number - 1].games
            if any(_entry_counts(connection, games).values()):
                raise TournamentError("round_played", round=number)
            this = game_table.c.id.in_(games)
            time = naive_utc(self._clock())
            gone = sa.update(game_table).where(this).values(deleted=True, deleted_at=time)
            connection.execute(gone)
            return after

    def events(self, id: str) -> tuple[tuple[datetime, TournamentEvent], ...]:
        """Return all events with their times, in order.

        Raises:
            StoreError: there is no such tournament, or the database fails.
        """
        with self._read() as connection:
            self._stored.load(connection, id)
            return fetch_events(connection, id)

    def revision(self, id: str) -> str:
        """Return a text that changes with the tournament and with the games of its tables.

        Raises:
            StoreError: there is no such tournament, or the database fails.
        """
        with self._read() as connection:
            state = self._stored.load(connection, id).state
            games = [game for one in state.rounds for game in one.games]
            signed = sum(map(len, fetch_signatures(connection, games).values()))
            entries = sum(_entry_counts(connection, games).values())
            present = len(_present_games(connection, games))
        return f"{state.revision}.{entries}.{signed}.{present}"

    def statuses(self, found: StoredTournament) -> dict[tuple[int, int], TableStatus]:
        """Return how far the tables are, by round and table, from 1 on.

        Raises:
            StoreError: the database fails.
        """
        state = found.state
        games = [game for one in state.rounds for game in one.games]
        histories = self.histories(games)
        with self._read() as connection:
            signatures = fetch_signatures(connection, games)
        statuses = {}
        for number, one in enumerate(state.rounds, 1):
            for table, game in enumerate(one.games, 1):
                history = histories.get(game)
                paper = one.paper.get(table)
                status = _status(history, paper, found.rules, one.is_over)
                under = tuple(s for s in signatures.get(game, ()) if s.points == status.points)
                statuses[number, table] = replace(status, signatures=under)
        return statuses

    def histories(self, games: Sequence[str]) -> dict[str, GameHistory]:
        """Return the histories of games that are not deleted.

        Those without new entries are remembered.

        Raises:
            StoreError: the database fails.
        """
        with self._read() as connection:
            latest = last_versions(connection, games)
            present = _present_games(connection, games)
        found = {}
        for game in present:
            # with the time of the last entry: a restored backup may have as many of them
            version = latest.get(game)
            with self._lock:
                known, history = self._histories.get(game, (None, None))
            if history is None or known != version:
                try:
                    history = self._replay(game)
                except StoreError as error:
                    if error.code not in (
                        "unknown_game",
                        "deleted_game",
                    ):  # deleted meanwhile: a table without a game
                        raise
                    continue
                with self._lock:
                    self._histories[game] = version, history
                    while len(self._histories) > _CACHED_GAMES:
                        self._histories.popitem(last=False)
            found[game] = history
        return found

    def _lock_tournament(
        self, connection: sa.Connection, id: str, expected: int | None
    ) -> StoredTournament:
        """Load a tournament; other writers wait until the transaction ends."""
        found = self._stored.load(connection, id, locked=True)
        if expected not in (None, found.state.revision):
            raise StoreError("stale_tournament")
        return found

    def _append(
        self,
        connection: sa.Connection,
        found: StoredTournament,
        events: Sequence[TournamentEvent],
        by: Phone | None = None,
    ) -> StoredTournament:
        """Append events, each with a line of the ledger if a phone is named."""
        now, state = self._clock(), found.state
        if state.revision + len(events) > MOST_TOURNAMENT_EVENTS:
            raise StoreError("too_much", limit=MOST_TOURNAMENT_EVENTS)
        for event in events:
            state = apply_event(state, event, now)
            _insert_event(connection, found.id, state.revision, now, event)
            if by is not None:
                action, number = LedgerAction.TOURNAMENT_CHANGED, state.revision
                self._note(connection, found.id, action, by, number)
        return replace(found, state=state)

    def _note(
        self, connection: sa.Connection, id: str, action: LedgerAction, by: Phone, number: int = 0
    ) -> None:
        insert_line(connection, LedgerLine(self._clock(), action, by, "", id, number))

    def _read(self) -> AbstractContextManager[sa.Connection]:
        return read_transaction(self._engine)

    def _write(self) -> AbstractContextManager[sa.Connection]:
        return write_transaction(self._engine)


def is_named_by_tournament(connection: sa.Connection, game: str) -> bool:
    """Return whether a round of a tournament began a game of this id, which may be gone."""
    has_id = sa.cast(event_table.c.event, sa.Text).like(f'%"{game}"%')
    return connection.execute(sa.select(event_table.c.number).where(has_id)).first() is not None


def table_results(statuses: Mapping[tuple[int, int], TableStatus]) -> TableResults:
    """Return the results that count in the standings."""
    return {at: one.result for at, one in statuses.items() if one.result is not None}


def _status(
    history: GameHistory | None, paper: tuple[int, ...] | None, rules: GameRules, is_over: bool
) -> TableStatus:
    hands = 0 if history is None else len(history.state.deals)
    game_over = history is not None and history.state.is_over
    if paper is not None:
        return TableStatus(hands, paper, game_over, True, table_result(paper, rules))
    if history is None or not history.entries:
        return TableStatus(0, None, False, False, None)
    state = history.state
    if not game_over and not (is_over and hands):
        return TableStatus(hands, state.points, game_over, False, None)
    try:
        points = [one.points for one in sorted(standings(state), key=lambda one: one.player)]
    except GameError:  # riichi of a hand that was not finished
        return TableStatus(hands, state.points, game_over, False, None)
    result = table_result(points, rules, state.fines)
    return TableStatus(hands, tuple(points), game_over, False, result)


def _present_games(connection: sa.Connection, games: Sequence[str]) -> list[str]:
    """Return those of the games that are not deleted, in their order."""
    columns = game_table.c
    query = sa.select(columns.id).where(columns.id.in_(games), columns.deleted == sa.false())
    found = set(connection.execute(query).scalars()) if games else set()
    return [game for game in dict.fromkeys(games) if game in found]


def _entry_counts(connection: sa.Connection, games: Sequence[str]) -> dict[str, int]:
    """Return how many versions of entries each game has."""
    query = (
        sa.select(entry_table.c.game, sa.func.count())
        .where(entry_table.c.game.in_(games))
        .group_by(entry_table.c.game)
    )
    counts: dict[str, int] = dict.fromkeys(games, 0)
    for game, count in connection.execute(query) if games else ():
        counts[game] = count
    return counts


def _insert_event(
    connection: sa.Connection, id: str, number: int, time: datetime, event: TournamentEvent
) -> None:
    connection.execute(
        sa.insert(event_table).values(
            tournament=id,
            number=number,
            time=naive_utc(time),
            event=tournament_event_to_json(event),
        )
    )
