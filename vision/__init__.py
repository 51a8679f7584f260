"""From a photo to the tiles, their layout and the hand: `read` is the whole way.

Importing this package loads no net and no picture library; the first reading does.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layout.layout import Layout
    from .layout.questions import Problem, Question
    from .photo import Photo
    from .recognition.classifier import Lesson
    from .recognition.recognizer import Teller
    from .seen_tile import SeenTile

__all__ = ["Reading", "Settings", "prepare", "read"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a reading depends on besides the photo.

    Attributes:
        rules: rule set whose way of laying tiles is expected, as "zung-jung".
        weights: folder with the nets' weights and manifest; None for the installed ones.
        answers: answers to questions of an earlier reading of the same photo, by their ids.
        taught: file of the set of tiles in the photo (`vision.teaching.tile_set`); None if it is
            not taught.
        back: colour of the set's backs, (r, g, b), where it is known: by it a back is told from a
            white dragon without print.
    """

    rules: str = "zung-jung"
    weights: Path | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    taught: Path | None = None
    back: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one photo.

    Attributes:
        photo_name: the photo's file name.
        width: pixels of the upright photo.
        height: pixels of the upright photo.
        seconds: spent reading, without opening the file.
        tiles: every tile, its id being its place.
        layout: the tiles sorted into the parts of a hand.
    """

    photo_name: str
    width: int
    height: int
    seconds: float
    tiles: tuple[SeenTile, ...]
    layout: Layout

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Tile ids, owner's left to right, top row first."""
        return self.layout.rows

    @property
    def named(self) -> tuple[SeenTile, ...]:
        """The tiles, each with the kind first that its hand or an answer gave it."""
        return tuple(_renamed(tile, self.layout.names.get(tile.id)) for tile in self.tiles)

    @property
    def roles(self) -> dict[int, str]:
        """What each tile is: concealed, winning, meld, flower, indicator or other."""
        return {tile.id: self.layout.role(tile.id) for tile in self.tiles}

    @property
    def turned(self) -> frozenset[int]:
        """Ids of the tiles that lie sideways."""
        return self.layout.turned

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with what was seen."""
        return self.layout.problems

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the photo leaves open."""
        return self.layout.questions


def _renamed(tile: SeenTile, kind: str | None) -> SeenTile:
    """The tile with that kind first, as likely as it was seen; 0 if it was not seen so."""
    if kind is None or kind == tile.kind:
        return tile
    others = tuple(pair for pair in tile.names if pair[0] != kind)
    return replace(tile, names=((kind, dict(tile.names).get(kind, 0.0)), *others)[:5])


def read(photo: Photo, settings: Settings | None = None) -> Reading:
    """The tiles, rows and hand of a photo.

    Raises:
        HandReaderError: when the weights or the taught set are missing or damaged, the set was
            taught with other weights, or an answer fits no question.
    """
    from .layout.layout import layout
    from .recognition.recognizer import unread_where_cut

    settings = settings or Settings()
    start = perf_counter()
    teller = _teller(settings.weights)
    if settings.taught is not None:
        teller = teller.taught(_lesson(settings.taught, settings.weights, _stamp(settings.taught)))
    if settings.back is not None:
        teller = teller.knowing(settings.back)
    tiles = unread_where_cut(teller.tiles(photo.pixels), photo.width, photo.height)
    found = layout(tiles, settings.rules, settings.answers)
    seconds = perf_counter() - start
    return Reading(photo.name, photo.width, photo.height, seconds, tiles, found)


def prepare(weights: Path | None = None) -> None:
    """Begin to open the nets, so that they are ready when the first photo has been opened.

    Args:
        weights: as in `Settings`.
    """

    def open_nets() -> None:
        with suppress(Exception):  # the reading meets the same fault and can say it to somebody
            _teller(weights)

    # No daemon: Python waits for it at the end, and onnxruntime dies if it is torn down half open.
    Thread(target=open_nets).start()


def _teller(weights: Path | None) -> Teller:
    """The nets, opened once, whichever thread comes first."""
    with _OPENING:
        return _opened(weights)


_OPENING = Lock()


@lru_cache(maxsize=2)
def _opened(weights: Path | None) -> Teller:
    from .recognition.recognizer import Teller

    return Teller.load(weights)


def _stamp(file: Path) -> int:
    """When a file was written, so that a set taught again is opened again; 0 if it is missing."""
    return file.stat().st_mtime_ns if file.exists() else 0


@lru_cache(maxsize=4)
def _lesson(file: Path, weights: Path | None, stamp: int) -> Lesson:
    """What a set taught, opened once."""
    from .teaching.tile_set import load

    return load(file, weights).lesson
