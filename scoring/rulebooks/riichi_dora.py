"""Dora of a riichi hand tile by tile, and the hand's points without some of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..reading import Reading
from ..rulebook import Rulebook, Tally
from ..text import Phrase, Texts, phrase
from ..tile_names import format_notation
from ..tiles import KINDS, Tile
from .riichi_points import basic_points, dora_of, worth

NAMES: Mapping[str, Texts] = {
    "dora": {"en": "dora", "it": "dora"},
    "red_fives": {"en": "red fives", "it": "cinque rossi"},
    "ura_dora": {"en": "ura dora", "it": "ura dora"},
    "norths": {"en": "norths set aside", "it": "nord da parte"},
}
"""Fan that are no yaku, by their names in the JSON of a result."""


@dataclass(frozen=True, slots=True)
class DoraGroup:
    """Tiles that count as dora for one reason.

    Attributes:
        name: a key of `NAMES`.
        tiles: each is a fan.
        indicator: the tile that points at them, if one does.
    """

    name: str
    tiles: tuple[Tile, ...]
    indicator: Tile | None = None


def dora_groups(tally: Tally, players: int = 4) -> tuple[DoraGroup, ...]:
    """Return the tiles that count as dora in a tally, as many as its fields say."""
    reading = tally.reading
    win, hand = reading.win, reading.hand
    held = (*hand.tiles, *(Tile("4z"),) * win.norths)
    shown = (("dora", win.dora_indicators), ("ura_dora", win.ura_indicators))
    groups = [
        DoraGroup(name, _tiles_of_dora(held, indicator, players), indicator)
        for name, indicators in shown
        for indicator in indicators
    ]
    groups.insert(0, DoraGroup("red_fives", tuple(tile for tile in held if tile.is_red)))
    groups.append(DoraGroup("norths", (Tile("4z"),) * win.norths))
    return tuple(one for one in groups if one.tiles and tally.more.get(one.name))


def _tiles_of_dora(held: tuple[Tile, ...], indicator: Tile, players: int) -> tuple[Tile, ...]:
    kind = KINDS[dora_of(indicator, players)]
    return tuple(tile for tile in held if tile.plain is kind)


def groups_text(groups: tuple[DoraGroup, ...]) -> Phrase:
    """Return the tiles of the groups: `55s (indicator 4s), 9p (indicator 8p)`."""
    gaps = {f"g{place}": _group_text(group) for place, group in enumerate(groups)}
    return phrase(dict.fromkeys(("en", "it"), ", ".join(f"{{{gap}}}" for gap in gaps)), **gaps)


def _group_text(group: DoraGroup) -> Phrase:
    tiles = format_notation(group.tiles)
    if group.indicator is None:
        return phrase(_TILES, tiles=tiles)
    return phrase(_SHOWN, tiles=tiles, by=group.indicator.value)


_TILES: Texts = {"en": "{tiles}", "it": "{tiles}"}
_SHOWN: Texts = {"en": "{tiles} (indicator {by})", "it": "{tiles} (indicatore {by})"}


def points_without(book: Rulebook, tally: Tally, fan: int) -> int:
    """Return the points of a tally with so many fan fewer."""
    han, fu = tally.more["han"], tally.more["fu"]
    assert isinstance(han, int) and isinstance(fu, int)  # a yakuman has no dora
    rounded = book.options["rounded_mangan"] == "yes"
    basic, _ = basic_points(han - fan, fu, str(book.options["thirteen_fan"]), rounded)
    return worth(basic, tally.reading.win, book.players)


def absence_reason(name: str, book: Rulebook, reading: Reading) -> Phrase:
    """Return why a hand has no fan of this name."""
    win = reading.win
    if name == "ura_dora" and book.options["ura_dora"] == "no":
        return phrase(_IS_NOTHING, rules=book.id)
    if name == "ura_dora" and not (win.riichi or win.double_riichi):
        return phrase(_NO_RIICHI)
    if name == "red_fives":
        counts = book.options["red_fives"] == "fan"
        return phrase(_NO_RED if counts else _IS_NOTHING, rules=book.id)
    if name == "norths":
        return phrase(_NO_NORTH)
    shown = win.dora_indicators if name == "dora" else win.ura_indicators
    return phrase(_NONE_HELD if shown else _NO_INDICATOR)


_NO_RIICHI: Texts = {
    "en": "they count only after riichi",
    "it": "contano solo dopo il riichi",
}
_NO_RED: Texts = {"en": "it has no red five", "it": "non ha cinque rossi"}
_IS_NOTHING: Texts = {
    "en": "in {rules} they are worth nothing",
    "it": "in {rules} non valgono nulla",
}
_NO_NORTH: Texts = {"en": "no north was set aside", "it": "non c'è un nord messo da parte"}
_NONE_HELD: Texts = {
    "en": "the indicators point at none of its tiles",
    "it": "gli indicatori non indicano nessuna delle sue tessere",
}
_NO_INDICATOR: Texts = {
    "en": "no indicator is stated",
    "it": "nessun indicatore è dato",
}
