"""Nets that see a drawn scene, in place of those with weights; all the rest is real."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

import vision
from tests.vision.scenes import scene, seen
from vision.photo import Pixels
from vision.seen import SeenTile


@dataclass
class FakeTeller:
    """Stands in for `vision.tell.Teller`: sees the same tiles in every photo."""

    seen: tuple[SeenTile, ...]

    def tiles(self, pixels: Pixels) -> tuple[SeenTile, ...]:
        return self.seen


@pytest.fixture(autouse=True)
def own_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Taught sets and games of the test alone, not of the person who runs it; none at first."""
    folder = tmp_path / "taught sets"
    monkeypatch.setattr("handreader.sets.folder", lambda: folder)
    monkeypatch.setattr("handreader.store.default_file", lambda: tmp_path / "own" / "games.sqlite")
    return folder


Lay = Callable[[str], None]

WIN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
NONE_APART = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ]____<C >[C ][C ]"
ONE_TOO_MANY = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][9s][E ][E ]____<C >[C ][C ]"
NO_WIN = "[1m][4m][7m][2p][5p][8p][3s][6s][E ][E ]___[9s]____<C >[C ][C ]"
UNREADABLE = "[1m][2m][3m][4p][??][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
ONE_SUIT = "[2m][3m][4m][5m][6m][7m][7m][8m][E ][E ]___[9m]____<C >[C ][C ]"


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lays a drawn scene in front of the nets; "" for an empty table."""

    def laid(text: str) -> None:
        teller = FakeTeller(seen(scene(text)) if text else ())
        monkeypatch.setattr(vision, "_teller", lambda weights: teller)

    return laid


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture file, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (2400, 1400), (20, 90, 60)).save(path)
    return path
