"""The worth of a hand during play: the points of its nearest wins, over all ways to draw them.

The nearest wins are the nearest targets (`targets`). A way to one of them is an order in which its
missing tiles come; it counts as often as copies of them are left. A player who draws them discards
for the most points; the last tile is drawn or discarded by another player. So the worth is exact,
under two assumptions: every copy that is not seen comes as likely as any other, and no set is
called on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from .counts import how_many
from .hand import Hand
from .rulebook import Rulebook
from .scorer import score
from .targets import CountedHand, nearest_targets
from .text import Phrase
from .tiles import KINDS, Tile, sort_tiles
from .waits import possible_wins
from .win import Win

FARTHEST = 2
"""Greatest distance of a hand whose worth is known."""


class ExpectedPoints(NamedTuple):
    """The points of a hand over the ways to its nearest wins.

    Attributes:
        ways: how many of them win: some hands are below the minimum.
        total: their points together.
        least, most: points of one of them; None if none wins.
        reason: why a hand does not win; None if all do, or there is no way.
    """

    ways: int = 0
    total: int = 0
    least: int | None = None
    most: int | None = None
    reason: Phrase | None = None

    @property
    def mean(self) -> float | None:
        """Return the mean points of the ways that win; None if none does."""
        return self.total / self.ways if self.ways else None

    def plus(self, other: ExpectedPoints, times: int) -> ExpectedPoints:
        """Return these points with others, which count so many times."""
        if not other.ways:
            return self._replace(reason=self.reason or other.reason)
        return ExpectedPoints(
            self.ways + times * other.ways,
            self.total + times * other.total,
            other.least if self.least is None else min(self.least, other.least or 0),
            other.most if self.most is None else max(self.most, other.most or 0),
            self.reason or other.reason,
        )


class ExpectedWorth(NamedTuple):
    """What a hand is worth that is complete after the fewest tiles.

    Attributes:
        ways: orders in which tiles that are left complete it.
        drawn: its points if the last tile is drawn.
        discarded: its points if another player discards the last tile.
    """

    ways: int = 0
    drawn: ExpectedPoints = ExpectedPoints()
    discarded: ExpectedPoints = ExpectedPoints()

    @property
    def is_below_minimum(self) -> bool:
        """Return whether all ways end in hands that may not win."""
        return self.ways > 0 and not self.drawn.ways + self.discarded.ways

    @property
    def rank(self) -> tuple[int, int]:
        """Return the order in which a player prefers it, the highest best."""
        return self.drawn.total + self.discarded.total, self.ways

    def plus(self, other: ExpectedWorth, times: int) -> ExpectedWorth:
        """Return this worth with that of other ways, which count so many times."""
        drawn = self.drawn.plus(other.drawn, times)
        discarded = self.discarded.plus(other.discarded, times)
        return ExpectedWorth(self.ways + times * other.ways, drawn, discarded)


HandScorer = Callable[[Hand], ExpectedWorth]
"""The worth of a complete hand: one way."""


def hand_scorer(win: Win, book: Rulebook) -> HandScorer:
    """Return the function that scores complete hands; it remembers those that it has scored."""
    known: dict[Hand, ExpectedWorth] = {}
    ways = possible_wins(win)

    def worth(hand: Hand) -> ExpectedWorth:
        if hand not in known:
            known[hand] = ExpectedWorth(1, *(_points(hand, way, book) for way in ways))
        return known[hand]

    return worth


def _points(hand: Hand, win: Win, book: Rulebook) -> ExpectedPoints:
    found = score(hand, win, book)
    if not found.valid_win:
        return ExpectedPoints(reason=found.rejection_reason())
    return ExpectedPoints(1, found.total, found.total, found.total)


class _Path(NamedTuple):
    """A target, and the kinds that a hand still has to draw and to discard for it."""

    missing: tuple[int, ...]
    surplus: tuple[int, ...]
    target: int


def nearest_win_worth(
    hand: Hand, book: Rulebook, known: Counter[int], scorer: HandScorer
) -> ExpectedWorth:
    """Return what a hand of 13 tiles is worth, whose distance is `FARTHEST` at most.

    Args:
        hand: the hand.
        book: the rulebook.
        known: tiles that are seen, by kind, the hand's own too.
        scorer: of complete hands.
    """
    counted = CountedHand.of(hand, book)
    paths = [_path(counted.held, target) for target in nearest_targets(counted, book)]
    left = tuple(4 - known[kind] for kind in range(34))
    return _worth_over_ways(paths, left, lambda target, last: scorer(_complete(hand, target, last)))


def _path(held: int, target: int) -> _Path:
    missing: list[int] = []
    surplus: list[int] = []
    for kind in range(34):
        more = how_many(target, kind) - how_many(held, kind)
        missing += [kind] * more
        surplus += [kind] * -more
    return _Path(tuple(missing), tuple(surplus), target)


def _worth_over_ways(
    paths: list[_Path], left: tuple[int, ...], outcome: Callable[[int, int], ExpectedWorth]
) -> ExpectedWorth:
    """Add the worth over the draws that complete a hand, with the best discard after each.

    Args:
        paths: to the targets.
        left: copies of each kind that can still be drawn.
        outcome: the worth of a target, by its last tile.
    """
    total = ExpectedWorth()
    for kind in sorted({kind for path in paths for kind in path.missing}):
        if left[kind] <= 0:
            continue
        after = [
            path._replace(missing=_less(path.missing, kind))
            for path in paths
            if kind in path.missing
        ]
        if after[0].missing:
            drawn = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
            best = _best_discard(after, drawn, outcome)
        else:  # of one missing tile there is one target
            best = outcome(after[0].target, kind)
        total = total.plus(best, left[kind])
    return total


def _best_discard(
    paths: list[_Path], left: tuple[int, ...], outcome: Callable[[int, int], ExpectedWorth]
) -> ExpectedWorth:
    """Return the worth after the discard that leaves the most points."""
    worths = []
    for kind in sorted({kind for path in paths for kind in path.surplus}):
        rest = [
            path._replace(surplus=_less(path.surplus, kind))
            for path in paths
            if kind in path.surplus
        ]
        worths.append(_worth_over_ways(rest, left, outcome))
    return max(worths, key=attrgetter("rank"))


def _less(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    place = kinds.index(kind)
    return kinds[:place] + kinds[place + 1 :]


def _complete(hand: Hand, target: int, last: int) -> Hand:
    """Return the complete hand of a target: red fives are kept, new tiles are plain."""
    held: list[Tile] = []
    for kind, plain in enumerate(KINDS):
        count = how_many(target, kind) - (kind == last)
        if not count:
            continue
        own = [tile for tile in hand.concealed if tile.index == kind]
        held += [*own, *[plain] * 4][:count]
    return replace(hand, concealed=sort_tiles(held), winning=KINDS[last])
