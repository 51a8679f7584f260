"""Who organises the watched table: the phone that sets it up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ..phone_session import PhoneRole, Visitor
from .errors import ApiError

AWAY = 120.0
"""Seconds without a request after which another phone may set the table up."""


class TableOrganiser:
    """The phone that organises the watched table; it chooses the camera and begins its games.

    Args:
        clock: monotonic clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._organiser: Visitor | None = None
        self._seen = 0.0

    def claim(self, visitor: Visitor) -> None:
        """Make a player's phone the organiser's, unless another one is.

        Raises:
            ApiError: another phone is, and was not away.
        """
        with self._lock:
            before = self._organiser
            is_taken = before is not None and before.key != visitor.key
            is_here = self._clock() - self._seen < AWAY
            if before is not None and is_taken and is_here and not visitor.is_host:
                name = f" ({before.name})" if before.name else ""
                minutes = round(AWAY / 60)
                raise ApiError(403, "other_table_organiser", name=name, minutes=minutes)
            self._organiser, self._seen = visitor, self._clock()

    def check(self, visitor: Visitor) -> None:
        """Check that a phone is the organiser's.

        Raises:
            ApiError: it is not.
        """
        if not self.is_organiser(visitor):
            raise ApiError(403, "not_table_organiser")

    def is_organiser(self, visitor: Visitor) -> bool:
        """Return whether a phone is the organiser's; it is here then."""
        with self._lock:
            found = self._organiser
            if found is None or found.key != visitor.key or visitor.role is not PhoneRole.PLAYER:
                return False
            self._seen = self._clock()
            return True
