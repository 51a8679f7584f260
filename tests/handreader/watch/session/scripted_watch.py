"""A scripted camera, somebody who types, and the lines that he types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from handreader.watch.log.event_text import event_sentence
from handreader.watch.log.events import (
    LogEntry,
)
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import TableState
from handreader.watch.play.win_proposal import WinProposal
from handreader.watch.session.command_handler import execute
from handreader.watch.session.commands import Command, parse_command
from handreader.watch.session.watcher import Watcher
from tests.vision.scenes import observe, scene
from vision.arrays import Pixels
from vision.cameras.camera import Frame, Gap
from vision.seen_tile import SeenTile

WIN = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ][C ][C ][C ]"


class Script:
    """A camera that lays scenes in front of the nets: the picture's first pixel says which."""

    name = "script"

    def __init__(self, steps: Sequence[tuple[float, int | None]]) -> None:
        self._steps = steps

    def frames(self) -> Iterator[Frame | Gap]:
        number = 0
        for seconds, which in self._steps:
            for _ in range(round(seconds * 6)):
                now = number / 6
                if which is None:
                    yield Gap(now, "lost")
                else:
                    level = 2 if which == -1 else 90  # -1: the light is off
                    picture = np.full((180, 320, 3), level, np.uint8)
                    picture[60:120, 100 : 110 + 20 * max(which, 0)] = 140 if level > 50 else 2
                    if which == -2:  # a sleeve
                        picture[60:, :90] = (226, 180, 152)
                    yield Frame(number, now, picture)
                number += 1

    def close(self) -> None:
        pass


@dataclass
class Typist:
    """Types lines when it is asked; remembers what it was shown."""

    answers: list[str] = field(default_factory=list)
    events: list[LogEntry] = field(default_factory=list)
    proposals: list[WinProposal] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    listening: bool = True

    def next_command(self) -> Command | None:
        return parse_command(self.typed.pop(0)) if self.typed else None

    def propose(self, found: WinProposal, table: TableState) -> None:
        self.proposals.append(found)
        if self.answers:
            self.typed += self.answers.pop(0).splitlines()

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        self.events.append(entry)
        for lang in ("en", "it"):
            event_sentence(entry.event, table, lang)  # every event can be said

    def warn(self, word: str, **gaps: object) -> None:
        self.warnings.append(f"{word} {gaps}")


SCENES = (
    "",
    f"{WIN}___[9s]",
    "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]___[C ]",
    "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ][C ]",  # which tile won?
    "[2m][2m][2m][4m][5m][6m][3p][4p][5p][2s][3s][4s][N ][N ]",
)


def by_width(picture: Pixels) -> Sequence[SeenTile]:
    """The scene that a script's picture stands for."""
    width = int((picture[90, :, 0] == 140).sum())
    return small_tiles(SCENES[max(0, round((width - 10) / 20))])


def small_tiles(text: str) -> Sequence[SeenTile]:
    """The tiles of a scene, in the size of a script's pictures."""
    tiles = observe(scene(text)) if text else ()
    small = [tuple((x / 11, y / 11) for x, y in tile.quad) for tile in tiles]
    return [replace(t, quad=quad) for t, quad in zip(tiles, small, strict=True)]  # type: ignore[arg-type]


Run = Callable[..., tuple[Typist, Watcher]]


def kinds(typist: Typist) -> list[str]:
    return [event.kind for event in typist.events]


def reopen(watcher: Watcher) -> None:
    """Gives a game that was over its log back."""
    watcher.session.journal = Journal(watcher.journal.folder)


def execute_line(watcher: Watcher, text: str) -> None:
    """Executes a line as if it were typed at the terminal."""
    execute(watcher.session, parse_command(text))


def run_typed_lines(run: Run, *lines: str, rules: str = "zung-jung") -> Watcher:
    """A game in which these lines were typed while a deal was played."""
    _, watcher = run([(1, 0)], rules=rules)
    reopen(watcher)
    for text in lines:
        execute_line(watcher, text)
    watcher.journal.close()
    return watcher
