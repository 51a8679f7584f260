"""Games that the page keeps itself, as files of the server's own format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from handreader.store.export import GAME_FORMAT
from handreader.web.browser_worker import answer

PLAYERS = ["Anna", "Bo", "Carla", "Dario"]
TIME = "2026-11-23T20:00:00.000Z"
DRAWN = {"ended": {"type": "drawn", "ready": []}}
WON = {
    "ended": {"type": "won", "discarder": "S", "winners": [{"seat": "E", "points": 24}]},
}


def ask(do: str, **request: object) -> dict[str, Any]:
    found = json.loads(answer(json.dumps({"do": do, "lang": "en", **request})))
    assert isinstance(found, dict)
    return found


def begin(rules: str = "mcr", **changed: object) -> dict[str, Any]:
    request = {"id": "a1", "time": TIME, "players": PLAYERS, "rules": {"id": rules}}
    return ask("game_begin", **{**request, **changed})


def record(file: object, happened: object, number: int | None = None) -> dict[str, Any]:
    return ask("game_record", file=file, happened=happened, number=number, time=TIME)


def test_an_evening_is_a_file_that_opens_again() -> None:
    game = begin()
    assert game["game"]["players"] == PLAYERS and game["game"]["next"] == 1
    game = record(game["file"], WON)
    game = record(game["file"], DRAWN)
    assert game["file"]["format"] == GAME_FORMAT
    assert game["game"]["state"]["points"] == [48, -32, -8, -8]
    assert [e["text"] for e in game["game"]["entries"]][1] == "Nobody wins"
    assert ask("game_open", file=game["file"]) == game
    assert ask("game_table", file=game["file"])["csv"].count("\n") == 3


def test_a_correction_keeps_the_version_before() -> None:
    game = record(record(begin()["file"], WON)["file"], DRAWN)
    corrected = record(game["file"], DRAWN, number=1)
    assert corrected["game"]["state"]["points"] == [0, 0, 0, 0]
    versions = [(e["number"], e["version"]) for e in corrected["file"]["entries"]]
    assert versions == [(1, 0), (1, 1), (2, 0)]
    struck = record(corrected["file"], None, number=2)
    assert struck["game"]["entries"][1]["struck"]
    assert ask("game_open", file=struck["file"]) == struck


def test_a_scored_hand_is_recorded_with_its_tiles() -> None:
    request = {"text": "123m456p789s11z22p +2p", "rules": "zung-jung"}
    hand = ask("evaluate_text", **request, facts={"seat": "S", "discarder": "W"})
    ended = {"type": "won", "winners": [{"record": hand["record"]}]}
    game = record(begin("zung-jung")["file"], {"ended": ended})
    entry = game["game"]["entries"][0]
    assert entry["records"][0]["winning_tile"] == "2p"
    assert sum(entry["changes"]) == 0 and entry["changes"][1] > 0


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"format": "handreader-game/3"}, "newer handreader: update"),
        ({"format": "chess"}, "not a game exported"),
        ({"players": ["Anna"] * 4}, "not a game exported"),
        ({"entries": [{"number": 2}]}, "not a game exported"),
    ],
)
def test_what_is_no_game_of_this_version_is_refused(changed: Any, expected: str) -> None:
    file = record(begin()["file"], WON)["file"]
    assert expected in ask("game_open", file={**file, **changed})["error"]


@pytest.mark.parametrize(
    ("happened", "number"),
    [(None, None), ({"ended": {"type": "won", "winners": []}}, None), (WON, 2), (DRAWN, 0)],
)
def test_what_cannot_have_happened_is_refused(happened: object, number: int | None) -> None:
    assert record(record(begin()["file"], WON)["file"], happened, number)["error"]


def test_four_different_names_are_needed() -> None:
    assert "four different names" in begin(players=["A", "B", "C"])["error"]
    assert "four different names" in begin(players=["A", "B", "C", "c"])["error"]
    assert begin(time="yesterday")["error"]


def test_what_can_be_begun() -> None:
    books = {one["id"]: one for one in ask("game_rules", lang="it")["rule_sets"]}
    assert books.keys() >= {"mcr", "zung-jung"}
    options = {one["name"]: one for one in books["zung-jung"]["options"]}
    assert options["next_east"]["default"] == "north"
    assert "Est" in options["next_east"]["rule"]
    assert options["flowers"]["choices"] == ["full", "half", "none"]
    assert options["flowers"]["labels"] == ["per intero", "per metà", "per nulla"]


def test_a_game_of_an_older_version_opens() -> None:
    game = record(begin()["file"], WON)
    assert ask("game_open", file={**game["file"], "format": "handreader-game/1"}) == game


def test_an_entry_can_be_entered_again() -> None:
    game = record(record(begin()["file"], WON)["file"], DRAWN, number=1)
    found = ask("game_entry", file=game["file"], number=1)
    assert [one["text"] for one in found["versions"]] == [
        "Anna wins on Bo’s tile: +48",
        "Nobody wins",
    ]
    assert found["form"]["ended"] == DRAWN["ended"]


def test_what_another_tab_recorded_is_a_conflict_as_at_the_server() -> None:
    file = {**record(begin()["file"], WON)["file"], "revision": 1}
    request = {"file": file, "happened": DRAWN, "number": None, "time": TIME}
    stale = ask("game_record", **request, revision=0, seen=1)
    assert stale["code"] == "stale"
    assert stale["error"].startswith("Entry 1 of this game is not the next")
    assert "2 is next" in stale["error"]
    assert ask("game_record", **request, revision=1, seen=2)["game"]["next"] == 3


def test_a_preview_is_what_is_recorded() -> None:
    """Sticks on the table, and what others declared, in a win by its tiles."""
    game = begin("riichi-ema")
    game = record(game["file"], {"riichi": ["N"], "ended": {"type": "drawn", "ready": ["N"]}})
    request = {"text": "234m 345p 567s 99s 67p +8p", "rules": "riichi-ema"}
    facts = {"seat": "S", "discarder": "W", "riichi": True, "counters": 1, "riichi_sticks": 1}
    hand = ask("evaluate_text", **request, facts=facts)
    ended = {"type": "won", "winners": [{"record": hand["record"]}]}
    happened = {"riichi": ["W"], "ended": ended}
    shown = ask("game_preview", state=game["game"]["state"], happened=happened)["changes"]
    seats = game["game"]["state"]["seats"]
    recorded = record(game["file"], happened)["game"]["entries"][-1]
    by_player = {seats[one["seat"]]: one["points"] for one in shown}
    assert [by_player[player] for player in range(4)] == recorded["changes"]
    assert recorded["changes"][seats["W"]] < -1000 - 300
    entry = {**recorded, "rules": game["game"]["state"]["rules"]}
    assert ask("game_preview", state=entry, happened=happened)["changes"] == shown


@pytest.mark.parametrize("state", [{}, {"rules": {"id": "mcr"}}, {"seats": {"E": 1}}, []])
def test_a_state_that_is_none_is_refused(state: object) -> None:
    assert ask("game_preview", state=state, happened=DRAWN)["error"]
