"""Measure the load of `serve --watch` on a still table with no, one and four phones.

    python benchmarks/watched_page.py [--seconds 30]

The camera is a stream of a rendered table, 1280 × 720 with sensor noise, 20 pictures a second. The
server is a separate process. Phones poll as the page does: each asks for news since its last
answer. Linux only; needs the extra `train`.

    --against FOLDER     another checkout, measured alternately with this one
"""

from __future__ import annotations

import argparse
import http.client
import http.server
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from handreader.watch import table_profile
from simulation.films import CameraView, Film, faces_by_kind, wall_corners
from simulation.script import Step
from vision.cameras.camera import Frame

FACES = Path(__file__).parents[1] / "datasets" / "faces"
RATE = 20.0
DISCARDS = ("5m", "2z", "9p", "1s", "7z", "3p", "8s", "4m", "6z", "9m", "2p", "1m")
HAND = tuple("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5z 5z".split())
HZ = os.sysconf("SC_CLK_TCK")


def pictures(view: CameraView) -> list[bytes]:
    """Render the same table ten times, as JPEG: twelve discards and a hand that wins nothing."""
    script = [Step("discard", n % 4, (tile,), seconds=0.2) for n, tile in enumerate(DISCARDS)]
    script.append(Step("reveal", 2, HAND, seconds=0.4))
    frames = Film(tuple(script), faces_by_kind(FACES, height=96), view).frames()
    last = [frame for frame in frames if isinstance(frame, Frame)][-1].pixels
    rng = np.random.default_rng(1)
    found = []
    for _ in range(10):
        noisy = last + rng.normal(0, 2, last.shape)
        pixels = np.clip(noisy, 0, 255).astype(np.uint8)[:, :, ::-1]
        found.append(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())
    return found


def serve_stream(jpegs: list[bytes]) -> str:
    """Serve these pictures as a stream; return its URL."""

    class Stream(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            number = 0
            while True:
                jpeg = jpegs[number % len(jpegs)]
                head = f"--frame\r\ncontent-type: image/jpeg\r\ncontent-length: {len(jpeg)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + jpeg + b"\r\n")
                except OSError:
                    return
                number += 1
                time.sleep(1 / RATE)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/table.mjpg"


class Phone:
    """A client that polls the page's events and pictures until it is stopped."""

    def __init__(self, port: int) -> None:
        self._port = port
        client = self._client()
        client.request("GET", "/")
        self._cookie = (client.getresponse().headers["set-cookie"] or "").split(";")[0]
        self.pictures, self.bytes, self.seconds = 0, 0, 0.0
        self._stop = threading.Event()
        looks = (self._poll, self._fetch_pictures)
        self._threads = [
            threading.Thread(target=self._run_until_stop, args=(look,), daemon=True)
            for look in looks
        ]

    def start(self) -> None:
        self._begun = time.monotonic()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        self.seconds = time.monotonic() - self._begun

    def _run_until_stop(self, look: Callable[[], None]) -> None:
        try:
            look()
        except (OSError, http.client.HTTPException):
            if not self._stop.is_set():  # else the server was stopped during a request
                raise

    def _client(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)

    def _poll(self) -> None:
        client, revision = self._client(), "none"
        waits = False  # whether this server holds a request until there is news
        while not self._stop.wait(0.25 if waits else 1.0):
            before = time.monotonic()
            client.request("GET", f"/api/watch?since={revision}", headers={"cookie": self._cookie})
            told = json.loads(client.getresponse().read())
            waits = waits or ("unchanged" in told and time.monotonic() - before > 2)
            revision = told.get("revision", revision)

    def _fetch_pictures(self) -> None:
        client, tag = self._client(), ""
        while not self._stop.wait(0.5):
            since = f"?since={tag}" if tag else ""
            client.request("GET", f"/api/watch/picture{since}", headers={"cookie": self._cookie})
            answer = client.getresponse()
            content = answer.read()
            tag = answer.headers.get("x-picture") or tag
            self.bytes += len(content)
            self.pictures += bool(content)


def cpu(process: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HZ


class Server:
    """A process `serve --watch` of a checkout, connected to the stream."""

    def __init__(self, root: Path, url: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        command = [sys.executable, "-m", "handreader", "serve", "--port", str(self._port)]
        command += ["--watch", url, "--table", "table", "--new", "--set", "none"]
        command += ["--game", f"game-{self._port}"]
        self._process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def measure(self, name: str, phones: int, seconds: float) -> float:
        """Print and return the share of a core that it uses while so many phones poll."""
        there = [Phone(self._port) for _ in range(phones)]
        for phone in there:
            phone.start()
        begun, used = time.monotonic(), cpu(self._process.pid)
        time.sleep(seconds)
        share = (cpu(self._process.pid) - used) / (time.monotonic() - begun)
        for phone in there:
            phone.stop()
        rate = sum(phone.pictures / phone.seconds for phone in there) / max(1, phones)
        size = sum(phone.bytes / phone.seconds for phone in there) / 1000 / max(1, phones)
        line = f"{name}, {phones} phones: {share:.1%} of a core"
        print(f"{line}; {rate:.2f} pictures and {size:.0f} kB a second each", flush=True)
        return share


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=1, help="of all measurements")
    parser.add_argument("--against", type=Path, help="another checkout")
    arguments = parser.parse_args()
    view = CameraView(rate=1.0)
    url = serve_stream(pictures(view))
    roots = {"here": Path(__file__).parents[1]}
    if arguments.against is not None:
        roots["there"] = arguments.against.absolute()
    found: dict[tuple[str, int], list[float]] = {}
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        table_profile.save_profile(table_profile.Profile("table", view.size, wall_corners(view)))
        servers = {name: Server(root, url) for name, root in roots.items()}
        try:
            time.sleep(2 * arguments.seconds)  # the table is read, then nothing changes
            for _ in range(arguments.rounds):
                for phones in (0, 1, 4):
                    for name, server in servers.items():
                        share = server.measure(name, phones, arguments.seconds)
                        found.setdefault((name, phones), []).append(share)
        finally:
            for server in servers.values():
                server.stop()
    for (name, phones), shares in sorted(found.items()):
        median = statistics.median(shares)
        print(f"{name}, {phones} phones: median {median:.1%} of a core in {len(shares)} rounds")


if __name__ == "__main__":
    main()
