"""A table that a test lays, and a game watched at it beside the page; only the nets are false."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from handreader.options import GameOptions, TableOptions
from handreader.store.store import Store
from handreader.watch.live import reconnecting
from handreader.watch.live.game_series import GameSeries
from handreader.watch.live.options import WatchOptions
from handreader.watch.live.snapshot import Message
from tests.handreader.conftest import WIN
from tests.vision.scenes import observe, scene
from vision import Reader
from vision.arrays import Pixels
from vision.cameras.camera import CameraError, Frame, Gap
from vision.cameras.uploaded import UploadedPictures
from vision.recognition.back_colour import Colour
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import SeenTile

PLAYERS = ["Anna", "Bo", "Carla", "Dario"]
EMPTY = ""
OTHER = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]___[C ]"
TWELVE = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]__[C ]______[9p][1p]"
_SCENES = (EMPTY, WIN, OTHER, TWELVE)
SIZE = (320, 180)


class TableCamera:
    """A camera whose table a test lays: `lays`, `lost`, `broken`. Its clock runs fast."""

    name = "webcam 0"

    def __init__(self) -> None:
        self.lays = EMPTY
        self.lost = False
        self.over = False

    def frames(self) -> Iterator[Frame | Gap]:
        number = 0
        while not self.over:
            now = number / 6
            if self.lost:
                yield Gap(now, "lost")
            else:
                yield Frame(number, now, _picture(_SCENES.index(self.lays)))
            number += 1
            time.sleep(0.003)

    def close(self) -> None:
        pass


def _picture(which: int) -> Pixels:
    """A picture that shows by its bar's length which scene it stands for."""
    picture = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    picture[60:120, 100 : 110 + 20 * which] = 140
    return picture


class FrameNets:
    """Stand in for `vision.recognition.recognizer.TileRecognizer`: see what a frame stands for."""

    def recognize(
        self, pixels: Pixels, is_live: bool = False, frame: object = None
    ) -> Sequence[SeenTile]:
        width = int((pixels[90, :, 0] == 140).sum())
        return _tiles(_SCENES[max(0, round((width - 10) / 20))])

    def with_back_colour(self, back: Colour) -> FrameNets:
        return self


@cache
def _tiles(text: str) -> Sequence[SeenTile]:
    tiles = observe(scene(text)) if text else ()
    small = [tuple((x / 8, y / 14) for x, y in tile.quad) for tile in tiles]
    return [replace(t, quad=quad) for t, quad in zip(tiles, small, strict=True)]  # type: ignore[arg-type]


def watch_options(
    rules: str = "zung-jung",
    auto: bool = False,
    source: str = "0",
    table: str | None = None,
    game: str | None = "evening",
) -> WatchOptions:
    """An evening of our four players; without a game's name the page sets its table up."""
    return WatchOptions(
        source=source,
        rules=rules,
        players=PLAYERS,
        table=TableOptions(profile=table),
        game=GameOptions(name=game, auto=auto),
    )


Watch = Callable[..., GameSeries]


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch, folder: Path, camera: TableCamera) -> Iterator[Watch]:
    """Begins to watch this table: `watch(store, rules="mcr", auto=True)`."""
    begun: list[GameSeries] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setattr(reconnecting, "open_camera", lambda source, start=0.0: _open_camera(camera))
    monkeypatch.setattr(TileRecognizer, "load", lambda weights: FrameNets())
    monkeypatch.setattr(reconnecting, "_BETWEEN", 0.01)
    monkeypatch.setattr(reconnecting, "_AGAIN", 0.02)

    def watch(
        store: Store,
        rules: str = "zung-jung",
        auto: bool = False,
        source: str = "0",
        tell: Callable[[Message], None] = lambda message: None,
        table: str | None = None,
        game: str | None = "evening",
        phone: UploadedPictures | None = None,
        page_table: str = "table",
    ) -> GameSeries:
        options = watch_options(rules, auto, source, table, game)
        begun.append(GameSeries(options, store, Reader(), tell, phone, page_table))
        begun[-1].start()
        return begun[-1]

    yield watch
    for one in begun:
        one.close()


def _open_camera(camera: TableCamera) -> TableCamera:
    if camera.lost:
        raise CameraError("busy", number=0)
    return camera
