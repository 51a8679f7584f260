"""Start and end of deals: an empty table, a confirmed win, a draw that is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring import score_record_json
from scoring.game import Event as GameEvent
from scoring.game import Riichi, apply
from scoring.game.serialization import event_to_json
from scoring.record import Record
from scoring.tiles import Wind
from vision.tracking.observer import Observation

from ..log.events import Event
from ..play import multiple_wins
from ..play.multiple_wins import PriorWin
from ..play.play_tracker import MASS
from ..play.win_proposal import WinProposal
from . import proposals
from .session import Session

_GONE = 5.0  # seconds for which many tiles must be missing before a deal may have ended


# Start of a deal.


def detect_start(session: Session, sighting: Observation) -> None:
    """Begin a deal if the table is empty, or if play began before the watching."""
    table, play, areas = session.table, session.play, session.areas
    if not table.over or sighting.occluded:
        return
    if table.game.is_over and table.open_proposal is not None:
        return  # no answer is possible after the end of the game
    if not areas:
        if sum(tile.face_up for tile in sighting.tiles) < MASS:
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
        "deal_start",
        {
            "deal": table.deal.number + 1,
            "round": state.round.value,
            "dealer": table.east,
            "counters": state.counters,
            "sticks": state.sticks,
            "whole": whole,
        },
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
        session.append("proposal", {"what": "deal_end", "gone": gone})


def confirm_win(session: Session, found: WinProposal, author: str) -> WinProposal | None:
    """Confirm the win of a complete proposal and end the deal.

    Returns:
        the open proposal of a further hand that wins on the same discard.

    Raises:
        GameError: the win is impossible in this state.
    """
    event, first = session.table.pending_proposal(found.place), session.last_win
    assert event is not None and found.record is not None
    if first is not None:
        _record_additional_win(session, first, found.record, event, author)
        return None
    others = proposals.other_pending(session, found)
    _record_win(session, found.record, found.place, author, event)
    return proposals.propose_additional_winners(session, others)


def declare_riichi(session: Session, seat: Wind) -> None:
    """Enter a riichi that the camera did not see.

    Raises:
        GameError: riichi cannot be declared in this state.
    """
    table = session.table
    apply(table.game, Riichi(seat))
    data = {"place": table.place(seat), "seat": seat.value, "discard": 0}
    session.append("riichi", data, "user")


def _record_win(
    session: Session, read: Record, place: int | None, author: str, shown: Event | None
) -> None:
    happened = multiple_wins.win_event(session.table, [read])
    number = None if shown is None else shown.number
    data = {
        "proposal": number,
        **winner_data(place, read),
        "changes": multiple_wins.point_changes(happened),
    }
    end(session, "win", happened, data, author, shown)


def _record_additional_win(
    session: Session, first: PriorWin, read: Record, shown: Event, author: str
) -> None:
    """Replace the win by one with a further winner, or with another winner instead.

    A single event undoes the first win and records the second: an interruption between two
    events would lose the confirmed win.
    """
    records, table = first.records_with(read), first.before
    happened = multiple_wins.win_event(table, records)
    one, *more = (winner_data(table.place(record.win.seat), record) for record in records)
    data = {"proposal": shown.number, "instead": first.event.number, **one, "others": more}
    shown = replace(shown, evidence=(*first.event.evidence, *shown.evidence))
    end(
        session,
        "win",
        happened,
        {**data, "changes": multiple_wins.point_changes(happened)},
        author,
        shown,
    )


def end(
    session: Session,
    kind: str,
    happened: GameEvent,
    data: Mapping[str, object],
    author: str,
    shown: Event | None = None,
) -> None:
    """End the deal; the game ends only when a deal after its last one would begin.

    Until then a further player may win on the same discard, and errors can be undone.

    Args:
        kind: of the event.
        happened: the event of the game; already checked.
        data: further data of the event.
        author: of the event.
        shown: event of the proposal that is confirmed.
    """
    evidence = () if shown is None else shown.evidence
    confidence = None if shown is None else shown.confidence
    data = {**data, "deal": session.table.deal.number, "game": event_to_json(happened)}
    session.append(kind, data, author, confidence, evidence)
    session.append("totals", totals(session))
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
    session.append("game_end", {"points": list(session.table.game.points)}, author)


def _drop_pending(session: Session) -> None:
    """Warn of the hands without an answer, and drop them."""
    for left in session.pending.proposals.values():
        if left.record is not None:
            session.operator.warn("left_out", seat=left.record.win.seat)
    session.pending.reset()


def totals(session: Session) -> dict[str, object]:
    """Return the points by player, as data of the log."""
    table = session.table
    return {"points": list(table.game.points), "players": list(table.players)}


def winner_data(place: int | None, record: Record) -> dict[str, object]:
    """Return a winner's data for the log."""
    written = record.to_json()
    return {"place": place, "record": written, "result": score_record_json(written)}
