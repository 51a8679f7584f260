"""A game while it is watched: its log, what the log tells, and the eyes on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from scoring.errors import HandReaderError
from vision.arrays import Pixels
from vision.seen_tile import SeenTile
from vision.tracking.observer import Eyes, Name, Pace
from vision.tracking.regions import AnyArea, Whole

from ..log.events import Event, Evidence
from ..log.journal import Journal
from ..log.table_state import Table, known
from ..play.play_tracker import Draft, Play
from ..play.win_proposal import Proposal


class Watched:
    """Every event goes through here: written, taken, told.

    Args:
        journal: the game's; begun.
        operator: who is told.
        book: where confirmed hands are kept besides.
        areas: of the camera's picture; () for one hand anywhere in it.

    Attributes:
        table: what is known now.
        play: what follows the ponds and sets.
        eyes: on the camera's pictures, once the first has come.
        time: second of the camera's clock.
    """

    def __init__(
        self, journal: Journal, operator: Operator, book: Book | None, areas: Sequence[AnyArea]
    ) -> None:
        self.journal, self.operator, self.areas = journal, operator, areas
        self.table = known(journal.events)
        started = {area.name for area in areas}  # nobody watched until now
        self.play = Play(self.table, unwatched=started if journal.events[1:] else set())
        self.eyes: Eyes | None = None
        self.time = 0.0
        self._book = book

    def append(
        self,
        kind: str,
        data: Mapping[str, object],
        author: str = "camera",
        confidence: float | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> Event:
        """Writes an event, and tells it.

        Raises:
            WatchError: it cannot be written.
        """
        event = self.journal.append(kind, self.time, data, author, confidence, evidence)
        if kind in ("undo", "correction") or "instead" in data:
            self.table = known(self.journal.events)
            self.play.table = self.table
        else:
            self.table.take(event)
        self.operator.tell(event, self.table)
        return event

    def write(self, draft: Draft, picture: Pixels) -> None:
        """Writes what was seen of the play, with a crop of the tiles that show it."""
        evidence: tuple[Evidence, ...] = ()
        if draft.tiles:
            evidence = (self.crop(draft.kind, picture, draft.tiles),)
        self.append(draft.kind, draft.data, "camera", draft.confidence, evidence)

    def crop(self, kind: str, picture: Pixels, tiles: Sequence[SeenTile]) -> Evidence:
        """Keeps the part of a picture around some tiles, and nothing else of the table."""
        import cv2

        height, width = picture.shape[:2]
        left, top, right, bottom = around(tiles, width, height)
        part = picture[top:bottom, left:right]
        code = cv2.imencode(".jpg", part[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        return self.journal.crop(f"{kind}-{self.table.deal.number}", code.tobytes())

    def open_eyes(self, pixels: Pixels, name: Name, pace: Pace) -> Eyes:
        """The eyes, for pictures of this size."""
        if self.eyes is None:
            height, width = pixels.shape[:2]
            areas = self.areas or [Whole(width, height)]
            self.eyes = Eyes(areas, (width, height), name, pace)
        return self.eyes

    def look_again(self, *kinds: str) -> None:
        """Has the areas whose names begin so read again; all of them without any kind."""
        if self.eyes is not None:
            for area in self.areas or [Whole(1, 1)]:
                if not kinds or area.name.startswith(kinds):
                    self.eyes.look_again(area.name)

    def keep_book(self) -> None:
        """Enters what was confirmed where it is kept besides the journal."""
        if self._book is None:
            return
        try:
            self._book.bring_up_to_date(self.journal.events)
        except HandReaderError as error:  # the journal has it; the next start enters it
            self.operator.warn("book", what=error)


def around(tiles: Sequence[SeenTile], width: int, height: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of a picture that holds some tiles."""
    corners = np.array([tile.quad for tile in tiles]).reshape(-1, 2)
    sides = [np.linalg.norm(np.subtract(t.quad[0], t.quad[2])) for t in tiles]
    margin = 0.4 * float(np.median(sides))
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + margin), [width, height]).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


class Operator(Protocol):
    """Who is told what happens, and says yes or no."""

    @property
    def listening(self) -> bool:
        """Whether anybody can still type."""
        ...

    def lines(self) -> Sequence[str]:
        """What was typed since it was last asked."""
        ...

    def propose(self, found: Proposal, table: Table) -> None:
        """Shows a win and asks whether it is right."""
        ...

    def tell(self, event: Event, table: Table) -> None:
        """Shows what was written to the log."""
        ...

    def warn(self, word: str, **gaps: object) -> None:
        """Shows that something is not as it should be; `words` has the sentence."""
        ...


class Book(Protocol):
    """Where confirmed hands are kept besides the journal; see also `following.Shared`."""

    def bring_up_to_date(self, events: Sequence[Event]) -> None:
        """Enters what is not there yet."""
        ...


@dataclass(frozen=True, slots=True)
class Watching:
    """How a game is watched.

    Attributes:
        areas: of the camera's picture; () to watch for one hand anywhere in it.
        auto: whether a win without question or doubt is taken without asking.
        pace: how often is looked and read.
        start: data of the game's first event.
        patient: whether the camera can wait until a proposal is answered: a video file.
    """

    areas: Sequence[AnyArea]
    auto: bool
    pace: Pace
    start: Mapping[str, object]
    patient: bool = False
