"""Advice: what each discard of a hand leaves, how far that is from a win, and what it is worth.

A hand's worth is that of its nearest targets (`targets`), the wins that need the fewest tiles. Each
way to one of them is an order in which its missing tiles come, as often as copies of them are left.
A player who draws them discards for the most points; the last tile is drawn or discarded by another
player. So the worth is exact, under two assumptions: every copy that is not seen comes as likely as
any other, and no set is called on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from .counts import how_many
from .efficiency import (
    Efficiency,
    check_size,
    count_seen,
    distance_to_win,
    efficiency,
    whole_hand,
)
from .hand import Hand
from .rulebook import Rulebook
from .scorer import score
from .targets import CountedHand, nearest_targets
from .text import Phrase
from .tiles import KINDS, Tile, sort_tiles
from .waits import Wait, possible_wins, waits
from .win import Win

FARTHEST = 2
"""Greatest distance of a hand whose worth is known."""


@dataclass(frozen=True, slots=True)
class ExpectedPoints:
    """The points of a hand over the ways to its nearest targets.

    Attributes:
        ways: how many of them win: some hands are below the minimum.
        mean, least, most: points of those that win; None if none does.
        reason: why none wins; None if one does, or there is no way.
    """

    ways: int
    mean: float | None
    least: int | None
    most: int | None
    reason: Phrase | None = None


@dataclass(frozen=True, slots=True)
class ExpectedWorth:
    """What a hand is worth that is complete after the fewest tiles.

    Attributes:
        ways: orders in which tiles that are left complete it.
        drawn: its points if the last tile is drawn.
        discarded: its points if another player discards the last tile.
    """

    ways: int
    drawn: ExpectedPoints
    discarded: ExpectedPoints

    @property
    def wins(self) -> bool:
        """Return whether some way ends in a hand that wins."""
        return self.drawn.ways + self.discarded.ways > 0

    @property
    def is_below_minimum(self) -> bool:
        """Return whether all ways end in hands that may not win."""
        return self.ways > 0 and not self.wins


@dataclass(frozen=True, slots=True)
class Choice:
    """One discard, and the hand of 13 tiles that it leaves.

    Attributes:
        discard: the tile; None for a hand that has 13 already.
        efficiency: distance, and the tiles that bring the hand nearer.
        worth: None beyond a distance of `FARTHEST`.
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
    farthest: int = FARTHEST,
) -> Advice:
    """Return what each discard of a hand leaves.

    Args:
        hand: 13 or 14 tiles, sets as three; a winning tile is one of the 14.
        win: the facts that a win would have: seat, round, riichi, indicators ...; see `waits`.
        book: the rulebook, options included.
        seen: tiles in view besides the hand: ponds, others' sets. The dora indicators of the win
            are in view, too.
        farthest: distance from which on no worth is calculated, at most `FARTHEST`.

    Raises:
        HandError: other than 13 or 14 tiles, more than four of a kind, sets that are none, or facts
            that the hand rules out.
    """
    shown = (*seen, *win.dora_indicators)
    total = check_size(hand, shown)
    whole = whole_hand(hand)
    distance = distance_to_win(whole, book)
    points = _scorer(win, book)
    choices = []
    for tile in dict.fromkeys(whole.concealed) if total == 14 else (None,):
        rest, gone = whole, shown
        if tile is not None:
            place = whole.concealed.index(tile)
            left = whole.concealed[:place] + whole.concealed[place + 1 :]
            rest, gone = replace(whole, concealed=left), (*shown, tile)
        found = efficiency(rest, book, gone)
        known = found.distance <= min(farthest, FARTHEST)
        worth = nearest_win_worth(rest, book, count_seen(rest, gone), points) if known else None
        ready = waits(rest, win, book, gone) if found.distance == 0 else ()
        choices.append(Choice(tile, found, worth, ready))
    return Advice(whole, distance, tuple(sorted(choices, key=_rank)))


def _rank(choice: Choice) -> tuple[int, bool, int, float]:
    worth = choice.worth
    mean = 0.0
    if worth is not None:
        mean = (worth.drawn.mean or 0) + (worth.discarded.mean or 0)
    is_lost = worth is not None and worth.is_below_minimum
    return choice.efficiency.distance, is_lost, -choice.efficiency.acceptance, -mean


class _Outcome(NamedTuple):
    """Points of a complete hand, each None if it does not win, and why it does not."""

    drawn: int | None
    discarded: int | None
    reasons: tuple[Phrase | None, Phrase | None]


_Scorer = Callable[[Hand], _Outcome]


