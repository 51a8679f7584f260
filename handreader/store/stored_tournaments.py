"""Tournaments as the database has them, each replayed from its events once after a change."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

import sqlalchemy as sa

from scoring.game.serialization import rules_from_json
from scoring.game_rules import GameRules

from ..tournament.events import TournamentEvent
from ..tournament.serialization import tournament_event_from_json
from ..tournament.state import Organiser, Tournament
from ..tournament.transitions import fold_events
from .errors import StoreError
from .tables import tournament_events as event_table
from .tables import tournaments as tournament_table

_CACHED = 200  # as many as are listed at once

_Version = tuple[str, int, datetime | None]
"""The first name of a tournament, the number of its events, and the time of the last one."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as the database has it.

    Attributes:
        id: of the tournament.
        started: time of its creation, UTC.
        rules: of every game.
        organiser: hash of the session that created it.
        state: after its events.
    """

    id: str
    started: datetime
    rules: GameRules
    organiser: str
    state: Tournament

    def is_organiser(self, session: str) -> bool:
        """Return whether the session with this hash may change the tournament."""
        return any(one.session == session for one in self.organisers())

    def organisers(self) -> tuple[Organiser, ...]:
        """Return the sessions that may change the tournament, the one that created it first."""
        creator = Organiser(self.organiser, self.started)
        is_creator_here = self.organiser not in self.state.removed
        others = (one for one in self.state.organisers if one.session != self.organiser)
        return (*([creator] if is_creator_here else []), *others)


class StoredTournaments:
    """The tournaments of a database; the state of each is kept as long as no event follows.

    A lost or doubled entry of the cache is harmless: the database names the version of a state.
    """

    def __init__(self) -> None:
        self._states: OrderedDict[str, tuple[_Version, Tournament]] = OrderedDict()
        self._lock = Lock()

    def load(
        self,
        connection: sa.Connection,
        id: str,
        locked: bool = False,
        deleted: bool | None = False,
    ) -> StoredTournament:
        """Load a tournament that is deleted or not.

        Args:
            connection: of the transaction that needs it.
            id: of the tournament.
            locked: whether other writers wait until the transaction ends.
            deleted: None for either.

        Raises:
            StoreError: there is none.
        """
        query = sa.select(tournament_table).where(tournament_table.c.id == id)
        if deleted is not None:
            query = query.where(tournament_table.c.deleted == deleted)
        row = connection.execute(query.with_for_update() if locked else query).first()
        if row is None:
            raise StoreError("unknown_tournament")
        state = self._state(connection, id, row.name)
        started = row.started.replace(tzinfo=UTC)
        return StoredTournament(id, started, rules_from_json(row.rules), row.organiser, state)

    def _state(self, connection: sa.Connection, id: str, name: str) -> Tournament:
        columns = event_table.c
        query = sa.select(sa.func.count(), sa.func.max(columns.time))
        count, last = connection.execute(query.where(columns.tournament == id)).one()
        # with the time of the last event: a restored backup may have as many of them
        version = (name, count, last)
        with self._lock:
            known, state = self._states.get(id, (None, None))
        if state is not None and known == version:
            return state
        state = fold_events(name, fetch_events(connection, id))
        with self._lock:
            self._states[id] = version, state
            while len(self._states) > _CACHED:
                self._states.popitem(last=False)
        return state


def fetch_events(
    connection: sa.Connection, id: str
) -> tuple[tuple[datetime, TournamentEvent], ...]:
    """Fetch all events of a tournament with their times, in order."""
    query = (
        sa.select(event_table.c.time, event_table.c.event)
        .where(event_table.c.tournament == id)
        .order_by(event_table.c.number)
    )
    return tuple(
        (row.time.replace(tzinfo=UTC), tournament_event_from_json(row.event))
        for row in connection.execute(query)
    )
