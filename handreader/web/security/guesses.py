"""A limit of wrong guesses of a code, by client."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from ..errors import ApiError

MOST_KEYS = 10_000  # clients that are remembered, the last ones


class GuessLimit:
    """Wrong guesses of clients within a time; a client is known by several keys.

    Args:
        seconds: after which a guess is forgotten.
        clock: monotonic clock, in seconds.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, limits: Mapping[str, int]) -> None:
        """Check that a client may guess.

        Args:
            limits: how many wrong guesses each of its keys has.

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
            raise ApiError(429, "too_many_codes", minutes=max(1, math.ceil(max(waits) / 60)))

    def add(self, limits: Mapping[str, int]) -> None:
        """Count a wrong guess for each key of a client."""
        with self._lock:
            now = self._clock()
            for key in limits:
                self._wrong[key] = [*self._recent(key, now), now]
                self._wrong.move_to_end(key)
            while len(self._wrong) > MOST_KEYS:
                self._wrong.popitem(last=False)

    def _recent(self, key: str, now: float) -> list[float]:
        return [one for one in self._wrong.get(key, ()) if one + self._seconds > now]
