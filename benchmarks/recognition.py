"""Measure seconds and memory of reading a photo, beside PyPI's `mahjong-detector`.

    python benchmarks/recognition.py [PHOTO] [--weights FOLDER] [--runs 5]
    python benchmarks/recognition.py --labelled FOLDER... --beside PYTHON

The photo (default: the example) is scaled to 1, 4 and 12 megapixels, since the time to open a JPEG
grows with its size. Whole-process figures are those of new processes and include all imports. Peak
memory is the highest resident set of such a process.

With `--labelled`, both readers also read every photo of these folders once (the format is that of
`handreader evaluate`). Tiles right, photos perfect and extra boxes are counted in the same way for
both. The seconds are the median in one running process. `--beside` is a Python with
`pip install mahjong-detector==0.0.6` (by default this one). Without the package only handreader is
measured. mahjong-detector knows 34 kinds, so it can be right on no red five and no flower.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
MEGAPIXELS = (1, 4, 12)
OURS, OTHER = "handreader", "mahjong-detector"
_THEIR_NAMES = {
    **{"tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z"},
    **{"haku": "5z", "hatsu": "6z", "chun": "7z"},
}


@dataclass(frozen=True, slots=True)
class Reader:
    """One of the two readers: its name, its Python, and further arguments for ours."""

    name: str
    python: str
    extra: tuple[str, ...] = ()

    def command(self, photo: Path) -> list[str]:
        """Return the command line that reads one photo, as a user would type it."""
        if self.name == OTHER:
            return [self.python, "-m", "mahjong_detector", str(photo)]
        return [self.python, "-m", "handreader", "read", str(photo), "--json", *self.extra]


def resize_photo(photo: Path, megapixels: int, folder: Path) -> Path:
    """Write the photo with about that many megapixels as a JPEG in `folder`."""
    from PIL import Image

    with Image.open(photo) as picture:
        scale = (megapixels * 1e6 / (picture.width * picture.height)) ** 0.5
        size = (round(picture.width * scale), round(picture.height * scale))
        target = folder / f"{megapixels}-megapixels.jpg"
        picture.resize(size, Image.Resampling.LANCZOS).save(target, quality=90)
    return target


def whole_process(command: list[str]) -> tuple[float, float]:
    """Measure seconds and peak MB of a new process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command)} ended with status {status}")
    return seconds, usage.ru_maxrss / 1024


def run_reader(reader: Reader, photos: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield a running reader's answer for each photo: `seconds`, `peak_mb`, `tiles`."""
    command = [reader.python, str(Path(__file__).resolve()), "--worker", reader.name, *reader.extra]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as worker:
        assert worker.stdin is not None and worker.stdout is not None  # both are pipes
        for photo in photos:
            worker.stdin.write(f"{photo.resolve()}\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
            if not line:
                raise SystemExit(f"{reader.name} ended while it read {photo}")
            yield json.loads(line)


def run_worker(name: str, weights: Path | None) -> None:
    """Read the photos named on standard input, one answer a line; runs in the reader's Python."""
    tiles_of = _their_tiles if name == OTHER else _our_tiles(weights)
    for line in sys.stdin:
        start = time.perf_counter()
        tiles = tiles_of(line.rstrip("\n"))
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"seconds": seconds, "peak_mb": peak, "tiles": tiles}), flush=True)


def _their_tiles(photo: str) -> list[Any]:
    """Return kind, confidence and corners of every tile that the other reader finds."""
    from mahjong_detector import CLASS_NAMES, predict, preprocess_image
    from PIL import Image, ImageOps

    with Image.open(photo) as opened:
        picture = ImageOps.exif_transpose(opened)
        found = predict(*preprocess_image(picture))
    return [
        (
            _THEIR_NAMES.get(CLASS_NAMES[d.class_id], CLASS_NAMES[d.class_id]),
            float(d.confidence),
            [[int(x), int(y)] for x, y in ((d.x1, d.y1), (d.x2, d.y1), (d.x2, d.y2), (d.x1, d.y2))],
        )
        for d in found
    ]


