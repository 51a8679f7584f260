"""Proposals of wins: when a shown hand is proposed, and which proposals are open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring.errors import HandReaderError
from scoring.record import Record
from scoring.scorer import result_to_json
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation

from ..errors import WatchError
from ..log.events import Evidence, RefusalEvent, WinProposalEvent
from ..log.table_state import OpenProposal, TableState
from ..play.described_hand import is_other_hand
from ..play.multiple_wins import PriorWin, WinPrecedence
from ..play.win_proposal import WinProposal, propose_win, win_obstacle
from ..play.win_statement import WinStatement
from .session import Session

_PATIENCE = 6.0  # seconds for which a shown hand waits until the rest of the table is read


def open_proposal(session: Session) -> WinProposal | None:
    """Return the open proposal; None if there is none, or it is an earlier run's."""
    shown = session.table.open_proposal
    return None if shown is None else session.pending.proposals.get(_proposal_place(shown))


def track_hand(session: Session, observation: Observation) -> None:
    """Track whether an observation shows a hand: remember it, or drop one that is gone."""
    hand = observation.area.startswith("hand") or observation.area == "all"
    over = session.table.over and (session.last_win is None or not session.areas)
    if hand and not over and not observation.is_covered and observation.tiles:
        since, _ = session.pending.shown.get(observation.area, (observation.time, observation))
        session.pending.shown[observation.area] = (since, observation)
    elif hand or observation.is_covered:
        session.pending.shown.pop(observation.area, None)


def propose_due(session: Session) -> WinProposal | None:
    """Propose the shown hands once the rest of the table is read; return the newest."""
    observer, found = session.observer, None
    if observer is None:
        return None
    for area, (since, observation) in list(session.pending.shown.items()):
        if observer.is_quiet or session.time - since > _PATIENCE:
            del session.pending.shown[area]
            found = _propose_hand(session, observation) or found
    return found


def propose_now(session: Session) -> WinProposal | None:
    """Propose the shown hands without waiting; None if none is a winning hand."""
    for _, observation in list(session.pending.shown.values()):
        _propose_hand(session, observation)
    return open_proposal(session)


def propose_rest(session: Session, scene: str) -> WinProposal | None:
    """Propose the hand that a picture shows before a cut, or report why it is none."""
    found = None
    for _, observation in list(session.pending.shown.values()):
        found = _propose_hand(session, observation) or found
    if found is None and session.observer is not None:
        for tiles in session.observer.tiles.values():
            reason = win_obstacle(session.table, tiles, session.observer.size, scene)
            if reason is not None:
                session.operator.warn("scene_not_read", what=reason)
    return found


def _propose_hand(session: Session, observation: Observation) -> WinProposal | None:
    """Append the proposal of a shown hand; None if it is no win, refused, or unchanged."""
    place = int(observation.area.partition(" ")[2]) if observation.area != "all" else None
    height, width = observation.picture.shape[:2]
    size, statement = (width, height), session.pending.statements.get(place, WinStatement())
    earlier = session.pending.proposals.get(place)
    if earlier is not None and _is_other_hand(earlier, observation):
        earlier, statement = None, WinStatement()  # the statement is of the hand that is gone
    elif earlier is None:
        statement = _undone_statement(session, place, observation) or statement
    before = session.last_win
    table, missing = _decision_basis(session, before)
    try:
        found = propose_win(table, place, observation.tiles, size, missing, statement)
    except HandReaderError as error:
        session.operator.warn("not_read", what=error)
        return None
    if found is not None and before is not None:
        found = _check_precedence(session, before, found)
    if found is None:
        return None
    if _is_refused(table, found) or _is_refused(session.table, found):
        return None
    event = _proposal_event(found)
    if earlier is not None and _is_unchanged(session, event, earlier, found):
        return None
    if earlier is None:
        session.pending.statements[place] = statement
    tiles = found.reading.final_tiles
    event = replace(event, tiles=tuple((t.kind, round(t.confidence, 4)) for t in tiles))
    confidence = float(np.prod([t.confidence for t in tiles]))
    crop = session.save_crop("win", observation.picture, observation.tiles)
    session.pending.proposals[place] = found
    session.append(event, confidence=confidence, evidence=(crop,))
    return found


def _decision_basis(session: Session, before: PriorWin | None) -> tuple[TableState, set[int]]:
    """Return the state for scoring a hand, and `missing` as in `play_tracker.PlayTracker`.

    After a win on a discard there is no draw: a hand with the tile has it from the table.
    """
    if before is None:
        return session.table, session.play.missing
    last = before.before.last_action
    return before.before, set() if last is None else {last.number}


def _check_precedence(session: Session, before: PriorWin, found: WinProposal) -> WinProposal | None:
    """Return a further winner on the last win's discard, never certain; None if it is none."""
    claim = before.precedence(found)
    if claim is not WinPrecedence.LATER:
        return None if claim is None else before.with_uncertainty(found, claim)
    assert found.record is not None
    seat, first = found.record.win.seat, before.records[0].win.seat
    if (who := (before.entry.number, seat)) not in session.pending.rejected:
        session.pending.rejected.add(who)
        session.operator.warn("wins_later", seat=seat, first=first)
    return None


