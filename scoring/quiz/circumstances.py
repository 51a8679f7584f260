"""The circumstances of a win in words, as a question states them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..open_facts import FACT_NAMES
from ..plausibility import is_riichi
from ..record import FLAGS
from ..rulebook import Rulebook
from ..text import Phrase, Texts, phrase
from ..tiles import format_tiles
from ..win import Win


def circumstances(win: Win, book: Rulebook, with_tiles: bool = True) -> tuple[Phrase, ...]:
    """Return what a player knows of a win besides the tiles: winds, how it was won, indicators.

    Args:
        win: the win.
        book: the rule set.
        with_tiles: whether the indicators are named; a page draws them.
    """
    return tuple(_circumstances(win, book, with_tiles))


def _circumstances(win: Win, book: Rulebook, with_tiles: bool) -> Iterator[Phrase]:
    yield phrase(_TEXTS["seat"], wind=win.seat)
    yield phrase(_TEXTS["round"], wind=win.round)
    if win.self_drawn:
        yield phrase(FACT_NAMES["self_drawn"])
    elif win.discarder is None:
        yield phrase(_TEXTS["any_discard"])
    elif not win.robbing_kong:
        yield phrase(_TEXTS["discard"], wind=win.discarder)
    yield from (phrase(FACT_NAMES[name]) for name in FLAGS if getattr(win, name))
    if is_riichi(book) and with_tiles:
        yield phrase(_TEXTS["dora"], tiles=format_tiles(win.dora_indicators) or "–")
        if win.riichi or win.double_riichi:
            yield phrase(_TEXTS["ura"], tiles=format_tiles(win.ura_indicators) or "–")
    if win.norths:
        yield phrase(_TEXTS["norths"], count=win.norths)


_TEXTS: Mapping[str, Texts] = {
    "seat": {"en": "seat {wind}", "it": "posto {wind}"},
    "round": {"en": "round {wind}", "it": "giro {wind}"},
    "discard": {"en": "on a discard of {wind}", "it": "su scarto di {wind}"},
    "any_discard": {"en": "on a discard", "it": "su scarto"},
    "dora": {"en": "dora indicators {tiles}", "it": "indicatori di dora {tiles}"},
    "ura": {"en": "ura dora indicators {tiles}", "it": "indicatori di ura dora {tiles}"},
    "norths": {"en": "norths set aside: {count}", "it": "nord da parte: {count}"},
}
