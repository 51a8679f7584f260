"""Serialisation of an entry's parts as JSON, for the database and for exported files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NoReturn

from scoring.game import Event
from scoring.game.serialization import FormError, event_from_json, event_to_json
from scoring.json_fields import JsonFault, JsonFields
from scoring.record import Record, RecordError
from scoring.text import Texts, phrase

from .errors import StoreError
from .models import AUTHORS, Json, Origin, Seating

MOST_HAND_EVENTS = 12  # of one hand: four riichi, four dead hands, a false win, and how it ended
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
    events: list[Event] = []
    faults: list[object] = []
    for place, one in enumerate(
        JsonFields({"events": value}, reject).values("events", MOST_HAND_EVENTS)
    ):
        try:
            events.append(event_from_json(one, f"events[{place}]."))
        except FormError as error:
            faults += error.parts
    if faults:
        raise FormError(*faults)
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
    fields = JsonFields(value if isinstance(value, Mapping) else {}, reject, "setting.")
    seating = fields.value("seating")
    whole = isinstance(seating, list) and all(type(player) is int for player in seating)
    if not isinstance(seating, list) or not whole or sorted(seating) != [0, 1, 2, 3]:
        fields.mismatch("seating", "players")
        seating = [0, 1, 2, 3]
    east, south, west, north = seating
    return Seating(
        (east, south, west, north), fields.seat("round"), fields.integer("counters", 0, 1000)
    )


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
    faults: list[JsonFault] = []
    fields = JsonFields(
        value if isinstance(value, Mapping) else {},
        lambda fault: faults.append(replace(fault, found=None)),
    )
    author = fields.choice("author", AUTHORS)
    confidence = fields.optional_number("confidence", 0, 1)
    evidence = fields.optional_text("evidence") or ""
    reading = None if fields.value("reading") is None else fields.mapping("reading")
    records: list[Record] = []
    listed = fields.values("records", 3, optional=True)
    for obj in () if faults else listed:
        try:
            records.append(Record.from_json(obj))
        except RecordError as error:
            faults += [JsonFault("records", part) for part in error.parts]
    if faults:
        raise FormError(*faults)
    # A record is stored as the scorer writes it, without unknown keys.
    written = tuple(record.to_json() for record in records)
    try:
        return validate_origin(Origin(author, confidence, written, reading, evidence))
    except StoreError as error:
        raise FormError(error) from None


def reject(fault: JsonFault) -> NoReturn:
    """Raise the first fault of a stored form, without the value.

    Raises:
        FormError: always.
    """
    raise FormError(replace(fault, found=None))


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
