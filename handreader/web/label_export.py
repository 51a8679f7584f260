"""Corrected tiles as training labels, for those who agree: a picture, and what is in it.

Nothing is sent anywhere: the page saves the file, and its owner decides who gets it. The picture is
written anew from its pixels, so that nothing else that was in the photo's file (place, time, phone)
is in it.
"""

from __future__ import annotations

import hashlib
import io
import zipfile

from PIL import Image

from scoring.tiles import CLASSES
from vision import Reading
from vision.photo import Pixels

from .errors import Refused

_README = """\
One photo with the tiles in it, made with handreader by somebody who agreed that it may be used for
training. images/ has the picture, labels/ its tiles, one a line: class, then the four corners
clockwise from the tile's own top left, each x and y as a share of the picture's width and height.
classes.txt names the classes, from 0 on. Tiles that nobody named are left out: what is not labelled
may still be a tile.
"""


def packed(pixels: Pixels, reading: Reading, kinds: str) -> bytes:
    """The zip file.

    Args:
        pixels: the upright photo, uint8 RGB, shape (height, width, 3).
        reading: what was read in it.
        kinds: what each tile is, by its id, with commas between; "?" for those that nobody named.

    Raises:
        Refused: another photo than the one that was read, or kinds that do not fit it.
    """
    height, width = pixels.shape[:2]
    if (width, height) != (reading.width, reading.height):
        raise Refused(422, "other_photo")
    named = kinds.split(",") if kinds else []
    if len(named) != len(reading.tiles) or any(one not in (*CLASSES, "?") for one in named):
        raise Refused(422, "bad_request", what="kinds")
    lines = []
    for tile, kind in zip(reading.tiles, named, strict=True):
        if kind != "?":
            corners = " ".join(f"{x / width:.6f} {y / height:.6f}" for x, y in tile.quad)
            lines.append(f"{CLASSES.index(kind)} {corners}\n")
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
            # a date of its own would tell when the photo was given
            archive.writestr(zipfile.ZipInfo(path), content)
    return file.getvalue()
