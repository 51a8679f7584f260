"""Any picture a person hands in becomes upright RGB; EXIF, HEIC and odd modes end here."""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.tiles import HandReaderError

Pixels = NDArray[np.uint8]  # RGB, shape (H, W, 3)

PIXEL_LIMIT = 100_000_000
"""Pictures with more pixels are refused: decoding 100 megapixels takes about 0.7 GB of memory, and
phones' full-size pictures (12 to 64 megapixels) stay below."""

# What phones, cameras and web pages give. Others stay closed: some of Pillow's readers start
# programs of the system (EPS), and no photo of a table comes as one.
_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_FORMATS_SAID = "JPEG, PNG, WebP, TIFF, BMP, GIF or HEIC"
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1"}

# Pillow's readers answer a damaged file with any of these.
_DAMAGED = (
    OSError, SyntaxError, ValueError, EOFError, ArithmeticError, LookupError, TypeError,
    RuntimeError,
)  # fmt: skip


class PhotoError(HandReaderError):
    """A picture that cannot be opened, or that is too large."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One picture, upright.

    Attributes:
        name: the file's name without its folder, for messages and results.
        pixels: uint8 RGB, shape (H, W, 3), as a person sees the picture (EXIF turn applied); may
            be read-only.
    """

    name: str
    pixels: Pixels

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return int(self.pixels.shape[0])


def open_photo(source: str | Path | bytes | NDArray[np.generic], name: str | None = None) -> Photo:
    """The picture as upright RGB.

    Args:
        source: a path; a file's bytes; or pixels, taken as upright: uint8 or uint16, grey (H, W),
            RGB (H, W, 3) or RGBA (H, W, 4).
        name: what to call it; by default the file's name, or "picture".

    Returns:
        The first frame where there are several; transparent parts over white; 16 bits scaled to 8.

    Raises:
        PhotoError: missing, unreadable, damaged, not a picture, or above `PIXEL_LIMIT`.
    """
    if isinstance(source, np.ndarray):
        name = name or "picture"
        return Photo(name, _from_array(source, name))
    if isinstance(source, bytes):
        name = name or "picture"
        return Photo(name, _decoded(io.BytesIO(source), name))
    path = Path(source)
    name = name or path.name
    try:
        if path.is_dir():
            raise PhotoError(f"{path} is a folder, not a picture: give the pictures in it")
        with path.open("rb") as file:
            return Photo(name, _decoded(file, name))
    except FileNotFoundError:
        raise PhotoError(f"{path} does not exist: check the path") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError(f"{str(path)!r} cannot be opened: {reason}") from error


def _decoded(file: BinaryIO, name: str) -> Pixels:
    """Pixels of an open picture file."""
    start = file.read(32)
    file.seek(0)
    if not start:
        raise PhotoError(f"{name} is empty (0 bytes): copy it again")
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC_BRANDS:
        _register_heif(name)
    with _opened(file, name) as image:
        _check_size(image.width, image.height, name)
        try:
            image.load()
        except _DAMAGED as error:
            raise PhotoError(f"{name} is damaged or cut short ({error}): copy it again") from error
        try:
            _turn_upright(image)
            return _rgb(image)
        except _DAMAGED as error:
            raise PhotoError(
                f"{name} has colours that cannot be read (mode {image.mode}): save it as JPEG"
            ) from error


def _register_heif(name: str) -> None:
    """Lets Pillow open HEIC, once pillow-heif is there to do it."""
    try:
        import pillow_heif
    except ImportError:
        raise PhotoError(
            f"{name} is a HEIC picture: install pillow-heif (pip install 'handreader[heif]'), "
            "or save the photo as JPEG"
        ) from None
    pillow_heif.register_heif_opener()


_pillow_guard = threading.Lock()


@contextmanager
def _opened(file: BinaryIO, name: str) -> Iterator[Image.Image]:
    """The picture with its header read and nothing decoded."""
    # Pillow's own guard against huge pictures warns below our limit and, above its own, tells no
    # size: it is set aside while the header is read. The lock keeps threads from restoring it
    # in the wrong order.
    with _pillow_guard, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            formats = (*_FORMATS, "HEIF") if "HEIF" in Image.OPEN else _FORMATS
            image = Image.open(file, formats=formats)
        except UnidentifiedImageError:
            raise PhotoError(
                f"{name} is not a picture that can be read: expected {_FORMATS_SAID}"
            ) from None
        except _DAMAGED as error:
            raise PhotoError(f"{name} is damaged ({error}): copy it again") from error
        finally:
            Image.MAX_IMAGE_PIXELS = before
    with image:
        yield image


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > PIXEL_LIMIT:
        raise PhotoError(
            f"{name} has {width}×{height} pixels ({width * height / 1e6:.0f} megapixels); "
            f"at most {PIXEL_LIMIT // 1_000_000} are read: make it smaller"
        )
    if width * height == 0:
        raise PhotoError(f"{name} has no pixels ({width}×{height}): expected a picture")


def _turn_upright(image: Image.Image) -> None:
    """Turns the picture as its EXIF says."""
    with suppress(*_DAMAGED):  # EXIF that cannot be parsed says nothing about direction
        ImageOps.exif_transpose(image, in_place=True)


def _rgb(image: Image.Image) -> Pixels:
    """uint8 RGB of any Pillow mode."""
    if image.mode.startswith("I") or image.mode == "F":
        return _from_array(_eight_bits(np.asarray(image)), "picture")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def _from_array(array: NDArray[np.generic], name: str) -> Pixels:
    """uint8 RGB of grey, RGB or RGBA pixels."""
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.ndim not in (2, 3) or channels not in (1, 3, 4) or array.dtype.kind not in "bu":
        raise PhotoError(
            f"{name} is an array of {array.dtype}, shape {array.shape}; "
            "expected uint8 or uint16 of shape (H, W), (H, W, 3) or (H, W, 4)"
        )
    _check_size(array.shape[1], array.shape[0], name)
    pixels = _eight_bits(array)
    if channels == 1:
        grey = pixels.reshape(pixels.shape[:2])
        return np.stack([grey, grey, grey], axis=2)
    if channels == 4:
        alpha = pixels[:, :, 3:].astype(np.uint16)
        over_white = (pixels[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255
        return over_white.astype(np.uint8)
    return np.ascontiguousarray(pixels)


def _eight_bits(array: NDArray[np.generic]) -> Pixels:
    """Values scaled to 0-255: from 0-65535 for wider integers, from 0-1 or 0-255 for floats."""
    if array.dtype == np.uint8:
        return array.astype(np.uint8, copy=False)
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    values = array.astype(np.float32)
    if array.dtype.kind == "f":
        scale = 255.0 if values.max(initial=0.0) <= 1.0 else 1.0
    else:
        scale = 255.0 / 65535.0
    scaled = np.rint(np.nan_to_num(values) * np.float32(scale))
    pixels: Pixels = np.clip(scaled, 0, 255).astype(np.uint8)
    return pixels
