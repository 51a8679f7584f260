"""Taught sets by name: their files, and the one in use."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.near import did_you_mean

from .errors import to_stderr
from .messages import localize
from .options import ReaderOptions
from .set_names import NONE, SetError, validate_set_name
from .user_files import file_stem, user_folder, write_atomically

if TYPE_CHECKING:
    from vision import Reader
    from vision.teaching.confirmed import ConfirmedPhoto
    from vision.teaching.teach import HoldoutAccuracy
    from vision.teaching.tile_set import TaughtSet

_LAST = "last.txt"


def tile_sets_folder() -> Path:
    """Return the folder of this user's taught sets."""
    return user_folder() / "sets"


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


def name_in_use(name: str | None) -> str | None:
    """Return the name of the set that photos are read with, as `resolve_tile_set` selects it."""
    from vision.teaching.tile_set import name_of

    if name is not None:
        return None if name.strip().casefold() == NONE else validate_set_name(name)
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


def load_tile_set(name: str, weights: Path | None = None, lang: str = "en") -> TaughtSet:
    """Load the set of this name, refitted first if it belongs to other weights.

    Raises:
        SetError: no set of that name; names the nearest one.
        HandReaderError: a file that is no taught set.
    """
    from vision.teaching.tile_set import load

    file = tile_set_file(find_tile_set(name))
    _bring_up_to_date(file, weights, lang)
    return load(file, weights)


def remember_tiles(
    name: str, photos: Sequence[ConfirmedPhoto], weights: Path | None = None, lang: str = "en"
) -> tuple[TaughtSet, HoldoutAccuracy]:
    """Teach the set of this name from confirmed tiles, besides what it was taught before.

    Raises:
        SetError: an invalid name.
        HandReaderError: too few confirmed tiles, or a file that is no taught set.
    """
    from vision.teaching.confirmed import teach_from_photos

    name = validate_set_name(name)
    earlier = load_tile_set(name, weights, lang) if tile_set_file(name).is_file() else None
    taught, held = teach_from_photos(name, photos, weights, earlier)
    save_tile_set(taught)
    return taught, held


def open_reader(options: ReaderOptions, lang: str) -> Reader:
    """Return the reader that the options describe; a thread opens its nets meanwhile.

    Raises:
        HandReaderError: as `resolve_tile_set`.
    """
    from vision import Reader

    reader = Reader(options.weights)
    reader.prepare()
    return reader.with_tile_set(resolve_tile_set(options.tile_set, options.weights, lang=lang))


def resolve_tile_set(
    name: str | None, weights: Path | None = None, last: bool = True, lang: str = "en"
) -> Path | None:
    """Return the file of the set to read with, refitted first if it belongs to other weights.

    Args:
        name: a set's name; "none" for no set; None for the one used last.
        weights: folder of weights; None for the installed ones.
        last: whether to fall back on the one used last.
        lang: of the message that the one used last is used: "en" or "it".

    Raises:
        SetError: no set of that name.
        HandReaderError: a file that is no taught set.
    """
    if name is None:
        file = _last() if last else None
    elif name.strip().casefold() == NONE:
        return None
    else:
        file = tile_set_file(name)
        if not file.is_file():
            raise _unknown_set(name)
    if file is None:
        return None
    _bring_up_to_date(file, weights, lang)
    if name is None:
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
