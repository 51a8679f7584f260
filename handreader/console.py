"""Terminal output: the hand, its points item by item, and the payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scoring import Score
from scoring.explain import reading_text, rules_title
from scoring.hand import Hand
from scoring.item_tiles import item_tiles
from scoring.open_facts import idle_flags
from scoring.payments import other_seats
from scoring.rulebook import Item, Tally
from scoring.rulebooks.riichi_points import dora_of
from scoring.text import escape_controls, in_language, name_in_language
from scoring.tile_names import tile_name
from scoring.tiles import KINDS, WINDS, format_tiles
from vision import PhotoReading
from vision.draw import SURE
from vision.layout.questions import sentence
from vision.seen_tile import SeenTile

from .messages import localize
from .near_hand import TileChange
from .pipeline import answer_option

_UNBROKEN = 10_000


def console(to_stderr: bool = False) -> Console:
    """Return the console on standard output or error, plain and unwrapped if that is no terminal.

    A program that reads the output searches whole lines.
    """
    found = Console(highlight=False, stderr=to_stderr)
    if not found.is_terminal:
        found.width = _UNBROKEN
    return found


def show_reading(console: Console, reading: PhotoReading, lang: str) -> None:
    """Print the tiles with their numbers row by row, the doubtful ones, and open questions.

    Doubtful tiles beside a hand that was found are left out: they do not change its score.
    """
    seconds = f"{reading.seconds:.2f}"
    word = "seen_one" if len(reading.tiles) == 1 else "seen"
    seen = localize(word, lang, photo=reading.photo_name, count=len(reading.tiles), seconds=seconds)
    console.print(f"[bold]{escape(seen)}[/bold]")
    tiles = {tile.id: tile for tile in reading.final_tiles}
    for number, row in enumerate(reading.rows, start=1):
        console.print(f"  {localize('row', lang, number=number)}: {_tile_numbers(row, tiles)}")
    of_hand = [tile for tile in reading.final_tiles if reading.roles[tile.id] != "other"]
    unsure = [tile for tile in of_hand or reading.final_tiles if tile.confidence < SURE]
    doubtful = [_uncertainty(tile, lang) for tile in unsure]
    if doubtful:
        console.print(f"  {localize('doubtful', lang)}: {', '.join(doubtful)}")
    for line in _open_points(reading, lang):
        console.print(f"  {escape(line)}")


def _open_points(reading: PhotoReading, lang: str) -> Iterator[str]:
    """Yield problems, remarks and questions of a photo."""
    for problem in reading.problems:
        word = "problem" if problem.fatal else "remark"
        yield f"{localize(word, lang)}: {sentence(problem.code, problem.data, lang)}"
    for question in reading.questions:
        text = sentence(question.code, question.data, lang)
        answer = answer_option(question)
        if question.default is None:
            yield f"{localize('question', lang)}: {text} ({answer})"
        else:
            taken = {"question": text, "default": question.default, "answer": answer}
            yield f"{localize('question', lang)}: {localize('taken', lang, **taken)}"


def _uncertainty(tile: SeenTile, lang: str) -> str:
    others = ", ".join(kind for kind, _ in tile.names[1:3]) or "?"
    share = f"{tile.confidence:.0%}" if tile.confidence else "?"  # decoded from the rules alone
    return localize("doubt", lang, id=tile.id, kind=tile.kind, share=share, others=others)


def show_corrections(
    console: Console, reading: PhotoReading, changes: Sequence[TileChange], lang: str
) -> None:
    """Print what corrects a hand that has no score: single tiles that win, and all numbers."""
    if changes:
        options = [
            localize(
                "near_change",
                lang,
                id=one.tile,
                new=one.win.new.value,
                old=one.win.old.value,
                total=one.win.total,
            )
            for one in changes
        ]
        console.print(escape(localize("near", lang, changes=", ".join(options))))
    roles = reading.roles
    tiles = {tile.id: tile for tile in reading.final_tiles}
    held = [i for row in reading.rows for i in row if roles[i] not in ("other", "indicator")]
    if held:
        gaps = {"tiles": _tile_numbers(held, tiles), "first": held[0]}
        console.print(escape(localize("numbered", lang, **gaps)))
    if indicators := [tiles[i].kind for i in reading.layout.indicators]:
        console.print(escape(localize("indicators_seen", lang, indicators=" ".join(indicators))))


def _tile_numbers(ids: Sequence[int], tiles: Mapping[int, SeenTile]) -> str:
    return " ".join(f"{number}:{tiles[number].kind}" for number in ids)


def hand_text(hand: Hand, lang: str) -> str:
    """Format the hand in tile notation, with the winning tile and the flowers in words."""
    concealed = [format_tiles(t for t in hand.concealed if t.suit == suit) for suit in "mpsz"]
    parts = [*concealed, *(str(meld) for meld in hand.melds)]
    text = " ".join(part for part in parts if part)
    if hand.winning is not None:
        name = f"{hand.winning} ({tile_name(hand.winning, lang)})"
        text += f", {localize('won_on', lang, tile=name)}"
    if hand.flowers:
        text += f", {localize('flowers', lang, tiles=format_tiles(hand.flowers))}"
    return text


def show_score(
    console: Console,
    reading: PhotoReading,
    score: Score,
    assumed: Sequence[str],
    lang: str,
    is_winner_stated: bool = True,
) -> None:
    """Print the explained score of a photo's hand; `assumed` are lines on what is assumed."""
    title = f"{escape_controls(reading.photo_name)}: {rules_title(score.rulebook, lang)}"
    shown = (*_dora(reading, score, lang), *_open_points(reading, lang))
    _show_score(console, title, score, assumed, shown, lang, is_winner_stated)


