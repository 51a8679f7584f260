"""`handreader watch --setup`: find the places of a table in a photo of its walls."""

from __future__ import annotations

from pathlib import Path

from . import profiles
from .words import say


def set_up(
    photo: Path,
    table: str,
    corners: str | None,
    out: Path | None,
    lang: str,
    weights: Path | None,
) -> None:
    """Save the profile of a table and write a picture that outlines its places.

    Args:
        photo: taken by the camera in its final position, with the four walls built.
        table: name of the table.
        corners: of the walls, if the photo does not show them.
        out: path of the picture; None for TABLE-table.jpg.
        lang: "en" or "it".
        weights: folder of weights.

    Raises:
        HandReaderError: the walls are not found, or the corners are invalid.
    """
    from PIL import Image

    from vision import Settings, read
    from vision.photo import open_photo

    opened = open_photo(photo)
    tiles = read(opened, Settings(weights=weights)).tiles
    told = None if corners is None else profiles.corners_said(corners)
    profile = profiles.shown(table, opened.pixels, tiles, told)
    picture = out or Path(f"{profiles.file_of(table).stem}-table.jpg")
    Image.fromarray(profiles.outlined(opened.pixels, profile)).save(picture, quality=90)
    profiles.keep(profile)
    said = " ".join(f"{x:.0f},{y:.0f}" for x, y in profile.corners)
    print(say("setup", lang, name=table, picture=picture, corners=f"'{said}'",
              width=opened.width, height=opened.height))  # fmt: skip
