"""Nets that see a drawn scene, in place of those with weights; all the rest is real."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.handreader.web.browsing import browser
from tests.vision.scenes import observe, scene
from vision.photo import Pixels
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import Quad, SeenTile

PICTURES = "HANDREADER_TEST_PICTURES"
"""Environment variable: folder for pictures of the pages; otherwise they lie in pytest's own."""


@dataclass
class FakeNets:
    """Stand in for `vision.recognition.recognizer.TileRecognizer`: see the tiles that are laid."""

    seen: tuple[SeenTile, ...] = ()

    def recognize(
        self, pixels: Pixels, is_live: bool = False, frame: object = None
    ) -> tuple[SeenTile, ...]:
        return self.seen

    def find_outlines(self, pixels: Pixels) -> list[Quad]:
        return [tile.quad for tile in self.seen]

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        return [self.seen[0].names for _ in crops]

    def with_adapter(self, adapter: object) -> FakeNets:
        return self


@pytest.fixture
def free_port() -> int:
    """A port of this computer at which nobody listens, also not a test beside this one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def _own_folders(root: Path) -> Iterator[Path]:
    """Folders that are not there yet, one a test: pytest's own take a millisecond each."""
    return (root / "own" / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_sets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sets, games, house rules and quiz of the test alone, not of who runs it; none at first."""
    own = next(_own_folders(tmp_path_factory.getbasetemp()))
    folder = own / "taught sets"
    monkeypatch.setattr("handreader.tile_sets.tile_sets_folder", lambda: folder)
    monkeypatch.setattr("handreader.house_rules.house_folder", lambda: own / "house rules")
    monkeypatch.setattr("handreader.quiz_file.quiz_file", lambda: own / "quiz.json")
    monkeypatch.setattr("handreader.store.default_file", lambda: own / "games.sqlite")
    return folder


Lay = Callable[[str], None]

WIN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
NONE_APART = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ]____<C >[C ][C ]"
ONE_TOO_MANY = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][9s][E ][E ]____<C >[C ][C ]"
NO_WIN = "[1m][4m][7m][2p][5p][8p][3s][6s][E ][E ]___[9s]____<C >[C ][C ]"
UNREADABLE = "[1m][2m][3m][4p][??][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
NO_DIRECTION = "[1p][1p][1p][2p][2p][3p][3p][4p][4p][5p]_[5p]_<8p>[8p][8p]"
ONE_SUIT = "[2m][3m][4m][5m][6m][7m][7m][8m][E ][E ]___[9m]____<C >[C ][C ]"


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lays a drawn scene in front of the nets; "" for an empty table."""

    nets = FakeNets()

    def lay_tiles(text: str) -> None:
        nets.seen = observe(scene(text)) if text else ()
        monkeypatch.setattr(TileRecognizer, "load", lambda weights: nets)

    return lay_tiles


@cache
def _plain_picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (2400, 1400), (20, 90, 60)).save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture file, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hand.jpg"
    path.write_bytes(_plain_picture())
    return path


# A real browser.

Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for a file of tests; each page has cookies and a memory of its own."""
    with browser() as launched:
        yield launched


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Folder for the pictures that a test makes of its pages."""
    folder = os.environ.get(PICTURES)
    kept = Path(folder) / request.node.name if folder else tmp_path
    kept.mkdir(parents=True, exist_ok=True)
    return kept
