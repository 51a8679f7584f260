"""One watched game after the other, for as long as a page serves them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .background import LiveWatch
from .board import NotDone
from .options import Wanted, another
from .snapshot import Said, sentence

if TYPE_CHECKING:
    from ...store.store import Store


class Evening:
    """The games that are watched beside a page, one at a time.

    Args:
        wanted: the first one, as for the command `watch`.
        store: where confirmed hands go, the page's own.
        tell: is told what everybody at the table should know: that a camera records, and when it
            does not any more.

    Raises:
        HandReaderError: as `LiveWatch`.
    """

    def __init__(
        self, wanted: Wanted, store: Store, tell: Callable[[Said], None] = lambda said: None
    ) -> None:
        self._store, self._tell = store, tell
        self._run = secrets.token_hex(4)  # revisions begin anew with every start
        self._games = 0
        self._lock = threading.Lock()
        self._closed = False
        self.now = LiveWatch(wanted, store, tell=tell)

    @property
    def revision(self) -> str:
        """Another one after every change."""
        return f"{self._run}-{self._games}-{self.now.board.revision}"

    def start(self) -> None:
        """Begins to watch."""
        self._begun()

    def close(self) -> None:
        """Ends the watching for good; the log is whole, the next start goes on with it."""
        with self._lock:
            self._closed = True
            self.now.close()

    def begin(
        self, after: str, players: Sequence[str], rules: str, east: str | None = None
    ) -> None:
        """Begins another game when one is over, with a log and a folder of its own.

        Args:
            after: name of the game that is over: of two phones that begin one, one does.
            players: from the first East on, in order of play.
            rules: id of a rule set.
            east: where the first East sits in the camera's picture; None for where he sat.

        Raises:
            NotDone: the game is not over, or another one has begun already.
            HandReaderError: names that can be none, a log that cannot be written.
        """

        def next_(over: LiveWatch) -> Wanted:
            return another(over.wanted, over.table, players, rules, east)

        self._after(after, next_)

    def go_on(self, after: str) -> None:
        """Watches on a game whose watching broke off, as when the disk was full.

        Args:
            after: name of the game.

        Raises:
            NotDone: it is watched, or over.
            HandReaderError: as `LiveWatch`.
        """

        def next_(over: LiveWatch) -> Wanted:
            if over.table.ended:
                raise NotDone(sentence("answered"))
            return replace(over.wanted, game=over.folder.name, new=False)

        self._after(after, next_)

    def _after(self, after: str, next_: Callable[[LiveWatch], Wanted]) -> None:
        with self._lock:
            over = self.now
            if self._closed or over.board.listening or over.folder.name != after:
                raise NotDone(sentence("answered"))
            wanted = next_(over)
            over.close()  # its log is let go before it is gone on with
            self.now = LiveWatch(wanted, self._store, over.time, tell=self._tell)
            self._games += 1
            self._begun()

    def _begun(self) -> None:
        now = self.now
        gaps = {"camera": now.camera, "days": now.keep_days, "folder": now.folder}
        self._tell(sentence("recording", **gaps))
        now.start()
