"""Who gets in: links, sessions and their bounds."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web.security.middleware import cookie_name
from handreader.web.security.sessions import (
    INVITATION_SECONDS,
    INVITATIONS,
    SESSIONS,
    VISITS,
    SessionStore,
)
from tests.handreader.web.clients import BASE, Make, Table, code, post


@pytest.mark.parametrize("path", ["/", "/assets/main.js", "/api/home", "/source.zip", "/nothing"])
def test_without_a_token_nothing_is_served(table: Table, path: str) -> None:
    response = table.run(table.client(joined=False).get(path))
    assert response.status_code == 403
    assert "set-cookie" not in response.headers
    assert len(response.content) < 800


def test_a_token_lets_in_once(table: Table) -> None:
    token = table.door.invite()
    first, second = table.client(joined=False), table.client(joined=False)
    joined = table.run(first.post(f"/join?t={token}"))
    assert joined.status_code == 200
    cookie = joined.headers["set-cookie"]
    assert cookie.startswith(f"{cookie_name([BASE])}=")
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie  # it would not come back over plain HTTP
    assert table.run(first.get("/")).status_code == 200
    replayed = table.run(second.post(f"/join?t={token}"))
    assert replayed.status_code == 403
    assert "used" in replayed.text
    assert table.run(second.get("/")).status_code == 403
    # the phone that is in may open its link again
    assert table.run(first.get(f"/join?t={token}")).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "../../etc/passwd", "%00", "é"])
def test_a_wrong_token_does_not(table: Table, token: str) -> None:
    table.door.invite()
    client = table.client(joined=False)
    for method in ("GET", "POST"):
        answer = table.run(client.request(method, "/join", params={"t": token}))
        assert answer.status_code == 403


def test_looking_at_a_link_does_not_use_it_up(table: Table) -> None:
    """A chat's preview and a browser's prefetch open the link before anybody taps it."""
    token = table.door.invite()
    client = table.client(joined=False)
    assert table.run(client.head(f"/join?t={token}")).status_code == 403
    for name in ("sec-purpose", "purpose"):
        early = {name: "prefetch;prerender"}
        for method in ("GET", "POST"):
            answer = table.run(client.request(method, f"/join?t={token}", headers=early))
            assert answer.status_code == 403
    for _ in range(3):
        seen = table.run(table.client(joined=False).get(f"/join?t={token}"))
        assert seen.status_code == 200 and "set-cookie" not in seen.headers
        assert f'<form method="post" action="/join?t={token}">' in seen.text
        assert "form-action 'self'" in seen.headers["content-security-policy"]
        assert seen.headers["referrer-policy"] == "same-origin"  # else the form has no origin
        assert "Entra al tavolo" in seen.text
    own = {"origin": BASE, "sec-fetch-site": "same-origin"}
    assert table.run(client.post(f"/join?t={token}", headers=own)).status_code == 200
    assert table.run(client.get("/")).status_code == 200


def test_another_page_cannot_use_a_link_up(table: Table) -> None:
    token = table.door.invite()
    client = table.client(joined=False)
    other = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert table.run(client.post(f"/join?t={token}", headers=other)).status_code == 403
    assert table.run(client.post(f"/join?t={token}")).status_code == 200


def test_invitations_end() -> None:
    now = [0.0]
    door = SessionStore(open=False, clock=lambda: now[0])
    token = door.invite()
    now[0] = INVITATION_SECONDS + 1
    assert door.join(token) is None


def test_invitations_and_sessions_are_bounded() -> None:
    now = [datetime(2026, 11, 23, 20, tzinfo=UTC)]
    door = SessionStore(open=False, now=lambda: now[0])
    tokens = [door.invite() for _ in range(INVITATIONS + 1)]
    assert door.join(tokens[0]) is None
    first = door.join(tokens[1])
    assert first is not None
    now[0] += timedelta(days=2)
    others = [door.join(door.invite()) for _ in range(SESSIONS)]
    assert not door.has_session(first)
    assert all(door.has_session(session) for session in others)


def test_visits_without_a_cookie_push_no_player_out() -> None:
    door = SessionStore(open=True)
    player = door.admit()
    assert door.has_session(player)
    visits = [door.admit() for _ in range(10 * VISITS)]
    assert door.has_session(player)
    assert not door.has_session(visits[0]) and door.has_session(visits[-1])


def test_two_servers_on_one_computer_have_a_cookie_each(make: Make) -> None:
    assert cookie_name(["127.0.0.1:8460", "localhost:8460"]) == "handreader-8460"
    table = make(open=True)
    client = table.client(joined=False)
    table.run(client.get("/"))
    other = {name.replace("8460", "8461"): value for name, value in client.cookies.items()}
    assert other != dict(client.cookies)
    client.cookies = other
    assert table.run(client.get("/api/games")).status_code == 403


def test_the_terminal_learns_that_its_link_was_used() -> None:
    used: list[str] = []
    door = SessionStore(open=False, used=used.append)
    token = door.invite()
    door.join("wrong")
    door.join(token)
    assert used == [token]


def test_pictures_on_other_pages_open_no_session(make: Make) -> None:
    table = make(open=True)
    client = table.client(joined=False)
    response = table.run(client.get("/", headers={"sec-fetch-dest": "image"}))
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_players_cannot_push_the_terminals_code_out() -> None:
    door = SessionStore(open=False)
    token = door.invite(math.inf)
    for _ in range(INVITATIONS * 2):
        door.invite()
    assert door.join(token) is not None


def test_cookies_are_secure_over_https(make: Make) -> None:
    table = make(secure=True)
    client = table.client(joined=False)
    joined = table.run(client.post(f"/join?t={table.door.invite()}"))
    assert joined.headers["set-cookie"].endswith("; Secure")


def test_invitations_are_for_those_who_are_in(make: Make) -> None:
    alone = make(open=True)
    client = alone.client(joined=False)
    alone.run(client.get("/"))
    assert code(post(alone, client, "/api/invite", {})) == "no_invitations"
    table = make(invite=lambda asked: {"url": "http://x/join?t=1", "svg": "data:,"})
    assert post(table, table.client(joined=False), "/api/invite", {}).status_code == 403
    assert post(table, table.client(), "/api/invite", {}).json()["url"].endswith("t=1")
