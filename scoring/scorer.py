"""The score of a hand and its win: the best reading, the next best, the payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .decompose import readings, winning_tiles
from .errors import HandReaderError
from .hand import Hand, HandError
from .item_tiles import item_tiles
from .json_fields import JsonFault
from .near import did_you_mean
from .payments import Payment, net_changes
from .plausibility import foreign_facts, implausible_facts
from .reading import HandFacts
from .record import Record, RecordError, unknown_fields
from .registry import RULEBOOKS, rules_text
from .registry import rulebook as find_rulebook
from .rulebook import Rulebook, RulebookError, Tally
from .text import Phrase, Texts, phrase
from .win import Win

NO_SHAPE: Texts = {
    "en": "these tiles are not a complete hand in this rulebook",
    "it": "queste tessere non formano una mano completa secondo questo regolamento",
}
ONE_AWAY: Texts = {
    "en": "not a complete hand: it would be one with {tile} instead of {out}",
    "it": "la mano non è completa: lo sarebbe con {tile} al posto di {out}",
}
_NO_WINNING_TILE: Texts = {
    "en": "missing; the tile that wins",
    "it": "manca; la tessera che vince",
}
_NO_RULES: Texts = {
    "en": "missing; expected one of {known}",
    "it": "manca; serve uno di {known}",
}
_UNKNOWN_RULES: Texts = {
    "en": "{name} is not known; expected one of {known}{meant}",
    "it": "{name} non si conosce; serve uno di {known}{meant}",
}
_NOT_KNOWN: Texts = {
    "en": "the winning tile is not known",
    "it": "non si sa quale tessera ha vinto",
}


class Score(NamedTuple):
    """The score of a hand under a rulebook, with its reasons.

    Attributes:
        rulebook: the rulebook, options included.
        hand, win: the scored hand and win.
        best: the reading that counts; None if the tiles are not a complete hand. Its `shortfall`
            is the reason why a complete hand may not win.
        next_best: the best reading with other items, if there is one.
    """

    rulebook: Rulebook
    hand: Hand
    win: Win
    best: Tally | None
    next_best: Tally | None

    def __reduce__(self) -> tuple[Callable[..., Score], tuple[Hand, Win, str]]:
        # The functions of a rulebook have no names by which pickle finds them.
        return score, (self.hand, self.win, rules_text(self.rulebook))

    @property
    def payments(self) -> tuple[Payment, ...] | None:
        """Return the payments; None if it is not a win, or a fact they depend on is unknown."""
        if self.best is None or self.best.shortfall is not None:
            return None
        return self.rulebook.payments(self.best, self.win)

    @property
    def valid_win(self) -> bool:
        """Return whether the hand is a valid win."""
        return self.best is not None and self.best.shortfall is None

    @property
    def total(self) -> int:
        """Return the points of the hand; 0 if it does not win."""
        return self.best.total if self.best is not None and self.valid_win else 0

    def rejection_reason(self) -> Phrase | None:
        """Return why the hand does not win, with the nearest hand that does; None if it wins."""
        if self.best is None:
            return nearest_miss(self.hand, self.rulebook)
        return self.best.shortfall


def score(hand: Hand, win: Win, rulebook: Rulebook | str) -> Score:
    """Score a hand in the reading that is best for the winner.

    Args:
        hand, win: the complete hand, and the circumstances of the win.
        rulebook: the rulebook, options included, or its id.

    Raises:
        HandError: if the tiles cannot be a complete hand (`hand.problems()`), the winning tile
            is unknown, or the win contradicts itself; all faults in one message.
    """
    if isinstance(rulebook, str):
        rulebook = find_rulebook(rulebook)
    winning = hand.winning
    if winning is None:
        raise HandError(*hand.problems(), phrase(_NOT_KNOWN), *win.conflicts(hand))
    facts = HandFacts(hand, win, winning, rulebook.options)
    wrong = (*win.conflicts(hand), *rulebook.conflicts(hand, win))
    if wrong or hand.flowers or not facts.is_legal:
        problems = hand.problems()
        if wrong or problems:
            raise HandError(*problems, *wrong)
    ways = list(readings(facts, rulebook.shapes, rulebook.each_completion))
    if not ways:
        return Score(rulebook, hand, win, None, None)
    tallies = rulebook.tallies(ways)
    return Score(rulebook, hand, win, tallies[0], _next_best(tallies))


def _next_best(tallies: Sequence[Tally]) -> Tally | None:
    if len(tallies) == 1:
        return None
    best = [(item.pattern.id, item.points) for item in tallies[0].items]
    shown = _outline(tallies[0])
    for tally in tallies[1:]:
        if _outline(tally) == shown:  # a person would see no difference
            continue
        if [(item.pattern.id, item.points) for item in tally.items] != best:
            return tally
    return None


def _outline(tally: Tally) -> tuple[object, ...]:
    """Return what is printed of a reading that is not the best: its sets and its points."""
    return tuple(map(str, tally.reading.sets)), tally.total, tally.shortfall is None


def nearest_miss(hand: Hand, rulebook: Rulebook) -> Phrase:
    """Return why a hand is not complete: the one tile to change, or that one is not enough."""
    held = hand.concealed if hand.winning is None else (*hand.concealed, hand.winning)
    for out in dict.fromkeys(reversed(held)):
        rest = list(held)
        rest.remove(out)
        waiting = Hand(tuple(rest), None, hand.melds)
        for tile in winning_tiles(waiting, rulebook.shapes, rulebook.options):
            return phrase(ONE_AWAY, tile=tile, out=out)
    return phrase(NO_SHAPE)


def score_record_json(
    obj: object,
    rules: str | None = None,
    strict: bool = False,
    *,
    house_rules: Iterable[str] = (),
    warn: Callable[[Phrase], None] = lambda warning: None,
    lang: str = "en",
) -> dict[str, object]:
    """Score one case record (a decoded JSON value); never raises for bad input.

    Args:
        obj: the record.
        rules: rule set for records that name none.
        strict: whether an unknown field, or a fact that the rule set does not have, is an error.
        house_rules: names of further rule sets, for the error of an unknown one.
        warn: called with each warning, unless `strict`.
        lang: of the sentences in the result; names of patterns are English.

    Returns:
        the result line, or `{"id": ..., "error": ...}` for an invalid record; either with
        `warnings`, if a field is unknown or the rule set does not have a fact.
    """
    faults: list[object] = []
    record: Record | None = None
    id_: object = None
    named: object = None
    if isinstance(obj, Mapping):
        id_ = obj.get("id")
        named = obj.get("rules")
    name = rules if named is None else named
    try:
        record = Record.from_json(obj)
    except RecordError as error:
        faults += error.parts
    if record is not None and record.hand.winning is None:
        faults.append(JsonFault("winning_tile", phrase(_NO_WINNING_TILE)))
    book: Rulebook | None = None
    if isinstance(obj, Mapping) and (name is None or isinstance(name, str)):
        try:
            book = find_rulebook(name or "", record.options if record is not None else {})
        except RulebookError as error:
            faults += _rules_faults(name, error, house_rules)
    odd = unknown_fields(obj, not strict)
    if record is not None and book is not None:
        odd += foreign_facts(record.win, book)
    if strict:
        faults += odd
    else:
        for warning in odd:
            warn(warning)
    if record is not None and book is not None and not faults:
        states_sticks = isinstance(obj, Mapping) and obj.get("riichi_sticks") is not None
        faults += implausible_facts(record.hand, record.win, book, states_sticks)
    warnings = [] if strict else [warning.localize(lang) for warning in odd]
    noted: dict[str, object] = {"warnings": warnings} if warnings else {}
    plain_id = id_ if isinstance(id_, str | int) and not isinstance(id_, bool) else None
    if faults or record is None or book is None:
        return {"id": plain_id, "error": HandReaderError(*faults).localize(lang), **noted}
    return {**result_to_json(record, book, with_tiles=False, lang=lang), **noted}


def _rules_faults(
    name: str | None, error: RulebookError, house_rules: Iterable[str]
) -> list[JsonFault]:
    """Return the faults of the fields `rules` and `options`."""
    if name is not None and name.partition(":")[0] in RULEBOOKS:
        return [JsonFault("options", fault) for fault in error.parts]
    known = [*RULEBOOKS, *house_rules]
    if name is None:
        return [JsonFault("rules", phrase(_NO_RULES, known=", ".join(known)))]
    meant = did_you_mean(name.partition(":")[0], known)
    gaps = {"name": repr(name[:40]), "known": ", ".join(known), "meant": meant}
    return [JsonFault("rules", phrase(_UNKNOWN_RULES, **gaps))]


def result_to_json(
    record: Record, book: Rulebook, with_tiles: bool = True, lang: str = "en"
) -> dict[str, object]:
    """Return the result line of a case record, or that line's error; see `score_to_json`."""
    try:
        result = score(record.hand, record.win, book)
    except HandReaderError as error:
        return {"id": record.id, "error": error.localize(lang)}
    return {"id": record.id, **rules_to_json(book), **score_to_json(result, with_tiles, lang)}


