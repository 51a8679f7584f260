"""Work in line: few at a time, one a client, a short queue, and a limit on how long it takes."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .errors import Refused

In = TypeVar("In")
Out = TypeVar("Out")


class Desk:
    """Does work in threads of its own.

    Args:
        name: of the threads.
        threads: pieces of work done at the same time.
        places: pieces of work that may be there at all, those in work included.
        each: how many of them may be one client's.
        seconds: how long a client waits for its piece, its turn in the queue included.
    """

    def __init__(
        self, name: str, threads: int, places: int, each: int = 1, seconds: float = 60.0
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places, self._each, self._seconds = places, each, seconds
        self._there: Counter[str] = Counter()
        self._lock = threading.Lock()

    async def do(
        self, client: str, load: Callable[[], Awaitable[In]], work: Callable[[In], Out]
    ) -> Out:
        """What `work` makes of what `load` gives.

        The place is taken before `load` runs, so that clients who are sent away leave nothing in
        memory, and is given back when the work has ended, also if nobody waits for it any more.

        Raises:
            Refused: busy, or too slow.
        """
        self._enter(client)
        try:
            loaded = await asyncio.wait_for(load(), self._seconds)
            job = self._pool.submit(work, loaded)
        except TimeoutError:
            self._leave(client)
            raise Refused(408, "too_slow") from None
        except BaseException:
            self._leave(client)
            raise
        job.add_done_callback(lambda _: self._leave(client))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), self._seconds)
        except TimeoutError:
            raise Refused(503, "too_slow") from None

    def close(self) -> None:
        """Drops what waits; what is in work ends by itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _enter(self, client: str) -> None:
        with self._lock:
            if self._there[client] >= self._each:
                raise Refused(429, "busy_client")
            if self._there.total() >= self._places:
                raise Refused(503, "busy")
            self._there[client] += 1

    def _leave(self, client: str) -> None:
        with self._lock:
            self._there[client] -= 1
            self._there = +self._there
