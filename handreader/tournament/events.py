"""Events of a tournament. A list of them is the tournament; none is ever changed or removed."""

from __future__ import annotations

from dataclasses import dataclass

from .draw import DrawnRound
from .finals import Carry
from .registration import NO_REGISTRATION, Registration


@dataclass(frozen=True, slots=True)
class PlanChange:
    """The organiser sets how the tournament is played.

    Attributes:
        rounds: how many are planned.
        minutes: length of a round.
        last_minutes: minutes before the end from which the wall announces the last hand.
        seed: of the draw.
        team_size: how many of a team's players count, the best ones; 0: all.
        days: how long the tournament lasts, for its weight in a rating.
        has_qualification: whether players had to qualify, for the same weight.
    """

    rounds: int
    minutes: int
    last_minutes: int
    seed: int
    team_size: int = 0
    days: int = 1
    has_qualification: bool = False


@dataclass(frozen=True, slots=True)
class EntrantAddition:
    """A player enters, before the first round or later; a substitute only fills tables."""

    name: str
    substitute: bool = False
    registration: Registration = NO_REGISTRATION


@dataclass(frozen=True, slots=True)
class EntrantRenaming:
    """An entrant's name is corrected."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class RegistrationChange:
    """An entrant's number, country, team or family name is stated or corrected."""

    entrant: int
    registration: Registration


@dataclass(frozen=True, slots=True)
class Attendance:
    """An entrant leaves, or is back: rounds drawn later count on him, or not."""

    entrant: int
    present: bool


@dataclass(frozen=True, slots=True)
class RoundsDraw:
    """Rounds are drawn, in place of those that were drawn and have not begun.

    Attributes:
        first: number of the first one.
        rounds: the rounds.
        by_rank: whether the standings seat the players, not a draw.
    """

    first: int
    rounds: tuple[DrawnRound, ...]
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class FinalsStart:
    """The best play on alone.

    Attributes:
        finalists: the players, in the order of their places.
        rounds: how many rounds they play.
        carry: how much of their points counts on.
    """

    finalists: tuple[int, ...]
    rounds: int
    carry: Carry


@dataclass(frozen=True, slots=True)
class FinalsRevocation:
    """The last cut is taken back: no round after it has begun."""


@dataclass(frozen=True, slots=True)
class RoundStart:
    """A round begins, with one game of the store a table."""

    round: int
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundRevocation:
    """The start of a round is taken back: nothing was played in it."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round ends, or goes on after all."""

    round: int
    ended: bool = True


@dataclass(frozen=True, slots=True)
class ClockStart:
    """The clock of a round starts, or goes on after a pause."""

    round: int


@dataclass(frozen=True, slots=True)
class ClockPause:
    """The clock of a round stands."""

    round: int


@dataclass(frozen=True, slots=True)
class ClockExtension:
    """A round gets more minutes, or fewer."""

    round: int
    minutes: int


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Another entrant takes a seat of a round that has begun."""

    round: int
    table: int
    seat: int
    entrant: int


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A table's points at East, South, West and North are entered by hand.

    Attributes:
        round, table: from 1 on.
        points: at the end, before uma; none: the table's game counts again.
    """

    round: int
    table: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PenaltyRuling:
    """An entrant loses table points, points, or both.

    Attributes:
        entrant: who.
        table_points, points: what he loses.
        reason: in the referee's words.
    """

    entrant: int
    table_points: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyRevocation:
    """A penalty is taken back; they are numbered from 1 on."""

    penalty: int


@dataclass(frozen=True, slots=True)
class TournamentRenaming:
    """The tournament gets another name."""

    name: str


@dataclass(frozen=True, slots=True)
class OrganiserInvitation:
    """A code is made that lets another session organise; it replaces an earlier one."""

    code_hash: str


@dataclass(frozen=True, slots=True)
class OrganiserAddition:
    """A session uses the code, once, and organises from now on.

    Attributes:
        code_hash: of the code.
        session: its hash.
        name: of the person, for the other organisers; "" for none.
    """

    code_hash: str
    session: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class OrganiserRemoval:
    """A session does not organise any more; an open code ends, too."""

    session: str


TournamentEvent = (
    PlanChange
    | EntrantAddition
    | EntrantRenaming
    | RegistrationChange
    | Attendance
    | RoundsDraw
    | FinalsStart
    | FinalsRevocation
    | RoundStart
    | RoundRevocation
    | RoundEnd
    | ClockStart
    | ClockPause
    | ClockExtension
    | SeatChange
    | PaperResult
    | PenaltyRuling
    | PenaltyRevocation
    | TournamentRenaming
    | OrganiserInvitation
    | OrganiserAddition
    | OrganiserRemoval
)
