"""The page as a service: it prints its address at once, and answers a health check."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.web.health import is_healthy
from tests.handreader.web.clients import Make


@pytest.mark.parametrize("method", ["HEAD", "GET"])
@pytest.mark.parametrize("is_open", [True, False])
def test_the_health_address_needs_no_session(make: Make, method: str, is_open: bool) -> None:
    table = make(open=is_open)
    answer = table.run(table.client(joined=False).request(method, "/health"))
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_the_health_address_is_for_its_own_host_and_does_nothing(make: Make) -> None:
    table = make(open=True)
    client = table.client(joined=False)
    assert table.run(client.get("/health", headers={"host": "evil.example"})).status_code == 421
    assert table.run(client.post("/health")).status_code == 403


def test_nobody_answers_at_a_free_port(free_port: int) -> None:
    assert not is_healthy(free_port)


@pytest.fixture(params=[(), ("--https",)], ids=["http", "https"])
def service(
    request: pytest.FixtureRequest, tmp_path: Path, free_port: int
) -> Iterator[tuple[int, list[str]]]:
    """The command as a service starts it: standard output is a pipe."""
    port = free_port
    command = [sys.executable, "-m", "handreader", "serve", "--port", str(port), *request.param]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    environment.pop("PYTHONUNBUFFERED", None)
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert running.stdout is not None
        yield port, [running.stdout.readline()]
    finally:
        running.terminate()
        running.wait(20)
        assert running.stdout is not None
        running.stdout.close()


@pytest.mark.thorough
def test_the_address_is_printed_before_anything_is_asked(service: tuple[int, list[str]]) -> None:
    port, (first,) = service
    assert str(port) in first
    assert is_healthy(port)
