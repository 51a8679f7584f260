"""A game while it is watched: its log, its state and the observer of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from scoring.errors import HandReaderError
from scoring.tiles import Wind
from vision.arrays import Floats, Pixels
from vision.seen_tile import SeenTile
from vision.tracking.observer import Cadence, Name, Observation, TableObserver
from vision.tracking.regions import AnyArea, Whole

from ..log.events import (
    AnyCorrection,
    Evidence,
    GameStartEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    ResumeEvent,
    UndoEvent,
    WinEvent,
)
from ..log.journal import Journal
from ..log.table_state import TableState, fold_events
from ..play.described_hand import DescribedHand
from ..play.multiple_wins import PriorWin, prior_win
from ..play.play_tracker import Draft, PlayTracker
from ..play.win_proposal import WinProposal
from ..play.win_statement import WinStatement
from .commands import Command


class Session:
    """The session of one game: writes each event, applies it to the state, and shows it.

    Args:
        journal: of the game, with at least one event.
        operator: is shown every event.
        store: receives the confirmed hands besides the journal.
        areas: of the camera's picture; () for one hand anywhere in the picture.

    Attributes:
        table: current state.
        play: tracker of the ponds and sets.
        pending: the shown hands, and the proposals without an answer.
        removal: progress of the removal of the deal's tiles.
        observer: of the camera's pictures; None before the first frame.
        time: second of the camera's clock.
        pause_reason: why nothing is observed, as in the log; "" while it is.
    """

    def __init__(
        self,
        journal: Journal,
        operator: Operator,
        store: ResultStore | None,
        areas: Sequence[AnyArea],
    ) -> None:
        self.journal, self.operator, self.areas = journal, operator, areas
        self.table = fold_events(journal.events)
        started = {area.name for area in areas}  # nothing was watched until now
        self.play = PlayTracker(self.table, unwatched=started if journal.events[1:] else set())
        self.pending = PendingWins()
        self.removal = TileRemoval()
        self.observer: TableObserver | None = None
        self.time = 0.0
        self.pause_reason = ""
        self._store = store
        self._prior_win: tuple[int, PriorWin | None] = (0, None)

    @property
    def last_win(self) -> PriorWin | None:
        """Return the win on a discard that ended the deal, while others may still win on it."""
        if not self.table.over:
            return None
        events = self.journal.events
        if self._prior_win[0] != len(events):
            self._prior_win = len(events), prior_win(events)
        return self._prior_win[1]

    def append(
        self,
        event: LogEvent,
        author: str = "camera",
        confidence: float | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> LogEntry:
        """Append an event to the journal, apply it to the state, and show it.

        Raises:
            WatchError: the event cannot be written.
        """
        entry = self.journal.append(event, self.time, author, confidence, evidence)
        if _changes_past(event):
            self.table = fold_events(self.journal.events)
            self.play.table = self.table
        else:
            self.table.apply_event(entry)
        self.operator.show_event(entry, self.table)
        return entry

    def append_draft(self, draft: Draft, picture: Pixels) -> None:
        """Append the event of a draft, with a crop of its tiles as evidence."""
        evidence: tuple[Evidence, ...] = ()
        if draft.tiles:
            evidence = (self.save_crop(draft.event.kind, picture, draft.tiles),)
        self.append(draft.event, "camera", draft.confidence, evidence)

    def save_crop(self, kind: str, picture: Pixels, tiles: Sequence[SeenTile]) -> Evidence:
        """Save the crop of a picture around some tiles, and nothing else of the table."""
        import cv2

        height, width = picture.shape[:2]
        left, top, right, bottom = bounding_box(tiles, width, height)
        part = picture[top:bottom, left:right]
        code = cv2.imencode(".jpg", part[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        return self.journal.save_crop(f"{kind}-{self.table.deal.number}", code.tobytes())

    def ensure_observer(self, pixels: Pixels, name: Name, pace: Cadence) -> TableObserver:
        """Return the observer; create it for the size of these pictures if it is missing."""
        if self.observer is None:
            height, width = pixels.shape[:2]
            areas = self.areas or [Whole(width, height)]
            self.observer = TableObserver(areas, (width, height), name, pace)
        return self.observer

    def start_scene(self) -> None:
        """Forget what the pictures before a cut showed; the log and the open proposals stay."""
        self.observer = None
        self.play.empty.clear()
        self.pending.shown.clear()

    def request_reading(self, *kinds: str) -> None:
        """Request a new reading of the areas whose names start with a kind, or of all."""
        if self.observer is not None:
            for area in self.areas or [Whole(1, 1)]:
                if not kinds or area.name.startswith(kinds):
                    self.observer.request_reading(area.name)

    def pause(self, reason: str) -> None:
        """Pause the observation; the tiles that are found after it are of unknown order."""
        self.play.unwatched = {area.name for area in self.areas}
        if self.pause_reason not in ("user", reason):
            self.pause_reason = reason
            self.append(PauseEvent(reason))

    def resume(self) -> None:
        """Resume the observation if it is paused."""
        if self.pause_reason:
            self.pause_reason = ""
            self.append(ResumeEvent())

    def sync_store(self) -> None:
        """Copy the confirmed hands from the journal to the store."""
        if self._store is None:
            return
        try:
            self._store.sync(self.journal.events)
        except HandReaderError as error:  # the journal has them; the next start copies them
            self.operator.warn("book", what=error)


@dataclass(slots=True)
class PendingWins:
    """The shown hands, and the proposals of this process without an answer.

    Attributes:
        proposals: by place of the hand.
        statements: of people, by place of the hand.
        undone: the hands of an undone win as people described them, by place.
        shown: second of the first observation and newest observation of a shown hand, by area.
        rejected: number of a win's event and seat of each hand that lost to it, by precedence.
    """

    proposals: dict[int | None, WinProposal] = field(default_factory=dict)
    statements: dict[int | None, WinStatement] = field(default_factory=dict)
    undone: Mapping[int | None, DescribedHand] = field(default_factory=dict)
    shown: dict[str, tuple[float, Observation]] = field(default_factory=dict)
    rejected: set[tuple[int, Wind]] = field(default_factory=set)

    def clear(self) -> None:
        """Drop all proposals: a later answer finds none open."""
        self.proposals.clear()
        self.statements.clear()
        self.undone = {}

    def reset(self) -> None:
        """Drop proposals and shown hands at the end or start of a deal."""
        self.clear()
        self.shown.clear()


@dataclass(slots=True)
class TileRemoval:
    """Progress of the removal of a deal's tiles.

    Attributes:
        since: second since which many are missing; None if they are not.
        is_proposed: whether the end of the deal was proposed.
    """

    since: float | None = None
    is_proposed: bool = False


def _changes_past(event: LogEvent) -> bool:
    """Return whether an event changes the effect of earlier ones."""
    replaces = isinstance(event, WinEvent) and event.instead is not None
    return replaces or isinstance(event, UndoEvent | AnyCorrection)


def bounding_box(tiles: Sequence[SeenTile], width: int, height: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a crop with a margin around some tiles."""
    corners = np.array([tile.quad for tile in tiles]).reshape(-1, 2)
    sides = [np.linalg.norm(np.subtract(t.quad[0], t.quad[2])) for t in tiles]
    margin = 0.4 * float(np.median(sides))
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + margin), [width, height]).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