def _dora(reading: PhotoReading, score: Score, lang: str) -> Iterator[str]:
    """Yield the line on the dora indicators that the photo shows, if they are those that count."""
    kinds = {tile.id: tile.kind for tile in reading.final_tiles}
    seen = [kinds[i] for i in reading.layout.indicators]
    counted = score.win.dora_indicators
    if not seen or sorted(seen) != sorted(tile.value for tile in counted):
        return
    dora = " ".join(KINDS[dora_of(tile, score.rulebook.players)].value for tile in counted)
    yield localize(
        "dora_seen", lang, indicators=" ".join(tile.value for tile in counted), dora=dora
    )


def show_typed_score(
    console: Console,
    score: Score,
    assumed: Sequence[str],
    note: str,
    lang: str,
    is_winner_stated: bool = True,
) -> None:
    """Print the explained score of a hand in notation, and a note on it, if there is one."""
    title = rules_title(score.rulebook, lang)
    notes = (note,) if note else ()
    _show_score(console, title, score, assumed, notes, lang, is_winner_stated)


def _show_score(
    console: Console,
    title: str,
    score: Score,
    assumed: Sequence[str],
    open_points: Sequence[str],
    lang: str,
    is_winner_stated: bool,
) -> None:
    best = score.best
    assert best is not None, "only hands that win are shown"
    console.print(f"[bold]{escape(title)}[/bold]")
    console.print(f"{localize('hand', lang)}: {escape(hand_text(score.hand, lang))}")
    console.print(f"{localize('read_as', lang)}: {escape(reading_text(best))}")
    for line in assumed:
        console.print(escape(line))
    if idle := idle_flags(score):
        options = ", ".join(f"--{name.replace('_', '-')}" for name in idle)
        console.print(escape(localize("idle", lang, options=options)))
    for line in open_points:
        console.print(escape(line))
    console.print(_items(best, lang))
    console.print(f"[bold]{localize('total', lang)}: {best.total}[/bold]")
    for line in _notes(best, lang):
        console.print(escape(line))
    if score.next_best is not None:
        other = localize(
            "otherwise", lang, sets=reading_text(score.next_best), total=score.next_best.total
        )
        console.print(escape(other))
    if score.payments is None:
        others = other_seats(score.win.seat, score.rulebook.players)
        *seats, last = (seat for seat in WINDS if seat in others)
        console.print(localize("payer_unknown", lang, seats=", ".join(seats), last=last.value))
    else:
        console.print(f"{localize('payments', lang)}:")
        for payment in score.payments:
            console.print(f"  {escape(payment.localize(lang, is_winner_stated))}")


def _items(tally: Tally, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(localize("points", lang), justify="right")
    table.add_column(localize("pattern", lang))
    table.add_column(localize("tiles", lang))
    table.add_column(localize("rule", lang))
    for item in tally.items:
        points = f"{item.count} × {item.value}" if item.count > 1 else str(item.value)
        pattern = item.pattern
        name, rule = name_in_language(pattern.names, lang), in_language(pattern.rule, lang)
        rule = f"{pattern.ref}: {rule}" if rule else pattern.ref
        table.add_row(points, *map(escape, (name, _matching_sets(item, tally), rule)))
    return table


def _matching_sets(item: Item, tally: Tally) -> str:
    """Format the tiles of an item, one group for each time it counts; "" for the whole hand."""
    sets = tally.reading.sets
    if not item.finds and item.pattern.about != "hand":
        return ", ".join(format_tiles(group) for group in item_tiles(item, tally))
    groups = [" ".join(str(sets[place]) for place in find) for find in item.finds]
    return ", ".join(group for group in groups if group)


def _notes(tally: Tally, lang: str) -> Iterator[str]:
    """Yield the notes on the total, and the items that do not count, with the reason."""
    for note in tally.notes:
        yield note.localize(lang)
    if tally.dropped:
        yield f"{localize('not_counted', lang)}:"
    for dropped in tally.dropped:
        name = name_in_language(dropped.item.pattern.names, lang)
        ref = f" ({dropped.ref})" if dropped.ref else ""
        yield f"  {name}, {dropped.item.points}: {dropped.why.localize(lang)}{ref}"


def show_line(console: Console, line: str) -> None:
    """Print a line, if there is one."""
    if line:
        console.print(escape(line))


def show_picture(console: Console, path: Path, lang: str) -> None:
    """Print the path of the outlined picture."""
    console.print(escape(localize("picture", lang, path=path)))
