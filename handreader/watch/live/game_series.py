"""A series of watched games, one after the other, while a page serves them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring import rulebook
from vision import Reader

from .. import table_profile
from ..errors import WatchError
from .background import BackgroundWatch
from .board import CommandRejected
from .options import PHONE, WatchOptions, is_live, new_game_options, next_game_options
from .run import check_players, needs_set_up
from .snapshot import Message, sentence
from .table_setup import TableSetup

if TYPE_CHECKING:
    from vision.cameras.uploaded import UploadedPictures

    from ...store.store import Store


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game begins with.

    Attributes:
        players: from the first East on, in order of play.
        rules: id of a rule set.
        east: position of the first East in the camera's picture; None for the last game's.
    """

    players: Sequence[str]
    rules: str
    east: str | None = None


class GameSeries:
    """The games that are watched beside a page, one at a time.

    Args:
        options: options of the first game, as for the command `watch`.
        store: receives the confirmed hands; the page's own.
        reader: finds the tiles in every game.
        notify: receives the messages for all players: that a camera records, and when it
            stops.
        phone: pictures of a phone that may be the camera; None where none may.
        table: name of a table that is set up on the page, unless the options name one.

    Attributes:
        options: of the first game.
        current: the game that is watched, or was watched last; None before the first.
        setup: of the table, while it is set up; then no game is watched.

    Raises:
        HandReaderError: as `BackgroundWatch`.
    """

    def __init__(
        self,
        options: WatchOptions,
        store: Store,
        reader: Reader,
        notify: Callable[[Message], None] = lambda message: None,
        phone: UploadedPictures | None = None,
        table: str = "table",
    ) -> None:
        self.options = options
        self._table = table
        self._store, self._reader, self._notify = store, reader, notify
        self._phone = phone
        self._run = secrets.token_hex(4)  # revisions restart with every process
        self._changes = 0
        self._lock = threading.Lock()
        self._closed = False
        self.setup: TableSetup | None = None
        self._interrupted = False  # the game, by the set-up
        self.current: BackgroundWatch | None = None
        rulebook(options.rules)
        check_players(options)
        if not needs_set_up(options):
            self.current = BackgroundWatch(options, store, reader, notify=notify, phone=phone)

    @property
    def revision(self) -> str:
        """Return an identifier that differs after every change."""
        current, setup = self.current, self.setup
        game = 0 if current is None else current.board.revision
        return f"{self._run}-{self._changes}-{game}-{0 if setup is None else setup.revision}"

    @property
    def game(self) -> BackgroundWatch:
        """Return the current game.

        Raises:
            CommandRejected: there has been none.
        """
        if self.current is None:
            raise CommandRejected(sentence("answered"))
        return self.current

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the cameras among which the page may choose: the server's own, and a phone."""
        own = () if self.options.source == PHONE else (self.options.source,)
        return own if self._phone is None else (*own, PHONE)

    @property
    def awaits_phone(self) -> bool:
        """Return whether a phone is the camera now."""
        setup, current = self.setup, self.current
        if setup is not None:
            return setup.source == PHONE
        return current is not None and current.board.listening and current.options.source == PHONE

    def start(self) -> None:
        """Start watching the current game, if its table needs no set-up."""
        if self.current is not None:
            self._start_current()

    def close(self) -> None:
        """Stop watching for good; the log is complete, and the next start resumes it."""
        with self._lock:
            self._closed = True
            self._close_setup()
            if self.current is not None:
                self.current.close()

    def begin(self, after: str, game: NewGame) -> None:
        """Begin the next game, with its own log and folder, after one that is over.

        Args:
            after: name of the game that is over; if two phones begin the next one, only the first
                succeeds.
            game: the next one.

        Raises:
            CommandRejected: the game is not over, or another one has begun already.
            HandReaderError: invalid names, or a log that cannot be written.
        """

        def next_(over: BackgroundWatch) -> WatchOptions:
            return next_game_options(over.options, over.table, game.players, game.rules, game.east)

        self._replace_current(after, next_)

    def resume(self, after: str) -> None:
        """Resume a game whose watching failed, as when the disk was full.

        Args:
            after: name of the game.

        Raises:
            CommandRejected: the game is being watched, or over.
            HandReaderError: as `BackgroundWatch`.
        """
        self._replace_current(after, _resume_options)

    # The set-up of the table.

    def begin_setup(self, source: str | None = None) -> None:
        """Begin to set the table up, or go on through another camera; a game is interrupted.

        Args:
            source: one of `sources`; None for the last one.

        Raises:
            CommandRejected: the server is closing.
            WatchError: a video is watched.
        """
        with self._lock:
            last = self.options if self.current is None else self.current.options
            if self._closed:
                raise CommandRejected(sentence("closing"))
            if not is_live(self.options.source):
                raise WatchError("setup_elsewhere")
            if self.setup is not None and source in (None, self.setup.source):
                return
            chosen = last.source if source is None else source
            assert chosen in self.sources, "the page chooses among these"
            self._close_setup()
            if self.current is not None:
                self._interrupted = self._interrupted or self.current.board.listening
                self.current.close("set_up_again")
            table = self._profile_name()
            self.setup = TableSetup(chosen, table, self._reader, self._phone)
            self._changes += 1

    def cancel_setup(self) -> None:
        """Leave the table as it was; a game that the set-up interrupted is resumed.

        Raises:
            HandReaderError: as `BackgroundWatch`.
        """
        with self._lock:
            if self.setup is None:
                return
            self._close_setup()
            if self._interrupted:
                self._watch(_resume_options(self.game), 0.0)

    def start_game(self, new: NewGame | None, is_whole: bool) -> None:
        """Watch the table that was set up.

        Args:
            new: the game to begin; None to resume the interrupted one.
            is_whole: whether no places are watched, but one hand anywhere in the picture.

        Raises:
            CommandRejected: there is no game to resume.
            HandReaderError: the table is not set up, invalid names, or as `BackgroundWatch`.
        """
        with self._lock:
            setup = self.setup
            if setup is None:
                raise WatchError("not_setting_up")
            options = _resume_options(self.game) if new is None else self._new_options(new)
            name = "none" if is_whole else self._profile_name()
            table = replace(options.table, profile=name)
            options = replace(options, source=setup.source, table=table)
            if not is_whole:
                table_profile.save_profile(setup.profile())
            self._close_setup()  # before the game opens the same camera
            self._watch(options, 0.0)

    def _new_options(self, new: NewGame) -> WatchOptions:
        last = self.options if self.current is None else self.current.options
        return new_game_options(last, new.players, new.rules, new.east or last.table.east)

    def _close_setup(self) -> None:
        if self.setup is not None:
            self.setup.close()
            self.setup = None
            self._changes += 1

    def _replace_current(
        self, after: str, next_: Callable[[BackgroundWatch], WatchOptions]
    ) -> None:
        with self._lock:
            over = self.game
            if self._closed or over.board.listening or over.folder.name != after:
                raise CommandRejected(sentence("answered"))
            options = next_(over)
            self._close_setup()
            over.close()  # its log is unlocked before it is resumed
            self._watch(options, over.time)

    def _watch(self, options: WatchOptions, since: float) -> None:
        self.current = BackgroundWatch(
            options, self._store, self._reader, since, self._notify, self._phone
        )
        self._interrupted = False
        self._changes += 1
        self._start_current()

    def _profile_name(self) -> str:
        named = self.options.table.profile
        return self._table if named in (None, "none") else str(named)

    def _start_current(self) -> None:
        now = self.game
        gaps = {"camera": now.camera, "days": now.keep_days, "folder": now.folder}
        self._notify(sentence("recording", **gaps))
        now.start()


def _resume_options(over: BackgroundWatch) -> WatchOptions:
    """Return the options with which an interrupted game goes on.

    Raises:
        CommandRejected: it is over.
    """
    if over.table.ended:
        raise CommandRejected(sentence("answered"))
    game = replace(over.options.game, name=over.folder.name, new=False)
    return replace(over.options, game=game)
