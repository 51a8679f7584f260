"""What is refused: deals and imports that cannot be, strangers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")


from handreader.web.app import create_app
from handreader.web.security.sessions import SessionStore
from tests.handreader.web.game_phones import (
    DRAWN,
    HAND,
    HOST,
    PLAYERS,
    Phone,
    Server,
    by_points,
    code,
)

READING = {"model": "m", "width": 4, "height": 3, "tiles": [], "answers": {}}
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
        (422, "bad_request"),
    ),
    (
        "{game}/entries",
        {"number": 1, "happened": DRAWN, "reading": {**READING, "tiles": [{"quad": [[0, 0]] * 3}]}},
        (422, "bad_request"),
    ),
    (
        "{game}/entries",
        {"number": 1, "happened": DRAWN, "reading": {**READING, "width": 0}},
        (422, "bad_request"),
    ),
    (
        "{game}/entries",
        {"number": 1, "happened": DRAWN, "reading": {**READING, "model": "x" * 300}},
        (422, "bad_request"),
    ),
]


@pytest.mark.parametrize(("path", "body", "answer"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_is_refused_in_both_languages(
    phone: Phone, path: str, body: object, answer: tuple[int, str]
) -> None:
    game = phone.begin()
    path = path.format(game=f"/api/games/{game['id']}")
    for lang in ("en", "it"):
        response = phone.post(path, body, lang)
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
    text = refused.json()["error"]["message"]
    assert text.startswith("Non è una partita esportata da handreader: ")
    assert not any(word in text for word in ("expected", "cannot", "needed", " than "))
    assert len(phone.get("/api/games").json()["games"]) == 1


def test_without_a_store_there_are_no_games(runner: asyncio.Runner) -> None:
    door = SessionStore(open=False)
    app = create_app(door, [HOST])
    transport = httpx.ASGITransport(app=app)
    client = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")
    phone = Phone(runner, client)
    phone.join(door.invite())
    assert phone.get("/api/home").json()["games"] is False
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
