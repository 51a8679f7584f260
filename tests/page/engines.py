"""Firefox and WebKitGTK as Debian has them, each by the protocol that it brings with it.

Firefox speaks Marionette, WebKit's driver the same commands over HTTP (W3C WebDriver). A page gets
scripts and files alone, so that no library is needed that knows both.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver names an element."""
START = 60.0  # seconds
PATIENCE = 180.0  # seconds: nets and Python start in a minute while others use the computer


class Driver(Protocol):
    """Sends a command of WebDriver, and returns its value."""

    def command(self, name: str, fields: Mapping[str, object]) -> Any: ...


@dataclass(frozen=True, slots=True)
class Tab:
    """The page in a browser: commands that both browsers know."""

    driver: Driver

    def open(self, address: str) -> None:
        self.driver.command("navigate", {"url": address})

    def reload(self) -> None:
        self.driver.command("refresh", {})

    def run(self, script: str, *given: object) -> Any:
        """Return what a script returns."""
        return self.driver.command("script", {"script": script, "args": list(given)})

    def write(self, text: object, selector: str, place: int = 0) -> None:
        """Write into the field of a form; or choose a file, which is written as its path."""
        script = "return document.querySelectorAll(arguments[0])[arguments[1]]"
        element = self.run(script, selector, place)[ELEMENT]
        self.driver.command("type", {"id": element, "text": str(text)})

    def tap(self, selector: str, text: str = "") -> None:
        """Click the first element with a text, once it is there and can be clicked."""
        selector = f"{selector}:not(:disabled)"
        self.wait(selector, text)
        self.run(f"{_FIND} found(...arguments).click()", selector, text)

    def wait(self, selector: str, text: str = "") -> None:
        """Wait for an element with a text.

        Raises:
            TimeoutError: there is none.
        """
        until = time.monotonic() + PATIENCE
        while not self.run(f"{_FIND} return found(...arguments) !== undefined", selector, text):
            if time.monotonic() > until:
                shown = self.run("return document.body.innerText.slice(0, 2000)")
                raise TimeoutError(f"no {selector} with {text!r} in:\n{shown}")
            time.sleep(0.1)


_FIND = """const found = (selector, text) => [...document.querySelectorAll(selector)]
  .find((one) => one.textContent.includes(text));"""


# Firefox.


class Marionette:
    """Firefox's own protocol: JSON after its length, over a socket."""

    _NAMES = {  # noqa: RUF012 - a table
        "navigate": "WebDriver:Navigate",
        "refresh": "WebDriver:Refresh",
        "script": "WebDriver:ExecuteScript",
        "type": "WebDriver:ElementSendKeys",
    }

    def __init__(self, port: int) -> None:
        self._socket = _connect(port)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._receive()  # its greeting
        self._send("WebDriver:NewSession", {"pageLoadStrategy": "normal"})

    def command(self, name: str, fields: Mapping[str, object]) -> Any:
        found = self._send(self._NAMES[name], fields)
        return found.get("value") if isinstance(found, dict) else found

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _send(self, name: str, fields: Mapping[str, object]) -> Any:
        self._number += 1
        body = json.dumps([0, self._number, name, fields]).encode()
        self._socket.sendall(f"{len(body)}:".encode() + body)
        _, number, error, value = self._receive()
        assert number == self._number
        if error is not None:
            raise RuntimeError(f"{name}: {error}")
        return value

    def _receive(self) -> Any:
        length = b""
        while (one := self._file.read(1)) != b":":
            assert one, "Firefox has closed the connection"
            length += one
        return json.loads(self._file.read(int(length)))


def _connect(port: int) -> socket.socket:
    until = time.monotonic() + START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Tab]:
    """A tab of Firefox with a profile of its own."""
    port = _free_port()
    folder.mkdir()
    (folder / "user.js").write_text(
        f'user_pref("marionette.port", {port});\nuser_pref("intl.accept_languages", "en");\n'
    )
    program = shutil.which("firefox-esr") or "firefox"
    command = [program, "--headless", "--marionette", "--profile", str(folder), "--no-remote"]
    with _running(command):
        driver = Marionette(port)
        try:
            yield Tab(driver)
        finally:
            driver.close()


# WebKitGTK.


class WebDriver:
    """A driver that speaks HTTP."""

    def __init__(self, port: int, capabilities: Mapping[str, object]) -> None:
        self._root = f"http://127.0.0.1:{port}"
        _connect(port).close()
        asked = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = self._post("session", asked)["sessionId"]

    def command(self, name: str, fields: Mapping[str, object]) -> Any:
        paths = {
            "navigate": "url",
            "refresh": "refresh",
            "script": "execute/sync",
            "type": f"element/{fields.get('id')}/value",
        }
        return self._post(f"session/{self._session}/{paths[name]}", fields)

    def close(self) -> None:
        request = urllib.request.Request(f"{self._root}/session/{self._session}", method="DELETE")
        with contextlib.suppress(OSError), urllib.request.urlopen(request, timeout=10):
            pass

    def _post(self, path: str, fields: Mapping[str, object]) -> Any:
        request = urllib.request.Request(
            f"{self._root}/{path}",
            json.dumps(fields).encode(),
            {"content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(f"{path}: {error.read().decode()}") from None


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Tab]:
    """A tab of WebKitGTK's small browser, which needs a screen: one of Xvfb."""
    port = _free_port()
    folder.mkdir()
    command = ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]
    with _running(command, {"HOME": str(folder), "LANG": "C.UTF-8"}):
        driver = WebDriver(port, {})
        try:
            yield Tab(driver)
        finally:
            driver.close()


@contextlib.contextmanager
def _running(command: list[str], environment: Mapping[str, str] | None = None) -> Iterator[None]:
    """A program with all that it starts, until the end."""
    whole = {**os.environ, **(environment or {})}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=whole, start_new_session=True, **quiet) as program:  # type: ignore[call-overload]
        try:
            yield
        finally:
            os.killpg(program.pid, signal.SIGTERM)
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
