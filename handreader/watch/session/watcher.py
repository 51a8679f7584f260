"""The main loop: read frames, append events, and execute commands."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from scoring.errors import HandReaderError
from vision.arrays import Pixels
from vision.cameras.camera import Camera, Frame, Gap
from vision.photo import Photo
from vision.recognition.backs import Colour
from vision.seen_tile import SeenTile
from vision.tracking.observer import Eyes, Name, Sighting

from ..errors import LogError
from ..log.journal import Journal
from ..log.table_state import Table
from ..play.win_facts import turn
from ..play.win_proposal import Proposal
from ..play.win_statement import Said
from .command_handler import AT_ONCE, Steering
from .deals import Deals
from .proposals import Proposals
from .session import Operator, Watched, Watching
from .store_sync import Following, Shared

__all__ = ["Operator", "Watcher", "Watching", "reader"]

_MOST_BAD = 100  # frames that may fail before it is no frame's fault


class Watcher:
    """The loop of one camera and one game.

    Args:
        camera: source of the frames.
        journal: of the game; a journal with events is resumed.
        name: recognises tiles in pictures.
        operator: answers proposals.
        wanted: options of the session.
        book: receives the confirmed hands besides the journal.
    """

    def __init__(
        self,
        camera: Camera,
        journal: Journal,
        name: Name,
        operator: Operator,
        wanted: Watching,
        book: Shared | None = None,
    ) -> None:
        self.journal, self.wanted = journal, wanted
        self.frames = 0
        self._camera, self._name, self._operator = camera, name, operator
        if not journal.events:
            journal.append("game_start", 0.0, wanted.start, "user")
        self._before = journal.events[-1].number
        self._game = Watched(journal, operator, book, wanted.areas)
        self._proposals = Proposals(self._game)
        self._deals = Deals(self._game, self._proposals)
        self._steering = Steering(
            self._game, self._proposals, self._deals, self._pause_by_user, self._resume_by_user
        )
        self._following = Following(self._game, self._proposals, book)
        self._paused = ""
        self._bad = 0
        self._typed: deque[str] = deque()
        self._game.keep_book()

    @property
    def table(self) -> Table:
        """Return the current state of the table."""
        return self._game.table

    @property
    def left(self) -> Sequence[str]:
        """Return the lines that were typed after the end of the game."""
        return tuple(self._typed)

    @property
    def eyes(self) -> Eyes | None:
        """Return the observer of the pictures; None before the first frame."""
        return self._game.eyes

    @eyes.setter
    def eyes(self, eyes: Eyes) -> None:
        self._game.eyes = eyes

    def run(self) -> None:
        """Process frames until the camera or the game ends.

        Raises:
            WatchError: the log cannot be written any more.
            CameraError: a video that broke off.
        """
        for item in self._camera.frames():
            self._game.time = item.time
            self._listen()
            self._following.look()
            if self.table.ended:
                return
            if isinstance(item, Gap):
                if self.eyes is not None:
                    self.eyes.blind(item.time)
                self._pause(item.reason)
            elif self._paused != "user":
                self._look(item)
            while self.wanted.patient and self._asked and self._answer_may_come:
                self._listen()
                time.sleep(0.02)
        self._listen()
        if self.table.game.over and not self.table.ended:
            self._deals.finish()
        while self._typed and not self.table.ended:  # the win that they answer was never proposed
            self._hear(self._typed.popleft())

    @property
    def _asked(self) -> bool:
        """Return whether a proposal of this run is open; an earlier run's is proposed again."""
        open_ = self.table.open
        return open_ is not None and open_.number > self._before

    @property
    def _answer_may_come(self) -> bool:
        return self._operator.listening or bool(self._typed)

    def _listen(self) -> None:
        """Execute the typed lines; with `waits_for_answers`, an early answer waits for its win."""
        self._typed.extend(self._operator.lines())
        while self._typed and not self.table.ended:
            if self.wanted.patient and not self._asked and _answers(self._typed[0]):
                return
            self._hear(self._typed.popleft())

    def _hear(self, line: str) -> None:
        try:
            self._following.look(at_once=True)  # a hand entered by hand is not counted twice
            self._steering.hear(line)
        except LogError:
            raise
        except Exception as error:  # no typed line may end an evening's log
            self._operator.warn("not_done", what=_said(error))

    # Frames.

    def _look(self, frame: Frame) -> None:
        self.frames += 1
        try:
            eyes = self._game.open_eyes(frame.pixels, self._name, self.wanted.pace)
            self._tell_from(frame, eyes)
        except LogError:
            raise
        except Exception as error:  # one bad frame must not end an evening's log
            self._bad += 1
            if self._bad in (1, 10, _MOST_BAD):
                self._operator.warn("bad_frame", what=_said(error))
            if self._bad > _MOST_BAD:
                raise

    def _tell_from(self, frame: Frame, eyes: Eyes) -> None:
        # after a gap several ponds have new tiles: read them in order of play, or the last discard
        # would be a wrong one
        ponds = [f"pond {(turn(self.table) + step) % 4}" for step in range(4)]
        for sighting in eyes.look(frame, ponds):  # one by one: a later area may fail to be read
            self._see_again()
            self._seen(sighting)
        if eyes.light.dark:
            self._pause("dark")
            return
        self._see_again()
        found = self._proposals.due()
        if found is not None and self.wanted.auto and found.sure:
            found = self._taken(found)
        if found is not None:
            self._operator.propose(found, self.table)
        self._deals.may_end()
        self._bad = 0

    def _taken(self, found: Proposal) -> Proposal | None:
        """Confirm a certain win automatically, unless it was entered by hand meanwhile."""
        self._following.look(at_once=True)
        return None if self.table.open is None else self._deals.won(found, "camera")

    def _see_again(self) -> None:
        self._resume()
        if self.table.deal.number == 0 and not self.wanted.areas:
            self._deals.begin(whole=False)

    def _seen(self, sighting: Sighting) -> None:
        play = self._game.play
        before = len(self.journal.events)
        for draft in play.seen(sighting):
            self._game.write(draft, sighting.picture)
        if len(self.journal.events) == before and play.waiting():
            self._game.look_again(*(area for area in play.empty if area.startswith("hand")))
        if play.held:
            self._game.look_again(*play.held)
        self._deals.begins(sighting)
        self._proposals.seen(sighting)

    # The camera.

    def _pause(self, reason: str) -> None:
        self._game.play.unwatched = {area.name for area in self.wanted.areas}
        if not self._paused:
            self._paused = reason
            self._game.append("pause", {"reason": reason})

    def _resume(self) -> None:
        if self._paused:
            self._paused = ""
            self._game.append("resume", {})

    def _pause_by_user(self) -> None:
        self._pause("user")

    def _resume_by_user(self) -> None:
        self._resume()
        if self.eyes is not None:
            self.eyes.blind(self._game.time)


def _answers(line: str) -> bool:
    """Return whether a line is about a win that is proposed, and meaningless at any other time."""
    word = line.split(maxsplit=1)[:1]
    if not word or word[0] in AT_ONCE:
        return False
    try:
        return word[0] in ("y", "n") or bool(Said().more(line))
    except HandReaderError:
        return False


def _said(error: Exception) -> object:
    """Return the description of an error for people."""
    return error if isinstance(error, HandReaderError) else f"{type(error).__name__}: {error}"


def reader(weights: Path | None, taught: Path | None, back: Colour | None = None) -> Name:
    """Return a function that recognises the tiles of a picture.

    Args:
        weights: folder of weights; None for ours.
        taught: file of an adapted tile set.
        back: colour of the set's backs; None if unknown.

    Raises:
        HandReaderError: the weights are not found.
    """
    from vision import Settings, read
    from vision.recognition.weights import find_weights

    for role in ("detector", "namer"):  # else every picture would be a bad one
        find_weights(role, folder=weights)
    settings = Settings(weights=weights, taught=taught, back=back)

    def name(pixels: Pixels) -> Sequence[SeenTile]:
        return read(Photo("camera", pixels), settings).tiles

    return name
