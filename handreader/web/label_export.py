"""Export of corrected tiles as training labels, with the user's consent.

Nothing is uploaded: the page saves the file, and its owner decides who gets it. The picture is
encoded again from its pixels, so that it has none of the photo's metadata (place, time, phone).
"""

from __future__ import annotations

import hashlib
import io
import zipfile

from PIL import Image

from scoring.tiles import CLASSES
from vision import PhotoReading
from vision.photo import Pixels

from .errors import ApiError

_README = """\
One photo with labels of its tiles, made with handreader. Its owner agreed to its use for training.
images/ has the picture. labels/ has its tiles, one a line: the class, then the four corners
clockwise from the tile's own top left, each x and y as a share of the picture's width and height.
classes.txt lists the classes, from 0 on. Tiles without a confirmed name have no label: an
unlabelled area may still show a tile.
"""


def label_archive(pixels: Pixels, reading: PhotoReading, kinds: str) -> bytes:
    """Build the zip file of a labelled photo.

    Args:
        pixels: the upright photo, uint8 RGB, shape (height, width, 3).
        reading: the recognised tiles of the photo.
        kinds: the kind of each tile, by its id, with commas between; "?" for unknown ones.

    Raises:
        ApiError: another photo than the recognised one, or kinds that do not fit its tiles.
    """
    height, width = pixels.shape[:2]
    named = parse_kinds(pixels, reading, kinds)
    lines = []
    for tile in reading.tiles:
        if tile.id in named:
            corners = " ".join(f"{x / width:.6f} {y / height:.6f}" for x, y in tile.quad)
            lines.append(f"{CLASSES.index(named[tile.id])} {corners}\n")
    picture = io.BytesIO()
    Image.fromarray(pixels).save(picture, "JPEG", quality=92)
    name = hashlib.sha256(picture.getvalue()).hexdigest()[:16]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path, content in (
            ("README.txt", _README.encode()),
            ("classes.txt", "".join(f"{one}\n" for one in CLASSES).encode()),
            (f"images/{name}.jpg", picture.getvalue()),
            (f"labels/{name}.txt", "".join(lines).encode()),
        ):
            # a real date would reveal when the photo was exported
            archive.writestr(zipfile.ZipInfo(path), content)
    return file.getvalue()


def parse_kinds(pixels: Pixels, reading: PhotoReading, kinds: str) -> dict[int, str]:
    """Return the kinds that a player confirmed, by tile id.

    Args:
        pixels, reading, kinds: as for `label_archive`.

    Raises:
        ApiError: another photo than the recognised one, or kinds that do not fit its tiles.
    """
    height, width = pixels.shape[:2]
    if (width, height) != (reading.width, reading.height):
        raise ApiError(422, "other_photo")
    named = kinds.split(",") if kinds else []
    if len(named) != len(reading.tiles) or any(one not in (*CLASSES, "?") for one in named):
        raise ApiError(422, "bad_request", what="kinds")
    pairs = zip(reading.tiles, named, strict=True)
    return {tile.id: kind for tile, kind in pairs if kind != "?"}
