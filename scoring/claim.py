"""A claimed score in words: `18: mixed triple chow, all chows`, `4 han 30 fu: riichi, dora 2`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from .equivalents import (
    equivalent_pattern,
    is_several,
    likeness,
    namesake_elsewhere,
    nearest_patterns,
)
from .errors import HandReaderError
from .near import suggestion
from .pattern_names import claim_keys, fold_name, pattern_keys
from .plausibility import is_riichi
from .rulebook import Pattern, Rulebook
from .text import Phrase, Texts, phrase
from .worth import Worth, WorthError, nearest_worth, parse_worth

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
        "en": "{rules} has no pattern {text}: expected one that its rules list{meant}",
        "it": "{rules} non ha la combinazione {text}: serve una del suo elenco{meant}",
    },
    "nearest": {
        "en": "{rules} has no pattern {text}; the nearest that it has is {names}",
        "it": "{rules} non ha la combinazione {text}; la più vicina che ha è {names}",
    },
    "like": {
        "en": "{rules} has no pattern {text}; did you mean {names}?",
        "it": "{rules} non ha la combinazione {text}; intendi {names}?",
    },
    "elsewhere": {
        "en": "{rules} has no pattern {text}; did you mean {other} of {book}, which is {names} "
        "here?",
        "it": "{rules} non ha la combinazione {text}; intendi {other} di {book}, che qui è "
        "{names}?",
    },
    "elsewhere_only": {
        "en": "{rules} has no pattern {text}; if you mean {other} of {book}, the nearest here is "
        "{names}",
        "it": "{rules} non ha la combinazione {text}; se intendi {other} di {book}, qui la più "
        "vicina è {names}",
    },
    "foreign": {
        "en": "{rules} has no pattern {text}, nor one like {other} of {book}",
        "it": "{rules} non ha la combinazione {text}, né una simile a {other} di {book}",
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
        yakuman: how many, if that is the limit.
        bonus: riichi only: fan of dora, red fives, ura dora and norths set aside, by the names of
            `riichi_dora.NAMES`; None if they are not claimed one by one.
    """

    total: int | None
    items: tuple[ClaimedItem, ...] | None
    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    yakuman: int = 0
    bonus: Mapping[str, int] | None = field(default=None, hash=False)


_ITEM = re.compile(
    r"(?P<name>.+?)(?:\s*[x×*]\s*(?P<count>\d{1,2}))?(?:(?:\s*=\s*|\s+)(?P<points>\d{1,6}))?"
)
_GAP = re.compile(r"[,、;]|\+(?![^(]*\))")
"""Text between two patterns; a plus sign within brackets belongs to a name."""
_MOST_FAULTS = 5  # unknown patterns that an error names; more help nobody
_ALIKE = 0.6  # likeness of a name that may be meant
_LONGEST = 60  # characters of a text that are compared with names


def parse_claim(text: str, rulebook: Rulebook) -> ClaimedScore:
    """Parse a claimed score.

    Args:
        text: a total (`18`, in riichi also `3 han 40 fu` or `mangan`), patterns between commas
            or plus signs (`all chows, 37, tile hog x2 = 4`), or both (`18: all chows 2 + 37`). A
            pattern is its number in the book or its name in any language we have
            (`pattern_names`); `x2` is how often it counts, `= 4` or `4` the points of all counts.
            In riichi also dora, red fives and ura dora: `dora`, `dora 2`, `3 ura`.
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
    bonus: dict[str, int] = {}
    faults: dict[str, Phrase] = {}
    for piece in pieces:
        if len(faults) == _MOST_FAULTS:
            break
        if piece in faults:
            continue
        whole = _find_pattern(piece, named)  # first: the 9 of "Tutti 1 e 9" is no points
        if whole is None and (found_bonus := _find_bonus(piece, rulebook)):
            name, fan = found_bonus
            bonus[name] = bonus.get(name, 0) + fan
            continue
        match = _ITEM.fullmatch(piece if whole is None else "?")
        pattern = whole or (_find_pattern(match["name"], named) if match else None)
        if pattern is None and (same := equivalent_pattern(piece, rulebook)):
            match, pattern = _ITEM.fullmatch("?"), same
        elif pattern is None and match:
            pattern = equivalent_pattern(match["name"], rulebook)
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
    listed_fan = bonus if pieces and is_riichi(rulebook) else None
    return ClaimedScore(
        worth.points, listed_items, worth.han, worth.fu, worth.limit, worth.yakuman, listed_fan
    )


def _find_bonus(piece: str, rulebook: Rulebook) -> tuple[str, int] | None:
    """Return the fan that are no yaku of `dora`, `2 dora` or `dora x2`; None for another text."""
    match = _BONUS.fullmatch(piece)
    if match is None or not is_riichi(rulebook):
        return None
    name = _BONUS_NAMES.get(fold_name(match["name"]))
    if name is None or (name == "norths" and rulebook.players == 4):
        return None
    return name, int(match["before"] or match["after"] or 1)


_BONUS = re.compile(
    r"(?:(?P<before>\d{1,2})\s*[x×]?\s*)?(?P<name>[^\d=×]+?)(?:\s*[x×=]?\s*(?P<after>\d{1,2}))?"
)
_BONUS_NAMES: Mapping[str, str] = {
    fold_name(word): name
    for name, words in {
        "dora": "dora|omote dora|ドラ|表ドラ|宝牌",
        "ura_dora": "ura|ura dora|裏ドラ|裏|里宝牌",
        "red_fives": "red|reds|red five|red fives|red dora|aka|aka dora|rosso|rossi|cinque rosso|"
        "cinque rossi|dora rosso|dora rossi|赤|赤ドラ|赤牌",
        "norths": "north|norths|nuki|nuki dora|kita|pei|nord|北|抜きドラ",
    }.items()
    for word in words.split("|")
}


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
    match = _ITEM.fullmatch(piece)
    name = match["name"] if match else piece
    gaps = {"rules": rulebook.id, "text": repr(piece[:40])}
    if near := nearest_patterns(name, rulebook):
        key = "like" if is_several(name, rulebook) else "nearest"
        return phrase(_ERRORS[key], **gaps, names=_alternatives(near))
    folded = fold_name(piece[:_LONGEST])
    close = get_close_matches(folded, named, n=3, cutoff=_ALIKE)
    best = max((likeness(key, folded) for key in close), default=_ALIKE)
    if other := namesake_elsewhere(name[:_LONGEST], rulebook, best):
        theirs = {"other": other.pattern, "book": other.book}
        if not other.here:
            return phrase(_ERRORS["foreign"], **gaps, **theirs)
        names = _alternatives(other.here)
        if other.here[0].names["en"] == other.pattern.names["en"]:
            return phrase(_ERRORS["like"], **gaps, names=names)
        key = "elsewhere" if other.is_here else "elsewhere_only"
        return phrase(_ERRORS[key], **gaps, **theirs, names=names)
    if not close:
        meant = suggestion(nearest_worth(piece, rulebook))
        return phrase(_ERRORS["unknown"], **gaps, meant=meant)
    similar = {named[name].id: named[name] for name in close}
    return phrase(_ERRORS["like"], names=_alternatives(tuple(similar.values())), **gaps)


def _alternatives(patterns: tuple[Pattern, ...]) -> Phrase:
    """Return the names of patterns, with "or" between them."""
    named = {f"name{place}": pattern for place, pattern in enumerate(patterns)}
    texts = {lang: f" {word} ".join(f"{{{gap}}}" for gap in named) for lang, word in _OR.items()}
    return phrase(texts, **named)
