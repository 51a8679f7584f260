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
from .asking import is_terminal

_YES = frozenset({"y", "yes", "s", "sì", "si"})


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
    photo: Photo, reading: PhotoReading, answers: Mapping[str, str], wanted: MemoryOptions
) -> str:
    """Teach the set of a scored hand if it is wanted; in a terminal, ask after a correction.

    Returns:
        what was learned, in one line; "" for nothing.

    Raises:
        HandReaderError: too few tiles, or an invalid name.
    """
    name = wanted.name
    if name is None:
        corrected = any(answer.partition(":")[0] in _CORRECTIONS for answer in answers)
        if not (corrected and is_terminal()):
            return ""
        name = tile_sets.name_in_use(wanted.tile_set) or localize("my_set", wanted.lang)
        if not _is_confirmed(localize("remember", wanted.lang, name=repr(name))):
            return ""
    tiles, kinds = _teach(name, photo, reading, answers, wanted)
    return localize("remembered", wanted.lang, name=repr(name), tiles=tiles, kinds=kinds)


_CORRECTIONS = ("tile", "back_or_white", "blanks")


def remember_as_json(
    photo: Photo, reading: PhotoReading, answers: Mapping[str, str], wanted: MemoryOptions
) -> dict[str, object]:
    """Teach the set as `remember_set` does; return what was learned, or the error, as JSON."""
    assert wanted.name is not None
    try:
        tiles, kinds = _teach(wanted.name, photo, reading, answers, wanted)
    except HandReaderError as error:
        return {"set": wanted.name, "error": error.localize(wanted.lang)}
    return {"set": wanted.name, "tiles": tiles, "kinds": kinds}


def _is_confirmed(question: str) -> bool:
    try:
        return input(f"{question} ").strip().casefold() in _YES
    except EOFError:
        return False


def _teach(
    name: str,
    photo: Photo,
    reading: PhotoReading,
    answers: Mapping[str, str],
    wanted: MemoryOptions,
) -> tuple[int, int]:
    """Teach the set; return the number of tiles that taught, and of kinds that it has."""
    from vision.teaching.confirmed import ConfirmedPhoto

    kinds = teachable_kinds(reading, answers)
    confirmed = ConfirmedPhoto(photo, reading.tiles, kinds)
    taught, _ = tile_sets.remember_tiles(name, [confirmed], wanted.weights, wanted.lang)
    return len(kinds), len(set(taught.kinds))
