"""The command `watch`: sets tables up, watches games, writes out what was seen."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from scoring import rulebook
from scoring.game import game_rules
from scoring.game.as_json import rules_to_json

from .. import __version__
from ..errors import UsageError
from ..store.errors import StoreError
from ..store.kept import LONGEST_NAME, checked_names
from . import profiles
from .events import WatchError
from .journal import Journal, events_of, forget_old_evidence
from .profiles import Profile
from .terminal import Terminal
from .words import say

if TYPE_CHECKING:
    from vision.camera import Camera

    from ..store.store import Store
    from .watcher import Watching

_GOES_ON = timedelta(hours=12)
_PLACES = ("bottom", "right", "top", "left")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `handreader watch` was asked for; see its options."""

    source: str
    rules: str
    players: str
    east: str
    table: str | None
    game: str | None
    new: bool
    auto: bool
    keep_days: int
    lang: str
    weights: Path | None
    taught: Path | None
    database: str | None = None


def games_folder() -> Path:
    """Where watched games are kept."""
    from platformdirs import user_data_path

    return user_data_path("handreader", appauthor=False) / "watched"


def watch(wanted: Wanted) -> None:
    """Watches a game until its end, the video's end, or Ctrl-C.

    Raises:
        HandReaderError: no camera, no such table, a log that cannot be written.
    """
    from vision.camera import open_camera

    rulebook(wanted.rules)
    terminal = Terminal(wanted.lang, sys.stdin, _is_live(wanted.source))
    profile = None if wanted.table in (None, "none") else profiles.load(str(wanted.table))
    gone = forget_old_evidence(games_folder(), wanted.keep_days)
    if gone:
        terminal.say("forgotten", count=gone, days=wanted.keep_days)
    folder = _game_folder(wanted)
    journal = Journal(folder)
    try:
        start = _where_to_begin(journal, wanted.source)
        camera = open_camera(wanted.source, start)
        try:
            _watch(camera, journal, terminal, wanted, profile)
        finally:
            camera.close()
    finally:
        journal.close()


def _watch(
    camera: Camera, journal: Journal, terminal: Terminal, wanted: Wanted, profile: Profile | None
) -> None:
    from ..store import StoreError, open_store
    from .ledger import Ledger
    from .watcher import Watcher, reader

    if journal.events:
        terminal.say("goes_on", game=journal.folder.name, count=len(journal.events))
    days = wanted.keep_days
    terminal.say("recording", camera=camera.name, days=days, folder=str(journal.folder))
    terminal.say("commands")
    store: Store | None = None
    try:
        store = open_store(wanted.database)
        ledger: Ledger | None = Ledger(store, journal.folder)
    except StoreError as error:
        terminal.warn("book", what=error)
        ledger = None
    try:
        name = reader(wanted.weights, wanted.taught)
        watching = _watching(camera, wanted, profile)
        watcher = Watcher(_Sized(camera, profile), journal, name, terminal, watching, ledger)
        watcher.run()
    except KeyboardInterrupt:
        return  # the log is whole: the next start goes on with it
    finally:
        if store is not None:
            store.close()


def _watching(camera: Camera, wanted: Wanted, profile: Profile | None) -> Watching:
    from vision.watching.eyes import Pace

    from .watcher import Watching

    players = [name.strip() for name in wanted.players.split(",")]
    try:
        players = list(checked_names(players))
    except StoreError as error:
        raise UsageError(
            f"--players {wanted.players!r}: four different names of at most {LONGEST_NAME} letters "
            "were expected, from the first East on in order of play, as 'Anna,Bo,Carla,Dario'"
        ) from error
    rules = game_rules(rulebook(wanted.rules))
    start = {
        "rules": rules_to_json(rules),
        "book": wanted.rules,
        "players": players,
        "first_east": _PLACES.index(wanted.east),
        "camera": camera.name,
        "table": None if profile is None else profile.name,
        "version": __version__,
        "consent": say("recording", "en", camera=camera.name, days=wanted.keep_days, folder="..."),
    }
    areas = () if profile is None else profile.areas(walls=bool(rules.bet))
    patient = not wanted.auto and not _is_live(wanted.source)
    return Watching(areas, wanted.auto, Pace(), start, patient)


class _Sized:
    """A camera whose first picture must fit the table's profile."""

    def __init__(self, camera: Camera, profile: Profile | None) -> None:
        self._camera, self._profile = camera, profile
        self.name = camera.name

    def frames(self):  # type: ignore[no-untyped-def]  # as `Camera.frames`
        """See `vision.camera.Camera`."""
        from vision.camera import Frame

        checked = self._profile is None
        for item in self._camera.frames():
            if not checked and isinstance(item, Frame) and self._profile is not None:
                height, width = item.pixels.shape[:2]
                self._profile.check((width, height), self.name)
                checked = True
            yield item

    def close(self) -> None:
        """See `vision.camera.Camera`."""
        self._camera.close()


