"""JSON of readings, hands and scores for the page, in the page's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring import Score
from scoring.explain import reading_text
from scoring.hand import Hand
from scoring.item_tiles import item_tiles
from scoring.payments import net_changes
from scoring.rulebook import Item, OptionRule, Pattern, Rulebook, Tally
from scoring.text import Texts, in_language, in_words, name_in_language
from vision import PhotoReading
from vision.layout.questions import (
    ANY_TILE,
    LayoutProblem,
    Question,
    reading_option,
    sentence,
)

_ANSWERS: Mapping[str, Texts] = {
    "bottom": {"en": "bottom", "it": "in basso"},
    "top": {"en": "top", "it": "in alto"},
    "left": {"en": "left", "it": "a sinistra"},
    "right": {"en": "right", "it": "a destra"},
    "yes": {"en": "yes", "it": "sì"},
    "no": {"en": "no", "it": "no"},
    "none": {"en": "none", "it": "nessuna"},
    "called_sets_none": {"en": "none", "it": "nessuno"},  # of the sets, not of the tiles
    "mixed": {"en": "some of each", "it": "un po' e un po'"},
    "neither": {"en": "neither", "it": "nessuno dei due"},
    "winning tile": {"en": "winning tile", "it": "tessera vincente"},
    "bonus indicator": {"en": "bonus indicator", "it": "indicatore di bonus"},
    "concealed kong": {"en": "concealed kong", "it": "kong coperto"},
    "called kong": {"en": "called kong", "it": "kong chiamato"},
    "no kong": {"en": "no kong", "it": "nessun kong"},
    "pung": {"en": "pung", "it": "pung"},
    "kong": {"en": "kong", "it": "kong"},
}

_LISTED = ("hands", "groups", "waits", "readings")
"""What a question's sentence is filled with that its options repeat."""


def option_json(rule: OptionRule, book: Rulebook, lang: str) -> dict[str, object]:
    """Return an option of a rulebook, with its answer and the others."""
    return {
        "name": rule.name,
        "value": book.options[rule.name],
        "default": rule.default,
        "choices": list(rule.choices),
        "labels": [rule.label(choice, lang) for choice in rule.choices],
        "rule": in_language(rule.rule, lang),
        "ref": rule.ref,
    }


def _pattern(pattern: Pattern, lang: str) -> dict[str, object]:
    return {
        "id": pattern.id,
        "name": name_in_language(pattern.names, lang),
        "other_names": [name for key, name in pattern.names.items() if key not in ("en", "it")],
        "points": pattern.points,
        "rule": in_language(pattern.rule, lang),
        "ref": pattern.ref,
    }


def reading_json(reading: PhotoReading, lang: str) -> dict[str, object]:
    """Return the reading of a photo: its tiles, their hand, problems and questions."""
    found = reading.layout
    kinds = {tile.id: tile.kind for tile in reading.tiles} | dict(found.names)

    def tile_list(ids: Iterable[int]) -> list[dict[str, object]]:
        return [{"kind": kinds[i], "id": i} for i in ids]

    covered = tuple({"kind": kind, "id": None} for kind in found.covered_kinds)
    winning = None
    if found.winning_kind is not None:
        winning = {"kind": found.winning_kind, "id": found.winning}
    melds = [
        {
            "type": meld.kind.value,
            "tiles": [
                {"kind": kind, "id": meld.tiles[at] if at < len(meld.tiles) else None}
                for at, kind in enumerate(meld.kinds)
            ],
            "concealed": meld.is_concealed,
            "from": meld.source.value if meld.source else None,
        }
        for meld in found.melds
    ]
    return {
        "width": reading.width,
        "height": reading.height,
        "seconds": round(reading.seconds, 2),
        "hand_from": reading.location.hand_from,
        "tiles": [
            {
                "id": tile.id,
                "kind": kinds[tile.id],
                "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad],
                "names": [[kind, round(share, 3)] for kind, share in tile.probabilities],
                "role": found.role(tile.id),
            }
            for tile in reading.tiles
        ],
        "hand": {
            "concealed": [*tile_list(found.concealed), *covered],
            "winning": winning,
            "melds": melds,
            "flowers": tile_list(found.flowers),
            "dora": tile_list(found.indicators),
            "ura": tile_list(found.hidden_indicators),
        },
        "problems": [
            {
                "code": p.code,
                "text": sentence(p.code, p.data, lang),
                "tiles": list(p.tiles),
                "fatal": p.prevents_score,
            }
            for p in _problems(reading)
        ],
        "questions": [_question(question, lang) for question in reading.questions],
    }