def _scorer(win: Win, book: Rulebook) -> _Scorer:
    """Return the function that scores a complete hand; it remembers what it has scored."""
    known: dict[Hand, _Outcome] = {}
    ways = possible_wins(win)

    def points(hand: Hand) -> _Outcome:
        if hand not in known:
            both = [score(hand, way, book) for way in ways]
            totals = [one.total if one.valid_win else None for one in both]
            drawn, discarded = (one.rejection_reason() for one in both)
            known[hand] = _Outcome(totals[0], totals[1], (drawn, discarded))
        return known[hand]

    return points


class _Sum(NamedTuple):
    """Points over ways: of all, of those that win on a draw, of those that win on a discard."""

    ways: int = 0
    drawn: int = 0
    drawn_ways: int = 0
    discarded: int = 0
    discarded_ways: int = 0

    def plus(self, other: _Sum, times: int) -> _Sum:
        """Return this sum with another one, which counts so many times."""
        return _Sum(*(one + times * more for one, more in zip(self, other, strict=True)))

    @property
    def rank(self) -> tuple[int, int]:
        """Return the order in which a player prefers it, the highest best."""
        return self.drawn + self.discarded, self.ways


class _Path(NamedTuple):
    """A target, and the kinds that a hand still has to draw and to discard for it."""

    missing: tuple[int, ...]
    surplus: tuple[int, ...]
    target: int


def nearest_win_worth(
    hand: Hand, book: Rulebook, known: Counter[int], points: _Scorer
) -> ExpectedWorth:
    """Return what a hand of 13 tiles is worth, whose distance is `FARTHEST` at most.

    Args:
        hand: the hand.
        book: the rulebook.
        known: tiles that are seen, by kind, the hand's own too.
        points: the function that scores a complete hand.
    """
    counted = CountedHand.of(hand, book)
    paths = [_path(counted.held, target) for target in nearest_targets(counted, book)]
    seen: list[_Outcome] = []

    def outcome(target: int, last: int) -> _Sum:
        found = points(_complete(hand, target, last))
        seen.append(found)
        drawn, discarded = found.drawn, found.discarded
        return _Sum(1, drawn or 0, drawn is not None, discarded or 0, discarded is not None)

    total = _sum_over_ways(paths, Counter({k: 4 - known[k] for k in range(34)}), outcome)
    return ExpectedWorth(
        total.ways,
        _points_over(total.drawn, total.drawn_ways, [(one.drawn, one.reasons[0]) for one in seen]),
        _points_over(
            total.discarded,
            total.discarded_ways,
            [(one.discarded, one.reasons[1]) for one in seen],
        ),
    )


def _points_over(
    total: int, ways: int, seen: list[tuple[int | None, Phrase | None]]
) -> ExpectedPoints:
    won = [points for points, _ in seen if points is not None]
    if not ways:
        return ExpectedPoints(0, None, None, None, next((why for _, why in seen), None))
    return ExpectedPoints(ways, total / ways, min(won), max(won))


def _path(held: int, target: int) -> _Path:
    missing: list[int] = []
    surplus: list[int] = []
    for kind in range(34):
        more = how_many(target, kind) - how_many(held, kind)
        missing += [kind] * more
        surplus += [kind] * -more
    return _Path(tuple(missing), tuple(surplus), target)


def _sum_over_ways(
    paths: list[_Path], left: Counter[int], outcome: Callable[[int, int], _Sum]
) -> _Sum:
    """Sum the points over the draws that complete a hand, with the best discard after each."""
    total = _Sum()
    for kind in sorted({kind for path in paths for kind in path.missing}):
        if left[kind] <= 0:
            continue
        after = [
            _Path(_less(path.missing, kind), path.surplus, path.target)
            for path in paths
            if kind in path.missing
        ]
        if not after[0].missing:  # of one missing tile there is one target
            total = total.plus(outcome(after[0].target, kind), left[kind])
            continue
        rest = left.copy()
        rest[kind] -= 1
        best = max(
            (
                _sum_over_ways(
                    [
                        _Path(path.missing, _less(path.surplus, discard), path.target)
                        for path in after
                        if discard in path.surplus
                    ],
                    rest,
                    outcome,
                )
                for discard in sorted({kind for path in after for kind in path.surplus})
            ),
            key=_by_rank,
        )
        total = total.plus(best, left[kind])
    return total


def _by_rank(one: _Sum) -> tuple[int, int]:
    return one.rank


def _less(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    place = kinds.index(kind)
    return kinds[:place] + kinds[place + 1 :]


def _complete(hand: Hand, target: int, last: int) -> Hand:
    """Return the complete hand of a target: red fives are kept, new tiles are plain."""
    held: list[Tile] = []
    for kind, plain in enumerate(KINDS):
        count = how_many(target, kind) - (kind == last)
        own = [tile for tile in hand.concealed if tile.index == kind]
        held += [*own, *[plain] * 4][:count]
    return replace(hand, concealed=sort_tiles(held), winning=KINDS[last])