def _where_to_begin(journal: Journal, source: str) -> float:
    """Second of a video file at which an interrupted game goes on."""
    live = _is_live(source)
    return 0.0 if live or not journal.events else journal.events[-1].time


def _is_live(source: str) -> bool:
    """Whether a source is a webcam or a stream, not a file."""
    return source.isdigit() or "://" in source


def _game_folder(wanted: Wanted) -> Path:
    """The folder of the game: the named one, the last one if it was cut off, or a new one."""
    games = games_folder()
    if wanted.game is not None:
        return games / checked_game(wanted.game)
    if not wanted.new:
        logs = [path for path in games.glob("*/events.jsonl") if path.stat().st_size]
        last = max(logs, key=lambda path: path.stat().st_mtime, default=None)
        if last is not None and _was_cut_off(last.parent):
            return last.parent
    return games / datetime.now().strftime("%Y-%m-%d-%H%M%S")


def _was_cut_off(folder: Path) -> bool:
    try:
        events = list(events_of(folder))
    except WatchError:
        return False
    if not events or any(event.kind == "game_end" for event in events):
        return False
    then = datetime.fromisoformat(events[-1].at)
    return datetime.now(then.tzinfo) - then < _GOES_ON


def checked_game(name: str) -> str:
    """A game's name, which is its folder's.

    Raises:
        UsageError: it cannot be one.
    """
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", name):
        raise UsageError(f"--game {name[:40]!r}: letters, digits, - and _ were expected")
    return name


def set_up(
    photo: Path,
    table: str,
    corners: str | None,
    out: Path | None,
    lang: str,
    weights: Path | None,
) -> None:
    """Keeps where the places of a table are, and writes a picture that outlines them.

    Args:
        photo: by the camera in its place, the four walls up.
        table: what to call it.
        corners: of the walls, where the photo does not show them.
        out: the picture; None for TABLE-table.jpg.
        lang: "en" or "it".
        weights: folder of weights.

    Raises:
        HandReaderError: the walls are not seen, or the corners are none.
    """
    from PIL import Image

    from vision import Settings, read
    from vision.photo import open_photo
    from vision.watching.seats import walls_corners

    opened = open_photo(photo)
    if corners is not None:
        found = profiles.corners_said(corners)
    else:
        found = walls_corners(read(opened, Settings(weights=weights)).tiles)
    profile = Profile(table, (opened.width, opened.height), found)
    picture = out or Path(f"{profiles.file_of(table).stem}-table.jpg")
    Image.fromarray(profiles.outlined(opened.pixels, profile)).save(picture, quality=90)
    profiles.keep(profile)
    said = " ".join(f"{x:.0f},{y:.0f}" for x, y in found)
    size = {"width": opened.width, "height": opened.height}
    print(say("setup", lang, name=table, picture=picture, corners=f"'{said}'", **size))


def export_game(name: str | None, form: str, out: Path | None, lang: str) -> None:
    """Writes a watched game out.

    Args:
        name: of the game; None for the last one.
        form: "jsonl", "csv", "sheet", "mjai", "tenhou" or "evidence" (a page for each win).
        out: file, or for evidence a folder; None for standard output, or the current folder.
        lang: "en" or "it".

    Raises:
        HandReaderError: no such game, or what the form needs was not seen.
    """
    from . import evidence, export

    folder = _game_to_export(name)
    events = list(events_of(folder))
    if form == "evidence":
        target = out or Path()
        target.mkdir(parents=True, exist_ok=True)
        for number, deal in enumerate(export.deals(events), start=1):
            if deal.event.kind == "win":
                path = target / f"{folder.name}-win-{number}.html"
                path.write_text(evidence.page(deal, folder, lang), "utf-8")
                print(say("written", lang, path=path))
        return
    forms = {
        "jsonl": export.as_jsonl,
        "csv": export.as_csv,
        "mjai": export.as_mjai,
        "tenhou": export.as_tenhou,
    }
    text = export.as_sheet(events, lang) if form == "sheet" else forms[form](events)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, "utf-8")
        print(say("written", lang, path=out))


def _game_to_export(name: str | None) -> Path:
    """The folder of a game with events.

    Raises:
        UsageError: there is none.
    """
    games = games_folder()
    logs = [path for path in games.glob("*/events.jsonl") if path.stat().st_size]
    found = {path.parent.name: path for path in logs}
    if name is not None and checked_game(name) in found:
        return games / name
    if name is None and found:
        return max(found.values(), key=lambda path: path.stat().st_mtime).parent
    known = ", ".join(sorted(found)) or "none yet; `handreader watch` begins one"
    raise UsageError(f"no game {name or ''!r} was watched; games: {known}")
