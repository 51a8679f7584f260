"""A watched game at one moment, as people see it who look from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.text import LANGUAGES
from scoring.tiles import Wind

from ..log.event_text import say
from ..log.events import Event
from ..play.win_proposal import Proposal

Said = Mapping[str, str]
"""A sentence by language."""


@dataclass(frozen=True, slots=True)
class Line:
    """An event of the log, told.

    Attributes:
        event: the event.
        said: the sentence.
        seats: who sat where.
    """

    event: Event
    said: Said
    seats: Mapping[Wind, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """The game at one moment.

    Attributes:
        deal: number of the deal.
        over: whether it was ended and no new one has begun.
        last: whether all hands of the game are played.
        ended: whether the game has ended: when the table was cleared after them, or somebody said.
        open: the proposal that nobody answered yet.
        seats: who sits where.
        asked: who sat where in the deal that the open proposal is of: with its first win players
            may have moved already.
        round: wind of the round.
        turn: 0-3, how many Easts this round had before.
        counters: on the table.
        by_seat: points of who sits there.
        riichi: seats that have declared it in this deal.
        paused: why nothing is seen now, as in the log; "" while it is.
    """

    deal: int
    over: bool
    last: bool
    ended: bool
    open: Event | None
    seats: Mapping[Wind, str]
    asked: Mapping[Wind, str]
    round: Wind
    turn: int
    counters: int
    by_seat: Mapping[Wind, int]
    riichi: tuple[Wind, ...]
    paused: str


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows of the game, all of one moment.

    Attributes:
        revision: grows with every change.
        standing: None before the game has begun.
        lines: of the log, the latest last.
        undone: numbers of the events that were taken back.
        warnings: the latest last.
        found: the open win as it was read; None if there is none, or it was proposed before this
            program began.
        trouble: what is wrong with the camera; None while it gives pictures.
        over: why the watching ended; None while it goes on.
    """

    revision: int
    standing: Standing | None
    lines: tuple[Line, ...]
    undone: frozenset[int]
    warnings: tuple[Said, ...]
    found: Proposal | None
    trouble: Said | None
    over: Said | None


def sentence(word: str, **gaps: object) -> Said:
    """A sentence of `words` in every language."""
    return {lang: say(word, lang, **gaps) for lang in LANGUAGES}
