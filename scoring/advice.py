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
        choices: every discard, the nearest first, then by the tiles that bring the hand nearer,
            then by the points; where all nearest wins are below the minimum, behind those that are
            one farther. One without a discard for 13 tiles.
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
            win than others after which it can win; it takes most of the time.

    Raises:
        HandError: other than 13 or 14 tiles, more than four of a kind, sets that are none, or facts
            that the hand rules out.
    """
    shown = (*seen, *win.dora_indicators)
    total = check_size(hand, shown)
    whole = whole_hand(hand)
    scorer, distance = hand_scorer(win, book), distance_to_win(whole, book)
    rests: list[tuple[Tile | None, Hand, tuple[Tile, ...]]] = [(None, whole, shown)]
    if total == 14:
        tiles = dict.fromkeys(whole.concealed)
        rests = [(tile, without_tile(whole, tile), (*shown, tile)) for tile in tiles]
    choices: list[Choice] = []
    nearest = min(max(0, distance), FARTHEST)
    for farthest in sorted({nearest, FARTHEST}) if only_nearest else (FARTHEST,):
        choices = [
            _choice(tile, rest, win, book, seen_then, scorer, farthest)
            for tile, rest, seen_then in rests
        ]
        if any(one.worth is not None and not one.worth.is_below_minimum for one in choices):
            break
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
    """Return the order of a choice: one whose nearest wins are below the minimum is one farther."""
    worth = choice.worth
    mean = 0.0
    if worth is not None:
        mean = (worth.drawn.mean or 0) + (worth.discarded.mean or 0)
    is_lost = worth is not None and worth.is_below_minimum
    found = choice.efficiency
    return found.distance + is_lost, is_lost, -found.acceptance, -mean
