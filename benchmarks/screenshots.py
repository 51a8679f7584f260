"""Photograph the page for the documents: screenshots and a short film, from our own pictures.

    make page
    python benchmarks/screenshots.py --out docs/pictures [--only hand film]
    python benchmarks/screenshots.py --out page/public --only app   # before it is installed

A server of its own with empty data, Debian's chromium and datasets/examples make them: needs the
extra `browser`. The watched table is a film rendered from our drawings of tiles: needs resvg-py.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

EXAMPLE = ROOT / "datasets" / "examples" / "images" / "hand.jpg"
PLAYERS = ("Anna", "Bo", "Carla", "Dario")
ENTRANTS = (*PLAYERS, "Eva", "Franco", "Gina", "Hugo")
PHONE = {"width": 390, "height": 780}
WALL = {"width": 1280, "height": 720}
DESK = {"width": 960, "height": 600}
TIMEOUT = 60_000  # milliseconds
QUALITY = 80
LIGHT = 65  # of pictures that every wheel has
TOTAL = ".total strong"


@contextmanager
def serve(*options: str) -> Iterator[str]:
    """Yield the address of a server with an empty data folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "handreader", "serve", "--port", str(port), *options]
        environment = {**os.environ, "XDG_DATA_HOME": data}
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        try:
            _wait_for_port(server, port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait()


def _wait_for_port(server: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


class Camera:
    """Write screenshots of pages, and collect the frames of a film.

    Args:
        chromium: the browser.
        out: folder of the pictures.
    """

    def __init__(self, chromium: Any, out: Path) -> None:
        self._chromium, self._out = chromium, out

    @contextmanager
    def page(
        self, address: str, lang: str = "en", size: Mapping[str, int] = PHONE
    ) -> Iterator[Any]:
        """Yield the page on a device of its own; the server reads its photos."""
        context = self._chromium.new_context(viewport=dict(size), locale=lang)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.goto(address)
        page.evaluate("localStorage.setItem('handreader.reads', 'server')")
        page.reload()
        page.wait_for_selector("header select >> nth=1", state="attached")
        yield page
        context.close()

    def save(self, page: Any, name: str, shown: str | None = None, quality: int = QUALITY) -> None:
        """Write what is on the screen, after scrolling to `shown`."""
        frame(page, shown).save(self._out / f"{name}.webp", quality=quality, method=6)

    def save_film(self, frames: Sequence[tuple[Image.Image, int]], name: str) -> None:
        """Write an animated picture from frames and their milliseconds."""
        first, *others = (picture for picture, _ in frames)
        first.save(
            self._out / f"{name}.webp",
            save_all=True,
            append_images=others,
            duration=[milliseconds for _, milliseconds in frames],
            loop=0,
            quality=70,
            method=6,
        )


def frame(page: Any, shown: str | None = None) -> Image.Image:
    """Return what is on the screen, after scrolling to `shown`."""
    if shown is not None:
        page.locator(shown).first.evaluate("one => one.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(400)  # transitions end
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


# What players do.


def go(page: Any, place: str) -> None:
    """Go to a place of the page by its bar."""
    page.locator(f"nav.places a.{place}").click()


def read_photo(page: Any) -> None:
    go(page, "hand")
    page.locator("input[type=file]").nth(1).set_input_files(EXAMPLE)
    page.wait_for_selector(TOTAL)


def begin_game(page: Any, rules: str = "zung-jung", begin: str = "Begin") -> None:
    page.locator("form .fact input").first.wait_for(state="attached")
    page.locator("form select").first.select_option(rules)
    for seat, name in enumerate(PLAYERS):
        page.locator("form .fact input").nth(seat).fill(name)
    page.get_by_role("button", name=begin).click()
    page.wait_for_selector(".players")


def state_win(page: Any, winner: str, payer: str) -> None:
    page.locator("#fact-seat").get_by_role("button", name=winner).click()
    page.locator("#fact-discarder").get_by_role("button", name=payer).click()


def enter_points(page: Any, winner: str, payer: str, points: str) -> None:
    page.get_by_role("button", name="Enter a deal").click()
    form = page.locator("form.deal")
    for label, name in (("Discarded by", payer), ("Who?", winner)):
        group = form.get_by_role("group", name=label, exact=True)
        group.get_by_role("button", name=name, exact=True).click()
    form.get_by_role("spinbutton", name="points").fill(points)
    deals = page.locator(".deals > li").count()
    form.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_selector(f".deals > li >> nth={deals}")


def play_three_deals(page: Any) -> None:
    go(page, "game")
    page.get_by_text("New game").click()
    begin_game(page)
    enter_points(page, "Anna", "Dario", "25")
    read_photo(page)
    state_win(page, "Bo", "Carla")
    page.get_by_role("button", name="Record in the game").click()
    page.wait_for_selector(".deals > li >> nth=1")
    enter_points(page, "Dario", "Anna", "40")


# Pictures.


def take_hand(camera: Camera) -> None:
    """Photograph a hand that was read, the choice of another tile, and a dispute."""
    with serve() as address, camera.page(address) as page:
        read_photo(page)
        camera.save(page, "hand", "header")
        page.locator(".groups .tile").first.click()
        page.wait_for_selector("#picker-title")
        camera.save(page, "correct")
        page.keyboard.press("Escape")
        page.get_by_role("button", name=re.compile("Dispute the score")).click()
        page.get_by_label("Claimed total").fill("60")
        page.wait_for_selector(".verdict")
        camera.save(page, "dispute", ".verdict")


def take_italian(camera: Camera) -> None:
    """Photograph a hand on an Italian phone."""
    with serve() as address, camera.page(address, "it-IT") as page:
        read_photo(page)
        camera.save(page, "mano", "header")


def take_game(camera: Camera) -> None:
    """Photograph a game after three deals, and the same on an Italian phone."""
    with serve() as address, camera.page(address) as page:
        play_three_deals(page)
        camera.save(page, "game", ".players")
        with camera.page(address, "it-IT") as other:
            go(other, "game")
            other.locator(".games .change").click()
            other.wait_for_selector(".deals > li >> nth=2")
            camera.save(other, "partita", ".players")


def take_app(camera: Camera) -> None:
    """Photograph what the page's manifest shows of it (`page/public/manifest.webmanifest`)."""
    with serve() as address:
        with camera.page(address) as page:
            play_three_deals(page)
            camera.save(page, "screenshot-game", "header", LIGHT)
            page.get_by_role("button", name="Close").click()
            read_photo(page)
            camera.save(page, "screenshot-hand", "header", LIGHT)
        with camera.page(address, size=DESK) as page:
            read_photo(page)
            camera.save(page, "screenshot-wide", "header", LIGHT)


def take_tournament(camera: Camera) -> None:
    """Photograph a tournament's page, and the page for the wall."""
    with serve() as address, camera.page(address) as page:
        go(page, "game")
        page.get_by_text("New tournament").click()
        form = page.locator("form", has=page.get_by_role("button", name="Create the tournament"))
        form.get_by_label("Name of the tournament").fill("Club Cup")
        form.locator("select").first.select_option("mcr")
        form.get_by_label("Rounds").fill("3")
        form.get_by_label("Players, one name a line").fill("\n".join(ENTRANTS))
        form.get_by_role("button", name="Create the tournament").click()
        page.get_by_role("button", name="Draw the rounds").click()
        page.get_by_role("button", name="Begin round 1").click()
        page.get_by_role("button", name="Start the time").click()
        page.get_by_role("button", name="Pause the time").wait_for()
        camera.save(page, "tournament", "#tournament-title")
        wall = page.url.replace("#tournament=", "#wall=")
        with camera.page(address, size=WALL) as screen:
            screen.goto(wall)
            screen.wait_for_selector(".wall-tables")
            camera.save(screen, "wall")


def take_watch(camera: Camera) -> None:
    """Photograph the page of a table that a camera watches, once a hand is shown."""
    from simulation.films import CameraView, Film, faces_by_kind
    from simulation.script import Step
    from simulation.watching import write_film

    discards = ("5m", "2z", "9p", "1s", "7z", "3p", "8s", "4m")
    hand = tuple("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5z 5z".split())
    script = [Step("discard", n % 4, (tile,), seconds=1.5) for n, tile in enumerate(discards)]
    script.append(Step("reveal", 2, hand, seconds=120.0))
    faces = faces_by_kind(ROOT / "datasets" / "faces", height=96)
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "table.avi"
        write_film(film, Film(tuple(script), faces, CameraView()))
        with serve("--watch", str(film)) as address, camera.page(address) as page:
            page.wait_for_selector("#confirm", state="attached")
            camera.save(page, "watch")


def take_film(camera: Camera) -> None:
    """Film a player who photographs a hand, and records it by who won, and on whom."""
    frames: list[tuple[Image.Image, int]] = []
    with serve() as address, camera.page(address) as page:
        go(page, "game")
        page.get_by_text("New game").click()
        begin_game(page)

        def film(shown: str | None = None, milliseconds: int = 1500) -> None:
            frames.append((frame(page, shown), milliseconds))

        film("header", 1200)
        read_photo(page)
        film("header", 2000)
        film(".groups")
        page.locator(".groups .tile").first.click()
        page.wait_for_selector("#picker-title")
        film(milliseconds=2000)
        page.keyboard.press("Escape")
        taps = page.locator(".two-taps fieldset")
        film(".two-taps")
        taps.first.get_by_role("button", name="Bo").click()
        taps.last.locator("small", has_text="135").wait_for()
        film(".two-taps", 2500)
        taps.last.get_by_role("button", name="Carla").click()
        page.wait_for_selector(".deals > li")
        film(".players", 3000)
    camera.save_film(frames, "film")


PICTURES: Mapping[str, Callable[[Camera], None]] = {
    "hand": take_hand,
    "italian": take_italian,
    "game": take_game,
    "tournament": take_tournament,
    "watch": take_watch,
    "film": take_film,
    "app": take_app,
}
DOCUMENTS = [name for name in PICTURES if name != "app"]


def main() -> None:
    """Run the command line; see the module's first lines."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="+", choices=PICTURES, default=DOCUMENTS)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name in options.only:
            PICTURES[name](Camera(launched, options.out))
            print(name, flush=True)
        launched.close()


if __name__ == "__main__":
    main()
