"""Time of the commands as whole processes, against bare imports of numpy, OpenCV, onnxruntime.

    python benchmarks/commands.py [PHOTO] [--runs 9]

Every round runs each command once, so that a busy moment of the computer meets all of them. The
photo (default: the example) is scaled to 12 megapixels. The script prints wall time and processor
time (user and system): medians, and both as multiples of those of the imports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))
from recognition import resize_photo

ROOT = Path(__file__).parents[1]
IMPORTS = "imports"


@dataclass(frozen=True, slots=True)
class RunTimes:
    """Seconds of one process: of the clock and of the processor."""

    wall: float
    processor: float


def measure_run(command: Sequence[str]) -> RunTimes:
    """Run a command to its end.

    Raises:
        RuntimeError: it failed.
    """
    # compiled modules are kept, as they are where the package is installed
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}")
    return RunTimes(wall, usage.ru_utime + usage.ru_stime)


def measure_rounds(
    commands: Mapping[str, Sequence[str]], rounds: int
) -> dict[str, tuple[RunTimes, ...]]:
    """Run all commands in turn, after one round that is not measured."""
    measured: dict[str, tuple[RunTimes, ...]] = dict.fromkeys(commands, ())
    for number in range(rounds + 1):
        for name, command in commands.items():
            times = measure_run(command)
            if number:
                measured[name] += (times,)
    return measured


def table(measured: Mapping[str, Sequence[RunTimes]]) -> list[str]:
    """Return a line for each command: medians, and their multiples of those of the imports."""
    lines = [f"{'':9} {'wall':>9} {'ratio':>6} {'processor':>11} {'ratio':>6}"]
    base = measured[IMPORTS]
    for name, runs in measured.items():
        wall, processor = (median(getattr(one, key) for one in runs) for key in _KEYS)
        of_wall, of_processor = (median(getattr(one, key) for one in base) for key in _KEYS)
        lines.append(
            f"{name:9} {wall:7.2f} s {wall / of_wall:5.2f}x "
            f"{processor:9.2f} s {processor / of_processor:5.2f}x"
        )
    return lines


_KEYS = ("wall", "processor")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    example = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
    parser.add_argument("photo", type=Path, nargs="?", default=example)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    ours = [sys.executable, "-m", "handreader"]
    with tempfile.TemporaryDirectory() as folder:
        photo = resize_photo(options.photo, 12, Path(folder))
        commands = {
            IMPORTS: [sys.executable, "-c", "import numpy, cv2, onnxruntime"],
            "--help": [*ours, "--help"],
            "--version": [*ours, "--version"],
            "read": [*ours, "read", str(photo), "--json"],
        }
        print("\n".join(table(measure_rounds(commands, options.runs))))
    print(f"load of the last minute {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
