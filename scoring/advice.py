"""Advice: what each discard of a hand leaves, how far that is from a win, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .efficiency import (
    Efficiency,
    check_size,
    count_seen,
    distance_to_win,
    efficiency,
    whole_hand,
    without_tile,
)
from .hand import Hand
from .nearest_wins import FARTHEST, ExpectedWorth, HandScorer, hand_scorer, nearest_win_worth
from .rulebook import Rulebook
from .tiles import Tile
from .waits import Wait, waits
from .win import Win


@dataclass(frozen=True, slots=True)
class Choice:
    """One discard, and the hand of 13 tiles that it leaves.

    Attributes:
        discard: the tile; None for a hand that has 13 already.
        efficiency: distance, and the tiles that bring the hand nearer.
        worth: None beyond a distance of `FARTHEST`, and where it was left out.
        waits: of a ready hand, each with its scores; () for others.
    """

    discard: Tile | None
    efficiency: Efficiency
    worth: ExpectedWorth | None
    waits: tuple[Wait, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a player.

    Attributes:
        hand: 13 or 14 tiles, none of them apart as the winning one.
        distance: of the hand; -1 if it is complete.
        choices: every discard: the nearest first, then those that can win, then by the tiles that
            bring them nearer, then by their points. One without a discard for 13 tiles.
    """

    hand: Hand
    distance: int
    choices: tuple[Choice, ...]


def advise(
    hand: Hand,
    win: Win,
    book: Rulebook,
    seen: Iterable[Tile] = (),
    only_nearest: bool = False,
) -> Advice:
    """Return what each discard of a hand leaves.

    Args:
        hand: 13 or 14 tiles, sets as three; a winning tile is one of the 14.
        win: the facts that a win would have: seat, round, riichi, indicators ...; see `waits`.
        book: the rulebook, options included.
        seen: tiles in view besides the hand: ponds, others' sets. The dora indicators of the win
            are in view, too.
        only_nearest: whether to leave out the worth of discards that leave the hand farther from a
            win than others do, which takes most of the time.

    Raises:
        HandError: other than 13 or 14 tiles, more than four of a kind, sets that are none, or facts
            that the hand rules out.
    """
    shown = (*seen, *win.dora_indicators)
    total = check_size(hand, shown)
    whole = whole_hand(hand)
    scorer, distance = hand_scorer(win, book), distance_to_win(whole, book)
    farthest = min(FARTHEST, max(0, distance)) if only_nearest else FARTHEST
    if total == 13:
        choices = [_choice(None, whole, win, book, shown, scorer, farthest)]
    else:
        choices = [
            _choice(tile, without_tile(whole, tile), win, book, (*shown, tile), scorer, farthest)
            for tile in dict.fromkeys(whole.concealed)
        ]
    return Advice(whole, distance, tuple(sorted(choices, key=_rank)))


def _choice(
    discard: Tile | None,
    hand: Hand,
    win: Win,
    book: Rulebook,
    seen: tuple[Tile, ...],
    scorer: HandScorer,
    farthest: int,
) -> Choice:
    """Return what a discard leaves: a hand of 13 tiles."""
    found = efficiency(hand, book, seen)
    worth = None
    if found.distance <= farthest:
        worth = nearest_win_worth(hand, book, count_seen(hand, seen), scorer)
    ready = waits(hand, win, book, seen) if found.distance == 0 else ()
    return Choice(discard, found, worth, ready)


def _rank(choice: Choice) -> tuple[int, bool, int, float]:
    worth = choice.worth
    mean = 0.0
    if worth is not None:
        mean = (worth.drawn.mean or 0) + (worth.discarded.mean or 0)
    is_lost = worth is not None and worth.is_below_minimum
    return choice.efficiency.distance, is_lost, -choice.efficiency.acceptance, -mean
