"""Import of manual entries and corrections from the store into the log."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from scoring.game import State
from scoring.game.as_json import event_to_json
from scoring.tiles import HandReaderError

from .events import Event
from .people import Book
from .proposing import Proposals
from .watched import Watched

if TYPE_CHECKING:
    from ..store import Told

_EVERY = 1.0  # seconds between polls: typing a hand takes longer
_SELDOM = 10.0  # seconds between polls while the store fails


class Shared(Book, Protocol):
    """A store in which others enter hands, too."""

    def changed(self, events: Sequence[Event]) -> Told | None:
        """Sync the journal and return the stored game; None if unchanged since the last call."""
        ...


class Following:
    """Importer of the changes of the stored game that the log does not have.

    The page writes corrections and wins by points directly to the store, and another program may
    use the same store; seats, round, counters and points are then the store's.

    Args:
        game: session of the game.
        proposals: of the game.
        book: the store; None for none.
    """

    def __init__(self, game: Watched, proposals: Proposals, book: Shared | None) -> None:
        self._game, self._proposals, self._book = game, proposals, book
        self._due = 0.0

    def look(self, at_once: bool = False) -> None:
        """Import the changes since the last poll.

        Args:
            at_once: whether to poll before the interval has passed.

        Raises:
            LogError: the log cannot be written any more.
        """
        now = time.monotonic()
        if self._book is None or self._game.table.ended or not (at_once or now >= self._due):
            return
        self._due = now + _EVERY
        try:
            told = self._book.changed(self._game.journal.events)
        except HandReaderError:  # the store fails: `sync_store` has reported it
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
        # shown hands are proposed again, with the new seats
        self._proposals.look_away()
        if ended:
            game.play.forget()
            game.play.empty.clear()
        game.look_again()


def _agree(kept: State, logged: State) -> bool:
    """Return whether two states are equal; the store has a riichi only after its deal has ended."""
    return _settled(kept) == _settled(logged) and set(kept.riichi) <= set(logged.riichi)


def _settled(state: State) -> tuple[object, ...]:
    bets = [state.rules.bet * (player in state.riichi) for player in range(4)]
    points = tuple(a + b for a, b in zip(state.points, bets, strict=True))
    lying = (state.counters, state.sticks, state.fines, state.barred)
    return state.seating, state.rounds_over, state.turn, points, lying
