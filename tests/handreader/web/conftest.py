"""Servers in memory, each on an event loop of its own: `make`, and `server` with games."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web.app import Limits, create_app
from handreader.web.security.sessions import SessionStore
from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.clients import HOST, Make, Table
from tests.handreader.web.game_phones import Phone, Server

if find_spec("sniffio") is None:  # httpx imports it at each request: so it is not searched for
    sys.modules["sniffio"] = None  # type: ignore[assignment]


@pytest.fixture
def make() -> Iterator[Make]:
    with asyncio.Runner() as runner:
        made: list[Table] = []

        def table(open: bool = False, limits: Limits | None = None, **more: Any) -> Table:
            door = SessionStore(open)
            made.append(Table(runner, door, create_app(door, [HOST], limits=limits, **more)))
            return made[-1]

        yield table
        for one in made:
            for client in one.clients:
                runner.run(client.aclose())


@pytest.fixture
def table(make: Make) -> Table:
    return make()


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture
def server(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Server]:
    with open_new_store(tmp_path / "games.sqlite") as store:
        made = Server(runner, store)
        yield made
        for client in made.phones:
            runner.run(client.aclose())


@pytest.fixture
def phone(server: Server) -> Phone:
    return server.phone()


@pytest.fixture
def host(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Phone]:
    """The page of a server that serves its own computer alone."""
    with open_new_store(tmp_path / "own.sqlite") as store:
        made = Server(runner, store, is_open=True)
        yield made.phone()
        for client in made.phones:
            runner.run(client.aclose())
