"""Measure the page without a server in chromium: bytes, seconds, and equality with Python.

    make page
    python benchmarks/browser.py [FOLDER or PHOTO ...] [--rules zung-jung]

Needs chromium, node, and the extra `browser`. The pictures of datasets/examples are read if
no others are named. Each is read by the page, on a screen of 390 x 844 pixels, and by Python. A box
is equal if its corners are (within 2 % of its diagonal); a name counts where either reader is at
least 60 % sure. Seconds are those of a clock, which other programs slow down, and those of the
processor, of all processes of the browser; the load of the computer is printed, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from page_memory import print_memory
from page_processor import processor_seconds

from handreader.web.browser_worker import answer
from tests.handreader.web.browsing import PHONE, browser
from tests.page.static_site import ROOT, SITE, read_draft, serve_site
from vision import Reader
from vision.photo import open_photo
from vision.seen_tile import SeenTile

EXAMPLES = ROOT / "datasets" / "examples" / "images"
PATIENCE = 300_000  # milliseconds
ANSWERED = ".total, .problem, .questions, .alert"
SURE = 0.6
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
QUALITY = 9
MOST_LARGE = 8
"""Photos that are enlarged to measure memory."""
_BROTLI = f"""const zlib = require("zlib"), fs = require("fs");
const params = {{ [zlib.constants.BROTLI_PARAM_QUALITY]: {QUALITY} }};
const size = (name) => zlib.brotliCompressSync(fs.readFileSync(name), {{ params }}).length;
console.log(JSON.stringify(process.argv.slice(1).map(size)));"""


def main() -> None:
    """Print bytes, seconds and differences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path, default=[EXAMPLES])
    parser.add_argument("--rules", default="zung-jung")
    options = parser.parse_args()
    photos = [photo for path in options.photos for photo in pictures(path)]
    print_sizes()
    print(f"load of the computer: {os.getloadavg()[0]:.1f}")
    with (
        tempfile.TemporaryDirectory() as folder,
        browser(f"--crash-dumps-dir={folder}") as chromium,
        serve_site(Path(folder)) as address,
    ):
        seen, times = read_in_page(chromium, address, photos, Watch(folder))
    median, most = np.percentile([one.clock for one in times], [50, 95])
    processor = np.median([one.processor for one in times])
    print(
        f"photo to answer, warm: median {median:.2f} s, 95 % {most:.2f} s; "
        f"of the processor {processor:.2f} s"
    )
    print_memory(photos[:MOST_LARGE])
    compare(photos, seen, options.rules)


def pictures(path: Path) -> list[Path]:
    """Return the picture, or the pictures in a folder."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix.lower() in PICTURES)


def print_sizes() -> None:
    """Print the compressed bytes of a first visit, by part."""
    files = sorted(path for path in SITE.rglob("*") if path.is_file())
    command = ["node", "-e", _BROTLI, *map(str, files)]
    sizes = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    parts: dict[str, int] = {}
    for path, size in zip(files, sizes, strict=True):
        part = part_of(path)
        parts[part] = parts.get(part, 0) + size
    print(f"first visit, kB (brotli {QUALITY}): {sum(sizes) / 1000:,.0f}")
    for part, size in sorted(parts.items(), key=lambda pair: -pair[1]):
        print(f"  {part:<24} {size / 1000:>8,.0f}")


def part_of(path: Path) -> str:
    """Return the part of the site that a file belongs to."""
    if "pyodide" in path.parent.name:
        return "Pyodide"
    if path.suffix == ".wasm":
        return "onnxruntime"
    if path.suffix == ".js":
        return "onnxruntime, its script" if path.name.startswith("reader") else "own JavaScript"
    known = {".onnx": "nets", ".zip": "Python", ".svg": "tile faces"}
    return known.get(path.suffix, "page, styles, icons")


@dataclass(frozen=True, slots=True)
class Seconds:
    """Seconds that passed, and those of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.1f} s, of the processor {self.processor:.1f} s"


class Watch:
    """Time since it was set.

    Args:
        mark: words of the browser's command line.
    """

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self.set()

    def set(self) -> None:
        self._processor, self._clock = processor_seconds(self._mark), time.perf_counter()

    def read(self) -> Seconds:
        clock = time.perf_counter() - self._clock
        return Seconds(clock, processor_seconds(self._mark) - self._processor)


