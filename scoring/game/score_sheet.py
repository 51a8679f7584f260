"""The score sheet: a table of names and hands for each round, subtotals and a grand total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..text import Texts, in_language
from .state import DealResult, Four, GameState, PenaltyResult

_HANDS = 4  # columns that the printed sheet has for a round
_TURN: Texts = {"en": "Turn {n}", "it": "Turno {n}"}
_HAND: Texts = {"en": "Hand {n}", "it": "Mano {n}"}
_TOTAL: Texts = {"en": "Total {n}", "it": "Tot turno {n}"}
_PENALTIES: Texts = {"en": "Penalties and adjustments", "it": "Penalità e rettifiche"}
_FALSE_WIN: Texts = {
    "en": "false win, before hand {n}",
    "it": "falsa vincita, prima della mano {n}",
}
_REASON: Texts = {"en": "{reason}, before hand {n}", "it": "{reason}, prima della mano {n}"}
_GRAND: Texts = {"en": "Grand total", "it": "Totale generale"}
_HEAD: Texts = {
    "en": "Game of {date}    start {start}    end {end}",
    "it": "Partita del giorno {date}    ore {start}    fine partita ore {end}",
}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the sheet: its hands in order, and each player's sum."""

    hands: tuple[DealResult, ...]
    totals: Four


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a game; every hand sums to 0, riichi sticks on the table apart.

    Attributes:
        rounds: one for each round; a round that has not begun has no hands.
        totals: by player, over all rounds and penalties; starting points apart.
        penalties: points that moved apart from hands.
        date, start, end: text to print; "" for a blank to fill in.
    """

    rounds: tuple[Round, ...]
    totals: Four
    penalties: tuple[PenaltyResult, ...] = ()
    date: str = ""
    start: str = ""
    end: str = ""


def score_sheet(state: GameState, date: str = "", start: str = "", end: str = "") -> Sheet:
    """Make the score sheet of the finished hands."""
    rounds: list[list[DealResult]] = [[] for _ in range(state.rules.rounds)]
    for deal in state.deals:
        rounds[deal.round.order].append(deal)
    turns = tuple(Round(tuple(hands), _sum(hands)) for hands in rounds)
    totals = _sum((*state.deals, *state.penalties))
    return Sheet(turns, totals, state.penalties, date, start, end)


def _sum(deals: Sequence[DealResult | PenaltyResult]) -> Four:
    a, b, c, d = (sum(deal.changes[player] for deal in deals) for player in range(4))
    return a, b, c, d


def sheet_lines(sheet: Sheet, names: Sequence[str], lang: str = "en") -> tuple[str, ...]:
    """Format the sheet as text in columns.

    Args:
        sheet: the sheet.
        names: of players 0-3.
        lang: "en" or "it".
    """
    blank = "__:__"
    head = in_language(_HEAD, lang).format(
        date=sheet.date or "__/__/____", start=sheet.start or blank, end=sheet.end or blank
    )
    width = max(len(name) for name in (*names, in_language(_TURN, lang).format(n=1)))
    lines = [head]
    for number, turn in enumerate(sheet.rounds, start=1):
        columns = max(_HANDS, len(turn.hands))
        titles = [in_language(_HAND, lang).format(n=n) for n in range(1, columns + 1)]
        titles.append(in_language(_TOTAL, lang).format(n=number))
        rows = [
            [*(f"{deal.changes[player]:+d}" for deal in turn.hands)]
            + [""] * (columns - len(turn.hands))
            + [f"{turn.totals[player]:+d}" if turn.hands else ""]
            for player in range(4)
        ]
        sizes = [max(len(title), 7) for title in titles]
        lines += ["", _row(in_language(_TURN, lang).format(n=number), titles, width, sizes)]
        lines += [_row(name, row, width, sizes) for name, row in zip(names, rows, strict=True)]
    if sheet.penalties:
        lines += ["", in_language(_PENALTIES, lang)]
    for penalty in sheet.penalties:
        text = in_language(_REASON if penalty.reason else _FALSE_WIN, lang)
        lines.append(text.format(reason=penalty.reason, n=penalty.after + 1))
        lines += [
            f"{name:<{width}}  {change:+d}"
            for name, change in zip(names, penalty.changes, strict=True)
            if change
        ]
    lines += ["", in_language(_GRAND, lang)]
    lines += [
        f"{name:<{width}}  {total:+d}" for name, total in zip(names, sheet.totals, strict=True)
    ]
    return tuple(lines)


def _row(name: str, cells: Sequence[str], width: int, sizes: Sequence[int]) -> str:
    shown = "  ".join(f"{cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))
    return f"{name:<{width}}  {shown}".rstrip()
