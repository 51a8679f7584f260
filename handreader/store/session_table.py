"""Sessions of phones in the database, by the hashes of their tokens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import sqlalchemy as sa

from .database import translate_errors
from .tables import sessions as session_table

MOST_ROWS = 256
"""Sessions of one door."""


class SessionTable:
    """The stored sessions of one door, for use by several threads.

    Args:
        engine: the database's.
        door: name of the server whose sessions they are; other doors do not accept them.
    """

    def __init__(self, engine: sa.Engine, door: str) -> None:
        self._engine, self._door = engine, door

    def load(self, since: datetime) -> dict[str, datetime]:
        """Return when each session used since then was last used, by hash, the oldest first.

        Raises:
            StoreError: the database fails.
        """
        rows = (
            sa.select(session_table.c.token_hash, session_table.c.used)
            .where(session_table.c.door == self._door, session_table.c.used > _naive(since))
            .order_by(session_table.c.used.desc())
            .limit(MOST_ROWS)
        )
        with translate_errors(self._engine), self._engine.begin() as connection:
            found = {row.token_hash: row.used for row in connection.execute(rows)}
        return {key: used.replace(tzinfo=UTC) for key, used in reversed(found.items())}

    def save(self, used: Mapping[str, datetime], since: datetime) -> None:
        """Store when sessions were used; delete those not used since, and the oldest of too many.

        Raises:
            StoreError: the database fails.
        """
        columns, of_door = session_table.c, session_table.c.door == self._door
        kept = sa.select(columns.token_hash).where(of_door).order_by(columns.used.desc())
        rows = [
            {"token_hash": key, "door": self._door, "used": _naive(time)}
            for key, time in used.items()
        ]
        writing = self._engine.execution_options(writes=True)
        with translate_errors(self._engine), writing.begin() as connection:
            connection.execute(sa.delete(session_table).where(columns.token_hash.in_(list(used))))
            if rows:
                connection.execute(sa.insert(session_table), rows)
            connection.execute(sa.delete(session_table).where(columns.used <= _naive(since)))
            latest = connection.execute(kept.limit(MOST_ROWS)).scalars().all()
            surplus = of_door & columns.token_hash.not_in(latest)
            connection.execute(sa.delete(session_table).where(surplus))


def _naive(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None)
