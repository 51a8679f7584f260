"""Proposals of wins: when a shown hand is proposed, and which proposals are open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring import score_record_json
from scoring.errors import HandReaderError
from vision.tracking.observer import Observation

from ..errors import WatchError
from ..log.events import Event, Evidence
from ..log.table_state import TableState
from ..play.multiple_wins import PriorWin, WinPrecedence
from ..play.win_proposal import WinProposal, propose_win
from ..play.win_statement import WinStatement
from .session import Session

_PATIENCE = 6.0  # seconds for which a shown hand waits until the rest of the table is read


def open_proposal(session: Session) -> WinProposal | None:
    """Return the open proposal; None if there is none, or it is an earlier run's."""
    event = session.table.open_proposal
    return None if event is None else session.pending.proposals.get(_proposal_place(event))


def track_hand(session: Session, sighting: Observation) -> None:
    """Track whether an observation shows a hand: remember it, or drop one that is gone."""
    hand = sighting.area.startswith("hand") or sighting.area == "all"
    over = session.table.over and (session.last_win is None or not session.areas)
    if hand and not over and not sighting.occluded and sighting.tiles:
        since, _ = session.pending.shown.get(sighting.area, (sighting.time, sighting))
        session.pending.shown[sighting.area] = (since, sighting)
    elif hand or sighting.occluded:
        session.pending.shown.pop(sighting.area, None)


def propose_due(session: Session) -> WinProposal | None:
    """Propose the shown hands once the rest of the table is read; return the newest."""
    eyes, found = session.observer, None
    if eyes is None:
        return None
    for area, (since, sighting) in list(session.pending.shown.items()):
        if eyes.is_quiet or session.time - since > _PATIENCE:
            del session.pending.shown[area]
            found = _propose_hand(session, sighting) or found
    return found


def propose_now(session: Session) -> WinProposal | None:
    """Propose the shown hands without waiting; None if none is a winning hand."""
    for _, sighting in list(session.pending.shown.values()):
        _propose_hand(session, sighting)
    return open_proposal(session)


def _propose_hand(session: Session, sighting: Observation) -> WinProposal | None:
    """Append the proposal of a shown hand; None if it is no win, refused, or unchanged."""
    place = int(sighting.area.partition(" ")[2]) if sighting.area != "all" else None
    height, width = sighting.picture.shape[:2]
    size, said = (width, height), session.pending.statements.get(place, WinStatement())
    before = session.last_win
    table, missing = _decision_basis(session, before)
    try:
        found = propose_win(table, place, sighting.tiles, size, missing, said)
    except HandReaderError as error:
        session.operator.warn("not_read", what=error)
        return None
    if found is not None and before is not None:
        found = _check_precedence(session, before, found)
    if found is None:
        return None
    record = None if found.record is None else found.record.to_json()
    if record is not None and record in (*table.refused, *session.table.refused):
        return None
    if _is_unchanged(session, record, found):
        return None
    data = {
        **_proposal_data(found),
        "tiles": [[t.kind, round(t.confidence, 4)] for t in found.reading.final_tiles],
    }
    confidence = float(np.prod([t.confidence for t in found.reading.final_tiles]))
    crop = session.save_crop("win", sighting.picture, sighting.tiles)
    session.pending.proposals[place] = found
    session.append("proposal", data, confidence=confidence, evidence=(crop,))
    return found


def _decision_basis(session: Session, before: PriorWin | None) -> tuple[TableState, set[int]]:
    """Return the state for scoring a hand, and `missing` as in `play_tracker.PlayTracker`.

    After a win on a discard nobody draws: a hand with the tile has it from the table.
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
    if (who := (before.event.number, seat)) not in session.pending.rejected:
        session.pending.rejected.add(who)
        session.operator.warn("wins_later", seat=seat, first=first)
    return None


def other_pending(
    session: Session, winner: WinProposal
) -> list[tuple[WinProposal, tuple[Evidence, ...]]]:
    """Return the other open proposals, each with its evidence."""
    events = [
        (one, session.table.pending_proposal(one.place))
        for one in session.pending.proposals.values()
    ]
    return [(one, event.evidence) for one, event in events if event and one is not winner]


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
            session.append("proposal", _proposal_data(found), evidence=evidence)
    return asked


def _is_unchanged(session: Session, record: object, found: WinProposal) -> bool:
    before = session.table.pending_proposal(found.place)
    if before is None or found.place not in session.pending.proposals:
        return False
    same = before.data.get("record") == record
    return same and before.data.get("questions") == list(found.needs)


def amend(session: Session, found: WinProposal, stated: WinStatement) -> WinProposal:
    """Amend the open proposal with stated facts and answers.

    Raises:
        WatchError: the hand does not win with them.
    """
    said = session.pending.statements.get(found.place, WinStatement()).extend(stated)
    reading, before = found.reading, session.last_win
    table, missing = _decision_basis(session, before)
    size = (reading.width, reading.height)
    again = propose_win(table, found.place, reading.tiles, size, missing, said)
    if again is not None and before is not None:
        again = _check_precedence(session, before, again)
    if again is None:
        raise WatchError("no_win_then")
    session.pending.statements[found.place] = said
    session.pending.proposals[found.place] = again
    open_ = session.table.open_proposal
    evidence = open_.evidence if open_ else ()
    data = {**_proposal_data(again), "said": str(stated)}
    session.append("proposal", data, "user", evidence=evidence)
    return again


def refuse(session: Session, event: Event) -> WinProposal | None:
    """Refuse a proposal; return the next open one."""
    data = {"proposal": event.number, "record": event.data.get("record")}
    session.append("refused", data, "user")
    session.pending.proposals.pop(_proposal_place(event), None)
    session.pending.statements.pop(_proposal_place(event), None)
    return open_proposal(session)


def _proposal_place(event: Event) -> int | None:
    """Return the place of a proposal's hand; -1 for the end of a deal."""
    place = event.data.get("place") if event.data["what"] == "win" else -1
    assert place is None or isinstance(place, int)
    return place


def _proposal_data(found: WinProposal) -> dict[str, object]:
    """Return the data of a proposal's event."""
    record = None if found.record is None else found.record.to_json()
    return {
        "what": "win",
        "place": found.place,
        "record": record,
        "result": None if record is None else score_record_json(record),
        "questions": list(found.needs),
        "doubts": [list(doubt) for doubt in found.uncertainties],
    }
