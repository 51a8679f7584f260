"""Serialisation of an entry's parts as JSON, for the database and for exported files."""

from __future__ import annotations

import json
from collections.abc import Iterable

from scoring.game import Event
from scoring.game.serialization import FormError, event_from_json, event_to_json
from scoring.json_fields import field_fault, mismatch
from scoring.record import Record, RecordError
from scoring.text import Texts, phrase
from scoring.tiles import WINDS, Wind

from .errors import StoreError
from .models import AUTHORS, Json, Origin, Seating

MOST_EVENTS = 12  # of one hand: four riichi, four dead hands, a false win, and how it ended
LONGEST_EVIDENCE = 2000
LARGEST_READING = 64 * 1024  # bytes as JSON
_UNKEPT: Texts = {
    "en": "text or numbers that cannot be stored",
    "it": "testo o numeri che non si possono conservare",
}


def events_to_json(events: Iterable[Event]) -> list[object]:
    """Serialise events as JSON."""
    return [event_to_json(event) for event in events]


def events_from_json(value: object) -> tuple[Event, ...]:
    """Parse events from decoded JSON.

    Raises:
        FormError: names every fault.
    """
    if not isinstance(value, list) or len(value) > MOST_EVENTS:
        raise FormError((mismatch("events", "list", most=MOST_EVENTS),))
    events: list[Event] = []
    faults: list[object] = []
    for place, one in enumerate(value):
        try:
            events.append(event_from_json(one))
        except FormError as error:
            faults += [_fault_at(f"events[{place}].", part) for part in error.parts]
    if faults:
        raise FormError(tuple(faults))
    return tuple(events)


def seating_to_json(setting: Seating) -> dict[str, object]:
    """Serialise a seating as JSON."""
    return {
        "seating": list(setting.players),
        "round": setting.round.value,
        "counters": setting.counters,
    }


def seating_from_json(value: object) -> Seating:
    """Parse a seating from decoded JSON.

    Raises:
        FormError: it is no seating.
    """
    found = value if isinstance(value, dict) else {}
    seating, round_, counters = (found.get(key) for key in ("seating", "round", "counters"))
    whole = isinstance(seating, list) and all(type(player) is int for player in seating)
    if not isinstance(seating, list) or not whole or sorted(seating) != [0, 1, 2, 3]:
        raise FormError((mismatch("setting.seating", "players"),))
    if round_ not in [wind.value for wind in WINDS]:
        raise FormError((mismatch("setting.round", "seat"),))
    if type(counters) is not int or not 0 <= counters <= 1000:
        raise FormError((mismatch("setting.counters", "number", least=0, most=1000),))
    east, south, west, north = seating
    return Seating((east, south, west, north), Wind(round_), counters)


def origin_to_json(origin: Origin) -> dict[str, object]:
    """Serialise an origin as JSON."""
    return {
        "author": origin.author,
        "confidence": origin.confidence,
        "records": [dict(record) for record in origin.records],
        "reading": None if origin.reading is None else dict(origin.reading),
        "evidence": origin.evidence,
    }


def origin_from_json(value: object) -> Origin:
    """Parse an origin from decoded JSON and validate its case records.

    Raises:
        FormError: it is no origin.
    """
    found = value if isinstance(value, dict) else {}
    records, reading = found.get("records") or [], found.get("reading")
    confidence, evidence = found.get("confidence"), found.get("evidence") or ""
    faults: list[object] = []
    if found.get("author") not in AUTHORS:
        faults.append(mismatch("author", "one_of", choices=", ".join(AUTHORS)))
    if confidence is not None:
        number = type(confidence) in (int, float) and 0 <= confidence <= 1
        faults += [] if number else [mismatch("confidence", "number", least=0, most=1)]
    if not isinstance(evidence, str):
        faults.append(mismatch("evidence", "text"))
    if reading is not None and not isinstance(reading, dict):
        faults.append(mismatch("reading", "object"))
    if not isinstance(records, list) or len(records) > 3:
        faults.append(mismatch("records", "list", most=3))
    elif not faults:
        faults += [one for record in records for one in _faults(record)]
    if faults:
        raise FormError(tuple(faults))
    # A record is stored as the scorer writes it, without unknown keys.
    kept = tuple(Record.from_json(record).to_json() for record in records)
    try:
        return validate_origin(Origin(found["author"], confidence, kept, reading, evidence))
    except StoreError as error:
        raise FormError((error,)) from None


def _faults(record: object) -> tuple[object, ...]:
    try:
        Record.from_json(record)
    except RecordError as error:
        return tuple(field_fault("records", part) for part in error.parts)
    return ()


def _fault_at(place: str, part: object) -> object:
    """Prefix a fault `key: what` with the path of its part."""
    return phrase(_AT, place=place, part=part)


_AT: Texts = {"en": "{place}{part}", "it": "{place}{part}"}


def validate_origin(origin: Origin) -> Origin:
    """Validate that the database can store an origin, and return it.

    Raises:
        StoreError: a text that is too long, or has characters that no database stores.
    """
    held: tuple[Json | str, ...] = (*origin.records, origin.reading or {}, origin.evidence)
    try:
        size = sum(len(json.dumps(part).encode()) for part in held)
        for part in held:
            text = json.dumps(part, ensure_ascii=False, allow_nan=False)
            text.encode()  # a lone surrogate is no text
            if "\\u0000" in text:  # PostgreSQL stores no NUL
                raise ValueError
    except (TypeError, ValueError, RecursionError):
        raise StoreError("impossible", what=phrase(_UNKEPT)) from None
    if len(origin.evidence) > LONGEST_EVIDENCE or size > LARGEST_READING:
        raise StoreError("too_much", limit=f"{LARGEST_READING // 1024} kB")
    return origin
