"""Two servers, each a process of its own, on one database: what phones confirm over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.store import open_store
from scoring.game import game_rules

DEALS = 5
PHONES = 3  # of each server


@contextmanager
def serving(url: str, servers: int) -> Iterator[list[str]]:
    """Addresses of servers, each in a process of its own, once they answer."""
    with ExitStack() as started:
        ports = [free_port() for _ in range(servers)]
        running = [started.enter_context(server(port, url)) for port in ports]
        for process, port in zip(running, ports, strict=True):
            assert process.stdout is not None
            assert f"127.0.0.1:{port}" in process.stdout.readline()  # it listens from here on
        yield [f"http://127.0.0.1:{port}" for port in ports]


@contextmanager
def server(port: int, url: str) -> Iterator[subprocess.Popen[str]]:
    command = ["-m", "handreader", "serve", "--port", str(port), "--database", url]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, text=True, env=unbuffered
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.parametrize("fresh", ["postgresql"], indirect=True)  # see test_web_games for SQLite
def test_no_deal_is_confirmed_twice(url: str) -> None:
    with open_store(url) as store:
        game = store.new_game(("Anna", "Bo", "Carla", "Dario"), game_rules("mcr")).id
    path = f"/api/games/{game}/entries"
    answers: list[tuple[int, int, Any]] = []
    start = threading.Barrier(2 * PHONES, timeout=60)

    def play(phone: Any, points: int) -> None:
        for number in range(1, DEALS + 1):
            won = {"type": "won", "discarder": "E", "winners": [{"seat": "S", "points": points}]}
            start.wait()
            answer = phone.post(path, json={"number": number, "happened": {"ended": won}})
            answers.append((number, points, answer))

    with ExitStack() as opened:
        phones = []
        for address in opened.enter_context(serving(url, 2)) * PHONES:
            phones.append(opened.enter_context(httpx.Client(base_url=address, timeout=60)))
            assert phones[-1].get("/").status_code == 200  # the cookie
        threads = [
            threading.Thread(target=play, args=(phone, 8 + place))
            for place, phone in enumerate(phones)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        told = [phone.get(f"/api/games/{game}").json() for phone in phones]

    confirmed = {number: points for number, points, got in answers if got.status_code == 200}
    refused = [got for _, _, got in answers if got.status_code != 200]
    assert sorted(confirmed) == list(range(1, DEALS + 1))
    assert len(answers) == 2 * PHONES * DEALS
    assert len(refused) == len(answers) - DEALS
    assert {(got.status_code, got.json()["error"]["code"]) for got in refused} == {(409, "stale")}
    for seen in told:  # both servers show what was confirmed, and nothing else
        paid = {
            one["number"]: one["events"][-1]["winners"][0]["changes"] for one in seen["entries"]
        }
        assert {number: changes["E"] for number, changes in paid.items()} == {
            number: -points - 8 for number, points in confirmed.items()
        }
