"""Watching of scripted deals on film, for benchmarks and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from handreader.watch.log.events import GameStartEvent, LogEntry, WinProposalEvent
from handreader.watch.log.table_state import TableState
from handreader.watch.play.win_proposal import WinProposal
from handreader.watch.session.commands import Command, Confirm
from handreader.watch.session.session import SessionOptions
from handreader.watch.table_profile import Profile
from scoring import rulebook
from scoring.game import game_rules
from vision.arrays import Pixels
from vision.cameras.camera import Frame
from vision.geometry import as_quad
from vision.seen_tile import Quad
from vision.tracking.observer import Cadence
from vision.tracking.table_geometry import seat_areas

from .deals import ScriptedDeal
from .films import CameraView, Film, wall_corners

PLAYERS = ("Anna", "Bo", "Carla", "Dario")


def game_start_event(rules: str, first_east: int = 0) -> GameStartEvent:
    """Return the first event of a game of our four players."""
    return GameStartEvent(game_rules(rulebook(rules)), rules, PLAYERS, first_east)


def film_session_options(deal: ScriptedDeal, corners: Quad) -> SessionOptions:
    """Return the session options for the film of a deal, without automatic wins."""
    walls = bool(game_rules(rulebook(deal.rules)).bet)
    areas = seat_areas(corners, walls=walls)
    return SessionOptions(areas, False, Cadence(), game_start_event(deal.rules, deal.first_east))


def film_profile(name: str, view: CameraView) -> Profile:
    """Return the profile of a film's table, as `handreader watch --setup` would save it."""
    return Profile(name, view.size, as_quad(wall_corners(view)))


def write_film(path: Path, film: Film) -> None:
    """Write a film as a video; while its camera is lost the last picture is repeated."""
    write_video(path, _pictures(film), film.view.rate)


def write_video(path: Path, pictures: Iterable[Pixels], rate: float) -> None:
    """Write a motion JPEG video of pictures, uint8 RGB of one size; `rate` a second."""
    import cv2

    writer: cv2.VideoWriter | None = None
    for picture in pictures:
        if writer is None:
            size = picture.shape[1], picture.shape[0]
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, size)
        writer.write(np.ascontiguousarray(picture[:, :, ::-1]))
    if writer is not None:
        writer.release()


def _pictures(film: Film) -> Iterator[Pixels]:
    last: Pixels = np.zeros((*film.view.size[::-1], 3), np.uint8)
    for item in film.frames():
        last = item.pixels if isinstance(item, Frame) else last
        yield last


@dataclass
class ConfirmingOperator:
    """An operator who confirms every win without a missing fact, and records what is shown.

    Attributes:
        hands: number of hands that must be proposed before the first answer.
        proposals, events, warnings: recorded in order.
    """

    hands: int = 1
    proposals: list[WinProposal] = field(default_factory=list)
    events: list[LogEntry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    listening: bool = True
    _commands: list[Command] = field(default_factory=list)

    def next_command(self) -> Command | None:
        """Return the next confirmation."""
        return self._commands.pop(0) if self._commands else None

    def propose(self, found: WinProposal, table: TableState) -> None:
        """Confirm a win without a missing fact."""
        self.proposals.append(found)
        every = (entry.event for entry in self.events)
        # of two at once the newest is open
        shown = {event.place for event in every if isinstance(event, WinProposalEvent)}
        if not found.needs and found.score is not None and len(shown) >= self.hands:
            self._commands.append(Confirm())

    def show_event(self, entry: LogEntry, table: TableState) -> None:
        """Record it."""
        self.events.append(entry)

    def warn(self, word: str, **gaps: object) -> None:
        """Record it."""
        self.warnings.append(f"{word} {gaps}")


def hands_to_await(deal: ScriptedDeal) -> int:
    """Return `ConfirmingOperator.hands` for a deal."""
    return deal.reveal_count if deal.answer_after_all else 1
