"""Opening databases: empty, of every past version, newer, damaged, full, locked, not there."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

import sqlalchemy as sa

from handreader.store import Origin, StoreError, default_file, open_store
from handreader.store.database import connect, migrate, revisions, upgrade
from handreader.store.store import Store
from handreader.store.tables import metadata
from scoring.game import ExhaustiveDraw, FalseWin, game_rules
from scoring.installation import this_installation
from scoring.tiles import Wind

from .conftest import Fresh

PLAYERS = ("Anna", "Bo", "Carla", "Dario")
VERSIONS = [script.revision for script in revisions()]


def open_error(url: str | Path, wait: float = 1.0) -> StoreError:
    with pytest.raises(StoreError) as caught:
        open_store(url, wait=wait)
    assert "\n" not in str(caught.value)
    assert caught.value.localize("it") != caught.value.localize("en")
    return caught.value


def execute(url: str, *statements: str) -> None:
    engine = connect(url, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_past_version_opens(url: str, version: str) -> None:
    engine = connect(url, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        upgrade(connection, version)
    engine.dispose()
    execute(
        url,
        "INSERT INTO games (id, started, players, rules) VALUES "
        """('old', '2026-01-02 20:00:00', '["A", "B", "C", "D"]', '{"id": "mcr"}')""",
        "INSERT INTO events (game, number, version, time, author, events, setting, records, "
        "evidence) VALUES ('old', 1, 0, '2026-01-02 20:10:00', 'user', "
        """'[{"type": "drawn"}]', '{"seating": [0, 1, 2, 3], "round": "E", "counters": 0}', """
        "'[]', '')",
    )
    with open_store(url) as store:
        assert store.events("old")[0].events == (ExhaustiveDraw(),)
        store.append("old", 2, ExhaustiveDraw())
        assert len(store.state("old").deals) == 2


def test_the_migrations_lead_to_the_tables_that_the_store_uses(url: str) -> None:
    open_store(url).close()
    engine = connect(url, 5.0)
    seen = sa.inspect(engine)
    for table in metadata.tables.values():
        there = {column["name"]: column["nullable"] for column in seen.get_columns(table.name)}
        assert there == {column.name: bool(column.nullable) for column in table.columns}
        assert len(seen.get_foreign_keys(table.name)) == len(table.foreign_keys)
        key = seen.get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    engine.dispose()


def test_two_servers_may_start_on_an_empty_database_at_once(fresh: Fresh) -> None:
    url = fresh()
    start = threading.Barrier(4)
    faults: list[Exception] = []

    def open_it() -> None:
        start.wait()
        try:
            open_store(url).close()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert faults == []


def test_a_newer_version_is_left_alone(url: str) -> None:
    with open_store(url) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
    execute(url, "UPDATE alembic_version SET version_num = '9999'")
    error = open_error(url)
    assert error.code == "newer"
    assert "update" in str(error)
    execute(url, f"UPDATE alembic_version SET version_num = '{VERSIONS[0]}'")
    with open_store(url) as store:
        assert store.games() == (game,)


def test_another_programs_database_is_left_alone(url: str) -> None:
    execute(url, "CREATE TABLE events (mine INTEGER)")
    assert open_error(url).code == "not_ours"
    execute(url, "INSERT INTO events VALUES (1)")


@pytest.mark.parametrize("content", [b"not a database, but long enough" * 40, b"SQLite format 3\0"])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(content)
    assert open_error(file).code == "not_ours"
    assert file.read_bytes() == content


def test_a_damaged_database_is_said_to_be(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with open_store(file) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        for number in range(1, 17):
            store.append(game.id, number, ExhaustiveDraw())
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    file.write_bytes(content)
    assert open_error(file).code == "damaged"


def test_one_damaged_page_is_noticed_at_the_start(tmp_path: Path) -> None:
    """Of a table that nobody may ask for on that evening."""
    file = tmp_path / "games.sqlite"
    with open_store(file) as store:
        for _ in range(40):
            game = store.new_game(PLAYERS, game_rules("mcr"))
            store.append(game.id, 1, ExhaustiveDraw())
    with closing(sqlite3.connect(file)) as opened:
        (page,) = opened.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        ).fetchone()
    content = bytearray(file.read_bytes())
    content[4096 * (page - 1) : 4096 * page] = b"\xa5" * 4096
    file.write_bytes(content)
    error = open_error(file)
    assert error.code == "damaged" and "handreader restore FILE" in str(error)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.sqlite",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://root@localhost/x",
        "oracle://x",
        "postgresql+asyncpg://localhost/x",
        "http://localhost/",
        "sqlite+aiosqlite:///x",
    ],
)
def test_what_names_no_database_is_refused(url: str) -> None:
    assert open_error(url).code == "bad_url"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert open_error(tmp_path / "file" / "games.sqlite").code == "unwritable"
    (tmp_path / "folder").mkdir()
    assert open_error(tmp_path / "folder").code == "unwritable"


def test_a_server_that_is_not_there_and_the_password_that_nobody_sees() -> None:
    pytest.importorskip("psycopg", reason="needs the extra `postgres`")
    error = open_error("postgresql://me:secret@127.0.0.1:9/games")
    assert error.code == "unreachable"
    assert "secret" not in str(error)
    assert "games at 127.0.0.1" in str(error)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    error = open_error("postgresql://me@127.0.0.1:9/games")
    assert this_installation().add_extra("postgres") in str(error)


def test_nothing_heavy_is_imported_before_a_store_is_opened() -> None:
    heavy = "import sys; import handreader.store; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_it_is_in_the_users_own_folder() -> None:
    assert default_file().name == "games.sqlite"
    assert default_file().is_absolute()


# SQLite alone: its limits can be reached in a test


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    fine, photo = FalseWin(Wind.EAST), Origin(evidence="x" * 1500)
    with open_store(file) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        with store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

        def no_more(connection: sa.Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")

        sa.event.listen(store._engine, "begin", no_more)

        recorded = 0
        with pytest.raises(StoreError) as caught:
            for number in range(1, 100):
                store.append(game.id, number, fine, photo)
                recorded = number
        assert caught.value.code == "full"
        assert "space" in str(caught.value)
        assert len(store.events(game.id)) == recorded > 0
    with open_store(file) as store:  # there is room again
        assert len(store.events(game.id)) == recorded
        store.append(game.id, recorded + 1, fine, photo)


def test_a_locked_database_is_waited_for_and_then_said(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with open_store(file, wait=0.2) as store, open_store(file) as other:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        with other._engine.execution_options(writes=True).begin():
            with pytest.raises(StoreError) as caught:
                store.append(game.id, 1, ExhaustiveDraw())
            assert caught.value.code == "busy"
            assert store.events(game.id) == ()  # reading goes on
        store.append(game.id, 1, ExhaustiveDraw())


def test_a_new_file_that_another_process_holds_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    other = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as pool:
        opened = pool.submit(open_store, file, wait=30.0)
        with pytest.raises(TimeoutError):
            opened.result(0.3)
        other.execute("COMMIT")
        opened.result(30.0).close()
    other.close()


def test_a_new_file_that_stays_locked_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert open_error(file, wait=0.1).code == "busy"
    other.close()


def test_it_is_kept_the_way_that_survives(tmp_path: Path) -> None:
    engine = connect(tmp_path / "games.sqlite", 5.0)
    migrate(engine)
    with engine.connect() as connection:

        def pragma(name: str) -> object:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()

        assert pragma("journal_mode") == "wal"
        assert pragma("synchronous") == 2  # FULL
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == 5000
        with pytest.raises(sa.exc.IntegrityError):
            connection.exec_driver_sql(
                "INSERT INTO events VALUES ('no such game', 1, 0, '', 'user', 0, '', '', '', '', 0)"
            )
    engine.dispose()


def test_a_locked_row_is_waited_for_and_then_said(url: str) -> None:
    if not url.startswith("postgresql"):
        pytest.skip("SQLite locks the whole file, see above")
    with open_store(url) as other, Store(url, wait=0.3) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        with other._engine.begin() as connection:
            connection.execute(sa.text("SELECT * FROM games FOR UPDATE"))
            with pytest.raises(StoreError) as caught:
                store.append(game.id, 1, ExhaustiveDraw())
            assert caught.value.code == "busy"
        store.append(game.id, 1, ExhaustiveDraw())


@pytest.mark.parametrize("is_replaced", [False, True], ids=["deleted", "replaced"])
def test_a_file_that_was_deleted_or_replaced_records_nothing(
    tmp_path: Path, is_replaced: bool
) -> None:
    file, aside = tmp_path / "games.sqlite", tmp_path / "aside.sqlite"
    with open_store(file) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        store.append(game.id, 1, ExhaustiveDraw())
        file.rename(aside)
        if is_replaced:
            open_store(file).close()
        with pytest.raises(StoreError) as caught:
            store.append(game.id, 2, ExhaustiveDraw())
        assert caught.value.code == "replaced" and str(file) in str(caught.value)
        if is_replaced:
            return
        aside.rename(file)
        assert store.append(game.id, 2, ExhaustiveDraw()).number == 2, "the file is back"
    with open_store(file) as again:
        assert len(again.state(game.id).deals) == 2


@pytest.mark.parametrize("is_replaced", [False, True], ids=["deleted", "replaced"])
def test_a_log_that_was_deleted_or_replaced_records_nothing(
    tmp_path: Path, is_replaced: bool
) -> None:
    """What is confirmed is in SQLite's log at first: without a name it ends with the program."""
    file, link = tmp_path / "games.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)
    with open_store(link) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        store.append(game.id, 1, ExhaustiveDraw())
        log = tmp_path / "games.sqlite-wal"
        aside = log.rename(tmp_path / "aside")
        if is_replaced:
            log.write_bytes(aside.read_bytes())
        with pytest.raises(StoreError) as caught:
            store.append(game.id, 2, ExhaustiveDraw())
        assert caught.value.code == "replaced"
        aside.rename(log)
        assert store.append(game.id, 2, ExhaustiveDraw()).number == 2, "the log is back"
    with open_store(link) as again:
        assert len(again.state(game.id).deals) == 2


def test_a_log_that_another_connection_shares_stays(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with open_store(file) as store:
        game = store.new_game(PLAYERS, game_rules("mcr"))
        for number in range(1, 6):
            with open_store(file) as other:  # closes while the first one is open
                other.append(game.id, number, ExhaustiveDraw())
            assert len(store.state(game.id).deals) == number
        store.append(game.id, 6, ExhaustiveDraw())
    with open_store(file) as again:  # the last connection deletes the log, the next one makes it
        assert again.append(game.id, 7, ExhaustiveDraw()).number == 7
