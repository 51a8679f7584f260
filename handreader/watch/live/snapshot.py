"""Snapshot of a watched game for the views in other threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.text import ALL_LANGUAGES
from scoring.tiles import Wind

from ..log.event_text import localize
from ..log.events import LogEntry
from ..log.table_state import OpenProposal
from ..play.win_proposal import WinProposal

Message = Mapping[str, str]
"""A sentence by language."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log with its sentence.

    Attributes:
        entry: of the log.
        text: the sentence.
        seats: name of the player on each seat.
    """

    entry: LogEntry
    text: Message
    seats: Mapping[Wind, str]


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """State of the game at one moment.

    Attributes:
        deal: number of the deal.
        over: whether the deal has ended and no new one has begun.
        last: whether all hands of the game are played.
        ended: whether the game has ended: the table was cleared after them, or by a command.
        open_proposal: the newest proposal without an answer.
        seats: name of the player on each seat.
        proposal_seats: the same for the deal of the open proposal: its first win may have moved
            the players already.
        round: wind of the round.
        turn: 0-3, number of earlier Easts of this round.
        counters: on the table.
        points_by_seat: points of the player on each seat.
        riichi: seats that have declared it in this deal.
        pause_reason: why nothing is observed, as in the log; "" while it is.
    """

    deal: int
    over: bool
    last: bool
    ended: bool
    open_proposal: OpenProposal | None
    seats: Mapping[Wind, str]
    proposal_seats: Mapping[Wind, str]
    round: Wind
    turn: int
    counters: int
    points_by_seat: Mapping[Wind, int]
    riichi: tuple[Wind, ...]
    pause_reason: str


@dataclass(frozen=True, slots=True)
class WatchView:
    """Consistent data of a page at one moment.

    Attributes:
        revision: grows with every change.
        snapshot: None before the game has begun.
        lines: of the log, the latest last.
        undone: numbers of the events that were undone.
        warnings: the latest last.
        proposal: of the open win; None if there is none, or it was proposed before this process
            started.
        camera_fault: None while the camera gives pictures.
        end_reason: why the watching ended; None while the game is watched.
    """

    revision: int
    snapshot: TableSnapshot | None
    lines: tuple[LogLine, ...]
    undone: frozenset[int]
    warnings: tuple[Message, ...]
    proposal: WinProposal | None
    camera_fault: Message | None
    end_reason: Message | None


def sentence(word: str, **gaps: object) -> Message:
    """Return a sentence of `event_text` in every language."""
    return {lang: localize(word, lang, **gaps) for lang in ALL_LANGUAGES}
