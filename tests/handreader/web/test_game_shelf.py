"""A game's own name, archive and deletion, as two phones see them."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from tests.handreader.web.game_phones import DRAWN, Phone, code


def shelve(phone: Phone, game: str, **change: object) -> dict[str, object]:
    answer = phone.post(f"/api/games/{game}/shelf", change)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def game_ids(phone: Phone, query: str = "") -> list[str]:
    return [one["id"] for one in phone.get(f"/api/games?{query}").json()["games"]]


def test_a_game_is_begun_with_a_name_and_gets_another(phone: Phone) -> None:
    game = phone.begin(title=" Winter  Cup ")
    assert game["title"] == "Winter Cup"
    assert game_ids(phone, "search=winter") == [game["id"]]
    assert shelve(phone, game["id"], title="Final")["title"] == "Final"
    assert game_ids(phone, "search=winter") == []
    assert shelve(phone, game["id"], title="")["title"] == ""
    assert phone.begin()["title"] == ""


@pytest.mark.parametrize("title", ["x" * 61, 5, "\u202e"])
def test_a_game_with_an_invalid_name_is_not_begun(phone: Phone, title: object) -> None:
    body = {"players": ["A", "B", "C", "D"], "rules": "mcr", "title": title}
    assert code(phone.post("/api/games", body)) == (422, "bad_title")
    assert game_ids(phone) == []


def test_another_phone_notices_name_archive_and_deletion(phone: Phone) -> None:
    game = phone.begin()
    look = f"/api/games/{game['id']}?since={game['revision']}"
    assert phone.get(look).json() == {"unchanged": True, "title": "", "archived": False}
    shelve(phone, game["id"], title="Final")
    shelve(phone, game["id"], archived=True)
    assert phone.get(look).json() == {"unchanged": True, "title": "Final", "archived": True}
    shelve(phone, game["id"], deleted=True)
    assert code(phone.get(look)) == (404, "deleted_game")
    assert code(phone.record(game, DRAWN)) == (404, "deleted_game")
    shelve(phone, game["id"], deleted=False)
    assert phone.get(look).json()["unchanged"]


def test_a_deleted_game_is_listed_and_no_phone_removes_it_for_good(phone: Phone) -> None:
    game = phone.begin()["id"]
    shelve(phone, game, deleted=True)
    (found,) = phone.get("/api/games?deleted=1").json()["games"]
    assert found["id"] == game
    assert found["deleted"] < found["kept_until"]
    assert code(phone.post(f"/api/games/{game}/shelf", {"purged": True})) == (403, "no_purge")
    assert game_ids(phone, "deleted=1") == [game]
    shelve(phone, game, deleted=False)


def test_the_page_of_this_computer_alone_removes_a_game_for_good(host: Phone) -> None:
    game = host.begin()["id"]
    assert code(host.post(f"/api/games/{game}/shelf", {"purged": True})) == (409, "not_deleted")
    shelve(host, game, deleted=True)
    assert shelve(host, game, purged=True) == {}
    assert game_ids(host, "deleted=1") == []
    assert code(host.post(f"/api/games/{game}/shelf", {"deleted": False}))[1] == "unknown_game"


@pytest.mark.parametrize(
    "change", [{}, {"deleted": "yes"}, {"title": None}, {"purged": False}, {"archived": 1}]
)
def test_an_unknown_change_is_refused(phone: Phone, change: dict[str, object]) -> None:
    game = phone.begin()["id"]
    assert code(phone.post(f"/api/games/{game}/shelf", change)) == (422, "bad_request")
    assert game_ids(phone) == [game]


def test_the_listed_games_have_points_and_the_found_games_sums(phone: Phone) -> None:
    games = [phone.begin(), phone.begin(title="Final"), phone.begin("riichi-ema")]
    won = {"ended": {"type": "won", "discarder": None, "winners": [{"seat": "E", "points": 8}]}}
    for game in games[:2]:
        assert phone.record(game, won).status_code == 200
    shelve(phone, games[2]["id"], archived=True)
    found = phone.get("/api/results?limit=1").json()
    assert (len(found["results"]), found["counted"], found["total"]) == (1, 2, 2)
    assert found["results"][0]["points"] == [
        ["Anna", 48],
        ["Bo", -16],
        ["Carla", -16],
        ["Dario", -16],
    ]
    (group,) = found["sums"]
    assert group["players"][0] == {"name": "Anna", "games": 2, "points": 96}
    found = phone.get("/api/results?search=final").json()
    assert [one["id"] for one in found["results"]] == [games[1]["id"]]
    assert found["sums"][0]["players"][0]["points"] == 48
    (archived,) = phone.get("/api/results?archived=1").json()["results"]
    assert (archived["over"], archived["id"]) == (False, games[2]["id"])
