"""Several phones and servers on one game, and what befalls the database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from sqlalchemy import event

from handreader.store import StoreError, open_store
from handreader.store.store import Store
from tests.handreader.web.game_phones import (
    DRAWN,
    Server,
    by_points,
    code,
)


def test_two_phones_that_record_the_same_deal(server: Server) -> None:
    one, other = server.phone(), server.phone()
    game = one.begin()
    assert one.record(game, by_points("S", "E", points=8)).status_code == 200
    late = other.record(game, by_points("W", "E", points=8))
    assert code(late) == (409, "stale")
    assert "2 is next" in late.json()["error"]["message"]
    seen = other.get(f"/api/games/{game['id']}").json()
    assert len(seen["entries"]) == 1


def test_a_deal_seen_before_a_correction_is_not_recorded(server: Server) -> None:
    """The correction may have moved the players: the seats said are those of before."""
    one, other = server.phone(), server.phone()
    game = one.begin("riichi-ema")
    game = one.record(game, {"ended": {"type": "drawn", "ready": ["S"]}}).json()
    other.correct(game, 1, 0, {"ended": {"type": "drawn", "ready": ["E"]}})
    body = {"number": 2, "revision": game["revision"], "happened": DRAWN}
    assert code(one.post(f"/api/games/{game['id']}/entries", body)) == (409, "stale")
    game = one.get(f"/api/games/{game['id']}").json()
    body["revision"] = game["revision"]
    assert one.post(f"/api/games/{game['id']}/entries", body).status_code == 200


@pytest.mark.parametrize(
    ("fault", "status"), [("full", 507), ("busy", 503), ("unreachable", 503), ("unwritable", 500)]
)
def test_what_befalls_the_database_is_said(
    server: Server, monkeypatch: pytest.MonkeyPatch, fault: str, status: int
) -> None:
    phone = server.phone()
    game = phone.begin()

    def failing(*_: object, **__: object) -> None:
        raise StoreError(fault, database="games.sqlite")

    monkeypatch.setattr(Store, "append", failing)
    for lang in ("en", "it"):
        response = phone.record(game, DRAWN, lang=lang)
        assert code(response) == (status, fault)
        text = response.json()["error"]["message"]
        assert text == StoreError(fault, database="games.sqlite").localize(lang)
    monkeypatch.undo()
    assert phone.record(game, DRAWN).status_code == 200


@pytest.mark.thorough
def test_a_database_that_is_locked_or_full_is_said(runner: asyncio.Runner, tmp_path: Path) -> None:
    """Nothing is recorded, nothing is lost, and it goes on where it can again."""
    file = tmp_path / "games.sqlite"
    with Store(file, wait=0.2) as store, open_store(file) as other:
        phone = Server(runner, store).phone()
        game = phone.begin()
        with other._engine.execution_options(writes=True).begin():
            assert code(phone.record(game, DRAWN)) == (503, "busy")
        with store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

        def no_more(connection: Any) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        event.listen(store._engine, "begin", no_more)
        recorded, answer = 0, phone.record(game, DRAWN)
        while answer.status_code == 200:  # until the last page is full
            recorded, game = recorded + 1, answer.json()
            answer = phone.record(game, {"riichi": [], "dead": ["E"], "ended": None})
            assert recorded < 100
        assert code(answer) == (507, "full")
        event.remove(store._engine, "begin", no_more)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert len(phone.get(f"/api/games/{game['id']}").json()["entries"]) == recorded
        assert phone.record(game, DRAWN).status_code == 200
        runner.run(phone.client.aclose())


def test_the_clock_may_jump(runner: asyncio.Runner, tmp_path: Path) -> None:
    now = [datetime(2026, 11, 22, 20, tzinfo=UTC)]
    with Store(tmp_path / "games.sqlite", clock=lambda: now[0]) as store:
        phone = Server(runner, store).phone()
        game = phone.begin()
        for hours in (-9000, 5, 90000):
            now[0] += timedelta(hours=hours)
            game = phone.record(game, DRAWN).json()
        assert [entry["number"] for entry in game["entries"]] == [1, 2, 3]
        assert game["next"] == 4
        rows = phone.get(f"/api/games/{game['id']}/game.csv").text.splitlines()
        assert [row.split(",")[1] for row in rows[1:]] == ["1", "2", "3"]
        runner.run(phone.client.aclose())


def test_two_servers_on_one_database(runner: asyncio.Runner, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with open_store(file) as first, open_store(file) as second:
        servers = [Server(runner, first), Server(runner, second)]
        phones = [server.phone() for server in servers]
        game = phones[0].begin()
        path = f"/api/games/{game['id']}/entries"

        async def rush() -> list[Any]:
            body = {"number": 1, "happened": by_points("S", "E", points=8)}
            asked = [phone.client.post(path, json=body) for phone in phones for _ in range(3)]
            return list(await asyncio.gather(*asked))

        status = sorted(response.status_code for response in runner.run(rush()))
        assert status == [200, 409, 409, 409, 409, 409]
        for phone in phones:
            assert len(phone.get(f"/api/games/{game['id']}").json()["entries"]) == 1
        for server in servers:
            for client in server.phones:
                runner.run(client.aclose())


def test_watching_costs_little_until_something_happens(server: Server) -> None:
    one, other = server.phone(), server.phone()
    game = one.begin()
    path = f"/api/games/{game['id']}?since={game['revision']}"
    assert other.get(path).json() == {"unchanged": True, "title": "", "archived": False}
    one.record(game, DRAWN)
    assert len(other.get(path).json()["entries"]) == 1
