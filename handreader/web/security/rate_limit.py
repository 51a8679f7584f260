"""A limit of what a client may do within a time: wrong guesses of a code, invitations."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from ..errors import ApiError

MOST_KEYS = 10_000  # clients that are remembered, the last ones


class RateLimit:
    """Actions of clients within a time; a client is known by several keys.

    Args:
        seconds: after which an action is forgotten.
        code: of the error when there were too many.
        clock: monotonic clock, in seconds.
    """

    def __init__(
        self, seconds: float, code: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._code, self._clock = seconds, code, clock
        self._actions: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, limits: Mapping[str, int]) -> None:
        """Check that a client may act.

        Args:
            limits: how many actions each of its keys has.

        Raises:
            ApiError: there were too many; it names the minutes to wait.
        """
        with self._lock:
            now = self._clock()
            waits = [
                self._recent(key, now)[-most] + self._seconds - now
                for key, most in limits.items()
                if len(self._recent(key, now)) >= most
            ]
        if waits:
            raise ApiError(429, self._code, minutes=max(1, math.ceil(max(waits) / 60)))

    def add(self, limits: Mapping[str, int]) -> None:
        """Count an action for each key of a client."""
        with self._lock:
            now = self._clock()
            for key in limits:
                self._actions[key] = [*self._recent(key, now), now]
                self._actions.move_to_end(key)
            while len(self._actions) > MOST_KEYS:
                self._actions.popitem(last=False)

    def _recent(self, key: str, now: float) -> list[float]:
        return [one for one in self._actions.get(key, ()) if one + self._seconds > now]
