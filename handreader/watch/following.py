"""What people enter or correct by hand meanwhile: the watched game goes on from there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from scoring.errors import HandReaderError
from scoring.game import State
from scoring.game.serialization import event_to_json

from .events import Event
from .people import Book
from .proposing import Proposals
from .watched import Watched

if TYPE_CHECKING:
    from ..store import Told

_EVERY = 1.0  # seconds between looks: a hand that is typed takes longer
_SELDOM = 10.0  # and while the store cannot


class Shared(Book, Protocol):
    """A book in which others enter hands, too."""

    def changed(self, events: Sequence[Event]) -> Told | None:
        """The game with all of the journal in it; None if it is as it was when last asked."""
        ...


class Following:
    """Looks whether the game stands elsewhere than the log says, and has the log say so.

    The page takes corrections and wins by points straight into the store, and another program may
    use the same one; who sits where, the round, counters and points are then the store's.

    Args:
        game: that is watched.
        proposals: made in it.
        book: where it is kept besides; None for nowhere.
    """

    def __init__(self, game: Watched, proposals: Proposals, book: Shared | None) -> None:
        self._game, self._proposals, self._book = game, proposals, book
        self._due = 0.0

    def look(self, at_once: bool = False) -> None:
        """Follows what was entered since the last look.

        Args:
            at_once: whether also before it is time to look again.

        Raises:
            LogError: the log cannot be kept any more.
        """
        now = time.monotonic()
        if self._book is None or self._game.table.ended or not (at_once or now >= self._due):
            return
        self._due = now + _EVERY
        try:
            told = self._book.changed(self._game.journal.events)
        except HandReaderError:  # the store cannot: `keep_book` has said so
            self._due = now + _SELDOM
            return
        if told is not None and not _agree(told.state, self._game.table.game):
            self._follow(told)

    def _follow(self, told: Told) -> None:
        game, table = self._game, self._game.table
        more = len(told.state.deals) > len(table.game.deals) or told.state.over
        ended = more and not table.over
        entries = [[event_to_json(event) for event in events] for events in told.events]
        data = {"deal": table.deal.number, "ended": ended, "entries": entries}
        game.append("entered", data, "user")
        # hands that lie there are asked about anew, by the seats of now
        self._proposals.look_away()
        if ended:
            game.play.forget()
            game.play.empty.clear()
        game.look_again()


def _agree(kept: State, logged: State) -> bool:
    """Whether the two stand alike; the store learns of a riichi only with the end of its deal."""
    return _settled(kept) == _settled(logged) and set(kept.riichi) <= set(logged.riichi)


def _settled(state: State) -> tuple[object, ...]:
    bets = [state.rules.bet * (player in state.riichi) for player in range(4)]
    points = tuple(a + b for a, b in zip(state.points, bets, strict=True))
    lying = (state.counters, state.sticks, state.fines, state.barred)
    return state.seating, state.rounds_over, state.turn, points, lying
