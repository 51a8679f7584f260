"""Stores of new files for tests whose subject is not the migration."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from handreader.store import open_store

if TYPE_CHECKING:
    from handreader.store.store import Store


def open_new_store(file: Path) -> Store:
    """Open the store of a file; a new one is a copy of one that was migrated once."""
    if not file.exists():
        file.write_bytes(_empty_store_file())
    return open_store(file)


@cache
def _empty_store_file() -> bytes:
    """Return the content of an empty database of the latest version."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        open_store(file).close()
        return file.read_bytes()
