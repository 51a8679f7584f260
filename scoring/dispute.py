"""A claimed score ("18: mixed triple chow, all chows") compared with ours, item by item."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from .errors import HandReaderError
from .near import suggestion
from .open_facts import FACT_NAMES, open_facts
from .pattern_names import claim_keys, fold_name, pattern_keys
from .plausibility import is_riichi
from .rulebook import Dropped, Item, Pattern, Rulebook, Tally
from .scorer import Score
from .text import Phrase, Texts, phrase
from .worth import FAN_WITHOUT_FU, Worth, WorthError, nearest_worth, parse_worth

_TEXTS: dict[str, Texts] = {
    "no_win": {"en": "this is not a win: {why}", "it": "non è una vincita: {why}"},
    "total": {
        "en": "you claim {claimed} in total; it is {ours}",
        "it": "dici {claimed} in tutto, è {ours}",
    },
    "han": {"en": "you claim {claimed} fan; it is {ours}", "it": "dici {claimed} fan, è {ours}"},
    "fu": {
        "en": "you claim {claimed} minipoints (fu); it is {ours}",
        "it": "dici {claimed} minipoint (fu), sono {ours}",
    },
    "limit": {"en": "you claim {claimed}; it is {ours}", "it": "dici {claimed}, è {ours}"},
    "no_limit": {"en": "below the limits", "it": "sotto i limiti"},
    "sum": {
        "en": "your list adds up to {listed}, not to {claimed}",
        "it": "ciò che elenchi fa {listed}, non {claimed}",
    },
    "absent": {
        "en": "{pattern} is not in this hand: {rule}",
        "it": "{pattern} non è in questa mano: {rule}",
    },
    "dropped": {
        "en": "{pattern} is there but does not count: {why}",
        "it": "{pattern} c'è ma non conta: {why}",
    },
    "missed": {
        "en": "you left out {pattern}, {points}: {rule}",
        "it": "hai tralasciato {pattern}, {points}: {rule}",
    },
    "count": {
        "en": "{pattern} counts x{ours}, you claim x{claimed}",
        "it": "{pattern} conta x{ours}, tu dici x{claimed}",
    },
    "points": {
        "en": "{pattern} is worth {ours}, you claim {claimed}",
        "it": "{pattern} vale {ours}, tu dici {claimed}",
    },
    "reading": {
        "en": "{claimed} is the score of another reading of the hand; the best one counts",
        "it": "{claimed} è il valore di un'altra lettura della mano; conta la migliore",
    },
    "fact": {
        "en": "{claimed} would be right with {fact} = {value}",
        "it": "{claimed} sarebbe giusto se fosse così: {fact} = {value}",
    },
}


_ERRORS: dict[str, Texts] = {
    "no_total": {
        "en": "{text} is not a total; write it like {like}{meant}",
        "it": "{text} non è un totale; scrivi come {like}{meant}",
    },
    "empty": {
        "en": "the claim is empty; write it like {like}",
        "it": "la dichiarazione è vuota; scrivi come {like}",
    },
    "unknown": {
        "en": "{rules} has no pattern {text}{meant}",
        "it": "{rules} non ha la combinazione {text}{meant}",
    },
    "like": {
        "en": "{rules} has no pattern {text}; did you mean {names}?",
        "it": "{rules} non ha la combinazione {text}; intendi {names}?",
    },
}
_EXAMPLE: Texts = {
    "en": "{total}, or {total}: {pattern}",
    "it": "{total}, o {total}: {pattern}",
}
_OR: Texts = {"en": "or", "it": "o"}


class ClaimError(HandReaderError, ValueError):
    """Text that is not a claimed score."""


@dataclass(frozen=True, slots=True)
class ClaimedItem:
    """A claimed pattern; `points` are those of all its counts, None if not claimed."""

    pattern: Pattern
    count: int = 1
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimedScore:
    """A claimed score of a hand: its worth, the patterns (None if not listed), or both.

    Attributes:
        total: points.
        items: the patterns.
        han, fu, limit: riichi only: fan, minipoints, name of the limit.
    """

    total: int | None
    items: tuple[ClaimedItem, ...] | None
    han: int | None = None
    fu: int | None = None
    limit: str | None = None


class RemarkKind(StrEnum):
    """The subject of a remark on a claimed score."""

    NO_WIN = "no_win"
    TOTAL = "total"  # another total
    HAN = "han"  # another number of fan; riichi only, like the next two
    FU = "fu"
    LIMIT = "limit"
    SUM = "sum"  # the list does not add up to the claimed total
    ABSENT = "absent"  # a pattern that the hand does not have
    DROPPED = "dropped"  # one that the hand has and that does not count
    MISSED = "missed"  # one that counts and was not claimed
    COUNT = "count"
    POINTS = "points"
    READING = "reading"  # a possible origin of the claimed total: another reading,
    FACT = "fact"  # or a different fact of the win


@dataclass(frozen=True, slots=True)
class Remark:
    """One difference between a claimed score and ours, with the paragraph that decides it.

    Attributes:
        kind: the subject.
        text: the sentence.
        ref: paragraph of the book; "" if it is plain arithmetic.
        pattern: id of the pattern concerned, if there is one.
    """

    kind: RemarkKind
    text: Phrase
    ref: str = ""
    pattern: str | None = None


def differences(score: Score, claim: ClaimedScore) -> tuple[Remark, ...]:
    """Return every difference between a claimed score and ours; () if it is right."""
    best, why = score.best, score.rejection_reason()
    remarks: list[Remark] = []
    if best is None or why is not None:
        remarks.append(Remark(RemarkKind.NO_WIN, phrase(_TEXTS["no_win"], why=why)))
        if best is not None and claim.items is not None:  # complete, and worth too little
            remarks += _item_remarks(best, claim.items)
        return tuple(remarks)
    if claim.total is not None and claim.total != best.total:
        remarks.append(_remark(RemarkKind.TOTAL, claimed=claim.total, ours=best.total))
        remarks += _total_explanations(score, claim.total)
    remarks += _worth_remarks(best, claim)
    if claim.items is not None:
        remarks += _item_remarks(best, claim.items)
        remarks += _sum_remarks(best, claim)
    return tuple(remarks)


def _worth_remarks(best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Compare fan, minipoints and limit; minipoints count below the limits alone."""
    more = best.more
    limit = str(more.get("limit") or "")
    if claim.limit is not None and claim.limit != limit:
        ours: object = limit or phrase(_TEXTS["no_limit"])
        yield _remark(RemarkKind.LIMIT, claimed=claim.limit, ours=ours)
    if claim.han is not None and (more.get("yakuman") or claim.han != more.get("han")):
        ours = "yakuman" if more.get("yakuman") else more.get("han")
        yield _remark(RemarkKind.HAN, claimed=claim.han, ours=ours)
    if claim.fu is not None and not more.get("yakuman"):
        below = isinstance(claim.han, int) and claim.han < FAN_WITHOUT_FU
        if below and claim.fu != more.get("fu"):
            yield _remark(RemarkKind.FU, claimed=claim.fu, ours=more.get("fu"))


