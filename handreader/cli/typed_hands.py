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
from vision.picture_names import address_of, is_picture_name

from ..errors import Report
from ..json_output import print_json
from ..messages import localize
from ..near_hand import MOST, loss_sentences, near_win_json, near_wins
from ..options import OutputOptions
from ..pipeline import UnscorableError
from ..situation import Situation, with_facts
from .asking import ask_facts, ask_winning_tile, is_terminal
from .assumptions import assumption_lines, assumptions
from .foreign_facts import warn_of_foreign_facts
from .inputs import StatedFacts, parse_typed_win, plausible_record

_NOTATION = re.compile(r"[\[(<^>]*[0-9mpszfESWNCFP]*\d[mpszf]")
_SPACED_NUMBERS = re.compile(r"\d\S*\s+\S*\d")
_FEWEST = 5
"""Tiles of a text that is taken for a hand, not for the name of a file."""


def is_typed_hand(arguments: Sequence[Path]) -> bool:
    """Return whether the arguments of `score` are a hand in notation, and no files.

    A hand without quotation marks is an argument for each part of it.
    """
    if any(is_picture_name(one.name) or _exists(one) for one in arguments):
        return False
    if address_of(str(arguments[0])):
        return False
    if all(_NOTATION.match(str(one)) for one in arguments):
        return True
    text = join_words(arguments)
    try:
        return len(Hand.parse(text.partition("|")[0]).tiles) >= _FEWEST
    except HandReaderError:
        # an error about tiles helps more than one about a file: of two meanings it names both
        is_path = "/" in text or Path(text).suffix[1:].isalpha()
        has_numbers = _SPACED_NUMBERS.search(text) is not None
        return _is_ambiguous(text) or (has_numbers and not is_path)


def join_words(arguments: Sequence[Path]) -> str:
    """Join arguments of `score` that are parts of one hand."""
    return " ".join(map(str, arguments))


def _is_ambiguous(text: str) -> bool:
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
    warn_of_foreign_facts(win, rules, output.lang)
    record = plausible_record(Record(None, rules, hand, win).check(), states_sticks=False)
    is_assumed = not is_winner_stated(text, given)
    others = other_winning_tiles(record) if is_assumed else {}
    if others and not output.as_json and is_terminal():
        record = ask_winning_tile(record, total_of(record), others, output.lang)
        hand, is_assumed = record.hand, False
    if output.as_json:
        result = result_to_json(record, book, lang=output.lang)
        line: dict[str, object] = {"win": record.to_json(), "result": result}
        if others:
            line["other_winning_tiles"] = {tile.value: total for tile, total in others.items()}
        if result.get("valid_win") is False:
            line["near"] = [near_win_json(one) for one in near_wins(hand, win, book)[:MOST]]
        print_json(line)
        report.failed |= result.get("valid_win") is not True
        return
    known = with_facts(given.situation, parse_facts(text.partition("|")[2]))
    if is_terminal():
        known = ask_facts(lambda known: replace(record, win=_win(win, known)), known, output.lang)
        win = _win(win, known)
    found = score(hand, win, book)
    if not found.valid_win:
        why = loss_sentences(found, near_wins(hand, win, book))
        raise UnscorableError("typed_no_win", hand=hand, why=why)
    from .. import console

    note = winning_tile_note(found, others, output.lang) if is_assumed else ""
    assumed = assumption_lines(assumptions(found, known, output.lang), output.lang)
    console.show_typed_score(
        console.console(), found, assumed, note, output.lang, known.seat is not None
    )


def _win(win: Win, known: Situation) -> Win:
    """Return a win with the facts that a person was asked for."""
    return replace(
        win,
        seat=known.seat or win.seat,
        round=known.round or win.round,
        self_drawn=known.self_drawn,
        discarder=known.discarder,
    )


def is_winner_stated(text: str, given: StatedFacts) -> bool:
    """Return whether a hand in notation, or what is stated besides, marks the winning tile."""
    tiles = text.partition("|")[0]
    return Hand.parse(tiles).winning is not None or "winning_tile" in given.situation.answers


def other_winning_tiles(record: Record) -> dict[Tile, int | None]:
    """Return the totals of a hand by other winning tiles than the one that was assumed.

    Returns:
        tiles with another total; None for no win. Empty where it makes no difference.
    """
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
    """Return the line that the winning tile was assumed, with other tiles' points."""
    assert found.hand.winning is not None
    if not others:
        return localize("unmarked_alike", lang, tile=found.hand.winning.value)
    no_win = localize("no_win", lang)
    points = ", ".join(
        f"{tile.value} {no_win if total is None else total}" for tile, total in others.items()
    )
    return localize("unmarked", lang, tile=found.hand.winning.value, others=points)
