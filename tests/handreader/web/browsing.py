"""A running server and a real browser: Debian's chromium through Playwright, nothing downloaded."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from handreader.options import PageOptions
from handreader.watch.live.options import WatchOptions
from handreader.web.security.addresses import lan_address
from vision import Reader

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",  # chromium refuses to make one for root, as whom a container runs
    "--disable-dev-shm-usage",  # a container's /dev/shm may be too small for a page
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
PATIENCE = 60.0  # seconds: only a computer that stands still is slower than that


@contextmanager
def serve_page(
    monkeypatch: pytest.MonkeyPatch,
    watched: WatchOptions | None = None,
    port: int = 0,
    on_text: Callable[[str], None] | None = None,
) -> Iterator[str]:
    """Address of a running server, its games in the test's own folder; it may watch one.

    Args:
        monkeypatch: of the test.
        watched: the watched table.
        port: where it listens; 0 for a free one.
        on_text: gets what a server of the local network prints; None serves this computer alone.
    """
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    import uvicorn

    from handreader.web import server as serving

    servers: list[uvicorn.Server] = []
    made = uvicorn.Server

    def server(config: uvicorn.Config) -> uvicorn.Server:
        servers.append(made(config))
        return servers[-1]

    monkeypatch.setattr(uvicorn, "Server", server)
    if port == 0:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    is_lan = on_text is not None
    arguments = (PageOptions(port=port, lan=is_lan), Reader, on_text or (lambda text: None))
    more = {"watched": watched}
    thread = threading.Thread(target=serving.serve, args=arguments, kwargs=more)
    thread.start()
    while not (servers and servers[0].started):
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.05)
    yield f"http://{lan_address() if is_lan else '127.0.0.1'}:{port}/"
    servers[0].should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the server did not stop"


@contextmanager
def browser(*more: str) -> Iterator[Any]:
    """A browser without pages, with more arguments; where none can be had, the test is skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="needs the extra `browser`")
    if CHROMIUM is None:
        pytest.skip("no chromium: apt-get install chromium, or set CHROMIUM to its path")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, *more], timeout=1000 * PATIENCE
        )
        yield launched
        launched.close()


@contextmanager
def tab(launched: Any, base: str, picture: Path, **options: Any) -> Iterator[Any]:
    """The page on a device of its own, whose server reads and scores to spare the processor; a
    script error, a broken policy or a page that is wider than the screen fails the test.

    Args:
        launched: the browser.
        base: where the server is.
        picture: file for a picture of the page as it is at the end, also of a test that fails.
        options: of the device, as Playwright names them; a phone that speaks English otherwise.
    """
    faults: list[str] = []
    context = launched.new_context(**{"viewport": PHONE, "locale": "en-US", **options})
    shown = context.new_page()
    shown.set_default_timeout(1000 * PATIENCE)
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("console", lambda message: faults.extend(_faults(message)))
    try:
        shown.goto(base)
        shown.evaluate("localStorage.setItem('handreader.reads', 'server')")
        shown.reload()
        shown.wait_for_selector("header select >> nth=1", state="attached")
        yield shown
        beyond = shown.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    finally:
        shown.screenshot(path=picture, full_page=True)
        context.close()
    assert faults == []
    assert beyond <= 0, "the page is wider than the screen"


def _faults(message: Any) -> list[str]:
    """An error in the console; that the server refused something is none."""
    refused = message.text.startswith("Failed to load resource")
    return [message.text] if message.type == "error" and not refused else []


_IN_VIEW = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def is_in_view(page: Any, selector: str) -> bool:
    """Return whether the whole height of an element is on the screen."""
    return bool(page.locator(selector).evaluate(_IN_VIEW))


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Waits for it; the page's policy forbids Playwright's own way, which evaluates text."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came true"
        page.wait_for_timeout(100)


def faults_of(page: Any, axe: str) -> list[str]:
    """Return what axe finds to be serious on the page; `axe` is its script."""
    page.evaluate(axe)
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:120]}: "
        f"{one['nodes'][0]['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
