"""The page in a real browser, on a phone's screen. Debian's chromium, nothing downloaded."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

import uvicorn  # noqa: E402

from handreader.web import serve as serving  # noqa: E402

from .conftest import NONE_APART, Lay  # noqa: E402

pytestmark = pytest.mark.browser
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of a running server."""
    servers: list[uvicorn.Server] = []
    made = uvicorn.Server

    def server(config: uvicorn.Config) -> uvicorn.Server:
        servers.append(made(config))
        return servers[-1]

    monkeypatch.setattr(uvicorn, "Server", server)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = (False, False, port, None, lambda text: None)
    thread = threading.Thread(target=serving.serve, args=arguments)
    thread.start()
    while not (servers and servers[0].started):
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/"
    servers[0].should_exit = True
    thread.join(10)


@pytest.fixture
def page(base: str) -> Iterator[Any]:
    """The page on a phone; a script error or a broken policy fails the test."""
    if CHROMIUM is None:
        pytest.skip("no chromium: apt-get install chromium, or set CHROMIUM to its path")
    faults: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        opened = browser.new_page(viewport=PHONE, locale="en-US")
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on("console", lambda message: faults.extend(_faults(message)))
        opened.goto(base)
        opened.wait_for_selector("#rules option", state="attached")
        yield opened
        browser.close()
    assert faults == []


def _faults(message: Any) -> list[str]:
    """An error in the console; that the server refused something is none."""
    refused = message.text.startswith("Failed to load resource")
    return [message.text] if message.type == "error" and not refused else []


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Waits for it; the page's policy forbids Playwright's own way, which evaluates text."""
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came true")


def total(page: Any) -> str:
    return str(page.locator("#result .total b").inner_text(timeout=5000))


def test_photo_to_score_to_saved_page(page: Any, lay: Lay, photo: Path, tmp_path: Path) -> None:
    lay(NONE_APART)
    page.set_input_files("#gallery", str(photo))
    page.wait_for_selector("#hand:not([hidden])")
    assert page.locator("#picture .outline").count() == 14
    first = total(page)
    page.click("#result .item >> nth=0")
    assert page.locator("#hand .tile.lit").count() >= 3
    assert page.locator("#picture .outline.lit").count() >= 3
    # a wrong name is corrected in two taps, and taken back in one
    page.click("#hand .zone.concealed .tile >> nth=0")
    page.click('#dialog .palette .tile[title="9 characters"]')
    page.wait_for_selector("#result .problem")
    page.click("[data-key=undo]")
    assert total(page) == first
    page.click("[data-key=dispute]")
    page.fill("#claim-total", "1")
    page.keyboard.press("Tab")
    page.click("[data-key=compare]")
    page.wait_for_selector("#claim .verdict .note")
    with page.expect_download() as saved:
        page.click("[data-key=save]")
    path = tmp_path / "saved.html"
    saved.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "data:image/jpeg;base64," in text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    page.goto(path.as_uri())
    assert first in page.locator("#result .total").inner_text()


def test_a_hand_tapped_in_with_the_keyboard_alone(page: Any) -> None:
    def press(selector: str) -> None:
        page.focus(selector)
        page.keyboard.press("Enter")

    press("#empty")
    press("[data-key=add-concealed]")
    for name in ("1 characters", "2 characters", "3 characters", "4 dots", "5 dots", "6 dots"):
        press(f'#dialog .tile[title="{name}"]')
    for name in ("7 bamboo", "8 bamboo", "9 bamboo", "East", "East"):
        press(f'#dialog .tile[title="{name}"]')
    page.keyboard.press("Escape")
    press("[data-key=add-meld]")
    page.get_by_role("button", name="pung", exact=True).press("Enter")
    press('#dialog .tile[title="red dragon"]')
    assert int(total(page)) > 0


def test_italian(page: Any) -> None:
    page.fill("#typed", "123m 456p 99s EE [<777z] +9s")
    page.keyboard.press("Enter")
    english = total(page)
    page.click("#lang")
    until(page, lambda: page.locator("html").get_attribute("lang") == "it")
    page.get_by_text("Punteggio", exact=True).wait_for()
    assert total(page) == english
    assert "Vince" not in page.locator("#hand h2").inner_text()


def test_what_people_type_stays_text(page: Any) -> None:
    page.fill("#typed", "<img src=x onerror=alert(1)>")
    with page.expect_response("**/api/parse*") as answered:
        page.keyboard.press("Enter")
    assert answered.value.status == 422
    alert = page.locator("#alert")
    alert.wait_for()
    assert "<img" in alert.inner_text()
    assert alert.locator("img").count() == 0


def test_live_camera(page: Any, lay: Lay) -> None:
    lay(NONE_APART)
    page.click("#live")
    video = page.locator("video.live")
    video.wait_for()
    until(page, lambda: video.evaluate("video => video.videoWidth") > 0)
    page.click("#dialog .primary")
    page.wait_for_selector("#hand:not([hidden])")
    assert page.locator("#picture .outline").count() == 14
