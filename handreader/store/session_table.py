"""Sessions of phones in the database, by the hashes of their tokens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime

import sqlalchemy as sa

from ..phone_session import PhoneRole, PhoneSession
from .catalogue import naive_utc
from .database import read_transaction, write_transaction
from .tables import sessions as session_table

MOST_ROWS = 256
"""Sessions of one door in one role."""


class SessionTable:
    """The stored sessions of one door, for use by several threads.

    Args:
        engine: the database's.
        door: name of the server whose sessions they are; other doors do not accept them.
        organisers: returns the hashes of sessions that organise a tournament: these stay.
    """

    def __init__(
        self,
        engine: sa.Engine,
        door: str,
        organisers: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        self._engine, self._door, self._organisers = engine, door, organisers

    def load(self, since: datetime) -> dict[str, PhoneSession]:
        """Return each session used since then by its hash, the oldest first.

        Raises:
            StoreError: the database fails.
        """
        columns = session_table.c
        rows = (
            sa.select(session_table)
            .where(columns.door == self._door, columns.used > naive_utc(since))
            .order_by(columns.used)
        )
        with read_transaction(self._engine) as connection:
            return {
                row.token_hash: PhoneSession(
                    row.used.replace(tzinfo=UTC), PhoneRole(row.role), row.name
                )
                for row in connection.execute(rows)
            }

    def save(self, sessions: Mapping[str, PhoneSession], since: datetime) -> None:
        """Store sessions; delete those not used since, and the oldest of too many.

        Raises:
            StoreError: the database fails.
        """
        columns, of_door = session_table.c, session_table.c.door == self._door
        rows = [
            {
                "token_hash": key,
                "door": self._door,
                "used": naive_utc(one.used),
                "role": one.role.value,
                "name": one.name,
            }
            for key, one in sessions.items()
        ]
        with write_transaction(self._engine) as connection:
            old = columns.token_hash.in_(list(sessions))
            connection.execute(sa.delete(session_table).where(old))
            if rows:
                connection.execute(sa.insert(session_table), rows)
            connection.execute(sa.delete(session_table).where(columns.used <= naive_utc(since)))
        for role in PhoneRole:
            self._delete_surplus(of_door & (columns.role == role.value))

    def _delete_surplus(self, same: sa.ColumnElement[bool]) -> None:
        """Delete the oldest of too many sessions, but no organiser's."""
        columns = session_table.c
        oldest_last = sa.select(columns.token_hash).where(same).order_by(columns.used.desc())
        with read_transaction(self._engine) as connection:
            surplus = set(connection.execute(oldest_last).scalars().all()[MOST_ROWS:])
        if surplus and (gone := surplus - set(self._organisers())):
            with write_transaction(self._engine) as connection:
                these = columns.token_hash.in_(gone)
                connection.execute(sa.delete(session_table).where(these))
