"""A join link in a real browser: the button lets the player in."""

from __future__ import annotations

import socket
import threading
import time

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import uvicorn

from handreader.web.app import create_app
from handreader.web.security.sessions import SessionStore
from tests.handreader.web.browsing import PHONE, browser

pytestmark = pytest.mark.browser


@pytest.mark.walk
def test_the_button_behind_a_link_lets_in() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        door = SessionStore(open=False)
        app = create_app(door, [address], secure=False)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.02)
            with browser() as launched:
                page = launched.new_context(viewport=PHONE).new_page()
                page.goto(f"http://{address}/join?t={door.invite()}")
                page.get_by_role("button").click()  # the name is missing
                page.locator("input[name=name]").fill("Anna")
                page.get_by_role("button").click()
                page.wait_for_selector(':text("handreader"), pre:text("handreader serve")')
                assert page.url == f"http://{address}/"
        finally:
            server.should_exit = True
            thread.join(10)
