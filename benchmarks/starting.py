"""Time from the command `handreader serve` to the page's first answer.

    python benchmarks/starting.py [--times 5] [--limit SECONDS]

Each start is of a new process on this computer, with its data in a temporary folder. The script
prints when the page was answered, how much processor time the process had used by then (what a
quiet computer would need), and when the API was ready. With a limit it fails above this median.
"""

from __future__ import annotations

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class StartTimes:
    """Seconds of one start: to the page, of the processor by then, and to the API."""

    page: float
    processor: float
    api: float


def measure_start(folder: Path) -> StartTimes:
    """Start the server once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    command = [sys.executable, "-m", "handreader", "serve", "--port", str(port)]
    began = time.perf_counter()
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        cookie = answer_of(port, "/", "", began)
        page, processor = time.perf_counter() - began, processor_seconds(server.pid)
        answer_of(port, "/api/home", cookie, began)
        return StartTimes(page, processor, time.perf_counter() - began)
    finally:
        server.terminate()
        server.wait(30)


def answer_of(port: int, path: str, cookie: str, began: float) -> str:
    """Ask until there is an answer; return the cookie that it sets, or "".

    Raises:
        RuntimeError: no good answer.
    """
    while time.perf_counter() - began < PATIENCE:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            line.request("GET", path, headers={"cookie": cookie} if cookie else {})
            answer = line.getresponse()
            answer.read()
        except OSError:
            time.sleep(0.01)
            continue
        finally:
            line.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return str(answer.headers.get("set-cookie", "")).partition(";")[0]
    raise RuntimeError(f"{path}: no answer in {PATIENCE:.0f} s")


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--limit", type=float, default=None, help="of the page's median, seconds")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        starts = [measure_start(Path(folder)) for _ in range(asked.times)]
    for name in ("page", "processor", "api"):
        seconds = [getattr(start, name) for start in starts]
        print(
            f"{name:9} median {statistics.median(seconds):5.2f} s   "
            f"from {min(seconds):5.2f} to {max(seconds):5.2f} s"
        )
    print(f"load of the last minute {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    middle = statistics.median(start.page for start in starts)
    sys.exit(1 if asked.limit is not None and middle > asked.limit else 0)


if __name__ == "__main__":
    main()
