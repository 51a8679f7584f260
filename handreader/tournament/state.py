"""The state of a tournament after its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from scoring.game.serialization import LONGEST_NAME, LONGEST_REASON, MOST

from .clock import RoundClock
from .draw import DrawnRound, Seats, draw_rounds
from .errors import TournamentError
from .events import (
    Attendance,
    ClockExtension,
    ClockPause,
    ClockStart,
    EntrantAddition,
    EntrantRenaming,
    OrganiserAddition,
    OrganiserInvitation,
    OrganiserRemoval,
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RoundEnd,
    RoundRevocation,
    RoundsDraw,
    RoundStart,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)

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
    """

    number: int
    name: str
    is_substitute: bool = False
    is_present: bool = True


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is drawn, being played, or over.

    Attributes:
        drawn: its tables and byes.
        games: ids of the tables' games; none before it begins.
        clock: its time; None before it begins.
        is_over: whether the organiser ended it.
        paper: points entered by hand, by table from 1 on, at East, South, West and North.
    """

    drawn: DrawnRound
    games: tuple[str, ...] = ()
    clock: RoundClock | None = None
    is_over: bool = False
    paper: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))

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

    def players(self) -> tuple[int, ...]:
        """Return who plays in the next draw: those present, and substitutes who fill a table.

        Substitutes play if there are enough to fill the last table; else some players have a bye.
        """
        here = [one for one in self.entrants if one.is_present]
        regular = [one.number for one in here if not one.is_substitute]
        substitutes = [one.number for one in here if one.is_substitute]
        missing = -len(regular) % 4
        return (*regular, *(substitutes[:missing] if len(substitutes) >= missing else ()))

    def is_draw_outdated(self, number: int) -> bool:
        """Return whether somebody came or left since a round that has not begun was drawn."""
        return self.rounds[number - 1].drawn.entrants != frozenset(self.players())


def fold_events(name: str, events: Iterable[tuple[datetime, TournamentEvent]]) -> Tournament:
    """Return the state after events, each with its time.

    Raises:
        TournamentError: an event that was not possible.
    """
    state = Tournament(name)
    for time, event in events:
        state = apply_event(state, event, time)
    return state


def apply_event(state: Tournament, event: TournamentEvent, time: datetime) -> Tournament:
    """Return the state after one event.

    Raises:
        TournamentError: it is not possible now.
    """
    step: Callable[[Tournament, Any, datetime], Tournament] = _TRANSITIONS[type(event)]
    return replace(step(state, event, time), revision=state.revision + 1)


def draw_remaining(state: Tournament) -> RoundsDraw:
    """Draw all planned rounds that have not begun.

    Raises:
        TournamentError: fewer than four players are present, or no planned round is left.
    """
    players = state.players()
    if len(players) < 4:
        raise TournamentError("too_few", count=len(players))
    left = state.plan.rounds - state.starts
    if left < 1:
        raise TournamentError("no_rounds", rounds=state.plan.rounds)
    before = [one.drawn for one in state.rounds[: state.starts]]
    return RoundsDraw(state.starts + 1, draw_rounds(players, left, before, state.plan.seed))


def clean_name(name: str) -> str:
    """Return a name without surplus space.

    Raises:
        TournamentError: it is empty, too long or unprintable.
    """
    clean = " ".join(name.split())
    if not 0 < len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise TournamentError("bad_name")
    return clean


def _change_plan(state: Tournament, event: PlanChange, time: datetime) -> Tournament:
    _check_number("rounds", event.rounds, max(1, state.starts), MOST_ROUNDS)
    _check_number("minutes", event.minutes, 1, MOST_MINUTES)
    _check_number("last_minutes", event.last_minutes, 0, event.minutes)
    _check_number("seed", event.seed, 0, 2**31)
    kept = state.rounds[: max(state.starts, event.rounds)]
    return replace(state, plan=event, rounds=kept)


def _add_entrant(state: Tournament, event: EntrantAddition, time: datetime) -> Tournament:
    if len(state.entrants) >= MOST_ENTRANTS:
        raise TournamentError("too_many", limit=MOST_ENTRANTS)
    name = _new_name(state, event.name)
    entrant = Entrant(len(state.entrants), name, event.substitute)
    return replace(state, entrants=(*state.entrants, entrant))


def _rename_entrant(state: Tournament, event: EntrantRenaming, time: datetime) -> Tournament:
    entrant = _entrant(state, event.entrant)
    name = _new_name(state, event.name, entrant.number)
    return _with_entrant(state, replace(entrant, name=name))


def _attend(state: Tournament, event: Attendance, time: datetime) -> Tournament:
    return _with_entrant(state, replace(_entrant(state, event.entrant), is_present=event.present))


def _draw(state: Tournament, event: RoundsDraw, time: datetime) -> Tournament:
    if event.first != state.starts + 1:
        raise TournamentError("begun", round=event.first)
    fresh = tuple(PlayedRound(drawn) for drawn in event.rounds)
    return replace(state, rounds=(*state.rounds[: state.starts], *fresh))


def _start_round(state: Tournament, event: RoundStart, time: datetime) -> Tournament:
    check_start(state, event.round)
    clock = RoundClock(state.plan.minutes * 60)
    return _with_round(state, event.round, games=event.games, clock=clock)


def check_start(state: Tournament, number: int) -> None:
    """Check that a round can begin.

    Raises:
        TournamentError: it is not drawn, its draw is outdated, or another one is being played.
    """
    if state.current is not None:
        raise TournamentError("round_open", round=state.current)
    if number != state.starts + 1:
        raise TournamentError("begun" if number <= state.starts else "not_drawn", round=number)
    if number > len(state.rounds):
        raise TournamentError("not_drawn", round=number)
    if state.is_draw_outdated(number):
        raise TournamentError("draw_again", round=number)


def _revoke_start(state: Tournament, event: RoundRevocation, time: datetime) -> Tournament:
    found = _running_round(state, event.round)
    if found.paper or event.round != state.starts:
        raise TournamentError("round_played", round=event.round)
    return _with_round(state, event.round, games=(), clock=None, is_over=False)


def _end_round(state: Tournament, event: RoundEnd, time: datetime) -> Tournament:
    found = _running_round(state, event.round)
    if not event.ended and state.current not in (None, event.round):
        raise TournamentError("round_open", round=state.current)
    clock = None if found.clock is None else found.clock.pause(time)
    return _with_round(state, event.round, is_over=event.ended, clock=clock)


def _start_clock(state: Tournament, event: ClockStart, time: datetime) -> Tournament:
    return _with_round(state, event.round, clock=_clock(state, event.round).start(time))


def _pause_clock(state: Tournament, event: ClockPause, time: datetime) -> Tournament:
    return _with_round(state, event.round, clock=_clock(state, event.round).pause(time))


def _extend_clock(state: Tournament, event: ClockExtension, time: datetime) -> Tournament:
    _check_number("minutes", event.minutes, -MOST_MINUTES, MOST_MINUTES)
    clock = _clock(state, event.round).extend(event.minutes * 60)
    return _with_round(state, event.round, clock=clock)


def _change_seat(state: Tournament, event: SeatChange, time: datetime) -> Tournament:
    found = _running_round(state, event.round)
    table = _table(found, event.table)
    _check_number("seat", event.seat, 0, 3)
    entrant = _entrant(state, event.entrant)
    if any(entrant.number in seats for seats in found.drawn.tables):
        raise TournamentError("seated", name=entrant.name)
    seats = list(table)
    seats[event.seat] = entrant.number
    east, south, west, north = seats
    tables = list(found.drawn.tables)
    tables[event.table - 1] = (east, south, west, north)
    byes = tuple(one for one in found.drawn.byes if one != entrant.number)
    return _with_round(state, event.round, drawn=DrawnRound(tuple(tables), byes))


def _enter_result(state: Tournament, event: PaperResult, time: datetime) -> Tournament:
    found = _running_round(state, event.round)
    _table(found, event.table)
    paper = {table: points for table, points in found.paper.items() if table != event.table}
    if event.points:
        for points in event.points:
            _check_number("points", points, -MOST, MOST)
        paper[event.table] = event.points
    return _with_round(state, event.round, paper=MappingProxyType(paper))


def _rule_penalty(state: Tournament, event: PenaltyRuling, time: datetime) -> Tournament:
    _entrant(state, event.entrant)
    _check_number("table_points", event.table_points, 0, 100)
    _check_number("points", event.points, 0, MOST)
    if len(state.penalties) >= MOST_PENALTIES:
        raise TournamentError("too_many", limit=MOST_PENALTIES)
    ruling = replace(event, reason=" ".join(event.reason.split())[:LONGEST_REASON])
    return replace(state, penalties=(*state.penalties, Penalty(ruling)))


def _revoke_penalty(state: Tournament, event: PenaltyRevocation, time: datetime) -> Tournament:
    at = event.penalty - 1
    if not 0 <= at < len(state.penalties):
        raise TournamentError("unknown", what="penalty", number=event.penalty)
    revoked = replace(state.penalties[at], is_revoked=True)
    return replace(state, penalties=(*state.penalties[:at], revoked, *state.penalties[at + 1 :]))


def _rename(state: Tournament, event: TournamentRenaming, time: datetime) -> Tournament:
    return replace(state, name=clean_name(event.name))


def _invite_organiser(state: Tournament, event: OrganiserInvitation, time: datetime) -> Tournament:
    if len(state.organisers) >= MOST_ORGANISERS:
        raise TournamentError("too_many", limit=MOST_ORGANISERS)
    return replace(state, invitation=OpenInvitation(event.code_hash, time + INVITATION_LASTS))


def _add_organiser(state: Tournament, event: OrganiserAddition, time: datetime) -> Tournament:
    found = state.invitation
    if found is None or found.code_hash != event.code_hash or time > found.until:
        raise TournamentError("bad_code")
    name = clean_name(event.name) if event.name.strip() else ""
    added = Organiser(event.session, time, name)
    return replace(
        state,
        organisers=(*state.organisers, added),
        removed=state.removed - {event.session},
        invitation=None,
    )


def _remove_organiser(state: Tournament, event: OrganiserRemoval, time: datetime) -> Tournament:
    # without the open code: who is removed may have made it for himself
    return replace(
        state,
        organisers=tuple(one for one in state.organisers if one.session != event.session),
        removed=state.removed | {event.session},
        invitation=None,
    )


_TRANSITIONS: Mapping[type[TournamentEvent], Callable[[Tournament, Any, datetime], Tournament]] = {
    PlanChange: _change_plan,
    EntrantAddition: _add_entrant,
    EntrantRenaming: _rename_entrant,
    Attendance: _attend,
    RoundsDraw: _draw,
    RoundStart: _start_round,
    RoundRevocation: _revoke_start,
    RoundEnd: _end_round,
    ClockStart: _start_clock,
    ClockPause: _pause_clock,
    ClockExtension: _extend_clock,
    SeatChange: _change_seat,
    PaperResult: _enter_result,
    PenaltyRuling: _rule_penalty,
    PenaltyRevocation: _revoke_penalty,
    TournamentRenaming: _rename,
    OrganiserInvitation: _invite_organiser,
    OrganiserAddition: _add_organiser,
    OrganiserRemoval: _remove_organiser,
}


def _check_number(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise TournamentError("bad_value", field=field, least=least, most=most)


def _entrant(state: Tournament, number: int) -> Entrant:
    if not 0 <= number < len(state.entrants):
        raise TournamentError("unknown", what="player", number=number + 1)
    return state.entrants[number]


def _new_name(state: Tournament, name: str, of: int | None = None) -> str:
    clean = clean_name(name)
    others = {one.name.casefold() for one in state.entrants if one.number != of}
    if clean.casefold() in others:
        raise TournamentError("bad_name")
    return clean


def _with_entrant(state: Tournament, entrant: Entrant) -> Tournament:
    at = entrant.number
    return replace(state, entrants=(*state.entrants[:at], entrant, *state.entrants[at + 1 :]))


def _running_round(state: Tournament, number: int) -> PlayedRound:
    if not 1 <= number <= len(state.rounds):
        raise TournamentError("not_drawn", round=number)
    found = state.rounds[number - 1]
    if not found.has_begun:
        raise TournamentError("not_begun", round=number)
    return found


def _table(found: PlayedRound, number: int) -> Seats:
    if not 1 <= number <= len(found.drawn.tables):
        raise TournamentError("unknown", what="table", number=number)
    return found.drawn.tables[number - 1]


def _clock(state: Tournament, number: int) -> RoundClock:
    clock = _running_round(state, number).clock
    if clock is None or state.rounds[number - 1].is_over:
        raise TournamentError("not_begun", round=number)
    return clock


def _with_round(state: Tournament, number: int, **values: Any) -> Tournament:
    changed = replace(state.rounds[number - 1], **values)
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))
