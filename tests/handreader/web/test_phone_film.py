"""A rendered film through the route of a phone's pictures, with the real nets."""

from __future__ import annotations

import asyncio
import io
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("resvg_py", reason="the extra `train` draws the films' tiles")

from PIL import Image

from handreader.store.store import Store
from handreader.watch.live import reconnecting
from handreader.watch.live.game_series import GameSeries
from handreader.watch.log.events import CallEvent, DiscardEvent, KongEvent, WinProposalEvent
from handreader.watch.log.journal import read_events
from simulation.films import CameraView, Film, faces_by_kind, wall_corners
from simulation.script import Step
from tests.handreader.store.new_store import open_new_store
from tests.handreader.watch.watching import PLAYERS, TableCamera, watch_options
from tests.handreader.web.phones import PATIENCE, Phone, Table
from vision import Reader
from vision.cameras.camera import Frame, Gap
from vision.cameras.uploaded import UploadedPictures

FACES = Path(__file__).parents[3] / "datasets" / "faces"
WON = tuple("2m 3m 4m 5p 6p 7p 2s 3s 4s 9s 9s 6z 6z".split())
SCRIPT = (
    Step("wait", seconds=3.0),
    Step("discard", 0, ("5m",), seconds=3.0),
    Step("claim", 1, ("<5m>", "5m", "5m"), 0, 3.0),
    Step("discard", 1, ("1z",), seconds=3.0),
    Step("discard", 2, ("9p",), seconds=3.0),
    Step("discard", 3, ("6z",), seconds=3.0),
    Step("reveal", 2, (*WON, "6z"), seconds=5.0),
)
WIN = "234m 567p 23499s 66z +6z"
VIEW = CameraView(rate=5.0)


class StepByStep(UploadedPictures):
    """Pictures by the clock of a film; `done` once each was processed."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done = threading.Event()
        super().__init__("phone", lambda: self.now)

    def frames(self) -> Iterator[Frame | Gap]:
        for item in super().frames():
            yield item
            self.done.set()


@pytest.mark.thorough
def test_the_events_are_those_of_the_film_read_directly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    film = Film(SCRIPT, faces_by_kind(FACES), VIEW)
    with asyncio.Runner() as runner, open_new_store(tmp_path / "games.sqlite") as store:
        table = Table(runner, begin_series, store, TableCamera(), tmp_path)
        table.sent = sent = StepByStep()
        phone = table.start_watch(game=None)
        frames = [item for item in film.frames() if isinstance(item, Frame)]
        assert phone.set_up("begin", source="phone").status_code == 200
        upload(phone, sent, frames[0])
        phone.until(lambda told: told["setup"]["view"]["size"])
        corners = [list(corner) for corner in wall_corners(VIEW).tolist()]
        assert phone.set_up("corners", corners=corners).status_code == 200
        new = {"players": PLAYERS, "rules": "zung-jung"}
        assert phone.set_up("start", **new).status_code == 200
        for frame in frames:
            upload(phone, sent, frame)
        by_phone = events_of_play(table.watch.folder)
        table.evening.close()
        monkeypatch.setattr(reconnecting, "open_camera", lambda source, start=0.0: film)
        directly = begin_series(store, game="film", table="table")
        wait_for_end(directly)
        assert by_phone == events_of_play(directly.game.folder)
        directly.close()
    discards = [("discard", 0, "5m"), ("discard", 1, "1z"), ("discard", 2, "9p")]
    assert by_phone == [
        discards[0], ("call", 1, "5m5m5m"), *discards[1:], ("discard", 3, "6z"),
        ("proposal", 2, WIN),
    ]  # fmt: skip


def begin_series(store: Store, **how: Any) -> GameSeries:
    phone = how.pop("phone", None)
    series = GameSeries(watch_options(**how), store, Reader(), phone=phone)
    series.start()
    return series


def wait_for_end(series: GameSeries) -> None:
    end = time.monotonic() + PATIENCE
    while series.game.board.pause_reason != "ended":
        assert time.monotonic() < end
        time.sleep(0.05)


def upload(phone: Phone, sent: StepByStep, frame: Frame) -> None:
    """Send a frame as a page does, and wait until it was processed."""
    content = io.BytesIO()
    Image.fromarray(frame.pixels).save(content, "JPEG", quality=90)
    sent.done.clear()
    sent.now = frame.time
    assert phone.send(content.getvalue()).json() == {"wanted": True}
    assert sent.done.wait(PATIENCE)
    time.sleep(0.05)  # as fast as the server lets it


def events_of_play(folder: Path) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for one in read_events(folder):
        match one.event:
            case DiscardEvent() as event:
                found.append((event.kind, event.place, str(event.tile)))
            case CallEvent() | KongEvent() as event:
                found.append((event.kind, event.place, "".join(map(str, event.tiles))))
            case WinProposalEvent() as event:
                found.append((event.kind, event.place, str(event.record and event.record.hand)))
            case _:
                pass
    return found
