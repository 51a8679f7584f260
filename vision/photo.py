"""Photo input: any picture file becomes upright RGB; EXIF, HEIC and odd modes end here."""

from __future__ import annotations

import io
import stat
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

from scoring.errors import CodedError

Pixels = NDArray[np.uint8]  # RGB, shape (H, W, 3)

PIXEL_LIMIT = 100_000_000
"""Pictures with more pixels are refused: decoding 100 megapixels takes about 0.7 GB of memory, and
phones' full-size pictures (12 to 64 megapixels) stay below."""
SIDE_LIMIT = 32_000
"""Pictures with a longer side are refused: OpenCV warps no picture whose side has 32,767 pixels.
Panoramas of phones (about 16,000 pixels) stay below."""

# What phones, cameras and web pages give. Others stay closed: some of Pillow's readers start
# programs of the system (EPS), and no photo of a table comes as one.
_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1"}

# Pillow's readers answer a damaged file with any of these.
_DAMAGED = (
    OSError, SyntaxError, ValueError, EOFError, ArithmeticError, LookupError, TypeError,
    RuntimeError,
)  # fmt: skip


_TEXTS = {
    "folder": {
        "en": "{path} is a folder, not a picture: give the pictures in it",
        "it": "{path} è una cartella, non una foto: indica le foto che contiene",
    },
    "no_file": {
        "en": "{path} is a pipe or a device, not a file: save the picture in a file first",
        "it": "{path} è una pipe o un dispositivo, non un file: salva prima la foto in un file",
    },
    "missing": {
        "en": "{path} does not exist: check the path",
        "it": "{path} non esiste: controlla il percorso",
    },
    "unopened": {
        "en": "{path} cannot be opened: {why}",
        "it": "{path} non si può aprire: {why}",
    },
    "empty": {
        "en": "{name} is empty (0 bytes): copy it again",
        "it": "{name} è vuoto (0 byte): copialo di nuovo",
    },
    "cut_short": {
        "en": "{name} is damaged or cut short ({why}): copy it again",
        "it": "{name} è rovinato o incompleto ({why}): copialo di nuovo",
    },
    "colours": {
        "en": "{name} has colours that cannot be read (mode {mode}): save it as JPEG",
        "it": "{name} ha colori che non si leggono (modo {mode}): salvalo come JPEG",
    },
    "no_heic": {
        "en": "{name} is a HEIC picture: install pillow-heif (pip install 'handreader[heif]'), or "
        "save the photo as JPEG",
        "it": "{name} è una foto HEIC: installa pillow-heif (pip install 'handreader[heif]'), o "
        "salva la foto come JPEG",
    },
    "no_picture": {
        "en": "{name} is not a readable picture: expected JPEG, PNG, WebP, TIFF, BMP, GIF or HEIC",
        "it": "{name} non è una foto leggibile: serve JPEG, PNG, WebP, TIFF, BMP, GIF o HEIC",
    },
    "damaged": {
        "en": "{name} is damaged ({why}): copy it again",
        "it": "{name} è rovinato ({why}): copialo di nuovo",
    },
    "too_large": {
        "en": "{name} has {width}×{height} pixels ({megapixels} megapixels); the limit is "
        "{limit}: make it smaller",
        "it": "{name} ha {width}×{height} pixel ({megapixels} megapixel); se ne leggono al "
        "massimo {limit}: riduci la foto",
    },
    "too_long": {
        "en": "{name} has {width}×{height} pixels; the limit of a side is {limit}: crop it",
        "it": "{name} ha {width}×{height} pixel; un lato ne ha al massimo {limit}: ritagliala",
    },
    "no_pixels": {
        "en": "{name} has no pixels ({width}×{height}): expected a picture",
        "it": "{name} non ha pixel ({width}×{height}): serve una foto",
    },
    "array": {
        "en": "{name} is an array of {dtype}, shape {shape}; expected uint8 or uint16 of shape "
        "(H, W), (H, W, 3) or (H, W, 4)",
        "it": "{name} è un array di {dtype}, forma {shape}; serve uint8 o uint16 di forma (H, W), "
        "(H, W, 3) o (H, W, 4)",
    },
}


class PhotoError(CodedError):
    """A picture that cannot be opened, or that is too large."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One upright picture.

    Attributes:
        name: the file's name without its folder, for messages and results.
        pixels: uint8 RGB, shape (H, W, 3), as a person sees the picture (EXIF turn applied); may
            be read-only.
    """

    name: str
    pixels: Pixels

    @property
    def width(self) -> int:
        """Return the pixels from left to right."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Return the pixels from top to bottom."""
        return int(self.pixels.shape[0])


