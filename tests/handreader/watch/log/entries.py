"""Typed events out of a log, and short ones for a log that a test writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from handreader.watch.log.events import DealStartEvent, DiscardEvent, LogEntry
from scoring.tiles import WINDS, Tile, Wind

E = TypeVar("E")


def events_of(entries: Iterable[LogEntry], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [entry.event for entry in entries if isinstance(entry.event, kind)]


def deal_start(deal: int = 1) -> DealStartEvent:
    """A deal of the East round that is observed from its start."""
    return DealStartEvent(deal, Wind.EAST, 0, 0, 0, True)


def discard_event(place: int, tile: str, turned: bool = False) -> DiscardEvent:
    """A discard in the first deal, when place 0 is East."""
    return DiscardEvent(place, WINDS[place], Tile(tile), turned, (0.1, 0.1))
