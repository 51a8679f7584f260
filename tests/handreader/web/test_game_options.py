"""Options and house rules of the page: in a game, in a score, in the list of rulebooks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from handreader.house_rules import save_house_rules
from handreader.web import browser_worker
from handreader.web.hand_scoring import score_hand
from tests.handreader.web.game_phones import Phone

FLOWERY = {
    "rules": "zung-jung",
    "concealed": "123m456p789s11z67s",
    "winning_tile": "8s",
    "flowers": ["2f"],
    "discarder": "E",
    "seat": "S",
}


def win(record: dict[str, Any]) -> dict[str, Any]:
    return {"ended": {"type": "won", "winners": [{"record": record}]}}


def test_a_game_is_scored_by_its_options(phone: Phone) -> None:
    gains = []
    for options in ({}, {"flowers": "none"}):
        game = phone.begin("zung-jung", options=options)
        assert game["rules"]["options"].get("flowers") == options.get("flowers")
        told = phone.record(game, win(FLOWERY)).json()
        gains.append(told["state"]["points"][1])
        again = phone.get(f"/api/games/{game['id']}").json()
        assert again["state"]["points"] == told["state"]["points"]
    assert gains[0] > gains[1]


def test_a_game_by_house_rules_names_them(phone: Phone) -> None:
    save_house_rules("club-roma", "zung-jung", ["flowers=off", "next_east=south"])
    game = phone.begin("club-roma")
    assert game["rules"] == {
        "id": "zung-jung",
        "options": {"flowers": "none", "next_east": "south"},
    }
    assert "flowers and seasons = not at all" in game["name"]
    exported = phone.get(f"/api/games/{game['id']}/game.json").json()
    assert exported["rules"] == game["rules"]
    assert phone.post("/api/games/import", exported).status_code in (200, 409)


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("mrc", {}, "did you mean mcr?"),
        ("mcr", {"even_pair": False}, "did you mean even_pairs?"),
        ("mcr", {"even_pairs": 7}, "it is one of yes, no"),
        ("zung-jung:flowers=ful", {}, "did you mean full?"),
    ],
)
def test_wrong_rules_of_a_game_are_named(
    phone: Phone, rules: str, options: object, message: str
) -> None:
    told = phone.post("/api/games", {"players": list("ABCD"), "rules": rules, "options": options})
    assert told.status_code == 422 and message in told.json()["error"]["message"]


def test_the_page_lists_options_and_house_rules(phone: Phone) -> None:
    save_house_rules("club-roma", "zung-jung", ["flowers=off"])
    (house,) = phone.get("/api/home").json()["house_rules"]
    assert house == {"name": "club-roma", "rules": "zung-jung:flowers=none"}
    told = phone.post("/api/answer", {"do": "rulebooks", "lang": "en"}).json()
    book = {book["id"]: book for book in told["rulebooks"]}["zung-jung"]
    options = {one["name"]: one for one in book["options"]}
    assert options["flowers"]["value"] == "full"
    assert options["flowers"]["labels"] == ["in full", "for half", "not at all"]


def test_a_hand_is_scored_by_options() -> None:
    def total(**more: object) -> int:
        told: Any = score_hand({**FLOWERY, **more}, "en")
        return int(told["score"]["total"])

    less = total(options={"flowers": "off"})
    assert total() > less == total(rules="zung-jung:flowers=none")
    refused: Any = score_hand({**FLOWERY, "options": {"flower": "off"}}, "en")
    assert refused["state"] == "faulty" and "did you mean flowers?" in refused["faults"][0]


def test_points_without_tiles(phone: Phone) -> None:
    def points(**asked: object) -> dict[str, Any]:
        told = phone.post("/api/answer", {"do": "points", "rules": "mcr", **asked})
        return dict(told.json())

    told = points(worth="24", drawn=True)
    assert told["gain"] == 96 and told["payments"]["S"] == 96
    assert "8 are needed" in points(worth="7")["why"]


def test_the_page_without_a_server_takes_options_in_the_rule_set() -> None:
    def total(rules: str) -> int:
        asked = {"do": "evaluate_text", "rules": rules, "text": "123m 456p 789s EE 67s 2f +8s"}
        told = json.loads(browser_worker.answer(json.dumps({**asked, "facts": {}})))
        return int(told["score"]["score"]["total"])

    assert total("zung-jung") > total("zung-jung:flowers=off")


def test_tiles_light_for_every_item() -> None:
    record = {**FLOWERY, "rules": "mcr", "flags": {"last_tile": True}}
    told: Any = score_hand(record, "en")
    lit = {item["id"]: item["tiles"] for item in told["score"]["items"]}
    assert lit["41"] == [["8s"]] and lit["13"] == [["2f"]]
    assert all(lit.values())
