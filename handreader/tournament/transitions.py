"""Events turned into the state of a tournament after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from scoring.game.serialization import LONGEST_REASON, MOST

from .clock import RoundClock
from .draw import DrawnRound, Seats
from .errors import TournamentError, bad_name
from .events import (
    Attendance,
    ClockExtension,
    ClockPause,
    ClockStart,
    EntrantAddition,
    EntrantRenaming,
    FinalsRevocation,
    FinalsStart,
    OrganiserAddition,
    OrganiserInvitation,
    OrganiserRemoval,
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RegistrationChange,
    RoundEnd,
    RoundRevocation,
    RoundsDraw,
    RoundStart,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)
from .finals import Finals
from .registration import Registration, clean_name, clean_registration
from .state import (
    INVITATION_LASTS,
    MOST_ENTRANTS,
    MOST_MINUTES,
    MOST_ORGANISERS,
    MOST_PENALTIES,
    MOST_ROUNDS,
    Entrant,
    OpenInvitation,
    Organiser,
    Penalty,
    PlayedRound,
    Tournament,
)

MOST_DAYS = 3
"""Days of a tournament: longer ones weigh no more."""


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


def _change_plan(state: Tournament, event: PlanChange, time: datetime) -> Tournament:
    least = max(1, state.starts, *(cut.first for cut in state.finals))
    _check_number("rounds", event.rounds, least, MOST_ROUNDS)
    _check_number("minutes", event.minutes, 1, MOST_MINUTES)
    _check_number("last_minutes", event.last_minutes, 0, event.minutes)
    _check_number("seed", event.seed, 0, 2**31)
    _check_number("team_size", event.team_size, 0, MOST_ENTRANTS)
    _check_number("days", event.days, 1, MOST_DAYS)
    kept = state.rounds[: max(state.starts, event.rounds)]
    return replace(state, plan=event, rounds=kept)


def _add_entrant(state: Tournament, event: EntrantAddition, time: datetime) -> Tournament:
    if len(state.entrants) >= MOST_ENTRANTS:
        raise TournamentError("too_many", limit=MOST_ENTRANTS)
    name = _new_name(state, event.name)
    number = len(state.entrants)
    registration = _new_registration(state, event.registration, name, number)
    entrant = Entrant(number, name, event.substitute, registration=registration)
    return replace(state, entrants=(*state.entrants, entrant))


def _rename_entrant(state: Tournament, event: EntrantRenaming, time: datetime) -> Tournament:
    entrant = _entrant(state, event.entrant)
    name = _new_name(state, event.name, entrant.number)
    stated = entrant.registration
    try:
        stated = clean_registration(stated, name)
    except TournamentError:  # a family name that the new name does not have
        stated = replace(stated, last_name="")
    return _with_entrant(state, replace(entrant, name=name, registration=stated))


def _register(state: Tournament, event: RegistrationChange, time: datetime) -> Tournament:
    entrant = _entrant(state, event.entrant)
    stated = _new_registration(state, event.registration, entrant.name, entrant.number)
    return _with_entrant(state, replace(entrant, registration=stated))


def _attend(state: Tournament, event: Attendance, time: datetime) -> Tournament:
    return _with_entrant(state, replace(_entrant(state, event.entrant), is_present=event.present))


def _draw(state: Tournament, event: RoundsDraw, time: datetime) -> Tournament:
    if event.first != state.starts + 1:
        raise TournamentError("begun", round=event.first)
    fresh = tuple(PlayedRound(drawn) for drawn in event.rounds)
    return replace(state, rounds=(*state.rounds[: state.starts], *fresh))


def _start_finals(state: Tournament, event: FinalsStart, time: datetime) -> Tournament:
    if state.starts == 0 or state.current is not None:
        raise TournamentError("no_preliminaries")
    _check_number("rounds", event.rounds, 1, MOST_ROUNDS - state.starts)
    for number in event.finalists:
        _entrant(state, number)
    cut = Finals(
        state.starts + 1, event.finalists, event.carry, len(state.penalties), state.plan.rounds
    )
    plan = replace(state.plan, rounds=state.starts + event.rounds)
    played = state.rounds[: state.starts]
    return replace(state, plan=plan, rounds=played, finals=(*state.finals, cut))


def _revoke_finals(state: Tournament, event: FinalsRevocation, time: datetime) -> Tournament:
    if not state.finals or state.starts >= state.finals[-1].first:
        raise TournamentError("no_finals")
    *earlier, cut = state.finals
    plan = replace(state.plan, rounds=max(cut.planned, state.starts))
    played = state.rounds[: state.starts]
    return replace(state, plan=plan, rounds=played, finals=tuple(earlier))


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
    ended = time if event.ended else None
    return _with_round(state, event.round, is_over=event.ended, clock=clock, ended=ended)


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
    RegistrationChange: _register,
    Attendance: _attend,
    RoundsDraw: _draw,
    FinalsStart: _start_finals,
    FinalsRevocation: _revoke_finals,
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
        raise bad_name(clean)
    return clean


def _new_registration(state: Tournament, stated: Registration, name: str, of: int) -> Registration:
    clean = clean_registration(stated, name)
    number = clean.player_number
    for one in state.entrants:
        if number and one.number != of and one.registration.player_number == number:
            raise TournamentError("player_number_taken", name=one.name, number=number)
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
