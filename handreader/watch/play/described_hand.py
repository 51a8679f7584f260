"""The hands of a deal as people described them in the log, for a win that is undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..log.events import DealStartEvent, LogEntry, RefusalEvent, WinProposalEvent
from .win_statement import WinStatement, parse_statement


@dataclass(frozen=True, slots=True)
class DescribedHand:
    """A proposed hand and what people stated of it.

    Attributes:
        kinds: number of its tiles of each kind, as the camera first saw them.
        statement: all that was stated of it.
    """

    kinds: Counter[str]
    statement: WinStatement = field(default_factory=WinStatement)


def is_other_hand(before: Counter[str], now: Counter[str]) -> bool:
    """Return whether tiles are another hand's than those before: most of them differ."""
    return 2 * (before & now).total() < before.total()


def hand_statements(entries: Iterable[LogEntry], win: int) -> Mapping[int | None, DescribedHand]:
    """Return the hands of a win's deal that people described before it, by place.

    Args:
        entries: of the log.
        win: number of the win's event.
    """
    found: dict[int | None, DescribedHand] = {}
    places: dict[int, int | None] = {}  # of the proposals
    for entry in entries:
        event = entry.event
        if entry.number >= win:
            break
        if isinstance(event, DealStartEvent):
            found.clear()
        elif isinstance(event, RefusalEvent) and event.proposal in places:
            found.pop(places[event.proposal], None)
        elif isinstance(event, WinProposalEvent):
            places[entry.number] = event.place
            _describe(found, event)
    return {place: hand for place, hand in found.items() if hand.statement != WinStatement()}


def _describe(found: dict[int | None, DescribedHand], event: WinProposalEvent) -> None:
    known = found.get(event.place)
    if event.tiles is not None:
        kinds = Counter(kind for kind, _ in event.tiles)
        if known is None or is_other_hand(known.kinds, kinds):
            found[event.place] = DescribedHand(kinds)
    elif known is not None and event.statement:
        statement = known.statement.extend(parse_statement(event.statement))
        found[event.place] = replace(known, statement=statement)
