"""The organiser's requests as events of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from scoring.game.serialization import LONGEST_NAME, LONGEST_REASON, MOST
from scoring.json_fields import JsonFields

from ...tournament.events import (
    Attendance,
    ClockExtension,
    ClockPause,
    ClockStart,
    EntrantAddition,
    EntrantRenaming,
    FinalsRevocation,
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RegistrationChange,
    RoundEnd,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)
from ...tournament.finals import Carry
from ...tournament.ranking import Ranking
from ...tournament.registration import Registration
from ...tournament.seating import cut_field, draw_remaining, seat_by_rank
from ...tournament.state import MOST_ENTRANTS, MOST_MINUTES, Tournament
from .form_fields import json_fields

REQUEST_TYPES = (
    "plan",
    "entrants",
    "renamed",
    "registration",
    "attendance",
    "draw",
    "seat_by_rank",
    "finals",
    "finals_revoked",
    "end",
    "clock_start",
    "clock_pause",
    "clock_extension",
    "seat",
    "result",
    "penalty",
    "penalty_revoked",
    "name",
)
_MOST_NUMBER = 10_000
_LONGEST = 4 * LONGEST_NAME  # with surplus space
_STATED = ("player_number", "country", "team", "last_name")


def parse_request(
    request: JsonFields, state: Tournament, standings: Callable[[], Sequence[Ranking]]
) -> Sequence[TournamentEvent]:
    """Return the events that a request asks for.

    Args:
        request: its `type` says which.
        state: of the tournament to which it refers.
        standings: returns those of the tournament.

    Raises:
        ApiError: an invalid field.
        TournamentError: a draw or a cut that is not possible.
    """
    kind = request.choice("type", REQUEST_TYPES)
    if kind == "plan":
        return [parse_plan(request, state.plan)]
    if kind == "entrants":
        return parse_entrants(request)
    if kind == "draw":
        return _draw_events(request, state)
    if kind == "seat_by_rank":
        return [seat_by_rank(state, standings())]
    if kind == "finals":
        count, rounds = request.integer("count", 0, MOST_ENTRANTS), request.integer("rounds", 1, 99)
        carry = request.choice("carry", tuple(Carry))
        return [cut_field(state, standings(), count, rounds, Carry(carry))]
    return [_event(kind, request)]


def parse_plan(request: JsonFields, before: PlanChange) -> PlanChange:
    """Return a plan; what the request leaves out stays as it was.

    Raises:
        ApiError: an invalid field.
    """
    return replace(
        before,
        rounds=request.integer("rounds", 1, _MOST_NUMBER, before.rounds),
        minutes=request.integer("minutes", 1, _MOST_NUMBER, before.minutes),
        last_minutes=request.integer("last_minutes", 0, _MOST_NUMBER, before.last_minutes),
        team_size=request.integer("team_size", 0, _MOST_NUMBER, before.team_size),
        days=request.integer("days", 1, _MOST_NUMBER, before.days),
        has_qualification=before.has_qualification
        if request.value("has_qualification") is None
        else request.flag("has_qualification"),
    )


def parse_entrants(request: JsonFields) -> list[TournamentEvent]:
    """Return the entrants of a list of names or of players, or of substitutes.

    Raises:
        ApiError: an invalid field.
    """
    names = request.values("names", MOST_ENTRANTS, optional=True)
    listed = json_fields({str(place): name for place, name in enumerate(names)})
    substitute = request.flag("substitute")
    found: list[TournamentEvent] = [
        EntrantAddition(listed.text(str(place), _LONGEST), substitute)
        for place in range(len(names))
    ]
    for player in request.sub_list("players", MOST_ENTRANTS, optional=True):
        name, stated = player.text("name", _LONGEST), _registration(player)
        found.append(EntrantAddition(name, substitute, stated))
    return found


def _registration(fields: JsonFields) -> Registration:
    """Return what a player states; a field that is left out is empty."""
    stated = {
        key: "" if fields.value(key) is None else fields.text(key, _LONGEST) for key in _STATED
    }
    return Registration(**stated)


def _draw_events(fields: JsonFields, state: Tournament) -> list[TournamentEvent]:
    """Return a draw; `again`: another one, with the next seed."""
    if not fields.flag("again"):
        return [draw_remaining(state)]
    plan = replace(state.plan, seed=state.plan.seed + 1)
    return [plan, draw_remaining(replace(state, plan=plan))]


def _event(kind: str, fields: JsonFields) -> TournamentEvent:
    def number(key: str, least: int = 0, most: int = _MOST_NUMBER) -> int:
        return fields.integer(key, least, most)

    if kind == "renamed":
        return EntrantRenaming(number("entrant"), fields.text("name", _LONGEST))
    if kind == "registration":
        return RegistrationChange(number("entrant"), _registration(fields))
    if kind == "finals_revoked":
        return FinalsRevocation()
    if kind == "attendance":
        return Attendance(number("entrant"), fields.flag("present"))
    if kind == "end":
        return RoundEnd(number("round"), fields.flag("ended"))
    if kind == "clock_start":
        return ClockStart(number("round"))
    if kind == "clock_pause":
        return ClockPause(number("round"))
    if kind == "clock_extension":
        return ClockExtension(number("round"), number("minutes", -MOST_MINUTES))
    if kind == "seat":
        place = (number("round"), number("table"), number("seat"))
        return SeatChange(*place, number("entrant"))
    if kind == "result":
        return PaperResult(number("round"), number("table"), _points(fields))
    if kind == "penalty":
        fine = (number("table_points"), number("points", 0, MOST))
        return PenaltyRuling(number("entrant"), *fine, fields.text("reason", LONGEST_REASON))
    if kind == "penalty_revoked":
        return PenaltyRevocation(number("penalty"))
    return TournamentRenaming(fields.text("name", _LONGEST))


def _points(fields: JsonFields) -> tuple[int, ...]:
    """Return the points of four seats, or none."""
    values = fields.values("points", 4)
    if len(values) not in (0, 4):
        fields.mismatch("points", "changes")
    seats = json_fields({f"points[{seat}]": value for seat, value in enumerate(values)})
    return tuple(seats.integer(f"points[{seat}]", -MOST, MOST) for seat in range(len(values)))
