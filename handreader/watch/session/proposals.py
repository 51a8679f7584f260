"""Proposals of wins: when a shown hand is proposed, and which proposals are open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring import score_record_json
from scoring.errors import HandReaderError
from vision.tracking.observer import Sighting

from ..errors import WatchError
from ..log.events import Event, Evidence
from ..log.table_state import Table
from ..play.multiple_wins import Claim, Taken, taken
from ..play.win_proposal import Proposal, proposal
from ..play.win_statement import Said
from .session import Watched

_PATIENCE = 6.0  # seconds for which a shown hand waits until the rest of the table is read


class Proposals:
    """The hands that are shown now, and the proposals without an answer.

    Args:
        game: session of the game.
    """

    def __init__(self, game: Watched) -> None:
        self._game = game
        self._found: dict[int | None, Proposal] = {}  # by place
        self._said: dict[int | None, Said] = {}
        self._shown: dict[str, tuple[float, Sighting]] = {}
        self._taken: Taken | None = None
        self._looked_at = 0
        self._told: set[str] = set()

    @property
    def found(self) -> Proposal | None:
        """Return the open proposal; None if there is none, or it is an earlier run's."""
        event = self._game.table.open
        return None if event is None else self._found.get(_place(event))

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """Return all proposals without an answer."""
        return tuple(self._found.values())

    @property
    def taken(self) -> Taken | None:
        """Return the win on a discard that ended the deal, while others may still win on it."""
        if not self._game.table.over:
            return None
        events = self._game.journal.events
        if self._looked_at != len(events):
            self._looked_at, self._taken = len(events), taken(events)
        return self._taken

    def seen(self, sighting: Sighting) -> None:
        """Track whether an observation shows a hand: remember it, or drop one that is gone."""
        hand = sighting.area.startswith("hand") or sighting.area == "all"
        over = self._game.table.over and (self.taken is None or not self._game.areas)
        if hand and not over and not sighting.reaching and sighting.tiles:
            since, _ = self._shown.get(sighting.area, (sighting.time, sighting))
            self._shown[sighting.area] = (since, sighting)
        elif hand or sighting.reaching:
            self._shown.pop(sighting.area, None)

    def due(self) -> Proposal | None:
        """Propose the shown hands once the rest of the table is read; return the newest."""
        eyes, found = self._game.eyes, None
        if eyes is None:
            return None
        for area, (since, sighting) in list(self._shown.items()):
            if eyes.quiet or self._game.time - since > _PATIENCE:
                del self._shown[area]
                found = self._judged(sighting) or found
        return found

    def at_once(self) -> Proposal | None:
        """Propose the shown hands without waiting; None if none is a winning hand."""
        for _, sighting in list(self._shown.values()):
            self._judged(sighting)
        return self.found

    def _judged(self, sighting: Sighting) -> Proposal | None:
        """Append the proposal of a shown hand; None if it is no win, refused, or unchanged."""
        place = int(sighting.area.partition(" ")[2]) if sighting.area != "all" else None
        height, width = sighting.picture.shape[:2]
        size, said = (width, height), self._said.get(place, Said())
        before = self.taken
        table, missing = self._known(before)
        try:
            found = proposal(table, place, sighting.tiles, size, missing, said)
        except HandReaderError as error:
            self._game.operator.warn("not_read", what=error)
            return None
        if found is not None and before is not None:
            found = self._beside(before, found)
        if found is None:
            return None
        record = None if found.record is None else found.record.to_json()
        if record is not None and record in (*table.refused, *self._game.table.refused):
            return None
        if self._same_as_open(record, found):
            return None
        data = {
            **_proposed(found),
            "tiles": [[t.kind, round(t.confidence, 4)] for t in found.reading.named],
        }
        confidence = float(np.prod([t.confidence for t in found.reading.named]))
        crop = self._game.crop("win", sighting.picture, sighting.tiles)
        self._found[place] = found
        self._game.append("proposal", data, confidence=confidence, evidence=(crop,))
        return found

    def _known(self, before: Taken | None) -> tuple[Table, set[int]]:
        """Return the state for scoring a hand, and `missing` as in `play_tracker.PlayTracker`.

        After a win on a discard nobody draws: a hand with the tile has it from the table.
        """
        if before is None:
            return self._game.table, self._game.play.missing
        last = before.before.last
        return before.before, set() if last is None else {last.number}

    def _beside(self, before: Taken, found: Proposal) -> Proposal | None:
        """Return a further winner on the last win's discard, never certain; None if it is none."""
        claim = before.claim(found)
        if claim is not Claim.LATER:
            return None if claim is None else before.with_doubt(found, claim)
        assert found.record is not None
        seat, first = found.record.win.seat, before.records[0].win.seat
        if (who := f"{before.event.number} {seat}") not in self._told:
            self._told.add(who)
            self._game.operator.warn("wins_later", seat=seat, first=first)
        return None

    def others(self, winner: Proposal) -> list[tuple[Proposal, tuple[Evidence, ...]]]:
        """Return the other open proposals, each with its evidence."""
        events = [(one, self._game.table.waiting(one.place)) for one in self._found.values()]
        return [(one, event.evidence) for one, event in events if event and one is not winner]

    def propose_beside(
        self, others: Sequence[tuple[Proposal, tuple[Evidence, ...]]]
    ) -> Proposal | None:
        """Propose again the hands that were open at another win, if they win on the same discard.

        Returns:
            the newest proposal.
        """
        before, asked = self.taken, None
        for other, evidence in others if before is not None else ():
            assert before is not None
            found = self._beside(before, other)
            if found is not None:
                self._found[found.place] = asked = found
                self._game.append("proposal", _proposed(found), evidence=evidence)
        return asked

    def _same_as_open(self, record: object, found: Proposal) -> bool:
        before = self._game.table.waiting(found.place)
        if before is None or found.place not in self._found:
            return False
        same = before.data.get("record") == record
        return same and before.data.get("questions") == list(found.needs)

    def more(self, line: str) -> Proposal:
        """Amend the open proposal with stated facts and answers.

        Raises:
            WatchError: the line does not describe a win, or the hand does not win with it.
        """
        found = self.found
        if found is None:
            raise WatchError("no_command", said=line.strip()[:40])
        said = self._said.get(found.place, Said()).more(line)
        reading, before = found.reading, self.taken
        table, missing = self._known(before)
        size = (reading.width, reading.height)
        again = proposal(table, found.place, reading.tiles, size, missing, said)
        if again is not None and before is not None:
            again = self._beside(before, again)
        if again is None:
            raise WatchError("no_win_then")
        self._said[found.place] = said
        self._found[found.place] = again
        open_ = self._game.table.open
        evidence = open_.evidence if open_ else ()
        data = {**_proposed(again), "said": line.strip()}
        self._game.append("proposal", data, "user", evidence=evidence)
        return again

    def refuse(self, event: Event) -> Proposal | None:
        """Refuse a proposal; return the next open one."""
        data = {"proposal": event.number, "record": event.data.get("record")}
        self._game.append("refused", data, "user")
        self._found.pop(_place(event), None)
        self._said.pop(_place(event), None)
        return self.found

    def forget(self) -> None:
        """Drop all proposals: a later answer finds none open."""
        self._found.clear()
        self._said.clear()

    def look_away(self) -> None:
        """Drop proposals and shown hands at the end or start of a deal."""
        self.forget()
        self._shown.clear()


def _place(event: Event) -> int | None:
    """Return the place of a proposal's hand; -1 for the end of a deal."""
    place = event.data.get("place") if event.data["what"] == "win" else -1
    assert place is None or isinstance(place, int)
    return place


def _proposed(found: Proposal) -> dict[str, object]:
    """Return the data of a proposal's event."""
    record = None if found.record is None else found.record.to_json()
    return {
        "what": "win",
        "place": found.place,
        "record": record,
        "result": None if record is None else score_record_json(record),
        "questions": list(found.needs),
        "doubts": [list(doubt) for doubt in found.doubts],
    }
