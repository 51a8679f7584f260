"""Questions to the person at the terminal: which tile won, who won, and who pays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from scoring.errors import CodedError, HandReaderError
from scoring.open_facts import open_facts
from scoring.payments import other_seats
from scoring.record import Record
from scoring.tile_notations import wind_letter
from scoring.tiles import Tile, Wind, parse_tile

from ..messages import localize

if TYPE_CHECKING:
    from vision import PhotoReading

    from ..situation import Situation

Meant = TypeVar("Meant")
Prompt = Callable[[str], str]
"""Prints a question and returns the line that a person types, as `input` does."""
_WRONG = {
    "not_asked_for": {
        "en": "{answer} is none of them",
        "it": "{answer} non è fra queste risposte",
    },
    "not_among": {
        "en": "{tile} is not among them",
        "it": "{tile} non è fra queste",
    },
}
_PAYER = ("self_drawn", "discarder")
"""Facts of a win that say who pays."""
_DRAWN = ("drawn", "draw", "d", "pescata", "p")
_YES = frozenset({"y", "yes", "s", "sì", "si"})


class _WrongAnswer(CodedError):
    """An answer that is none of those that were asked for."""

    texts = _WRONG


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


def ask_about_win(
    reading: PhotoReading,
    situation: Situation,
    rules: str,
    lang: str,
    prompt: Prompt = input,
) -> tuple[PhotoReading, Situation]:
    """Ask how the hand of a photo was won, as `ask_facts`; return both with the answers."""
    from ..pipeline import UnscorableError, decode_again, record

    try:
        known = ask_facts(
            lambda situation: record(reading, situation, rules), situation, lang, prompt
        )
    except UnscorableError:  # which is reported where the hand is scored
        return reading, situation
    return (reading if known == situation else decode_again(reading, known, rules)), known


def ask_facts(
    record_of: Callable[[Situation], Record],
    situation: Situation,
    lang: str,
    prompt: Prompt = input,
) -> Situation:
    """Ask for the winner's seat, the round and the payer where they decide the score.

    An empty answer keeps what is assumed. Who discarded is one of the others: who won comes first.

    Args:
        record_of: returns the hand and win of a situation.
        situation: known facts.
        lang: "en" or "it".
        prompt: asks.
    """
    players = record_of(situation).book().players
    winds = {wind.value: wind for wind in (Wind.EAST, *other_seats(Wind.EAST, players))}
    named = ", ".join(winds)
    open_names = _open_names(record_of, situation)
    if situation.seat is None and not open_names.isdisjoint(("seat", *_PAYER)):
        seat = _ask_wind(localize("ask_seat", lang, seats=named), winds, lang, prompt)
        situation = replace(situation, seat=seat)
    if "round" in _open_names(record_of, situation):
        wind = _ask_wind(localize("ask_round", lang, winds=named), winds, lang, prompt)
        situation = replace(situation, round=wind)
    if _open_names(record_of, situation).isdisjoint(_PAYER):
        return situation
    win = record_of(situation).win
    others = {seat.value: seat for seat in other_seats(win.seat, players)}
    question = localize("ask_source", lang, seats=", ".join(others))
    drawn = dict.fromkeys(_DRAWN, None)
    source = _ask_wind(question, {**others, **drawn}, lang, prompt, otherwise=win.seat)
    if source is None:
        return replace(situation, self_drawn=True)
    return situation if source is win.seat else replace(situation, discarder=source)


def _open_names(record_of: Callable[[Situation], Record], situation: Situation) -> set[str]:
    """Return the names of the facts that would change points or payments."""
    found = record_of(situation)
    facts = open_facts(found.hand, found.win, found.book(), situation.fact_names)
    return {fact.name for fact in facts}


def _ask_wind(
    question: str,
    answers: Mapping[str, Wind | None],
    lang: str,
    prompt: Prompt,
    otherwise: Wind | None = None,
) -> Wind | None:
    """Ask until one of these answers is given, and return what it means.

    Args:
        question: names the answers.
        answers: by what is typed; a wind in any notation, or by name.
        lang: "en" or "it".
        prompt: asks.
        otherwise: the meaning of no answer.
    """

    def meaning(answer: str) -> Wind | None:
        for word in (answer.casefold(), wind_letter(answer)):
            if word in answers:
                return answers[word]
        raise _WrongAnswer("not_asked_for", answer=repr(answer[:40]))

    return _ask(question, meaning, lang, prompt, otherwise)


def _ask_tile(question: str, held: Sequence[Tile], lang: str, prompt: Prompt) -> Tile | None:
    """Ask for one of these tiles until one is given; None for an empty answer."""

    def meaning(answer: str) -> Tile:
        tile = parse_tile(answer)
        if tile not in held:
            raise _WrongAnswer("not_among", tile=tile.value)
        return tile

    return _ask(question, meaning, lang, prompt, None)


def _ask(
    question: str,
    meaning: Callable[[str], Meant],
    lang: str,
    prompt: Prompt,
    otherwise: Meant,
) -> Meant:
    """Ask until an answer has a meaning, each time with what was wrong with the last one.

    Args:
        question: what is asked.
        meaning: returns what an answer means, or raises `HandReaderError`.
        lang: "en" or "it".
        prompt: asks.
        otherwise: the meaning of no answer.
    """
    line = question
    while True:
        try:
            answer = prompt(f"{line} ").strip()
        except EOFError:
            return otherwise
        if not answer:
            return otherwise
        try:
            return meaning(answer)
        except HandReaderError as error:
            line = f"{error.localize(lang)}\n{question}"
