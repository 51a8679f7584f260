"""Picture files: decode them to upright RGB, within a bound of memory."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError
from PIL.JpegImagePlugin import JpegImageFile

from .arrays import Pixels
from .errors import PhotoError

PIXEL_LIMIT = 100_000_000
"""Pictures with more pixels are refused; phones' full-size pictures (12 to 64 megapixels) stay
below."""
SIDE_LIMIT = 32_000
"""Pictures with a longer side are refused: OpenCV warps no picture whose side has 32,767 pixels.
Panoramas of phones (about 16,000 pixels) stay below."""
MEMORY_LIMIT = 500_000_000
"""Bytes that decoding may take. The program and its nets take 170 MB besides: 700 MB in all."""

# What phones, cameras and web pages give. Others stay closed: some of Pillow's readers start
# programs of the system (EPS), and no photo of a table comes as one.
_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1"}

# Bytes that decoding takes for each pixel of the file, measured with pictures of 48 and 100
# megapixels. Pillow holds four at most, and three are the result.
_HELD, _RESULT = 4.0, 3.0
_BESIDES = {"AVIF": 6.0, "HEIF": 5.0}
_WEBP_BY_PILLOW, _WEBP_BY_OPENCV = 17.0, 7.0
_GUARDED = 80_000_000  # pixels of which Pillow does not warn yet
# Pixels that are converted at once. Buffers of this size are reused; those of 16 MB are returned to
# the system each time, which takes longer than the copying: 0.06 to 0.5 s for 12 megapixels.
_STRIP = 250_000
_SIDEWAYS = (5, 6, 7, 8)  # EXIF orientations that exchange width and height

# Pillow's readers answer a damaged file with any of these.
_DAMAGED = (
    OSError, SyntaxError, ValueError, EOFError, ArithmeticError, LookupError, TypeError,
    RuntimeError,
)  # fmt: skip


def decode_file(
    file: BinaryIO, name: str, memory: int = MEMORY_LIMIT
) -> tuple[Pixels, tuple[int, int]]:
    """Decode an open picture file.

    Args:
        file: the file, at its start.
        name: of the picture, for messages.
        memory: bytes that decoding may take.

    Returns:
        the upright pixels; and width and height of the upright picture in its file, which are
        twice as many where it was shrunk while it was decoded.

    Raises:
        PhotoError: no picture, damaged, or too large.
    """
    start = file.read(32)
    file.seek(0)
    if not start:
        raise PhotoError("empty", name=name)
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC_BRANDS:
        _register_heif(name)
    with _open_image(file, name) as image:
        size = image.size
        check_size(*size, name)
        by_opencv = _is_for_opencv(image, memory)
        shrink = _shrink_factor(image, by_opencv, memory)
        if shrink is None:
            raise PhotoError("too_heavy", name=name, form=image.format, **_size_gaps(*size))
        try:
            decoded = _decode(file, image, shrink, by_opencv)
        except _DAMAGED as error:
            raise PhotoError("cut_short", name=name, why=error) from error
        try:
            turn = _orientation(image)
            if not isinstance(decoded, np.ndarray):
                decoded = _rgb(image, shrink if image.size == size else 1)
        except _DAMAGED as error:
            raise PhotoError("colours", name=name, mode=image.mode) from error
    return _turn_upright(decoded, turn), size[::-1] if turn in _SIDEWAYS else size


def convert_picture(image: Image.Image, name: str) -> Pixels:
    """Return the upright pixels of a picture that Pillow has opened; it stays open.

    Raises:
        PhotoError: damaged, or too large.
    """
    check_size(*image.size, name)
    try:
        image.load()
        return _turn_upright(_rgb(image, 1), _orientation(image))
    except _DAMAGED as error:
        raise PhotoError("damaged", name=name, why=error) from error


def check_size(width: int, height: int, name: str) -> None:
    """Check that a picture of this size can be read.

    Raises:
        PhotoError: too many pixels, too long a side, or no pixels.
    """
    if width * height > PIXEL_LIMIT:
        limit = PIXEL_LIMIT // 1_000_000
        raise PhotoError("too_large", name=name, limit=limit, **_size_gaps(width, height))
    if max(width, height) > SIDE_LIMIT:
        raise PhotoError("too_long", name=name, width=width, height=height, limit=SIDE_LIMIT)
    if width * height == 0:
        raise PhotoError("no_pixels", name=name, width=width, height=height)


def eight_bits(array: NDArray[np.generic], scale: float | None = None) -> Pixels:
    """Scale values to 0-255: from 0-65535 for wider integers, from 0-1 or 0-255 for floats.

    Args:
        array: the values.
        scale: of a larger picture of which they are a part, see `value_scale`.
    """
    if array.dtype == np.uint8:
        return array.astype(np.uint8, copy=False)
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    values = array.astype(np.float32)
    if scale is None:
        scale = value_scale(array.dtype.kind == "f", float(values.max(initial=0.0)))
    scaled = np.rint(np.nan_to_num(values) * np.float32(scale))
    pixels: Pixels = np.clip(scaled, 0, 255).astype(np.uint8)
    return pixels


def value_scale(is_float: bool, largest: float) -> float:
    """Return the factor by which `eight_bits` multiplies values up to `largest`."""
    if not is_float:
        return 255.0 / 65535.0
    return 1.0 if largest > 1.0 else 255.0


def _size_gaps(width: int, height: int) -> dict[str, object]:
    return {"width": width, "height": height, "megapixels": f"{width * height / 1e6:.0f}"}


def _register_heif(name: str) -> None:
    """Enable HEIC in Pillow, if pillow-heif is installed."""
    try:
        import pillow_heif
    except ImportError:
        from scoring.installation import this_installation

        command = this_installation().add_extra("heif")
        raise PhotoError("no_heic", name=name, command=command) from None
    pillow_heif.register_heif_opener()


_pillow_guard = threading.Lock()


@contextmanager
def _without_pillows_guard() -> Iterator[None]:
    """Disable Pillow's own guard against huge pictures, for one thread at a time.

    It warns below our limit and, above its own, reports no size. The lock keeps threads from
    restoring it in the wrong order.
    """
    with _pillow_guard, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            yield
        finally:
            Image.MAX_IMAGE_PIXELS = before


@contextmanager
def _open_image(file: BinaryIO, name: str) -> Iterator[Image.Image]:
    """Open the picture: its header is read and nothing decoded."""
    with _without_pillows_guard():
        try:
            formats = (*_FORMATS, "HEIF") if "HEIF" in Image.OPEN else _FORMATS
            image = Image.open(file, formats=formats)
        except UnidentifiedImageError:
            raise PhotoError("no_picture", name=name) from None
        except _DAMAGED as error:
            raise PhotoError("damaged", name=name, why=error) from error
    with image:
        yield image


# Memory.


def _is_for_opencv(image: Image.Image, memory: int) -> bool:
    """Return whether OpenCV decodes the picture, which takes less memory than Pillow for WebP."""
    too_much = image.width * image.height * _WEBP_BY_PILLOW > memory
    return image.format == "WEBP" and image.mode == "RGB" and too_much


def _shrink_factor(image: Image.Image, by_opencv: bool, memory: int) -> int | None:
    """Return the factor by which decoding must shrink the sides; None if it cannot be enough."""
    pixels = image.width * image.height
    for factor in (1, 2):
        if image.format == "WEBP":
            taken = _WEBP_BY_OPENCV if by_opencv else _WEBP_BY_PILLOW
        else:
            taken = _memory(image, factor)
        if pixels * taken <= memory:
            return factor
    return None


def _memory(image: Image.Image, shrink: int) -> float:
    """Return the bytes that Pillow takes for each pixel of the file."""
    result = _RESULT / shrink**2
    if isinstance(image, JpegImageFile):
        held = _HELD / shrink**2
        return max(held + _coefficients(image), held + result)
    return _HELD + max(result, _besides(image))


def _coefficients(image: JpegImageFile) -> float:
    """Return the bytes of coefficients for each pixel: a progressive JPEG's are held at once."""
    if "progressive" not in image.info:
        return 0.0
    areas = [across * down for _, across, down, _ in image.layer]
    return 2.0 * sum(areas) / max(areas)


