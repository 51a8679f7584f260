"""Databases for the store's tests: SQLite always, PostgreSQL where one is named."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handreader.store import open_store
from tests.handreader.store.new_store import open_new_store

if TYPE_CHECKING:
    from handreader.store.store import Store

POSTGRES = "HANDREADER_TEST_POSTGRES"
"""Environment variable: URL of a PostgreSQL server on which databases may be made and dropped."""

Fresh = Callable[[], str]


def _create_database(server: str) -> str:
    """URL of a new database on a server."""
    name = f"handreader_test_{secrets.token_hex(6)}"
    import sqlalchemy as sa

    _on(server, f'CREATE DATABASE "{name}"')
    return str(sa.make_url(server).set(database=name).render_as_string(hide_password=False))


def _drop_database(server: str, url: str) -> None:
    import sqlalchemy as sa

    _on(server, f'DROP DATABASE IF EXISTS "{sa.make_url(url).database}" WITH (FORCE)')


def _on(server: str, statement: str) -> None:
    import sqlalchemy as sa

    parsed = sa.make_url(server).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(parsed, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fresh]:
    """Gives URLs of new, empty databases of one kind."""
    server = os.environ.get(POSTGRES)
    if request.param == "postgresql" and not server:
        pytest.skip(f"no PostgreSQL: set {POSTGRES} to the URL of a server (.ci/run starts one)")
    made: list[str] = []

    def new() -> str:
        if request.param == "sqlite":
            made.append(f"sqlite:///{tmp_path}/games {len(made)}.sqlite")
        else:
            assert server
            made.append(_create_database(server))
        return made[-1]

    yield new
    if request.param == "postgresql" and server:
        for url in made:
            _drop_database(server, url)


@pytest.fixture
def url(fresh: Fresh) -> str:
    """A new, empty database."""
    return fresh()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store in it."""
    file = url.removeprefix("sqlite:///")
    with open_store(url) if file == url else open_new_store(Path(file)) as opened:
        yield opened
