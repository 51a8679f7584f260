"""Copy of confirmed hands from the journal to the store, which the page reads."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scoring.errors import HandReaderError
from scoring.game import Event as GameEvent
from scoring.game import GameState, Riichi

from ..log.events import (
    GameStartEvent,
    LogEntry,
    ResultEvent,
    RiichiEvent,
    StoreImportEvent,
    WinEvent,
)
from ..log.table_state import fold_events, undone_numbers
from .session import ResultStore, Session

if TYPE_CHECKING:
    from ...store import Entry, GameHistory, Origin, StoreError
    from ...store.store import Store

_ID = "store-id"
_MARK = "event:"
_TRIES = 3
_EVERY = 1.0  # seconds between two polls: typing a hand takes longer
_SELDOM = 10.0  # the same while the store cannot be reached


class Ledger:
    """One watched game in the store.

    The evidence of an entry names its event of the journal. So manual entries and corrections
    between two watched hands are not overwritten.

    Args:
        store: open.
        folder: of the watched game; its file `store-id` has the game's id in each store.
        is_lazy: whether the game is stored with its first result only.

    Attributes:
        game_id: in this store; None while the game could not be stored.
    """

    def __init__(self, store: Store, folder: Path, is_lazy: bool = False) -> None:
        self._store, self._file, self._is_lazy = store, folder / _ID, is_lazy
        self.game_id: str | None = None
        self._seen: int | None = None

    @property
    def is_in_other_store(self) -> bool:
        """Return whether the game is in another database, and not in this one.

        Raises:
            StoreError: the store fails.
        """
        return bool(self._ids()) and self._find_game_id() is None

    def sync(self, events: Sequence[LogEntry]) -> None:
        """Add the hands that are not in the store yet, and void those undone since.

        Raises:
            StoreError: the store fails; or a hand is impossible after the manual entries of this
                game, and the others are stored.
        """
        from ...store import StaleError

        if self._is_lazy and not any(isinstance(one.event, ResultEvent) for one in events):
            return
        for tries in range(_TRIES):
            try:
                self.game_id = self._find_or_create_game(events)
                self._write_entries(self.game_id, events)
            except StaleError:  # a hand was entered on the page between our reading and our writing
                if tries == _TRIES - 1:
                    raise
            else:
                return

    def poll_changes(self, events: Sequence[LogEntry]) -> GameHistory | None:
        """Sync the journal and return the stored game; None if it is unchanged since the last call.

        Raises:
            StoreError: as `sync`.
        """
        if self.game_id is not None and self._store.revision(self.game_id) == self._seen:
            return None
        self.sync(events)
        if self.game_id is None:
            return None
        history = self._store.replay(self.game_id)
        self._seen = history.revision
        return history

    def _write_entries(self, game: str, events: Sequence[LogEntry]) -> None:
        from ...store import StaleError, StoreError

        entries = self._store.events(game)
        entered = {
            mark: entry.number for entry in entries for mark in self._event_numbers(game, entry)
        }
        count = len(entries)
        gone = undone_numbers(events)
        replaced = {_previous_win_number(logged) for logged in events}
        refused: StoreError | None = None
        bets: list[Riichi] = []
        for logged in events:
            event, number = logged.event, logged.number
            if isinstance(event, RiichiEvent) and number not in gone:
                bets.append(Riichi(event.seat))
            if isinstance(event, StoreImportEvent):  # by the deal's places: seats may have changed
                table = fold_events(one for one in events if one.number <= number)
                bets = [] if table.over else [Riichi(table.seat(at)) for at in table.deal.riichi]
            if not isinstance(event, ResultEvent):
                continue
            happened: tuple[GameEvent, ...] = (*bets, event.game)
            if number not in gone:  # else the hand continues, with its bets on the table
                bets = []
            entry = entered.get(number)
            try:
                if (
                    entry is None
                    and (instead := entered.get(_previous_win_number(logged))) is not None
                ):
                    entry = instead
                    self._store.correct(game, entry, happened, _origin(logged))
                elif entry is None and number not in gone:
                    happened = self._without_known_riichi(game, happened)
                    entry = self._store.append(game, count + 1, happened, _origin(logged)).number
                    count += 1
                elif entry is not None and number in gone - replaced:
                    self._void_entry(game, entry)
            except StaleError:
                raise
            except StoreError as error:
                if error.code != "impossible":
                    raise
                refused = refused or error
            if entry is not None:
                entered[number] = entry
        if refused is not None:
            raise refused

    def _without_known_riichi(
        self, game: str, happened: tuple[GameEvent, ...]
    ) -> tuple[GameEvent, ...]:
        """Return the events without a riichi that was already entered by hand."""
        now = self._store.state(game)
        return tuple(
            event
            for event in happened
            if not isinstance(event, Riichi) or now.player(event.seat) not in now.riichi
        )

    def _void_entry(self, game: str, number: int) -> None:
        if self._store.events(game)[number - 1].events:
            self._store.correct(game, number, ())

    def _event_numbers(self, game: str, entry: Entry) -> set[int]:
        """Return the numbers of the events in any version of an entry."""
        versions = self._store.versions(game, entry.number) if entry.version else (entry,)
        words = [word for one in versions for word in one.origin.evidence.split()]
        marks = (word.removeprefix(_MARK) for word in words if word.startswith(_MARK))
        return {int(mark) for mark in marks if mark.isdecimal()}

    def _find_or_create_game(self, events: Sequence[LogEntry]) -> str:
        known = self._find_game_id()
        if known is not None:
            return known
        from ...store import StoreError

        start = events[0].event
        assert isinstance(start, GameStartEvent), "a log begins with game_start"
        game = self._store.new_game(start.players, start.rules)
        part = self._file.with_suffix(".part")
        try:
            part.write_text("\n".join((game.id, *self._ids())) + "\n", "utf-8")
            part.replace(self._file)
        except OSError as error:  # the next start creates another game: this one stays empty
            raise StoreError("unwritable", database=self._file) from error
        return game.id

    def _ids(self) -> list[str]:
        return self._file.read_text("utf-8").split() if self._file.exists() else []

    def _find_game_id(self) -> str | None:
        """Return the game's id in this store; None if it is not stored."""
        from ...store import StoreError

        for id in self._ids():
            try:
                return self._store.game(id).id
            except StoreError as error:
                if error.code not in ("unknown_game", "deleted_game"):
                    raise
        return None


