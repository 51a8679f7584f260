"""The command `watch`: its options, and the run of one game after the other."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from scoring import rulebook
from scoring.game import game_rules
from vision import Reader

from ... import __version__
from ...store.errors import StoreError
from ...store.models import LONGEST_NAME, validate_names
from ...termination import raise_on_sigterm
from ...user_files import user_folder
from .. import table_profile
from ..errors import WatchError
from ..log.event_text import localize
from ..log.events import (
    DealStartEvent,
    GameEndEvent,
    GameStartEvent,
    LogEntry,
    PauseEvent,
    ResumeEvent,
)
from ..log.journal import Journal, delete_old_evidence, read_events
from ..log.table_state import TableState, fold_events
from ..table_profile import Profile
from .options import PHONE, PLACES, WatchOptions, is_live, override_options, shows_pictures
from .terminal import Terminal

if TYPE_CHECKING:
    from vision.arrays import Floats
    from vision.cameras.camera import Camera
    from vision.tracking.observer import Name

    from ...store.store import Store
    from ..session.watcher import SessionOptions

_GOES_ON = timedelta(hours=12)


def games_folder() -> Path:
    """Return the folder of all watched games."""
    return user_folder() / "watched"


def watch(options: WatchOptions, reader: Reader) -> None:
    """Watch a game until its end, the video's end, Ctrl-C or SIGTERM.

    Args:
        options: its options.
        reader: finds the tiles.

    Raises:
        HandReaderError: no camera, no such table, or a log that cannot be written.
    """
    rulebook(options.rules)
    if options.source == PHONE:
        raise WatchError("phone_served")
    reader = reader.with_tile_set(options.taught)
    terminal = Terminal(options.lang, sys.stdin, is_live(options.source))
    gone = delete_old_evidence(games_folder(), options.keep_days)
    if gone:
        terminal.print_message("forgotten", count=gone, days=options.keep_days)
    next_: WatchOptions | None = options
    since = 0.0
    with (
        raise_on_sigterm(),
        suppress(KeyboardInterrupt),
    ):  # the log is complete: the next start resumes it
        while next_ is not None:
            options, over, since = _watch_game(next_, terminal, reader, since)
            next_ = prompt_next_game(terminal, options, over) if over.ended else None


def _watch_game(
    options: WatchOptions, terminal: Terminal, reader: Reader, since: float
) -> tuple[WatchOptions, TableState, float]:
    """Watch one game, from this second of a video on.

    Returns:
        its options, its state, and the second at which the watching ended.
    """
    from vision.cameras.open import open_camera

    journal = Journal(game_folder(options))
    try:
        options = resume_options(options, journal)
        profile = profile_for(options)
        start = start_second(journal, options.source, since)
        camera = open_camera(options.source, start, options.picture_seconds)
        try:
            _run_watcher(camera, journal, terminal, reader, options, profile)
        finally:
            camera.close()
        events = journal.events
    finally:
        journal.close()
    if shows_pictures(options.source) and options.game.name is None and not _has_play(events):
        shutil.rmtree(journal.folder)
        terminal.print_message("no_game", camera=camera.name)
    return options, fold_events(events), events[-1].time


def _has_play(events: Sequence[LogEntry]) -> bool:
    """Return whether a log has more than the start of a game."""
    empty = GameStartEvent | DealStartEvent | PauseEvent | ResumeEvent
    return not all(isinstance(one.event, empty) for one in events)


def resume_options(options: WatchOptions, journal: Journal) -> WatchOptions:
    """Return the options; for a resumed game, with the rules and the table of its start.

    The options may name another table, as after the camera was moved; other rules are ignored.
    """
    if not journal.events:
        return options
    start = _start_event(journal)
    table = replace(options.table, profile=options.table.profile or start.table)
    return replace(options, rules=start.book, table=table)


def _start_event(journal: Journal) -> GameStartEvent:
    start = journal.events[0].event
    assert isinstance(start, GameStartEvent), "a log begins with game_start"
    return start


def profile_for(options: WatchOptions) -> Profile | None:
    """Load the table that the options name; None for one hand before the camera.

    Raises:
        WatchError: no table has this name.
    """
    name = options.table.profile
    return None if name is None or name == "none" else table_profile.load_profile(name)


def reader_of_table(reader: Reader, profile: Profile | None) -> Reader:
    """Return a reader that knows the colour of the backs on a table."""
    return reader.with_back_colour(None if profile is None else profile.back)


def _run_watcher(
    camera: Camera,
    journal: Journal,
    terminal: Terminal,
    reader: Reader,
    options: WatchOptions,
    profile: Profile | None,
) -> None:
    from ...store import StoreError, open_store
    from ..session.store_sync import Ledger
    from ..session.watcher import Watcher, frame_recognizer

    name = frame_recognizer(reader_of_table(reader, profile))
    watching = session_options(camera, options, profile)
    if journal.events:
        table = "-" if profile is None else profile.name
        gaps = {"game": journal.folder.name, "rules": options.rules, "table": table}
        terminal.print_message("goes_on", count=len(journal.events), **gaps)
    days = options.keep_days
    terminal.print_message("recording", camera=camera.name, days=days, folder=str(journal.folder))
    terminal.print_message("commands")
    store: Store | None = None
    try:
        store = open_store(options.database)
        ledger: Ledger | None = None
        ledger = Ledger(store, journal.folder, is_lazy=not is_live(options.source))
        if ledger.is_in_other_store:
            terminal.print_message("book_anew")
    except StoreError as error:
        terminal.warn("book", what=error)
        ledger = None
    try:
        watcher = Watcher(
            CheckedCamera(camera, profile, name), journal, name, terminal, watching, ledger
        )
        watcher.run()
    finally:
        if store is not None:
            store.close()


def check_players(options: WatchOptions) -> Sequence[str]:
    """Return the players' names.

    Raises:
        WatchError: they are not four different names.
    """
    try:
        return validate_names(options.players)
    except StoreError as error:
        raise WatchError(
            "bad_players", players=",".join(options.players), most=LONGEST_NAME
        ) from error


def session_options(
    camera: Camera, options: WatchOptions, profile: Profile | None
) -> SessionOptions:
    from vision.tracking.observer import Cadence

    from ..session.watcher import SessionOptions

    players = list(check_players(options))
    rules = game_rules(rulebook(options.rules))
    start = GameStartEvent(
        rules,
        options.rules,
        tuple(players),
        PLACES.index(options.table.east),
        camera.name,
        None if profile is None else profile.name,
        __version__,
        localize("recording", "en", camera=camera.name, days=options.keep_days, folder="..."),
    )
    areas = () if profile is None else profile.areas(walls=bool(rules.bet))
    patient = not options.game.auto and not is_live(options.source)

    def keep_shift(transform: Floats) -> None:
        if profile is not None:
            with suppress(OSError):  # a full disk ends no log; a restart looks for the old places
                table_profile.save_profile(profile.shift(transform))

    return SessionOptions(areas, options.game.auto, Cadence(), start, patient, keep_shift)


class CheckedCamera:
    """A camera whose first picture is checked against the table's profile.

    Args:
        camera: source of the pictures.
        profile: of the table; None to accept any picture.
        name: recognises tiles; built walls must be in the positions of the profile.
    """

    def __init__(self, camera: Camera, profile: Profile | None, name: Name | None = None) -> None:
        self._camera, self._profile, self._tiles = camera, profile, name
        self.name = camera.name

    def frames(self):  # type: ignore[no-untyped-def]  # as `Camera.frames`
        """See `vision.cameras.camera.Camera`."""
        from vision.cameras.camera import Frame

        checked = self._profile is None
        for item in self._camera.frames():
            if not checked and isinstance(item, Frame) and self._profile is not None:
                height, width = item.pixels.shape[:2]
                self._profile.check_size((width, height), self.name)
                if self._tiles is not None:
                    self._profile.check_walls(self._tiles(item.pixels), self.name)
                checked = True
            yield item

    def close(self) -> None:
        """See `vision.cameras.camera.Camera`."""
        self._camera.close()


def start_second(journal: Journal, source: str, since: float = 0.0) -> float:
    """Return the second of a video file at which a game resumes, or begins after another one."""
    if is_live(source):
        return 0.0
    if not journal.events:
        return since
    camera = str(_start_event(journal).camera)
    # its clock is not a video's
    live = camera == PHONE or "://" in camera or camera.startswith("webcam ")
    return 0.0 if live else journal.events[-1].time


def game_folder(options: WatchOptions) -> Path:
    """Choose the folder of the game: the named one, an interrupted one, or a new one.

    Only a live camera goes on with the last game unasked, and only with its own: the power was
    cut, or the program was stopped.
    """
    from vision.cameras.camera import source_name

    games = games_folder()
    if options.game.name is not None:
        return games / validate_game_name(options.game.name)
    if not options.game.new and is_live(options.source):
        logs = [path for path in games.glob("*/events.jsonl") if path.stat().st_size]
        last = max(logs, key=lambda path: path.stat().st_mtime, default=None)
        if last is not None and _is_interrupted(last.parent, source_name(options.source)):
            return last.parent
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    again = (f"{name}-{number}" for number in count(2))  # two of one second
    return games / next(one for one in (name, *islice(again, 99)) if not (games / one).exists())


def needs_set_up(options: WatchOptions) -> bool:
    """Return whether the page sets the table up first: nothing names a table or a game."""
    if options.table.profile is not None or options.game.name is not None:
        return False
    return is_live(options.source) and not (game_folder(options) / "events.jsonl").exists()


def _is_interrupted(folder: Path, camera: str) -> bool:
    try:
        events = list(read_events(folder))
    except WatchError:
        return False
    if len(events) < 2 or any(isinstance(one.event, GameEndEvent) for one in events):
        return False  # over, or without any event of play
    start = events[0].event
    if isinstance(start, GameStartEvent) and start.camera not in (None, camera):
        return False
    then = datetime.fromisoformat(events[-1].at)
    return datetime.now(then.tzinfo) - then < _GOES_ON


def validate_game_name(name: str) -> str:
    """Validate the name of a game, which is its folder's.

    Raises:
        WatchError: the name is invalid.
    """
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", name):
        raise WatchError("bad_game", game=name[:40])
    return name


_ASKED = 0.1  # seconds between two checks for typed input


def prompt_next_game(
    terminal: Terminal, options: WatchOptions, over: TableState
) -> WatchOptions | None:
    """Wait for the command `new` at the terminal; None if the input ends or `quit` is typed."""
    if terminal.listening:
        terminal.print_message("new_or_quit")
    while terminal.listening:
        line = terminal.next_line()
        if line is None:
            time.sleep(_ASKED)
            continue
        word, _, rest = line.partition(" ")
        try:
            if word == "new":
                return override_options(rest, options, over)
            if word == "quit":
                return None
            raise WatchError("game_over")
        except (WatchError, StoreError) as error:
            terminal.warn("not_done", what=error)
    return None