def other_pending(
    session: Session, winner: WinProposal
) -> list[tuple[WinProposal, tuple[Evidence, ...]]]:
    """Return the other open proposals, each with its evidence."""
    every = [
        (one, session.table.pending_proposal(one.place))
        for one in session.pending.proposals.values()
    ]
    return [(one, shown.evidence) for one, shown in every if shown and one is not winner]


def propose_additional_winners(
    session: Session, others: Sequence[tuple[WinProposal, tuple[Evidence, ...]]]
) -> WinProposal | None:
    """Propose again the hands that were open at another win, if they win on the same discard.

    Returns:
        the newest proposal.
    """
    before, asked = session.last_win, None
    for other, evidence in others if before is not None else ():
        assert before is not None
        found = _check_precedence(session, before, other)
        if found is not None:
            session.pending.proposals[found.place] = asked = found
            session.append(_proposal_event(found), evidence=evidence)
    return asked


def _is_unchanged(
    session: Session, event: WinProposalEvent, earlier: WinProposal, found: WinProposal
) -> bool:
    """Return whether a proposal repeats the open one; without a record its tiles decide."""
    before = session.table.pending_proposal(found.place)
    if before is None or not isinstance(before.event, WinProposalEvent):
        return False
    shown = before.event
    return (
        _record_json(shown.record) == _record_json(event.record)
        and shown.questions == event.questions
        and (
            event.record is not None or _kinds(earlier.reading.tiles) == _kinds(found.reading.tiles)
        )
    )


def _is_other_hand(earlier: WinProposal, observation: Observation) -> bool:
    """Return whether an observation shows another hand than a proposal: most tiles differ.

    The hand of the proposal is gone then. While its place is empty the proposal stays open: players
    may push the tiles together before anybody answers.
    """
    return is_other_hand(_kinds(earlier.reading.tiles), _kinds(observation.tiles))


def _undone_statement(
    session: Session, place: int | None, observation: Observation
) -> WinStatement | None:
    """Return what people stated of this hand before its win was undone; None if nothing."""
    known = session.pending.undone.get(place)
    if known is None or is_other_hand(known.kinds, _kinds(observation.tiles)):
        return None
    return known.statement


def _kinds(tiles: Sequence[SeenTile]) -> Counter[str]:
    """Return the number of tiles of each kind."""
    return Counter(tile.kind for tile in tiles)


def amend(session: Session, found: WinProposal, stated: WinStatement) -> WinProposal:
    """Amend the open proposal with stated facts and answers.

    Raises:
        WatchError: the hand does not win with them.
    """
    statement = session.pending.statements.get(found.place, WinStatement()).extend(stated)
    again = _propose_again(session, found, statement)
    if again is None:
        raise WatchError("no_win_then")
    session.pending.statements[found.place] = statement
    session.pending.proposals[found.place] = again
    open_ = session.table.open_proposal
    evidence = open_.evidence if open_ else ()
    event = replace(_proposal_event(again), statement=str(stated))
    session.append(event, "user", evidence=evidence)
    return again


def renew(session: Session) -> WinProposal | None:
    """Propose the open wins again that a corrected log changes; return the newest of them."""
    newest = None
    for found in list(session.pending.proposals.values()):
        shown = session.table.pending_proposal(found.place)
        statement = session.pending.statements.get(found.place, WinStatement())
        again = None if shown is None else _propose_again(session, found, statement)
        if again is None or shown is None or _proposal_event(again) == _proposal_event(found):
            continue
        session.pending.proposals[found.place] = newest = again
        session.append(_proposal_event(again), evidence=shown.evidence)
    return newest


def _propose_again(
    session: Session, found: WinProposal, statement: WinStatement
) -> WinProposal | None:
    """Return the win of the same tiles with the present log; None if it is none."""
    reading, before = found.reading, session.last_win
    table, missing = _decision_basis(session, before)
    size = (reading.width, reading.height)
    again = propose_win(table, found.place, reading.tiles, size, missing, statement)
    if again is not None and before is not None:
        again = _check_precedence(session, before, again)
    return again


def refuse(session: Session, shown: OpenProposal) -> WinProposal | None:
    """Refuse a proposal; return the next open one."""
    record = shown.event.record if isinstance(shown.event, WinProposalEvent) else None
    session.append(RefusalEvent(shown.number, record), "user")
    session.pending.proposals.pop(_proposal_place(shown), None)
    session.pending.statements.pop(_proposal_place(shown), None)
    return open_proposal(session)


def _proposal_place(shown: OpenProposal) -> int | None:
    """Return the place of a proposal's hand; -1 for the end of a deal."""
    return shown.event.place if isinstance(shown.event, WinProposalEvent) else -1


def _proposal_event(found: WinProposal) -> WinProposalEvent:
    """Return the event of a proposal."""
    record = found.record
    result = None if record is None else result_to_json(record, record.book(), with_tiles=False)
    return WinProposalEvent(found.place, found.record, result, found.needs, found.uncertainties)


def _is_refused(table: TableState, found: WinProposal) -> bool:
    """Return whether the same win was refused in this deal."""
    record = found.record
    return record is not None and record.to_json() in map(_record_json, table.refused)


def _record_json(record: Record | None) -> dict[str, object] | None:
    """Return a record for comparison: one that was reloaded may differ in the order of tiles."""
    return None if record is None else record.to_json()
