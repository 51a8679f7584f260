"""Backups in one file, made and brought back while others record; the file of a stopped server."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra `web`")

import sqlalchemy as sa

from handreader.store import StoreError, open_store
from handreader.store.backup import back_up, restore
from handreader.store.checkpoints import run_checkpoints
from handreader.store.database import connect, upgrade
from handreader.store.store import Store
from scoring.game import ExhaustiveDraw, FalseWin, game_rules
from scoring.tiles import Wind
from tests.handreader.cli.calling import call
from tests.handreader.store.new_store import open_new_store

PLAYERS = ("Anna", "Bo", "Carla", "Dario")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club" / "games.sqlite"


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    database.parent.mkdir()
    with open_new_store(database) as opened:
        yield opened


def begin(store: Store, entries: int = 3) -> str:
    game = store.new_game(PLAYERS, game_rules("mcr")).id
    for number in range(1, entries + 1):
        store.append(game, number, ExhaustiveDraw())
    return game


def entries_in(file: Path, game: str) -> int:
    """Entries in a copy of that file alone."""
    alone = file.with_name(f"alone-{file.name}")
    shutil.copy(file, alone)
    with open_store(alone) as copy:
        return len(copy.events(game))


def has_entries(file: Path, game: str) -> bool:
    """Whether the file alone has entries of a game, without its log."""
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as alone:
        counted = alone.execute("SELECT count(*) FROM events WHERE game = ?", [game])
        return bool(counted.fetchone()[0])


def error_of(work: object) -> str:
    with pytest.raises(StoreError) as caught:
        work()  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    return caught.value.code


def test_a_new_file_has_its_tables_while_it_is_open(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with open_store(file), closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_the_file_of_a_closed_store_is_whole_while_another_one_is_open(database: Path) -> None:
    with open_store(database):  # as `watch` beside `serve`: the last connection is not ours
        with open_store(database) as store:
            game = begin(store)
        assert entries_in(database, game) == 3


def test_checkpoints_bring_entries_into_the_file_while_it_is_open(
    store: Store, database: Path
) -> None:
    game, end = begin(store), time.monotonic() + 30
    assert not has_entries(database, game)
    with run_checkpoints(store, every=0.05):
        while not has_entries(database, game):
            assert time.monotonic() < end


def test_a_backup_has_everything_that_was_confirmed(store: Store, tmp_path: Path) -> None:
    game, file = begin(store), tmp_path / "backup.sqlite"
    assert back_up(tmp_path / "club" / "games.sqlite", file) == 1
    assert entries_in(file, game) == 3
    assert file.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.glob("*backup*")) == [
        "alone-backup.sqlite",
        "backup.sqlite",
    ]


def test_backups_while_phones_record_lose_nothing(
    store: Store, database: Path, tmp_path: Path
) -> None:
    game, over = begin(store, 1), threading.Event()
    confirmed = [1]

    def record() -> None:
        while not over.is_set():
            store.append(game, confirmed[-1] + 1, FalseWin(Wind.EAST))
            confirmed.append(confirmed[-1] + 1)

    writer = threading.Thread(target=record)
    writer.start()
    try:
        for number in range(5):
            before, file = confirmed[-1], tmp_path / f"{number}.sqlite"
            back_up(database, file)
            after = entries_in(file, game)
            assert before <= after <= confirmed[-1] + 1
    finally:
        over.set()
        writer.join()
    assert len(store.events(game)) == confirmed[-1]


def test_a_backup_comes_back_while_a_server_has_the_database_open(
    store: Store, database: Path, tmp_path: Path
) -> None:
    game, file = begin(store), tmp_path / "backup.sqlite"
    club = store.tournaments()
    assert club.histories([game])[game].revision == 3
    back_up(database, file)
    store.correct(game, 3, ())
    later = begin(store)
    store.append(game, 4, FalseWin(Wind.EAST))
    kept = restore(database, file)
    assert len(store.events(game)) == 3
    with pytest.raises(StoreError):
        store.events(later)
    store.append(game, 4, ExhaustiveDraw())  # the server goes on
    assert kept is not None and entries_in(kept, later) == 3
    assert entries_in(file, game) == 3


def test_what_the_server_remembers_is_not_shown_for_what_was_restored(
    store: Store, database: Path, tmp_path: Path
) -> None:
    game, file = begin(store, 1), tmp_path / "backup.sqlite"
    back_up(database, file)
    store.append(game, 2, FalseWin(Wind.EAST))
    stamp, club = store.stamp(game), store.tournaments()
    before = club.histories([game])[game].state.points
    restore(database, file)
    store.append(game, 2, FalseWin(Wind.WEST))
    assert store.stamp(game) != stamp
    assert club.histories([game])[game].state.points != before


def test_a_damaged_database_is_replaced_and_kept(database: Path, tmp_path: Path) -> None:
    database.parent.mkdir()
    with open_new_store(database) as store:
        game = begin(store)
    file = tmp_path / "backup.sqlite"
    back_up(database, file)
    damaged = database.read_bytes()[:4096] + b"\xa5" * 9000
    database.write_bytes(damaged)
    assert error_of(lambda: back_up(database, file)) == "damaged"
    assert entries_in(file, game) == 3  # the old backup is still there
    kept = restore(database, file)
    assert kept is not None and kept.read_bytes() == damaged
    with open_store(database) as store:
        assert len(store.events(game)) == 3


def test_a_backup_of_an_earlier_version_is_migrated(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    engine = connect(file, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        upgrade(connection, "0004")
    engine.dispose()
    content = file.read_bytes()
    assert restore(database, file) is None
    assert file.read_bytes() == content
    with open_store(database) as store:
        assert store.games() == ()


def test_a_newer_versions_backup_is_refused(store: Store, database: Path, tmp_path: Path) -> None:
    game, file = begin(store), tmp_path / "newer.sqlite"
    back_up(database, file)
    engine = connect(file, 5.0)
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert error_of(lambda: restore(database, file)) == "newer"
    assert len(store.events(game)) == 3


def test_what_is_no_backup_is_neither_restored_nor_overwritten(
    store: Store, database: Path, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    assert error_of(lambda: back_up(database, letter)) == "not_replaced"
    assert error_of(lambda: back_up(database, tmp_path)) == "not_replaced"
    assert error_of(lambda: back_up(database, database)) == "same_file"
    assert error_of(lambda: back_up(database, tmp_path / "no" / "x")) == "no_place"
    assert error_of(lambda: back_up(tmp_path / "none", letter)) == "no_database"
    assert error_of(lambda: restore(database, letter)) == "not_ours"
    assert error_of(lambda: restore(database, database)) == "same_file"
    assert error_of(lambda: restore(database, tmp_path / "none")) == "no_backup"
    assert error_of(lambda: restore("postgresql://a@b/c", letter)) == "use_pg_dump"
    assert error_of(lambda: back_up("mysql://a@b/c", letter)) == "bad_url"
    assert letter.read_text() == "Dear Anna"
    begin(store)


def test_the_commands_say_where_the_games_are(store: Store, database: Path, tmp_path: Path) -> None:
    begin(store)
    file = tmp_path / "backup.sqlite"
    made = call("backup", str(file), "--database", f"sqlite:///{database}")
    assert made.exit_code == 0 and f"{file}: 1;" in made.stdout
    back = call("restore", str(file), "--database", f"sqlite:///{database}", "--lang", "it")
    assert back.exit_code == 0 and len(back.stdout.splitlines()) == 2
    assert "sono di nuovo" in back.stdout
    refused = call("backup", str(file), "--database", "postgresql://a@b/c")
    assert refused.exit_code == 1 and "pg_dump" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
