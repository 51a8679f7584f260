"""The commands `backup` and `restore`: the database of games in one file."""

from __future__ import annotations

from pathlib import Path

from ..messages import localize
from ..store import default_file
from ..store.errors import missing_package


def make_backup(file: Path, database: str | None, lang: str) -> None:
    """Back a database up, and print how many games are in the file.

    Args:
        file: of the copy.
        database: its address; None for the user's own.
        lang: of the message.

    Raises:
        StoreError: see `back_up`.
    """
    try:
        from ..store.backup import back_up
    except ModuleNotFoundError as error:
        raise missing_package(error, "web") from error
    count = back_up(database or default_file(), file)
    print(localize("backed_up", lang, count=count, file=file))


def bring_back(file: Path, database: str | None, lang: str) -> None:
    """Restore a backup, and print where the games are that were there before.

    Args:
        file: the backup.
        database: its address; None for the user's own.
        lang: of the message.

    Raises:
        StoreError: see `restore`.
    """
    try:
        from ..store.backup import restore
    except ModuleNotFoundError as error:
        raise missing_package(error, "web") from error
    kept = restore(database or default_file(), file)
    print(localize("restored", lang, file=file, database=database or default_file()))
    if kept is not None:
        print(localize("kept_before", lang, file=kept))
