"""A progress bar on standard error, for work of several pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def in_progress(work: Iterable[T], count: int, what: str) -> Iterator[T]:
    """The same pieces, with a bar while they are worked through.

    Nothing is drawn for a single piece, or where standard error is no terminal.
    """
    if count < 2:
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
