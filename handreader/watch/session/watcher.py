"""The main loop: read frames, append events, and execute commands."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from scoring.errors import HandReaderError
from vision import Reader
from vision.arrays import Pixels
from vision.cameras.camera import Camera, Frame, Gap
from vision.photo import Photo
from vision.seen_tile import SeenTile
from vision.tracking.observer import Name, Observation, Placement, TableObserver

from ..errors import LogError, WatchError
from ..log.events import WinProposalEvent
from ..log.journal import Journal
from ..log.table_state import TableState
from ..play.win_facts import place_to_draw
from ..play.win_proposal import WinProposal
from . import deals, proposals
from .command_handler import execute
from .commands import Command, ProposalCommand
from .session import Operator, Session, SessionOptions
from .store_sync import CorrectionImporter, SharedResultStore

__all__ = ["Operator", "SessionOptions", "Watcher", "frame_recognizer"]

_MOST_FAILED = 100  # frames that may fail before it is no frame's fault
_PAUSES = {Placement.MOVED: "moved", Placement.AWAY: "moved_away"}
_COVERED = 8.0  # seconds after which players are told what covers the table; a hand is gone by then


class Watcher:
    """The loop of one camera and one game.

    Args:
        camera: source of the frames.
        journal: of the game; a journal with events is resumed.
        name: recognises tiles in pictures.
        operator: answers proposals.
        options: options of the session.
        store: receives the confirmed hands besides the journal.

    Attributes:
        options: of the session.
        frames: number of the processed frames.
        session: state of the game.
        scene: name of the picture that is shown; "" in a film.
    """

    def __init__(
        self,
        camera: Camera,
        journal: Journal,
        name: Name,
        operator: Operator,
        options: SessionOptions,
        store: SharedResultStore | None = None,
    ) -> None:
        self.options, self.frames = options, 0
        self._camera, self._name, self._operator = camera, name, operator
        if not journal.events:
            journal.append(options.start, 0.0, "user")
        self._before = journal.events[-1].number
        self.session = Session(journal, operator, store, options.areas)
        self._importer = CorrectionImporter(store)
        self._failed_frames = 0
        self._early_answer: ProposalCommand | None = None
        self.scene = ""
        self._scene_events = 0  # events before it
        self._covered: dict[str, float] = {}  # since when each area is covered
        self.session.sync_store()

    @property
    def journal(self) -> Journal:
        """Return the journal of the game."""
        return self.session.journal

    @property
    def table(self) -> TableState:
        """Return the current state of the table."""
        return self.session.table

    @property
    def observer(self) -> TableObserver | None:
        """Return the observer of the pictures; None before the first frame."""
        return self.session.observer

    def run(self) -> None:
        """Process frames until the camera or the game ends.

        Raises:
            WatchError: the log cannot be written any more.
            CameraError: a video that broke off.
        """
        for item in self._camera.frames():
            self.session.time = item.time
            self._read_commands(self._is_patient)
            self._importer.import_changes(self.session)
            if self.table.ended:
                break
            if isinstance(item, Gap):
                if self.observer is not None:
                    self.observer.mark_gap(item.time)
                self.session.pause(item.reason)
            elif self.session.pause_reason != "user":
                self._attempt(partial(self._process_frame, item))
            self._wait_for_answer()
        self._attempt(self._end_scene)
        self._read_commands(self._is_patient)
        if self.table.game.is_over and not self.table.ended:
            deals.end_game(self.session)
        self._read_commands()  # the win that an early answer is about was never proposed
        if self._early_answer is not None:
            self._operator.warn("not_done", what=WatchError("game_over"))

    @property
    def _is_patient(self) -> bool:
        return self.options.waits_for_answers

    def _wait_for_answer(self) -> None:
        while self._is_patient and self._is_answer_pending and self._operator.listening:
            self._read_commands(self._is_patient)
            time.sleep(0.02)

    @property
    def _is_answer_pending(self) -> bool:
        """Return whether a proposal of this run is open; an earlier run's is proposed again."""
        open_ = self.table.open_proposal
        return open_ is not None and open_.number > self._before

    def _read_commands(self, patient: bool = False) -> None:
        """Execute the commands.

        Args:
            patient: whether an answer waits until its win is proposed.
        """
        while not self.table.ended:
            command = self._early_answer or self._operator.next_command()
            self._early_answer = None
            if command is None:
                return
            if patient and not self._is_answer_pending and isinstance(command, ProposalCommand):
                self._early_answer = command
                return
            self._execute(command)

    def _execute(self, command: Command) -> None:
        try:
            # a hand entered by hand is not counted twice
            self._importer.import_changes(self.session, at_once=True)
            execute(self.session, command)
        except LogError:
            raise
        except Exception as error:  # no command may end an evening's log
            self._operator.warn("not_done", what=_error_text(error))

    # Pictures with cuts: each may show another hand.

    def _start_scene(self, name: str) -> None:
        self._end_scene()
        self.scene, self._scene_events = name, len(self.journal.events)
        self._covered.clear()
        self.session.start_scene()
        if self.table.over and not self.table.ended and self.table.deal.number:
            deals.begin(self.session, whole=False)

    def _end_scene(self) -> None:
        """Propose the hand of the picture that was shown, or report why there is none."""
        since = self.journal.events[self._scene_events :]
        is_proposed = any(isinstance(one.event, WinProposalEvent) for one in since)
        if self.scene and not is_proposed and not self.table.ended:
            self._ensure_deal()
            self._answer(proposals.propose_rest(self.session, self.scene))
            self._wait_for_answer()
        self.scene = ""

    # Frames.

    def _process_frame(self, frame: Frame) -> None:
        self.frames += 1
        if frame.scene is not None and not self.options.areas:
            self._start_scene(frame.scene)
        observer = self.session.ensure_observer(frame.pixels, self._name, self.options.pace)
        if frame.pixels.shape[1::-1] == observer.size:
            self._observe(frame, observer)
        else:  # of a table that was set up for another size
            self.session.pause("size")

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            work()
        except LogError:
            raise
        except Exception as error:  # one bad frame must not end an evening's log
            self._failed_frames += 1
            if self._failed_frames in (1, 10, _MOST_FAILED):
                self._operator.warn("bad_frame", what=_error_text(error))
            if self._failed_frames > _MOST_FAILED:
                raise

    def _observe(self, frame: Frame, observer: TableObserver) -> None:
        # after a gap several ponds have new tiles: in order of play the last discard is right
        ponds = [f"pond {(place_to_draw(self.table) + step) % 4}" for step in range(4)]
        # one by one: a later area may fail to be read
        for observation in observer.observe(frame, ponds):
            self._ensure_deal()
            self._process_observation(observation)
        if observer.light.dark:
            self.session.pause("dark")
            return
        if observer.placement is not Placement.STEADY:
            self.session.pause(_PAUSES[observer.placement])
            return
        self._ensure_deal()
        self._answer(proposals.propose_due(self.session))
        deals.detect_end(self.session)
        self._failed_frames = 0

    def _answer(self, found: WinProposal | None) -> None:
        """Confirm a win automatically if it may be, or ask for its confirmation."""
        if found is not None and self.options.auto and found.is_certain:
            found = self._confirm_automatically(found)
        if found is not None:
            self._operator.propose(found, self.table)

    def _confirm_automatically(self, found: WinProposal) -> WinProposal | None:
        """Confirm a certain win automatically, unless it was entered by hand meanwhile."""
        self._importer.import_changes(self.session, at_once=True)
        return (
            None
            if self.table.open_proposal is None
            else deals.confirm_win(self.session, found, "camera")
        )

    def _ensure_deal(self) -> None:
        self._keep_shift()
        self.session.resume()
        if self.table.deal.number == 0 and not self.options.areas:
            deals.begin(self.session, whole=False)

    def _keep_shift(self) -> None:
        """Store where a camera that was moved stands now, and report what it does not show."""
        observer = self.observer
        if observer is None or self.session.pause_reason not in _PAUSES.values():
            return
        if not observer.is_whole:
            self._operator.warn("partly_out")
        if self.options.keep_shift is not None:
            self.options.keep_shift(observer.transform)

    def _process_observation(self, observation: Observation) -> None:
        self._report_cover(observation)
        play = self.session.play
        before = len(self.journal.events)
        for draft in play.track(observation):
            self.session.append_draft(draft, observation.picture)
        if len(self.journal.events) == before and play.is_awaiting_discard():
            self.session.request_reading(*(area for area in play.empty if area.startswith("hand")))
        if play.delayed_ponds:
            self.session.request_reading(*play.delayed_ponds)
        deals.detect_start(self.session, observation)
        proposals.track_hand(self.session, observation)

    def _report_cover(self, observation: Observation) -> None:
        """Report once what covers an area for long: until it is gone nothing is read there."""
        area, cover = observation.area, observation.cover
        if cover is None:
            self._covered.pop(area, None)
            return
        since = self._covered.setdefault(area, observation.time)
        if observation.time - since >= _COVERED:
            self._covered[area] = float("inf")
            self._operator.warn(f"covered_{_third(*cover)}")


def _third(across: float, down: float) -> str:
    """Return the part of a picture in which a point is, in shares of its sides."""
    if max(abs(across - 0.5), abs(down - 0.5)) < 1 / 6:
        return "middle"
    if abs(across - 0.5) > abs(down - 0.5):
        return "left" if across < 0.5 else "right"
    return "top" if down < 0.5 else "bottom"


def _error_text(error: Exception) -> object:
    """Return the description of an error for people."""
    return error if isinstance(error, HandReaderError) else f"{type(error).__name__}: {error}"


def frame_recognizer(reader: Reader) -> Name:
    """Return a function that recognises the tiles of a frame.

    Raises:
        HandReaderError: the reader's weights are not found.
    """
    reader.model_id()  # else every frame would be a bad one

    def recognize(pixels: Pixels) -> Sequence[SeenTile]:
        return reader.find_tiles(Photo("camera", pixels))

    return recognize