def _our_tiles(weights: Path | None) -> Any:
    """Return a function like `_their_tiles`; Any: the two run in different environments."""
    sys.path.insert(0, str(ROOT))
    from vision import Reader
    from vision.photo import open_photo

    reader = Reader(weights)

    def tiles(photo: str) -> list[Any]:
        found = reader.find_tiles(open_photo(Path(photo)))
        return [(tile.kind, tile.confidence, tile.quad) for tile in found]

    return tiles


def tally_answers(photos: Sequence[Any], answers: Iterable[dict[str, Any]]) -> tuple[Any, float]:
    """Tally the answers on labelled photos (`vision.evaluation`); return also the peak MB."""
    from vision.evaluation.metrics import compute_metrics
    from vision.evaluation.outcomes import match_labels
    from vision.seen_tile import SeenTile

    results, peak = [], 0.0
    for photo, answer in zip(photos, answers, strict=True):
        tiles = [
            SeenTile(number, tuple((x, y) for x, y in quad), ((kind, share),), oriented=False)
            for number, (kind, share, quad) in enumerate(answer["tiles"])
        ]
        results.append(match_labels(photo, _Seen(tiles), answer["seconds"]))
        peak = max(peak, answer["peak_mb"])
    return compute_metrics(results), peak


@dataclass(frozen=True, slots=True)
class _Seen:
    """A reading without rows, since only the output of both readers is compared."""

    tiles: list[Any]
    rows: tuple[tuple[int, ...], ...] = ()
    turned_ids: tuple[int, ...] = ()


def _readers(options: argparse.Namespace) -> list[Reader]:
    extra = ("--weights", str(options.weights.resolve())) if options.weights else ()
    ours = Reader(OURS, sys.executable, extra)
    asked = [options.beside, "-c", "import mahjong_detector"]
    if subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode:
        print(f"{OTHER} is not installed in {options.beside}: only ours is measured")
        return [ours]
    return [ours, Reader(OTHER, options.beside)]


def times(photo: Path, readers: Sequence[Reader], runs: int) -> None:
    """Print seconds and memory at several sizes."""
    print(f"{'reader':<17} megapixels   whole process   once running   peak memory")
    with tempfile.TemporaryDirectory() as folder:
        for megapixels in MEGAPIXELS:
            picture = resize_photo(photo, megapixels, Path(folder))
            for reader in readers:
                cold = [whole_process(reader.command(picture)) for _ in range(runs)]
                seconds, memory = median(c[0] for c in cold), max(c[1] for c in cold)
                warm = [a["seconds"] for a in run_reader(reader, [picture] * (runs + 1))][1:]
                print(
                    f"{reader.name:<17} {megapixels:>10} {seconds:>13.2f} s "
                    f"{median(warm):>12.2f} s {memory:>10.0f} MB",
                    flush=True,
                )


def accuracy(folders: Sequence[Path], readers: Sequence[Reader]) -> None:
    """Print each reader's accuracy on labelled photos."""
    from vision.evaluation.labels import find_datasets, is_photo_folder, load_labelled_photos

    print(f"{'reader':<17} tiles right          photos perfect   extra   s a photo   peak memory")
    for folder in (found for given in folders for found in find_datasets(given)):
        if not is_photo_folder(folder):
            continue
        photos = load_labelled_photos(folder)
        print(f"{folder.name}: {len(photos)} photos")
        for reader in readers:
            found, peak = tally_answers(
                photos, run_reader(reader, [photo.path for photo in photos])
            )
            right = f"{found.all.right} of {found.all.tiles}"
            share = f"({found.all.right / found.all.tiles:.1%})" if found.all.tiles else ""
            whole = f"{found.perfect} of {found.photos}"
            print(
                f"{reader.name:<17} {right:<12} {share:<7} {whole:>15} {found.extra:>7} "
                f"{found.seconds_median:>10.2f} {peak:>10.0f} MB",
                flush=True,
            )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    example = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
    parser.add_argument("photo", type=Path, nargs="?", default=example)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--labelled", type=Path, nargs="+", metavar="FOLDER", help="accuracy too")
    parser.add_argument("--beside", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--worker", choices=(OURS, OTHER), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        run_worker(options.worker, options.weights)
        return
    sys.path.insert(0, str(ROOT))
    readers = _readers(options)
    if options.labelled:
        accuracy(options.labelled, readers)
        return
    times(options.photo, readers, options.runs)


if __name__ == "__main__":
    main()
