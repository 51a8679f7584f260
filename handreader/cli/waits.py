"""The command `waits`: the waits of a hand of 13 tiles, and the score of each."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scoring import Score, rulebook
from scoring.explain import rules_title
from scoring.hand import Hand
from scoring.rulebook import Rulebook
from scoring.scorer import rules_to_json, score_to_json
from scoring.text import name_in_language
from scoring.tile_names import tile_name
from scoring.waits import Wait, waits

from ..console import console
from ..json_output import print_json
from ..messages import localize
from ..options import HandOptions, ReaderOptions
from .inputs import StatedFacts, waiting_hand


def show_waits(
    source: str, options: HandOptions, reading: ReaderOptions, given: StatedFacts
) -> None:
    """Print the waits of a hand; see `inputs.waiting_hand` for the arguments."""
    book = rulebook(options.rules)
    hand, win = waiting_hand(source, options, reading, given)
    found = waits(hand, win, book)
    if options.as_json:
        print_json(
            {
                "hand": str(hand),
                **rules_to_json(book),
                "waits": [
                    {
                        "tile": wait.tile.value,
                        "left": wait.copies_left,
                        "drawn": score_to_json(wait.draw_score),
                        "discarded": score_to_json(wait.discard_score),
                    }
                    for wait in found
                ],
            }
        )
        return
    _show(console(), hand, book, found, options.lang)


def _show(console: Console, hand: Hand, book: Rulebook, found: tuple[Wait, ...], lang: str) -> None:
    console.print(f"[bold]{escape(rules_title(book, lang))}[/bold]: {escape(str(hand))}")
    if not found:
        console.print(escape(localize("no_wait", lang)))
        return
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
