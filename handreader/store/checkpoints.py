"""Checkpoints of a store while a server runs: a copy of its file alone lacks minutes at most."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import StoreError

if TYPE_CHECKING:
    from .store import Store

CHECKPOINT_EVERY = 180.0  # seconds
_LOG = logging.getLogger(__name__)


@contextmanager
def run_checkpoints(store: Store, every: float = CHECKPOINT_EVERY) -> Iterator[None]:
    """Bring what is confirmed into the store's file every few minutes, on a thread.

    Args:
        store: it stays open longer than the context.
        every: seconds between two checkpoints.
    """
    is_over = threading.Event()

    def run() -> None:
        while not is_over.wait(every):
            try:
                store.checkpoint()
            except StoreError as error:  # the next one may do; entries are refused with a reason
                _LOG.warning("no checkpoint: %s", error)

    thread = threading.Thread(target=run, name="checkpoints", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
