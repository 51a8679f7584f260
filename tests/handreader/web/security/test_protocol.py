"""Connections that send nothing, or drip, shut nobody out."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import uvicorn

from handreader.web.app import create_app
from handreader.web.security.middleware import HEADERS
from handreader.web.security.protocol import (
    ConnectionLimits,
    connections_to_close,
    protocol_with_deadlines,
)
from handreader.web.security.sessions import SessionStore
from handreader.web.server import KEPT_SECONDS


@dataclass(frozen=True)
class Fake:
    address: str
    start_time: float
    is_waiting: bool = True
    phone: str = ""


def test_the_busiest_address_makes_room() -> None:
    limits = ConnectionLimits(each=4, total=6)
    many = [Fake("a", 5.0), Fake("a", 2.0), Fake("a", 3.0, False)]
    few = [Fake("b", 1.0), Fake("c", 0.0)]
    new = Fake("d", 9.0)
    assert connections_to_close([*many, *few], new, limits) == []
    assert connections_to_close([*many, *few, Fake("e", 0.5)], new, limits) == [many[1]]
    full = [*many, Fake("a", 7.0)]
    assert connections_to_close(full, Fake("a", 9.0), limits) == [many[1]]
    answered = [Fake("a", float(n), False) for n in range(4)]
    last = Fake("a", 9.0)
    assert connections_to_close(answered, last, limits) == [last]


def test_phones_behind_one_router_are_counted_by_phone() -> None:
    limits = ConnectionLimits(each=4, phone=3, total=40)
    phones = [Fake("router", float(n), phone=f"phone {n % 5}") for n in range(15)]
    assert connections_to_close(phones, Fake("router", 20.0), limits) == []
    one_more = Fake("router", 20.0, phone="phone 1")
    assert connections_to_close(phones, one_more, limits) == [phones[1]]
    strangers = [Fake("router", 30.0 + n) for n in range(4)]
    new = Fake("router", 40.0)
    assert connections_to_close([*phones, *strangers], new, limits) == [strangers[0]]


@dataclass(frozen=True)
class RunningServer:
    port: int
    server: uvicorn.Server


@pytest.fixture
def running() -> Iterator[RunningServer]:
    """A server with short deadlines."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        app = create_app(SessionStore(open=True), [f"127.0.0.1:{port}"], secure=False)
        limits = ConnectionLimits(head_seconds=1.5, body_seconds=2.5)
        protocol = protocol_with_deadlines(limits, tuple(HEADERS.items()), app.phone_of)
        config = uvicorn.Config(
            app,
            log_level="error",
            lifespan="off",
            ws="none",
            http=protocol,
            timeout_keep_alive=KEPT_SECONDS,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield RunningServer(port, server)
        server.should_exit = True
        thread.join(10)


TYPED = {"do": "evaluate_text", "text": "123m456p789s11z22p +2p", "rules": "mcr", "facts": {}}
HEAD = b"POST /api/answer HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"


def open_connections(port: int, count: int) -> list[socket.socket]:
    return [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(count)]


def score(port: int) -> float:
    """Open the page and score a hand as a phone does; return the seconds it took."""
    start = time.monotonic()
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    client.request("GET", "/")
    answer = client.getresponse()
    answer.read()
    assert answer.status == 200
    cookie = str(answer.headers["set-cookie"]).partition(";")[0]
    body = json.dumps(TYPED)
    sent = {"cookie": cookie, "content-type": "application/json"}
    client.request("POST", "/api/answer", body, sent)
    answer = client.getresponse()
    assert answer.status == 200, answer.read()
    answer.read()
    client.close()
    return time.monotonic() - start


def test_a_phone_scores_beside_300_silent_and_300_dripping_connections(
    running: RunningServer,
) -> None:
    score(running.port)  # what loads at the first score is not the others' fault
    silent = open_connections(running.port, 300)
    dripping = open_connections(running.port, 300)
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.2):
            for number, one in enumerate(dripping):
                try:
                    one.send(b"P" if number % 2 else HEAD[:1])
                except OSError:
                    continue

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        taken = [score(running.port) for _ in range(5)]
    finally:
        stop.set()
        thread.join()
        for one in (*silent, *dripping):
            one.close()
    assert max(taken) < 2.0
    assert len(running.server.server_state.connections) <= ConnectionLimits().total


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [(b"", 1.5), (b"GET / HT", 1.5), (HEAD + b"{", 2.5)],
    ids=["silent", "half a head", "half a body"],
)
def test_a_request_that_does_not_arrive_is_closed(
    running: RunningServer, sent: bytes, seconds: float
) -> None:
    (one,) = open_connections(running.port, 1)
    one.sendall(sent.replace(b"Host: x", f"Host: 127.0.0.1:{running.port}".encode()))
    start = time.monotonic()
    one.settimeout(8)
    try:
        while one.recv(4096):
            pass
    except ConnectionResetError:
        pass
    finally:
        one.close()
    assert time.monotonic() - start < seconds + 1.5


def test_an_idle_connection_may_wait_for_its_next_request(running: RunningServer) -> None:
    client = http.client.HTTPConnection("127.0.0.1", running.port, timeout=5)
    for _ in range(2):
        client.request("GET", "/")
        answer = client.getresponse()
        answer.read()
        assert answer.status == 200
        time.sleep(2.0)  # longer than the deadline of a head
    client.close()


def test_what_is_no_http_is_answered_with_our_headers(running: RunningServer) -> None:
    (one,) = open_connections(running.port, 1)
    one.sendall(b"\x00\x01 nonsense\r\n\r\n")
    text = one.recv(4096).decode()
    one.close()
    assert text.startswith("HTTP/1.1 400") and "default-src 'none'" in text


def test_phones_of_one_address_keep_their_connections(running: RunningServer) -> None:
    """25 phones with four each are 100: strangers of one address have 64."""
    clients = []
    for _ in range(25):
        first = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
        first.request("GET", "/")
        answer = first.getresponse()
        answer.read()
        cookie = str(answer.headers["set-cookie"]).partition(";")[0]
        for number in range(4):
            one = first
            if number:
                one = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
            one.request("GET", "/api/place", headers={"cookie": cookie})
            assert one.getresponse().read()
            clients.append((one, one.sock, cookie))
    for one, sock, cookie in clients:
        one.request("GET", "/api/place", headers={"cookie": cookie})
        assert one.getresponse().read()
        assert one.sock is sock, "the connection was closed, and made anew"
        one.close()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_request_of_two_lengths_is_refused_and_its_connection_closed(
    running: RunningServer, order: tuple[int, int]
) -> None:
    lengths = (b"Content-Length: 6\r\n", b"Transfer-Encoding: chunked\r\n")
    host = f"Host: 127.0.0.1:{running.port}\r\n".encode()
    head = b"POST /api/answer HTTP/1.1\r\n" + host + lengths[order[0]] + lengths[order[1]]
    hidden = b"GET /health HTTP/1.1\r\n" + host + b"\r\n"
    (one,) = open_connections(running.port, 1)
    one.sendall(head + b"\r\n0\r\n\r\n" + hidden)
    one.settimeout(8)
    found = b""
    while more := one.recv(4096):
        found += more
    one.close()
    assert found.startswith(b"HTTP/1.1 400") and found.count(b"HTTP/1.1") == 1
    assert b"connection: close" in found.lower() and b"two_lengths" in found
