"""Load test of `handreader serve`: clients upload photos while others watch a game.

    python benchmarks/serving.py [--photos 50] [--clients 4] [--watchers 4]
    python benchmarks/serving.py --clients 12 --pause 20 --seconds 120       as at a club

The script starts its own server on this computer (127.0.0.1, games in a temporary folder). Each
client uploads its photos one after the other (our rendered examples), has each hand scored as the
page does, and records a deal for each. `--pause` is the mean time from an answer to the next photo
of the same client; it varies by half. Meanwhile watchers poll the game as phones do. The script
prints response times (photo and score together), how many photos later ones overtook, lost
requests, and the server's memory and processor time. A busy response is retried, as a user of the
page would do.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
PHOTOS = sorted((ROOT / "datasets" / "examples" / "images").glob("*.jpg"))
PLAYERS = ["Anna", "Bo", "Carla", "Dario"]
PATIENCE = 60.0  # seconds for one photo, busy answers included; then it counts as lost
EVALUATION = {"do": "evaluate", "photo": "hand", "rules": "mcr", "answers": {}, "facts": {}}
AT_ONCE = 0.2  # seconds within which photos have no order: their uploads overlap
WATCH_EVERY = 1.0  # seconds; four times as often as the page


class Client:
    """An HTTP client in the role of a browser at the table."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        _, headers, _ = self._request("GET", "/", None, {})
        self._cookie = headers["set-cookie"].partition(";")[0]

    def photo(self, content: bytes) -> tuple[int, bytes]:
        """Have a photo read and its hand scored, as the page does; return the second answer."""
        headers = {"content-type": "application/octet-stream", "cookie": self._cookie}
        status, _, body = self._request("POST", "/api/tiles", content, headers)
        if status != 200:
            return status, body
        asked = {**EVALUATION, **json.loads(body)}
        headers = {"content-type": "application/json", "cookie": self._cookie}
        status, _, body = self._request("POST", "/api/answer", json.dumps(asked).encode(), headers)
        return status, body

    def get(self, path: str) -> dict[str, object]:
        return self._json("GET", path, None)

    def post(self, path: str, value: object) -> dict[str, object]:
        return self._json("POST", path, json.dumps(value).encode())

    def _json(self, method: str, path: str, body: bytes | None) -> dict[str, object]:
        headers = {"content-type": "application/json", "cookie": self._cookie}
        status, _, content = self._request(method, path, body, headers)
        return {"status": status, **json.loads(content)}

    def _request(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        try:
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            # the server closes an idle connection during a pause: a browser opens another one
            self._line.close()
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()


class LoadTally:
    """Counts and times from all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.photo_seconds: list[float] = []
        self.photo_spans: list[tuple[float, float]] = []  # when it was sent, when answered
        self.watch_seconds: list[float] = []
        self.lost: list[str] = []
        self.busy = 0
        self.recorded: list[int] = []


@dataclass(frozen=True, slots=True)
class Load:
    """What the clients do.

    Attributes:
        clients, watchers: number of phones that send photos, and that only look.
        photos: of each client, at most.
        pause: mean seconds between a client's photos.
        seconds: after which no client sends another photo.
    """

    clients: int
    watchers: int
    photos: int
    pause: float
    seconds: float


def run_phone(work: Callable[[], None], tally: LoadTally) -> None:
    """Run a phone's work; a phone that fails is a loss, never a shorter test."""
    try:
        work()
    except Exception as error:
        with tally.lock:
            tally.lost.append(f"a phone: {error!r}")


def upload(port: int, game: str, load: Load, seed: int, tally: LoadTally) -> None:
    """Upload photos; record a deal of the game for each answer."""
    client = Client(port)
    contents = [path.read_bytes() for path in PHOTOS]
    pauses = random.Random(seed)
    end = time.perf_counter() + load.seconds
    time.sleep(pauses.uniform(0, load.pause))
    for number in range(load.photos):
        if number:
            time.sleep(load.pause * pauses.uniform(0.5, 1.5))
        began = time.perf_counter()
        if began > end:
            return
        status, body = client.photo(contents[(seed + number) % len(contents)])
        while status in (429, 503) and time.perf_counter() - began < PATIENCE:
            with tally.lock:
                tally.busy += 1
            time.sleep(0.2)
            status, body = client.photo(contents[(seed + number) % len(contents)])
        took = time.perf_counter() - began
        with tally.lock:
            tally.photo_seconds.append(took)
            tally.photo_spans.append((began, began + took))
            if status != 200 or not json.loads(body)["reading"]["tiles"]:
                tally.lost.append(f"photo {seed}.{number}: {status} {body[:200]!r}")
        record(client, game, tally)


def record(client: Client, game: str, tally: LoadTally) -> None:
    """Record a false win (it ends no hand, so the game never ends) under the next number."""
    happened = {"ended": {"type": "false_win", "seat": "E"}}
    for _ in range(50):
        told = client.get(f"/api/games/{game}")
        number = told["next"]
        answer = client.post(f"/api/games/{game}/entries", {"number": number, "happened": happened})
        if answer["status"] == 200:
            assert isinstance(number, int)
            with tally.lock:
                tally.recorded.append(number)
            return
    with tally.lock:
        tally.lost.append("a deal: never the first to record it")


def poll_game(port: int, game: str, tally: LoadTally, done: threading.Event) -> None:
    """Poll the game, like an idle phone on the table."""
    client = Client(port)
    revision = -1
    while not done.wait(WATCH_EVERY):
        began = time.perf_counter()
        told = client.get(f"/api/games/{game}?since={revision}")
        with tally.lock:
            tally.watch_seconds.append(time.perf_counter() - began)
            if told["status"] != 200:
                tally.lost.append(f"a look: {told}")
        if not told.get("unchanged"):
            found = told["revision"]
            assert isinstance(found, int)
            revision = found


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_load(port: int, pid: int, load: Load) -> LoadTally:
    """Run the load; print memory and processor time."""
    first = Client(port)
    told = first.post("/api/games", {"players": PLAYERS, "rules": "mcr"})
    game = str(told["id"])
    for content in PHOTOS:  # load the nets, fill the caches
        first.photo(content.read_bytes())
    print(f"memory after the first photos  {memory(pid):7.0f} MB")
    tally, done = LoadTally(), threading.Event()
    busy, began = processor_seconds(pid), time.perf_counter()
    looking = [
        threading.Thread(
            target=run_phone, args=(partial(poll_game, port, game, tally, done), tally)
        )
        for _ in range(load.watchers)
    ]
    sending = [
        threading.Thread(
            target=run_phone, args=(partial(upload, port, game, load, seed, tally), tally)
        )
        for seed in range(load.clients)
    ]
    for thread in (*looking, *sending):
        thread.start()
    most = 0.0
    while any(thread.is_alive() for thread in sending):
        time.sleep(0.5)
        most = max(most, memory(pid))
    took, busy = time.perf_counter() - began, processor_seconds(pid) - busy
    done.set()
    for thread in (*sending, *looking):
        thread.join()
    print(f"memory, the most of it         {most:7.0f} MB")
    print(f"memory at the end              {memory(pid):7.0f} MB")
    photos = max(1, len(tally.photo_seconds))
    print(f"processors in use {busy / took:.2f}, processor time a photo {busy / photos:.2f} s")
    entries = Client(port).get(f"/api/games/{game}")["entries"]
    assert isinstance(entries, list)
    kept = {entry["number"] for entry in entries}
    tally.lost += [f"deal {number}" for number in tally.recorded if number not in kept]
    if len(kept) != len(tally.recorded):
        tally.lost.append(f"{len(kept)} deals kept, {len(tally.recorded)} confirmed")
    return tally


def overtakings(spans: list[tuple[float, float]]) -> list[int]:
    """Return by how many photos that were sent `AT_ONCE` seconds later each photo was overtaken.

    >>> overtakings([(0, 5), (0.1, 1), (1, 3), (2, 4), (3, 6)])
    [2, 0, 0, 0, 0]
    """
    return [
        sum(other > sent + AT_ONCE and end < answered for other, end in spans)
        for sent, answered in spans
    ]


def percentile(seconds: list[float], percent: int) -> float:
    """Return the time within which a percentage of requests was answered."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[percent - 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=50, help="of each client")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--watchers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=0.0, help="mean, between a client's photos")
    parser.add_argument("--seconds", type=float, help="in place of --photos")
    asked = parser.parse_args()
    load = Load(
        asked.clients,
        asked.watchers,
        asked.photos if asked.seconds is None else sys.maxsize,
        asked.pause,
        math.inf if asked.seconds is None else asked.seconds,
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        serve = ["-m", "handreader", "serve", "--port", str(port)]
        serve += ["--database", f"sqlite:///{folder}/games.sqlite"]
        server = subprocess.Popen([sys.executable, *serve], cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            for _ in range(300):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            began = time.perf_counter()
            tally = measure_load(port, server.pid, load)
            took = time.perf_counter() - began
        finally:
            server.terminate()
            server.wait(30)
    for name, seconds in (("a photo", tally.photo_seconds), ("a look", tally.watch_seconds)):
        print(
            f"{name:8} {len(seconds):5} times   p50 {percentile(seconds, 50):6.2f} s   "
            f"p95 {percentile(seconds, 95):6.2f} s   worst {max(seconds):6.2f} s"
        )
    passed = overtakings(tally.photo_spans)
    print(f"overtaken {sum(map(bool, passed))} of {len(passed)} photos, by {max(passed)} at most")
    print(f"{len(tally.recorded)} deals recorded, busy {tally.busy} times, {took:.0f} s in all")
    print(f"lost: {len(tally.lost)}")
    for line in tally.lost[:10]:
        print(" ", line)
    sys.exit(1 if tally.lost else 0)


if __name__ == "__main__":
    main()
