"""SIGTERM as an order to stop: what `kill`, systemd and podman send is what Ctrl+C does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Termination(KeyboardInterrupt):
    """The process was asked to end by SIGTERM."""


@contextmanager
def raise_on_sigterm() -> Iterator[None]:
    """Raise `Termination` at the first SIGTERM while the context is open; later ones do nothing.

    Without it the process ends at once, and whatever `with` and `finally` close stays open.
    Signals reach the main thread alone: on another one this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Termination

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
