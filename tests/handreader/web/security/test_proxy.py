"""Behind a reverse proxy: no right comes from an address, and only the proxy's name is accepted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.options import PageOptions
from handreader.web.app import create_api
from handreader.web.security.addresses import page_addresses
from handreader.web.security.middleware import SecurityMiddleware
from handreader.web.security.sessions import SessionStore
from tests.handreader.store.new_store import open_new_store
from tests.handreader.web.phones import Browser
from tests.handreader.web.test_tournaments import NAMES

PROXY = "club.example"


class Proxied:
    """A server behind a proxy, which passes requests on from its own computer."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        page = PageOptions(host=[f"https://{PROXY}"])
        at = page_addresses(page, lambda: "192.168.1.5")
        self.runner, self.door = runner, SessionStore(at.is_open)
        self.store = open_new_store(folder / "games.sqlite")
        api = create_api(self.door, store=self.store)
        self.app = SecurityMiddleware(
            api, self.door, at.hosts, page.https, at.proxied, port=page.port
        )
        self.clients: list[Any] = []

    def phone(self) -> Browser:
        transport = httpx.ASGITransport(app=self.app, client=("127.0.0.1", 40000))
        self.clients.append(httpx.AsyncClient(transport=transport, base_url=f"https://{PROXY}"))
        phone = Browser(self.runner, self.clients[-1])
        assert phone.join(self.door.invite(), "Anna").status_code == 200
        return phone


@pytest.fixture
def proxy(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Proxied]:
    made = Proxied(runner, tmp_path)
    yield made
    for client in made.clients:
        runner.run(client.aclose())
    made.store.close()


@pytest.mark.parametrize("host", ["127.0.0.1:8460", "localhost:8460", "[::1]:8460", "127.0.0.1"])
def test_a_forged_host_gets_nothing(proxy: Proxied, host: str) -> None:
    club, guest = proxy.phone(), proxy.phone()
    body = {"name": "Cup", "rules": "mcr", "rounds": 2, "names": NAMES}
    cup = club.post("/api/tournaments", body).json()
    path = f"/api/tournaments/{cup['id']}"
    asked = guest.client.get(path, headers={"host": host})
    assert guest.run(asked).status_code == 421
    deletion = {"type": "deleted", "revision": cup["revision"]}
    forged = guest.client.post(path, json=deletion, headers={"host": host})
    assert guest.run(forged).status_code == 421
    assert guest.get(path).json()["is_organiser"] is False
    assert guest.post(path, deletion).status_code == 403
    assert club.get(path).json()["is_organiser"] is True


def test_the_health_check_asks_by_address_and_learns_nothing_else(proxy: Proxied) -> None:
    phone = proxy.phone()

    def status(path: str, host: str) -> int:
        return int(phone.run(phone.client.get(path, headers={"host": host})).status_code)

    assert status("/health", "127.0.0.1:8460") == 200
    assert status("/health", "evil.example") == 421
    assert status("/api/home", "127.0.0.1:8460") == 421


def test_beside_the_local_network_an_address_gives_no_right() -> None:
    page = PageOptions(lan=True, host=[f"https://{PROXY}"])
    at = page_addresses(page, lambda: "192.168.1.5")
    assert at.hosts == ("192.168.1.5:8460",) and at.proxied == (PROXY,)
    assert not at.is_open
