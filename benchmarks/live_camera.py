"""Measure the live camera: looks a second, seconds to the total, and whether it is right.

    make page
    python benchmarks/live_camera.py [--families neat sloppy above winner refuse] [--count 2]

Each film is a rendered picture of a hand (`handreader/evaluation/made`) under a camera that a hand
holds: it comes into view, then trembles by a few pixels, with the noise of a sensor. Chromium shows
it as its own camera on a screen of 390 x 844 pixels. No total stands where the page has something
to ask: there the page takes a photo by itself, whose total is counted apart. Of the family `refuse`
no hand may be read: neither a total nor a shot is right. Looks are counted once tiles are seen.
Processor seconds are those of the whole browser, which also decodes and draws the film: other
programs do not slow them down as they do the looks. The load of the computer is printed, too. Linux
only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from page_processor import processor_seconds

from handreader.evaluation.made.designs import designs_of_drawings
from handreader.evaluation.made.pictures import MadePicture, make_picture
from handreader.web.browser_worker import answer
from tests.handreader.web.browsing import PHONE, browser
from tests.page.static_site import ROOT, serve_site

FACES = ROOT / "datasets" / "faces"
SIZE = (1600, 1200)  # width and height of the film
FILLS = (
    0.84,
    0.52,
)  # shares of its sides that the tiles take at most: the frame is a little larger
FRAMES, COMING = 30, 8  # pictures of a film, and those in which the hand comes into view
TREMBLE = 1.5  # pixels
NOISE = 3.0  # of 255
WAIT = 20.0  # seconds until no total is expected any more
COUNTED = 6.0  # seconds in which looks are counted
ANSWERED = ".total, .problem, .questions, .alert"
PATIENCE = 180_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page did with a film.

    Attributes:
        total: that stood on the picture, or is of the photo that was shot; None if there is none.
        seconds: from the first look to it, or to the shot.
        looks: a second.
        processor: seconds a look, of all processes of the browser.
        was_shot: whether the page took a photo by itself.
    """

    total: int | None
    seconds: float
    looks: float
    processor: float
    was_shot: bool


