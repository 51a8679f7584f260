"""A server in memory and clients that ask it; the reader is a fake (`lay`), the rest is real."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web.security.sessions import SessionStore

HOST = "table.test:8460"
BASE = f"http://{HOST}"
RECORD = {
    "rules": "zung-jung",
    "concealed": "12345678m11z",
    "winning_tile": "9m",
    "melds": [{"type": "pung", "tiles": "777z"}],
    "discarder": "S",
}
PHOTO = {"content-type": "application/octet-stream"}


class Table:
    """A server and its clients, on one event loop."""

    def __init__(self, runner: asyncio.Runner, door: SessionStore, app: Any) -> None:
        self.runner, self.door, self.app = runner, door, app
        self.clients: list[Any] = []

    def client(self, joined: bool = True) -> Any:
        transport = httpx.ASGITransport(app=self.app)
        client = httpx.AsyncClient(transport=transport, base_url=BASE)
        self.clients.append(client)
        if joined:
            self.run(client.post(f"/join?t={self.door.invite()}"))
        return client

    def run(self, work: Awaitable[Any]) -> Any:
        async def await_work() -> Any:
            return await work

        return self.runner.run(await_work())


Make = Callable[..., Table]


def picture(width: int = 60, height: int = 40, form: str = "JPEG", **options: Any) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (20, 90, 60)).save(file, form, **options)
    return file.getvalue()


def post(table: Table, client: Any, path: str, value: object, lang: str = "en") -> Any:
    return table.run(client.post(f"{path}?lang={lang}", json=value))


def send(
    table: Table,
    client: Any,
    content: object,
    query: str = "",
    **headers: str,
) -> Any:
    """Send a photo to be read."""
    path = f"/api/tiles?{query}"
    return table.run(client.post(path, content=content, headers={**PHOTO, **headers}))


def ask(table: Table, client: Any, do: str, lang: str = "en", /, **request: object) -> Any:
    """Ask the server's Python as the page does; return the response."""
    return table.run(client.post("/api/answer", json={"do": do, "lang": lang, **request}))


def code(response: Any) -> str:
    return str(response.json()["error"]["code"])
