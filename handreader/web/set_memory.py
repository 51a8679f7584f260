"""The set of tiles that a server's photos are read with; a corrected photo teaches it."""

from __future__ import annotations

import threading

from scoring.errors import HandReaderError
from vision import PhotoReading, Reader
from vision.photo import Photo, Pixels
from vision.recognition.weights import find_weights

from .. import tile_sets
from .errors import ApiError
from .label_export import parse_kinds
from .views.tile_set import tile_set_json

MOST_SETS = 50
"""Sets that the page may add; the command line may add more."""


class SetMemory:
    """The reader of a server, and the sets that its players teach.

    Args:
        reader: finds the tiles, with the set in use, if any.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._named: dict[str, Reader] = {}

    @property
    def reader(self) -> Reader:
        """Return the reader with the set that was remembered last."""
        return self._reader

    def reader_for(self, name: str | None, lang: str) -> Reader:
        """Return the reader with a taught set; with the one remembered last if none is named.

        Raises:
            ApiError: no set of that name.
        """
        if name is None:
            return self._reader
        with self._lock:
            if name not in self._named:
                try:
                    file = tile_sets.resolve_tile_set(name, self._reader.weights, lang=lang)
                except HandReaderError as error:
                    raise ApiError(422, "no_set", what=error) from None
                self._named[name] = self._reader.with_tile_set(file)
            return self._named[name]

    def set_json(self, name: str, lang: str) -> dict[str, object]:
        """Return a taught set as `views.tile_set` does.

        Raises:
            ApiError: no set of that name.
        """
        weights = self._reader.weights
        with self._lock:
            try:
                taught = tile_sets.load_tile_set(name, weights, lang)
            except HandReaderError as error:
                raise ApiError(422, "no_set", what=error) from None
        return tile_set_json(taught, find_weights("namer", folder=weights).path.stem)

    def remember(
        self, name: str, pixels: Pixels, reading: PhotoReading, kinds: str, lang: str
    ) -> dict[str, object]:
        """Teach the set of this name from a photo, and read with it from now on.

        Args:
            name: of the set, new or taught before.
            pixels: the upright photo.
            reading: its recognised tiles.
            kinds: as for `label_export.label_archive`: those that a player confirmed.
            lang: of errors.

        Returns:
            `set`, `tiles` that taught, `kinds` that the set knows.

        Raises:
            ApiError: another photo, kinds that do not fit, an invalid name, too few tiles.
        """
        from vision.teaching.confirmed import ConfirmedPhoto

        confirmed = parse_kinds(pixels, reading, kinds)
        photo = ConfirmedPhoto(Photo(reading.photo_name, pixels), reading.tiles, confirmed)
        with self._lock:
            try:
                file = tile_sets.tile_set_file(name)
                is_full = not file.is_file() and len(tile_sets.tile_set_names()) >= MOST_SETS
                if not is_full:
                    weights = self._reader.weights
                    taught, _ = tile_sets.remember_tiles(name, [photo], weights, lang)
            except HandReaderError as error:
                raise ApiError(422, "not_remembered", what=error) from None
            if is_full:
                raise ApiError(422, "too_many_sets", most=MOST_SETS)
            self._reader = self._reader.with_tile_set(file)
        return {"set": taught.name, "tiles": len(confirmed), "kinds": len(set(taught.kinds))}
