"""Parts of an entry as JSON, for the database and for exported files."""

from __future__ import annotations

import json
from collections.abc import Iterable

from scoring.game import Event
from scoring.game.as_json import FormError, event_from_json, event_to_json
from scoring.hand import Record, RecordError
from scoring.tiles import WINDS, Wind

from .errors import StoreError
from .kept import AUTHORS, Json, Origin, Setting

MOST_EVENTS = 12  # of one hand: four riichi, four dead hands, a false win, and how it ended
LONGEST_EVIDENCE = 2000
LARGEST_READING = 64 * 1024  # bytes as JSON


def events_to(events: Iterable[Event]) -> list[object]:
    """Events as JSON."""
    return [event_to_json(event) for event in events]


def events_from(value: object) -> tuple[Event, ...]:
    """Events from decoded JSON.

    Raises:
        FormError: naming every fault.
    """
    if not isinstance(value, list) or len(value) > MOST_EVENTS:
        raise FormError((f"events: a list of at most {MOST_EVENTS} was expected",))
    events, faults = [], []
    for place, one in enumerate(value):
        try:
            events.append(event_from_json(one))
        except FormError as error:
            faults += [f"events[{place}].{fault}" for fault in error.faults]
    if faults:
        raise FormError(tuple(faults))
    return tuple(events)


def setting_to(setting: Setting) -> dict[str, object]:
    """A setting as JSON."""
    return {
        "seating": list(setting.seating),
        "round": setting.round.value,
        "counters": setting.counters,
    }


def setting_from(value: object) -> Setting:
    """A setting from decoded JSON.

    Raises:
        FormError: it is none.
    """
    found = value if isinstance(value, dict) else {}
    seating, round_, counters = (found.get(key) for key in ("seating", "round", "counters"))
    whole = isinstance(seating, list) and all(type(player) is int for player in seating)
    if not isinstance(seating, list) or not whole or sorted(seating) != [0, 1, 2, 3]:
        raise FormError(("setting.seating: players 0 to 3 were expected, each once",))
    if round_ not in [wind.value for wind in WINDS]:
        raise FormError(("setting.round: E, S, W or N was expected",))
    if type(counters) is not int or not 0 <= counters <= 1000:
        raise FormError(("setting.counters: a number from 0 to 1000 was expected",))
    east, south, west, north = seating
    return Setting((east, south, west, north), Wind(round_), counters)


def origin_to(origin: Origin) -> dict[str, object]:
    """An origin as JSON."""
    return {
        "author": origin.author,
        "confidence": origin.confidence,
        "records": [dict(record) for record in origin.records],
        "reading": None if origin.reading is None else dict(origin.reading),
        "evidence": origin.evidence,
    }


def origin_from(value: object) -> Origin:
    """An origin from decoded JSON, its case records looked through.

    Raises:
        FormError: it is none.
    """
    found = value if isinstance(value, dict) else {}
    records, reading = found.get("records") or [], found.get("reading")
    confidence, evidence = found.get("confidence"), found.get("evidence") or ""
    faults = []
    if found.get("author") not in AUTHORS:
        faults.append(f"author: {' or '.join(AUTHORS)} was expected")
    if confidence is not None:
        number = type(confidence) in (int, float) and 0 <= confidence <= 1
        faults += [] if number else ["confidence: a number from 0 to 1 was expected"]
    if not isinstance(evidence, str):
        faults.append("evidence: text was expected")
    if reading is not None and not isinstance(reading, dict):
        faults.append("reading: a JSON object was expected")
    if not isinstance(records, list) or len(records) > 3:
        faults.append("records: a list of at most three was expected")
    elif not faults:
        faults += [fault for record in records for fault in _faults(record)]
    if faults:
        raise FormError(tuple(faults))
    # A record is kept as the scorer writes it: nothing else that came along is.
    kept = tuple(Record.from_json(record).to_json() for record in records)
    try:
        return bounded(Origin(found["author"], confidence, kept, reading, evidence))
    except StoreError as error:
        raise FormError((str(error),)) from None


def _faults(record: object) -> tuple[str, ...]:
    try:
        Record.from_json(record)
    except RecordError as error:
        return tuple(f"records: {fault}" for fault in error.faults)
    return ()


def bounded(origin: Origin) -> Origin:
    """The origin, if what it holds can be kept.

    Raises:
        StoreError: a text that is too long, or holds what no database takes.
    """
    held: tuple[Json | str, ...] = (*origin.records, origin.reading or {}, origin.evidence)
    try:
        size = sum(len(json.dumps(part).encode()) for part in held)
        for part in held:
            text = json.dumps(part, ensure_ascii=False, allow_nan=False)
            text.encode()  # a lone surrogate is no text
            if "\\u0000" in text:  # PostgreSQL keeps no NUL
                raise ValueError
    except (TypeError, ValueError, RecursionError):
        raise StoreError("impossible", what="text or numbers that cannot be kept") from None
    if len(origin.evidence) > LONGEST_EVIDENCE or size > LARGEST_READING:
        raise StoreError("too_much", limit=f"{LARGEST_READING // 1024} kB")
    return origin
