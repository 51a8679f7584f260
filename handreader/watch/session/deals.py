"""When deals begin and end: an empty table, a confirmed win, a draw that somebody says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring import score_record_json
from scoring.game import Event as GameEvent
from scoring.game import Riichi, apply
from scoring.game.serialization import event_to_json
from scoring.record import Record
from scoring.tiles import Wind
from vision.tracking.observer import Sighting

from ..log.events import Event
from ..play import multiple_wins
from ..play.multiple_wins import Taken
from ..play.play_tracker import MASS
from ..play.win_proposal import Proposal
from .proposals import Proposals
from .session import Watched

_GONE = 5.0  # seconds for which many tiles must be gone before a deal may have ended


class Deals:
    """The deals of a game, one after the other.

    Args:
        game: that is watched.
        proposals: made in it.
    """

    def __init__(self, game: Watched, proposals: Proposals) -> None:
        self._game, self._proposals = game, proposals
        self._gone_since: float | None = None
        self._told_end = False

    # How one begins.

    def begins(self, sighting: Sighting) -> None:
        """Begins a deal where a sighting shows that the table is empty, or that we came late."""
        table, play, areas = self._game.table, self._game.play, self._game.areas
        if not table.over or sighting.reaching:
            return
        if table.game.over and table.open is not None:
            return  # after the end nobody could answer any more
        if not areas:
            if sum(tile.face_up for tile in sighting.tiles) < MASS:
                self.begin(whole=False)
        elif play.clear and len(play.empty) >= len(areas):
            self.begin(whole=True)
        elif table.deal.number == 0 and len(play.empty) >= len(areas):
            self.begin(whole=False)  # begun before we came
            self._game.look_again()

    def begin(self, whole: bool) -> None:
        """Begins the next deal; after the last one the game ends instead.

        Args:
            whole: whether it is seen from an empty table on.
        """
        table = self._game.table
        state = table.game
        if state.over:
            self.finish()
            return
        self._game.append(
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
        self._game.play.forget()
        self._game.look_again("wall")  # an indicator may lie there from before the deal
        self._told_end = False
        self._leave_out()

    # How one ends.

    def may_end(self) -> None:
        """Proposes the end of a deal of which many tiles are gone for a while.

        Not while a win waits for its answer: its proposal holds the evidence.
        """
        table, gone = self._game.table, self._game.play.vanished()
        waits = table.open is not None or self._told_end
        if table.over or waits or not gone:
            self._gone_since = None
            return
        if self._gone_since is None:
            self._gone_since = self._game.time
        if self._game.time - self._gone_since >= _GONE:
            self._told_end = True
            self._game.append("proposal", {"what": "deal_end", "gone": gone})

    def won(self, found: Proposal, author: str) -> Proposal | None:
        """Ends the deal with a proposal that is complete.

        Returns:
            a further hand that wins on the same discard and waits for an answer.

        Raises:
            GameError: it cannot be won so now.
        """
        event, first = self._game.table.waiting(found.place), self._proposals.taken
        assert event is not None and found.record is not None
        if first is not None:
            self._won_beside(first, found.record, event, author)
            return None
        others = self._proposals.others(found)
        self._won(found.record, found.place, author, event)
        return self._proposals.propose_beside(others)

    def riichi(self, seat: Wind) -> None:
        """Enters a declaration that no camera saw.

        Raises:
            GameError: it cannot be declared now.
        """
        table = self._game.table
        apply(table.game, Riichi(seat))
        data = {"place": table.place(seat), "seat": seat.value, "discard": 0}
        self._game.append("riichi", data, "user")

    def _won(self, read: Record, place: int | None, author: str, shown: Event | None) -> None:
        happened = multiple_wins.happened(self._game.table, [read])
        number = None if shown is None else shown.number
        data = {
            "proposal": number,
            **winner_data(place, read),
            "changes": multiple_wins.changes(happened),
        }
        self.end("win", happened, data, author, shown)

    def _won_beside(self, first: Taken, read: Record, shown: Event, author: str) -> None:
        """Writes the win anew with one more winner, or another one in his place.

        One event takes the first back and says the second: whoever is cut off between two would
        have lost the win that was confirmed.
        """
        records, table = first.records_with(read), first.before
        happened = multiple_wins.happened(table, records)
        one, *more = (winner_data(table.place(record.win.seat), record) for record in records)
        data = {"proposal": shown.number, "instead": first.event.number, **one, "others": more}
        shown = replace(shown, evidence=(*first.event.evidence, *shown.evidence))
        self.end(
            "win", happened, {**data, "changes": multiple_wins.changes(happened)}, author, shown
        )

    def end(
        self,
        kind: str,
        happened: GameEvent,
        data: Mapping[str, object],
        author: str,
        shown: Event | None = None,
    ) -> None:
        """Ends the deal; a game with its last one only when the next would begin.

        Until then one more may win on the same discard, and what was wrong can be taken back.

        Args:
            kind: of the event.
            happened: in the game; it can.
            data: of the event, besides.
            author: who says so.
            shown: the proposal that it follows.
        """
        evidence = () if shown is None else shown.evidence
        confidence = None if shown is None else shown.confidence
        data = {**data, "deal": self._game.table.deal.number, "game": event_to_json(happened)}
        self._game.append(kind, data, author, confidence, evidence)
        self._game.append("totals", self.totals())
        self._proposals.look_away()
        self._game.play.forget()
        self._game.play.empty.clear()
        self._game.look_again()
        self._game.keep_book()

    def finish(self, author: str = "camera") -> None:
        """Ends the game.

        Args:
            author: who says so.
        """
        self._leave_out()
        self._game.append("game_end", {"points": list(self._game.table.game.points)}, author)

    def _leave_out(self) -> None:
        """Says which hands nobody answered, and forgets them."""
        for left in self._proposals.waiting:
            if left.record is not None:
                self._game.operator.warn("left_out", seat=left.record.win.seat)
        self._proposals.look_away()

    def totals(self) -> dict[str, object]:
        """Points by player, as the log has them."""
        table = self._game.table
        return {"points": list(table.game.points), "players": list(table.players)}


def winner_data(place: int | None, record: Record) -> dict[str, object]:
    """What the log says of a winner."""
    written = record.to_json()
    return {"place": place, "record": written, "result": score_record_json(written)}
