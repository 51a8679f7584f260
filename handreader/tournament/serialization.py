"""Events of a tournament as JSON: the fields of the event, and its `type`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .draw import DrawnRound
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
from .finals import Carry
from .registration import Registration

EVENT_TYPES: Mapping[str, type[TournamentEvent]] = {
    "plan": PlanChange,
    "entrant": EntrantAddition,
    "renamed": EntrantRenaming,
    "registration": RegistrationChange,
    "attendance": Attendance,
    "draw": RoundsDraw,
    "finals": FinalsStart,
    "finals_revoked": FinalsRevocation,
    "start": RoundStart,
    "start_revoked": RoundRevocation,
    "end": RoundEnd,
    "clock_start": ClockStart,
    "clock_pause": ClockPause,
    "clock_extension": ClockExtension,
    "seat": SeatChange,
    "result": PaperResult,
    "penalty": PenaltyRuling,
    "penalty_revoked": PenaltyRevocation,
    "name": TournamentRenaming,
    "organiser_invited": OrganiserInvitation,
    "organiser": OrganiserAddition,
    "organiser_removed": OrganiserRemoval,
}
_NAMES = {kind: name for name, kind in EVENT_TYPES.items()}


def tournament_event_to_json(event: TournamentEvent) -> dict[str, object]:
    """Return an event as a JSON object.

    >>> tournament_event_to_json(ClockStart(2))
    {'type': 'clock_start', 'round': 2}
    """
    return {"type": _NAMES[type(event)], **asdict(event)}


def tournament_event_from_json(obj: Mapping[str, Any]) -> TournamentEvent:
    """Parse an event that `tournament_event_to_json` wrote: of our own database, so it is trusted.

    >>> tournament_event_from_json({"type": "clock_start", "round": 2})
    ClockStart(round=2)
    """
    read = {key: _read_field(key, value) for key, value in obj.items() if key != "type"}
    return EVENT_TYPES[obj["type"]](**read)


def _read_field(key: str, value: Any) -> Any:
    """Return a field with its own types and tuples, as the event has them.

    A number of rounds is a field of the same name as the rounds of a draw.
    """
    if key == "registration":
        return Registration(**value)
    if key == "carry":
        return Carry(value)
    if key == "rounds" and isinstance(value, list):
        return tuple(DrawnRound(_freeze(one["tables"]), _freeze(one["byes"])) for one in value)
    return _freeze(value)


def _freeze(value: Any) -> Any:
    """Return a value with tuples in place of lists."""
    return tuple(map(_freeze, value)) if isinstance(value, list) else value
