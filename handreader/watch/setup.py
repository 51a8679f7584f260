"""`handreader watch --setup`: where the places of a table are, told from a photo of its walls."""

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
    """Keeps where the places of a table are, and writes a picture that outlines them.

    Args:
        photo: by the camera in its place, the four walls up.
        table: what to call it.
        corners: of the walls, where the photo does not show them.
        out: the picture; None for TABLE-table.jpg.
        lang: "en" or "it".
        weights: folder of weights.

    Raises:
        HandReaderError: the walls are not seen, or the corners are none.
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
