"""Seconds and memory of reading a photo: the whole process, and once running.

    python benchmarks/recognition.py [PHOTO] [--weights FOLDER]

The photo (default: the example) is enlarged or reduced to 1, 4 and 12 megapixels, since the time
to open a JPEG grows with it. Whole-process figures come from new processes; peak memory is the
highest resident set of such a process.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

MEGAPIXELS = (1, 4, 12)


def resized(photo: Path, megapixels: int, folder: Path) -> Path:
    """The photo with about that many megapixels, as a JPEG in `folder`."""
    from PIL import Image

    with Image.open(photo) as picture:
        scale = (megapixels * 1e6 / (picture.width * picture.height)) ** 0.5
        size = (round(picture.width * scale), round(picture.height * scale))
        target = folder / f"{megapixels}-megapixels.jpg"
        picture.resize(size, Image.Resampling.LANCZOS).save(target, quality=90)
    return target


def whole_process(photo: Path, weights: list[str]) -> tuple[float, float]:
    """Seconds and peak MB of `handreader read PHOTO --json` as a new process."""
    command = [sys.executable, "-m", "handreader", "read", str(photo), "--json", *weights]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command)} ended with status {status}")
    return seconds, usage.ru_maxrss / 1024


def once_running(photo: Path, weights: Path | None, runs: int) -> float:
    """Median seconds to open and read the photo in a process that has read one already."""
    from vision import Settings, read
    from vision.photo import open_photo

    settings = Settings(weights=weights)
    read(open_photo(photo), settings)
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        read(open_photo(photo), settings)
        times.append(time.perf_counter() - start)
    return median(times)


def help_screen(runs: int) -> float:
    """Median seconds of `handreader --help`."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        command = [sys.executable, "-m", "handreader", "--help"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return median(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "photo", type=Path, nargs="?", default=Path("datasets/examples/images/hand.jpg")
    )
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    extra = ["--weights", str(options.weights)] if options.weights else []
    sys.path.insert(0, str(Path(__file__).parents[1]))
    print(f"handreader --help: {help_screen(options.runs):.2f} s")
    print("megapixels   whole process   once running   peak memory")
    with tempfile.TemporaryDirectory() as folder:
        for megapixels in MEGAPIXELS:
            photo = resized(options.photo, megapixels, Path(folder))
            cold = [whole_process(photo, extra) for _ in range(options.runs)]
            seconds, memory = median(c[0] for c in cold), max(c[1] for c in cold)
            warm = once_running(photo, options.weights, options.runs)
            print(f"{megapixels:>10} {seconds:>13.2f} s {warm:>12.2f} s {memory:>10.0f} MB")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"(this process, all sizes: {own:.0f} MB)")


if __name__ == "__main__":
    main()
