"""Photo input: any picture file becomes upright RGB; EXIF, HEIC and odd modes end here."""

from __future__ import annotations

import io
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .arrays import Pixels
from .errors import PhotoError, refuse_address
from .image_files import (
    PIXEL_LIMIT,
    SIDE_LIMIT,
    check_size,
    convert_picture,
    decode_file,
    eight_bits,
)
from .seen_tile import Quad, scale_quad

__all__ = ["PIXEL_LIMIT", "SIDE_LIMIT", "Photo", "PhotoError", "Pixels", "open_photo", "shrink"]

PhotoInput = str | Path | bytes | BinaryIO | Image.Image | NDArray[np.generic]
"""A picture's path, its encoded bytes, an open file of them, a picture of Pillow, or pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One upright picture.

    Attributes:
        name: the file's name without its folder, for messages and results.
        pixels: uint8 RGB, shape (H, W, 3), as a person sees the picture (EXIF turn applied); may
            be read-only.
        file_size: width and height of the upright picture in its file, in which tiles are
            reported; None for those of `pixels`. A file of 100 megapixels has half as many
            pixels in each side.
    """

    name: str
    pixels: Pixels
    file_size: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        """Return the pixels of the file from left to right."""
        return int(self.pixels.shape[1]) if self.file_size is None else self.file_size[0]

    @property
    def height(self) -> int:
        """Return the pixels of the file from top to bottom."""
        return int(self.pixels.shape[0]) if self.file_size is None else self.file_size[1]

    @property
    def scale(self) -> float:
        """Return the pixels of the file for each pixel of `pixels`, in one direction."""
        return float(self.width / self.pixels.shape[1])

    def to_pixels(self, quad: Quad) -> Quad:
        """Return a quad in pixels of the file as a quad in `pixels`."""
        return scale_quad(quad, 1 / self.scale)


def open_photo(source: PhotoInput, name: str | None = None) -> Photo:
    """Open a picture as upright RGB.

    Args:
        source: a path; a file's bytes, or the open file, read from its start; a picture of Pillow;
            or pixels, assumed upright: uint8 or uint16, grey (H, W), RGB (H, W, 3) or RGBA
            (H, W, 4).
        name: name of the picture; by default the file's name, or "picture".

    Returns:
        The first frame where there are several; transparent parts over white; 16 bits scaled to 8;
        pictures that take too much memory shrunk.

    Raises:
        PhotoError: missing, unreadable, damaged, not a picture, or above `PIXEL_LIMIT`,
            `SIDE_LIMIT` or, in forms that cannot be shrunk, the memory for them.
    """
    name = name or photo_name(source)
    if isinstance(source, np.ndarray):
        return Photo(name, _from_array(source, name))
    if isinstance(source, Image.Image):
        return Photo(name, convert_picture(source, name))
    if isinstance(source, bytes | bytearray | memoryview):
        return Photo(name, *decode_file(io.BytesIO(source), name))
    if not isinstance(source, str | os.PathLike):
        if not hasattr(source, "read"):
            raise PhotoError("source", seen=type(source).__name__)
        return Photo(name, *decode_file(io.BytesIO(_read_file(source, name)), name))
    path = Path(source)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise PhotoError("folder", path=path)
        if not stat.S_ISREG(mode):  # a pipe that nobody writes to would be waited for
            raise PhotoError("no_file", path=path)
        with path.open("rb") as file:
            return Photo(name, *decode_file(file, name))
    except FileNotFoundError:
        refuse_address(source)
        raise PhotoError("missing", path=path) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise PhotoError("unopened", path=repr(str(path)), why=error) from error


def photo_name(source: object) -> str:
    """Return the file name of a path, an open file or a picture of Pillow; else "picture"."""
    if isinstance(source, str | os.PathLike):
        return Path(source).name
    named = (getattr(source, attribute, None) for attribute in ("name", "filename"))
    return next((Path(name).name for name in named if isinstance(name, str)), "") or "picture"


def shrink(pixels: Pixels, longest: int) -> Pixels:
    """Return the picture with no side longer than `longest`; itself if it has none."""
    height, width = pixels.shape[:2]
    scale = longest / max(width, height)
    if scale >= 1:
        return pixels
    import cv2

    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _read_file(file: BinaryIO, name: str) -> bytes:
    """Read an open file from its start.

    Raises:
        PhotoError: it cannot be read, or has text.
    """
    try:
        if file.seekable():
            file.seek(0)
        content: object = file.read()
    except (OSError, ValueError) as error:  # ValueError: it is closed
        raise PhotoError("unopened", path=name, why=error) from error
    if not isinstance(content, bytes):
        raise PhotoError("text_file", name=name)
    return content


def _from_array(array: NDArray[np.generic], name: str) -> Pixels:
    """Convert grey, RGB or RGBA pixels to uint8 RGB."""
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.ndim not in (2, 3) or channels not in (1, 3, 4) or array.dtype.kind not in "bu":
        raise PhotoError("array", name=name, dtype=str(array.dtype), shape=str(array.shape))
    check_size(array.shape[1], array.shape[0], name)
    pixels = eight_bits(array)
    if channels == 1:
        grey = pixels.reshape(pixels.shape[:2])
        return np.stack([grey, grey, grey], axis=2)
    if channels == 4:
        alpha = pixels[:, :, 3:].astype(np.uint16)
        over_white = (pixels[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255
        return over_white.astype(np.uint8)
    return np.ascontiguousarray(pixels)
