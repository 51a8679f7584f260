"""Writing of sessions into the database, on a thread of its own: no request waits for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scoring.errors import HandReaderError

from ...phone_session import PhoneSession
from .sessions import EXPIRY, SessionStore

if TYPE_CHECKING:
    from ...store.session_table import SessionTable

_LOG = logging.getLogger(__name__)


class SessionWriter:
    """Keeps the sessions of one server in the database.

    Args:
        now: returns the time of day, UTC.
    """

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self._table: SessionTable | None = None
        self._pending: dict[str, PhoneSession] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sessions")

    def connect(self, table: SessionTable, door: SessionStore) -> None:
        """Bring the sessions of the last run back; from here on, store the new ones.

        Raises:
            StoreError: the database fails.
        """
        door.restore(table.load(self._now() - EXPIRY))
        with self._lock:
            self._table = table
        self._pool.submit(self._write)

    def add(self, key: str, session: PhoneSession) -> None:
        """Store a session as it is now, soon."""
        with self._lock:
            self._pending[key] = session
        self._pool.submit(self._write)

    def close(self) -> None:
        """Write what is left; the database is closed after this."""
        self._pool.shutdown()

    def _write(self) -> None:
        with self._lock:
            table, pending = self._table, self._pending
            if table is None or not pending:
                return
            self._pending = {}
        try:
            table.save(pending, self._now() - EXPIRY)
        except HandReaderError as error:  # games are refused with a reason; sessions hold as well
            _LOG.warning("sessions not stored: %s", error)
            with self._lock:
                self._pending = {**pending, **self._pending}
