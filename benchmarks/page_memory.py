"""Measure the memory of the page while it reads photos of 12 megapixels, in chromium.

    make page
    python benchmarks/page_memory.py [PHOTO ...]

Each photo is enlarged to 12 megapixels first; those of datasets/examples are read if no others are
named. `benchmarks/browser.py` prints the same figures. Linux only.

Chromium is driven by a pipe of its own, not by Playwright: that records the network, and the page's
process keeps a copy of all that was loaded, one third larger than the files (52 MB).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.handreader.web.browsing import ARGUMENTS, CHROMIUM, PHONE
from tests.page.static_site import ROOT, serve_site

EXAMPLES = ROOT / "datasets" / "examples" / "images"
MEGAPIXELS = 12
PATIENCE = 300  # seconds
ANSWERED = "document.querySelector('.total, .problem, .questions, .alert') !== null"
INPUTS = "document.querySelectorAll('input[type=file]')"
NEW_HAND = (
    "Array.from(document.querySelectorAll('button')).find((b) => b.textContent === 'New hand')"
)
_TO_CHROMIUM, _FROM_CHROMIUM = 3, 4  # the descriptors of its pipe


class Chromium:
    """A headless chromium with one page, by the DevTools protocol; its network is not recorded."""

    def __init__(self, profile: Path) -> None:
        assert CHROMIUM is not None, "no chromium: apt-get install chromium"
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(
            # the shell moves the pipe's ends to the descriptors that chromium expects
            [
                *("sh", "-c", f'exec "$@" {_TO_CHROMIUM}<&{commands} {_FROM_CHROMIUM}>&{answers}'),
                *("sh", CHROMIUM, "--headless=new", *ARGUMENTS, "--remote-debugging-pipe"),
                *("--lang=en-US", f"--user-data-dir={profile}", "--no-first-run", "about:blank"),
            ],
            pass_fds=(commands, answers),
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._number, self._read, self._session = 0, b"", ""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        size = {**PHONE, "deviceScaleFactor": 1, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **size)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command; return its result."""
        self._number += 1
        command: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while True:
            while b"\0" not in self._read:
                found = os.read(self._answers, 1 << 20)
                assert found, "chromium has ended"
                self._read += found
            message, self._read = self._read.split(b"\0", 1)
            answer: dict[str, Any] = json.loads(message)
            if answer.get("id") == self._number:
                return dict(answer["result"])

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression in the page is true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.05)

    def choose(self, photo: Path) -> None:
        """Choose a photo, and wait for its answer."""
        self.wait_for(f"{INPUTS}.length > 1")
        found = self.send("Runtime.evaluate", expression=f"{INPUTS}[1]")["result"]
        self.send("DOM.setFileInputFiles", files=[str(photo)], objectId=found["objectId"])
        self.wait_for(ANSWERED)

    def begin_hand(self) -> None:
        """Put the hand in work away."""
        self.wait_for(f"{NEW_HAND} !== undefined")
        self.evaluate(f"{NEW_HAND}.click()")

    def close(self) -> None:
        """End the browser."""
        os.close(self._commands)
        os.close(self._answers)
        self._process.wait(PATIENCE)

    def most_memory(self) -> tuple[float, float]:
        """Return the most memory that a renderer has held, and its files in it now, in MB.

        The files are chromium's program: the parts of it that were in use.
        """
        held = [(0, 0)]
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_text("utf-8").replace("\0", " ")
                if "--type=renderer" not in command or not _descends(folder, self._process.pid):
                    continue
                status = (folder / "status").read_text("utf-8")
            except OSError:
                continue  # it has ended
            fields = dict(line.split(":", 1) for line in status.splitlines())
            most, files = (int(fields[name].split()[0]) for name in ("VmHWM", "RssFile"))
            held.append((most, files))
        most, files = max(held)
        return most / 1024, files / 1024


def _descends(folder: Path, ancestor: int) -> bool:
    """Return whether a process was started by another one, directly or not."""
    number = int(folder.name)
    while number > 1 and number != ancestor:
        stat = (folder.parent / str(number) / "stat").read_text("utf-8")
        number = int(stat.rpartition(")")[2].split()[1])
    return number == ancestor


def print_memory(photos: Sequence[Path]) -> None:
    """Print the most memory of the page in a first visit, and with a later one."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _open_browser_page(Path(folder) / "profile") as chromium,
        serve_site(Path(folder) / "site") as address,
    ):
        large = [_enlarge(photo, Path(folder)) for photo in photos]
        chromium.send("Page.navigate", url=address)
        chromium.choose(large[0])
        for photo in large:
            chromium.begin_hand()
            chromium.choose(photo)
        first, first_files = chromium.most_memory()
        chromium.send("Page.reload")
        time.sleep(1)  # the page before is gone
        chromium.begin_hand()
        chromium.choose(large[0])
        later, later_files = chromium.most_memory()
    what = f"{len(photos)} photos of {MEGAPIXELS} megapixels"
    print(
        f"memory of the page, at most: {first:,.0f} MB after {what}, {later:,.0f} MB after a "
        f"reload; {first_files:,.0f} and {later_files:,.0f} of them are chromium's program"
    )


@contextmanager
def _open_browser_page(profile: Path) -> Iterator[Chromium]:
    chromium = Chromium(profile)
    try:
        yield chromium
    finally:
        chromium.close()


def _enlarge(photo: Path, folder: Path) -> Path:
    """Return a copy of a photo with MEGAPIXELS."""
    with Image.open(photo) as picture:
        scale = (MEGAPIXELS * 1e6 / (picture.width * picture.height)) ** 0.5
        size = round(picture.width * scale), round(picture.height * scale)
        path = folder / f"{photo.stem}.jpg"
        picture.convert("RGB").resize(size).save(path, quality=92)
    return path


def main() -> None:
    """Print the memory of the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path, default=sorted(EXAMPLES.glob("*.jpg")))
    print_memory(parser.parse_args().photos)


if __name__ == "__main__":
    main()
