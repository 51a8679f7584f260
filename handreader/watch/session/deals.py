"""Start and end of deals: an empty table, a confirmed win, a draw that is entered."""

from __future__ import annotations

from dataclasses import replace

from scoring import score_record_json
from scoring.game import Riichi, apply
from scoring.record import Record
from scoring.tiles import Wind
from vision.tracking.observer import Observation

from ..log.events import (
    AbortEvent,
    DealEndProposalEvent,
    DealStartEvent,
    DrawEvent,
    GameEndEvent,
    RiichiEvent,
    TotalsEvent,
    WinEvent,
    WinningHand,
)
from ..log.table_state import OpenProposal
from ..play import multiple_wins
from ..play.multiple_wins import PriorWin
from ..play.play_tracker import MASS
from ..play.win_proposal import WinProposal
from .proposals import Proposals
from .session import Session

_GONE = 5.0  # seconds for which many tiles must be missing before a deal may have ended


class Deals:
    """The deals of a game, one after the other.

    Args:
        game: session of the game.
        proposals: of the game.
    """

    def __init__(self, game: Session, proposals: Proposals) -> None:
        self._game, self._proposals = game, proposals
        self._gone_since: float | None = None
        self._told_end = False

    # Start of a deal.

    def detect_start(self, sighting: Observation) -> None:
        """Begin a deal if the table is empty, or if play began before the watching."""
        table, play, areas = self._game.table, self._game.play, self._game.areas
        if not table.over or sighting.occluded:
            return
        if table.game.is_over and table.open_proposal is not None:
            return  # no answer is possible after the end of the game
        if not areas:
            if sum(tile.face_up for tile in sighting.tiles) < MASS:
                self.begin(whole=False)
        elif play.is_table_clear and len(play.empty) >= len(areas):
            self.begin(whole=True)
        elif table.deal.number == 0 and len(play.empty) >= len(areas):
            self.begin(whole=False)  # begun before the watching
            self._game.request_reading()

    def begin(self, whole: bool) -> None:
        """Begin the next deal; after the last one, end the game instead.

        Args:
            whole: whether it is observed from an empty table on.
        """
        table = self._game.table
        state = table.game
        if state.is_over:
            self.end_game()
            return
        self._game.append(
            DealStartEvent(
                table.deal.number + 1,
                state.round,
                table.east,
                state.counters,
                state.sticks,
                whole,
            )
        )
        self._game.play.reset()
        self._game.request_reading("wall")  # an indicator may have been shown before the deal
        self._told_end = False
        self._drop_pending()

    # End of a deal.

    def detect_end(self) -> None:
        """Propose the end of a deal when many of its tiles are missing for a while.

        Not while a win is open: its proposal holds the evidence.
        """
        table, gone = self._game.table, self._game.play.removal_count()
        waits = table.open_proposal is not None or self._told_end
        if table.over or waits or not gone:
            self._gone_since = None
            return
        if self._gone_since is None:
            self._gone_since = self._game.time
        if self._game.time - self._gone_since >= _GONE:
            self._told_end = True
            self._game.append(DealEndProposalEvent(gone))

    def confirm_win(self, found: WinProposal, author: str) -> WinProposal | None:
        """Confirm the win of a complete proposal and end the deal.

        Returns:
            the open proposal of a further hand that wins on the same discard.

        Raises:
            GameError: the win is impossible in this state.
        """
        shown, first = self._game.table.pending_proposal(found.place), self._proposals.last_win
        assert shown is not None and found.record is not None
        if first is not None:
            self._record_additional_win(first, found.record, shown, author)
            return None
        others = self._proposals.other_pending(found)
        self._record_win(found.record, found.place, author, shown)
        return self._proposals.propose_additional_winners(others)

    def declare_riichi(self, seat: Wind) -> None:
        """Enter a riichi that the camera did not see.

        Raises:
            GameError: riichi cannot be declared in this state.
        """
        table = self._game.table
        apply(table.game, Riichi(seat))
        self._game.append(RiichiEvent(table.place(seat), seat, discard=0), "user")

    def _record_win(
        self, read: Record, place: int | None, author: str, shown: OpenProposal
    ) -> None:
        table = self._game.table
        happened = multiple_wins.win_event(table, [read])
        hands = (winning_hand(place, read),)
        self.end(WinEvent(shown.number, hands, table.deal.number, happened), author, shown)

    def _record_additional_win(
        self, first: PriorWin, read: Record, shown: OpenProposal, author: str
    ) -> None:
        """Replace the win by one with a further winner, or with another winner instead.

        A single event undoes the first win and records the second: an interruption between two
        events would lose the confirmed win.
        """
        records, table = first.records_with(read), first.before
        happened = multiple_wins.win_event(table, records)
        hands = tuple(winning_hand(table.place(one.win.seat), one) for one in records)
        deal, instead = self._game.table.deal.number, first.entry.number
        shown = replace(shown, evidence=(*first.entry.evidence, *shown.evidence))
        self.end(WinEvent(shown.number, hands, deal, happened, instead), author, shown)

    def end(
        self,
        event: WinEvent | DrawEvent | AbortEvent,
        author: str,
        shown: OpenProposal | None = None,
    ) -> None:
        """End the deal; the game ends only when a deal after its last one would begin.

        Until then a further player may win on the same discard, and errors can be undone.

        Args:
            event: the result; already checked against the state.
            author: of the event.
            shown: the proposal that is confirmed.
        """
        evidence = () if shown is None else shown.evidence
        confidence = None if shown is None else shown.confidence
        self._game.append(event, author, confidence, evidence)
        self._game.append(self.totals())
        self._proposals.reset()
        self._game.play.reset()
        self._game.play.empty.clear()
        self._game.request_reading()
        self._game.sync_store()

    def end_game(self, author: str = "camera") -> None:
        """End the game.

        Args:
            author: of the event.
        """
        self._drop_pending()
        self._game.append(GameEndEvent(self._game.table.game.points), author)

    def _drop_pending(self) -> None:
        """Warn of the hands without an answer, and drop them."""
        for left in self._proposals.pending:
            if left.record is not None:
                self._game.operator.warn("left_out", seat=left.record.win.seat)
        self._proposals.reset()

    def totals(self) -> TotalsEvent:
        """Return the event with the points by player."""
        table = self._game.table
        return TotalsEvent(table.game.points, table.players)


def winning_hand(place: int | None, record: Record) -> WinningHand:
    """Return the hand of a winner with its score, for the log."""
    return WinningHand(place, record, score_record_json(record.to_json()))
