"""The database under a store: connection, migration, and translation of its errors."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import exc

from .errors import StoreError, missing_package

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x68616E64  # any number: a migration holds this advisory lock of PostgreSQL
_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
_RETRY = 0.02  # seconds between attempts to switch a new file to WAL


def connect(url: str | Path, wait: float) -> sa.Engine:
    """Return an engine for a database (a path is a file of SQLite); do not call PostgreSQL yet.

    Raises:
        StoreError: a URL that is none of ours, a driver that is missing, a folder that cannot be
            made.
    """
    parsed = _parse_url(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite" and parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        return _sqlite(parsed, wait)
    if parsed.drivername in _POSTGRESQL:
        return _postgresql(parsed.set(drivername="postgresql+psycopg"), wait)
    raise StoreError("bad_url")


def sqlite_file(url: str | Path) -> Path | None:
    """Return the file of a database of SQLite; None for PostgreSQL.

    Raises:
        StoreError: a URL that is none of ours.
    """
    parsed = _parse_url(url)
    if parsed.drivername in _POSTGRESQL:
        return None
    if (
        parsed.get_backend_name() != "sqlite"
        or not parsed.database
        or parsed.database == ":memory:"
    ):
        raise StoreError("bad_url")
    return Path(parsed.database)


def _parse_url(url: str | Path) -> sa.URL:
    try:
        file = sa.URL.create("sqlite", database=str(url))
        return file if isinstance(url, Path) else sa.make_url(url)
    except exc.ArgumentError:
        raise StoreError("bad_url") from None


def _sqlite(url: sa.URL, wait: float) -> sa.Engine:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreError("bad_url")  # an in-memory database keeps nothing
    file = Path(url.database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        code = "full" if error.errno == errno.ENOSPC else "unwritable"
        raise StoreError(code, database=display_url(url)) from error
    engine = sa.create_engine(url, connect_args={"timeout": wait})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:  # Any: sqlite3's, through SQLAlchemy
        found = _file_identity(file)
        connection.isolation_level = None  # else it begins transactions later than we do
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
        _switch_to_wal(cursor, wait)
        cursor.execute("PRAGMA synchronous = FULL")  # confirmed data survives a power cut, too
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the log, too
        cursor.close()
        record.info[_FILES] = found, _file_identity(_log_of(file))

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        if writes:
            check_file(connection)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @sa.event.listens_for(engine, "commit")
    def commit(connection: sa.Connection) -> None:
        if connection.get_execution_options().get("writes", False):
            check_file(connection)

    def check_file(connection: sa.Connection) -> None:
        """Refuse to write into files that have no name any more: their end is the program's end.

        No program deletes the log while a connection has it open, except by mistake.
        """
        if (_file_identity(file), _file_identity(_log_of(file))) != connection.info[_FILES]:
            raise StoreError("replaced", database=display_url(url))

    return engine


_FILES = "handreader_files"


def _log_of(file: Path) -> Path:
    """Return SQLite's write-ahead log of a database: what was confirmed is there at first."""
    real = file.resolve()
    return real.with_name(f"{real.name}-wal")


def _file_identity(file: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _switch_to_wal(cursor: sqlite3.Cursor, wait: float) -> None:
    """Switch the file to WAL: readers and one writer at a time do not wait for each other.

    SQLite refuses the switch at once while another process writes; the busy timeout does not apply.

    Raises:
        sqlite3.OperationalError: the file is locked for longer than `wait` seconds.
    """
    end = monotonic() + wait
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
        sleep(_RETRY)


def _postgresql(url: sa.URL, wait: float) -> sa.Engine:
    limits = f"-c lock_timeout={int(wait * 1000)} -c statement_timeout={int(wait * 4000)}"
    try:
        return sa.create_engine(
            url,
            pool_pre_ping=True,  # reconnect to a restarted database
            pool_timeout=wait,
            connect_args={"connect_timeout": max(2, int(wait)), "options": limits},
        )
    except ModuleNotFoundError as error:
        raise missing_package(error, "postgres") from error


def check_pages(engine: sa.Engine) -> None:
    """Check that SQLite can read every page of its file; PostgreSQL is left to its own checks.

    Raises:
        StoreError: it is damaged.
    """
    if engine.dialect.name != "sqlite":
        return
    with translate_errors(engine), engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        what = " ".join(str(found).split())[:200]
        raise StoreError("damaged", database=display_url(engine.url), what=what)


def checkpoint(engine: sa.Engine, is_last: bool = False) -> None:
    """Copy what is confirmed from SQLite's log into its file; PostgreSQL does so by itself.

    What others are reading or writing stays in the log until the next time.

    Args:
        engine: of the database.
        is_last: whether to wait a second for others, and to empty the log.

    Raises:
        StoreError: the database fails.
    """
    if engine.dialect.name != "sqlite":
        return
    with translate_errors(engine), closing(engine.raw_connection()) as pooled:
        cursor = pooled.cursor()
        try:
            if is_last:
                cursor.execute("PRAGMA busy_timeout = 1000")
            cursor.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if is_last else 'PASSIVE'})")
        except sqlite3.DatabaseError as error:
            raise exc.DBAPIError("checkpoint", None, error) from error
        finally:
            cursor.close()