def read_in_page(
    chromium: Any, address: str, photos: Sequence[Path], watch: Watch
) -> tuple[list[dict[str, Any]], list[Seconds]]:
    """Read photos in the page; print the seconds of its first and of a later, offline visit.

    Returns:
        the page's recognition of each photo, and the seconds from its choice to the answer.
    """
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    watch.set()
    page.goto(address)
    page.wait_for_selector("input[type=file]", state="attached")
    print(f"first visit: photo can be taken after {watch.read()}")
    choose(page, photos[0])
    print(f"first visit: first answer after {watch.read()}")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    seen, seconds = [], []
    for photo in photos:
        page.get_by_role("button", name="New hand").click()
        watch.set()
        choose(page, photo)
        seconds.append(watch.read())
        seen.append(read_draft(page)["recognition"])
    context.set_offline(True)
    watch.set()
    page.reload()
    page.get_by_role("button", name="New hand").click()
    choose(page, photos[0])
    print(f"later visit, offline: first answer after {watch.read()}")
    context.close()
    return seen, seconds


def choose(page: Any, photo: Path) -> None:
    """Choose a photo, and wait for its answer."""
    page.locator("input[type=file]").nth(1).set_input_files(photo)
    page.wait_for_selector(ANSWERED)


def compare(photos: Sequence[Path], seen: Sequence[dict[str, Any]], rules: str) -> None:
    """Print how many boxes, names and results of the page differ from Python's."""
    reader = Reader()
    count, boxes, names, results = 0, 0, 0, 0
    for path, found in zip(photos, seen, strict=True):
        photo = open_photo(path)
        tiles = reader.find_tiles(photo)
        count += len(tiles)
        others = tiles_in_photo(found, photo.width)
        pairs = match_boxes(tiles, others)
        boxes += len(tiles) + len(others) - 2 * len(pairs)
        names += sum(name_differs(tile, other) for tile, other in pairs)
        ours = [asdict(tile) for tile in tiles]
        size = {"width": photo.width, "height": photo.height}
        same = result(path, ours, size, rules) == result(path, others, size, rules)
        results += not same
        if not same or len(pairs) != len(tiles):
            print(f"  differs: {path.name}")
    print(
        f"{len(photos)} photos, {count} tiles; different: {boxes} boxes, {names} names, "
        f"{results} results (hand, questions, total)"
    )


def tiles_in_photo(found: dict[str, Any], width: int) -> list[dict[str, Any]]:
    """Return the tiles of the page in pixels of the photo: it scales wide ones down."""
    scale = width / found["width"]
    return [{**tile, "quad": (scale * np.array(tile["quad"])).tolist()} for tile in found["tiles"]]


def match_boxes(
    tiles: Sequence[SeenTile], found: Sequence[dict[str, Any]]
) -> list[tuple[SeenTile, dict[str, Any]]]:
    """Return the pairs of boxes with equal corners."""
    pairs, free = [], list(found)
    for tile in tiles:
        corners = np.array(tile.quad)
        near = 0.02 * float(np.linalg.norm(corners[0] - corners[2]))
        for other in free:
            turned = [np.roll(other["quad"], turn, axis=0) for turn in range(4)]
            if min(float(np.abs(quad - corners).max()) for quad in turned) < near:
                pairs.append((tile, other))
                free.remove(other)
                break
    return pairs


def name_differs(tile: SeenTile, other: dict[str, Any]) -> bool:
    """Return whether names differ of which either reader is sure."""
    kind, share = other["names"][0] if other["names"] else ("?", 0.0)
    return kind != tile.kind and max(share, tile.kind_probability) >= SURE


def result(path: Path, tiles: object, size: dict[str, int], rules: str) -> object:
    """Return the case record, the questions and the score of a photo's tiles."""
    request = {"do": "report", "lang": "en", "photo": path.name, "tiles": tiles, **size}
    found = json.loads(answer(json.dumps({**request, "rules": rules, "answers": {}})))
    reading = found["reading"]
    return reading["win"], [q["id"] for q in reading["questions"]], found["result"]


if __name__ == "__main__":
    main()