def _besides(image: Image.Image) -> float:
    """Return the bytes that a decoder takes for each pixel besides the decoded picture."""
    if image.format == "TIFF":  # a strip is held at once
        rows = getattr(image, "tag_v2", {}).get(_ROWS_PER_STRIP, image.height)
        is_raw = image.info.get("compression") == "raw"
        return 0.0 if is_raw else 4.0 * min(1.0, float(rows) / image.height)
    return _BESIDES.get(image.format or "", 0.0)


_ROWS_PER_STRIP = 278  # TIFF tag


# Pixels.


def _decode(
    file: BinaryIO, image: Image.Image, shrink: int, by_opencv: bool
) -> Pixels | Image.Image:
    """Decode a picture by OpenCV, or by Pillow; not turned.

    Both give the same pixels of a JPEG, OpenCV in half of the time: it holds no fourth channel and
    copies nothing. Pillow names what is wrong with a JPEG that OpenCV cannot decode.
    """
    if shrink == 1 and _is_colour_jpeg(image):
        with suppress(ValueError):
            return _opencv_pixels(file)
    return _opencv_pixels(file) if by_opencv else _load(image, shrink)


def _is_colour_jpeg(image: Image.Image) -> bool:
    """Return whether it is a JPEG whose colours are stored as almost all are, as YCbCr."""
    is_stored_as_rgb = image.info.get("adobe_transform") == 0
    return isinstance(image, JpegImageFile) and image.mode == "RGB" and not is_stored_as_rgb


