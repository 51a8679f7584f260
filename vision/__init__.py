"""Photo to tiles, layout and hand; `read` runs the whole pipeline.

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
    from .layout.questions import LayoutProblem, Question
    from .photo import Photo
    from .recognition.classifier import Adapter
    from .recognition.recognizer import TileRecognizer
    from .seen_tile import SeenTile

__all__ = ["PhotoReading", "ReadSettings", "prepare", "read"]


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """The parameters of a reading besides the photo.

    Attributes:
        rules: id of the rule set whose layout conventions apply, as "zung-jung".
        weights: folder with the nets' weights and manifest; None for the installed ones.
        answers: answers to questions of an earlier reading of the same photo, by their ids.
        tile_set: file of the taught set in the photo (`vision.teaching.tile_set`); None if it was
            not taught.
        back: colour of the set's backs, (r, g, b), where it is known: it distinguishes a back from
            a white dragon without print.
    """

    rules: str = "zung-jung"
    weights: Path | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    tile_set: Path | None = None
    back: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The result of reading one photo.

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
        """Return the tile ids, owner's left to right, top row first."""
        return self.layout.rows

    @property
    def final_tiles(self) -> tuple[SeenTile, ...]:
        """Return the tiles, each with the kind first that its hand or an answer assigned to it."""
        return tuple(_with_kind(tile, self.layout.names.get(tile.id)) for tile in self.tiles)

    @property
    def roles(self) -> dict[int, str]:
        """Return each tile's role: concealed, winning, meld, flower, indicator or other."""
        return {tile.id: self.layout.role(tile.id) for tile in self.tiles}

    @property
    def turned_ids(self) -> frozenset[int]:
        """Return the ids of the sideways tiles."""
        return self.layout.turned

    @property
    def problems(self) -> tuple[LayoutProblem, ...]:
        """Return the layout's problems."""
        return self.layout.problems

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return the layout's open questions."""
        return self.layout.questions


def _with_kind(tile: SeenTile, kind: str | None) -> SeenTile:
    """Put a kind first in a tile's names, at the probability it was recognised with, else 0."""
    if kind is None or kind == tile.kind:
        return tile
    others = tuple(pair for pair in tile.names if pair[0] != kind)
    return replace(tile, names=((kind, dict(tile.names).get(kind, 0.0)), *others)[:5])


def read(photo: Photo, settings: ReadSettings | None = None) -> PhotoReading:
    """Read the tiles, rows and hand of a photo.

    Raises:
        HandReaderError: when the weights or the taught set are missing or damaged, the set was
            taught with other weights, or an answer fits no question.
    """
    from .layout.layout import arrange
    from .recognition.recognizer import clear_cut_off_names

    settings = settings or ReadSettings()
    start = perf_counter()
    teller = _recognizer(settings.weights)
    if settings.tile_set is not None:
        teller = teller.with_adapter(
            _load_adapter(settings.tile_set, settings.weights, _mtime_ns(settings.tile_set))
        )
    if settings.back is not None:
        teller = teller.with_back_colour(settings.back)
    tiles = clear_cut_off_names(teller.recognize(photo.pixels), photo.width, photo.height)
    found = arrange(tiles, settings.rules, settings.answers)
    seconds = perf_counter() - start
    return PhotoReading(photo.name, photo.width, photo.height, seconds, tiles, found)


def prepare(weights: Path | None = None) -> None:
    """Start to open the nets in a thread, so that they are ready for the first photo.

    Args:
        weights: as in `Settings`.
    """

    def open_nets() -> None:
        with suppress(Exception):  # the reading meets the same fault and can report it
            _recognizer(weights)

    # No daemon: Python waits for it at the end, and onnxruntime dies if it is torn down half open.
    Thread(target=open_nets).start()


def _recognizer(weights: Path | None) -> TileRecognizer:
    """Return the nets, opened once, whichever thread comes first."""
    with _OPENING:
        return _load_recognizer(weights)


_OPENING = Lock()


@lru_cache(maxsize=2)
def _load_recognizer(weights: Path | None) -> TileRecognizer:
    from .recognition.recognizer import TileRecognizer

    return TileRecognizer.load(weights)


def _mtime_ns(file: Path) -> int:
    """Return when a file was written (ns), so that a set taught again is reopened; 0 if missing."""
    return file.stat().st_mtime_ns if file.exists() else 0


@lru_cache(maxsize=4)
def _load_adapter(file: Path, weights: Path | None, stamp: int) -> Adapter:
    """Load the adapter of a taught set, once for each version of the file."""
    from .teaching.tile_set import load

    return load(file, weights).adapter