def migrate(engine: sa.Engine) -> None:
    """Migrate the database to the latest version; two at once wait for each other.

    Raises:
        StoreError: it belongs to a newer version or another program.
    """
    head, known = _head_and_revisions()
    with translate_errors(engine):
        with engine.connect() as connection:
            found = _version(connection)
            if found is None and set(sa.inspect(connection).get_table_names()):
                raise StoreError("not_ours", database=display_url(engine.url))
        if found == head:
            return
        if found is not None and found not in known:
            raise StoreError("newer", database=display_url(engine.url))
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            upgrade(connection, "head")
    checkpoint(engine)  # the file has its tables, even if it is copied without its log


def upgrade(connection: sa.Connection, revision: str) -> None:
    """Migrate within the connection's transaction, up to a revision."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@cache
def _head_and_revisions() -> tuple[str | None, frozenset[str]]:
    """Return the latest migration, and all of them; reading their files takes a while."""
    return _scripts().get_current_head(), frozenset(one.revision for one in revisions())


def revisions() -> list[Any]:  # Any: Alembic's scripts
    """Return every migration, the latest first."""
    return list(_scripts().walk_revisions())


def _version(connection: sa.Connection) -> str | None:
    """Return the database's migration; None if none has been run."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if version is None else str(version)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def display_url(url: sa.URL) -> str:
    """Return the database's name for messages, never with its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"{url.database or ''} at {url.host or 'this computer'}"


@contextmanager
def read_transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Begin a transaction that only reads.

    Raises:
        StoreError: the database fails.
    """
    with translate_errors(engine), engine.begin() as connection:
        yield connection


@contextmanager
def write_transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Begin a transaction that writes; other writers wait until it ends.

    Raises:
        StoreError: the database fails.
    """
    writing = engine.execution_options(writes=True)
    with translate_errors(engine), writing.begin() as connection:
        yield connection


@contextmanager
def translate_errors(engine: sa.Engine) -> Iterator[None]:
    """Translate the database's errors into `StoreError`."""
    try:
        yield
    except exc.TimeoutError as error:  # all connections in use
        raise StoreError("busy") from error
    except exc.DBAPIError as error:
        code = sqlite_code(error) if engine.dialect.name == "sqlite" else _postgresql_code(error)
        what = " ".join(str(error.orig).split())[:200]
        raise StoreError(code, database=display_url(engine.url), what=what) from error


# "database is locked", "database or disk is full": the names of SQLite's own result codes
_SQLITE = {
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "full",
    "SQLITE_NOTADB": "not_ours",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_CANTOPEN": "unwritable",
    "SQLITE_READONLY": "unwritable",
}


def sqlite_code(error: exc.DBAPIError) -> str:
    """Return the code of our error for an error of SQLite."""
    name = str(getattr(error.orig, "sqlite_errorname", ""))
    return next((code for start, code in _SQLITE.items() if name.startswith(start)), "fault")


def _postgresql_code(error: exc.DBAPIError) -> str:
    state = str(getattr(error.orig, "sqlstate", None) or "")
    if state == "53100":
        return "full"
    if state in ("55P03", "57014", "40P01") or state.startswith("53"):
        return "busy"
    if state in ("25006", "42501"):
        return "unwritable"
    if not state or state[:2] in ("08", "28", "3D", "57"):
        return "unreachable"
    return "fault"
