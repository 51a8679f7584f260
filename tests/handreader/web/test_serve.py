"""`handreader serve`: where it listens, its certificate, its join codes, a real request."""

from __future__ import annotations

import http.client
import socket
import ssl
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import uvicorn

from handreader import doctor
from handreader.options import PageOptions
from handreader.web import server as serving
from scoring.installation import this_installation
from tests.handreader.cli.calling import call
from vision import Reader


def test_a_join_code_is_replaced_once_it_is_used() -> None:
    messages: list[str] = []
    host = serving.JoinLinks("http://192.168.1.5:8460", messages.append)
    host.print_link()
    assert "http://192.168.1.5:8460/join?t=" in messages[0]
    assert "█" in messages[0]
    token = messages[0].split("?t=")[1].split()[0]
    guest = host.invite()
    assert guest["svg"].startswith("data:image/svg+xml")
    host.door.join(guest["url"].split("?t=")[1])
    assert len(messages) == 1  # an invitation from the page changes nothing in the terminal
    host.door.join(token)
    assert len(messages) == 3
    assert token not in messages[2]


def test_a_port_in_use_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = call("serve", "--port", str(port))
    assert result.exit_code == 1
    assert f"127.0.0.1:{port}" in result.stderr
    assert "--port" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "handreader.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    import handreader.web

    monkeypatch.delattr(handreader.web, "serve", raising=False)
    result = call("serve")
    assert result.exit_code == 1
    assert this_installation().add_extra("web") in result.stderr


@pytest.mark.parametrize("https", [False, True])
def test_it_listens_to_this_computer_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, https: bool
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(doctor, "PAGE", tmp_path / "index.html")  # a checkout without the page
    servers: list[uvicorn.Server] = []
    made = uvicorn.Server

    def server(config: uvicorn.Config) -> uvicorn.Server:
        servers.append(made(config))
        return servers[-1]

    monkeypatch.setattr(uvicorn, "Server", server)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    messages: list[str] = []
    page = PageOptions(https=https, port=port)
    thread = threading.Thread(target=serving.serve, args=(page, Reader, messages.append))
    thread.start()
    try:
        for _ in range(200):
            if servers and servers[0].started:
                break
            time.sleep(0.05)
        bound = {sock.getsockname()[0] for one in servers[0].servers for sock in one.sockets}
        assert bound == {"127.0.0.1"}
        client: http.client.HTTPConnection
        if https:
            unchecked = ssl.create_default_context()
            unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
            client = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=unchecked)
        else:
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        client.request("GET", "/")
        answer = client.getresponse()
        assert answer.status == 200
        assert ("Secure" in (answer.headers["set-cookie"] or "")) is https
        assert "server" not in answer.headers
        assert b"handreader" in answer.read()
        client.close()
    finally:
        if servers:
            servers[0].should_exit = True
        thread.join(10)
    assert not thread.is_alive()
    assert f"127.0.0.1:{port}" in messages[0]
    assert any(" page" in line and "make" in line for line in messages[1:])


@pytest.mark.parametrize("database", ["mysql://root@localhost/x", "games.sqlite"])
def test_a_database_that_cannot_be_used_is_one_line(database: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    result = call("serve", "--port", port, "--database", database)
    assert result.exit_code == 1
    assert "sqlite:///FILE" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_faces_and_page_are_in_the_wheel() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"]["datasets/faces/classic"] == "handreader/web/faces"
