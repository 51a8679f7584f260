"""The log on the disk: JSON lines, appended and synced one by one; a torn last line is dropped."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ...user_files import write_atomically
from ..errors import LogError, WatchError
from .events import Evidence, LogEntry, LogEvent
from .serialization import entry_from_json, entry_to_json

LOG = "events.jsonl"
CROPS = "crops"
LOCK = ".lock"


class Journal:
    """One game's folder: `events.jsonl` and the crops that are evidence.

    Args:
        folder: of the game; created if it is missing.

    Raises:
        WatchError: the log is damaged in its middle, or another process writes to it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            (folder / CROPS).mkdir(parents=True, exist_ok=True)
            self._lock = _Lock(folder / LOCK)
        except OSError as error:
            raise LogError("unwritable", path=folder, why=error) from error
        try:
            _truncate_partial_line(folder / LOG)
            for part in (folder / CROPS).glob("*.part"):  # the machine went off during a write
                part.unlink()
            self.events = list(read_events(folder))
            self._file = (folder / LOG).open("ab", buffering=0)  # unbuffered
        except OSError as error:
            self._lock.release()
            raise WatchError("unopened", path=folder / LOG, why=error) from error
        except WatchError:
            self._lock.release()
            raise

    def append(
        self,
        event: LogEvent,
        time: float,
        author: str = "camera",
        confidence: float | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> LogEntry:
        """Append an event; after the return it survives a crash of the machine.

        Raises:
            WatchError: it could not be written (a full disk); the log is unchanged.
        """
        number = self.events[-1].number + 1 if self.events else 1
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = format_line(LogEntry(number, event, at, time, author, confidence, evidence)).encode()
        read = entry_from_json(json.loads(line))  # so that written and reloaded events are equal
        entry = replace(read, time=time, confidence=confidence)
        before = self._file.tell()
        try:
            if self._file.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(before)
            raise LogError("unwritable", path=self.folder / LOG, why=error) from error
        self.events.append(entry)
        return entry

    def save_crop(self, name: str, jpeg: bytes) -> Evidence:
        """Save a crop as evidence.

        Raises:
            WatchError: it could not be written.
        """
        digest = hashlib.sha256(jpeg).hexdigest()
        file = f"{CROPS}/{name}-{digest[:12]}.jpg"
        path = self.folder / file
        try:
            write_atomically(path, jpeg)  # before the event that names it
        except OSError as error:
            raise LogError("unwritable", path=path, why=error) from error
        return Evidence(file, digest)

    def close(self) -> None:
        """Close the log and release its lock; delete the folder of a game without events."""
        self._file.close()
        if not self.events:
            with suppress(OSError):
                for path in (self.folder / LOG, self.folder / CROPS, self.folder / LOCK):
                    path.rmdir() if path.is_dir() else path.unlink()
                self.folder.rmdir()
        self._lock.release()


def format_line(entry: LogEntry) -> str:
    """Return the line of an entry."""
    return json.dumps(entry_to_json(entry), ensure_ascii=False) + "\n"


def read_events(folder: Path) -> Iterator[LogEntry]:
    """Read the log of a game's folder; drop a truncated last line.

    Raises:
        WatchError: a line before the last is invalid, or the lines are reordered.
    """
    path = folder / LOG
    if not path.exists():
        return
    lines = path.read_bytes().split(b"\n")
    before = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = entry_from_json(json.loads(line.decode()))
            if entry.number <= before:
                raise WatchError("unordered", number=entry.number, before=before)
        except (ValueError, WatchError) as error:
            if number == len(lines):  # no line end: the machine went off while it was written
                return
            raise WatchError("damaged_log", path=path, number=number, why=error) from None
        before = entry.number
        yield entry


def delete_old_evidence(games: Path, days: int, now: datetime | None = None) -> int:
    """Delete crops older than `days` days in every game's folder; return their number."""
    limit = (now or datetime.now(UTC)) - timedelta(days=days)
    gone = 0
    for path in games.glob(f"*/{CROPS}/*"):
        with suppress(OSError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < limit:
                path.unlink()
                gone += path.suffix == ".jpg"
    return gone


def _truncate_partial_line(path: Path) -> None:
    """Truncate a last line without its end, so that the next event begins a line."""
    if not path.exists():
        return
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with path.open("r+b") as file:
            file.truncate(whole)


class _Lock:
    """Lock of a game's folder for one process; the system releases it if the process is killed."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b")
        try:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not on Windows
            pass
        except OSError:
            self._file.close()
            raise WatchError("locked", folder=path.parent) from None

    def release(self) -> None:
        self._file.close()
