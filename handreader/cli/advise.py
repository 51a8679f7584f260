"""The command `advise`: what each discard of a hand leaves, and what that is worth."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scoring import rulebook
from scoring.advice import Advice, Choice, advise
from scoring.advice_json import advice_to_json
from scoring.explain import rules_title
from scoring.nearest_wins import FARTHEST, ExpectedPoints
from scoring.rulebook import Rulebook
from scoring.tile_names import tile_name
from scoring.tiles import format_tiles

from ..console import console
from ..json_output import print_json
from ..messages import localize
from ..options import HandOptions, ReaderOptions
from .inputs import StatedFacts, hand_in_play
from .waits import show_waiting_tiles


def show_advice(
    source: str, options: HandOptions, reading: ReaderOptions, given: StatedFacts, seen: str
) -> None:
    """Print advice for a hand; see `inputs.hand_in_play` for the arguments."""
    book = rulebook(options.rules)
    play = hand_in_play(source, options, reading, given, seen)
    found = advise(play.hand, play.win, book, play.seen)
    if options.as_json:
        print_json(advice_to_json(found, book))
        return
    _show(console(), found, book, options.lang)


def _show(console: Console, advice: Advice, book: Rulebook, lang: str) -> None:
    console.print(f"[bold]{escape(rules_title(book, lang))}[/bold]: {escape(str(advice.hand))}")
    console.print(escape(_distance_sentence(advice.distance, lang)))
    first = advice.choices[0]
    if first.discard is None:
        _show_tiles(console, first, lang)
    else:
        console.print(_discards_table(advice, lang))
    if any(choice.worth is not None for choice in advice.choices):
        console.print(escape(localize("worth_note", lang)), style="dim")
    else:
        console.print(escape(localize("worth_far", lang, farthest=FARTHEST)), style="dim")


def _distance_sentence(distance: int, lang: str) -> str:
    if distance <= 0:
        return localize("is_complete" if distance < 0 else "is_ready", lang)
    return localize("is_one_away" if distance == 1 else "is_away", lang, count=distance)


def _show_tiles(console: Console, choice: Choice, lang: str) -> None:
    """Print the tiles that bring a hand of 13 nearer, and what it is likely to be worth."""
    if choice.waits:
        show_waiting_tiles(console, choice.waits, lang)
    else:
        tiles = ", ".join(f"{one.tile} ×{one.left}" for one in choice.efficiency.accepted)
        left = choice.efficiency.acceptance
        console.print(escape(localize("accepted", lang, tiles=tiles, count=left)))
    if choice.worth is not None:
        for word, points in (("drawn", choice.worth.drawn), ("discarded", choice.worth.discarded)):
            value = _points_text(points, choice.worth.ways, lang)
            console.print(escape(f"{localize(word, lang)}: {value}"))


def _discards_table(advice: Advice, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(localize("discard", lang))
    table.add_column(localize("distance", lang), justify="right")
    table.add_column(localize("left", lang), justify="right")
    table.add_column(localize("nearer", lang))
    table.add_column(localize("drawn", lang))
    table.add_column(localize("discarded", lang))
    for choice in advice.choices:
        assert choice.discard is not None
        found, worth = choice.efficiency, choice.worth
        ready = localize("ready", lang)
        cells = (
            f"{choice.discard} {tile_name(choice.discard, lang)}",
            str(found.distance) if found.distance else ready,
            str(found.acceptance),
            format_tiles(one.tile for one in found.accepted),
            "" if worth is None else _points_text(worth.drawn, worth.ways, lang),
            "" if worth is None else _points_text(worth.discarded, worth.ways, lang),
        )
        table.add_row(*map(escape, cells))
    return table


def _points_text(points: ExpectedPoints, ways: int, lang: str) -> str:
    """Format the mean with its range, and the share of the ways that win."""
    if not ways:
        return localize("none_left", lang)
    if points.mean is None:
        return f"- ({points.reason.localize(lang)})" if points.reason is not None else "-"
    mean = f"{points.mean:.0f}" if points.mean >= 100 else f"{points.mean:.3g}"
    text = mean if points.least == points.most else f"{mean} ({points.least}–{points.most})"
    if points.ways < ways:
        share = max(1, round(100 * points.ways / ways))
        return localize("share_wins", lang, points=text, share=share)
    return text
