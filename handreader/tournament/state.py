"""The state of a tournament after its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from .clock import RoundClock
from .draw import DrawnRound
from .events import PenaltyRuling, PlanChange
from .finals import Finals
from .registration import NO_REGISTRATION, Registration

MOST_ENTRANTS = 200
MOST_ROUNDS = 30
MOST_MINUTES = 600
MOST_PENALTIES = 500
MOST_ORGANISERS = 20
INVITATION_LASTS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament.

    Attributes:
        number: from 0 on, in the order of entry.
        name: unique here.
        is_substitute: whether he only fills tables, and has no rank.
        is_present: whether the next draw counts on him.
        registration: what he stated beside his name.
    """

    number: int
    name: str
    is_substitute: bool = False
    is_present: bool = True
    registration: Registration = NO_REGISTRATION


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is drawn, being played, or over.

    Attributes:
        drawn: its tables and byes.
        games: ids of the tables' games; none before it begins.
        clock: its time; None before it begins.
        is_over: whether the organiser ended it.
        paper: points entered by hand, by table from 1 on, at East, South, West and North.
        ended: time of its end, UTC; None before it.
    """

    drawn: DrawnRound
    games: tuple[str, ...] = ()
    clock: RoundClock | None = None
    is_over: bool = False
    paper: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    ended: datetime | None = None

    @property
    def has_begun(self) -> bool:
        """Return whether its games exist."""
        return bool(self.games)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty of a tournament; `is_revoked` if it was taken back."""

    ruling: PenaltyRuling
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class Organiser:
    """A session that may change the tournament.

    Attributes:
        session: its hash.
        since: when it began to organise, UTC.
        name: of the person; "" if unknown.
    """

    session: str
    since: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A code that nobody has used yet, as a hash, and the time until which it can be used."""

    code_hash: str
    until: datetime


_FIRST_PLAN = PlanChange(rounds=4, minutes=120, last_minutes=5, seed=0)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament.

    Attributes:
        name: of the tournament.
        plan: rounds, minutes, seed.
        entrants: everybody who ever entered, by number.
        rounds: those that are drawn.
        penalties: in the order of the rulings.
        finals: the cuts, in order; none while everybody plays.
        organisers: sessions that organise beside the one that created it.
        removed: hashes of the sessions that were removed from the organisers.
        invitation: the code for one more organiser; None if none is open.
        revision: number of events.
    """

    name: str
    plan: PlanChange = _FIRST_PLAN
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[PlayedRound, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    finals: tuple[Finals, ...] = ()
    organisers: tuple[Organiser, ...] = ()
    removed: frozenset[str] = frozenset()
    invitation: OpenInvitation | None = None
    revision: int = 0

    @property
    def starts(self) -> int:
        """Return how many rounds have begun."""
        return sum(one.has_begun for one in self.rounds)

    @property
    def current(self) -> int | None:
        """Return the number of the round that is played; None between rounds."""
        playing = (n for n, one in enumerate(self.rounds, 1) if one.has_begun and not one.is_over)
        return next(playing, None)

    @property
    def is_over(self) -> bool:
        """Return whether all planned rounds are over."""
        return self.starts == self.plan.rounds and self.current is None

    def players(self) -> tuple[int, ...]:
        """Return who plays in the next draw: those present, after a cut finalists alone.

        Substitutes play if there are enough to fill the last table; else some players have a bye.
        """
        here = [one for one in self.entrants if one.is_present]
        finalists = self.finals[-1].finalists if self.finals else None
        regular = [
            one.number
            for one in here
            if not one.is_substitute and (finalists is None or one.number in finalists)
        ]
        substitutes = [one.number for one in here if one.is_substitute]
        missing = -len(regular) % 4
        return (*regular, *(substitutes[:missing] if len(substitutes) >= missing else ()))

    def preliminaries(self) -> Tournament:
        """Return the tournament before its finals; itself without any."""
        if not self.finals:
            return self
        cut = self.finals[0]
        rounds, penalties = self.rounds[: cut.first - 1], self.penalties[: cut.penalties]
        return replace(self, rounds=rounds, penalties=penalties, finals=())

    def is_draw_outdated(self, number: int) -> bool:
        """Return whether somebody came or left since a round that has not begun was drawn."""
        return self.rounds[number - 1].drawn.entrants != frozenset(self.players())
