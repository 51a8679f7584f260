"""Multiple wins on one discard: further winners or head bump, by the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring import rulebook, score
from scoring.game import GameState, Won, apply, first_of, win_from_scores
from scoring.record import Record

from ..log.events import (
    AbortEvent,
    DealStartEvent,
    DrawEvent,
    GameEndEvent,
    LogEntry,
    StoreImportEvent,
    WinEvent,
)
from ..log.table_state import TableState, active_events, fold_events
from .win_proposal import WinProposal


class WinPrecedence(StrEnum):
    """Precedence of a further hand that wins on the same discard."""

    TOO = "too"  # riichi 3.4.4, 4.1: up to three win
    INSTEAD = "instead"  # other books: the first in turn after the discarder wins alone
    LATER = "later"  # and those after him do not win


@dataclass(frozen=True, slots=True)
class PriorWin:
    """A win on a discard that ended the deal, before the next deal.

    Attributes:
        entry: the win.
        before: state of the table before the win.
        records: of the winners, in turn after the discarder.
    """

    entry: LogEntry
    before: TableState
    records: tuple[Record, ...]

    def precedence(self, found: WinProposal) -> WinPrecedence | None:
        """Return the precedence of another hand; None if it does not win on the same discard."""
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
        if self.before.game.rules.max_winners > 1:
            return WinPrecedence.TOO if len(seats) < self.before.game.rules.max_winners else None
        nearer = first_of(discarder, [*seats, record.win.seat])
        return WinPrecedence.INSTEAD if nearer is record.win.seat else WinPrecedence.LATER

    def with_uncertainty(self, found: WinProposal, claim: WinPrecedence) -> WinProposal:
        """Return the proposal with an uncertainty, as the hand may be shown without a claim."""
        seats = "".join(record.win.seat for record in self.records)
        return replace(found, uncertainties=(*found.uncertainties, (f"also_{claim}", seats)))

    def records_with(self, record: Record) -> tuple[Record, ...]:
        """Return the winners after this one is added, or alone; in turn after the discarder."""
        if self.before.game.rules.max_winners == 1:
            return (record,)
        giver = self.records[0].win.discarder
        assert giver is not None
        every = {one.win.seat: one for one in (*self.records, record)}
        return tuple(every[giver.after(step)] for step in (1, 2, 3) if giver.after(step) in every)


def prior_win(entries: Sequence[LogEntry]) -> PriorWin | None:
    """Return the win on a discard that ended the deal; None for another end or after a new deal."""
    active = list(active_events(entries))
    for number in range(len(active) - 1, -1, -1):
        match active[number].event:
            case DealStartEvent() | GameEndEvent() | DrawEvent() | AbortEvent():
                return None
            case StoreImportEvent():
                return None
            case WinEvent(hands=hands):
                records = tuple(hand.record for hand in hands)
                if records[0].win.discarder is None:
                    return None
                return PriorWin(active[number], fold_events(active[:number]), records)
    return None


def win_event(table: TableState, records: Sequence[Record], state: GameState | None = None) -> Won:
    """Return the game event of these wins, checked against the state.

    Args:
        table: state of the deal.
        records: of the winners.
        state: of the game; None for the table's.

    Raises:
        GameError: they cannot all win in this state.
    """
    last, state, win = table.last_discard, state or table.game, records[0].win
    declared = last is not None and last.event in table.deal.riichi.values()
    on_riichi = declared and win.discarder is not None and not win.robbing_kong
    scores = (score(one.hand, one.win, rulebook(table.rules)) for one in records)
    event = win_from_scores(state, *scores, on_riichi_tile=on_riichi)
    apply(state, event)
    return event
