"""Bounded work queue: few threads, few jobs per client, a short queue, a time limit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from .errors import ApiError

In = TypeVar("In")
Out = TypeVar("Out")


class WorkQueue:
    """A work queue with its own threads; jobs begin in the order in which they were loaded.

    Args:
        name: prefix of the threads' names.
        threads: number of jobs that run at the same time.
        places: maximal number of jobs, running and queued.
        each: maximal number of jobs of one client.
        seconds: maximal wait of a client for its job, time in the queue included.
        size: maximal size of all that the jobs there have loaded, or may load.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        places: int,
        each: int = 1,
        seconds: float = 60.0,
        size: int | None = None,
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places, self._each, self._seconds = places, each, seconds
        self._size = size
        self._jobs: list[_Job] = []  # those that are loaded come first, in their order
        self._lock = threading.Lock()

    async def run(
        self,
        client: str,
        load: Callable[[], Awaitable[In]],
        work: Callable[[In], Out],
        size: int = 0,
    ) -> Out:
        """Run `work` on the result of `load` in a thread; return its result.

        The place is reserved before `load` runs, so that rejected clients leave nothing in memory.
        It is released when the work has ended, even if no client waits for the result any more.

        Args:
            client: who asks.
            load: gets what the work needs.
            work: the work.
            size: of what `load` returns, at most.

        Raises:
            ApiError: busy, or too slow.
        """
        job = self._acquire(client, size)
        try:
            loaded = await asyncio.wait_for(load(), self._seconds)
            with self._lock:  # the order of places is the order of work
                self._move_before_loading(job)
                running = self._pool.submit(work, loaded)
        except TimeoutError:
            self._release(job)
            raise ApiError(408, "too_slow") from None
        except BaseException:
            self._release(job)
            raise
        running.add_done_callback(lambda _: self._release(job))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(running), self._seconds)
        except TimeoutError:
            raise ApiError(503, "too_slow") from None

    def place(self, client: str) -> int | None:
        """Return how many jobs come before a client's first one; None if it has none."""
        with self._lock:
            clients = [job.client for job in self._jobs]
        return clients.index(client) if client in clients else None

    def close(self) -> None:
        """Cancel the queued jobs; running jobs end by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _acquire(self, client: str, size: int) -> _Job:
        with self._lock:
            if sum(job.client == client for job in self._jobs) >= self._each:
                raise ApiError(429, "busy_client")
            total = size + sum(job.size for job in self._jobs)
            is_heavy = self._size is not None and total > self._size and bool(self._jobs)
            if len(self._jobs) >= self._places or is_heavy:
                raise ApiError(503, "busy")
            job = _Job(client, size)
            self._jobs.append(job)
            return job

    def _move_before_loading(self, job: _Job) -> None:
        self._jobs.remove(job)
        job.is_loaded = True
        self._jobs.insert(sum(one.is_loaded for one in self._jobs), job)

    def _release(self, job: _Job) -> None:
        with self._lock:
            self._jobs.remove(job)


@dataclass(slots=True, eq=False)
class _Job:
    client: str
    size: int
    is_loaded: bool = False
