"""Remember the set of tiles in a photo whose hand was scored, to read its next photos better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import HandReaderError
from vision import PhotoReading
from vision.photo import Photo

from .. import tile_sets
from ..confirmed_hand import teachable_kinds
from ..messages import localize
from .asking import is_confirmed, is_terminal


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """Whether and how a set is remembered.

    Attributes:
        name: of the set; None to ask after a correction.
        tile_set: name of the set that the photos are read with, as given by its option.
        weights: folder of weights; None for the installed ones.
        lang: "en" or "it".
    """

    name: str | None
    tile_set: str | None
    weights: Path | None
    lang: str


def remember_set(
    photo: Photo, reading: PhotoReading, answers: Mapping[str, str], options: MemoryOptions
) -> str:
    """Teach the set of a scored hand if it is wanted; in a terminal, ask after a correction.

    Returns:
        what was learned, in one line; "" for nothing.

    Raises:
        HandReaderError: too few tiles, or an invalid name.
    """
    name = options.name
    if name is None:
        corrected = any(answer.partition(":")[0] in _CORRECTIONS for answer in answers)
        if not (corrected and is_terminal()):
            return ""
        name = tile_sets.name_in_use(options.tile_set) or localize("my_set", options.lang)
        if not is_confirmed(localize("remember", options.lang, name=repr(name))):
            return ""
    tiles, kinds = _teach(name, photo, reading, answers, options)
    return localize("remembered", options.lang, name=repr(name), tiles=tiles, kinds=kinds)


_CORRECTIONS = ("tile", "back_or_white", "blanks")


def remember_as_json(
    photo: Photo, reading: PhotoReading, answers: Mapping[str, str], options: MemoryOptions
) -> dict[str, object]:
    """Teach the set as `remember_set` does; return what was learned, or the error, as JSON."""
    assert options.name is not None
    try:
        tiles, kinds = _teach(options.name, photo, reading, answers, options)
    except HandReaderError as error:
        return {"set": options.name, "error": error.localize(options.lang)}
    return {"set": options.name, "tiles": tiles, "kinds": kinds}


def _teach(
    name: str,
    photo: Photo,
    reading: PhotoReading,
    answers: Mapping[str, str],
    options: MemoryOptions,
) -> tuple[int, int]:
    """Teach the set; return the number of tiles that taught, and of kinds that it has."""
    from vision.teaching.confirmed import ConfirmedPhoto

    kinds = teachable_kinds(reading, answers)
    confirmed = ConfirmedPhoto(photo, reading.tiles, kinds)
    taught, _ = tile_sets.remember_tiles(name, [confirmed], options.weights, options.lang)
    return len(kinds), len(set(taught.kinds))
