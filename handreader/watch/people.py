"""Who watches a game with the camera: the operator who is asked, the book that is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.tracking.observer import Pace
from vision.tracking.regions import AnyArea

from .events import Event
from .table import Table
from .wins import Proposal


class Operator(Protocol):
    """Who is told what happens, and says yes or no."""

    @property
    def listening(self) -> bool:
        """Whether anybody can still type."""
        ...

    def lines(self) -> Sequence[str]:
        """What was typed since it was last asked."""
        ...

    def propose(self, found: Proposal, table: Table) -> None:
        """Shows a win and asks whether it is right."""
        ...

    def tell(self, event: Event, table: Table) -> None:
        """Shows what was written to the log."""
        ...

    def warn(self, word: str, **gaps: object) -> None:
        """Shows that something is not as it should be; `words` has the sentence."""
        ...


class Book(Protocol):
    """Where confirmed hands are kept besides the journal; see also `following.Shared`."""

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Enters what is not there yet."""
        ...


@dataclass(frozen=True, slots=True)
class Watching:
    """How a game is watched.

    Attributes:
        areas: of the camera's picture; () to watch for one hand anywhere in it.
        auto: whether a win without question or doubt is taken without asking.
        pace: how often is looked and read.
        start: data of the game's first event.
        patient: whether the camera can wait until a proposal is answered: a video file.
    """

    areas: Sequence[AnyArea]
    auto: bool
    pace: Pace
    start: Mapping[str, object]
    patient: bool = False