def _problems(reading: PhotoReading) -> list[LayoutProblem]:
    """Return the problems without those that what else is shown makes void."""
    void = set()
    if not reading.tiles:
        void.add("no_hand")  # the page says that it found no tiles
    if any(question.code == "which_hand" for question in reading.questions):
        void.add("wrong_count")  # of one of the hands
    return [problem for problem in reading.problems if problem.code not in void]


def _question(question: Question, lang: str) -> dict[str, object]:
    none = _option_label(question, "none", lang)  # here the answer is a button with its word
    text = sentence(question.code, {**question.data, "none": none}, lang)
    for name in _LISTED:  # the options are shown as tiles
        listed = _option_label(question, str(question.data.get(name, "")), lang)
        text = text.replace(f": {listed}", "").replace(f" {listed}", "") if listed else text
    return {
        "id": question.id,
        "text": text,
        "options": [
            {"value": option, "label": _option_label(question, option, lang)}
            for option in question.options
        ],
        "takes_any_tile": question.code in ANY_TILE,
        "tiles": list(question.tiles),
        "default": question.default,
    }


def _option_label(question: Question, option: str, lang: str) -> str:
    if question.code == "reading":
        return reading_option(option, lang)
    words = _ANSWERS.get(f"{question.code}_{option}") or _ANSWERS.get(option)
    return option if words is None else in_language(words, lang)


def hand_json(hand: Hand) -> dict[str, object]:
    """Return a hand from tile notation in the form of a hand from a photo."""

    def tile_list(tiles: Iterable[str]) -> list[dict[str, object]]:
        return [{"kind": str(tile), "id": None} for tile in tiles]

    return {
        "concealed": tile_list(hand.concealed),
        "winning": None if hand.winning is None else {"kind": hand.winning.value, "id": None},
        "melds": [
            {
                "type": meld.kind.value,
                "tiles": tile_list(meld.tiles),
                "concealed": meld.concealed,
                "from": None if meld.source is None else meld.source.value,
            }
            for meld in hand.melds
        ],
        "flowers": tile_list(hand.flowers),
        "dora": [],
        "ura": [],
    }


def score_json(
    score: Score, best: Tally, lang: str, is_winner_stated: bool = True
) -> dict[str, object]:
    """Return a score with its explanation; payments name the winner where somebody stated him."""
    paid = score.payments
    other = score.next_best
    return {
        "total": best.total,
        "more": dict(best.more),
        "read_as": reading_text(best),
        "items": [_item(item, best, lang) for item in best.items],
        "dropped": [
            {**_item(d.item, best, lang), "why": d.why.localize(lang), "because": d.ref}
            for d in best.dropped
        ],
        "notes": [note.localize(lang) for note in best.notes],
        "payments": None
        if paid is None
        else [payment.localize(lang, is_winner_stated) for payment in paid],
        "changes": None
        if paid is None
        else [
            {"seat": seat.value, "name": in_words(seat, lang), "points": points}
            for seat, points in net_changes(paid).items()
        ],
        "other": None
        if other is None
        else {"read_as": reading_text(other), "total": other.total, "wins": not other.shortfall},
    }


def _item(item: Item, tally: Tally, lang: str) -> dict[str, object]:
    sets = tally.reading.sets
    return {
        **_pattern(item.pattern, lang),
        "value": item.value,
        "count": item.count,
        "points": item.points,
        # the tiles that form it: one group for each count; none for the whole hand
        "finds": [
            [[tile.value for tile in sets[place].tiles] for place in find] for find in item.finds
        ],
        # the same without sets; where it has none, the tiles that it is about
        "tiles": [[tile.value for tile in group] for group in item_tiles(item, tally)],
    }
