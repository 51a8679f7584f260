"""Taught sets by name: their files, and the one in use."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.errors import CodedError
from scoring.near import did_you_mean
from scoring.text import Texts
from scoring.tiles import UNKNOWN
from vision.layout.questions import expand_blanks

from .errors import to_stderr
from .messages import localize
from .options import ReaderOptions
from .user_files import file_stem, user_folder, write_atomically

if TYPE_CHECKING:
    from vision import PhotoReading, Reader
    from vision.teaching.confirmed import ConfirmedPhoto
    from vision.teaching.teach import HoldoutAccuracy
    from vision.teaching.tile_set import TaughtSet

NONE = "none"
"""Instead of a set's name: read without one."""
_LONGEST = 60
_LAST = "last.txt"


_TEXTS: Mapping[str, Texts] = {
    "bad_name": {
        "en": "{name} is not a valid name of a set: expected 1 to {most} printable characters, "
        "not {none}",
        "it": "{name} non può essere il nome di un set: servono da 1 a {most} caratteri "
        "stampabili, non {none}",
    },
    "not_taught": {
        "en": "no set {name} was taught; taught sets: {known}{meant}",
        "it": "il set {name} non è fra quelli imparati: {known}{meant}",
    },
    "taken": {
        "en": "there is a set {name} already: choose another name, or forget that one first",
        "it": "c'è già un set {name}: scegli un altro nome, o prima dimentica quello",
    },
    "none_taught": {
        "en": "no set {name} was taught; taught sets: none yet; `handreader teach` teaches one",
        "it": "il set {name} non è fra quelli imparati: ancora nessuno; `handreader teach` ne fa "
        "imparare uno",
    },
}


class SetError(CodedError):
    """A name that is unknown or invalid for a taught set."""

    texts = _TEXTS


def tile_sets_folder() -> Path:
    """Return the folder of this user's taught sets."""
    return user_folder() / "sets"


