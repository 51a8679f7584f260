"""Several winners on one discard: who wins too, or in whose place, by what the book says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring import rulebook, score
from scoring.game import State, Won, apply, first_of, won
from scoring.record import Record
from scoring.tiles import WINDS

from ..log.events import Event, winners
from ..log.table_state import Table, counting, known
from .win_proposal import Proposal


class Claim(StrEnum):
    """What a further hand on the same discard means."""

    TOO = "too"  # riichi 3.4.4, 4.1: up to three win
    INSTEAD = "instead"  # elsewhere the first in turn after the discarder wins alone
    LATER = "later"  # and whoever comes after him does not


@dataclass(frozen=True, slots=True)
class Taken:
    """A win on a discard that ended the deal; the next one has not begun.

    Attributes:
        event: the win.
        before: what was known before it.
        records: of the winners, the first in turn first.
    """

    event: Event
    before: Table
    records: tuple[Record, ...]

    def claim(self, found: Proposal) -> Claim | None:
        """What another hand means beside this win; None if it wins on no such discard."""
        record, first = found.record, self.records[0]
        if record is None or record.win.discarder is not first.win.discarder:
            return None
        seats = [one.win.seat for one in self.records]
        discarder, tile = first.win.discarder, first.hand.winning
        same = record.hand.winning is not None and tile is not None
        if discarder is None or not same or record.win.seat in seats:
            return None
        if record.hand.winning.plain is not tile.plain:  # type: ignore[union-attr]  # both are
            return None
        if self.before.game.rules.winners > 1:
            return Claim.TOO if len(seats) < self.before.game.rules.winners else None
        nearer = first_of(discarder, [*seats, record.win.seat])
        return Claim.INSTEAD if nearer is record.win.seat else Claim.LATER

    def with_doubt(self, found: Proposal, claim: Claim) -> Proposal:
        """The hand as a proposal that is never taken unasked: was it declared, or just shown?"""
        seats = "".join(record.win.seat for record in self.records)
        return replace(found, doubts=(*found.doubts, (f"also_{claim}", seats)))

    def records_with(self, record: Record) -> tuple[Record, ...]:
        """The winners once this one wins too, or alone; the first in turn first."""
        if self.before.game.rules.winners == 1:
            return (record,)
        giver = self.records[0].win.discarder
        assert giver is not None
        every = {one.win.seat: one for one in (*self.records, record)}
        return tuple(every[giver.after(step)] for step in (1, 2, 3) if giver.after(step) in every)


def taken(events: Sequence[Event]) -> Taken | None:
    """The win on a discard that ended the deal; None if it ended otherwise or a new one began."""
    count = list(counting(events))
    for number in range(len(count) - 1, -1, -1):
        event = count[number]
        if event.kind in ("deal_start", "game_end", "draw", "abort", "entered"):
            return None
        if event.kind == "win":
            records = tuple(Record.from_json(record) for record, _ in winners(event.data))
            if records[0].win.discarder is None:
                return None
            return Taken(event, known(count[:number]), records)
    return None


def happened(table: Table, records: Sequence[Record], state: State | None = None) -> Won:
    """What these wins are in the game.

    Args:
        table: what is known of the deal.
        records: the winners'.
        state: of the game; None for that of the table.

    Raises:
        GameError: they cannot all win now.
    """
    last, state, win = table.last_discard, state or table.game, records[0].win
    declared = last is not None and last.event in table.deal.riichi.values()
    on_riichi = declared and win.discarder is not None and not win.robbing_kong
    scores = (score(one.hand, one.win, rulebook(table.rules)) for one in records)
    event = won(state, *scores, on_riichi_tile=on_riichi)
    apply(state, event)
    return event


def changes(event: Won) -> dict[str, int]:
    """What each seat gains or loses by all the winners' hands."""
    return {
        seat.value: sum(winner.changes[seat.order] for winner in event.winners) for seat in WINDS
    }
