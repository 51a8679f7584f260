"""Proposals of wins: when a shown hand is proposed, and which proposals are open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring import score_record_json
from scoring.errors import HandReaderError
from scoring.record import Record
from vision.tracking.observer import Observation

from ..errors import WatchError
from ..log.events import Evidence, RefusalEvent, WinProposalEvent
from ..log.table_state import OpenProposal, TableState
from ..play.multiple_wins import PriorWin, WinPrecedence, prior_win
from ..play.win_proposal import WinProposal, propose_win
from ..play.win_statement import WinStatement
from .session import Session

_PATIENCE = 6.0  # seconds for which a shown hand waits until the rest of the table is read


class Proposals:
    """The hands that are shown now, and the proposals without an answer.

    Args:
        game: session of the game.
    """

    def __init__(self, game: Session) -> None:
        self._game = game
        self._found: dict[int | None, WinProposal] = {}  # by place
        self._said: dict[int | None, WinStatement] = {}
        self._shown: dict[str, tuple[float, Observation]] = {}
        self._taken: PriorWin | None = None
        self._looked_at = 0
        self._told: set[str] = set()

    @property
    def current(self) -> WinProposal | None:
        """Return the open proposal; None if there is none, or it is an earlier run's."""
        shown = self._game.table.open_proposal
        return None if shown is None else self._found.get(_proposal_place(shown))

    @property
    def pending(self) -> tuple[WinProposal, ...]:
        """Return all proposals without an answer."""
        return tuple(self._found.values())

    @property
    def last_win(self) -> PriorWin | None:
        """Return the win on a discard that ended the deal, while others may still win on it."""
        if not self._game.table.over:
            return None
        events = self._game.journal.events
        if self._looked_at != len(events):
            self._looked_at, self._taken = len(events), prior_win(events)
        return self._taken

    def track_hand(self, sighting: Observation) -> None:
        """Track whether an observation shows a hand: remember it, or drop one that is gone."""
        hand = sighting.area.startswith("hand") or sighting.area == "all"
        over = self._game.table.over and (self.last_win is None or not self._game.areas)
        if hand and not over and not sighting.occluded and sighting.tiles:
            since, _ = self._shown.get(sighting.area, (sighting.time, sighting))
            self._shown[sighting.area] = (since, sighting)
        elif hand or sighting.occluded:
            self._shown.pop(sighting.area, None)

    def propose_due(self) -> WinProposal | None:
        """Propose the shown hands once the rest of the table is read; return the newest."""
        eyes, found = self._game.observer, None
        if eyes is None:
            return None
        for area, (since, sighting) in list(self._shown.items()):
            if eyes.is_quiet or self._game.time - since > _PATIENCE:
                del self._shown[area]
                found = self._propose(sighting) or found
        return found

    def propose_now(self) -> WinProposal | None:
        """Propose the shown hands without waiting; None if none is a winning hand."""
        for _, sighting in list(self._shown.values()):
            self._propose(sighting)
        return self.current

    def _propose(self, sighting: Observation) -> WinProposal | None:
        """Append the proposal of a shown hand; None if it is no win, refused, or unchanged."""
        place = int(sighting.area.partition(" ")[2]) if sighting.area != "all" else None
        height, width = sighting.picture.shape[:2]
        size, said = (width, height), self._said.get(place, WinStatement())
        before = self.last_win
        table, missing = self._decision_basis(before)
        try:
            found = propose_win(table, place, sighting.tiles, size, missing, said)
        except HandReaderError as error:
            self._game.operator.warn("not_read", what=error)
            return None
        if found is not None and before is not None:
            found = self._check_precedence(before, found)
        if found is None:
            return None
        if _is_refused(table, found) or _is_refused(self._game.table, found):
            return None
        event = _proposal_event(found)
        if self._is_unchanged(event, found.place):
            return None
        tiles = found.reading.final_tiles
        event = replace(event, tiles=tuple((t.kind, round(t.confidence, 4)) for t in tiles))
        confidence = float(np.prod([t.confidence for t in tiles]))
        crop = self._game.save_crop("win", sighting.picture, sighting.tiles)
        self._found[place] = found
        self._game.append(event, confidence=confidence, evidence=(crop,))
        return found

    def _decision_basis(self, before: PriorWin | None) -> tuple[TableState, set[int]]:
        """Return the state for scoring a hand, and `missing` as in `play_tracker.PlayTracker`.

        After a win on a discard there is no draw: a hand with the tile has it from the table.
        """
        if before is None:
            return self._game.table, self._game.play.missing
        last = before.before.last_action
        return before.before, set() if last is None else {last.number}

    def _check_precedence(self, before: PriorWin, found: WinProposal) -> WinProposal | None:
        """Return a further winner on the last win's discard, never certain; None if it is none."""
        claim = before.precedence(found)
        if claim is not WinPrecedence.LATER:
            return None if claim is None else before.with_uncertainty(found, claim)
        assert found.record is not None
        seat, first = found.record.win.seat, before.records[0].win.seat
        if (who := f"{before.entry.number} {seat}") not in self._told:
            self._told.add(who)
            self._game.operator.warn("wins_later", seat=seat, first=first)
        return None

    def other_pending(self, winner: WinProposal) -> list[tuple[WinProposal, tuple[Evidence, ...]]]:
        """Return the other open proposals, each with its evidence."""
        every = [
            (one, self._game.table.pending_proposal(one.place)) for one in self._found.values()
        ]
        return [(one, shown.evidence) for one, shown in every if shown and one is not winner]

    def propose_additional_winners(
        self, others: Sequence[tuple[WinProposal, tuple[Evidence, ...]]]
    ) -> WinProposal | None:
        """Propose again the hands that were open at another win, if they win on the same discard.

        Returns:
            the newest proposal.
        """
        before, asked = self.last_win, None
        for other, evidence in others if before is not None else ():
            assert before is not None
            found = self._check_precedence(before, other)
            if found is not None:
                self._found[found.place] = asked = found
                self._game.append(_proposal_event(found), evidence=evidence)
        return asked

    def _is_unchanged(self, event: WinProposalEvent, place: int | None) -> bool:
        before = self._game.table.pending_proposal(place)
        if before is None or place not in self._found:
            return False
        shown = before.event
        return (
            isinstance(shown, WinProposalEvent)
            and _record_json(shown.record) == _record_json(event.record)
            and shown.questions == event.questions
        )

    def amend(self, found: WinProposal, stated: WinStatement) -> WinProposal:
        """Amend the open proposal with stated facts and answers.

        Raises:
            WatchError: the hand does not win with them.
        """
        said = self._said.get(found.place, WinStatement()).extend(stated)
        reading, before = found.reading, self.last_win
        table, missing = self._decision_basis(before)
        size = (reading.width, reading.height)
        again = propose_win(table, found.place, reading.tiles, size, missing, said)
        if again is not None and before is not None:
            again = self._check_precedence(before, again)
        if again is None:
            raise WatchError("no_win_then")
        self._said[found.place] = said
        self._found[found.place] = again
        open_ = self._game.table.open_proposal
        evidence = open_.evidence if open_ else ()
        event = replace(_proposal_event(again), statement=str(stated))
        self._game.append(event, "user", evidence=evidence)
        return again

    def refuse(self, shown: OpenProposal) -> WinProposal | None:
        """Refuse a proposal; return the next open one."""
        record = shown.event.record if isinstance(shown.event, WinProposalEvent) else None
        self._game.append(RefusalEvent(shown.number, record), "user")
        self._found.pop(_proposal_place(shown), None)
        self._said.pop(_proposal_place(shown), None)
        return self.current

    def clear(self) -> None:
        """Drop all proposals: a later answer finds none open."""
        self._found.clear()
        self._said.clear()

    def reset(self) -> None:
        """Drop proposals and shown hands at the end or start of a deal."""
        self.clear()
        self._shown.clear()


def _proposal_place(shown: OpenProposal) -> int | None:
    """Return the place of a proposal's hand; -1 for the end of a deal."""
    return shown.event.place if isinstance(shown.event, WinProposalEvent) else -1


def _proposal_event(found: WinProposal) -> WinProposalEvent:
    """Return the event of a proposal."""
    written = _record_json(found.record)
    result = None if written is None else score_record_json(written)
    return WinProposalEvent(found.place, found.record, result, found.needs, found.uncertainties)


def _is_refused(table: TableState, found: WinProposal) -> bool:
    """Return whether the same win was refused in this deal."""
    record = found.record
    return record is not None and record.to_json() in map(_record_json, table.refused)


def _record_json(record: Record | None) -> dict[str, object] | None:
    """Return a record for comparison: one that was reloaded may differ in the order of tiles."""
    return None if record is None else record.to_json()
