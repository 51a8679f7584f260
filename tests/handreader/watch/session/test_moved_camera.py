"""A camera that is pushed during a game: the log says so, and goes on or asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from handreader.watch.log.event_text import localize
from handreader.watch.log.events import LogEntry, PauseEvent, ResumeEvent
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import TableState
from handreader.watch.session.session import SessionOptions
from handreader.watch.session.watcher import Watcher
from simulation.watching import game_start_event
from tests.handreader.watch.session.scripted_watch import Typist
from tests.vision.tracking.tables import SIZE, draw_table, push, push_picture, with_noise
from tests.vision.tracking.test_moved_camera import HAND, POND, find_tiles
from vision.arrays import Floats, Pixels
from vision.cameras.camera import Frame, Gap
from vision.tracking.observer import Cadence
from vision.tracking.regions import Area

RATE = 6
OTHERS = tuple(
    Area(f"{kind} {place}", area.corners)
    for kind, area in (("pond", HAND), ("hand", HAND))
    for place in (1, 2, 3)
)


class Pushed:
    """A camera that shows each picture for some seconds; None is a lost camera."""

    name = "pushed"

    def __init__(self, steps: Sequence[tuple[float, Pixels | None]]) -> None:
        self._steps = steps

    def frames(self) -> Iterator[Frame | Gap]:
        number = 0
        for seconds, picture in self._steps:
            for _ in range(round(seconds * RATE)):
                if picture is None:
                    yield Gap(number / RATE, "lost")
                else:
                    yield Frame(number, number / RATE, with_noise(picture, number))
                number += 1

    def close(self) -> None:
        """Nothing."""


class Resumer(Typist):
    """Somebody who sees that the camera is in its place."""

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        super().show_event(entry, table)
        if entry.event == PauseEvent("moved_away"):
            self.typed.append("resume")


def watch_steps(
    folder: Path,
    steps: Sequence[tuple[float, Pixels | None]],
    keep_shift: Callable[[Floats], None] | None = None,
    resumes: bool = False,
) -> Typist:
    journal, typist = Journal(folder / "game"), Resumer() if resumes else Typist()
    areas, start = (POND, HAND, *OTHERS), game_start_event("zung-jung")
    options = SessionOptions(areas, False, Cadence(), start, False, keep_shift)
    try:
        Watcher(Pushed(steps), journal, find_tiles, typist, options).run()
    finally:
        journal.close()
    return typist


def pauses(typist: Typist) -> list[str]:
    """The reasons of the pauses; "" where it goes on."""
    found = [one.event for one in typist.events if isinstance(one.event, PauseEvent | ResumeEvent)]
    return [one.reason if isinstance(one, PauseEvent) else "" for one in found]


def discards(typist: Typist) -> int:
    return sum(entry.kind == "discard" for entry in typist.events)


def play_steps(count: int) -> list[tuple[float, Pixels | None]]:
    return [(2.0, draw_table(0)), *[(3.0, draw_table(n)) for n in range(1, count + 1)]]


def test_a_push_is_said_once_and_no_event_is_invented(tmp_path: Path) -> None:
    true = push((40, 0), 4)
    after: list[tuple[float, Pixels | None]] = [
        (6.0, push_picture(draw_table(3), true)), (4.0, push_picture(draw_table(4), true)),
    ]  # fmt: skip
    kept: list[Floats] = []
    typist = watch_steps(tmp_path, [*play_steps(3), *after], kept.append)
    assert pauses(typist) == ["moved", ""] and typist.warnings == []
    assert len(kept) == 1 and np.abs(kept[0] - true).max() < 3  # in pixels
    assert discards(typist) == 4
    assert "spostata" in localize("pause_moved", "it")


def test_a_camera_pushed_too_far_waits_until_it_is_moved_back(tmp_path: Path) -> None:
    away = push_picture(draw_table(3), push((0, 60)))
    typist = watch_steps(tmp_path, [*play_steps(3), (8.0, away), (6.0, draw_table(4))])
    assert pauses(typist) == ["moved", "moved_away", "moved", ""]
    assert discards(typist) == 4


def test_an_edge_that_is_cut_off_is_said_once(tmp_path: Path) -> None:
    cut = push_picture(draw_table(3), push((0, 24)))  # of 70 pixels of a hand's place 4 are lost
    typist = watch_steps(tmp_path, [*play_steps(3), (8.0, cut)])
    assert pauses(typist) == ["moved", ""]
    assert [warning.split()[0] for warning in typist.warnings] == ["partly_out"]


def test_a_lost_camera_that_was_pushed_meanwhile_is_followed(tmp_path: Path) -> None:
    moved = push_picture(draw_table(3), push((-40, 0)))
    typist = watch_steps(tmp_path, [*play_steps(3), (2.0, None), (6.0, moved)])
    assert pauses(typist)[0] == "lost" and pauses(typist)[-1] == ""
    assert "moved" in pauses(typist) and discards(typist) == 3


def test_whoever_says_resume_has_the_picture_accepted(tmp_path: Path) -> None:
    rug = np.random.default_rng(3).integers(60, 255, (20, 36, 3)).astype(np.uint8)
    steps = [*play_steps(3), (16.0, cv2.resize(rug, SIZE))]
    typist = watch_steps(tmp_path, steps, resumes=True)
    assert pauses(typist) == ["moved_away", ""]
