"""Phones around a watched table, and what their players do with the page's addresses."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from handreader.phone_session import PhoneRole
from handreader.store.store import Store
from handreader.watch.errors import LogError
from handreader.watch.live.background import BackgroundWatch
from handreader.watch.live.game_series import GameSeries
from handreader.web.app import create_app
from handreader.web.security.sessions import InvitationRequest, SessionStore
from handreader.web.server import JoinLinks
from tests.handreader.store.new_store import open_new_store
from tests.handreader.watch.watching import TableCamera, Watch, watching
from vision.cameras.camera import Frame
from vision.cameras.uploaded import UploadedPictures

HOST = "table.test:8460"
TOLD = {
    "rules": "zung-jung", "concealed": "123m456p789s5z", "winning_tile": "5z",
    "melds": [{"type": "pung", "tiles": "777z", "concealed": False, "from": "left"}],
    "self_drawn": True, "seat": "S", "round": "E",
}  # fmt: skip

PATIENCE = 120.0
"""Seconds that a table may take: only a computer that stands still is slower than that."""


class Browser:
    """A player's browser: what it asks the server, one thing after the other."""

    def __init__(self, runner: asyncio.Runner, client: Any) -> None:
        self.runner, self.client = runner, client

    def run(self, work: Awaitable[Any]) -> Any:
        async def await_work() -> Any:
            return await work

        return self.runner.run(await_work())

    def get(self, path: str) -> Any:
        return self.run(self.client.get(path))

    def join(self, token: str, name: str = "") -> Any:
        """Write a name and press the button behind a join link."""
        return self.run(self.client.post(f"/join?t={token}", data={"name": name} if name else {}))

    def post(self, path: str, value: object, lang: str = "en") -> Any:
        return self.run(self.client.post(f"{path}?lang={lang}", json=value))


class Phone(Browser):
    """The browser of a player at the watched table."""

    def wish(self, what: Mapping[str, object], lang: str = "en") -> Any:
        return self.post("/api/watch", what, lang)

    def table(self, lang: str = "en") -> dict[str, Any]:
        return dict(self.get(f"/api/watch?lang={lang}").json())

    def set_up(self, do: str, **more: object) -> Any:
        """What the organiser of the table does."""
        return self.post("/api/watch/setup", {"do": do, **more})

    def send(self, content: bytes, kind: str = "image/jpeg") -> Any:
        """Send a picture, as a camera."""
        headers = {"content-type": kind}
        return self.run(self.client.post("/api/watch/camera", content=content, headers=headers))

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The table, once this holds of it."""
        end = time.monotonic() + PATIENCE
        while not holds(told := self.table()):
            assert time.monotonic() < end, told
            time.sleep(0.02)
        return told

    def wait_for_proposal(self) -> dict[str, Any]:
        """The proposal, once there is one."""
        return dict(self.until(lambda told: told["proposal"])["proposal"])

    def game(self) -> dict[str, Any]:
        return dict(self.get(f"/api/games/{self.table()['game']}").json())


class Table:
    """A table with a camera, and phones around it."""

    def __init__(
        self,
        runner: asyncio.Runner,
        watch: Watch,
        store: Store,
        camera: TableCamera,
        folder: Path,
    ) -> None:
        self.runner, self.store, self.camera = runner, store, camera
        self.folder = folder
        self.begin = watch
        self.phones: list[Any] = []
        self.sent = UploadedPictures("phone")
        self.links = JoinLinks(f"http://{HOST}", lambda text: None)
        self.door: SessionStore = self.links.door

    def start_watch(self, **how: Any) -> Phone:
        """Begins to watch; the first phone."""
        self.evening: GameSeries = self.begin(self.store, phone=self.sent, **how)
        self.app = create_app(
            self.door,
            [HOST],
            store=self.store,
            watch=self.evening,
            camera=self.sent,
            invite=self.links.invite,
        )
        return self.phone()

    @property
    def watch(self) -> BackgroundWatch:
        """The game that is watched now."""
        return self.evening.game

    def stranger(self) -> Phone:
        transport = httpx.ASGITransport(app=self.app)
        self.phones.append(httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}"))
        return Phone(self.runner, self.phones[-1])

    def phone(self) -> Phone:
        phone = self.stranger()
        phone.join(self.door.invite())
        return phone

    def guest(self, role: PhoneRole) -> Phone:
        """A phone that joined in another role."""
        phone = self.stranger()
        phone.join(self.door.invite(asked=InvitationRequest(role)))
        return phone

    def lay(self, text: str) -> None:
        self.camera.lays = text

    def later(self, then: Frame | None) -> bool:
        """Whether the camera has seen thirty pictures since."""
        now = self.watch.frame()
        return now is not None and then is not None and now.number > then.number + 30


@contextmanager
def at_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table in a folder of its own, nobody watching yet."""
    camera = TableCamera()
    with (
        asyncio.Runner() as runner,
        open_new_store(folder / "games.sqlite") as store,
        watching(monkeypatch, folder, camera) as watch,
    ):
        made = Table(runner, watch, store, camera, folder)
        yield made
        for client in made.phones:
            runner.run(client.aclose())


def disk_full(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more can be written to the log."""

    def full(*_: object, **__: object) -> None:
        raise LogError("unwritable", path="events.jsonl", why="No space left on device")

    monkeypatch.setattr(table.watch._journal, "append", full)


def jpeg(size: tuple[int, int] = (320, 180), grey: int = 90) -> bytes:
    """A live picture, as a page sends it."""
    content = io.BytesIO()
    Image.new("RGB", size, (grey, grey, grey)).save(content, "JPEG")
    return content.getvalue()


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def in_deal(told: dict[str, Any]) -> bool:
    return told["table"] is not None and not told["table"]["over"]


def confirm_again(phone: Phone) -> None:
    """Confirms the hand of a win that was taken back, with what was stated of it.

    It may be read anew meanwhile: it has another number then, and the page shows it anew, too.
    """
    for _ in range(9):
        told = phone.until(lambda told: told["proposal"] or told["table"]["over"])
        if told["table"]["over"]:
            return
        shown = told["proposal"]
        assert not shown["needs"], "what was stated of the hand is forgotten"
        phone.wish({"do": "confirm", "proposal": shown["number"]})
    raise AssertionError("the win is asked about without end")


def confirm_win(phone: Phone, seat: str = "S", how: str = "W") -> Any:
    """Answers what the camera cannot know, and confirms."""
    number = phone.wait_for_proposal()["number"]
    told = phone.wish({"do": "answer", "proposal": number, "seat": seat, "how": how}).json()
    return phone.wish({"do": "confirm", "proposal": told["proposal"]["number"]})
