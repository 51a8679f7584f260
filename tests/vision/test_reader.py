"""The reader's nets: opened once, shared by its copies, adapted to the set in the photos."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace

import numpy as np
import pytest

from handreader.pipeline import read_photo
from handreader.situation import Situation
from vision import Reader
from vision.hand_location import HandLocation, Region
from vision.photo import Photo, Pixels
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.tile_colours import colour_to_lab
from vision.recognition.weights import WeightsError
from vision.seen_tile import SeenTile
from vision.teaching import tile_set

QUAD = ((10.0, 10.0), (20.0, 10.0), (20.0, 24.0), (10.0, 24.0))
PHOTO = Photo("table.jpg", np.zeros((40, 40, 3), np.uint8))


@dataclass(frozen=True)
class FakeNets:
    """See one tile, of the kind of the adapter and the colour of the backs."""

    adapter: str = "5m"
    back: object = None
    asked: list[object] = field(default_factory=list)

    def recognize(
        self, pixels: Pixels, is_live: bool = False, frame: object = None
    ) -> tuple[SeenTile, ...]:
        self.asked.append(self.back)
        return (SeenTile(0, QUAD, ((self.adapter, 1.0),), True),)

    def with_adapter(self, adapter: str) -> FakeNets:
        return FakeNets(adapter, self.back, self.asked)

    def with_back_colour(self, back: object) -> FakeNets:
        return FakeNets(self.adapter, back, self.asked)


@pytest.fixture(name="opened")
def record_nets(monkeypatch: pytest.MonkeyPatch) -> list[FakeNets]:
    """The nets that were opened."""
    every: list[FakeNets] = []

    def load(weights: Path | None) -> FakeNets:
        every.append(FakeNets())
        return every[-1]

    monkeypatch.setattr(TileRecognizer, "load", load)
    return every


def _kinds(reader: Reader) -> list[str]:
    return [tile.kind for tile in reader.find_tiles(PHOTO)]


def test_importing_the_package_loads_no_arrays_and_no_nets() -> None:
    code = (
        "import sys, vision\n"
        "print([name for name in ('numpy', 'cv2', 'PIL', 'onnxruntime') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_nets_are_opened_once_whichever_thread_comes_first(opened: list[FakeNets]) -> None:
    reader = Reader()
    assert opened == []
    barrier = Barrier(4)

    def find(_: int) -> list[str]:
        barrier.wait()
        return _kinds(reader)

    reader.prepare()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(find, range(4))) == [["5m"]] * 4
    assert len(opened) == 1


def test_a_reader_of_another_set_or_colour_shares_the_nets(opened: list[FakeNets]) -> None:
    reader = Reader()
    known = reader.with_back_colour((10, 90, 60))
    assert _kinds(reader) == _kinds(known) == ["5m"]
    (nets,) = opened
    assert nets.asked == [None, colour_to_lab((10, 90, 60))]


def test_a_set_taught_again_is_loaded_again(
    opened: list[FakeNets], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.npz"
    loads: list[str] = []

    def load(path: Path, weights: Path | None) -> SimpleNamespace:
        loads.append(path.read_text())
        return SimpleNamespace(adapter=loads[-1])

    monkeypatch.setattr(tile_set, "load", load)
    reader = Reader().with_tile_set(file)
    file.write_text("1p")
    os.utime(file, ns=(1, 1))
    assert _kinds(reader) == _kinds(reader) == ["1p"]
    file.write_text("2p")
    os.utime(file, ns=(2, 2))
    assert _kinds(reader) == ["2p"]
    assert loads == ["1p", "2p"]
    assert _kinds(reader.with_tile_set(None)) == ["5m"]


def test_missing_weights_are_reported_by_the_first_photo(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.prepare()
    for _ in range(2):
        with pytest.raises(WeightsError, match="no weights found"):
            reader.find_tiles(PHOTO)
    with pytest.raises(WeightsError, match="no weights found"):
        reader.model_id()


def test_tiles_of_a_shrunk_picture_are_in_pixels_of_its_file(opened: list[FakeNets]) -> None:
    shrunk = Photo("large.jpg", np.zeros((40, 40, 3), np.uint8), file_size=(80, 80))
    (tile,) = Reader().find_tiles(shrunk)
    assert tile.quad == ((20.0, 20.0), (40.0, 20.0), (40.0, 48.0), (20.0, 48.0))
    assert shrunk.to_pixels(tile.quad) == QUAD
    place = HandLocation(Region(0, 0, 48, 60))
    reading = read_photo(Reader(), shrunk, Situation(), "mcr", place)
    assert (reading.width, reading.height) == (80, 80)
    assert [tile.quad[0] for tile in reading.tiles] == [(20.0, 20.0)]
