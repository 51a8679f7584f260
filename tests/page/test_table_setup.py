"""A table set up from the page, and a phone on a stand as its camera: from the first tap on."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("resvg_py", reason="the extra `train` draws the film's tiles")

import cv2
import numpy as np
import uvicorn

from handreader.watch import table_profile
from handreader.watch.live.game_series import GameSeries
from handreader.watch.live.options import PHONE
from handreader.web.app import create_app
from handreader.web.phone_page import phone_files
from handreader.web.server import JoinLinks
from simulation.films import CameraView, faces_by_kind, picture_walls
from tests.handreader.store.new_store import open_new_store
from tests.handreader.watch.watching import PLAYERS, watch_options
from tests.handreader.web.browsing import browser, until
from tests.page.test_rights import phone
from vision import Reader
from vision.cameras.uploaded import UploadedPictures

pytestmark = pytest.mark.browser

FACES = Path(__file__).parents[2] / "datasets" / "faces"
VIEW = CameraView(elevation=62.0)
LOCKED = """() => setTimeout(() => {
  const end = Date.now() + 8000;
  while (Date.now() < end);
})"""
"""Nothing runs on a phone that is locked."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table with its four walls, as a camera films it: with the noise of a sensor."""
    picture = picture_walls(VIEW, faces_by_kind(FACES))[:, :, ::-1]
    rng = np.random.default_rng(48)
    path = tmp_path_factory.mktemp("film") / "walls.mjpeg"
    with path.open("wb") as file:
        for _ in range(9):
            noisy = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
            file.write(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    return path


@pytest.fixture(scope="module")
def chromium(film: Path) -> Iterator[Any]:
    with browser(f"--use-file-for-fake-video-capture={film}") as found:
        yield found


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JoinLinks]:
    """The join links of a running server, whose camera is a phone."""
    if not phone_files():
        pytest.skip("the page is not built: make page")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as listening, open_new_store(tmp_path / "games.sqlite") as store:
        listening.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        made = JoinLinks(f"http://{address}", lambda text: None)
        sent = UploadedPictures(PHONE)
        series = GameSeries(watch_options(source=PHONE, game=None), store, Reader(), phone=sent)
        app = create_app(
            made.door, [address], store=store, invite=made.invite, watch=series, camera=sent
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield made
        server.should_exit = True
        thread.join(20)
        series.close()


def test_a_phone_on_a_stand_watches_a_table(
    chromium: Any, links: JoinLinks, pictures: Path
) -> None:
    own, stand = {"has_touch": True}, {"permissions": ["camera"], "has_touch": True}
    link = links.invite()["url"]
    with phone(chromium, link, "Anna", **own) as organiser:
        organiser.wait_for_selector("#log-choice")
        first = organiser.locator("#log-choice button").first.inner_text()
        assert first == "Photograph each win"  # a camera is the second choice
        organiser.tap("#set-up")
        organiser.tap("#invite-camera")
        link = organiser.locator(".invitation code").inner_text()
        with phone(chromium, link, "", **stand) as camera:
            camera.tap("#be-camera")
            camera.wait_for_selector("#camera-state")
            until(organiser, lambda: "four walls were found" in state(organiser, "#corner-state"))
            assert state(camera, "#camera-state") == "This phone sends its picture."
            camera.screenshot(path=pictures / "camera.png", full_page=True)
            organiser.screenshot(path=pictures / "found.png", full_page=True)
            drag_corner(organiser, 2, 12, 6)
            until(organiser, lambda: "where you put them" in state(organiser, "#corner-state"))
            corner = organiser.locator(".corner").nth(0)
            before = corner.get_attribute("aria-label")
            corner.focus()
            organiser.keyboard.press("Shift+ArrowLeft")
            until(organiser, lambda: corner.get_attribute("aria-label") != before)
            organiser.wait_for_timeout(1000)  # the keys are sent after the last one
            organiser.tap("#start-table")
            organiser.wait_for_selector("#standing")
            assert all(name in organiser.locator("#standing").inner_text() for name in PLAYERS)
            assert table_profile.load_profile("table").size == (1280, 720)
            organiser.wait_for_selector(".live")
            lose_and_find(organiser, camera, pictures)


def lose_and_find(organiser: Any, camera: Any, pictures: Path) -> None:
    """The camera loses its network, then is locked: a line when it begins, one when it is over."""
    camera.context.set_offline(True)
    until(organiser, lambda: "sends no picture" in state(organiser, "#watch-status"))
    until(camera, lambda: "does not answer" in state(camera, "#camera-state"))
    camera.screenshot(path=pictures / "offline.png", full_page=True)
    camera.context.set_offline(False)
    until(organiser, lambda: state(organiser, "#watch-status").startswith("Watching"))
    camera.evaluate(LOCKED)
    until(organiser, lambda: "sends no picture" in state(organiser, "#watch-status"))
    organiser.screenshot(path=pictures / "locked.png", full_page=True)
    until(organiser, lambda: state(organiser, "#watch-status").startswith("Watching"))
    lines = organiser.locator("#log li").all_inner_texts()
    assert sum("sends no picture" in line for line in lines) == 2
    camera.tap("#stop-camera")
    camera.wait_for_selector("#be-camera")
    until(organiser, lambda: "sends no picture" in state(organiser, "#watch-status"))


def state(page: Any, selector: str) -> str:
    found = page.locator(selector)
    return str(found.inner_text()) if found.count() else ""


def drag_corner(page: Any, number: int, right: float, down: float) -> None:
    """Drag a corner by a thumb; the loupe shows what is under it."""
    corner = page.locator(".corner").nth(number)
    corner.scroll_into_view_if_needed()
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.wait_for_selector(".loupe")
    page.mouse.up()
    page.wait_for_selector(".loupe", state="detached")


def test_each_win_is_photographed_instead(chromium: Any, links: JoinLinks) -> None:
    with phone(chromium, links.invite()["url"], "Anna") as page:
        page.wait_for_selector("#log-choice")
        page.click("#photograph")
        for seat, name in enumerate(PLAYERS):
            page.locator(".new-game .fact input").nth(seat).fill(name)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector(".players")
        page.get_by_role("button", name="Photograph the win").click()
        page.locator(".camera").get_by_role("button", name="Close").click()
        page.wait_for_selector("#start-title")
        page.click("#view-table")
        page.wait_for_selector("#log-choice")


KEEP_TRACKS = """() => {
  window.tracks = [];
  const media = navigator.mediaDevices;
  const ask = media.getUserMedia.bind(media);
  media.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}"""


def test_the_camera_is_closed_when_the_set_up_is_left(chromium: Any, links: JoinLinks) -> None:
    stand = {"permissions": ["camera"], "has_touch": True}
    with phone(chromium, links.invite()["url"], "Anna", **stand) as organiser:
        organiser.evaluate(KEEP_TRACKS)
        organiser.tap("#set-up")
        organiser.tap("#be-camera")
        until(organiser, lambda: "four walls were found" in state(organiser, "#corner-state"))
        organiser.tap("#cancel-setup")
        organiser.wait_for_selector("#log-choice")
        until(organiser, lambda: tracks(organiser) == ["ended"])
        organiser.reload()  # it is not begun again
        organiser.wait_for_selector("#log-choice")
        assert organiser.evaluate("() => sessionStorage.getItem('handreader.camera')") is None


def test_a_camera_phone_loads_nothing_that_reads_or_scores(chromium: Any, links: JoinLinks) -> None:
    with phone(chromium, links.invite()["url"], "Anna", has_touch=True) as organiser:
        organiser.wait_for_selector("#set-up")
        until(organiser, lambda: workers(organiser) != [])  # a player's phone does
        organiser.tap("#set-up")
        organiser.tap("#invite-camera")
        link = organiser.locator(".invitation code").inner_text()
        stand = {"permissions": ["camera"], "has_touch": True}
        with phone(chromium, link, "", **stand) as camera:
            camera.tap("#be-camera")
            until(camera, lambda: state(camera, "#camera-state") == "This phone sends its picture.")
            camera.reload()
            until(camera, lambda: state(camera, "#camera-state") == "This phone sends its picture.")
            camera.wait_for_timeout(1500)  # longer than the page waits for its role
            assert workers(camera) == []


def tracks(page: Any) -> list[str]:
    """The states of the cameras that a page has had."""
    return list(page.evaluate("() => window.tracks.map((one) => one.readyState)"))


def workers(page: Any) -> list[str]:
    """What a page has started that reads and scores, by address."""
    return [one.url for one in page.workers]
