"""The page without a server: tiles → hand → score in the browser's own Python (Pyodide).

The page sends a request as JSON text, and gets its answer as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import NoReturn

from scoring.advice import advise
from scoring.advice_json import advice_to_json
from scoring.efficiency import check_size, whole_hand
from scoring.errors import CodedError, HandReaderError
from scoring.hand import Hand
from scoring.json_fields import LONGEST_TEXT, JsonFault, JsonFields
from scoring.open_facts import FACTS
from scoring.record import FLAGS, Record
from scoring.registry import RULEBOOKS, rulebook, rules_text
from scoring.text import in_language, in_words, is_language, name_in_language
from scoring.tile_names import tile_name
from scoring.tiles import CLASSES, TILES, WINDS
from scoring.win import Win
from vision import PhotoReading
from vision.hand_location import HandLocation
from vision.judging.tiles import tiles_of_boxes
from vision.picture_edge import PictureEdge
from vision.relations.inputs import net_inputs
from vision.relations.roles import FLAGS as BOX_FLAGS
from vision.relations.roles import Edge, Relations, Role
from vision.seen_tile import SeenTile
from vision.teaching.confirmed_tiles import (
    MOST_COPIES,
    face_quads,
    latest_copies,
    require_enough,
)

from .. import pipeline
from ..confirmed_hand import teachable_kinds
from ..hand_in_play import HandInPlay, hand_in_photo
from ..json_output import reading_json
from ..near_hand import MOST as MOST_NEAR
from ..near_hand import change_json, near_win_json, near_wins, photo_changes
from ..set_names import validate_set_name
from ..situation import Situation
from . import browser_games, browser_quiz, hand_scoring
from .dispute import compare_claim
from .forms.seen_tiles import MOST_TILES, parse_found_box, parse_seen_tile
from .views import hand as hand_view

_TEXTS = {
    "bad_request": {
        "en": "the page sent something else than expected ({what}): reload it",
        "it": "la pagina ha mandato altro da quel che serve ({what}): ricaricala",
    },
}
_LEAST_LOGARITHM = -1e6
LONGEST_RULES = 400  # characters of a rule set with its options
MOST_PICTURES = MOST_COPIES * len(CLASSES)  # of a taught set
_OF_A_WIN = ("winning_tile", "self_drawn", "discarder", "discards_since")  # not of a hand in play
_IN_FLAGS = frozenset((*FLAGS, "liable"))


class WorkerError(CodedError):
    """A request of the page that is none."""

    texts = _TEXTS


def answer(text: str) -> str:
    """Answer a request: `do` names it, `lang` is the language of the answer's texts.

    Returns:
        the answer; `{"error": "...", "code": "..."}` for what cannot be answered.
    """
    return answer_request(json.loads(text))


def answer_request(body: Mapping[str, object]) -> str:
    """Answer a request that is parsed, as `answer` does."""
    fields = JsonFields(body, _reject)
    code = fields.value("lang")
    lang = code if isinstance(code, str) and is_language(code) else "en"
    found: Mapping[str, object]
    try:
        found = _ANSWERS[fields.choice("do", tuple(_ANSWERS))](fields, lang)
    except HandReaderError as error:
        found = {"error": error.localize(lang), "code": getattr(error, "code", "")}
    return json.dumps(found, ensure_ascii=False)


def _reject(fault: JsonFault) -> NoReturn:
    raise WorkerError("bad_request", what=fault)


def _rulebooks(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the rulebooks, the name of each tile in the order of a palette, and of each wind."""
    names = {str(tile): tile_name(tile, lang) for tile in TILES}
    books = [
        {
            "id": book.id,
            "name": in_language(book.names, lang),
            "patterns": [
                {"id": one.id, "name": name_in_language(one.names, lang)}
                for one in book.all_patterns
            ],
            "options": [
                hand_view.option_json(rule, book, lang) for rule in book.option_rules.values()
            ],
            "levels": browser_quiz.levels_json(book, lang),
        }
        for book in RULEBOOKS.values()
    ]
    winds = {wind.value: in_words(wind, lang) for wind in WINDS}
    return {"rulebooks": books, "tiles": names, "winds": winds}


