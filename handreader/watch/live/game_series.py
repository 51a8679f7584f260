"""A series of watched games, one after the other, while a page serves them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vision import Reader

from .background import BackgroundWatch
from .board import CommandRejected
from .options import WatchOptions, next_game_options
from .snapshot import Message, sentence

if TYPE_CHECKING:
    from ...store.store import Store


class GameSeries:
    """The games that are watched beside a page, one at a time.

    Args:
        options: options of the first game, as for the command `watch`.
        store: receives the confirmed hands; the page's own.
        reader: finds the tiles in every game.
        notify: receives the messages for all players: that a camera records, and when it
            stops.

    Raises:
        HandReaderError: as `BackgroundWatch`.
    """

    def __init__(
        self,
        options: WatchOptions,
        store: Store,
        reader: Reader,
        notify: Callable[[Message], None] = lambda message: None,
    ) -> None:
        self._store, self._reader, self._notify = store, reader, notify
        self._run = secrets.token_hex(4)  # revisions restart with every process
        self._games = 0
        self._lock = threading.Lock()
        self._closed = False
        self.current = BackgroundWatch(options, store, reader, notify=notify)

    @property
    def revision(self) -> str:
        """Return an identifier that differs after every change."""
        return f"{self._run}-{self._games}-{self.current.board.revision}"

    def start(self) -> None:
        """Start watching the current game."""
        self._start_current()

    def close(self) -> None:
        """Stop watching for good; the log is complete, and the next start resumes it."""
        with self._lock:
            self._closed = True
            self.current.close()

    def begin(
        self, after: str, players: Sequence[str], rules: str, east: str | None = None
    ) -> None:
        """Begin the next game, with its own log and folder, after one that is over.

        Args:
            after: name of the game that is over; if two phones begin the next one, only the first
                succeeds.
            players: from the first East on, in order of play.
            rules: id of a rule set.
            east: position of the first East in the camera's picture; None for the same.

        Raises:
            CommandRejected: the game is not over, or another one has begun already.
            HandReaderError: invalid names, or a log that cannot be written.
        """

        def next_(over: BackgroundWatch) -> WatchOptions:
            return next_game_options(over.options, over.table, players, rules, east)

        self._replace_current(after, next_)

    def resume(self, after: str) -> None:
        """Resume a game whose watching failed, as when the disk was full.

        Args:
            after: name of the game.

        Raises:
            CommandRejected: the game is being watched, or over.
            HandReaderError: as `BackgroundWatch`.
        """

        def next_(over: BackgroundWatch) -> WatchOptions:
            if over.table.ended:
                raise CommandRejected(sentence("answered"))
            game = replace(over.options.game, name=over.folder.name, new=False)
            return replace(over.options, game=game)

        self._replace_current(after, next_)

    def _replace_current(
        self, after: str, next_: Callable[[BackgroundWatch], WatchOptions]
    ) -> None:
        with self._lock:
            over = self.current
            if self._closed or over.board.listening or over.folder.name != after:
                raise CommandRejected(sentence("answered"))
            options = next_(over)
            over.close()  # its log is unlocked before it is resumed
            self.current = BackgroundWatch(
                options, self._store, self._reader, over.time, self._notify
            )
            self._games += 1
            self._start_current()

    def _start_current(self) -> None:
        now = self.current
        gaps = {"camera": now.camera, "days": now.keep_days, "folder": now.folder}
        self._notify(sentence("recording", **gaps))
        now.start()
