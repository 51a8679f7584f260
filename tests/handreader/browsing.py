"""A running server and a real browser: Debian's chromium through Playwright, nothing downloaded."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of a running server, its games in the test's own folder."""
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    import uvicorn

    from handreader.web import serve as serving

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
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/"
    servers[0].should_exit = True
    thread.join(10)


@contextmanager
def browser() -> Iterator[Any]:
    """A browser without pages."""
    driver = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("no chromium: apt-get install chromium, or set CHROMIUM to its path")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@contextmanager
def tab(launched: Any, base: str, **options: Any) -> Iterator[Any]:
    """The page on a device of its own; a script error or a broken policy fails the test."""
    faults: list[str] = []
    context = launched.new_context(**{"viewport": PHONE, "locale": "en-US", **options})
    shown = context.new_page()
    shown.set_default_timeout(10_000)
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("console", lambda message: faults.extend(_faults(message)))
    shown.goto(base)
    shown.wait_for_selector("#rules option", state="attached")
    yield shown
    context.close()
    assert faults == []


@contextmanager
def opened(base: str, **options: Any) -> Iterator[Any]:
    """The page in a browser of its own."""
    with browser() as launched, tab(launched, base, **options) as shown:
        yield shown


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