def rules_to_json(book: Rulebook) -> dict[str, object]:
    """Return the fields of a result that name its rules: the options only where they are changed.

    >>> rules_to_json(RULEBOOKS["mcr"].with_options(even_pairs=False))
    {'rules': 'mcr', 'options': {'even_pairs': False}}
    """
    changed = book.custom_options
    return {"rules": book.id, **({"options": changed} if changed else {})}


def score_to_json(score: Score, with_tiles: bool = False, lang: str = "en") -> dict[str, object]:
    """Return the fields of a result line after `id` and `rules`.

    Args:
        score: the score.
        with_tiles: whether each item has its `tiles`, a list for each time it counts, and the
            result its `notes`: the sums in words. Both take longer than the score.
        lang: of the sentences; names of patterns are English.
    """
    best = score.best
    if best is None:
        why = nearest_miss(score.hand, score.rulebook)
        return {"valid_win": False, "reason": why.localize(lang), "payments": None}
    items = [
        {
            "id": item.pattern.id,
            "name": item.pattern.names["en"],
            "value": item.value,
            "count": item.count,
            **({"tiles": [list(group) for group in item_tiles(item, best)]} if with_tiles else {}),
        }
        for item in best.items
    ]
    notes = {"notes": [note.localize(lang) for note in best.notes]} if with_tiles else {}
    if best.shortfall is not None:
        return {
            "valid_win": False,
            "reason": best.shortfall.localize(lang),
            "items": items,
            "points": sum([item.points for item in best.items]),
            **notes,
            "payments": None,
        }
    paid = score.payments
    seats = None if paid is None else {seat.value: n for seat, n in net_changes(paid).items()}
    return {
        "valid_win": True,
        "total": best.total,
        "items": items,
        **best.more,
        **notes,
        "payments": seats,
    }
