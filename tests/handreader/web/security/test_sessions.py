"""Who gets in: links, sessions and their bounds."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.phone_session import PhoneRole, PhoneSession
from handreader.web.errors import ApiError
from handreader.web.security.middleware import cookie_name
from handreader.web.security.sessions import (
    INVITATION_SECONDS,
    INVITATIONS,
    MOST_INVITATIONS,
    SESSIONS,
    VISITS,
    InvitationRequest,
    SessionStore,
    token_hash,
)
from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.clients import BASE, Make, Table, code, post
from tests.handreader.web.game_phones import DRAWN, Server


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


def test_a_guest_who_redeems_his_own_invitations_throws_nobody_out(server: Server) -> None:
    """262 of them evicted organiser and players; now a phone has 20 an hour, with all it let in."""
    club, player, guest = (server.phone(name) for name in ("Olga", "Anna", "Guest"))
    made = club.post("/api/tournaments", {"name": "Cup", "rules": "mcr", "names": ["A", "B"]})
    assert made.status_code == 200
    phones, refused = [guest], None
    while refused is None:
        answer = phones[-1].post("/api/invite", {}, "it")
        if answer.status_code != 200:
            refused = answer
            continue
        phones.append(server.stranger())
        phones[-1].join(answer.json()["url"].split("?t=")[1], "more")
    assert len(phones) == 1 + MOST_INVITATIONS
    assert (refused.status_code, code(refused)) == (429, "too_many_invitations")
    assert "minuti" in refused.json()["error"]["message"]
    assert code(guest.post("/api/invite", {})) == "too_many_invitations"
    assert player.post("/api/invite", {}).status_code == 200
    for phone in (club, player):
        assert phone.get("/api/tournaments").status_code == 200


def test_phones_of_the_day_and_organisers_keep_their_places() -> None:
    now = [datetime(2026, 11, 23, 20, tzinfo=UTC)]
    door = SessionStore(open=False, now=lambda: now[0])
    organiser = door.join(door.invite(), "Olga")
    assert organiser is not None
    door.organisers = lambda: {token_hash(organiser)}
    idle = door.join(door.invite(), "Ida")
    now[0] += timedelta(days=3)
    players = [door.join(door.invite()) for _ in range(SESSIONS - 2)]
    looking = door.join(door.invite(asked=InvitationRequest(PhoneRole.SPECTATOR)))
    last = door.join(door.invite(), "Last")
    assert not door.has_session(idle)  # unused for three days
    token = door.invite()
    with pytest.raises(ApiError) as refused:
        door.join(token)
    assert (refused.value.status, refused.value.code) == (429, "too_many_phones")
    assert all(door.has_session(one) for one in (organiser, looking, last, *players))
    now[0] += timedelta(days=2)
    assert door.has_session(players[0])
    assert door.join(token, "patient") is not None  # the link was not used up
    assert door.has_session(organiser) and door.has_session(players[0])


def test_spectators_take_no_players_place() -> None:
    door = SessionStore(open=False)
    player = door.join(door.invite())
    token = door.invite(asked=InvitationRequest(PhoneRole.SPECTATOR))
    lookers = [door.join(token) for _ in range(2 * SESSIONS)]
    assert door.has_session(player) and door.has_session(lookers[-1])
    assert not door.has_session(lookers[0])


def test_a_link_that_only_looks_is_used_by_many_and_changes_nothing(server: Server) -> None:
    player = server.phone("Anna")
    game = player.begin()
    wall = {"role": "spectator", "place": "wall=0123abcd"}
    url = player.post("/api/invite", wall).json()["url"]
    token = url.split("?t=")[1]
    for _ in range(3):
        phone = server.stranger()
        door = phone.get(f"/join?t={token}")
        assert "only looks" in door.text and "<input" not in door.text
        assert 'href="/#wall=0123abcd"' in phone.join(token).text
        assert phone.get(f"/api/games/{game['id']}").json()["rights"] == dict.fromkeys(
            ("record", "shelve", "purge", "sign"), False
        )
        assert phone.get("/api/home").json()["role"] == "spectator"
        refused = phone.record(game, DRAWN, lang="it")
        assert (refused.status_code, code(refused)) == (403, "only_looks")
        assert "guarda" in refused.json()["error"]["message"]
    assert player.get(f"/api/games/{game['id']}").json()["next"] == 1
    # an invitation to play is worth more
    phone.join(server.door.invite(), "Bo")
    assert (
        phone.get("/api/home").json() | {"role": "player", "name": "Bo"}
        == phone.get("/api/home").json()
    )
    assert phone.record(game, DRAWN).status_code == 200


@pytest.mark.parametrize("place", ["javascript:alert(1)", "wall=", "wall=xyz", "/", 5])
def test_a_link_leads_to_no_other_place(server: Server, place: object) -> None:
    refused = server.phone().post("/api/invite", {"role": "spectator", "place": place})
    assert (refused.status_code, code(refused)) == (422, "bad_request")
    unknown = server.phone().post("/api/invite", {"role": "organiser"})
    assert (unknown.status_code, code(unknown)) == (422, "bad_request")


def test_joining_asks_for_a_name(server: Server) -> None:
    token, phone = server.door.invite(), server.stranger()
    assert '<input name="name" required' in phone.get(f"/join?t={token}").text
    for name in ("x" * 41, "\u202eanna", "a\x00b"):
        refused = phone.join(token, name)
        assert refused.status_code == 422 and "Un nome ha al massimo" in refused.text
        assert phone.get("/api/home").status_code == 403
    assert phone.join(token, "  Zoë  B. ").status_code == 200
    home = phone.get("/api/home").json()
    assert (home["role"], home["name"]) == ("player", "Zoë B.")
    assert phone.post("/api/name", {"name": "Zoë"}).json() == {"name": "Zoë"}
    assert phone.get("/api/home").json()["name"] == "Zoë"
    for wrong in ("", "x" * 41, None, 5):
        refused = phone.post("/api/name", {"name": wrong})
        assert (refused.status_code, code(refused)) == (422, "bad_phone_name")


def test_name_and_role_survive_a_restart(tmp_path: Path) -> None:
    saved: dict[str, PhoneSession] = {}
    door = SessionStore(open=False, save=saved.__setitem__)
    looking = door.join(door.invite(asked=InvitationRequest(PhoneRole.SPECTATOR)))
    anna = door.join(door.invite(), "Anna")
    assert looking is not None and anna is not None
    with open_new_store(tmp_path / "games.sqlite") as store:
        store.session_table("door").save(saved, datetime(2026, 1, 1, tzinfo=UTC))
        again = SessionStore(open=False)
        again.restore(store.session_table("door").load(datetime(2026, 1, 1, tzinfo=UTC)))
    found = again.find(anna), again.find(looking)
    assert [(one.role, one.name) for one in found if one is not None] == [
        (PhoneRole.PLAYER, "Anna"),
        (PhoneRole.SPECTATOR, ""),
    ]