def validate_set_name(name: str) -> str:
    """Validate a set's name and return it without surplus space.

    Raises:
        SetError: empty, too long, not printable, or the word for no set.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > _LONGEST or not name.isprintable() or name.casefold() == NONE:
        shown = repr(name[:_LONGEST])
        raise SetError("bad_name", name=shown, most=_LONGEST, none=repr(NONE))
    return name


def tile_set_file(name: str) -> Path:
    """Return the path of a set by name, existing or not; upper and lower case are the same.

    The name is never used as a path: the file has its letters and digits, and a checksum that
    distinguishes names with the same letters and digits.
    """
    known = validate_set_name(name).casefold()
    digest = hashlib.sha256(known.encode()).hexdigest()[:10]
    return tile_sets_folder() / f"{file_stem(known, 30) or 'set'}-{digest}.npz"


def tile_set_files() -> tuple[Path, ...]:
    """Return the files of the taught sets, damaged ones included, sorted."""
    return tuple(sorted(tile_sets_folder().glob("*.npz")))


def tile_set_names() -> tuple[str, ...]:
    """Return the names of the taught sets, sorted."""
    from vision.teaching.tile_set import TaughtError, name_of

    found = []
    for file in tile_set_files():
        try:
            found.append(name_of(file))
        except TaughtError:
            continue  # reported by the error when the set is used
    return tuple(sorted(found, key=str.casefold))


def name_in_use(wanted: str | None) -> str | None:
    """Return the name of the set that photos are read with, as `resolve_tile_set` selects it."""
    from vision.teaching.tile_set import name_of

    if wanted is not None:
        return None if wanted.strip().casefold() == NONE else validate_set_name(wanted)
    file = _last()
    return None if file is None else name_of(file)


def find_tile_set(name: str) -> str:
    """Return the name of a taught set as its owner wrote it; of a damaged one, as it is given.

    Raises:
        SetError: no set of that name; names the nearest one.
    """
    from vision.teaching.tile_set import TaughtError, name_of

    file = tile_set_file(name)
    if not file.is_file():
        raise _unknown_set(name)
    try:
        return name_of(file)
    except TaughtError:
        return validate_set_name(name)


def rename_tile_set(name: str, new: str) -> None:
    """Rename a taught set; the set in use remains in use.

    Raises:
        SetError: no set of that name, or the new name is invalid or another set's.
        HandReaderError: its file is damaged.
    """
    from vision.teaching.tile_set import rename

    new = validate_set_name(new)
    file, target = tile_set_file(find_tile_set(name)), tile_set_file(new)
    if target.exists() and target != file:
        raise SetError("taken", name=repr(new))
    is_last = _last() == file
    rename(file, new, target)
    if is_last:
        _remember(target)
    if target != file:
        file.unlink()


def forget_tile_set(name: str) -> None:
    """Remove a taught set; if it was in use, photos are read without one.

    Raises:
        SetError: no set of that name; names the nearest one.
    """
    tile_set_file(find_tile_set(name)).unlink()


def _unknown_set(name: str) -> SetError:
    known = tile_set_names()
    if not known:
        return SetError("none_taught", name=repr(name))
    meant = did_you_mean(name, known)
    return SetError("not_taught", name=repr(name), known=", ".join(known), meant=meant)


def file_in_use() -> Path | None:
    """Return the file of the set that photos are read with, if no option names another."""
    return _last()


def save_tile_set(taught: TaughtSet) -> Path:
    """Save a set in place of an earlier one of its name, and select it for use from now on."""
    from vision.teaching.tile_set import save

    file = tile_set_file(taught.name)
    save(taught, file)
    _remember(file)
    return file


def remember_tiles(
    name: str, photos: Sequence[ConfirmedPhoto], weights: Path | None = None, lang: str = "en"
) -> tuple[TaughtSet, HoldoutAccuracy]:
    """Teach the set of this name from confirmed tiles, besides what it was taught before.

    Raises:
        SetError: an invalid name.
        HandReaderError: too few confirmed tiles, or a file that is no taught set.
    """
    from vision.teaching.confirmed import teach_from_photos
    from vision.teaching.tile_set import load

    name = validate_set_name(name)
    file = tile_set_file(name)
    earlier = None
    if file.is_file():
        _bring_up_to_date(file, weights, lang)
        earlier = load(file, weights)
    taught, held = teach_from_photos(name, photos, weights, earlier)
    save_tile_set(taught)
    return taught, held


def teachable_kinds(reading: PhotoReading, answers: Mapping[str, str]) -> dict[int, str]:
    """Return the kinds of tiles that a person confirmed by scoring their hand, by tile id.

    These are the tiles of the hand and the corrected ones. A face-down tile that its kong names
    shows no face, and a tile beside the hand was not looked at.
    """
    answers = expand_blanks(answers)
    confirmed: dict[int, str] = {}
    for seen, tile in zip(reading.tiles, reading.final_tiles, strict=True):
        if not seen.names or tile.kind == UNKNOWN:
            continue
        if {f"tile:{tile.id}", f"back_or_white:{tile.id}"}.isdisjoint(answers):
            is_of_hand = reading.roles[tile.id] != "other"
            if not is_of_hand or seen.face_up != tile.face_up:
                continue
        confirmed[tile.id] = tile.kind
    return confirmed


def open_reader(wanted: ReaderOptions, lang: str) -> Reader:
    """Return the reader that the options describe; a thread opens its nets meanwhile.

    Raises:
        HandReaderError: as `resolve_tile_set`.
    """
    from vision import Reader

    reader = Reader(wanted.weights)
    reader.prepare()
    return reader.with_tile_set(resolve_tile_set(wanted.tile_set, wanted.weights, lang=lang))


def resolve_tile_set(
    wanted: str | None, weights: Path | None = None, last: bool = True, lang: str = "en"
) -> Path | None:
    """Return the file of the set to read with, refitted first if it belongs to other weights.

    Args:
        wanted: a set's name; "none" for no set; None for the one used last.
        weights: folder of weights; None for the installed ones.
        last: whether to fall back on the one used last.
        lang: of the message that the one used last is used: "en" or "it".

    Raises:
        SetError: no set of that name.
        HandReaderError: a file that is no taught set.
    """
    if wanted is None:
        file = _last() if last else None
    elif wanted.strip().casefold() == NONE:
        return None
    else:
        file = tile_set_file(wanted)
        if not file.is_file():
            raise _unknown_set(wanted)
    if file is None:
        return None
    _bring_up_to_date(file, weights, lang)
    if wanted is None:
        from vision.teaching.tile_set import name_of

        to_stderr(localize("set_used", lang, name=repr(name_of(file))))
    else:
        _remember(file)
    return file


def _bring_up_to_date(file: Path, weights: Path | None, lang: str) -> None:
    from vision.teaching.tile_set import is_current, refit, save

    if not is_current(file, weights):
        taught = refit(file, weights)
        save(taught, file)
        to_stderr(localize("set_again", lang, name=repr(taught.name)))


def _last() -> Path | None:
    try:
        name = (tile_sets_folder() / _LAST).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    # only the name of a file in the folder counts, whatever the text is
    file = tile_sets_folder() / Path(name).name
    return file if file.suffix == ".npz" and file.is_file() else None


def _remember(file: Path) -> None:
    write_atomically(tile_sets_folder() / _LAST, f"{file.name}\n".encode())
