"""A server that is told to stop leaves a whole file; an upgrade goes on with an open game."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

import sqlalchemy as sa

from handreader.store.database import connect, upgrade
from handreader.web.health import is_healthy
from tests.handreader.store.new_store import open_new_store

PLAYERS = ["Anna", "Bo", "Carla", "Dario"]
DRAWN = {"ended": {"type": "drawn", "ready": []}}
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")


class Client:
    """A browser on this computer, whose cookie outlives the server."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.ask("GET", "/")

    def ask(self, method: str, path: str, value: object = None) -> Any:
        headers = {"content-type": "application/json", "cookie": self.cookie}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            body = None if value is None else json.dumps(value)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        self.cookie = (answer.headers["set-cookie"] or self.cookie).partition(";")[0]
        assert answer.status == 200, content
        return json.loads(content) if path.startswith("/api/") else content

    def begin(self) -> Mapping[str, Any]:
        body = {"players": PLAYERS, "rules": "mcr"}
        return dict(self.ask("POST", "/api/games", body))

    def record(self, game: Mapping[str, Any], number: int) -> None:
        body = {"number": number, "happened": DRAWN}
        self.ask("POST", f"/api/games/{game['id']}/entries", body)


@contextmanager
def serve(folder: Path, port: int, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The command as systemd and podman start it; a new database has the latest version."""
    file = folder / "handreader" / "games.sqlite"
    if not file.exists():
        file.parent.mkdir()
        open_new_store(file).close()
    command = [sys.executable, "-m", "handreader", "serve", "--port", str(port), *more]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=restore_interrupts,
    )
    try:
        while not is_healthy(port):
            assert running.poll() is None, "the server did not start"
            time.sleep(0.05)
        yield running
    finally:
        running.kill()
        running.communicate(timeout=20)


def restore_interrupts() -> None:
    """Undo that a shell lets its background jobs, such as these tests, ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def entries_alone(folder: Path) -> int:
    """Entries in the file itself, without a log beside it."""
    file = folder / "handreader" / "games.sqlite"
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as alone:
        return int(alone.execute("SELECT count(*) FROM events").fetchone()[0])


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)], ids=["term", "int"]
)
def test_a_stop_leaves_everything_in_the_file(
    tmp_path: Path, free_port: int, number: signal.Signals, status: int
) -> None:
    with serve(tmp_path, free_port) as running:
        client = Client(free_port)
        game = client.begin()
        for entry in (1, 2):
            client.record(game, entry)
        running.send_signal(number)
        _, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (status, "")
    assert not (tmp_path / "handreader" / "games.sqlite-wal").exists()
    assert entries_alone(tmp_path) == 2


_WATCHES = """
import os, signal
from contextlib import suppress
from handreader.termination import raise_on_sigterm
with raise_on_sigterm(), suppress(KeyboardInterrupt):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)  # somebody is impatient
        print("closed")
print("over")
"""


def test_sigterm_closes_what_is_open_as_ctrl_c_does() -> None:
    """As `handreader watch` does, which ends with its log complete."""
    command = [sys.executable, "-c", _WATCHES]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout.split(), found.stderr) == (0, ["closed", "over"], "")


def test_the_server_of_the_next_version_goes_on_with_an_open_game(
    tmp_path: Path, free_port: int
) -> None:
    """From the revision before: the phone's session, its game, and a deal begun before the stop."""
    with serve(tmp_path, free_port) as running:
        client = Client(free_port)
        game = client.begin()
        client.record(game, 1)
        running.terminate()
        running.wait(20)
    file = tmp_path / "handreader" / "games.sqlite"
    _go_back(file)
    with serve(tmp_path, free_port):
        found = client.ask("GET", f"/api/games/{game['id']}?since={game['revision']}")
        assert found["next"] == 2
        client.record(game, 2)
        assert client.ask("GET", f"/api/games/{game['id']}")["next"] == 3


def test_a_server_of_the_version_before_writes_on_after_the_migration(tmp_path: Path) -> None:
    """Two servers on one database: the old one is stopped after the new one started."""
    from handreader.store import open_store

    file = tmp_path / "games.sqlite"
    with open_store(file) as store:
        game = store.new_game(PLAYERS, _mcr()).id
    _go_back(file)
    old = connect(file, 5.0)
    writing = old.execution_options(writes=True)
    insert = (
        "INSERT INTO events (game, number, version, time, author, events, setting, records, "
        "evidence) VALUES (:game, :number, 0, '2026-11-27 20:10:00', 'user', "
        """'[{"type": "drawn"}]', '{"seating": [0, 1, 2, 3], "round": "E", "counters": 0}', """
        "'[]', '')"
    )
    session = "INSERT INTO sessions (token_hash, door, used) VALUES ('a', 'd', '2026-11-27')"
    with writing.begin() as connection:
        connection.execute(sa.text(insert), {"game": game, "number": 1})
    with open_store(file) as store:
        with writing.begin() as connection:
            connection.execute(sa.text(insert), {"game": game, "number": 2})
            connection.execute(sa.text(session))
        assert len(store.events(game)) == 2
        assert [one.action.value for one in store.ledger(game, 9)] == []
    old.dispose()


def _mcr() -> Any:
    from scoring.game import game_rules

    return game_rules("mcr")


def _go_back(file: Path) -> None:
    """Turn a database into one of the revision before the ledger."""
    before = file.with_name("before.sqlite")
    engine = connect(before, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        upgrade(connection, "0006")
        columns = {
            table: [one["name"] for one in sa.inspect(connection).get_columns(table)]
            for table in ("games", "events", "sessions")
        }
    engine.dispose()
    with closing(sqlite3.connect(before)) as opened, opened:
        opened.execute("ATTACH ? AS later", [str(file)])
        for table, names in columns.items():
            listed = ", ".join(names)
            opened.execute(f"INSERT INTO {table} ({listed}) SELECT {listed} FROM later.{table}")
    before.replace(file)
