"""The command `score` on a hand in notation: the same explanation as for a photo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scoring import Rulebook, Score, rulebook, score
from scoring.errors import HandReaderError
from scoring.hand import Hand
from scoring.notation import parse_facts
from scoring.record import Record
from scoring.scorer import result_to_json
from scoring.tile_notations import translations
from scoring.tiles import Tile
from scoring.win import Win
from vision.picture_names import is_picture_name

from ..errors import Report
from ..json_output import print_json
from ..messages import localize
from ..options import OutputOptions
from ..pipeline import UnscorableError
from ..situation import with_facts
from .asking import ask_winning_tile, is_terminal
from .assumptions import assumptions
from .inputs import StatedFacts, parse_typed_win

_NOTATION = re.compile(r"[\[(<^>]*[0-9mpszfESWNCFP]*\d[mpszf]")
_FEWEST = 5
"""Tiles of a text that is taken for a hand, not for the name of a file."""


def is_typed_hand(arguments: Sequence[Path]) -> bool:
    """Return whether the arguments of `score` are a hand in notation, and no files."""
    if len(arguments) != 1 or is_picture_name(arguments[0].name) or _exists(arguments[0]):
        return False
    text = str(arguments[0])
    if _NOTATION.match(text) is not None:
        return True
    try:
        return len(Hand.parse(text.partition("|")[0]).tiles) >= _FEWEST
    except HandReaderError:
        # tiles with two meanings: the error names both
        return len(translations(text.partition("|")[0])) > 1


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for a name
        return False


def score_typed_hand(
    text: str, given: StatedFacts, rules: str, output: OutputOptions, report: Report
) -> None:
    """Print the score of a hand in notation; see `handreader score`.

    Raises:
        HandReaderError: text that is no hand, facts that contradict it, or no win.
    """
    book = rulebook(rules)
    hand, win = parse_typed_win(text, "", given)
    record = Record(None, rules, hand, win).check()
    others = other_winning_tiles(text, given, record)
    if others and not output.as_json and is_terminal():
        record = ask_winning_tile(record, total_of(record), others, output.lang)
        hand, others = record.hand, {}
    if output.as_json:
        result = result_to_json(record, book)
        line: dict[str, object] = {"win": record.to_json(), "result": result}
        if others:
            line["other_winning_tiles"] = {tile.value: total for tile, total in others.items()}
        print_json(line)
        report.failed |= result.get("valid_win") is not True
        return
    found = score(hand, win, book)
    if not found.valid_win:
        raise UnscorableError("typed_no_win", hand=hand, why=found.rejection_reason())
    from .. import console

    known = with_facts(given.situation, parse_facts(text.partition("|")[2]))
    note = winning_tile_note(found, others, output.lang)
    assumed = assumptions(found, known, output.lang)
    console.show_typed_score(console.console(), found, assumed, note, output.lang)


def other_winning_tiles(text: str, given: StatedFacts, record: Record) -> dict[Tile, int | None]:
    """Return the totals by other winning tiles where none is marked and the total depends on it.

    Args:
        text: the hand in notation.
        given: what is stated besides; `winning_tile` marks the winner.
        record: the hand with the tile that was assumed.

    Returns:
        tiles with another total; None for no win. Empty where it makes no difference.
    """
    tiles = text.partition("|")[0]
    if Hand.parse(tiles).winning is not None or "winning_tile" in given.situation.answers:
        return {}
    hand, book = record.hand, record.book()
    assert hand.winning is not None
    held = (*hand.concealed, hand.winning)
    taken = _total(hand, record.win, book)
    found: dict[Tile, int | None] = {}
    for tile in dict.fromkeys(hand.concealed):
        place = held.index(tile)
        other = replace(hand, concealed=held[:place] + held[place + 1 :], winning=tile)
        total = _total(other, record.win, book)
        if tile != hand.winning and total != taken:
            found[tile] = total
    return found


def total_of(record: Record) -> int | None:
    """Return the points of a win; None if it is none."""
    return _total(record.hand, record.win, record.book())


def _total(hand: Hand, win: Win, book: Rulebook) -> int | None:
    try:
        result = score(hand, win, book)
    except HandReaderError:
        return None
    return result.total if result.valid_win else None


def winning_tile_note(found: Score, others: dict[Tile, int | None], lang: str) -> str:
    """Return the line that the winning tile was assumed, with other tiles' points; "" if not."""
    if not others or found.hand.winning is None:
        return ""
    no_win = localize("no_win", lang)
    points = ", ".join(
        f"{tile.value} {no_win if total is None else total}" for tile, total in others.items()
    )
    return localize("unmarked", lang, tile=found.hand.winning.value, others=points)
