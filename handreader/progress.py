"""A progress bar on standard error, for iterables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def progress_bar(work: Iterable[T], count: int | None, what: str) -> Iterator[T]:
    """Yield the same items, with a progress bar.

    Nothing is drawn for a single item, or if standard error is no terminal. Without a count the
    bar has no end.
    """
    if count is not None and count < 2:
        yield from work
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(
        work,
        description=what,
        total=count,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
