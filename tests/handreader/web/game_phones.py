"""A server with games and the phones of their players."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")


from handreader.phone_session import PhoneRole
from handreader.store.store import Store
from handreader.web.app import create_app
from handreader.web.security.sessions import InvitationRequest, SessionStore
from handreader.web.server import JoinLinks
from tests.handreader.web.phones import Browser

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

    def __init__(self, runner: asyncio.Runner, store: Store, is_open: bool = False) -> None:
        self.runner, self.store = runner, store
        self.links = JoinLinks(f"http://{HOST}", lambda text: None)
        self.door = SessionStore(open=True) if is_open else self.links.door
        self.app = create_app(self.door, [HOST], store=store, invite=self.links.invite)
        self.phones: list[Any] = []

    def stranger(self, address: str = "192.168.1.7") -> Phone:
        transport = httpx.ASGITransport(app=self.app, client=(address, 50000))
        self.phones.append(httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}"))
        return Phone(self.runner, self.phones[-1])

    def phone(self, name: str = "") -> Phone:
        phone = self.stranger()
        if self.door.open:
            phone.get("/")
        else:
            phone.join(self.door.invite(), name)
        return phone

    def spectator(self) -> Phone:
        looking = self.stranger()
        looking.join(self.door.invite(asked=InvitationRequest(PhoneRole.SPECTATOR)))
        return looking


class Phone(Browser):
    """The browser of a player of a game."""

    def begin(self, rules: str = "mcr", **more: object) -> dict[str, Any]:
        body = {"players": PLAYERS, "rules": rules, **more}
        return dict(self.post("/api/games", body).json())

    def record(
        self, game: dict[str, Any], happened: object, number: int = 0, lang: str = "en"
    ) -> Any:
        body = {"number": number or game["next"], "happened": happened}
        return self.post(f"/api/games/{game['id']}/entries", body, lang)

    def correct(self, game: dict[str, Any], number: int, version: int, happened: object) -> Any:
        body = {"number": number, "version": version, "happened": happened}
        return self.post(f"/api/games/{game['id']}/corrections", body)


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]