def _tiles_of_boxes(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the tiles among the boxes that the page's nets found in a photo, in reading order.

    Args:
        request: `boxes`, `width` and `height` of the photo.
        lang: of texts; there are none.
    """
    boxes = [parse_found_box(found) for found in request.sub_list("boxes", MOST_TILES)]
    width, height = (float(request.integer(side, 1, 100_000)) for side in ("width", "height"))
    return {"tiles": [asdict(tile) for tile in tiles_of_boxes(boxes, (0.0, 0.0, width, height))]}


def _relation_inputs(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the inputs of the relation net for the tiles of a photo, or of its hand.

    Returns:
        `inputs` as flat lists, in the order of `vision.relations.network.INPUTS`; None without
        tiles. The page gives what the net says as `relations` of its next requests.
    """
    tiles = _tiles_of_hand(_tiles(request), request)
    if not tiles:
        return {"inputs": None}
    given = net_inputs(tiles, pipeline.layout_rules(request.text("rules", LONGEST_RULES)))
    corners = [one for quad in given.corners for corner in quad for one in corner]
    names, facts = ([one for row in rows for one in row] for rows in (given.names, given.facts))
    return {"inputs": [corners, names, facts, given.rules]}


def _relations(request: JsonFields, tiles: Sequence[SeenTile], rules: str) -> Relations:
    """Return what the relation net said of some tiles; a server asks its own, where no page did."""
    if not tiles or request.value("relations") is None:
        return pipeline.find_relations(tiles, rules)
    said, count = request.sub("relations"), len(tiles)
    sizes = {"roles": len(Role), "flags": len(BOX_FLAGS), "same_set": count}
    roles, flags, same_set = (
        _rows(said.numbers(name, count * size, _LEAST_LOGARITHM, 1.0), size)
        for name, size in sizes.items()
    )
    return Relations.of(roles, flags, same_set, said.numbers("edge", len(Edge), 0.0, 1.0))


def _rows(values: Sequence[float], size: int) -> list[Sequence[float]]:
    return [values[first : first + size] for first in range(0, len(values), size)]


def _evaluate(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Decode the tiles of a photo; score their hand if it is complete."""
    reading, rules = _reading(request), request.text("rules", LONGEST_RULES)
    found = {"reading": hand_view.reading_json(reading, lang), "record": None, "score": None}
    try:
        win = pipeline.record(reading, _situation(request), rules)
    except HandReaderError as error:
        is_explained = any(p.prevents_score for p in reading.problems) or reading.questions
        near = _near_in_photo(reading, rules, lang)
        return {**found, "why": None if is_explained else error.localize(lang), "near": near}
    scored = _score(win, request, lang)
    near = [] if has_score(scored) else _near_in_photo(reading, rules, lang)
    return {**found, "why": None, **scored, "near": near}


def has_score(found: Mapping[str, object]) -> bool:
    """Return whether a hand is a win, or waits for its winning tile."""
    scored = found["score"]
    return isinstance(scored, Mapping) and (
        scored["state"] in ("waiting", "open") or scored.get("score") is not None
    )


def _near_in_photo(reading: PhotoReading, rules: str, lang: str) -> list[dict[str, object]]:
    """Return the likeliest changes of one tile that make a photo's hand win."""
    return [change_json(one, lang) for one in photo_changes(reading, Win(), rulebook(rules))]


def _evaluate_text(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Score a hand in tile notation."""
    hand = Hand.parse(request.text("text", LONGEST_TEXT))
    record = Record(None, request.text("rules", LONGEST_RULES), hand, Win())
    found = {"hand": hand_view.hand_json(hand), "why": None, **_score(record, request, lang)}
    near = () if has_score(found) else near_wins(hand, Win(), record.book())[:MOST_NEAR]
    changes = [{**near_win_json(one, lang), "tile": None, "probability": None} for one in near]
    return {**found, "near": changes}


def _advise(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return what each discard leaves, as `handreader advise --json` prints it.

    Only the discards that leave the hand nearest to a win have their worth.

    The request is that of `evaluate` or of `evaluate_text`.
    """
    rules = request.text("rules", LONGEST_RULES)
    if request.value("text") is None:
        play = hand_in_photo(_reading(request), _answers(request))
    else:
        play = HandInPlay(Hand.parse(request.text("text", LONGEST_TEXT)))
    book = rulebook(rules)
    check_size(play.hand, play.seen)
    facts = {name: fact for name, fact in request.mapping("facts").items() if name not in _OF_A_WIN}
    known = _with_facts(Record(None, rules, whole_hand(play.hand), play.win).to_json(), facts)
    win = Record.from_json(known).win
    found = advise(play.hand, win, book, play.seen, only_nearest=True)  # a phone is slow
    return advice_to_json(found, book, lang)


def _books(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the scores of a hand by its own rules and by all other rule sets, in full.

    `winner_stated`: whether somebody stated who won.
    """
    record = request.mapping("record")
    own = Record.from_json(record).book()
    others = [id for id in RULEBOOKS if id != own.id]
    is_stated = request.value("winner_stated") is not False
    found = hand_scoring.score_by_books(record, (rules_text(own), *others), lang, is_stated)
    return {"books": found}


def _dispute(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Compare a claimed score with ours."""
    return compare_claim(request.mapping("record"), request.value("claimed"), lang)


def _score(win: Record, request: JsonFields, lang: str) -> Mapping[str, object]:
    facts = request.mapping("facts")
    record = _with_facts(win.to_json(), facts)
    return {"record": record, "score": hand_scoring.score_hand(record, lang, "seat" in facts)}


def _with_facts(record: Mapping[str, object], facts: Mapping[str, object]) -> Mapping[str, object]:
    """Return a case record with facts by their names (`scoring.open_facts.FACTS`)."""
    flags = {name: value for name, value in facts.items() if name in _IN_FLAGS}
    rest = {name: value for name, value in facts.items() if name not in _IN_FLAGS}
    return {**record, **rest, "flags": {**_flags(record), **flags}}


def _flags(record: Mapping[str, object]) -> Mapping[str, object]:
    flags = record.get("flags")
    return flags if isinstance(flags, Mapping) else {}


def _report(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return what `handreader score PHOTO --json` prints."""
    reading, rules = _reading(request), request.text("rules", LONGEST_RULES)
    known = _situation(request)
    win = pipeline.complete_record(reading, known, rules)
    result = pipeline.result_json(reading, known, rules)
    return {"reading": reading_json(reading, win), "result": result}


def _tiles_to_teach(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return what a photo teaches the set `name`, which knows the kinds of `earlier` pictures.

    Returns:
        `name` of the set, its `key`; `tiles` to teach, each with `kind` and `quad` from the tile's
        own top left; places of `earlier` and these that are `kept`.
    """
    reading, answers = _reading(request), request.sub("answers")
    name = validate_set_name(request.text("name", LONGEST_TEXT))
    confirmed = teachable_kinds(reading, {one: answers.text(one, 400) for one in answers.obj})
    tiles = face_quads(reading.tiles, confirmed)
    require_enough(len(tiles), reading.photo_name)
    earlier = [
        kind for kind in map(str, request.values("earlier", MOST_PICTURES)) if kind in CLASSES
    ]
    return {
        "name": name,
        "key": name.casefold(),
        "tiles": [{"kind": kind, "quad": quad} for kind, quad in tiles],
        "kept": latest_copies([*earlier, *(kind for kind, _ in tiles)]),
    }


def _points(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Calculate the payments of a hand of known worth; see `hand_scoring.points`."""
    return hand_scoring.points(request, request.text("rules", LONGEST_RULES), lang)


_ANSWERS: Mapping[str, Callable[[JsonFields, str], Mapping[str, object]]] = {
    "rulebooks": _rulebooks,
    "tiles": _tiles_of_boxes,
    "relation_inputs": _relation_inputs,
    "evaluate": _evaluate,
    "evaluate_text": _evaluate_text,
    "advise": _advise,
    "report": _report,
    "lesson": _tiles_to_teach,
    "points": _points,
    "books": _books,
    "dispute": _dispute,
    "quiz_next": browser_quiz.next_question,
    "quiz_judge": browser_quiz.judge_answer,
    "game_rules": browser_games.game_rule_sets,
    "game_begin": browser_games.begin_game,
    "game_open": browser_games.open_game,
    "game_record": browser_games.record_deal,
    "game_preview": browser_games.preview_deal,
    "game_entry": browser_games.entry_versions,
    "game_statistics": browser_games.game_statistics,
    "game_results": browser_games.game_results,
    "game_table": browser_games.game_table,
}


def _reading(request: JsonFields) -> PhotoReading:
    """Return the reading of a photo whose tiles the page recognised."""
    tiles = _tiles(request)
    read, edge = _tiles_of_hand(tiles, request), _hand_from(request)
    rules = rules_text(rulebook(request.text("rules", LONGEST_RULES)))
    known = _relations(request, read, rules)
    layout = pipeline.decode_photo(read, _answers(request), rules, edge, known)
    width, height = (request.integer(side, 1, 100_000) for side in ("width", "height"))
    name, location = request.text("photo", 400), HandLocation(None, edge)
    return PhotoReading(name, width, height, 0.0, tiles, layout, location)


def _tiles(request: JsonFields) -> tuple[SeenTile, ...]:
    found = request.sub_list("tiles", MOST_TILES)
    return tuple(parse_seen_tile(number, fields) for number, fields in enumerate(found))


def _answers(request: JsonFields) -> Situation:
    """Return what a person answered to the questions of a photo, and the names of stated facts."""
    answers, facts = request.sub("answers"), request.value("facts")
    return Situation(
        answers={name: answers.text(name, 400) for name in answers.obj},
        stated=frozenset(FACTS).intersection(facts if isinstance(facts, Mapping) else ()),
    )


def _situation(request: JsonFields) -> Situation:
    """Return the answers, and the winner's seat: the others' seats follow from it."""
    facts = request.value("facts")
    seat = facts.get("seat") if isinstance(facts, Mapping) else None
    return replace(_answers(request), seat=next((wind for wind in WINDS if wind == seat), None))


def _tiles_of_hand(tiles: tuple[SeenTile, ...], request: JsonFields) -> tuple[SeenTile, ...]:
    """Return the tiles that the person marked as the hand; all of them if none are marked."""
    if request.value("only") is None:
        return tiles
    only = set(map(str, request.values("only", MOST_TILES)))
    return tuple(tile for tile in tiles if str(tile.id) in only)


def _hand_from(request: JsonFields) -> PictureEdge | None:
    """Return the picture's edge at which the hand's owner sits, where the person named it."""
    if request.value("hand_from") is None:
        return None
    return PictureEdge(request.choice("hand_from", tuple(PictureEdge)))
