"""What a hand is worth, in words: `18`, `18 points`, `3 han 40 fu`, `mangan`, `2 yakuman`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import HandReaderError
from .near import nearest
from .plausibility import is_riichi
from .rulebook import Rulebook
from .text import Phrase, Texts, phrase

FAN_WITHOUT_FU = 5
"""Fan from which on minipoints do not matter."""
LIMITS: Mapping[str, int] = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11, "yakuman": 13}
"""Least fan of each limit of riichi."""


class WorthError(HandReaderError, ValueError):
    """A worth that hands of a rulebook do not have."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth, in points, or in riichi in fan and minipoints, or a limit.

    Attributes:
        points: of the hand.
        han, fu: fan and minipoints.
        limit: its name in small letters.
        yakuman: how many yakuman, if that is the limit.
    """

    points: int | None = None
    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    yakuman: int = 0


_FAN = r"hans?|fans?|faan|ハン|翻|飜|番"
_FU = r"fu|符|フ|mini-?points?|minipunti"
_POINTS = r"points?|pts?|punti|punto|点|點|分"
_TIMES_IN_ENGLISH = ("", "double", "triple", "quadruple", "quintuple", "sextuple")
_TIMES_IN_ITALIAN = ("", "doppio", "triplo", "quadruplo", "quintuplo", "sestuplo")
_TIMES: Mapping[str, int] = {
    **{word: place for place, word in enumerate(_TIMES_IN_ENGLISH, start=1) if word},
    **{word: place for place, word in enumerate(_TIMES_IN_ITALIAN, start=1) if word},
    **{word: place for place, word in enumerate(("ダブル", "トリプル"), start=2)},
    **{word: place for place, word in enumerate("二三四五六", start=2)},
}
_TIMES_WORD = "|".join(_TIMES)
_WORTH = re.compile(
    rf"\s*(?:(?P<han>\d{{1,3}})\s*(?:{_FAN})(?:\s*,?\s*(?P<fu>\d{{1,3}})\s*(?:{_FU}))?"
    rf"|(?P<points>\d{{1,6}})\s*(?:{_POINTS})?"
    rf"|(?:(?P<times>\d{{1,2}}|{_TIMES_WORD})\s*[x×倍]?\s*)?(?P<limit>[a-z]+|[^\W\da-z]+?)"
    rf"(?:\s*[x×]\s*(?P<after>\d{{1,2}})|\s+(?P<word>{_TIMES_WORD}))?)\s*",
    re.IGNORECASE,
)
_IN_JAPANESE: Mapping[str, str] = {
    **dict.fromkeys(("満貫", "マンガン", "满贯"), "mangan"),
    **dict.fromkeys(("跳満", "ハネマン"), "haneman"),
    **dict.fromkeys(("倍満", "バイマン"), "baiman"),
    **dict.fromkeys(("三倍満", "サンバイマン"), "sanbaiman"),
    **dict.fromkeys(("役満", "ヤクマン", "役满"), "yakuman"),
}


def parse_worth(text: str, rulebook: Rulebook) -> Worth | None:
    """Parse what a hand is worth.

    Returns:
        None for text that is none of the forms above.

    Raises:
        WorthError: minipoints in a rulebook without them.
    """
    found = _WORTH.fullmatch(unicodedata.normalize("NFKC", text))
    if found is None:
        return None
    counts_fan = is_riichi(rulebook)
    if found["limit"] is not None:
        word = found["limit"].casefold()
        limit = _IN_JAPANESE.get(word, word)
        times = (found["times"] or found["after"] or found["word"] or "").casefold()
        if not counts_fan or limit not in LIMITS or (times and limit != "yakuman"):
            return None
        if found["times"] and (found["after"] or found["word"]):  # "2 yakuman x3"
            return None
        count = _TIMES.get(times) or int(times or 1)
        return Worth(limit=limit, yakuman=count if limit == "yakuman" else 0)
    if found["points"] is not None:
        return Worth(points=int(found["points"]))
    if not counts_fan and found["fu"]:
        raise WorthError(phrase(_NO_FU, rules=rulebook.id, text=repr(text.strip()[:40])))
    if not counts_fan:  # there a fan is a point
        return Worth(points=int(found["han"]))
    return Worth(han=int(found["han"]), fu=int(found["fu"]) if found["fu"] else None)


def limit_phrase(limit: str, yakuman: int = 1) -> Phrase:
    """Return the name of a limit, with the number of yakuman.

    >>> str(limit_phrase("yakuman", 2)), limit_phrase("yakuman", 2).localize("it")
    ('double yakuman', 'doppio yakuman')
    """
    place = max(yakuman, 1) - 1
    if place >= len(_TIMES_IN_ENGLISH):
        return phrase(
            {"en": "{count} {limit}", "it": "{count} {limit}"}, count=place + 1, limit=limit
        )
    words = {"en": _TIMES_IN_ENGLISH[place], "it": _TIMES_IN_ITALIAN[place]}
    return phrase({lang: f"{word} {{limit}}".lstrip() for lang, word in words.items()}, limit=limit)


_UNITS = ("han", "fan", "fu", "points", "punti", *LIMITS)


def nearest_worth(text: str, rulebook: Rulebook) -> str | None:
    """Return a misspelt worth as it may be meant; None if no spelling is near.

    >>> from scoring import RULEBOOKS
    >>> nearest_worth("3 hann 40fu", RULEBOOKS["riichi-ema"])
    '3 han 40 fu'
    """
    words = _WORDS.findall(unicodedata.normalize("NFKC", text[:60]))
    mended = " ".join(nearest(word, _UNITS) or word if word.isalpha() else word for word in words)
    if mended == " ".join(words):
        return None
    try:
        return mended if parse_worth(mended, rulebook) is not None else None
    except WorthError:
        return None


_WORDS = re.compile(r"\d+|[^\W\d]+|\S")
_NO_FU: Texts = {
    "en": "{rules} has no minipoints, as in {text}: write the points alone, like 18",
    "it": "{rules} non ha minipoint, come in {text}: scrivi solo i punti, come 18",
}
