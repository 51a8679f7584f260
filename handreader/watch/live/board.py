"""Thread-safe board between the watcher and the page: snapshots out, commands in."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scoring.errors import HandReaderError
from scoring.text import ALL_LANGUAGES, in_language
from scoring.tiles import WINDS, Wind

from ..log.event_text import event_sentence
from ..log.events import (
    AbortEvent,
    AnyCorrection,
    DealStartEvent,
    DrawEvent,
    LogEntry,
    PauseEvent,
    RefusalEvent,
    ResumeEvent,
    SetEvent,
    StoreImportEvent,
    TileEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
)
from ..log.journal import Journal
from ..log.table_state import TableState, active_events, correct_entry, undone_numbers
from ..play.win_proposal import WinProposal
from ..session.commands import Command
from .snapshot import LogLine, Message, TableSnapshot, WatchView, sentence

MOST_LINES = 200
"""Most lines of the log in a snapshot: the last deals of an evening."""
MOST_WARNINGS = 8
MOST_ASKED = 32
"""Most commands that may be queued for the watcher."""


class CommandRejected(HandReaderError):
    """Reason why the watcher rejected a command."""

    def __init__(self, *messages: Message) -> None:
        super().__init__(" ".join(one["en"] for one in messages))
        self._messages = messages

    def localize(self, lang: str) -> str:
        """Return the reason in a language."""
        return " ".join(in_language(one, lang) for one in self._messages)


@dataclass(eq=False)
class _QueuedCommand:
    command: Command
    is_current: Callable[[TableState], bool]
    done: threading.Event = field(default_factory=threading.Event)
    faults: list[Message] = field(default_factory=list)


class Board:
    """Operator of a game that is watched beside the page (see `session.Operator`).

    The watcher's thread writes it; any other thread may read it and submit commands. The watcher
    checks the condition of a command in its own thread, right before the execution: if two phones
    confirm the same win, one succeeds and the other is rejected as already answered.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[_QueuedCommand] = deque()
        self._current: _QueuedCommand | None = None
        self._table: TableState | None = None
        self._paused = ""
        self._revision = 0
        self._lines: deque[LogLine] = deque(maxlen=MOST_LINES)
        self._undone: set[int] = set()
        self._first: dict[int, LogEntry] = {}  # entries of tiles, as they were logged
        self._corrections: dict[int, LogEntry] = {}  # that are not undone, by their own number
        self._warnings: deque[Message] = deque(maxlen=MOST_WARNINGS)
        self._snapshot: TableSnapshot | None = None
        self._proposal: tuple[int, WinProposal] | None = None  # by the number of its event
        self._seats: Mapping[Wind, str] = {}  # of the latest deal, as long as it was played
        self._camera_fault: Message | None = None
        self._end_reason: Message | None = None

    # For readers in other threads.

    @property
    def revision(self) -> int:
        """Return a number that grows with every change."""
        return self._revision

    @property
    def pause_reason(self) -> str:
        """Return why nothing is observed now, as in the log; "" while it is."""
        return self._paused

    def view(self) -> WatchView:
        """Return consistent data for a page."""
        with self._lock:
            open_ = self._snapshot.open_proposal if self._snapshot else None
            number, proposal = self._proposal or (0, None)
            known = open_ is not None and open_.number == number
            return WatchView(
                self._revision,
                self._snapshot,
                tuple(self._lines),
                frozenset(self._undone),
                tuple(self._warnings),
                proposal if known else None,
                self._camera_fault,
                self._end_reason,
            )

    def submit(
        self,
        command: Command,
        is_current: Callable[[TableState], bool] = lambda _: True,
        seconds: float = 15.0,
    ) -> None:
        """Submit a command to the watcher, and wait until it is executed.

        Args:
            command: to execute.
            is_current: whether the command still applies to the state; called by the watcher.
            seconds: timeout of the execution.

        Raises:
            CommandRejected: with the reason.
        """
        queued = _QueuedCommand(command, is_current)
        with self._lock:
            if self._end_reason is not None:
                raise CommandRejected(self._end_reason)
            if len(self._queue) >= MOST_ASKED:
                raise CommandRejected(sentence("not_heard"))
            self._queue.append(queued)
        if not queued.done.wait(seconds):
            with self._lock:
                if queued in self._queue:  # else it is being executed
                    self._queue.remove(queued)
            raise CommandRejected(sentence("not_heard"))
        if queued.faults:
            raise CommandRejected(*queued.faults)

    # For the watcher: see `session.Operator`.

    @property
    def listening(self) -> bool:
        """Return whether anybody can still give a command."""
        return self._end_reason is None

    def next_command(self) -> Command | None:
        """Return the next command that still applies; this call completes the previous one."""
        with self._lock:
            self._end_current()
            while self._queue:
                queued = self._queue.popleft()
                if self._table is None or not queued.is_current(self._table):
                    queued.faults.append(sentence("answered"))
                    queued.done.set()
                    continue
                self._current = queued
                return queued.command
        return None

    def propose(self, found: WinProposal, table: TableState) -> None:
        """Show a win and ask for its confirmation."""
        with self._lock:
            if table.open_proposal is not None:
                self._proposal = table.open_proposal.number, found
            self._refresh(table)

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        """Show an event of the log."""
        with self._lock:
            if isinstance(entry.event, DealStartEvent | WinEvent | DrawEvent | StoreImportEvent):
                self._warnings.clear()  # they were of the hand before
            self._record_event(entry, table, self._snapshot.seats if self._snapshot else {})
            self._refresh(table)

    def warn(self, word: str, **gaps: object) -> None:
        """Report a fault: to the sender of the current command, else to everybody."""
        message = sentence(word, **gaps)
        with self._lock:
            if self._current is not None:
                self._current.faults.append(message)
                return
            if not self._warnings or self._warnings[-1] != message:
                self._warnings.append(message)
                self._revision += 1

    # For the owner of the watcher.

    def load_log(self, journal: Journal, table: TableState) -> None:
        """Load the events that a game's log has already."""
        then = TableState()
        with self._lock:
            for entry in active_events(journal.events):
                seats = _seats(then)
                then.apply_event(entry)
                self._record_event(entry, then, seats)
                self._seats = self._seats if then.over else _seats(then)
            kept = TileEvent | SetEvent
            tiles = (one for one in journal.events if isinstance(one.event, kept))
            self._first = {entry.number: entry for entry in tiles}
            self._paused = ""  # of another camera, or of an earlier run
            self._refresh(table)

    def set_camera_fault(self, fault: Message | None) -> bool:
        """Set the fault of the camera; None if it works.

        Returns:
            whether the fault has changed.
        """
        with self._lock:
            if fault == self._camera_fault:
                return False
            self._camera_fault = fault
            self._revision += 1
            return True

    def end(self, reason: Message) -> bool:
        """Set the reason why the watching ended, and reject all queued commands.

        Returns:
            whether it had not ended before.
        """
        with self._lock:
            if self._end_reason is not None:
                return False
            self._end_reason, self._proposal = reason, None
            self._revision += 1
            self._end_current()
            for queued in self._queue:
                queued.faults.append(reason)
                queued.done.set()
            self._queue.clear()
            return True

    # With the lock held.

    def _end_current(self) -> None:
        if self._current is not None:
            self._current.done.set()
            self._current = None

    def _record_event(self, entry: LogEntry, table: TableState, seats: Mapping[Wind, str]) -> None:
        match entry.event:
            case PauseEvent(reason=reason):
                self._paused = reason
            case ResumeEvent():
                self._paused = ""
            case WinEvent() | DrawEvent() | AbortEvent() | RefusalEvent() | UndoEvent():
                self._proposal = None  # the watcher proposes again, if at all
            case StoreImportEvent():
                self._proposal = None
        self._undone |= undone_numbers([entry])
        self._correct_lines(entry, table)
        text = {lang: event_sentence(entry.event, table, lang, seats) for lang in ALL_LANGUAGES}
        if text["en"] and not isinstance(entry.event, TotalsEvent):  # those are in the snapshot
            self._lines.append(LogLine(entry, text, seats))

    def _correct_lines(self, entry: LogEntry, table: TableState) -> None:
        """Show the tile of a corrected entry as it is by now."""
        event = entry.event
        if isinstance(event, TileEvent | SetEvent):
            self._first[entry.number] = entry
        corrected = None
        if isinstance(event, AnyCorrection):
            self._corrections[entry.number], corrected = entry, event.of
        elif isinstance(event, UndoEvent) and event.of in self._corrections:
            undone = self._corrections.pop(event.of).event
            corrected = undone.of if isinstance(undone, AnyCorrection) else None
        if corrected not in self._first:
            return
        left = [one for one in self._corrections.values() if _corrects(one) == corrected]
        now = correct_entry(self._first[corrected], left[-1] if left else None)
        for i, line in enumerate(self._lines):
            if line.entry.number == corrected:
                event, names = now.event, line.seats
                text = {lang: event_sentence(event, table, lang, names) for lang in ALL_LANGUAGES}
                self._lines[i] = LogLine(now, text, names)

    def _refresh(self, table: TableState) -> None:
        self._table = table
        state = table.game
        self._seats = self._seats if table.over else _seats(table)
        self._snapshot = TableSnapshot(
            table.deal.number,
            table.over,
            state.is_over,
            table.ended,
            table.open_proposal,
            _seats(table),
            self._seats or _seats(table),
            state.round,
            state.turn,
            state.counters,
            {seat: state.points[state.player(seat)] for seat in WINDS},
            tuple(state.seat(player) for player in state.riichi),
            self._paused,
        )
        self._revision += 1


def _corrects(entry: LogEntry) -> int:
    return entry.event.of if isinstance(entry.event, AnyCorrection) else 0


def _seats(table: TableState) -> Mapping[Wind, str]:
    if table.state is None:
        return {}
    return {seat: table.players[table.game.player(seat)] for seat in WINDS}
