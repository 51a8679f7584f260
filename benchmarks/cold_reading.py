"""Time from a new process to a photo read, beside the bare imports of the libraries for it.

    python benchmarks/cold_reading.py [--photo FILE] [--megapixels 12] [--runs 9] [--limit RATIO]

Both run in turn, each in a new process, with modules compiled as an installed copy has them. On a
computer with other work the medians of both grow, so their ratio is what counts. With a limit the
script fails above this ratio.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "datasets/examples/images/hand.jpg"
PROGRAMS = {
    "import handreader": "import handreader",
    "imports of libraries": "import numpy, cv2, onnxruntime",
    "reading": "import sys, handreader; handreader.Reader().read(sys.argv[1])",
}

_NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, each process would compile our modules anew, and no library's."""


def measure_process(program: str, photo: Path) -> tuple[float, float]:
    """Run a program; return the seconds that passed, and those of the processor."""
    environment = {name: value for name, value in os.environ.items() if name != _NOT_COMPILED}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-c", program, str(photo)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    passed, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_photo(source: Path, megapixels: float, file: Path) -> None:
    """Write a photo with as many megapixels."""
    from PIL import Image

    with Image.open(source) as picture:
        scale = (megapixels * 1e6 / (picture.width * picture.height)) ** 0.5
        size = round(picture.width * scale), round(picture.height * scale)
        picture.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(file, quality=92)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photo", type=Path, default=EXAMPLE)
    parser.add_argument("--megapixels", type=float, default=12)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--limit", type=float, help="of the ratio of the medians")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        write_photo(asked.photo, asked.megapixels, photo)
        runs = [
            {name: measure_process(program, photo) for name, program in PROGRAMS.items()}
            for _ in range(asked.runs + 1)
        ][1:]  # the first one compiles modules, and fills the system's cache of files
    medians = {}
    for name in PROGRAMS:
        seconds, processor = (sorted(run[name][i] for run in runs) for i in (0, 1))
        medians[name] = statistics.median(seconds)
        print(
            f"{name:21} median {medians[name]:5.2f} s   from {seconds[0]:5.2f} to "
            f"{seconds[-1]:5.2f} s   of the processor {statistics.median(processor):5.2f} s"
        )
    ratio = medians["reading"] / medians["imports of libraries"]
    print(f"reading takes {ratio:.1f} times the imports of libraries")
    print(f"load of the last minute {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    sys.exit(1 if asked.limit is not None and ratio > asked.limit else 0)


if __name__ == "__main__":
    main()
