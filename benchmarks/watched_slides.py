"""A folder of pictures watched as an evening: what each picture gave, and what it was."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PIL import Image

from handreader.evaluation.hands import evaluation_designs
from handreader.evaluation.made.pictures import make_picture
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import TableState
from handreader.watch.play.win_proposal import WinProposal
from handreader.watch.session.session import SessionOptions
from handreader.watch.session.watcher import Watcher
from scoring.hand import Hand
from scoring.tiles import Tile
from simulation.watching import ConfirmingOperator, game_start_event
from vision.cameras.pictures import PictureSequence
from vision.tracking.observer import Cadence, Name

FAMILIES = ("neat", "sloppy", "busy", "above", "corner", "unturned", "kongs", "two rows", "across",
            "side")  # fmt: skip
"""Families of made hands that the slides show, one after the other."""
_KNOWN = ("seat", "how")  # what no picture shows


@dataclass(slots=True)
class Slide:
    """What a picture gave.

    Attributes:
        proposals: of wins.
        reasons: why it gave none.
    """

    proposals: list[WinProposal] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


@dataclass
class _Viewer(ConfirmingOperator):
    """An operator who answers nothing, and sorts what is shown by the pictures."""

    watcher: Watcher | None = None
    slides: dict[str, Slide] = field(default_factory=dict)
    listening: bool = False

    def _slide(self) -> Slide:
        scene = "" if self.watcher is None else self.watcher.scene
        return self.slides.setdefault(scene, Slide())

    def propose(self, found: WinProposal, table: TableState) -> None:
        self._slide().proposals.append(found)

    def warn(self, word: str, **gaps: object) -> None:
        self._slide().reasons.append(f"{word} {gaps.get('what', '')}")


def watch_slides(folder: Path, rules: str, name: Name, out: Path) -> dict[str, Slide]:
    """Watch the pictures of a folder as `handreader watch FOLDER` does, by their names."""
    shutil.rmtree(out, ignore_errors=True)
    journal, viewer = Journal(out), _Viewer()
    options = SessionOptions((), False, Cadence(), game_start_event(rules), True)
    viewer.watcher = watcher = Watcher(PictureSequence(folder), journal, name, viewer, options)
    watcher.run()
    journal.close()
    return viewer.slides


def make_slides(folder: Path, rules: str, count: int, seed: int) -> None:
    """Render pictures of winning hands, each with its tiles in a text beside it."""
    folder.mkdir(parents=True)
    designs = evaluation_designs(None)
    for number in range(count):
        made = next(
            made
            for attempt in range(99)
            if (made := make_picture(FAMILIES[number % len(FAMILIES)], attempt, designs, seed))
            and made.truth.rules == rules
            and made.truth.hand is not None
        )
        seed += 1
        Image.fromarray(np.asarray(made.pixels)).save(folder / f"{number:02d}.jpg", quality=92)
        (folder / f"{number:02d}.txt").write_text(f"{made.truth.hand}\n", "utf-8")


def slide_lines(folder: Path, slides: dict[str, Slide]) -> Iterator[tuple[str, str, str]]:
    """Yield name, outcome and details of each picture.

    The outcome is "right" (its hand, nothing to ask but who won and how), "asked" (with a question
    about the tiles), "invented" (a hand that it does not show), "said" (why there is none),
    "silent"; and "proposed" instead of the first where no text has its true hand.
    """
    for picture in PictureSequence(folder).pictures:
        slide = slides.get(picture.name, Slide())
        if not slide.proposals:
            said = "; ".join(slide.reasons)
            yield picture.name, "said" if said else "silent", said
            continue
        found = slide.proposals[-1]
        questions = [need for need in found.needs if need not in _KNOWN]
        text = picture.with_suffix(".txt")
        outcome = "proposed"
        if text.exists():
            hand = Hand.parse(text.read_text("utf-8").strip())
            outcome = "right" if found.record and _is_same(found.record.hand, hand) else "invented"
        outcome = "asked" if questions else outcome
        yield picture.name, outcome, " ".join(questions) or str(found.record and found.record.hand)


def _is_same(read: Hand, true: Hand) -> bool:
    def tiles(hand: Hand) -> list[Tile]:
        return sorted(tile.plain for tile in hand.tiles)

    return tiles(read) == tiles(true)
