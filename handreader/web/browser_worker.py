"""The page without a server: tiles → hand → score in the browser's own Python (Pyodide).

The page sends a request as JSON text, and gets its answer as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NoReturn

from scoring.errors import CodedError, HandReaderError
from scoring.hand import Hand
from scoring.json_fields import LONGEST_TEXT, JsonFault, JsonFields
from scoring.record import FLAGS, Record
from scoring.tile_names import tile_name
from scoring.tiles import CLASSES, TILES
from scoring.win import Win
from vision import PhotoReading
from vision.seen_tile import Point, Quad, SeenTile

from .. import pipeline
from ..json_output import reading_json
from ..situation import Situation
from . import hand_scoring
from .views import hand as hand_view

_TEXTS = {
    "bad_request": {
        "en": "the page sent something else than expected ({what}): reload it",
        "it": "la pagina ha mandato altro da quel che serve ({what}): ricaricala",
    },
}
_MOST_TILES = 400
LONGEST_RULES = 400  # characters of a rule set with its options
_IN_FLAGS = frozenset((*FLAGS, "liable"))


class WorkerError(CodedError):
    """A request of the page that is none."""

    texts = _TEXTS


def answer(text: str) -> str:
    """Answer a request: `do` names it, `lang` is the language of the answer's texts.

    Returns:
        the answer; `{"error": "..."}` for what cannot be answered.
    """
    asked = JsonFields(json.loads(text), _reject)
    lang = "it" if asked.value("lang") == "it" else "en"
    found: Mapping[str, object]
    try:
        found = _ANSWERS[asked.choice("do", tuple(_ANSWERS))](asked, lang)
    except HandReaderError as error:
        found = {"error": error.localize(lang)}
    return json.dumps(found, ensure_ascii=False)


def _reject(fault: JsonFault) -> NoReturn:
    raise WorkerError("bad_request", what=fault)


def _rulebooks(asked: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the rulebooks, and the name of each tile in the order of a palette."""
    names = {str(tile): tile_name(tile, lang) for tile in TILES}
    books = [{"id": book["id"], "name": book["name"]} for book in hand_view.rulebooks(lang)]
    return {"rulebooks": books, "tiles": names}


def _evaluate(asked: JsonFields, lang: str) -> Mapping[str, object]:
    """Decode the tiles of a photo; score their hand if it is complete."""
    reading, rules = _reading(asked), asked.text("rules", LONGEST_RULES)
    found = {"reading": hand_view.reading_json(reading, lang), "record": None, "score": None}
    try:
        win = pipeline.record(reading, Situation(), rules)
    except HandReaderError as error:
        is_explained = any(p.fatal for p in reading.problems) or reading.questions
        return {**found, "why": None if is_explained else error.localize(lang)}
    return {**found, "why": None, **_score(win, asked, lang)}


def _evaluate_text(asked: JsonFields, lang: str) -> Mapping[str, object]:
    """Score a hand in tile notation."""
    hand = Hand.parse(asked.text("text", LONGEST_TEXT))
    record = Record(None, asked.text("rules", LONGEST_RULES), hand, Win())
    return {"hand": hand_view.hand_json(hand), **_score(record, asked, lang)}


def _score(win: Record, asked: JsonFields, lang: str) -> Mapping[str, object]:
    record = _with_facts(win.to_json(), asked.mapping("facts"))
    return {"record": record, "score": hand_scoring.score_hand(record, lang)}


def _with_facts(record: Mapping[str, object], facts: Mapping[str, object]) -> Mapping[str, object]:
    """Return a case record with facts by their names (`scoring.open_facts.FACTS`)."""
    flags = {name: value for name, value in facts.items() if name in _IN_FLAGS}
    rest = {name: value for name, value in facts.items() if name not in _IN_FLAGS}
    return {**record, **rest, "flags": {**_flags(record), **flags}}


def _flags(record: Mapping[str, object]) -> Mapping[str, object]:
    flags = record.get("flags")
    return flags if isinstance(flags, Mapping) else {}


def _report(asked: JsonFields, lang: str) -> Mapping[str, object]:
    """Return what `handreader score PHOTO --json` prints."""
    reading, rules = _reading(asked), asked.text("rules", LONGEST_RULES)
    win = pipeline.complete_record(reading, Situation(), rules)
    result = pipeline.result_json(reading, Situation(), rules)
    return {"reading": reading_json(reading, win), "result": result}


def _points(asked: JsonFields, lang: str) -> Mapping[str, object]:
    """Calculate the payments of a hand of known worth; see `hand_scoring.points`."""
    return hand_scoring.points(asked, asked.text("rules", LONGEST_RULES), lang)


_ANSWERS: Mapping[str, Callable[[JsonFields, str], Mapping[str, object]]] = {
    "rulebooks": _rulebooks,
    "evaluate": _evaluate,
    "evaluate_text": _evaluate_text,
    "report": _report,
    "points": _points,
}


def _reading(asked: JsonFields) -> PhotoReading:
    """Return the reading of a photo whose tiles the page recognised."""
    found = asked.sub_list("tiles", _MOST_TILES)
    tiles = tuple(_seen_tile(number, fields) for number, fields in enumerate(found))
    answers = asked.sub("answers")
    situation = Situation(answers={name: answers.text(name, 400) for name in answers.obj})
    layout = pipeline.decode_tiles(tiles, situation, asked.text("rules", LONGEST_RULES))
    width, height = (asked.integer(side, 1, 100_000) for side in ("width", "height"))
    return PhotoReading(asked.text("photo", 400), width, height, 0.0, tiles, layout)


def _seen_tile(number: int, found: JsonFields) -> SeenTile:
    oriented, existence = found.flag("oriented"), found.optional_number("existence", 0, 1)
    names = tuple(_name(pair) for pair in found.values("names", 5))
    return SeenTile(number, _quad(found), names, oriented, 1.0 if existence is None else existence)


def _name(value: object) -> tuple[str, float]:
    match value:
        case [str(kind), int() | float() as share] if kind in CLASSES:
            return kind, float(share)
    raise WorkerError("bad_request", what="names")


def _quad(found: JsonFields) -> Quad:
    a, b, c, d = map(_point, found.values("quad", 4, 4))
    return a, b, c, d


def _point(value: object) -> Point:
    match value:
        case [int() | float() as x, int() | float() as y]:
            return float(x), float(y)
    raise WorkerError("bad_request", what="quad")
