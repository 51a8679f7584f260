"""The vocabulary that patterns are written in: one `Reading` of a hand, and what it can answer.

Methods that look for sets answer with everything they find: a tuple of finds, empty (so false) if
there is none. A find is the tuple of places in `Reading.sets` of the sets that make it, so that
two equal sets stay apart. A pattern hands its finds on, and the score can say which tiles make it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from operator import attrgetter

from .hand import Hand, Win
from .sets import PAIRS, TileSet, on_table
from .tiles import Tile

Finds = tuple[tuple[int, ...], ...]
Option = str | int | bool

REGULAR = "regular"  # four sets and a pair
SEVEN_PAIRS = "seven_pairs"
THIRTEEN_ORPHANS = "thirteen_orphans"

_by_first = attrgetter("first")


class HandFacts:
    """What all readings of one hand share. Made once per hand, never changed.

    Attributes:
        hand, win: what is scored; `hand.winning` is known.
        options: the rulebook's options as set.
        held: number of tiles of each of the 34 kinds among concealed tiles and winning tile.
        counts: the same with the melds.
        winning: index of the winning tile.
        melded: sets on the table, concealed kongs too.
        closed: whether no set was claimed (concealed kongs are no claim).
        kinds: mask of all kinds in the hand.
        suits: how many of the three suits are in the hand.
        own_wind, round_wind: mask of the seat's and of the round's wind tile.
    """

    __slots__ = (
        "closed",
        "counts",
        "hand",
        "held",
        "kinds",
        "melded",
        "options",
        "own_wind",
        "round_wind",
        "suits",
        "win",
        "winning",
    )

    def __init__(self, hand: Hand, win: Win, winning: Tile, options: Mapping[str, Option]) -> None:
        self.hand = hand
        self.win = win
        self.options = options
        self.winning = winning.place
        held = [0] * 34
        kinds = 0
        for tile in (winning, *hand.concealed):
            place = tile.place
            held[place] += 1
            kinds |= 1 << place
        self.held = counts = held
        self.melded = tuple([on_table(meld) for meld in hand.melds])
        self.closed = True
        if self.melded:
            counts = held.copy()
            for meld in self.melded:
                kinds |= meld.mask
                self.closed = self.closed and meld.concealed
                for tile in meld.tiles:
                    counts[tile.place] += 1
        self.counts = counts
        self.kinds = kinds
        self.suits = ((kinds & 0x1FF) > 0) + ((kinds & 0x3FE00) > 0) + ((kinds & 0x7FC0000) > 0)
        self.own_wind = 1 << win.seat.kind
        self.round_wind = 1 << win.round.kind


class Reading:
    """One way to read a hand: how it splits, and which part the winning tile completes.

    Attributes:
        facts: what does not depend on the split; `hand`, `win`, `kinds`, `suits`, `closed`,
            `options` repeat it here.
        shape: REGULAR, or the name of a special shape.
        sets: every set, melds too: chows, then triplets, then the pair (or the seven pairs).
        completed: the set that the winning tile completes, as it stands in `sets`; None if the
            rulebook does not ask, or the shape has no such part.
        chows, triplets: sets of that kind, lowest first; kongs are triplets too.
        kongs, concealed_triplets: those among the triplets.
        pair: the pair of a regular hand, else None.
        chow_firsts, triplet_firsts: index of the lowest tile of each; triplet_kinds: as a mask.
    """

    __slots__ = (
        "chow_firsts",
        "chows",
        "closed",
        "completed",
        "concealed_triplets",
        "facts",
        "hand",
        "kinds",
        "kongs",
        "options",
        "pair",
        "sets",
        "shape",
        "suits",
        "triplet_firsts",
        "triplet_kinds",
        "triplets",
        "win",
    )

    def __init__(
        self,
        facts: HandFacts,
        shape: str,
        sets: tuple[TileSet, ...],
        completed: TileSet | None,
    ) -> None:
        self.facts = facts
        self.hand = facts.hand
        self.win = facts.win
        self.options = facts.options
        self.kinds = facts.kinds
        self.suits = facts.suits
        self.closed = facts.closed
        self.shape = shape
        self.completed = completed
        chows, triplets, pairs = [], [], []
        for part in sets:
            if part.is_chow:
                chows.append(part)
            elif part.is_pair:
                pairs.append(part)
            else:
                triplets.append(part)
        chows.sort(key=_by_first)
        triplets.sort(key=_by_first)
        self.chows = tuple(chows)
        self.triplets = tuple(triplets)
        self.sets = (*chows, *triplets, *pairs)
        self.kongs = tuple([part for part in triplets if part.is_kong])
        self.concealed_triplets = tuple([part for part in triplets if part.concealed])
        self.pair = pairs[0] if len(pairs) == 1 else None
        self.chow_firsts = tuple([part.first for part in chows])
        self.triplet_firsts = tuple([part.first for part in triplets])
        self.triplet_kinds = sum([part.bit for part in triplets])

    # The hand as a whole.

    @property
    def is_regular(self) -> bool:
        """Whether this is four sets and a pair."""
        return self.shape == REGULAR

    def only(self, kinds: int) -> bool:
        """Whether every tile is of one of these kinds (a mask)."""
        return not self.kinds & ~kinds

    def has(self, kinds: int) -> bool:
        """Whether some tile is of one of these kinds (a mask)."""
        return self.kinds & kinds != 0

    def every_set_has(self, kinds: int) -> bool:
        """Whether every set and the pair hold a tile of these kinds (a mask)."""
        return not [part for part in self.sets if not part.mask & kinds]

    def completes_nine_gates(self) -> bool:
        """Whether the hand was 1112345678999 of one suit before the winning tile."""
        facts = self.facts
        suit = facts.winning // 9
        if suit == 3 or facts.melded or facts.suits != 1:
            return False
        before = facts.held[9 * suit : 9 * suit + 9]
        before[facts.winning % 9] -= 1
        return before == [3, 1, 1, 1, 1, 1, 1, 1, 3]

    # Sets of given tiles.

    def triplets_of(self, kinds: int) -> Finds:
        """Each pung or kong of these kinds (a mask), by itself."""
        if not self.triplet_kinds & kinds:
            return ()
        start = len(self.chows)
        return tuple([(start + i,) for i, t in enumerate(self.triplets) if t.bit & kinds])

    def triplets_with_pair(self, count: int, kinds: int) -> Finds:
        """At least `count` pungs or kongs of these kinds (a mask) together with their pair."""
        if self.pair is None or not self.pair.bit & kinds:
            return ()
        return self.together(self.triplets_of(kinds), count, with_pair=True)

    def group(self, sets: tuple[TileSet, ...], at_least: int) -> Finds:
        """These triplets as one find, if they are so many."""
        if len(sets) < at_least:
            return ()
        return (tuple([self.sets.index(part) for part in sets]),)

    def together(self, finds: Finds, count: int, with_pair: bool = False) -> Finds:
        """All of `finds` (and the pair) as one find, if they are at least `count`."""
        if len(finds) < count:
            return ()
        places = [place for find in finds for place in find]
        return ((*places, len(self.sets) - 1),) if with_pair else (tuple(places),)

    # Sets that belong together. Steps are ranks above the first set's: (0, 3, 6) is 123 456 789.

    def chows_in_one_suit(self, *steps: int) -> Finds:
        """Chows of one suit whose first tiles are these steps apart."""
        return _places(self.chow_firsts, 0, steps, False) if len(self.chows) >= len(steps) else ()

    def chows_across_suits(self, *steps: int) -> Finds:
        """Chows of as many different suits, first tiles these steps apart, suits in any order."""
        return _places(self.chow_firsts, 0, steps, True) if len(self.chows) >= len(steps) else ()

    def triplets_in_one_suit(self, *steps: int) -> Finds:
        """Pungs and kongs of one suit, these steps apart."""
        if len(self.triplets) < len(steps):
            return ()
        return _places(self.triplet_firsts, len(self.chows), steps, False)

    def triplets_across_suits(self, *steps: int) -> Finds:
        """Pungs and kongs of as many different suits, these steps apart, suits in any order."""
        if len(self.triplets) < len(steps):
            return ()
        return _places(self.triplet_firsts, len(self.chows), steps, True)


@lru_cache(maxsize=1 << 16)
def _places(firsts: tuple[int, ...], start: int, steps: tuple[int, ...], mixed: bool) -> Finds:
    """Places, counted from `start`, of every group of `firsts` whose ranks are `steps` apart.

    Honours have no neighbours and belong to none of the three suits, so they are left out.
    """
    numbered = [place for place, first in enumerate(firsts) if first < 27]
    found = []
    for group in combinations(numbered, len(steps)):
        ranks = sorted(firsts[place] % 9 for place in group)
        suits = {firsts[place] // 9 for place in group}
        apart = tuple(rank - ranks[0] for rank in ranks)
        if apart == steps and len(suits) == (len(steps) if mixed else 1):
            found.append(tuple(start + place for place in group))
    return tuple(found)


def pairs_of(held: list[int]) -> tuple[TileSet, ...]:
    """The pairs that these counts hold; four alike are two pairs."""
    return tuple([PAIRS[i] for i, count in enumerate(held) for _ in range(count // 2)])
