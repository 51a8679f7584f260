"""Games on the page: begun, recorded, corrected, exported."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")


from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.game_phones import DRAWN, HAND, PLAYERS, Phone, Server, by_points, code


def test_at_first_there_are_no_games(phone: Phone) -> None:
    assert phone.get("/api/games").json() == {"games": [], "total": 0, "players": []}


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
    assert "Riichi: Carla. " in game["entries"][1]["text"]


def test_sticks_belong_to_nobody_while_a_game_runs(phone: Phone) -> None:
    game = phone.begin("riichi-ema")
    drawn = {"riichi": ["S"], "ended": {"type": "drawn", "ready": ["E", "S"]}}
    game = phone.record(game, drawn).json()
    shown = {one["player"]: one["points"] for one in game["standings"]}
    assert [shown[player] for player in range(4)] == game["state"]["points"]
    game = phone.record(game, {"ended": {"type": "ended"}}).json()
    assert game["state"]["over"] and game["standings"][0]["points"] == 26500 + 1000


def test_each_event_of_an_entry_is_a_sentence(phone: Phone) -> None:
    game = phone.begin("riichi-ema")
    ended = {"riichi": ["W"], "ended": {"type": "drawn", "ready": ["W"]}}
    (entry,) = phone.record(game, ended, lang="it").json()["entries"]
    assert entry["text"] == "Riichi: Carla. Nessuno vince; in tenpai: Carla"


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


def test_json_of_a_game_is_json(phone: Phone) -> None:
    game = phone.begin()
    content = phone.get(f"/api/games/{game['id']}/game.json").content
    assert json.loads(content)["players"] == PLAYERS
