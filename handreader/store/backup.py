"""Copies of a database of games in one file each, made and brought back while servers run."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import exc

from .database import sqlite_code, sqlite_file
from .errors import StoreError
from .store import Store

_WAIT = 20.0  # seconds for writers of other processes
_SIDE_FILES = ("-wal", "-shm")


def back_up(url: str | Path, file: Path) -> int:
    """Copy a database into a file, while others read and write it; return the number of its games.

    An earlier backup of that name is replaced once the new one is complete and whole.

    Args:
        url: of the database, see `open_store`.
        file: of the copy: complete by itself, without a log beside it.

    Raises:
        StoreError: PostgreSQL, which has its own tools (`use_pg_dump`); no such database; it is
            damaged; the file is the database itself or no backup, or cannot be written.
    """
    database = _database_file(url)
    if not database.is_file():
        raise StoreError("no_database", database=database)
    _check_target(database, file)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        with _translate(file):
            part.touch(mode=0o600)
        count = _copy(database, part)
        with _translate(file):
            part.replace(file)
            _sync_folder(file.parent)
    finally:
        for side in ("", *_SIDE_FILES, "-journal"):
            Path(f"{part}{side}").unlink(missing_ok=True)
    return count


def restore(url: str | Path, file: Path) -> Path | None:
    """Bring a backup back, also while servers use the database.

    The present database is kept beside it first. A backup of an earlier version is migrated.

    Args:
        url: of the database, see `open_store`; its file need not exist.
        file: a backup; it is left as it is.

    Returns:
        the file that keeps the present database; None if there was none.

    Raises:
        StoreError: PostgreSQL (`use_pg_dump`); there is no such backup, it is damaged or none of
            ours; the database is locked for too long, or cannot be written.
    """
    database = _database_file(url)
    if not file.is_file():
        raise StoreError("no_backup", file=file)
    if database.exists() and database.samefile(file):
        raise StoreError("same_file", file=file)
    with _translate(database):
        database.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=database.parent) as folder:
        fresh = Path(folder) / file.name
        _copy(file, fresh)
        Store(fresh).close()  # checks and migrates it
        kept = _keep(database)
        with _translate(database):
            if _is_whole(database):
                _overwrite(database, fresh)
            else:  # SQLite does not write into what it cannot read
                for side in _SIDE_FILES:
                    Path(f"{database}{side}").unlink(missing_ok=True)
                fresh.replace(database)
            _sync_folder(database.parent)
    return kept


def _database_file(url: str | Path) -> Path:
    file = sqlite_file(url)
    if file is None:
        raise StoreError("use_pg_dump")
    return file


def _check_target(database: Path, file: Path) -> None:
    """Check that a backup may be written there.

    Raises:
        StoreError: it is the database itself, or something else than a backup.
    """
    if not file.exists():
        return
    if file.samefile(database):
        raise StoreError("same_file", file=file)
    if not file.is_file() or not _is_whole(file):
        raise StoreError("not_replaced", file=file)


def _copy(source: Path, target: Path) -> int:
    """Copy a database with all that is confirmed; return the number of its games.

    Raises:
        StoreError: the source is damaged or none of ours, or the target cannot be written.
    """
    with (
        _translate(source),
        closing(sqlite3.connect(source, timeout=_WAIT)) as old,
        closing(sqlite3.connect(target, isolation_level=None)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, which needs no log beside it
        found = str(new.execute("PRAGMA quick_check(1)").fetchone()[0])
        if found != "ok":
            raise StoreError("damaged", database=source, what=found)
        if not _has_games(new):
            raise StoreError("not_ours", database=source)
        count = int(new.execute("SELECT count(*) FROM games WHERE NOT deleted").fetchone()[0])
    with _translate(target), target.open("rb") as written:
        os.fsync(written.fileno())
    return count


def _keep(database: Path) -> Path | None:
    """Keep the present database beside itself; one that cannot be read as its files are."""
    if not database.is_file():
        return None
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    kept = database.with_name(f"{database.stem}-before-{time}-{secrets.token_hex(2)}.sqlite")
    if _is_whole(database):
        back_up(database, kept)
        return kept
    with _translate(kept):
        shutil.copy2(database, kept)
        log = Path(f"{database}-wal")
        if log.is_file():
            shutil.copy2(log, f"{kept}-wal")
    return kept


def _overwrite(database: Path, fresh: Path) -> None:
    """Write a database into the file of another one, in one transaction."""
    with (
        closing(sqlite3.connect(fresh)) as source,
        closing(sqlite3.connect(database, timeout=_WAIT)) as target,
    ):
        target.execute(f"PRAGMA busy_timeout = {int(_WAIT * 1000)}")
        source.backup(target)
        with suppress(sqlite3.OperationalError):  # somebody reads: the log has it
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _is_whole(file: Path) -> bool:
    """Return whether a file is an undamaged database of ours."""
    try:
        with closing(sqlite3.connect(file, timeout=_WAIT)) as opened:
            return _has_games(opened) and opened.execute("PRAGMA quick_check(1)").fetchone() == (
                "ok",
            )
    except sqlite3.DatabaseError:
        return False


def _has_games(opened: sqlite3.Connection) -> bool:
    names = {row[0] for row in opened.execute("SELECT name FROM sqlite_master")}
    return {"games", "events", "alembic_version"} <= names


def _sync_folder(folder: Path) -> None:
    """Make a renamed file survive a power cut, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def _translate(file: Path) -> Iterator[None]:
    """Translate errors of SQLite and of the file system into `StoreError`."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        what = " ".join(str(error).split())[:200]
        code = sqlite_code(exc.DBAPIError("backup", None, error))
        raise StoreError(code, database=file, what=what) from error
    except OSError as error:
        raise StoreError("no_place", file=file, what=error.strerror or error) from error
