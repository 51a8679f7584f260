"""Questions to the person at the terminal: which tile won."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.errors import HandReaderError
from scoring.record import Record
from scoring.tiles import Tile, parse_tile

from ..messages import localize

if TYPE_CHECKING:
    from vision import PhotoReading

    from ..situation import Situation

Prompt = Callable[[str], str]
"""Prints a question and returns the line that a person types, as `input` does."""
_YES = frozenset({"y", "yes", "s", "sì", "si"})


def is_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_confirmed(question: str, prompt: Prompt = input) -> bool:
    """Ask a question of yes or no; without an answer it is no."""
    try:
        return prompt(f"{question} ").strip().casefold() in _YES
    except EOFError:
        return False


def ask_winning_tile(
    record: Record,
    total: int | None,
    others: Mapping[Tile, int | None],
    lang: str,
    prompt: Prompt = input,
) -> Record:
    """Ask which tile of a typed hand won; an empty answer keeps the one that was assumed.

    Args:
        record: the hand with the tile that was assumed.
        total: its points; None for no win.
        others: points of the hand with other tiles (`typed_hands.other_winning_tiles`).
        lang: "en" or "it".
        prompt: asks.
    """
    hand = record.hand
    assert hand.winning is not None
    worths = {hand.winning: total, **others}
    no_win = localize("no_win", lang)
    listed = ", ".join(
        f"{tile.value} {no_win if points is None else points}" for tile, points in worths.items()
    )
    held = (*hand.concealed, hand.winning)
    question = localize("ask_winner", lang, listed=listed, tile=hand.winning.value)
    winner = _ask_tile(question, held, lang, prompt) or hand.winning
    place = held.index(winner)
    kept = held[:place] + held[place + 1 :]
    return replace(record, hand=replace(hand, concealed=kept, winning=winner))


def ask_about_photo(
    reading: PhotoReading,
    situation: Situation,
    rules: str,
    lang: str,
    prompt: Prompt = input,
) -> tuple[PhotoReading, Situation]:
    """Ask which tile of a photo won, if the photo leaves that open; return both with the answer."""
    from ..pipeline import decode_again

    questions = [
        one for one in reading.questions if one.id == "winning_tile" and one.default is None
    ]
    options = [parse_tile(option) for option in questions[0].options] if questions else []
    if not options:
        return reading, situation
    question = localize("ask_photo", lang, listed=", ".join(options))
    winner = _ask_tile(question, options, lang, prompt)
    if winner is None:
        return reading, situation
    known = replace(situation, answers={**situation.answers, "winning_tile": winner.value})
    return decode_again(reading, known, rules), known


def _ask_tile(question: str, held: Sequence[Tile], lang: str, prompt: Prompt) -> Tile | None:
    """Ask for one of these tiles until one is given; None for an empty answer."""
    line = question
    while True:
        try:
            answer = prompt(f"{line} ").strip()
        except EOFError:
            return None
        if not answer:
            return None
        try:
            tile = parse_tile(answer)
        except HandReaderError as error:
            line = f"{error.localize(lang)}\n{question}"
            continue
        if tile in held:
            return tile
        line = f"{localize('not_among', lang, tile=tile.value)}\n{question}"
