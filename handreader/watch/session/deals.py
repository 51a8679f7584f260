"""Start and end of deals: an empty table, a confirmed win, a draw that is entered."""

from __future__ import annotations

from dataclasses import replace

from scoring.game import Riichi, apply
from scoring.record import Record
from scoring.scorer import result_to_json
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
from . import proposals
from .session import Session

_GONE = 5.0  # seconds for which many tiles must be missing before a deal may have ended


# Start of a deal.


def detect_start(session: Session, observation: Observation) -> None:
    """Begin a deal if the table is empty, or if play began before the watching."""
    table, play, areas = session.table, session.play, session.areas
    if not table.over or observation.is_covered:
        return
    if table.game.is_over and table.open_proposal is not None:
        return  # no answer is possible after the end of the game
    if not areas:
        if sum(tile.face_up for tile in observation.tiles) < MASS:
            begin(session, whole=False)
    elif play.is_table_clear and len(play.empty) >= len(areas):
        begin(session, whole=True)
    elif table.deal.number == 0 and len(play.empty) >= len(areas):
        begin(session, whole=False)  # begun before the watching
        session.request_reading()


def begin(session: Session, whole: bool) -> None:
    """Begin the next deal; after the last one, end the game instead.

    Args:
        whole: whether it is observed from an empty table on.
    """
    table = session.table
    state = table.game
    if state.is_over:
        end_game(session)
        return
    session.append(
        DealStartEvent(
            table.deal.number + 1,
            state.round,
            table.east,
            state.counters,
            state.sticks,
            whole,
        )
    )
    session.play.reset()
    session.request_reading("wall")  # an indicator may have been shown before the deal
    session.removal.is_proposed = False
    _drop_pending(session)


# End of a deal.


def detect_end(session: Session) -> None:
    """Propose the end of a deal when many of its tiles are missing for a while.

    Not while a win is open: its proposal holds the evidence.
    """
    table, gone = session.table, session.play.removal_count()
    waits = table.open_proposal is not None or session.removal.is_proposed
    if table.over or waits or not gone:
        session.removal.since = None
        return
    if session.removal.since is None:
        session.removal.since = session.time
    if session.time - session.removal.since >= _GONE:
        session.removal.is_proposed = True
        session.append(DealEndProposalEvent(gone))


def confirm_win(session: Session, found: WinProposal, author: str) -> WinProposal | None:
    """Confirm the win of a complete proposal and end the deal.

    Returns:
        the open proposal of a further hand that wins on the same discard.

    Raises:
        GameError: the win is impossible in this state.
    """
    shown, first = session.table.pending_proposal(found.place), session.last_win
    assert shown is not None and found.record is not None
    if first is not None:
        _record_additional_win(session, first, found.record, shown, author)
        return None
    others = proposals.other_pending(session, found)
    _record_win(session, found.record, found.place, author, shown)
    return proposals.propose_additional_winners(session, others)


def declare_riichi(session: Session, seat: Wind) -> None:
    """Enter a riichi that the camera did not see.

    Raises:
        GameError: riichi cannot be declared in this state.
    """
    table = session.table
    apply(table.game, Riichi(seat))
    session.append(RiichiEvent(table.place(seat), seat, discard=0), "user")


def _record_win(
    session: Session, read: Record, place: int | None, author: str, shown: OpenProposal
) -> None:
    table = session.table
    happened = multiple_wins.win_event(table, [read])
    hands = (winning_hand(place, read),)
    end(session, WinEvent(shown.number, hands, table.deal.number, happened), author, shown)


def _record_additional_win(
    session: Session, first: PriorWin, read: Record, shown: OpenProposal, author: str
) -> None:
    """Replace the win by one with a further winner, or with another winner instead.

    A single event undoes the first win and records the second: an interruption between two
    events would lose the confirmed win.
    """
    records, table = first.records_with(read), first.before
    happened = multiple_wins.win_event(table, records)
    hands = tuple(winning_hand(table.place(one.win.seat), one) for one in records)
    deal, instead = session.table.deal.number, first.entry.number
    shown = replace(shown, evidence=(*first.entry.evidence, *shown.evidence))
    end(session, WinEvent(shown.number, hands, deal, happened, instead), author, shown)


def end(
    session: Session,
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
    session.append(event, author, confidence, evidence)
    session.append(totals(session))
    session.pending.reset()
    session.play.reset()
    session.play.empty.clear()
    session.request_reading()
    session.sync_store()


def end_game(session: Session, author: str = "camera") -> None:
    """End the game.

    Args:
        author: of the event.
    """
    _drop_pending(session)
    session.append(GameEndEvent(session.table.game.points), author)


def _drop_pending(session: Session) -> None:
    """Warn of the hands without an answer, and drop them."""
    for left in session.pending.proposals.values():
        if left.record is not None:
            session.operator.warn("left_out", seat=left.record.win.seat)
    session.pending.reset()


def totals(session: Session) -> TotalsEvent:
    """Return the event with the points by player."""
    table = session.table
    return TotalsEvent(table.game.points, table.players)


def winning_hand(place: int | None, record: Record) -> WinningHand:
    """Return the hand of a winner with its score, for the log."""
    return WinningHand(place, record, result_to_json(record, record.book(), with_tiles=False))
