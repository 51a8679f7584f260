"""The one-line notation of a win, as in `yes=` and `no=` of patterns, in tests and reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from .hand import Hand, HandError
from .near import did_you_mean
from .text import Texts, phrase
from .tiles import parse_tiles, parse_wind
from .win import Win

_FLAGS = frozenset(
    (
        "last_tile",
        "kong_replacement",
        "robbing_kong",
        "last_of_kind",
        "blessing_heaven",
        "blessing_earth",
        "riichi",
        "double_riichi",
        "ippatsu",
    )
)
_UNREADABLE_FACT: Texts = {
    "en": "cannot read {word} and what follows in {words}: expected {expected}",
    "it": "non si legge {word} e ciò che segue in {words}: serve {expected}",
}
_NO_FACT: Texts = {
    "en": "{word} is not a fact of a win; expected some of {known}{meant}",
    "it": "{word} non è una circostanza di una vincita; esistono {known}{meant}",
}
_EXPECTED_FACTS: Mapping[str, Texts] = {
    "wind": {"en": "E, S, W or N", "it": "E, S, W o N"},
    "tiles": {"en": "tiles like 3m5z", "it": "tessere come 3m5z"},
    "number": {"en": "a number", "it": "un numero"},
    "since": {"en": "discards like W3s,N3s", "it": "scarti come W3s,N3s"},
}
# discards `since` are a list of a wind and a tile each: its commas part no facts
_FACT_GAP = re.compile(r"\s*,(?![ESWN]\d[mpsz])\s*|\s+")
_WIND_FACTS = ("seat", "round", "liable")
_TILE_FACTS = {"dora": "dora_indicators", "ura": "ura_indicators"}
_COUNT_FACTS = {"counters": "counters", "sticks": "riichi_sticks", "norths": "norths"}
_FACT_WORDS = ("drawn", "from", *_WIND_FACTS, *sorted(_FLAGS), *_TILE_FACTS, *_COUNT_FACTS, "since")
_SAME_WORDS = {
    **dict.fromkeys(("self_drawn", "tsumo", "pescata"), "drawn"),
    **dict.fromkeys(("discarder", "ron"), "from"),
    "da": "from",
    "posto": "seat",
    "giro": "round",
    "responsabile": "liable",
    "ultima_tessera": "last_tile",
    "ultimo_scarto": "last_tile",
    "rimpiazzo": "kong_replacement",
    "kong_rubato": "robbing_kong",
    "contatori": "counters",
    "riichi_sticks": "sticks",
    "stecche": "sticks",
}


def parse_win(text: str) -> tuple[Hand, Win]:
    """Parse a hand and its win: `123m 456p 99s EEE [222z] | from W seat S last_tile`.

    Args:
        text: a hand (`Hand.parse`), then after `|` any of: `drawn`, `from X`, `seat X`,
            `round X`, `liable X`, flags by name, `dora TILES`, `ura TILES`, `counters N`,
            `sticks N`, `norths N`, `since W3s,N3s` (discards since the winner's latest).
            Without `drawn` or `from` the seat before discarded the tile; seat and round are
            East. A hand without `+` is won on its highest tile.

    Raises:
        HandError: names the unknown word.
    """
    tiles, _, words = text.partition("|")
    hand = Hand.parse(tiles)
    if hand.winning is None and hand.concealed:
        hand = replace(hand, concealed=hand.concealed[:-1], winning=hand.concealed[-1])
    win = replace_facts(Win(), parse_facts(words))
    if not win.self_drawn and win.discarder is None:
        win = replace(win, discarder=win.seat.after(3))
    return hand, win


def parse_facts(words: str) -> dict[str, object]:
    """Parse the words of a win, as after the `|` of `parse_win`, into fields of `Win` by name.

    Commas between them are fine: `seat S, riichi`.

    Raises:
        HandError: names the unknown word.
    """
    facts: dict[str, object] = {}
    rest = iter(_FACT_GAP.split(words.strip(" ,")) if words.strip(" ,") else ())
    for word in rest:
        name = _word_of(word)
        try:
            facts.update(_fact(name, rest))
        except (ValueError, IndexError, StopIteration):  # a TileError is a ValueError
            expected = phrase(_EXPECTED_FACTS[_kind_of_value(name)])
            gaps = {"word": repr(word), "words": repr(words.strip()[:80])}
            raise HandError(phrase(_UNREADABLE_FACT, **gaps, expected=expected)) from None
    return facts


def _word_of(word: str) -> str:
    """Return a word of the notation for one that may have capitals, hyphens or another name.

    Raises:
        HandError: there is no such word; names the nearest one.
    """
    plain = word.lstrip("-").casefold().replace("-", "_")
    plain = _SAME_WORDS.get(plain, plain)
    if plain not in _FACT_WORDS:
        gaps = {"known": ", ".join(_FACT_WORDS), "meant": did_you_mean(plain, _FACT_WORDS)}
        raise HandError(phrase(_NO_FACT, word=repr(word[:40]), **gaps))
    return plain


def _kind_of_value(word: str) -> str:
    if word in _TILE_FACTS:
        return "tiles"
    if word in _COUNT_FACTS:
        return "number"
    return "since" if word == "since" else "wind"


def replace_facts(win: Win, facts: Mapping[str, object]) -> Win:
    """Return the win with these fields replaced."""
    return replace(win, **facts)  # type: ignore[arg-type]  # each value has its field's type


def format_facts(win: Win, names: Iterable[str]) -> str:
    """Return the words of these fields of a win, as `parse_facts` reads them.

    >>> format_facts(Win(discarder=Wind.WEST, last_tile=True), ("seat", "discarder", "last_tile"))
    'seat E from W last_tile'
    """
    return " ".join(word for name in names for word in _fact_words(win, name))


def _fact_words(win: Win, name: str) -> tuple[str, ...]:
    """Return the words of one field; () for a flag or source that does not apply."""
    value = getattr(win, name)
    if name == "discarder":
        return ("from", value) if value else ()
    if name == "self_drawn":
        return ("drawn",) if value else ()
    if name in _FLAGS:
        return (name,) if value else ()
    if name == "discards_since":
        return ("since", ",".join(f"{seat}{tile}" for seat, tile in value))
    words = {field: word for word, field in (_TILE_FACTS | _COUNT_FACTS).items()}
    shown = "".join(value) if name in _TILE_FACTS.values() else str(value)
    return words.get(name, name), shown


def _fact(word: str, rest: Iterator[str]) -> dict[str, object]:
    if word == "drawn":
        return {"self_drawn": True}
    if word in _FLAGS:
        return {word: True}
    value = next(rest)
    if word == "from":
        return {"discarder": parse_wind(value)}
    if word in _WIND_FACTS:
        return {word: parse_wind(value)}
    if word in _TILE_FACTS:
        return {_TILE_FACTS[word]: parse_tiles(value)}
    if word in _COUNT_FACTS:
        return {_COUNT_FACTS[word]: int(value)}
    discards = [(parse_wind(piece[0]), parse_tiles(piece[1:])[0]) for piece in value.split(",")]
    return {"discards_since": tuple(discards)}
