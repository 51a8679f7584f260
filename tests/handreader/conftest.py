"""A reader that sees a drawn scene, in place of the one with weights; the layout is real."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from handreader import pipeline
from tests.vision.scenes import scene, seen
from vision.layout import Layout, layout
from vision.photo import Photo
from vision.seen import SeenTile
from vision.words import Problem, Question


@dataclass(frozen=True)
class FakeReading:
    """The fields of `vision.Reading`."""

    photo_name: str
    width: int
    height: int
    seconds: float
    tiles: tuple[SeenTile, ...]
    layout: Layout
    rows: tuple[tuple[int, ...], ...]
    turned: frozenset[int]
    problems: tuple[Problem, ...]
    questions: tuple[Question, ...]
    roles: Mapping[int, str] = field(default_factory=dict)


Lay = Callable[[str], None]

WIN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
NONE_APART = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ]____<C >[C ][C ]"
ONE_TOO_MANY = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][9s][E ][E ]____<C >[C ][C ]"
NO_WIN = "[1m][4m][7m][2p][5p][8p][3s][6s][E ][E ]___[9s]____<C >[C ][C ]"
UNREADABLE = "[1m][2m][3m][4p][??][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]"
ONE_SUIT = "[2m][3m][4m][5m][6m][7m][7m][8m][E ][E ]___[9m]____<C >[C ][C ]"


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lays a drawn scene in front of the reader; "" for an empty table."""

    def laid(text: str) -> None:
        tiles = seen(scene(text)) if text else ()

        def read(photo: Photo, settings: str) -> FakeReading:
            found = layout(tiles, settings)
            return FakeReading(
                photo.name,
                photo.width,
                photo.height,
                0.3117,
                tiles,
                found,
                found.rows,
                found.turned,
                found.problems,
                found.questions,
                {tile.id: found.role(tile.id) for tile in tiles},
            )

        monkeypatch.setattr(pipeline, "settings", lambda weights, rules="zung-jung": rules)
        monkeypatch.setattr(pipeline, "read", read)

    return laid


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture file, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (2400, 1400), (20, 90, 60)).save(path)
    return path
