"""A watch of a scripted table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from handreader.watch.log.journal import Journal
from handreader.watch.session.watcher import SessionOptions, Watcher
from simulation.watching import game_start_event
from tests.handreader.watch.session.scripted_watch import (
    Run,
    Script,
    Typist,
    by_width,
)
from vision.arrays import Pixels
from vision.seen_tile import SeenTile
from vision.tracking.observer import Cadence


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def ran(
        steps: Sequence[tuple[float, int | None]],
        answers: Sequence[str] = (),
        auto: bool = False,
        rules: str = "zung-jung",
        name: Callable[[Pixels], Sequence[SeenTile]] = by_width,
    ) -> tuple[Typist, Watcher]:
        journal = Journal(tmp_path / "game")
        typist = Typist(list(answers))
        watching = SessionOptions((), auto, Cadence(), game_start_event(rules), True)
        typist.listening = bool(answers)
        watcher = Watcher(Script(steps), journal, name, typist, watching)
        try:
            watcher.run()
        finally:
            journal.close()
        return typist, watcher

    return ran