def _item_remarks(best: Tally, claimed: tuple[ClaimedItem, ...]) -> Iterator[Remark]:
    counted = {item.pattern.id: item for item in best.items}
    dropped: dict[str, list[Dropped]] = {}
    for drop in best.dropped:
        dropped.setdefault(drop.item.pattern.id, []).append(drop)
    claims = {item.pattern.id: item for item in claimed}
    for id, item in claims.items():
        if id in counted:
            yield from _count_remarks(counted[id], item)
            if item.count > counted[id].count:
                yield from map(_exclusion_remark, dropped.get(id, ()))
        elif id in dropped:
            yield from map(_exclusion_remark, dropped[id])
        else:
            rule = phrase(item.pattern.rule)
            yield _pattern_remark(RemarkKind.ABSENT, item.pattern, rule=rule)
    for id, ours in counted.items():
        if id not in claims:
            rule = phrase(ours.pattern.rule)
            yield _pattern_remark(RemarkKind.MISSED, ours.pattern, points=ours.points, rule=rule)


def _count_remarks(ours: Item, claimed: ClaimedItem) -> Iterator[Remark]:
    if ours.count != claimed.count:
        yield _pattern_remark(
            RemarkKind.COUNT, ours.pattern, ours=ours.count, claimed=claimed.count
        )
    elif claimed.points is not None and claimed.points != ours.points:
        yield _pattern_remark(
            RemarkKind.POINTS, ours.pattern, ours=ours.points, claimed=claimed.points
        )


