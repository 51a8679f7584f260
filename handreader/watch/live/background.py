"""A game watched in a background thread, while a page serves it through a `board`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring import rulebook
from scoring.errors import HandReaderError
from scoring.game import GameRules
from vision import Reader
from vision.arrays import Floats
from vision.cameras.camera import Frame
from vision.seen_tile import SeenTile
from vision.tracking.regions import AnyArea

from ...store import StoreError
from ..log.events import LogEntry
from ..log.journal import Journal, delete_old_evidence
from ..log.table_state import TableState
from ..session.store_sync import Ledger
from ..session.watcher import Watcher, frame_recognizer
from .board import Board
from .options import WatchOptions
from .reconnecting import ReconnectingCamera
from .run import (
    CheckedCamera,
    game_folder,
    games_folder,
    profile_for,
    reader_of_table,
    resume_options,
    session_options,
    start_second,
)
from .snapshot import Message, sentence

if TYPE_CHECKING:
    from vision.cameras.uploaded import UploadedPictures

    from ...store.store import Store

_LOG = logging.getLogger(__name__)


class BackgroundWatch:
    """One game that is watched in a background thread beside a page.

    Args:
        options: options, as for the command `watch`.
        store: receives the confirmed hands; the page's own.
        reader: finds the tiles.
        since: second of a video at which a new game begins.
        notify: receives the reason why watching ended, and the faults of the camera.
        phone: pictures of a phone, if that is the camera.

    Attributes:
        options: of the game; those of its start if it is resumed.
        board: publishes the state of the game and accepts commands.
        camera: name of the camera.
        rules: id of the rule set.
        keep_days: days after which pictures are deleted.

    Raises:
        HandReaderError: no such rule set, table, game or video; or a log that cannot be written.
    """

    def __init__(
        self,
        options: WatchOptions,
        store: Store,
        reader: Reader,
        since: float = 0.0,
        notify: Callable[[Message], None] = lambda message: None,
        phone: UploadedPictures | None = None,
    ) -> None:
        rulebook(options.rules)
        self.keep_days = options.keep_days
        self.board = Board()
        self._notify = notify
        delete_old_evidence(games_folder(), options.keep_days)
        self._journal = Journal(game_folder(options))
        try:
            self.options = options = resume_options(options, self._journal)
            self.rules = options.rules
            profile = profile_for(options)
            start = start_second(self._journal, options.source, since)
            self._camera = ReconnectingCamera(options.source, start, self._report_camera, phone)
            watching = session_options(self._camera, options, profile)
            self.areas = watching.areas
            self._ledger = Ledger(store, self._journal.folder)
            if self._is_in_other_store():
                self.board.warn("book_anew")
            name = frame_recognizer(reader_of_table(reader, profile))
            camera = CheckedCamera(self._camera, profile, name)
            self._watcher = Watcher(camera, self._journal, name, self.board, watching, self._ledger)
            self.board.load_log(self._journal, self._watcher.table)
        except BaseException:
            self._journal.close()
            raise
        self.camera = self._camera.name
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Start the background thread."""
        self._thread.start()

    def close(self, why: str = "closing") -> None:
        """Stop watching; the log is complete, and the next start resumes it.

        Args:
            why: the word of `sentence` that players read.
        """
        self._camera.stop()
        self.board.end(sentence(why))
        if self._thread.ident is None:
            self._journal.close()
        else:
            self._thread.join(timeout=10.0)

    def _run(self) -> None:
        why = sentence("game_end")
        try:
            self._watcher.run()
        except HandReaderError as error:
            why = sentence("stopped", what=error)
        except Exception as error:
            _LOG.exception("the watching broke off")
            why = sentence("stopped", what=f"{type(error).__name__}: {error}")
        finally:
            if self.board.end(why):
                self._notify(why)
            self._camera.stop()
            self._camera.close()
            self._journal.close()

    def _report_camera(self, fault: Message | None) -> None:
        if self.board.set_camera_fault(fault) and fault is not None:
            self._notify(fault)

    def _is_in_other_store(self) -> bool:
        try:
            return self._ledger.is_in_other_store
        except StoreError:  # the watcher reports it
            return False

    # For readers in other threads.

    @property
    def table(self) -> TableState:
        """Return the current state of the table."""
        return self._watcher.table

    @property
    def game_rules(self) -> GameRules:
        """Return the rules of the game."""
        return self.table.game.rules

    @property
    def time(self) -> float:
        """Return the second of the camera's clock."""
        return self._camera.time

    @property
    def folder(self) -> Path:
        """Return the game's folder, with its log and its pictures."""
        return self._journal.folder

    @property
    def game_id(self) -> str | None:
        """Return the id of the game in the store; None while it could not be stored."""
        try:
            return self._ledger.game_id
        except StoreError:
            return None

    def event(self, number: int) -> LogEntry | None:
        """Return an entry of the log by its number."""
        return next((e for e in self._journal.events if e.number == number), None)

    def frame(self) -> Frame | None:
        """Return the newest picture; None while there is none, and while a player has paused."""
        hidden = self.board.pause_reason == "user" or not self.board.listening
        return None if hidden else self._camera.newest

    @property
    def grid(self) -> Floats | None:
        """Return the coarse luma of the newest processed picture; None before the first."""
        eyes = self._watcher.observer
        return None if eyes is None else eyes.grid

    def tiles_by_area(self) -> Sequence[tuple[AnyArea, Sequence[SeenTile]]]:
        """Return the tiles that are now visible in each area, in the area's own pixels."""
        eyes = self._watcher.observer
        if eyes is None:
            return ()
        found = eyes.tiles
        return [(area, found.get(area.name, ())) for area in eyes.areas]