def open_photo(source: str | Path | bytes | NDArray[np.generic], name: str | None = None) -> Photo:
    """Open a picture as upright RGB.

    Args:
        source: a path; a file's bytes; or pixels, assumed upright: uint8 or uint16, grey (H, W),
            RGB (H, W, 3) or RGBA (H, W, 4).
        name: name of the picture; by default the file's name, or "picture".

    Returns:
        The first frame where there are several; transparent parts over white; 16 bits scaled to 8.

    Raises:
        PhotoError: missing, unreadable, damaged, not a picture, or above `PIXEL_LIMIT` or
            `SIDE_LIMIT`.
    """
    if isinstance(source, np.ndarray):
        name = name or "picture"
        return Photo(name, _from_array(source, name))
    if isinstance(source, bytes):
        name = name or "picture"
        return Photo(name, _decode(io.BytesIO(source), name))
    path = Path(source)
    name = name or path.name
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise PhotoError("folder", path=path)
        if not stat.S_ISREG(mode):  # a pipe that nobody writes to would be waited for
            raise PhotoError("no_file", path=path)
        with path.open("rb") as file:
            return Photo(name, _decode(file, name))
    except FileNotFoundError:
        raise PhotoError("missing", path=path) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise PhotoError("unopened", path=repr(str(path)), why=error) from error


def _decode(file: BinaryIO, name: str) -> Pixels:
    """Decode an open picture file."""
    start = file.read(32)
    file.seek(0)
    if not start:
        raise PhotoError("empty", name=name)
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC_BRANDS:
        _register_heif(name)
    with _open_image(file, name) as image:
        _check_size(image.width, image.height, name)
        try:
            image.load()
        except _DAMAGED as error:
            raise PhotoError("cut_short", name=name, why=error) from error
        try:
            _turn_upright(image)
            return _rgb(image)
        except _DAMAGED as error:
            raise PhotoError("colours", name=name, mode=image.mode) from error


def _register_heif(name: str) -> None:
    """Enable HEIC in Pillow, if pillow-heif is installed."""
    try:
        import pillow_heif
    except ImportError:
        raise PhotoError("no_heic", name=name) from None
    pillow_heif.register_heif_opener()


_pillow_guard = threading.Lock()


@contextmanager
def _open_image(file: BinaryIO, name: str) -> Iterator[Image.Image]:
    """Open the picture: its header is read and nothing decoded."""
    # Pillow's own guard against huge pictures warns below our limit and, above its own, reports
    # no size: it is disabled while the header is read. The lock keeps threads from restoring it
    # in the wrong order.
    with _pillow_guard, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            formats = (*_FORMATS, "HEIF") if "HEIF" in Image.OPEN else _FORMATS
            image = Image.open(file, formats=formats)
        except UnidentifiedImageError:
            raise PhotoError("no_picture", name=name) from None
        except _DAMAGED as error:
            raise PhotoError("damaged", name=name, why=error) from error
        finally:
            Image.MAX_IMAGE_PIXELS = before
    with image:
        yield image


def _check_size(width: int, height: int, name: str) -> None:
    if width * height > PIXEL_LIMIT:
        found, limit = f"{width * height / 1e6:.0f}", PIXEL_LIMIT // 1_000_000
        gaps = {"width": width, "height": height, "megapixels": found, "limit": limit}
        raise PhotoError("too_large", name=name, **gaps)
    if max(width, height) > SIDE_LIMIT:
        raise PhotoError("too_long", name=name, width=width, height=height, limit=SIDE_LIMIT)
    if width * height == 0:
        raise PhotoError("no_pixels", name=name, width=width, height=height)


def _turn_upright(image: Image.Image) -> None:
    """Turn the picture as its EXIF specifies."""
    with suppress(*_DAMAGED):  # EXIF that cannot be parsed gives no direction
        ImageOps.exif_transpose(image, in_place=True)


def _rgb(image: Image.Image) -> Pixels:
    """Convert any Pillow mode to uint8 RGB."""
    if image.mode.startswith("I") or image.mode == "F":
        return _from_array(_eight_bits(np.asarray(image)), "picture")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def _from_array(array: NDArray[np.generic], name: str) -> Pixels:
    """Convert grey, RGB or RGBA pixels to uint8 RGB."""
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.ndim not in (2, 3) or channels not in (1, 3, 4) or array.dtype.kind not in "bu":
        raise PhotoError("array", name=name, dtype=str(array.dtype), shape=str(array.shape))
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
    """Scale values to 0-255: from 0-65535 for wider integers, from 0-1 or 0-255 for floats."""
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