class Operator(Protocol):
    """Interface to the people: shows events, and reads their commands and answers."""

    @property
    def listening(self) -> bool:
        """Return whether anybody can still give a command."""
        ...

    def next_command(self) -> Command | None:
        """Return the next command, None if there is none yet; the previous one is executed."""
        ...

    def propose(self, found: WinProposal, table: TableState) -> None:
        """Show a win and ask for its confirmation."""
        ...

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        """Show an event of the log."""
        ...

    def warn(self, word: str, **gaps: object) -> None:
        """Report a fault; `event_text` has the sentence."""
        ...


class ResultStore(Protocol):
    """Store of confirmed hands besides the journal; see also `SharedResultStore`."""

    def sync(self, events: Sequence[LogEntry]) -> None:
        """Copy the confirmed hands that are missing in the store."""
        ...


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Options of a session.

    Attributes:
        areas: of the camera's picture; () for one hand anywhere in the picture.
        auto: whether a certain win is confirmed automatically.
        pace: rates of observing and reading.
        start: the game's first event.
        waits_for_answers: whether the camera can wait until a proposal is answered: a video file.
        keep_shift: stores the shift of a camera that was moved, as `TableObserver.transform`; None
            to forget it with this run.
    """

    areas: Sequence[AnyArea]
    auto: bool
    pace: Cadence
    start: GameStartEvent
    waits_for_answers: bool = False
    keep_shift: Callable[[Floats], None] | None = None
