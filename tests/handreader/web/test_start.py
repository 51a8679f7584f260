"""The start of the server: the page comes first, the rest follows; silent connections go."""

from __future__ import annotations

import asyncio
import http.client
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from handreader.phone_session import PhoneSession
from handreader.web.assets import Asset, AssetApp
from handreader.web.deferred_app import DeferredApp
from handreader.web.security.authority import create_authority
from handreader.web.security.middleware import SecurityMiddleware
from handreader.web.security.sessions import SessionStore
from handreader.web.security.tls import TlsCertificate
from handreader.web.server import DeadlineLoop, server_config
from tests.handreader.web.clients import HOST, Table

HEAVY = ("sqlalchemy", "alembic", "numpy", "onnxruntime", "PIL", "vision", "scoring.game", "segno")


def test_the_page_needs_neither_database_nor_reader() -> None:
    code = f"import handreader.web.server, sys; print(*[m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.fixture
def page(tmp_path: Path) -> dict[str, Asset]:
    (tmp_path / "page.html").write_bytes(b"the page")
    return {"/": Asset(tmp_path / "page.html", "text/html")}


def test_the_page_is_answered_while_the_rest_is_being_built(page: dict[str, Asset]) -> None:
    may_go_on = threading.Event()
    api = DeferredApp(lambda: _wait(may_go_on), lambda: None)
    door = SessionStore(open=True)
    app = SecurityMiddleware(AssetApp(page, api), door, [HOST], False, restored=api.ready)
    api.start()
    with asyncio.Runner() as runner:
        table = Table(runner, door, app)
        client = table.client(joined=False)
        assert table.run(client.get("/")).text == "the page"

        async def ask_early() -> tuple[bool, str]:
            asking = asyncio.create_task(client.get("/api/home"))
            done, _ = await asyncio.wait([asking], timeout=0.1)
            may_go_on.set()
            return bool(done), (await asking).text

        assert table.run(ask_early()) == (False, "built")
        table.run(client.aclose())
    api.finish()


def test_a_cookie_of_the_last_run_waits_until_sessions_are_known(page: dict[str, Asset]) -> None:
    earlier, door = SessionStore(open=False), SessionStore(open=False)
    saved: dict[str, PhoneSession] = {}
    earlier = SessionStore(open=False, save=saved.__setitem__)
    session = earlier.join(earlier.invite())

    def build() -> ASGIApp:
        door.restore(saved)
        return PlainTextResponse("built")

    api = DeferredApp(build, lambda: None)
    app = SecurityMiddleware(AssetApp(page, api), door, [HOST], False, restored=api.ready)
    with asyncio.Runner() as runner:
        table = Table(runner, door, app)
        client = table.client(joined=False)
        client.cookies.set("handreader-8460", str(session))

        async def ask() -> str:
            asking = asyncio.create_task(client.get("/"))
            await asyncio.sleep(0)
            api.start()
            return str((await asking).text)

        assert table.run(ask()) == "the page"
        client.cookies.set("handreader-8460", "forged")
        assert table.run(client.get("/")).status_code == 403
        table.run(client.aclose())
    api.finish()


def test_what_keeps_it_from_starting_ends_it() -> None:
    ended: list[bool] = []

    def fail() -> ASGIApp:
        raise OSError("no disk")

    api = DeferredApp(fail, lambda: ended.append(True))
    api.start()
    with pytest.raises(OSError, match="no disk"):
        api.finish()
    assert ended == [True]


def _wait(event: threading.Event) -> ASGIApp:
    event.wait(10)
    return PlainTextResponse("built")


class QuickLoop(DeadlineLoop):
    handshake_seconds = 1.0


@pytest.fixture
def tls_port() -> Iterator[int]:
    """A server with TLS and a short deadline."""
    certificate = TlsCertificate(create_authority(["127.0.0.1"], datetime.now(UTC)), ["127.0.0.1"])
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = server_config(PlainTextResponse("here"), certificate.context)
        assert config.get_loop_factory() is DeadlineLoop
        server = uvicorn.Server(config)

        def run() -> None:
            with asyncio.Runner(loop_factory=QuickLoop) as runner:
                runner.run(server.serve(sockets=[listening]))

        thread = threading.Thread(target=run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(10)


def test_connections_that_agree_on_no_key_are_closed(tls_port: int) -> None:
    silent = [socket.create_connection(("127.0.0.1", tls_port), timeout=8) for _ in range(300)]
    silent[0].sendall(b"\x16\x03\x01")  # the first bytes of a greeting
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    start = time.monotonic()
    client = http.client.HTTPSConnection("127.0.0.1", tls_port, timeout=8, context=context)
    client.request("GET", "/")
    assert client.getresponse().read() == b"here"
    assert time.monotonic() - start < 2
    client.close()
    for one in silent:
        assert _is_closed(one)
        one.close()


def _is_closed(one: socket.socket) -> bool:
    """Wait for the end of a connection; a time-out fails the test."""
    try:
        return one.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.mark.thorough
def test_the_benchmark_of_the_start_runs() -> None:
    script = Path(__file__).parents[3] / "benchmarks" / "starting.py"
    command = [sys.executable, str(script), "--times", "1"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in found.stdout.splitlines()[:3]] == [
        "page",
        "processor",
        "api",
    ]
