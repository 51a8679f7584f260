"""Files that a user keeps between runs: their folder, safe file names, atomic writing."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path


def user_folder() -> Path:
    """Return the folder of this user's data, as the platform places it."""
    from platformdirs import user_data_path

    return user_data_path("handreader", appauthor=False)


def file_stem(name: str, most: int) -> str:
    """Return the letters and digits of a name for a file name, which cannot leave its folder.

    >>> file_stem("../Club set", 30)
    'club-set'

    Returns:
        at most `most` characters; "" if the name has no Latin letter or digit.
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:most]


def check_folder(folder: Path) -> None:
    """Check that files can be written into a folder, which is made if need be.

    Raises:
        OSError: a file has its name or that of a folder above it, or it may not be written.
    """
    nearest = next(one for one in (folder, *folder.parents) if one.exists())
    if not nearest.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), nearest)
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), nearest)


def write_atomically(file: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file whole or not at all; make its folder first.

    Args:
        file: the file.
        content: all of it.
        mode: permissions of a new file, less the user's mask.

    Raises:
        OSError: it cannot be written; an earlier file of its name is unchanged.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    try:
        part.unlink(missing_ok=True)  # it would keep its own permissions
        with open(part, "wb", opener=lambda path, flags: os.open(path, flags, mode)) as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())  # before the new name hides the earlier file
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
