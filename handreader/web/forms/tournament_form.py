"""The organiser's requests as events of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
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
    PaperResult,
    PenaltyRevocation,
    PenaltyRuling,
    PlanChange,
    RoundEnd,
    SeatChange,
    TournamentEvent,
    TournamentRenaming,
)
from ...tournament.state import MOST_ENTRANTS, MOST_MINUTES, Tournament, draw_remaining
from .form_fields import json_fields

REQUEST_TYPES = (
    "plan",
    "entrants",
    "renamed",
    "attendance",
    "draw",
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


def parse_request(request: JsonFields, state: Tournament) -> Sequence[TournamentEvent]:
    """Return the events that a request asks for.

    Args:
        request: its `type` says which.
        state: of the tournament to which it refers.

    Raises:
        ApiError: an invalid field.
        TournamentError: a draw that is not possible.
    """
    kind = request.choice("type", REQUEST_TYPES)
    if kind == "plan":
        return [parse_plan(request, state.plan)]
    if kind == "entrants":
        return parse_entrants(request)
    if kind == "draw":
        return _draw_events(request, state)
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
    )


def parse_entrants(request: JsonFields) -> list[TournamentEvent]:
    """Return the entrants of a list of names, or of substitutes.

    Raises:
        ApiError: an invalid field.
    """
    names = request.values("names", MOST_ENTRANTS, optional=True)
    listed = json_fields({str(place): name for place, name in enumerate(names)})
    substitute = request.flag("substitute")
    return [
        EntrantAddition(listed.text(str(place), _LONGEST), substitute)
        for place in range(len(names))
    ]


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
