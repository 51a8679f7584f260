"""The picture that `read` and `score` write: the tiles outlined by their roles, and a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from PIL import Image

from scoring.text import Texts, in_language
from scoring.tile_names import short_suit_names, short_tile_name
from scoring.tiles import BACK, UNKNOWN
from vision import PhotoReading
from vision.draw import (
    ROLE_COLOURS,
    Mark,
    annotate,
    append_key,
    doubt,
    frame_mark,
    scale_marks,
)
from vision.photo import Photo, Pixels, shrink

PICTURE_SIDE = 4096
"""Pixels of the longer side of an outlined picture: phones' ordinary photos keep their size."""
LEAST_SIDE = 1200
"""Smaller photos are enlarged: labels that can be read would hide the tiles beside theirs."""
MOST_ENLARGED = 3

_ROLES: Mapping[str, Texts] = {
    "concealed": {"en": "in hand", "it": "in mano"},
    "winning": {"en": "winning tile", "it": "tessera vincente"},
    "meld": {"en": "set on the table", "it": "gruppo esposto"},
    "flower": {"en": "flower", "it": "fiore"},
    "indicator": {"en": "dora indicator", "it": "indicatore di dora"},
    "other": {"en": "not of the hand", "it": "non della mano"},
}
_NUMBER: Texts = {
    "en": "number, as in --answer tile:3=5m",
    "it": "numero, come in --answer tile:3=5m",
}
_DOUBT: Texts = {"en": "not sure: how likely", "it": "incerta: quanto è probabile"}
_BACK: Texts = {"en": "back", "it": "dorso"}


def draw_reading(photo: Photo, reading: PhotoReading, lang: str) -> Pixels:
    """Return the photo with its tiles outlined, those of the hand named, and a key below."""
    ground = _enlarge(shrink(photo.pixels, PICTURE_SIDE))
    marks = scale_marks(tuple(reading_marks(reading, lang)), ground.shape[1] / photo.width)
    drawn = annotate(ground, marks)
    roles = set(reading.roles.values())
    entries = [(ROLE_COLOURS[role], in_language(_ROLES[role], lang))
               for role in ROLE_COLOURS if role in roles]  # fmt: skip
    if not entries:
        return drawn
    shown = " ".join(mark.text for mark in marks)
    words = [f"{s} = {w}" for s, w in short_suit_names(lang) if f" {s}" in shown]
    words += [f"# = {in_language(_NUMBER, lang)}"] if "#" in shown else []
    words += [f"% = {in_language(_DOUBT, lang)}"] if "%" in shown else []
    return append_key(drawn, entries, words)


def _enlarge(pixels: Pixels) -> Pixels:
    """Return a small picture enlarged, by a whole number; a larger one as it is."""
    height, width = pixels.shape[:2]
    times = min(MOST_ENLARGED, -(-LEAST_SIDE // max(width, height)))
    if times == 1:
        return pixels
    size = (times * width, times * height)
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BICUBIC))


def reading_marks(reading: PhotoReading, lang: str) -> Iterator[Mark]:
    """Yield the marks of a reading's tiles.

    Beneath its name each has its number, by which an answer names it.
    Tiles that do not belong to the hand are faint and unnamed, unless a question is about them or
    no hand was found.
    """
    if reading.location.region is not None:
        yield frame_mark(reading.location.region.corners)
    roles = reading.roles
    is_hand = any(role != "other" for role in roles.values())
    doubtful = {tile for question in reading.questions for tile in question.tiles}
    for tile in reading.final_tiles:
        role = roles.get(tile.id, "other")
        is_faint = is_hand and role == "other" and tile.id not in doubtful
        name = (
            "" if is_faint else f"{tile_label(tile.kind, lang)}\n#{tile.id} {doubt(tile)}".rstrip()
        )
        yield Mark(tile.quad, name, ROLE_COLOURS[role], is_faint)


def tile_label(kind: str, lang: str) -> str:
    """Return a tile's short name; also of a back, and of a face that cannot be read."""
    if kind == BACK:
        return in_language(_BACK, lang)
    return UNKNOWN if kind == UNKNOWN else short_tile_name(kind, lang)
