"""Score a hand from the page; report its faults and the facts that are still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from scoring import RULEBOOKS, Score, score
from scoring.calculator import calculate, explain_calculation
from scoring.errors import HandReaderError
from scoring.fact_choices import FactChoice, win_facts
from scoring.hand import Hand, HandError
from scoring.json_fields import JsonFields
from scoring.open_facts import FACT_NAMES, FACTS, OpenFact, open_facts
from scoring.record import FLAGS, MOST_COUNTED, Record, RecordError
from scoring.registry import rulebook
from scoring.rulebook import Rulebook, RulebookError
from scoring.text import Texts, in_language, in_words
from scoring.tiles import Tile, Wind
from scoring.waits import waits
from scoring.win import Win
from scoring.worth import WorthError

from .views import hand as hand_view

_NO_VALUE: Mapping[str, Texts] = {
    "discarder": {"en": "not known", "it": "non si sa"},
    "liable": {"en": "nobody", "it": "nessuno"},
    "discards_since": {"en": "nobody", "it": "nessuno"},
}
_OF_A_DISCARD = ("self_drawn", "discarder")
_MAIN = ("seat", "round", *_OF_A_DISCARD)
_PLAIN = Win()
_OF_TILES = ("rules", "options", "concealed", "winning_tile", "melds", "flowers")
_YES: Texts = {"en": "yes", "it": "sì"}
_NO: Texts = {"en": "no", "it": "no"}


def score_hand(
    obj: Mapping[str, object], lang: str, is_winner_stated: bool = True
) -> dict[str, object]:
    """Score a case record of a known rule set; payments name a winner whom somebody stated.

    Returns:
        `state` and its fields: "faulty" (`faults`); "waiting" (`waits`: 13 tiles);
        "open" (the winning tile is not known); "no_win" (`why`, and `score` of a hand below the
        minimum); "won" (`score`, `others`). Where the tiles are a whole hand also `facts`: what can
        be true of the win (see `_facts`).
    """
    try:
        record = Record.from_json(obj)
    except RecordError as error:
        # without the names of fields that a player has never seen
        faults = [in_words(fault, lang) for fault in (*error.problems, *error.fields)]
        return {"state": "faulty", "faults": faults, "facts": _facts_of_tiles(obj, lang)}
    hand, win = record.hand, record.win
    facts: list[dict[str, object]] = []
    try:
        book = record.book()
        if hand.winning is None and len(hand.concealed) + 3 * len(hand.melds) == 13:
            return {"state": "waiting", "waits": _waits(hand, win, book)}
        whole = _with_winning_tile(record).hand
        if not whole.problems():
            facts = _facts(whole, win, book, lang)
        which = _winning_tile_fact(hand, win, book)
        if which is not None:
            return {"state": "open", "facts": [_fact(which, lang), *facts]}
        result = score(whole, win, book)
    except (HandError, RulebookError) as error:
        faults = [in_words(part, lang) for part in error.parts]
        return {"state": "faulty", "faults": faults, "facts": facts}
    best, why = result.best, result.rejection_reason()
    return {
        "state": "won" if why is None else "no_win",
        "why": None if why is None else why.localize(lang),
        "score": None
        if best is None
        else hand_view.score_json(result, best, lang, is_winner_stated),
        "facts": facts,
        "others": _other_rulebooks(replace(record, hand=whole), lang),
    }


def points(request: JsonFields, rules: str, lang: str) -> dict[str, object]:
    """Calculate the payments of a hand of known worth.

    Args:
        request: `worth` ("3 han 40 fu", "mangan", "24"), `dealer`, `drawn`, `counters`,
            `riichi_sticks`; all but the first optional.
        rules: the rule set, perhaps with options.
        lang: of the texts.

    Returns:
        what `handreader points --json` prints, with `lines`, the payments in words; or `why` it
        cannot be.
    """
    win = Win(
        self_drawn=request.flag("drawn"),
        seat=Wind.EAST if request.flag("dealer") else Wind.SOUTH,
        counters=request.integer("counters", 0, MOST_COUNTED, default=0),
        riichi_sticks=request.integer("riichi_sticks", 0, MOST_COUNTED, default=0),
    )
    try:
        found = calculate(request.text("worth", 40), win, rulebook(rules))
    except (WorthError, RulebookError) as error:
        return {"why": error.localize(lang)}
    return {**found.to_json(), "why": None, "lines": list(explain_calculation(found, lang))}


def score_by_books(
    obj: Mapping[str, object], rules: Iterable[str], lang: str, is_winner_stated: bool = True
) -> list[dict[str, object]]:
    """Score a case record by several rule sets.

    Returns:
        for each: `rules`, `name`, `why` it is no win (null if it is one), and `score` in full, null
        if the tiles are no complete hand.
    """
    found = []
    for one in rules:
        book = rulebook(one)
        line: dict[str, object] = {"rules": one, "name": in_language(book.names, lang)}
        try:
            record = _with_winning_tile(Record.from_json({**obj, "rules": one, "options": {}}))
            result = score(record.hand, record.win, book)
        except HandReaderError as error:
            found.append({**line, "why": error.localize(lang), "score": None})
            continue
        best, why = result.best, result.rejection_reason()
        full = None
        if best is not None:
            full = hand_view.score_json(result, best, lang, is_winner_stated)
        line["why"] = None if why is None else why.localize(lang)
        found.append({**line, "score": full})
    return found


def score_if_complete(obj: Mapping[str, object]) -> Score | None:
    """Return the score of a case record; None if it is no complete hand."""
    try:
        record = _with_winning_tile(Record.from_json(obj))
        return score(record.hand, record.win, record.book())
    except (RecordError, HandError, RulebookError):
        return None


def _with_winning_tile(record: Record) -> Record:
    """Return the record with a possible winning tile; any one serves if none is given."""
    if record.hand.winning is not None:
        return record
    held = record.hand.concealed
    for tile in dict.fromkeys(reversed(held)):
        rest = list(held)
        rest.remove(tile)
        hand = replace(record.hand, concealed=tuple(rest), winning=tile)
        if not hand.problems() and not record.win.conflicts(hand):
            return replace(record, hand=hand)
    return record


def _waits(hand: Hand, win: Win, book: Rulebook) -> list[dict[str, object]]:
    def total(result: Score) -> int | None:
        return result.total if result.valid_win else None

    return [
        {
            "tile": wait.tile.value,
            "left": wait.copies_left,
            "drawn": total(wait.draw_score),
            "discarded": total(wait.discard_score),
        }
        for wait in waits(hand, win, book)
    ]


def _winning_tile_fact(hand: Hand, win: Win, book: Rulebook) -> OpenFact | None:
    """Return the question which tile won, where it matters; without a win no tile did."""
    asked = open_facts(hand, win, book, set(FACTS) - {"winning_tile"})
    wins = (fact for fact in asked if any(one.valid_win for one in fact.alternatives))
    return next(wins, None)


def _facts(hand: Hand, win: Win, book: Rulebook, lang: str) -> list[dict[str, object]]:
    """Return what can be true of a win, in the order of `scoring.open_facts.FACTS`.

    Returns:
        for each: `name`, `label`, `value` (the answer now), `matters` (whether another answer
        alone changes the points or the payments); `options`, each with `value`, `label`, `total`,
        and `implied`, the other facts that change with it; or `most` of the tiles or the number
        that it is.
    """
    matter = {fact.name: fact for fact in _main_facts(hand, win, book)}
    found = []
    for fact in win_facts(hand, win, book):
        totals = {choice.total for choice in fact.choices}
        found.append(
            {
                **_name_json(fact.name, lang),
                "value": _json_value(fact.value),
                "matters": fact.name in matter if fact.name in _MAIN else len(totals) != 1,
                "options": [_option(fact.name, choice, lang) for choice in fact.choices],
                "most": fact.most,
            }
        )
    since = matter.get("discards_since")
    return found if since is None else [*found, _fact(since, lang)]


def _facts_of_tiles(obj: Mapping[str, object], lang: str) -> list[dict[str, object]]:
    """Return what can be true of a hand that its stated facts contradict; none of faulty tiles."""
    try:
        record = Record.from_json({name: obj[name] for name in _OF_TILES if name in obj})
        whole = _with_winning_tile(record).hand
        if whole.winning is None or whole.problems():
            return []
        stated = {name: True for name in FLAGS if _flags(obj).get(name) is True}
        win = replace(_PLAIN, **stated)  # type: ignore[arg-type]  # each is a flag
        return _facts(whole, win, record.book(), lang)
    except HandReaderError:
        return []


def _flags(obj: Mapping[str, object]) -> Mapping[str, object]:
    flags = obj.get("flags")
    return flags if isinstance(flags, Mapping) else {}


def _main_facts(hand: Hand, win: Win, book: Rulebook) -> Iterator[OpenFact]:
    """Yield the main facts that matter by themselves, known ones too."""
    others = set(FACTS) - {*_MAIN, "discards_since"}
    for name in _MAIN:
        names = _OF_A_DISCARD if name in _OF_A_DISCARD else (name,)
        usual = {one: getattr(_PLAIN, one) for one in names}
        with suppress(HandError):  # other known facts need this answer
            without = replace(win, **usual)
            yield from (one for one in open_facts(hand, without, book, others) if one.name == name)
    with suppress(HandError):
        asked = open_facts(hand, win, book, set(FACTS) - {"discards_since"})
        yield from asked


def _name_json(name: str, lang: str) -> dict[str, object]:
    return {"name": name, "label": in_language(FACT_NAMES[name], lang)}


def _option(name: str, choice: FactChoice, lang: str) -> dict[str, object]:
    return {
        "value": _json_value(choice.value),
        "label": _label(name, choice.value, lang),
        "total": choice.total,
        "implied": {one: _json_value(value) for one, value in choice.implied.items()},
    }


def _json_value(value: object) -> object:
    return list(map(str, value)) if isinstance(value, tuple) else value


def _fact(fact: OpenFact, lang: str) -> dict[str, object]:
    """Return an open fact in the form of `_facts`."""
    return {
        **_name_json(fact.name, lang),
        "value": None,
        "matters": True,
        "options": [
            {
                "value": outcome.value,
                "label": _label(fact.name, outcome.value, lang),
                "total": outcome.total if outcome.valid_win else None,
                "implied": {},
            }
            for outcome in fact.alternatives
        ],
        "most": 0,
    }


def _label(name: str, value: object, lang: str) -> str:
    if isinstance(value, bool):
        return in_language(_YES if value else _NO, lang)
    if value is None:
        return in_language(_NO_VALUE.get(name, _NO), lang)
    return in_words(value, lang) if isinstance(value, Wind | Tile) else str(value)


def _other_rulebooks(record: Record, lang: str) -> list[dict[str, object]]:
    """Score the same hand by the other rulebooks."""
    found = []
    for book in RULEBOOKS.values():
        if book.id == record.book().id:
            continue
        line: dict[str, object] = {"rules": book.id, "name": in_language(book.names, lang)}
        try:
            result = score(record.hand, record.win, book)
        except HandError as error:
            found.append({**line, "total": None, "why": error.localize(lang)})
            continue
        why = result.rejection_reason()
        total = result.total if result.valid_win else None
        found.append({**line, "total": total, "why": None if why is None else why.localize(lang)})
    return found
