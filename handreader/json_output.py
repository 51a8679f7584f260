"""A photo's reading as JSON, the stable format for other programs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from scoring.record import Record
from vision.layout.seats import SEATS

if TYPE_CHECKING:  # `score --cases` prints without loading the photo reader
    from vision import PhotoReading
    from vision.seen_tile import SeenTile


def print_json(value: object) -> None:
    """Print one line of JSON on standard output, and flush it."""
    # a terminal obeys control characters; in JSON, their escape is the same text
    line = _CONTROLS.sub(lambda c: f"\\u{ord(c[0]):04x}", json.dumps(value, ensure_ascii=False))
    print(line, flush=True)


_CONTROLS = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")  # json escapes those below


def reading_json(reading: PhotoReading, win: Record | None, lang: str = "en") -> dict[str, object]:
    """Return a reading as JSON, its sentences in a language.

    Args:
        reading: the reading.
        win: the hand's case record; None if it is incomplete.
        lang: the language.
    """
    return {
        "photo": reading.photo_name,
        "width": reading.width,
        "height": reading.height,
        **_location(reading),
        "seconds": round(reading.seconds, 3),
        "tiles": [_tile(reading, tile) for tile in reading.final_tiles],
        "rows": [list(row) for row in reading.rows],
        "discards": [
            {
                "seat": SEATS[pond.seat],
                "tiles": list(pond.tiles),
                "turned": list(pond.turned),
                "in_order": pond.is_whole,
            }
            for pond in reading.layout.discards
        ],
        "win": None if win is None else win.to_json(),
        "problems": [
            {"code": str(p.code), "message": p.localize(lang), "tiles": list(p.tiles)}
            for p in reading.problems
        ],
        "questions": [
            {
                "id": q.id,
                "text": q.localize(lang),
                "options": list(q.options),
                "tiles": list(q.tiles),
                "default": q.default,
            }
            for q in reading.questions
        ],
    }


def _location(reading: PhotoReading) -> dict[str, object]:
    """Return the hand's location, as far as a person gave it."""
    region, hand_from = reading.location.region, reading.location.hand_from
    given: dict[str, object] = {}
    if region is not None:
        given["region"] = [round(edge, 1) for edge in (region.x0, region.y0, region.x1, region.y1)]
    if hand_from is not None:
        given["hand_from"] = hand_from.value
    return given


def _tile(reading: PhotoReading, tile: SeenTile) -> dict[str, object]:
    return {
        "id": tile.id,
        "kind": tile.kind,
        "confidence": round(tile.confidence, 4),
        "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad],
        "turned": tile.id in reading.turned_ids,
        "role": reading.roles.get(tile.id, "other"),
        "alternatives": [[kind, round(share, 4)] for kind, share in tile.probabilities[1:]],
    }
