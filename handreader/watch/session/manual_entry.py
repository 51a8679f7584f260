"""Hands that somebody tells in full: all of one is checked before a line of it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring import Score
from scoring.game import Aborted, NobodyWon, Riichi, State, WonFalsely, apply, won
from scoring.game import Event as GameEvent
from scoring.game.serialization import event_from_json, event_to_json
from scoring.record import Record
from scoring.tiles import Wind

from ...store.replay import scored_now
from ..errors import WatchError
from ..log.events import Event
from ..play import multiple_wins
from .deals import Deals, winner_data
from .proposals import Proposals
from .session import Watched


class Typed:
    """Enters what people say of a whole deal.

    Args:
        game: that is watched.
        proposals: made in it.
        deals: of it.
    """

    def __init__(self, game: Watched, proposals: Proposals, deals: Deals) -> None:
        self._game, self._proposals, self._deals = game, proposals, deals

    def told(self, said: Mapping[str, object]) -> None:
        """Enters `{"riichi": ["S"], "ended": {...}}`; no deal needs to have been seen to begin.

        Args:
            said: `ended` as in `scoring.game.serialization`, or None; wins by their
                case records: `{"type": "won", "records": [...], "on_riichi_tile": false}`.

        Raises:
            WatchError: a hand that is no win.
            GameError: it cannot have happened now; nothing was written.
        """
        riichi, ended = said.get("riichi") or [], said.get("ended")
        assert isinstance(riichi, list) and (ended is None or isinstance(ended, dict))
        declared = [Wind(seat) for seat in riichi]
        if ended is not None and ended["type"] == "won":
            records = [Record.from_json(record) for record in ended["records"]]
            self.won(records, declared, bool(ended.get("on_riichi_tile")), begin=True)
            return
        table = self._game.table
        state, new = _with_riichi(table.game, declared)
        happened = None if ended is None else event_from_json(ended)
        if happened is not None:
            apply(state, happened)
        self._begin()
        self._declare(new)
        if happened is not None:
            self._end(happened)

    def won(
        self,
        records: Sequence[Record],
        declared: Sequence[Wind] = (),
        on_riichi_tile: bool = False,
        begin: bool = False,
    ) -> None:
        """Ends the deal with wins that somebody tells in full.

        Args:
            records: of the winners.
            declared: riichi; those of the winners need not be named.
            on_riichi_tile: whether they won on the tile of a riichi, if the camera did not see it.
            begin: whether a deal may begin with it.

        Raises:
            WatchError: no deal is played, or a hand is no win in it.
            GameError: they cannot win so now; nothing was written.
        """
        table = self._game.table
        if table.over and not begin:
            raise WatchError("no_deal")
        scores = _in_turn([self._scored(record) for record in records])
        with_riichi = [s.win.seat for s in scores if s.win.riichi or s.win.double_riichi]
        state, new = _with_riichi(table.game, [*declared, *with_riichi])
        on_riichi_tile = on_riichi_tile or self._on_riichi_tile(scores[0])
        happened = won(state, *scores, on_riichi_tile=on_riichi_tile)
        apply(state, happened)
        self._begin()
        self._declare(new)
        shown = self._shown([one.win.seat for one in scores])
        one, *more = (
            winner_data(table.place(s.win.seat), Record(None, table.rules, s.hand, s.win))
            for s in scores
        )
        data = {"proposal": None if shown is None else shown.number, **one}
        data |= {"others": more} if more else {}
        data["changes"] = multiple_wins.changes(happened)
        self._deals.end("win", happened, data, "user", shown)

    def false_win(self, happened: WonFalsely) -> None:
        """Enters a win that was declared and is none.

        Raises:
            GameError: it cannot be now.
        """
        table = self._game.table
        apply(table.game, happened)
        data = {"seat": happened.seat.value, "deal": table.deal.number}
        self._game.append("penalty", {**data, "game": event_to_json(happened)}, "user")
        if self._game.table.over:
            self._proposals.forget()
        self._game.append("totals", self._deals.totals())
        self._game.keep_book()

    def _end(self, happened: GameEvent) -> None:
        """Ends the deal without a win."""
        if isinstance(happened, NobodyWon):
            self._deals.end("draw", happened, {"ready": sorted(happened.ready)}, "user")
        elif isinstance(happened, Aborted):
            self._deals.end("abort", happened, {"reason": happened.reason.value}, "user")
        elif isinstance(happened, WonFalsely):
            self.false_win(happened)

    def _begin(self) -> None:
        if self._game.table.over:  # no camera has seen it begin
            self._deals.begin(whole=self._game.play.clear)

    def _declare(self, seats: Iterable[Wind]) -> None:
        for seat in seats:
            self._deals.riichi(seat)

    def _scored(self, record: Record) -> Score:
        found = scored_now(record.to_json(), self._game.table.game)
        if found is None or found.payments is None:
            raise WatchError("no_win_then")
        return found

    def _on_riichi_tile(self, first: Score) -> bool:
        """Whether the camera saw that the tile which wins declared a riichi."""
        table, last = self._game.table, self._game.table.last_discard
        if table.over or last is None or first.win.discarder is None:
            return False
        same = first.hand.winning is not None and last.tile.plain is first.hand.winning.plain
        mine = table.place(first.win.discarder) == last.place
        return same and mine and last.event in table.deal.riichi.values()

    def _shown(self, seats: Sequence[Wind]) -> Event | None:
        """The proposals of these winners' hands as one, or the one that is open; None for none."""
        table = self._game.table
        waiting = [table.waiting(place) for place in (*map(table.place, seats), None)]
        found = [event for event in waiting if event is not None]
        if not found:
            return table.open
        return replace(found[0], evidence=tuple(e for event in found for e in event.evidence))


def _with_riichi(state: State, seats: Iterable[Wind]) -> tuple[State, list[Wind]]:
    """The state with these declarations, and those of them that were not known."""
    new = []
    for seat in dict.fromkeys(seats):
        if state.player(seat) not in state.riichi:
            state = apply(state, Riichi(seat))
            new.append(seat)
    return state, new


def _in_turn(scores: Sequence[Score]) -> list[Score]:
    """The winners, the first in turn after the discarder first."""
    giver = scores[0].win.discarder
    if giver is None:
        return list(scores)
    return sorted(scores, key=lambda one: (one.win.seat.order - giver.order) % 4)
