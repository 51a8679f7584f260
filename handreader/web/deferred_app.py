"""An app that is built on a thread while its server answers already."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future

from starlette.types import ASGIApp, Receive, Scope, Send


class DeferredApp:
    """ASGI app whose requests wait until it is built: its imports take longer than the page.

    Args:
        build: builds it, on a thread of its own.
        on_failure: called on that thread if this fails.
    """

    def __init__(self, build: Callable[[], ASGIApp], on_failure: Callable[[], None]) -> None:
        self._build, self._on_failure = build, on_failure
        self._built: Future[ASGIApp] = Future()
        self._thread = threading.Thread(target=self._run, name="start")

    def start(self) -> None:
        """Begin to build the app."""
        self._thread.start()

    async def ready(self) -> None:
        """Return once the app is built.

        Raises:
            Exception: what kept it from being built.
        """
        await asyncio.shield(asyncio.wrap_future(self._built))

    def finish(self) -> None:
        """Wait for the thread's end; raise what kept the app from being built.

        Raises:
            Exception: what kept it from being built.
        """
        self._thread.join()
        self._built.result()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.ready()
        await self._built.result()(scope, receive, send)

    def _run(self) -> None:
        try:
            self._built.set_result(self._build())
        except BaseException as error:
            self._built.set_exception(error)
            self._on_failure()
