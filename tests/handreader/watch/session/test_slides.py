"""Pictures with cuts: each is read by itself, and what gives no hand is reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from handreader.watch.log.events import DealStartEvent, PauseEvent, WinEvent, WinProposalEvent
from handreader.watch.log.journal import Journal
from handreader.watch.session.session import SessionOptions
from handreader.watch.session.watcher import Watcher
from simulation.watching import game_start_event
from tests.handreader.watch.log.entries import events_of
from tests.handreader.watch.session.scripted_watch import SCENES, Typist, by_width, small_tiles
from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.seen_tile import SeenTile
from vision.tracking.observer import Cadence
from vision.tracking.regions import AnyArea
from vision.tracking.table_geometry import seat_areas

RATE = 5
SHORT = len(SCENES)  # a hand of which a tile is missing


class Slides:
    """A camera that shows pictures of two sizes, by turns; each stands for a scene."""

    name = "evening"

    def __init__(self, shown: Sequence[int | None], seconds: float) -> None:
        self._shown, self._seconds = shown, seconds

    def frames(self) -> Iterator[Frame | Gap]:
        count = round(self._seconds * RATE)
        for place, which in enumerate(self._shown):
            width, height = (320, 180) if place % 2 else (360, 200)
            for part in range(count):
                number = place * count + part
                if which is None:
                    yield Gap(number / RATE, "unread")
                    continue
                picture = np.full((height, width, 3), 90 - 20 * (place % 3), np.uint8)
                picture[60:120, 100 : 110 + 20 * which] = 140
                name = f"{place}.jpg" if part == 0 else None
                yield Frame(number, number / RATE, picture, name)

    def close(self) -> None:
        """Nothing."""


def find_tiles(picture: Pixels) -> Sequence[SeenTile]:
    """The scene that a picture stands for; none in the part of it that is an area."""
    if len(picture) <= 90:
        return ()
    if int((picture[90, :, 0] == 140).sum()) == 10 + 20 * SHORT:
        return small_tiles("[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ]")
    return by_width(picture)


def watch_slides(
    folder: Path,
    *shown: int | None,
    answers: Sequence[str] = (),
    seconds: float = 8.0,
    areas: Sequence[AnyArea] = (),
) -> Typist:
    journal, typist = Journal(folder / "game"), Typist(list(answers))
    typist.listening = bool(answers)
    options = SessionOptions(areas, False, Cadence(), game_start_event("mcr"), True)
    try:
        Watcher(Slides(shown, seconds), journal, find_tiles, typist, options).run()
    finally:
        journal.close()
    return typist


@pytest.mark.parametrize("seconds", [8.0, 2.0])
def test_each_picture_of_an_evening_is_proposed(tmp_path: Path, seconds: float) -> None:
    typist = watch_slides(tmp_path, 1, 2, 3, 4, 1, 4, seconds=seconds)
    assert len(events_of(typist.events, WinProposalEvent)) == 6
    assert typist.warnings == []


def test_the_win_of_each_picture_is_confirmed_and_the_next_is_another_deal(tmp_path: Path) -> None:
    answers = ["seat S from W", "y", "seat E drawn", "y", "seat N drawn", "y"]
    typist = watch_slides(tmp_path, 1, 2, 1, answers=answers)
    wins = events_of(typist.events, WinEvent)
    assert [str(win.hands[0].record.win.seat) for win in wins] == ["S", "E", "N"]
    assert [start.deal for start in events_of(typist.events, DealStartEvent)] == [1, 2, 3]


def test_a_picture_without_a_winning_hand_is_reported_by_its_name(tmp_path: Path) -> None:
    typist = watch_slides(tmp_path, 1, SHORT, 0, None, 4)
    assert len(events_of(typist.events, WinProposalEvent)) == 2
    short, empty = typist.warnings
    assert short.startswith("scene_not_read") and "1.jpg" in short and "12" in short
    assert "2.jpg" in empty and "no tiles" in empty
    assert [event.kind for event in typist.events].count("pause") == 1  # 3.jpg


def test_the_last_picture_is_reported_too(tmp_path: Path) -> None:
    (warning,) = watch_slides(tmp_path, SHORT).warnings
    assert "0.jpg" in warning


def test_at_a_table_pictures_of_another_size_are_not_read(tmp_path: Path) -> None:
    corners = (100.0, 40.0), (260.0, 40.0), (260.0, 160.0), (100.0, 160.0)
    typist = watch_slides(tmp_path, 0, 0, 0, areas=seat_areas(corners, walls=False))
    kinds = [event.kind for event in typist.events]
    assert kinds.count("pause") == kinds.count("resume") == 1 and typist.warnings == []
    assert events_of(typist.events, PauseEvent) == [PauseEvent("size")]
