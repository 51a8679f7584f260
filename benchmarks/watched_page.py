"""What `serve --watch` costs while a table lies still: nobody looks, one phone looks, four do.

    python benchmarks/watched_page.py [--seconds 30]

A rendered table of 1280 × 720 comes as a stream, 20 pictures a second, with the sensor's noise in
each; the server is a process of its own. Phones ask as the page does: where the game stands every
second, a picture half a second after the last. Linux alone; takes the extra `train`.
"""

from __future__ import annotations

import argparse
import http.client
import http.server
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from handreader.watch import profiles
from vision.camera import Frame
from vision.training.films import Film, Step, View, faces_of, walls_corners

FACES = Path(__file__).parents[1] / "datasets" / "faces"
RATE = 20.0
DISCARDS = ("5m", "2z", "9p", "1s", "7z", "3p", "8s", "4m", "6z", "9m", "2p", "1m")
HAND = tuple("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5z 5z".split())
HZ = os.sysconf("SC_CLK_TCK")


def pictures(view: View) -> list[bytes]:
    """The same table ten times, as JPEG: twelve discards and a hand that wins nothing."""
    script = [Step("discard", n % 4, (tile,), seconds=0.2) for n, tile in enumerate(DISCARDS)]
    script.append(Step("reveal", 2, HAND, seconds=0.4))
    frames = Film(tuple(script), faces_of(FACES, height=96), view).frames()
    last = [frame for frame in frames if isinstance(frame, Frame)][-1].pixels
    rng = np.random.default_rng(1)
    found = []
    for _ in range(10):
        noisy = last + rng.normal(0, 2, last.shape)
        pixels = np.clip(noisy, 0, 255).astype(np.uint8)[:, :, ::-1]
        found.append(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())
    return found


def streamed(jpegs: list[bytes]) -> str:
    """URL of a stream of these pictures."""

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
    """Looks at the page until it is stopped."""

    def __init__(self, port: int) -> None:
        self._client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._client.request("GET", "/")
        answer = self._client.getresponse()
        answer.read()
        self._cookie = (answer.headers["set-cookie"] or "").split(";")[0]
        self.pictures, self.bytes, self.waited = 0, 0, 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def get(self, path: str) -> bytes:
        self._client.request("GET", path, headers={"cookie": self._cookie})
        return self._client.getresponse().read()

    def _look(self) -> None:
        due = 0.0
        while not self._stop.wait(0.5):
            if time.monotonic() >= due:
                due = time.monotonic() + 1.0
                self.get("/api/watch?since=none")
            before = time.monotonic()
            self.bytes += len(self.get("/api/watch/picture"))
            self.waited += time.monotonic() - before
            self.pictures += 1


def cpu(process: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HZ


def measured(process: int, seconds: float, phones: list[Phone]) -> None:
    """Prints what the server needs while so many phones look."""
    for phone in phones:
        phone.start()
    begun, used = time.monotonic(), cpu(process)
    time.sleep(seconds)
    share = (cpu(process) - used) / (time.monotonic() - begun)
    for phone in phones:
        phone.stop()
    line = f"{len(phones)} phones: {share:.1%} of a core"
    if phones:
        count = sum(phone.pictures for phone in phones)
        size = sum(phone.bytes for phone in phones) / count / 1000
        wait = sum(phone.waited for phone in phones) / count * 1000
        rate = count / len(phones) / seconds
        line += f", {rate:.1f} pictures a second each, {size:.0f} kB, {wait:.0f} ms"
    print(line, flush=True)


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="for each measurement")
    wanted = parser.parse_args()
    view = View(rate=1.0)
    url = streamed(pictures(view))
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        profiles.keep(profiles.Profile("table", view.size, walls_corners(view)))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "handreader", "serve", "--port", str(port)]
        command += ["--watch", url, "--table", "table", "--new", "--set", "none"]
        root = Path(__file__).parents[1]
        server = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)
        try:
            time.sleep(wanted.seconds)  # the table is read, then nothing changes
            for count in (0, 1, 4):
                measured(server.pid, wanted.seconds, [Phone(port) for _ in range(count)])
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