def _exclusion_remark(drop: Dropped) -> Remark:
    pattern = drop.item.pattern
    text = phrase(_TEXTS[RemarkKind.DROPPED], pattern=pattern, why=drop.why)
    return Remark(RemarkKind.DROPPED, text, drop.ref, pattern.id)


def _sum_remarks(best: Tally, claim: ClaimedScore) -> Iterator[Remark]:
    """Check the sum of the listed points, if the book adds and all points are known."""
    if claim.items is None or claim.total is None or best.total != _sum(best.items):
        return
    worth = {item.pattern.id: item.value for item in best.items}
    listed = 0
    for item in claim.items:
        each = worth.get(item.pattern.id, item.pattern.points)
        listed += item.count * each if item.points is None else item.points
    if listed != claim.total:
        yield _remark(RemarkKind.SUM, listed=listed, claimed=claim.total)


def _sum(items: tuple[Item, ...]) -> int:
    return sum(item.points for item in items)


def _total_explanations(score: Score, claimed: int) -> Iterator[Remark]:
    """Find a reading, or one fact of the win, that would make the claimed total right."""
    if (
        score.next_best is not None
        and score.next_best.shortfall is None
        and score.next_best.total == claimed
    ):
        yield _remark(RemarkKind.READING, claimed=claimed)
    for fact in open_facts(score.hand, score.win, score.rulebook):
        for outcome in fact.alternatives[1:]:
            if outcome.total == claimed and outcome.valid_win:
                name = phrase(FACT_NAMES[fact.name])
                yield _remark(RemarkKind.FACT, claimed=claimed, fact=name, value=outcome.value)
                break


def _remark(kind: RemarkKind, **gaps: object) -> Remark:
    return Remark(kind, phrase(_TEXTS[kind], **gaps))


def _pattern_remark(kind: RemarkKind, pattern: Pattern, **gaps: object) -> Remark:
    text = phrase(_TEXTS[kind], pattern=pattern, **gaps)
    return Remark(kind, text, pattern.ref, pattern.id)


_ITEM = re.compile(
    r"(?P<name>.+?)(?:\s*[x×*]\s*(?P<count>\d{1,2}))?(?:(?:\s*=\s*|\s+)(?P<points>\d{1,6}))?"
)
_GAP = re.compile(r"[,、;]|\+(?![^(]*\))")
"""Text between two patterns; a plus sign within brackets belongs to a name."""
_MOST_FAULTS = 5  # unknown patterns that an error names; more help nobody


def parse_claim(text: str, rulebook: Rulebook) -> ClaimedScore:
    """Parse a claimed score.

    Args:
        text: a total (`18`, in riichi also `3 han 40 fu` or `mangan`), patterns between commas
            or plus signs (`all chows, 37, tile hog x2 = 4`), or both (`18: all chows 2 + 37`). A
            pattern is its number in the book or its name in any language we have
            (`pattern_names`); `x2` is how often it counts, `= 4` or `4` the points of all counts.
        rulebook: the rulebook of the patterns.

    Raises:
        ClaimError: names the unknown patterns, five at most, with similar ones of the book.
    """
    try:
        return _parse_claim(unicodedata.normalize("NFKC", text), rulebook)
    except WorthError as error:
        raise ClaimError(*error.parts) from None


