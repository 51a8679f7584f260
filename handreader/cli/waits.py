"""The command `waits`: the waits of a hand of 13 tiles or of each discard of 14, with scores."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scoring import Score, rulebook
from scoring.advice_json import waits_to_json
from scoring.efficiency import check_size
from scoring.explain import rules_title
from scoring.hand import Hand
from scoring.rulebook import Rulebook
from scoring.scorer import rules_to_json
from scoring.text import name_in_language
from scoring.tile_names import tile_name
from scoring.tiles import Tile
from scoring.waits import Wait, waits, waits_by_discard

from ..console import console
from ..json_output import print_json
from ..messages import localize
from ..options import HandOptions, ReaderOptions
from .inputs import StatedFacts, hand_in_play


def show_waits(
    source: str, options: HandOptions, reading: ReaderOptions, given: StatedFacts, seen: str
) -> None:
    """Print the waits of a hand of 13, or of each discard of 14; see `inputs.hand_in_play`."""
    book = rulebook(options.rules)
    play = hand_in_play(source, options, reading, given, seen)
    facts = (play.win, book, (*play.seen, *play.win.dora_indicators))
    if check_size(play.hand, play.seen) == 14:
        _show_discards(play.hand, waits_by_discard(play.hand, *facts), options)
        return
    found = waits(play.hand, *facts)
    if options.as_json:
        print_json({**_head(play.hand, book), "waits": waits_to_json(found, options.lang)})
        return
    out = console()
    _show_hand(out, play.hand, book, options.lang)
    if found:
        show_waiting_tiles(out, found, options.lang)
    else:
        out.print(escape(localize("no_wait", options.lang)))


def _show_discards(
    hand: Hand, found: tuple[tuple[Tile, tuple[Wait, ...]], ...], options: HandOptions
) -> None:
    book, lang = rulebook(options.rules), options.lang
    if options.as_json:
        discards = [
            {"discard": tile.value, "waits": waits_to_json(ready, lang)} for tile, ready in found
        ]
        print_json({**_head(hand, book), "waits": [], "discards": discards})
        return
    out = console()
    _show_hand(out, hand, book, lang)
    if not found:
        out.print(escape(localize("no_discard", lang)))
    for tile, ready in found:
        name = f"{tile} {tile_name(tile, lang)}"
        out.print(f"\n[bold]{escape(localize('after_discard', lang, tile=name))}[/bold]")
        show_waiting_tiles(out, ready, lang)


def _head(hand: Hand, book: Rulebook) -> dict[str, object]:
    return {"hand": str(hand), **rules_to_json(book)}


def _show_hand(console: Console, hand: Hand, book: Rulebook, lang: str) -> None:
    console.print(f"[bold]{escape(rules_title(book, lang))}[/bold]: {escape(str(hand))}")


def show_waiting_tiles(console: Console, found: tuple[Wait, ...], lang: str) -> None:
    """Print a table of waits: each tile, how many are left, and what it would score."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(localize("tile", lang))
    table.add_column(localize("left", lang), justify="right")
    table.add_column(localize("drawn", lang))
    table.add_column(localize("discarded", lang))
    for wait in found:
        name = f"{wait.tile} {tile_name(wait.tile, lang)}"
        cells = (
            name,
            str(wait.copies_left),
            _value_text(wait.draw_score, lang),
            _value_text(wait.discard_score, lang),
        )
        table.add_row(*map(escape, cells))
    console.print(table)


def _value_text(score: Score, lang: str) -> str:
    """Format the points with their patterns, or the reason why the hand does not win."""
    why = score.rejection_reason()
    if score.best is None or why is not None:
        return f"- ({why.localize(lang)})" if why is not None else "-"
    names = ", ".join(name_in_language(item.pattern.names, lang) for item in score.best.items)
    return f"{score.total} ({names})"
