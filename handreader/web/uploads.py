"""Uploaded photos: check, recognise, and cache the readings; never save the files."""

from __future__ import annotations

import io
import secrets
import threading
import warnings
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from scoring.errors import HandReaderError
from vision import PhotoReading, Reader
from vision.photo import SIDE_LIMIT, Photo, PhotoError, Pixels, open_photo

from ..pipeline import read_photo
from ..situation import Situation
from .errors import ApiError

_SIZED = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF", "HEIF")
FRAME_MEGAPIXELS = 4
"""Size of a live picture: the page sends at most 1."""
FRAME_SIDE = 64
"""Pixels of a side that a live picture has at least."""
EACH, ALL = 6, 96  # readings cached for one client and for all; each is some kilobytes


def decode_image(content: bytes, megapixels: int) -> Pixels:
    """Decode a file's bytes into an upright picture.

    Raises:
        ApiError: no picture, damaged, of more than so many megapixels, or with too long a side.
    """
    _check_size(_header_size(content), megapixels)
    try:
        photo = open_photo(content, "photo")
    except PhotoError as error:
        if error.code == "too_long":
            raise ApiError(413, "too_long", limit=SIDE_LIMIT) from None
        raise ApiError(415, "no_heic" if error.code == "no_heic" else "no_picture") from None
    _check_size((photo.width, photo.height), megapixels)
    return photo.pixels


def decode_frame(content: bytes) -> Pixels:
    """Decode a JPEG of a phone that is a camera; as it is, since a page draws it upright.

    Raises:
        ApiError: no whole JPEG, or of more than `FRAME_MEGAPIXELS`.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=["JPEG"]) as image:
                _check_size(image.size, FRAME_MEGAPIXELS)
                if min(image.size) < FRAME_SIDE:
                    raise ApiError(415, "no_picture")
                return np.asarray(image.convert("RGB"))
    except ApiError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ApiError(413, "too_many_pixels", megapixels=">89", limit=FRAME_MEGAPIXELS) from error
    except Exception as error:  # Pillow's parsers raise whatever they meet
        raise ApiError(415, "no_picture") from error


def _header_size(content: bytes) -> tuple[int, int]:
    """Return the size in the file's header, without decoding pixels; (0, 0) if it has none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            Image.init()
            if content[4:8] == b"ftyp":  # HEIC: Pillow needs its plug-in to read the size
                with suppress(ImportError):
                    import pillow_heif

                    pillow_heif.register_heif_opener()
            formats = [form for form in _SIZED if form in Image.OPEN]
            with Image.open(io.BytesIO(content), formats=formats) as image:
                return image.size
    except Image.DecompressionBombError:
        return (1 << 16, 1 << 16)
    except Exception:  # whatever is wrong with it, `open_photo` reports it
        return (0, 0)


def _check_size(size: tuple[int, int], megapixels: int) -> None:
    found = size[0] * size[1] / 1e6
    if found > megapixels:
        raise ApiError(413, "too_many_pixels", megapixels=f"{found:.0f}", limit=megapixels)


@dataclass(frozen=True, slots=True)
class UploadedReading:
    """The reading of an uploaded photo.

    Attributes:
        id: its key in the cache; "" before it is cached.
        reading: the recognised tiles and their layout.
    """

    id: str
    reading: PhotoReading


def read_upload(pixels: Pixels, rules: str, reader: Reader) -> UploadedReading:
    """Find the tiles in an upright picture, and decode their hand.

    Raises:
        ApiError: the weights are missing or damaged.
    """
    try:
        return UploadedReading("", read_photo(reader, Photo("photo", pixels), Situation(), rules))
    except HandReaderError as error:
        raise ApiError(500, "reader_fault", what=error) from error


def model_id(reader: Reader) -> str:
    """Return the names of the weights that recognise the photos, with their versions.

    Raises:
        ApiError: they are missing or damaged.
    """
    try:
        return reader.model_id()
    except HandReaderError as error:
        raise ApiError(500, "reader_fault", what=error) from error


class ReadingCache:
    """Cache of the latest readings, separate for each client."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], UploadedReading] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, client: str, taken: UploadedReading) -> UploadedReading:
        """Cache a reading under a new id; drop the oldest of too many."""
        kept = replace(taken, id=secrets.token_urlsafe(12))
        with self._lock:
            self._kept[client, kept.id] = kept
            of_client = [key for key in self._kept if key[0] == client]
            for key in of_client[:-EACH]:
                del self._kept[key]
            while len(self._kept) > ALL:
                self._kept.popitem(last=False)
        return kept

    def get(self, client: str, id: object) -> UploadedReading:
        """Return a client's cached reading.

        Raises:
            ApiError: this client has no such reading (any more).
        """
        with self._lock:
            kept = self._kept.get((client, id)) if isinstance(id, str) else None
        if kept is None:
            raise ApiError(404, "no_reading")
        return kept
