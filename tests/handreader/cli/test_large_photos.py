"""Photos of up to 100 megapixels: read, or refused in one line, in a bounded memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytestmark = pytest.mark.thorough

EXAMPLE = Path(__file__).parents[3] / "datasets" / "examples" / "images" / "hand.jpg"
MOST = 700  # megabytes of the whole process
_MEASURE = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "handreader", *sys.argv[1:]])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=sys.stderr)
sys.exit(done.returncode)
"""


def measure(*words: str) -> tuple[int, str, int]:
    """Run the program; return its exit status, its output and its largest memory in megabytes."""
    run = [sys.executable, "-c", _MEASURE, *words]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    *_, peak = done.stderr.strip().splitlines()
    return done.returncode, done.stdout, int(peak)


@pytest.fixture(scope="module")
def example() -> Image.Image:
    with Image.open(EXAMPLE) as image:
        return image.convert("RGB")


@pytest.fixture(scope="module")
def tiles() -> list[tuple[str, float]]:
    """Kinds and left edges of the example's tiles, as it is."""
    _, out, _ = measure("read", str(EXAMPLE), "--json")
    return sorted((tile["kind"], tile["quad"][0][0]) for tile in json.loads(out)["tiles"])


def enlarge(image: Image.Image, megapixels: float) -> Image.Image:
    scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
    return image.resize((int(image.width * scale), int(image.height * scale)), Image.Resampling.BOX)


READ = [
    ("JPEG", 99.9, {"quality": 60}),
    ("JPEG", 99.9, {"quality": 60, "progressive": True}),
    ("PNG", 99.9, {"compress_level": 1}),
    ("GIF", 99.9, {}),
    ("TIFF", 99.9, {}),
    ("JPEG", 48, {"quality": 60}),
    ("PNG", 48, {"compress_level": 1}),
    ("WEBP", 48, {"method": 0}),
]


@pytest.mark.parametrize(("form", "megapixels", "how"), READ)
def test_reading_and_drawing_take_700_megabytes_at_most(
    form: str,
    megapixels: float,
    how: dict[str, Any],
    example: Image.Image,
    tiles: list[tuple[str, float]],
    tmp_path: Path,
) -> None:
    large = enlarge(example, megapixels)
    photo = tmp_path / f"large.{form.lower()}"
    large.save(photo, form, **how)
    size = large.size
    del large
    status, out, peak = measure("read", str(photo), "--json", "--out", str(tmp_path / "out.jpg"))
    line = json.loads(out)
    assert (status, (line["width"], line["height"])) == (0, size)
    assert peak <= MOST
    scale = size[0] / example.width
    found = sorted((tile["kind"], tile["quad"][0][0] / scale) for tile in line["tiles"])
    assert [kind for kind, _ in found] == [kind for kind, _ in tiles]
    assert [left for _, left in found] == pytest.approx([left for _, left in tiles], abs=12)


@pytest.mark.parametrize("how", [{"lossless": True, "method": 0}, {"method": 0}])
def test_a_small_webp_of_100_megapixels_is_one_line(how: dict[str, Any], tmp_path: Path) -> None:
    photo = tmp_path / "bomb.webp"
    Image.new("RGB", (12_000, 8_300), "green").save(photo, **how)
    assert photo.stat().st_size < 1_000_000
    status, out, peak = measure("read", str(photo), "--json")
    assert (status, peak <= MOST) == (1, True)
    assert "in WEBP, that takes too much memory to open" in json.loads(out)["error"]