def _parse_claim(plain: str, rulebook: Rulebook) -> ClaimedScore:
    before, colon, listed = plain.partition(":")
    if not colon:
        is_worth = parse_worth(plain, rulebook) is not None
        before, listed = (plain, "") if is_worth else ("", plain)
    worth = Worth()
    if before.strip():
        found = parse_worth(before, rulebook)
        if found is None:
            raise _no_total(before, rulebook)
        worth = found
    pieces = [piece.strip() for piece in _GAP.split(listed) if piece.strip()]
    if worth == Worth() and not pieces:
        raise ClaimError(phrase(_ERRORS["empty"], like=_example(rulebook)))
    named = pattern_keys(rulebook)
    items: dict[str, ClaimedItem] = {}
    faults: dict[str, Phrase] = {}
    for piece in pieces:
        if len(faults) == _MOST_FAULTS:
            break
        if piece in faults:
            continue
        whole = _find_pattern(piece, named)  # first: the 9 of "Tutti 1 e 9" is no points
        match = _ITEM.fullmatch(piece if whole is None else "?")
        pattern = whole or (_find_pattern(match["name"], named) if match else None)
        if pattern is None and not colon and piece[0].isdigit():
            raise _no_total(piece, rulebook)
        if match is None or pattern is None:
            faults[piece] = _unknown_pattern(piece, named, rulebook)
            continue
        points = int(match["points"]) if match["points"] else None
        items[pattern.id] = _merge_item(
            items.get(pattern.id), pattern, int(match["count"] or 1), points
        )
    if faults:
        raise ClaimError(*faults.values())
    listed_items = tuple(items.values()) if pieces else None
    return ClaimedScore(worth.points, listed_items, worth.han, worth.fu, worth.limit)


def _no_total(text: str, rulebook: Rulebook) -> ClaimError:
    near = suggestion(nearest_worth(text, rulebook))
    gaps = {"text": repr(text.strip()[:40]), "like": _example(rulebook)}
    return ClaimError(phrase(_ERRORS["no_total"], **gaps, meant=near))


def _example(rulebook: Rulebook) -> Phrase:
    """Return a claim as it may be written: a total, then a pattern of the rulebook."""
    total = "3 han 40 fu" if is_riichi(rulebook) else "18"
    return phrase(_EXAMPLE, total=total, pattern=rulebook.patterns[0])


def _find_pattern(name: str, named: Mapping[str, Pattern]) -> Pattern | None:
    return next((named[key] for key in claim_keys(name) if key in named), None)


def _merge_item(
    before: ClaimedItem | None, pattern: Pattern, count: int, points: int | None
) -> ClaimedItem:
    """Merge an item with an earlier item of the same pattern."""
    if before is None:
        return ClaimedItem(pattern, count, points)
    both = before.points is not None and points is not None
    total = (before.points or 0) + (points or 0) if both else None
    return ClaimedItem(pattern, before.count + count, total)


def _unknown_pattern(piece: str, named: Mapping[str, Pattern], rulebook: Rulebook) -> Phrase:
    close = get_close_matches(fold_name(piece), named, n=3, cutoff=0.6)
    similar = {
        f"name{place}": pattern for place, pattern in enumerate(_unique_patterns(close, named))
    }
    gaps = {"rules": rulebook.id, "text": repr(piece[:40])}
    if not similar:
        near = suggestion(nearest_worth(piece, rulebook))
        return phrase(_ERRORS["unknown"], **gaps, meant=near)
    texts = {lang: f" {word} ".join(f"{{{gap}}}" for gap in similar) for lang, word in _OR.items()}
    return phrase(_ERRORS["like"], names=phrase(texts, **similar), **gaps)


def _unique_patterns(names: list[str], named: Mapping[str, Pattern]) -> Iterable[Pattern]:
    return {named[name].id: named[name] for name in names}.values()
