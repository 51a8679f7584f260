"""The game behind the page: begun, recorded, corrected, watched, exported; and what is refused."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from sqlalchemy import event

from handreader.store import StoreError, open_store
from handreader.store.store import Store
from handreader.web.app import create_app
from handreader.web.sessions import SessionStore
from scoring.game import GAMES
from scoring.tiles import CLASSES
from tests.handreader.conftest import WIN, Lay
from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.phones import Browser
from vision.evaluation.labels import load_labelled_photos

HOST = "table.test:8460"
PLAYERS = ["Anna", "Bo", "Carla", "Dario"]
DRAWN = {"ended": {"type": "drawn", "ready": []}}
HAND = {
    "rules": "mcr",
    "concealed": "123456789m11z55s",
    "winning_tile": "5s",
    "self_drawn": False,
    "discarder": "E",
    "seat": "S",
}


def by_points(seat: str, payer: str | None, **points: Any) -> dict[str, Any]:
    return {
        "ended": {"type": "won", "discarder": payer, "winners": [{"seat": seat, **points}]},
    }


class Server:
    """One server and the phones that use it."""

    def __init__(self, runner: asyncio.Runner, store: Store) -> None:
        self.runner = runner
        self.door = SessionStore(open=False)
        self.app = create_app(self.door, [HOST], store=store)
        self.phones: list[Any] = []

    def phone(self) -> Phone:
        transport = httpx.ASGITransport(app=self.app)
        self.phones.append(httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}"))
        phone = Phone(self.runner, self.phones[-1])
        phone.get(f"/join?t={self.door.invite()}")
        return phone


class Phone(Browser):
    """The browser of a player of a game."""

    def begin(self, rules: str = "mcr", **more: object) -> dict[str, Any]:
        said = {"players": PLAYERS, "rules": rules, **more}
        return dict(self.post("/api/games", said).json())

    def record(
        self, game: dict[str, Any], happened: object, number: int = 0, lang: str = "en"
    ) -> Any:
        said = {"number": number or game["next"], "happened": happened}
        return self.post(f"/api/games/{game['id']}/entries", said, lang)

    def correct(self, game: dict[str, Any], number: int, version: int, happened: object) -> Any:
        said = {"number": number, "version": version, "happened": happened}
        return self.post(f"/api/games/{game['id']}/corrections", said)


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


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def test_what_can_be_begun(phone: Phone) -> None:
    told = phone.get("/api/games?lang=it").json()
    assert [one["id"] for one in told["rule_sets"]] == list(GAMES)
    (next_east,) = told["rule_sets"][0]["options"]
    assert next_east["default"] == "north"
    assert "Est" in next_east["rule"]
    assert told["games"] == []


def test_a_game_with_every_kind_of_deal(phone: Phone) -> None:
    game = phone.begin("mcr")
    assert game["players"] == PLAYERS
    assert game["next"] == 1
    game = phone.record(game, by_points("S", "E", points=18)).json()
    # the discarder pays 18 and 8, the others 8
    assert game["state"]["points"] == [-26, 42, -8, -8]
    assert game["entries"][0]["text"] == "Bo wins on Anna’s tile: +42"
    game = phone.record(game, by_points("E", None, points=10)).json()  # Bo is East now
    assert game["state"]["points"] == [-44, 96, -26, -26]
    game = phone.record(game, DRAWN, lang="it").json()
    assert game["entries"][2]["text"] == "Nessuno vince"
    game = phone.record(game, {"ended": {"type": "false_win", "seat": "E"}}).json()
    assert game["state"]["points"] == [-34, 106, -16, -56]  # Dario is East
    assert [entry["ends"] for entry in game["entries"]] == [True, True, True, False]
    assert game["sheet"]["turns"][0]["totals"] == [-44, 96, -26, -26]


def test_a_read_hand_is_scored_where_it_stands(phone: Phone) -> None:
    game = phone.begin("mcr")
    game = phone.record(game, {"ended": {"type": "won", "winners": [{"record": HAND}]}}).json()
    (entry,) = game["entries"]
    assert entry["records"][0]["concealed"] == "123456789m55s11z"
    assert entry["records"][0]["seat"] == "S"
    paid = entry["changes"]
    assert sum(paid) == 0
    assert paid[1] > 24
    assert paid[2] == paid[3] == -8


@pytest.mark.parametrize(
    ("rules", "points", "changes"),
    [
        ("zung-jung", {"points": 40}, [-70, 120, -25, -25]),
        ("zung-jung", {"points": 20}, [-20, 60, -20, -20]),
        ("chinese-official", {"points": 12}, [-20, 36, -8, -8]),
        ("riichi-ema", {"fan": 3, "fu": 40}, [-5200, 5200, 0, 0]),
        ("riichi-ema", {"fan": 8}, [-16000, 16000, 0, 0]),
        ("riichi-ema", {"yakuman": 1}, [-32000, 32000, 0, 0]),
        ("riichi-ema", {"yakuman": 2}, [-64000, 64000, 0, 0]),
        # EMA 3.3.6: who fed the last set pays half of what another discards
        ("riichi-ema", {"yakuman": 1, "liable": "W"}, [-16000, 32000, -16000, 0]),
        ("riichi-ema", {"yakuman": 1, "liable": "E"}, [-32000, 32000, 0, 0]),
    ],
)
def test_points_alone_pay_by_the_book(
    phone: Phone, rules: str, points: dict[str, Any], changes: list[int]
) -> None:
    game = phone.begin(rules)
    game = phone.record(game, by_points("S", "E", **points)).json()
    assert game["entries"][0]["changes"] == changes


def test_who_fed_a_drawn_yakuman_pays_it_all(phone: Phone) -> None:
    game = phone.begin("riichi-ema")
    game = phone.record(game, {"ended": {"type": "drawn", "ready": ["E"]}}).json()
    won = by_points("S", None, yakuman=1, liable="N")
    game = phone.record(game, won).json()
    assert game["entries"][1]["changes"] == [0, 32300, 0, -32300]  # East's share is double


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"yakuman": 0}, "bad_points"),
        ({"yakuman": 7}, "bad_points"),
        ({"yakuman": True}, "bad_points"),
        ({"yakuman": 1, "liable": "S"}, "bad_request"),
        ({"yakuman": 1, "liable": "X"}, "bad_request"),
    ],
)
def test_yakuman_that_cannot_be(phone: Phone, wrong: dict[str, Any], answer: str) -> None:
    game = phone.begin("riichi-ema")
    assert code(phone.record(game, by_points("S", "E", **wrong))) == (422, answer)


def test_riichi_sticks_counters_and_several_winners(phone: Phone) -> None:
    game = phone.begin("riichi-ema")
    game = phone.record(
        game, {"riichi": ["S"], "ended": {"type": "drawn", "ready": ["E", "S"]}}
    ).json()
    assert game["state"]["points"] == [26500, 25500, 23500, 23500]
    assert (game["state"]["counters"], game["state"]["sticks"]) == (1, 1)
    ended = {
        "type": "won",
        "discarder": "E",
        "winners": [{"seat": "W", "fan": 1, "fu": 30}, {"seat": "S", "fan": 2, "fu": 30}],
    }
    game = phone.record(game, {"riichi": ["W"], "ended": ended}).json()
    # each with the counter; sticks: the first in turn takes the old one, Carla her own
    assert game["entries"][1]["changes"] == [-3600, 2300 + 1000, 1300, 0]
    assert game["standings"][0]["player"] == 1
    assert "Riichi: Carla; " in game["entries"][1]["text"]


def test_a_hand_won_with_riichi_declares_it(phone: Phone) -> None:
    game = phone.begin("riichi-ema")
    record = {
        **HAND,
        "rules": "riichi-ema",
        "concealed": "234m567p345s6688s",
        "winning_tile": "6s",
        "flags": {"riichi": True},
    }
    game = phone.record(game, {"ended": {"type": "won", "winners": [{"record": record}]}}).json()
    entry = game["entries"][0]
    assert [event["type"] for event in entry["events"]] == ["riichi", "won"]
    assert sum(entry["changes"]) == 0
    assert game["state"]["sticks"] == 0


def test_amounts_that_the_table_agreed_on(phone: Phone) -> None:
    game = phone.begin("mcr")
    changes = {"E": -1, "S": 3, "W": -1, "N": -1}
    happened = {"ended": {"type": "won", "winners": [{"seat": "S", "changes": changes}]}}
    assert phone.record(game, happened).json()["state"]["points"] == [-1, 3, -1, -1]
    changes["S"] = 4
    game["next"] = 2
    assert code(phone.record(game, happened)) == (409, "impossible")


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
    said = {"number": 2, "revision": game["revision"], "happened": DRAWN}
    assert code(one.post(f"/api/games/{game['id']}/entries", said)) == (409, "stale")
    game = one.get(f"/api/games/{game['id']}").json()
    said["revision"] = game["revision"]
    assert one.post(f"/api/games/{game['id']}/entries", said).status_code == 200


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
            said = {"number": 1, "happened": by_points("S", "E", points=8)}
            asked = [phone.client.post(path, json=said) for phone in phones for _ in range(3)]
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
    assert other.get(path).json() == {"unchanged": True}
    one.record(game, DRAWN)
    assert len(other.get(path).json()["entries"]) == 1


def test_corrections_and_their_history(phone: Phone) -> None:
    game = phone.begin()
    phone.record(game, by_points("S", "E", points=18))
    phone.record(game, by_points("S", "E", points=18), 2)
    game = phone.correct(game, 1, 0, by_points("W", "E", points=20)).json()
    assert game["entries"][0]["version"] == 1
    # Carla instead of Bo wins the first; in the second, she is South and wins from Bo
    assert game["state"]["points"] == [-28 - 8, -8 - 26, 44 + 42, -8 - 8]
    assert code(phone.correct(game, 1, 0, DRAWN)) == (409, "stale")
    versions = phone.get(f"/api/games/{game['id']}/entries/1").json()["versions"]
    assert [one["text"] for one in versions] == [
        "Bo wins on Anna’s tile: +42",
        "Carla wins on Anna’s tile: +44",
    ]
    game = phone.correct(game, 1, 1, None).json()
    assert game["entries"][0]["struck"]
    assert len(game["state"]["deals"]) == 1
    assert code(phone.correct(game, 7, 0, DRAWN)) == (404, "unknown_entry")


def test_export_and_import(server: Server, runner: asyncio.Runner, tmp_path: Path) -> None:
    phone = server.phone()
    game = phone.begin("zung-jung", options={"next_east": "south"})
    game = phone.record(game, by_points("S", "E", points=40)).json()
    game = phone.correct(game, 1, 0, by_points("S", "W", points=40)).json()
    exported = phone.get(f"/api/games/{game['id']}/game.json")
    assert "attachment" in exported.headers["content-disposition"]
    table = phone.get(f"/api/games/{game['id']}/game.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(table))
    assert (row["winner"], row["discarder"], row["Bo"], row["Bo total"]) == (
        "Bo",
        "Carla",
        "120",
        "120",
    )
    with open_new_store(tmp_path / "another.sqlite") as store:
        elsewhere = Server(runner, store)
        theirs = elsewhere.phone().post("/api/games/import", exported.json()).json()
        runner.run(elsewhere.phones[0].aclose())
    assert theirs == game
    again = phone.post("/api/games/import", exported.json()).json()
    assert again["id"] == game["id"]  # it is here already


def test_names_that_are_code_stay_names(phone: Phone) -> None:
    players = ["Robert'); DROP TABLE games;--", "<script>alert(1)</script>", "=SUM(A1)", "Zoë"]
    game = phone.post("/api/games", {"players": players, "rules": "mcr"}).json()
    phone.record(game, DRAWN)
    told = phone.get("/api/games").json()
    assert told["games"][0]["players"] == players
    table = phone.get(f"/api/games/{game['id']}/game.csv").content.decode("utf-8-sig")
    heads = next(csv.reader(io.StringIO(table)))
    assert "'=SUM(A1)" in heads
    assert "=SUM(A1)" not in heads


REFUSED: list[tuple[str, object, tuple[int, str]]] = [
    ("/api/games", {}, (422, "bad_request")),
    ("/api/games", {"players": PLAYERS, "rules": "bridge"}, (422, "bad_request")),
    ("/api/games", {"players": PLAYERS, "rules": ["mcr"]}, (422, "bad_request")),
    ("/api/games", {"players": PLAYERS, "rules": "mcr", "options": [1]}, (422, "bad_request")),
    (
        "/api/games",
        {"players": PLAYERS, "rules": "mcr", "options": {"x": "y"}},
        (422, "bad_request"),
    ),
    ("/api/games", {"players": PLAYERS[:3], "rules": "mcr"}, (422, "bad_players")),
    ("/api/games", {"players": "Anna", "rules": "mcr"}, (422, "bad_players")),
    ("/api/games", {"players": [*PLAYERS[:3], "x\u0000"], "rules": "mcr"}, (422, "bad_players")),
    ("/api/games/import", {}, (422, "bad_file")),
    ("/api/games/import", {"format": "handreader-game/1"}, (422, "bad_file")),
    ("/api/games/none/entries", {"number": 1, "happened": DRAWN}, (404, "unknown_game")),
    ("/api/games/none/corrections", {"number": 1, "version": 0}, (404, "unknown_game")),
    ("{game}/entries", {}, (422, "bad_request")),
    ("{game}/entries", {"number": "1", "happened": DRAWN}, (422, "bad_request")),
    ("{game}/entries", {"number": True, "happened": DRAWN}, (422, "bad_request")),
    ("{game}/entries", {"number": 10**30, "happened": DRAWN}, (422, "bad_request")),
    ("{game}/entries", {"number": 2, "happened": DRAWN}, (409, "stale")),
    ("{game}/entries", {"number": 1}, (422, "bad_request")),
    ("{game}/entries", {"number": 1, "happened": {}}, (409, "impossible")),
    ("{game}/entries", {"number": 1, "happened": {"ended": 5}}, (422, "bad_request")),
    ("{game}/entries", {"number": 1, "happened": {"riichi": "EE"}}, (422, "bad_request")),
    ("{game}/entries", {"number": 1, "happened": {"riichi": [["E"]]}}, (422, "bad_request")),
    ("{game}/entries", {"number": 1, "happened": {"riichi": ["E"]}}, (409, "impossible")),
    (
        "{game}/entries",
        {"number": 1, "happened": by_points("S", "S", points=8)},
        (409, "impossible"),
    ),
    ("{game}/entries", {"number": 1, "happened": by_points("S", "E")}, (422, "bad_points")),
    (
        "{game}/entries",
        {"number": 1, "happened": by_points("S", "E", points=-8)},
        (422, "bad_points"),
    ),
    (
        "{game}/entries",
        {"number": 1, "happened": by_points("S", "X", points=8)},
        (422, "bad_request"),
    ),
    ("{game}/entries", {"number": 1, "happened": {"ended": {"type": "won"}}}, (422, "bad_request")),
    (
        "{game}/entries",
        {"number": 1, "happened": {"ended": {"type": "won", "winners": [{"record": {}}]}}},
        (422, "bad_request"),
    ),
    (
        "{game}/entries",
        {
            "number": 1,
            "happened": {
                "ended": {"type": "won", "winners": [{"record": {**HAND, "winning_tile": "9s"}}]}
            },
        },
        (422, "no_win"),
    ),
    (
        "{game}/entries",
        {
            "number": 1,
            "happened": {
                "ended": {"type": "won", "winners": [{"record": {**HAND, "discarder": None}}]}
            },
        },
        (422, "no_discarder"),
    ),
    (
        "{game}/entries",
        {"number": 1, "happened": DRAWN, "reading": "not mine"},
        (404, "no_reading"),
    ),
]


@pytest.mark.parametrize(("path", "said", "answer"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused_in_both_languages(
    phone: Phone, path: str, said: object, answer: tuple[int, str]
) -> None:
    game = phone.begin()
    path = path.format(game=f"/api/games/{game['id']}")
    for lang in ("en", "it"):
        response = phone.post(path, said, lang)
        assert code(response) == answer
        message = response.json()["error"]["message"]
        assert "Traceback" not in message
        assert len(message) < 600
    assert phone.get(f"/api/games/{game['id']}").json()["entries"] == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"[" * 20000, b"\xff", b'{"number": 1e999}'])
def test_hostile_json_is_refused(phone: Phone, content: bytes) -> None:
    game = phone.begin()
    for path in ("/api/games", "/api/games/import", f"/api/games/{game['id']}/entries"):
        headers = {"content-type": "application/json"}
        response = phone.run(phone.client.post(path, content=content, headers=headers))
        assert response.status_code in (400, 422)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: game.update(id="../../x"),
        lambda game: game.update(players=["A"]),
        lambda game: game.update(rules={"id": "x"}),
        lambda game: game.update(started="yesterday"),
        lambda game: game["entries"].append(game["entries"][0]),
        lambda game: game["entries"].reverse(),
        lambda game: game["entries"][0].update(number=2),
        lambda game: game["entries"][0].update(events=[{"type": "riichi", "seat": "E"}]),
        lambda game: game["entries"][0].update(events=[[]]),
        lambda game: game["entries"][0].update(setting={"seating": [0, 0, 1, 2]}),
        lambda game: game["entries"][0]["origin"].update(author="<script>"),
        lambda game: game["entries"][0]["origin"].update(records=[{"rules": 5}]),
        lambda game: game["entries"][0]["origin"].update(reading={"model": "x" * 90_000}),
        lambda game: game["entries"][0]["origin"].update(evidence="\u0000"),
    ],
    ids=range(14),
)
def test_games_that_cannot_have_been_are_not_imported(phone: Phone, spoil: Any) -> None:
    game = phone.begin()
    phone.record(game, by_points("S", "E", points=8))
    phone.record(game, DRAWN, 2)
    exported = phone.get(f"/api/games/{game['id']}/game.json").json()
    spoil(exported)
    refused = phone.post("/api/games/import", exported, "it")
    assert code(refused) == (422, "bad_file")
    said = refused.json()["error"]["message"]
    assert said.startswith("Non è una partita esportata da handreader: ")
    assert not any(word in said for word in ("expected", "cannot", "needed", " than "))
    assert len(phone.get("/api/games").json()["games"]) == 1


def test_without_a_store_there_are_no_games(runner: asyncio.Runner) -> None:
    door = SessionStore(open=False)
    app = create_app(door, [HOST])
    transport = httpx.ASGITransport(app=app)
    client = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")
    phone = Phone(runner, client)
    phone.get(f"/join?t={door.invite()}")
    assert phone.get("/api/rulebooks").json()["games"] is False
    assert phone.get("/api/games").status_code == 404
    runner.run(client.aclose())


def test_strangers_see_no_games(server: Server) -> None:
    server.phone().begin()
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=server.app), base_url=f"http://{HOST}"
    )
    stranger = Phone(server.runner, client)
    for path in ("/api/games", "/api/games/x", "/api/games/x/game.json"):
        assert stranger.get(path).status_code == 403
    server.runner.run(client.aclose())


# photos: what was read is kept with the win, and corrected tiles can be given away


def photo() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "at home, 45.07 N"  # ImageDescription
    file = io.BytesIO()
    Image.new("RGB", (2400, 1400), (20, 90, 60)).save(file, "JPEG", exif=exif)
    return file.getvalue()


def post_photo(phone: Phone, path: str, content: bytes) -> Any:
    headers = {"content-type": "application/octet-stream"}
    return phone.run(phone.client.post(path, content=content, headers=headers))


def test_the_reading_of_a_win_is_kept_with_its_model(
    server: Server, phone: Phone, lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(WIN)
    read = post_photo(phone, "/api/read?rules=mcr", photo()).json()
    game = phone.begin("mcr")
    said = {
        "number": 1,
        "happened": {"ended": {"type": "won", "winners": [{"record": HAND}]}},
        "reading": read["id"],
        "answers": {"tile:3": "4p"},
    }
    assert phone.post(f"/api/games/{game['id']}/entries", said).status_code == 200
    exported = phone.get(f"/api/games/{game['id']}/game.json").json()
    reading = exported["entries"][0]["origin"]["reading"]
    assert "namer" in reading["model"]
    assert len(reading["tiles"]) == len(read["tiles"])
    assert reading["corrected"] == {"tile:3": "4p"}


def test_corrected_tiles_are_given_only_with_consent_and_without_a_place(
    phone: Phone, lay: Lay, tmp_path: Path
) -> None:
    lay(WIN)
    read = post_photo(phone, "/api/read?rules=mcr", photo()).json()
    kinds = [tile["kind"] for tile in read["tiles"]]
    kinds[0] = "?"
    path = f"/api/labels?reading={read['id']}&kinds={','.join(kinds)}"
    assert code(post_photo(phone, path, photo())) == (422, "no_consent")
    packed = post_photo(phone, f"{path}&consent=yes", photo()).content
    assert b"at home" not in packed
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    (picture,) = (tmp_path / "images").iterdir()
    with Image.open(picture) as image:
        assert not image.getexif()
        assert image.size == (2400, 1400)
    (labelled,) = load_labelled_photos(tmp_path)
    assert [label.kind for label in labelled.labels] == kinds[1:]
    assert (tmp_path / "classes.txt").read_text().split() == list(CLASSES)
    smaller = io.BytesIO()
    Image.new("RGB", (60, 40)).save(smaller, "PNG")
    assert code(post_photo(phone, f"{path}&consent=yes", smaller.getvalue())) == (
        422,
        "other_photo",
    )
    assert code(post_photo(phone, f"{path},1m&consent=yes", photo())) == (422, "bad_request")
    bad = path.replace("1z", "<script>", 1)
    assert code(post_photo(phone, f"{bad}&consent=yes", photo())) == (422, "bad_request")


def test_json_of_a_game_is_json(phone: Phone) -> None:
    game = phone.begin()
    content = phone.get(f"/api/games/{game['id']}/game.json").content
    assert json.loads(content)["players"] == PLAYERS
