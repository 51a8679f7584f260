"""Taught sets by name: where they are kept, which one is used."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.tiles import HandReaderError

from .errors import to_stderr

if TYPE_CHECKING:
    from vision.taught import TaughtSet

NONE = "none"
"""Instead of a set's name: read without one."""
_LONGEST = 60
_LAST = "last.txt"


class SetError(HandReaderError):
    """A name that is none of a taught set, or that cannot be one."""


def folder() -> Path:
    """Where this user's taught sets are kept."""
    from platformdirs import user_data_path

    return user_data_path("handreader", appauthor=False) / "sets"


def checked_name(name: str) -> str:
    """The name without surplus space.

    Raises:
        SetError: empty, too long, not printable, or the word for no set.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > _LONGEST or not name.isprintable() or name.casefold() == NONE:
        raise SetError(
            f"{name[:_LONGEST]!r} cannot name a set: expected 1 to {_LONGEST} printable "
            f"characters, not {NONE!r}"
        )
    return name


def file_of(name: str) -> Path:
    """The file of the set of this name, there or not; upper and lower case are the same.

    The name is never used as a path: the file has its letters and digits, and a checksum that
    tells apart what they do not.
    """
    known = checked_name(name).casefold()
    letters = re.sub(r"[^a-z0-9]+", "-", known).strip("-")[:30]
    digest = hashlib.sha256(known.encode()).hexdigest()[:10]
    return folder() / f"{letters or 'set'}-{digest}.npz"


def names() -> tuple[str, ...]:
    """The sets that were taught, sorted."""
    from vision.taught import TaughtError, name_of

    found = []
    for file in sorted(folder().glob("*.npz")):
        try:
            found.append(name_of(file))
        except TaughtError:
            continue  # named by the error when somebody uses it
    return tuple(sorted(found, key=str.casefold))


def keep(taught: TaughtSet) -> Path:
    """Stores a set, in place of an earlier one of its name; it is the one used from now on."""
    from vision.taught import save

    file = file_of(taught.name)
    save(taught, file)
    _remember(file)
    return file


def chosen(wanted: str | None, weights: Path | None = None, last: bool = True) -> Path | None:
    """The file of the set to read with, learned again if other weights learned it.

    Args:
        wanted: a set's name; "none" for no set; None for the one used last.
        weights: folder of weights; None for the installed ones.
        last: whether the one used last counts.

    Raises:
        SetError: no set of that name.
        HandReaderError: a file that is no taught set.
    """
    if wanted is None:
        file = _last() if last else None
    elif wanted.strip().casefold() == NONE:
        return None
    else:
        file = file_of(wanted)
        if not file.is_file():
            known = ", ".join(names()) or "none yet; `handreader teach` teaches one"
            raise SetError(f"no set {wanted!r} was taught; taught sets: {known}")
    if file is None:
        return None
    _bring_up_to_date(file, weights)
    if wanted is None:
        from vision.taught import name_of

        to_stderr(f"tiles are read as of the set {name_of(file)!r} (--set none: without it)")
    else:
        _remember(file)
    return file


def _bring_up_to_date(file: Path, weights: Path | None) -> None:
    from vision.taught import current, learned_again, save

    if not current(file, weights):
        taught = learned_again(file, weights)
        save(taught, file)
        to_stderr(f"the set {taught.name!r} was taught with other weights: learned again")


def _last() -> Path | None:
    try:
        name = (folder() / _LAST).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    # only the name of a file in the folder counts, whatever stands there
    file = folder() / Path(name).name
    return file if file.suffix == ".npz" and file.is_file() else None


def _remember(file: Path) -> None:
    part = folder() / f".{_LAST}.part"
    part.write_text(file.name + "\n", "utf-8")
    part.replace(folder() / _LAST)
