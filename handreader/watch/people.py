"""Protocols of a session: its operator and its store of confirmed hands; its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.watching.areas import AnyArea
from vision.watching.eyes import Pace

from .events import Event
from .table import Table
from .wins import Proposal


class Operator(Protocol):
    """Interface to the people: shows events, and reads their commands and answers."""

    @property
    def listening(self) -> bool:
        """Return whether anybody can still type."""
        ...

    def lines(self) -> Sequence[str]:
        """Return the lines that were typed since the last call."""
        ...

    def propose(self, found: Proposal, table: Table) -> None:
        """Show a win and ask for its confirmation."""
        ...

    def tell(self, event: Event, table: Table) -> None:
        """Show an event of the log."""
        ...

    def warn(self, word: str, **gaps: object) -> None:
        """Report a fault; `event_text` has the sentence."""
        ...


class Book(Protocol):
    """Store of confirmed hands besides the journal; see also `SharedResultStore`."""

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Copy the confirmed hands that are missing in the store."""
        ...


@dataclass(frozen=True, slots=True)
class Watching:
    """Options of a session.

    Attributes:
        areas: of the camera's picture; () for one hand anywhere in the picture.
        auto: whether a certain win is confirmed automatically.
        pace: rates of observing and reading.
        start: data of the game's first event.
        waits_for_answers: whether the camera can wait until a proposal is answered: a video file.
    """

    areas: Sequence[AnyArea]
    auto: bool
    pace: Pace
    start: Mapping[str, object]
    patient: bool = False
