"""The reader of photos: it owns the nets, and finds tiles with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

from .hand_location import ANYWHERE, HandLocation, Region
from .seen_tile import Quad, SeenTile, move_quad, scale_quad

if TYPE_CHECKING:
    from .arrays import Pixels
    from .layout.layout import Layout
    from .layout.questions import LayoutProblem, Question
    from .photo import Photo
    from .recognition.classifier import Adapter
    from .recognition.recognizer import TileRecognizer

NO_ANSWERS: Mapping[str, str] = {}


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
        location: of the hand, as a person gave it, the region in pixels.
    """

    photo_name: str
    width: int
    height: int
    seconds: float
    tiles: tuple[SeenTile, ...]
    layout: Layout
    location: HandLocation = ANYWHERE

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


def _tiles_in_region(
    seen: Sequence[SeenTile], region: Region, origin: tuple[int, int]
) -> tuple[SeenTile, ...]:
    """Return the tiles of a cropped region in pixels of the photo, their ids being their places."""
    placed = [replace(tile, quad=move_quad(tile.quad, origin)) for tile in seen]
    inside = [tile for tile in placed if region.has_centre(tile.quad)]
    return tuple(replace(tile, id=number) for number, tile in enumerate(inside))


def _with_kind(tile: SeenTile, kind: str | None) -> SeenTile:
    """Put a kind first in a tile's names, at the probability it was recognised with, else 0."""
    if kind is None or kind == tile.kind:
        return tile
    others = tuple(pair for pair in tile.names if pair[0] != kind)
    return replace(tile, names=((kind, dict(tile.names).get(kind, 0.0)), *others)[:5])


class Reader:
    """The nets that find tiles in photos, opened when first needed; any thread may use them.

    Args:
        weights: folder with the nets' weights and manifest; None for the installed ones.
    """

    def __init__(self, weights: Path | None = None) -> None:
        self._nets = _Nets(weights)
        self._tile_set: Path | None = None
        self._adapter: tuple[int, Adapter] | None = None
        self._back: tuple[int, int, int] | None = None

    def with_tile_set(self, file: Path | None) -> Reader:
        """Return a reader of photos of a taught set (`vision.teaching.tile_set`), on these nets.

        A set that is taught again while the reader is in use is loaded again.
        """
        other = copy(self)
        other._tile_set, other._adapter = file, None
        return other

    def with_back_colour(self, back: tuple[int, int, int] | None) -> Reader:
        """Return a reader of a set with backs of a known colour (r, g, b), on these nets.

        The colour distinguishes a back from a white dragon without print.
        """
        other = copy(self)
        other._back = back
        return other

    @property
    def weights(self) -> Path | None:
        """Return the folder of the nets' weights; None for the installed ones."""
        return self._nets.weights

    def prepare(self) -> None:
        """Start to open the nets in a thread, so that they are ready for the first photo."""
        if self._nets.are_open:
            return
        # No daemon: Python waits for it at the end, and onnxruntime dies if it is torn down half
        # open. A fault is met again, and reported, by the first photo.
        Thread(target=self._nets.open_or_ignore).start()

    def model_id(self) -> str:
        """Return the names of the weights, with their versions.

        Raises:
            HandReaderError: the weights are missing or damaged.
        """
        return self._nets.model_id()

    def find_tiles(self, photo: Photo, region: Region | None = None) -> tuple[SeenTile, ...]:
        """Find the tiles in a photo, and their kinds, numbered in reading order of the picture.

        Args:
            photo: the photo.
            region: part of the photo, in pixels, in which the tiles have their centres. The
                detector sees this part larger than in the whole photo.

        Raises:
            HandReaderError: the weights or the taught set are missing or damaged, or the set was
                taught with other weights.
        """
        nets = self._nets_in_use()
        height, width = photo.pixels.shape[:2]
        if region is None:
            tiles = nets.recognize(photo.pixels)
        else:
            region = region.scale(1 / photo.scale)
            left, top, right, lower = region.with_margin(width, height)
            frame = float(-left), float(-top), float(width - left), float(height - top)
            seen = nets.recognize(photo.pixels[top:lower, left:right], frame)
            tiles = _tiles_in_region(seen, region, (left, top))
        if photo.scale == 1:
            return tiles
        return tuple(replace(tile, quad=scale_quad(tile.quad, photo.scale)) for tile in tiles)

    def find_outlines(self, pixels: Pixels) -> list[Quad]:
        """Return every outline that is looked at in a picture (uint8 RGB), tiles or not.

        Raises:
            HandReaderError: as `find_tiles`.
        """
        return self._nets_in_use().find_outlines(pixels)

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        """Classify pictures (uint8 RGB) that each show one upright face and nothing else.

        Raises:
            HandReaderError: as `find_tiles`.
        """
        return self._nets_in_use().classify_crops(crops)

    def _nets_in_use(self) -> TileRecognizer:
        """Return the nets, fitted to the taught set and the colour of backs."""
        nets = self._nets.open()
        if self._tile_set is not None:
            nets = nets.with_adapter(self._load_adapter(self._tile_set))
        if self._back is not None:
            from .recognition.tile_colours import colour_to_lab

            nets = nets.with_back_colour(colour_to_lab(self._back))
        return nets

    def _load_adapter(self, file: Path) -> Adapter:
        """Load the adapter of a taught set, once for each version of its file."""
        stamp = file.stat().st_mtime_ns if file.exists() else 0
        if self._adapter is None or self._adapter[0] != stamp:
            from .teaching.tile_set import load

            self._adapter = stamp, load(file, self._nets.weights).adapter
        return self._adapter[1]


class _Nets:
    """The nets of one folder of weights, opened once, whichever thread comes first."""

    def __init__(self, weights: Path | None) -> None:
        self.weights = weights
        self._lock = Lock()
        self._opened: TileRecognizer | None = None
        self._model_id: str | None = None

    @property
    def are_open(self) -> bool:
        return self._opened is not None

    def open(self) -> TileRecognizer:
        with self._lock:
            if self._opened is None:
                from .recognition.recognizer import TileRecognizer

                self._opened = TileRecognizer.load(self.weights)
            return self._opened

    def open_or_ignore(self) -> None:
        """Open the nets, and that of relations while others find the tiles."""
        with suppress(Exception):
            self.open()
            from .relations.network import open_network

            open_network(self.weights)

    def model_id(self) -> str:
        if self._model_id is None:
            from .recognition.weights import find_weights

            files = [find_weights(role, folder=self.weights) for role in ("detector", "namer")]
            self._model_id = " ".join(file.path.stem for file in files)
        return self._model_id