def main() -> None:
    """Show each film to the page, and print what it did."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    families = ["neat", "sloppy", "above", "winner", "refuse"]
    parser.add_argument("--families", nargs="+", default=families)
    parser.add_argument("--count", type=int, default=2, help="films of a family")
    parser.add_argument("--seed", type=int, default=47)
    options = parser.parse_args()
    designs = designs_of_drawings(FACES)
    found: list[tuple[MadePicture, Shown]] = []
    for family in options.families:
        for number in range(options.count):
            made = make_picture(family, number, designs, options.seed)
            shown = show(made)
            found.append((made, shown))
            print(line(made, shown), flush=True)
    print_sums(found)


def show(made: MadePicture) -> Shown:
    """Show a film to the page, until a total stands there or none is expected any more."""
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "hand.mjpeg"
        film.write_bytes(b"".join(pictures(made)))
        with (
            serve_site(Path(folder) / "site") as address,
            browser(f"--use-file-for-fake-video-capture={film}") as chromium,
        ):
            options = {"viewport": PHONE, "locale": "en-US", "permissions": ["camera"]}
            context = chromium.new_context(**options)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(address)
            page.wait_for_selector("header select >> nth=1", state="attached")
            page.locator("header select").first.select_option(made.truth.rules)
            page.wait_for_selector(".status:empty", state="attached")  # the nets are loaded
            return watch(page, film)


def watch(page: Any, film: Path) -> Shown:
    """Open the camera, and watch what the page does."""
    page.get_by_role("button", name="Take a photo").click()
    page.wait_for_selector(".camera polygon", state="attached")
    begun, used = time.monotonic(), processor_seconds(str(film))
    first = last = looks_of(page) or 0
    total, seconds, was_shot = None, WAIT, False
    while (passed := time.monotonic() - begun) < WAIT and not was_shot:
        number = looks_of(page)
        was_shot, last = number is None, number or last
        if total is None and (found := total_in(page, ".live-total strong")) is not None:
            total, seconds = found, passed
        if total is not None and passed > COUNTED:
            break
        page.wait_for_timeout(50)
    count = max(1, last - first)
    processor = (processor_seconds(str(film)) - used) / count
    if was_shot:
        page.wait_for_selector(ANSWERED)
        total, seconds = total_in(page, ".total strong"), passed
    return Shown(total, seconds, count / passed, processor, was_shot)


def looks_of(page: Any) -> int | None:
    """Return how many looks there were so far; None once the camera is closed."""
    found = page.locator(".camera .view").evaluate_all(
        "found => found.map(one => one.dataset.looks)"
    )
    return int(found[0]) if found else None


def total_in(page: Any, place: str) -> int | None:
    """Return the total at a place on the page; None where there is none."""
    words = " ".join(page.locator(place).all_inner_texts()).replace(",", "").split()
    return int(words[0]) if words and words[0].isdigit() else None


def pictures(made: MadePicture) -> list[bytes]:
    """Return the pictures of a film, as JPEG."""
    rng = np.random.default_rng(7)
    corners = np.array([tile.quad for tile in made.tiles], dtype=np.float32).reshape(-1, 2)
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = min(
        share * side / one for share, side, one in zip(FILLS, SIZE, high - low, strict=True)
    )
    found = []
    for number in range(FRAMES):
        away = max(0.0, 1 - number / COMING)
        shift = np.array(SIZE) / 2 - scale * (low + high) / 2 + rng.normal(0, TREMBLE, 2)
        shift[0] += 0.3 * SIZE[0] * away
        move = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        how = {"flags": cv2.INTER_AREA, "borderMode": cv2.BORDER_REPLICATE}
        picture = cv2.warpAffine(made.pixels[:, :, ::-1], move, SIZE, **how)
        noisy = np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        found.append(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
    return found


def true_total(made: MadePicture) -> int | None:
    """Return the total of the true hand as the page assumes its facts; None where none wins."""
    if made.truth.hand is None:
        return None
    asked = {"do": "evaluate_text", "text": str(made.truth.hand), "rules": made.truth.rules}
    found = json.loads(answer(json.dumps({**asked, "facts": {}, "lang": "en"})))
    score = found["score"]
    return score["score"]["total"] if score and score["state"] == "won" else None


def line(made: MadePicture, shown: Shown) -> str:
    """Return what a film showed and what the page said, in one line."""
    said = "no total" if shown.total is None else str(shown.total)
    when = f"{'shot ' if shown.was_shot else ''}after {shown.seconds:.1f} s"
    return (
        f"{made.truth.name:<12} {made.truth.rules:<11} expected {true_total(made)}, {said} "
        f"{when} ({shown.looks:.1f} looks a second, {shown.processor:.2f} processor seconds each)"
    )


def print_sums(found: list[tuple[MadePicture, Shown]]) -> None:
    """Print how often the total was right, how long it took, and the looks a second."""
    hands = [(made, shown) for made, shown in found if made.truth.hand is not None]
    shot = [(made, shown) for made, shown in hands if shown.was_shot]
    stood = [
        (made, shown) for made, shown in hands if not shown.was_shot and shown.total is not None
    ]
    others = [shown for made, shown in found if made.truth.hand is None]
    quiet = sum(shown.total is None and not shown.was_shot for shown in others)
    print(f"hands: {len(hands)}; a total stood on {len(stood)}, right on {count_right(stood)}")
    print(f"shot: {len(shot)}; the total of the photo is right on {count_right(shot)}")
    print(f"no hand: {len(others)}; neither a total nor a shot on {quiet}")
    if stood:
        print(f"seconds to the total: median {median(s.seconds for _, s in stood):.1f}")
    if hands:
        looks = [shown.looks for _, shown in hands]
        print(f"looks a second with names: median {median(looks):.1f}, least {min(looks):.1f}")
        processor = median(shown.processor for _, shown in hands)
        print(f"processor seconds a look: median {processor:.2f}")
    print(f"load of the computer: {os.getloadavg()[0]:.1f}")


def count_right(found: list[tuple[MadePicture, Shown]]) -> int:
    """Return how many totals are right."""
    return sum(shown.total == true_total(made) for made, shown in found)


if __name__ == "__main__":
    main()
