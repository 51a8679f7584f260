"""Bounded work queue: few threads, few jobs per client, a short queue, a time limit."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .errors import ApiError

In = TypeVar("In")
Out = TypeVar("Out")


class WorkQueue:
    """A work queue with its own threads.

    Args:
        name: prefix of the threads' names.
        threads: number of jobs that run at the same time.
        places: maximal number of jobs, running and queued.
        each: maximal number of jobs of one client.
        seconds: maximal wait of a client for its job, time in the queue included.
    """

    def __init__(
        self, name: str, threads: int, places: int, each: int = 1, seconds: float = 60.0
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places, self._each, self._seconds = places, each, seconds
        self._there: Counter[str] = Counter()
        self._lock = threading.Lock()

    async def run(
        self, client: str, load: Callable[[], Awaitable[In]], work: Callable[[In], Out]
    ) -> Out:
        """Run `work` on the result of `load` in a thread; return its result.

        The place is reserved before `load` runs, so that rejected clients leave nothing in memory.
        It is released when the work has ended, even if no client waits for the result any more.

        Raises:
            ApiError: busy, or too slow.
        """
        self._acquire(client)
        try:
            loaded = await asyncio.wait_for(load(), self._seconds)
            job = self._pool.submit(work, loaded)
        except TimeoutError:
            self._release(client)
            raise ApiError(408, "too_slow") from None
        except BaseException:
            self._release(client)
            raise
        job.add_done_callback(lambda _: self._release(client))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), self._seconds)
        except TimeoutError:
            raise ApiError(503, "too_slow") from None

    def place(self, client: str) -> int | None:
        """Return how many clients came before this one; None if it has no job."""
        with self._lock:
            clients = list(self._there)
        return clients.index(client) if client in clients else None

    def close(self) -> None:
        """Cancel the queued jobs; running jobs end by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _acquire(self, client: str) -> None:
        with self._lock:
            if self._there[client] >= self._each:
                raise ApiError(429, "busy_client")
            if self._there.total() >= self._places:
                raise ApiError(503, "busy")
            self._there[client] += 1

    def _release(self, client: str) -> None:
        with self._lock:
            self._there[client] -= 1
            self._there = +self._there
