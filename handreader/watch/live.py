"""A game watched in a background thread, while a page serves it through a `board`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring import rulebook
from scoring.game import GameRules
from scoring.tiles import HandReaderError
from vision.arrays import Floats
from vision.camera import CameraError, Frame, Gap, VideoFile, named, open_camera
from vision.seen import SeenTile
from vision.watching.areas import AnyArea, Whole

from ..store import StoreError
from .board import Board
from .command import (
    Sized,
    Wanted,
    game_folder,
    games_folder,
    is_live,
    profile_of,
    resumed,
    watching_of,
    where_to_begin,
)
from .events import Event
from .journal import Journal, forget_old_evidence
from .ledger import Ledger
from .standing import Said, sentence
from .table import Table
from .watcher import Watcher, reader

if TYPE_CHECKING:
    from vision.camera import Camera

    from ..store.store import Store

_LOG = logging.getLogger(__name__)
_BETWEEN = 0.25  # seconds between gaps, so that commands are executed while no frame comes
_AGAIN = 5.0  # seconds before the next attempt to open a camera


class LiveWatch:
    """One game that is watched in a background thread beside a page.

    Args:
        wanted: options, as for the command `watch`.
        store: receives the confirmed hands; the page's own.
        since: second of a video at which a new game begins.
        tell: receives why the watching ended, and the faults of the camera.

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
        wanted: Wanted,
        store: Store,
        since: float = 0.0,
        tell: Callable[[Said], None] = lambda said: None,
    ) -> None:
        rulebook(wanted.rules)
        self.keep_days = wanted.keep_days
        self.board = Board()
        self._tell = tell
        forget_old_evidence(games_folder(), wanted.keep_days)
        self._journal = Journal(game_folder(wanted))
        try:
            self.wanted = wanted = resumed(wanted, self._journal)
            self.rules = wanted.rules
            profile = profile_of(wanted)
            start = where_to_begin(self._journal, wanted.source, since)
            self._lasting = Lasting(wanted.source, start, self._camera)
            watching = watching_of(self._lasting, wanted, profile)
            self.areas = watching.areas
            self._ledger = Ledger(store, self._journal.folder)
            if self._elsewhere():
                self.board.warn("book_anew")
            name = reader(wanted.weights, wanted.taught, None if profile is None else profile.back)
            camera = Sized(self._lasting, profile, name)
            self._watcher = Watcher(camera, self._journal, name, self.board, watching, self._ledger)
            self.board.begin(self._journal, self._watcher.table)
        except BaseException:
            self._journal.close()
            raise
        self.camera = self._lasting.name
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Start the background thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching; the log is complete, and the next start resumes it."""
        self._lasting.stop()
        self.board.end(sentence("closing"))
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
                self._tell(why)
            self._lasting.stop()
            self._lasting.close()
            self._journal.close()

    def _camera(self, trouble: Said | None) -> None:
        if self.board.camera(trouble) and trouble is not None:
            self._tell(trouble)

    def _elsewhere(self) -> bool:
        try:
            return self._ledger.elsewhere
        except StoreError:  # the watcher reports it
            return False

    # For readers in other threads.

    @property
    def table(self) -> Table:
        """Return the current state of the table."""
        return self._watcher.table

    @property
    def game_rules(self) -> GameRules:
        """Return the rules of the game."""
        return self.table.game.rules

    @property
    def time(self) -> float:
        """Return the second of the camera's clock."""
        return self._lasting.time

    @property
    def folder(self) -> Path:
        """Return the game's folder, with its log and its pictures."""
        return self._journal.folder

    @property
    def game(self) -> str | None:
        """Return the id of the game in the store; None while it could not be stored."""
        try:
            return self._ledger.kept
        except StoreError:
            return None

    def event(self, number: int) -> Event | None:
        """Return an event of the log by its number."""
        return next((e for e in self._journal.events if e.number == number), None)

    def frame(self) -> Frame | None:
        """Return the newest picture; None while there is none, and while a player has paused."""
        hidden = self.board.paused == "user" or not self.board.listening
        return None if hidden else self._lasting.newest

    @property
    def grid(self) -> Floats | None:
        """Return the coarse luma of the newest processed picture; None before the first."""
        eyes = self._watcher.eyes
        return None if eyes is None else eyes.grid

    def lying(self) -> Sequence[tuple[AnyArea, Sequence[SeenTile]]]:
        """Return the tiles that are now visible in each area, in the area's own pixels."""
        eyes = self._watcher.eyes
        if eyes is None:
            return ()
        found = eyes.tiles
        areas = self.areas or [Whole(*eyes.size)]
        return [(area, found.get(area.name, ())) for area in areas]


class Lasting:
    """A camera that is opened with its first frame, with retries until it answers.

    After the end of a video gaps follow: people may still answer.

    Args:
        source: as for `vision.cameras.open.open_camera`.
        start: second at which a file begins.
        say: receives the fault of the camera; None once it gives pictures.

    Raises:
        CameraError: the video does not exist.
    """

    def __init__(self, source: str, start: float, say: Callable[[Said | None], None]) -> None:
        self._source, self._start, self._say = source, start, say
        self._stop = threading.Event()
        self._camera: Camera | None = None
        self._time = start
        self.newest: Frame | None = None
        if not is_live(source):
            VideoFile(Path(source)).close()  # an invalid video fails at once

    @property
    def name(self) -> str:
        """Return the name of the camera for logs and messages."""
        return named(self._source)

    @property
    def time(self) -> float:
        """Return the second of the camera's clock."""
        return self._time

    def stop(self) -> None:
        """End the frames soon; callable from any thread."""
        self._stop.set()
        self.newest = None

    def close(self) -> None:
        """Close the camera, once no frame is needed any more."""
        if self._camera is not None:
            self._camera.close()

    def frames(self) -> Iterator[Frame | Gap]:
        """See `vision.cameras.camera.Camera`."""
        while self._camera is None and not self._stop.is_set():
            try:
                self._camera = open_camera(self._source, self._start)
            except CameraError as error:
                self._say(sentence("no_picture", what=error))
                yield from self._gaps("lost", _AGAIN)
        try:
            yield from self._seen()
        except CameraError as error:  # a truncated file: its events stay in the log
            self._say(sentence("stopped", what=error))
        while not self._stop.is_set():
            yield from self._gaps("ended", _BETWEEN)

    def _seen(self) -> Iterator[Frame | Gap]:
        for item in self._camera.frames() if self._camera is not None else ():
            if self._stop.is_set():
                return
            self._time = item.time
            if isinstance(item, Frame):
                self.newest = item
                self._say(None)
            yield item

    def _gaps(self, reason: str, seconds: float) -> Iterator[Gap]:
        for _ in range(max(1, round(seconds / _BETWEEN))):
            if self._stop.wait(_BETWEEN):
                return
            yield Gap(self._time, reason)
