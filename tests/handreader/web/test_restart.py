"""What a restart of the server leaves: the sessions of phones, never a token to steal."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

from handreader.phone_session import PhoneRole, PhoneSession
from handreader.store.session_table import MOST_ROWS, SessionTable
from handreader.store.store import Store
from handreader.web.security.session_writer import SessionWriter
from handreader.web.security.sessions import (
    CAMERA_EXPIRY,
    EXPIRY,
    SESSIONS,
    InvitationRequest,
    SessionStore,
    token_hash,
)
from tests.handreader.store.new_store import open_new_store

NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)
DOOR = "joined 8460"


class Run:
    """One run of a server on a database."""

    def __init__(self, store: Store, now: datetime = NOW, door: str = DOOR) -> None:
        self.time = now
        self.writer = SessionWriter(lambda: self.time)
        self.door = SessionStore(open=False, now=lambda: self.time, save=self.writer.add)
        self.table = store.session_table(door)
        self.writer.connect(self.table, self.door)

    def join(self) -> str:
        session = self.door.join(self.door.invite())
        assert session is not None
        return session


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_new_store(tmp_path / "games.sqlite") as opened:
        yield opened


Start = Callable[..., Run]


@pytest.fixture
def start(store: Store) -> Iterator[Start]:
    """Starts runs on the store, whose writers are closed before it: `start(now, door)`."""
    with ExitStack() as runs:

        def start_run(now: datetime = NOW, door: str = DOOR) -> Run:
            run = Run(store, now, door)
            runs.callback(run.writer.close)
            return run

        yield start_run


def test_a_camera_is_one_for_an_evening() -> None:
    now = [NOW]
    door = SessionStore(open=False, now=lambda: now[0])
    asked = InvitationRequest(PhoneRole.CAMERA)
    camera, player = door.join(door.invite(asked=asked)), door.join(door.invite())
    now[0] += CAMERA_EXPIRY - timedelta(minutes=1)
    assert door.has_session(camera)
    now[0] += CAMERA_EXPIRY
    assert not door.has_session(camera) and door.has_session(player)


def test_a_player_stays_in_when_the_server_starts_again(start: Start) -> None:
    first = start()
    session = first.join()
    first.writer.close()
    again = start(NOW + timedelta(hours=3))
    assert again.door.has_session(session)
    assert not again.door.has_session(session + "x")
    assert not again.door.has_session(token_hash(session))


def test_who_reads_the_database_cannot_join_with_it(start: Start, tmp_path: Path) -> None:
    run = start()
    session = run.join()
    run.writer.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        rows = database.execute("SELECT token_hash, door FROM sessions").fetchall()
    assert rows == [(token_hash(session), DOOR)]
    assert session.encode() not in (tmp_path / "games.sqlite").read_bytes()


def test_a_session_ends_a_month_after_its_last_use(start: Start) -> None:
    run = start()
    used, unused = run.join(), run.join()
    run.time += EXPIRY - timedelta(days=1)
    assert run.door.has_session(used)
    run.time += timedelta(days=2)
    assert run.door.has_session(used) and not run.door.has_session(unused)
    run.writer.close()
    again = start(run.time)
    assert again.door.has_session(used) and not again.door.has_session(unused)


def test_a_door_takes_no_sessions_of_another(start: Start) -> None:
    alone = start(door="open 8460")
    session = alone.join()
    alone.writer.close()
    assert not start().door.has_session(session)


def test_stored_sessions_are_bounded(store: Store) -> None:
    table: SessionTable = store.session_table(DOOR)
    other = store.session_table("joined 8461")
    other.save({"f" * 64: PhoneSession(NOW - timedelta(days=1))}, NOW - EXPIRY)
    for batch in range(3):
        used = PhoneSession(NOW + timedelta(seconds=batch))
        table.save({f"{batch:03d}{n:061d}": used for n in range(MOST_ROWS)}, NOW - EXPIRY)
    kept = table.load(NOW - EXPIRY)
    assert len(kept) == MOST_ROWS == SESSIONS
    assert all(key.startswith("002") for key in kept)
    assert len(other.load(NOW - EXPIRY)) == 1


def test_expired_rows_are_deleted(store: Store) -> None:
    table = store.session_table(DOOR)
    table.save({"a" * 64: PhoneSession(NOW - EXPIRY)}, NOW - EXPIRY - timedelta(days=1))
    table.save({"b" * 64: PhoneSession(NOW)}, NOW - EXPIRY)
    assert set(table.load(NOW - timedelta(days=1000))) == {"b" * 64}


def test_sessions_hold_where_the_database_does_not(start: Start, tmp_path: Path) -> None:
    run = start()
    for name in ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    session = run.join()
    run.writer.close()
    assert run.door.has_session(session)


def test_use_is_not_written_at_every_request() -> None:
    saved: list[PhoneSession] = []
    now = [NOW]
    door = SessionStore(open=False, now=lambda: now[0], save=lambda key, used: saved.append(used))
    session = door.join(door.invite())
    for _ in range(50):
        assert door.has_session(session)
        now[0] += timedelta(minutes=2)
    assert len(saved) == 2