def _opencv_pixels(file: BinaryIO) -> Pixels:
    """Decode a file by OpenCV, not turned.

    Raises:
        ValueError: it cannot.
    """
    import cv2

    file.seek(0)
    how = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        found = cv2.imdecode(np.frombuffer(file.read(), np.uint8), how)
    except cv2.error as error:
        raise ValueError("no pixels") from error
    if found is None:
        raise ValueError("no pixels")
    return found.astype(np.uint8, copy=False)


def _load(image: Image.Image, shrink: int) -> Image.Image:
    """Decode the picture; a JPEG is shrunk at once, others when they are converted."""
    if shrink > 1:
        image.draft(image.mode, (image.width // shrink, image.height // shrink))
    is_guarded = image.width * image.height > _GUARDED
    with _without_pillows_guard() if is_guarded else nullcontext():
        image.load()
    return image


def _rgb(image: Image.Image, shrink: int) -> Pixels:
    """Convert any Pillow mode to uint8 RGB, strip by strip: the whole would be copied twice."""
    width, height = image.size
    pixels: Pixels = np.empty((-(-height // shrink), -(-width // shrink), 3), np.uint8)
    scale: float | None = None
    if _is_wide_mode(image):
        scale = value_scale(image.mode == "F", float(np.max(image.getextrema())))
    rows = max(shrink, _STRIP // width // shrink * shrink)
    for top in range(0, height, rows):
        strip = image.crop((0, top, width, min(height, top + rows)))
        found = _convert_strip(strip, scale)
        part = found if shrink == 1 else np.asarray(Image.fromarray(found).reduce(shrink))
        pixels[top // shrink : top // shrink + len(part)] = part
    return pixels


def _convert_strip(strip: Image.Image, scale: float | None) -> Pixels:
    """Convert a part of a picture to uint8 RGB."""
    if scale is not None:
        grey = eight_bits(np.asarray(strip), scale)
        return np.stack([grey, grey, grey], axis=2)
    if strip.has_transparency_data:
        strip = strip.convert("RGBA")
        strip = Image.alpha_composite(Image.new("RGBA", strip.size, "white"), strip)
    return np.asarray(strip if strip.mode == "RGB" else strip.convert("RGB"))


def _is_wide_mode(image: Image.Image) -> bool:
    """Return whether a grey picture has more than 8 bits."""
    return image.mode.startswith("I") or image.mode == "F"


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation of a decoded picture; EXIF that cannot be parsed gives 1."""
    with suppress(*_DAMAGED):
        found = image.getexif().get(ExifTags.Base.Orientation, 1)
        return found if isinstance(found, int) else 1
    return 1


def _turn_upright(pixels: Pixels, turn: int) -> Pixels:
    """Turn pixels as their EXIF orientation specifies."""
    if turn not in range(2, 9):
        return pixels
    import cv2

    found = pixels if turn in (2, 3, 4, 6, 8) else cv2.transpose(pixels)
    match turn:
        case 2:
            found = cv2.flip(found, 1)
        case 4:
            found = cv2.flip(found, 0)
        case 3 | 7:
            found = cv2.rotate(found, cv2.ROTATE_180)
        case 6:
            found = cv2.rotate(found, cv2.ROTATE_90_CLOCKWISE)
        case 8:
            found = cv2.rotate(found, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return np.asarray(found).astype(np.uint8, copy=False)