def _previous_win_number(entry: LogEntry) -> int:
    """Return the number of the win that this one replaces, with more winners; 0 for none."""
    return (entry.event.instead or 0) if isinstance(entry.event, WinEvent) else 0


def _origin(entry: LogEntry) -> Origin:
    from ...store import CAMERA, USER, Origin

    hands = entry.event.hands if isinstance(entry.event, WinEvent) else ()
    return Origin(
        author=CAMERA if entry.author == "camera" else USER,
        confidence=entry.confidence if entry.author == "camera" else None,
        records=tuple(hand.record.to_json() for hand in hands),
        evidence=" ".join(
            (f"{_MARK}{entry.number}", *(f"sha256:{e.sha256}" for e in entry.evidence))
        ),
    )


class SharedResultStore(ResultStore, Protocol):
    """A store in which others enter hands, too."""

    def poll_changes(self, events: Sequence[LogEntry]) -> GameHistory | None:
        """Sync the journal and return the stored game; None if unchanged since the last call."""
        ...


class CorrectionImporter:
    """Importer of the changes of the stored game that the log does not have.

    The page writes corrections and wins by points directly to the store, and another program may
    use the same store; seats, round, counters and points are then the store's.

    Args:
        store: None for none.
    """

    def __init__(self, store: SharedResultStore | None) -> None:
        self._store = store
        self._due = 0.0

    def import_changes(self, session: Session, at_once: bool = False) -> None:
        """Import the changes since the last poll into the log.

        Args:
            session: of the game.
            at_once: whether to poll before the interval has passed.

        Raises:
            LogError: the log cannot be written any more.
        """
        now = time.monotonic()
        if self._store is None or session.table.ended or not (at_once or now >= self._due):
            return
        self._due = now + _EVERY
        try:
            history = self._store.poll_changes(session.journal.events)
        except HandReaderError:  # `Session.sync_store` reports it
            self._due = now + _SELDOM
            return
        if history is not None and not _is_same_state(history.state, session.table.game):
            _import_game(session, history)


def _import_game(session: Session, history: GameHistory) -> None:
    table = session.table
    more = len(history.state.deals) > len(table.game.deals) or history.state.is_over
    ended = more and not table.over
    entries = tuple(map(tuple, history.events))
    session.append(StoreImportEvent(table.deal.number, ended, entries), "user")
    # the shown hands are proposed again, with the new seats
    session.pending.reset()
    if ended:
        session.play.reset()
        session.play.empty.clear()
    session.request_reading()


def _is_same_state(kept: GameState, logged: GameState) -> bool:
    """Return whether two states are equal; the store has a riichi only after its deal has ended."""
    return _comparison_key(kept) == _comparison_key(logged) and set(kept.riichi) <= set(
        logged.riichi
    )


def _comparison_key(state: GameState) -> tuple[object, ...]:
    bets = [state.rules.bet * (player in state.riichi) for player in range(4)]
    points = tuple(a + b for a, b in zip(state.points, bets, strict=True))
    on_table = (state.counters, state.sticks, state.fines, state.barred)
    return state.seating, state.rounds_over, state.turn, points, on_table
