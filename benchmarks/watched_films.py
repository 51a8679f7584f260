"""Rendered films kept on the disk, and what is needed to watch one without a person."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2

from handreader.watch.events import Event
from handreader.watch.journal import Journal
from handreader.watch.rehearsal import Rehearsal
from handreader.watch.table import Table
from handreader.watch.watcher import Watcher, Watching
from handreader.watch.wins import Proposal
from scoring import rulebook
from scoring.game import game_rules
from scoring.game.as_json import rules_to_json
from vision.camera import Camera, Frame, Gap, VideoFile
from vision.geometry import as_quad
from vision.training.films import Film, View, walls_corners
from vision.watching.eyes import Name, Pace
from vision.watching.seats import seat_areas


def mark(film: Film) -> str:
    """Ten letters that tell a film from every other."""
    return hashlib.sha256(repr((film.script, film.view)).encode()).hexdigest()[:10]


class Kept:
    """A film from its file, rendered if it is not there; gaps come where the film has them."""

    def __init__(self, film: Film, folder: Path, name: str) -> None:
        self.name = name
        self._film, self._path = film, folder / f"{name}-{mark(film)}.avi"
        if not self._path.exists():
            self._render()

    def _render(self) -> None:
        part = self._path.with_name(f"part-{self._path.name}")
        view = self._film.view
        code = cv2.VideoWriter.fourcc(*"MJPG")
        writer = cv2.VideoWriter(str(part), code, view.rate, view.size)
        for item in self._film.frames():
            if isinstance(item, Frame):
                last = item.pixels[:, :, ::-1]
            writer.write(last)
        writer.release()
        part.rename(self._path)

    def frames(self) -> Iterator[Frame | Gap]:
        """As a camera's."""
        lost = [(a, b) for a, b, step in self._film.spans() if step.kind == "lost"]
        for item in VideoFile(self._path).frames():
            gone = any(a <= item.time < b for a, b in lost)
            yield Gap(item.time, "lost") if gone else item

    def close(self) -> None:
        """As a camera's."""


@dataclass
class Says:
    """Confirms every win that needs no answer; counts what happens."""

    silent: bool
    proposals: list[Proposal] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    listening: bool = True

    def lines(self) -> Sequence[str]:
        """What was typed."""
        typed, self.typed = self.typed, []
        return typed

    def propose(self, found: Proposal, table: Table) -> None:
        """Says yes where nothing is missing."""
        self.proposals.append(found)
        if not found.needs and found.score is not None:
            self.typed.append("y")

    def tell(self, event: Event, table: Table) -> None:
        """Keeps it."""
        self.events.append(event)
        if not self.silent:
            print(f"   {event.time:6.1f} {event.kind} {dict(event.data)}", flush=True)

    def warn(self, word: str, **gaps: object) -> None:
        """Keeps it, and prints it."""
        self.warnings.append(f"{word} {gaps}")
        print("   warning:", word, gaps, flush=True)


def watched(
    deal: Rehearsal, camera: Camera, view: View, name: Name, folder: Path, silent: bool
) -> tuple[Says, Watcher, float, float]:
    """The deal as it was logged, with the seconds and processor seconds that took."""
    rules = game_rules(rulebook(deal.rules))
    start = {
        "rules": rules_to_json(rules),
        "book": deal.rules,
        "players": ["Anna", "Bo", "Carla", "Dario"],
        "first_east": deal.first_east,
    }
    says = Says(silent)
    areas = seat_areas(as_quad(walls_corners(view)), walls=bool(rules.bet))
    journal = Journal(folder)
    watching = Watching(areas, False, Pace(), start)
    watcher = Watcher(camera, journal, name, says, watching)
    begun, cpu = time.perf_counter(), time.process_time()
    watcher.run()
    journal.close()
    return says, watcher, time.perf_counter() - begun, time.process_time() - cpu
