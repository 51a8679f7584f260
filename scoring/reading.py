"""One `Reading` of a hand: the vocabulary of the patterns.

Methods that search for sets return every match: a tuple of finds, empty (so false) if there is
none. A find is the tuple of the indices in `Reading.sets` of its sets, so two equal sets remain
distinct. A pattern returns its finds, and the score can show which tiles make it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from operator import attrgetter

from . import prefilter
from .counts import (
    ALL,
    GATES,
    ONES,
    SUIT,
    UNITS,
    how_many,
    is_within_limits,
    kinds_of,
    suits_of,
    units,
)
from .hand import Hand
from .sets import CENTRE, DRAGONS, ENDS, HONOURS, PAIRS, SIMPLES, WIND_TILES, TileSet, meld_to_set
from .splits import Sets
from .tiles import Tile
from .win import Win

Finds = tuple[tuple[int, ...], ...]
Option = str | int | bool

REGULAR = "regular"  # four sets and a pair
SEVEN_PAIRS = "seven_pairs"
THIRTEEN_ORPHANS = "thirteen_orphans"
INDEPENDENT = "independent_tiles"  # fourteen different ones, far from each other

_by_first = attrgetter("first")


class HandFacts:
    """The facts that all readings of one hand share. Made once per hand, never changed.

    Attributes:
        hand, win: the hand and the win to score; `hand.winning` is known.
        options: the rulebook's options as set.
        held: concealed tiles and winning tile, as `counts` counts them.
        counts: the same with the melds.
        winning: index of the winning tile.
        chows, triplets: sets on the table, concealed kongs too, each kind lowest first.
        melded: all of them, as the hand has them.
        closed: whether no set was claimed (concealed kongs are no claim).
        kinds: mask of all kinds in the hand.
        suits: how many of the three suits are in the hand.
        own_wind, round_wind: mask of the seat's and of the round's wind tile.
        red_fives: how many there are.
        lacks: bits of `prefilter` that no reading of the hand has.
        is_legal: whether these can be a hand's tiles; if not, the other attributes are void.
    """

    __slots__ = (
        "chows",
        "closed",
        "counts",
        "hand",
        "held",
        "is_legal",
        "kinds",
        "lacks",
        "melded",
        "options",
        "own_wind",
        "red_fives",
        "round_wind",
        "suits",
        "triplets",
        "win",
        "winning",
    )

    def __init__(self, hand: Hand, win: Win, winning: Tile, options: Mapping[str, Option]) -> None:
        self.hand = hand
        self.win = win
        self.options = options
        self.winning = winning.place
        number = units((winning, *hand.concealed))
        self.held = self.counts = held = number & ALL
        self.melded: Sets = ()
        self.chows: Sets = ()
        self.triplets: Sets = ()
        self.closed = self.is_legal = True
        self.kinds = kinds_of(held)
        if hand.melds:
            number = self._add_melds(number)
        right_size = len(hand.concealed) + 3 * len(hand.melds) == 13
        self.is_legal = self.is_legal and right_size and is_within_limits(number)
        self.red_fives = (number >> 5 * 34).bit_count()
        kinds = self.kinds
        m, p, s, _ = suits_of(kinds)
        self.suits = (m > 0) + (p > 0) + (s > 0)
        self.own_wind = UNITS[win.seat.kind]
        self.round_wind = UNITS[win.round.kind]
        self.lacks = self._lacks()

    def _add_melds(self, number: int) -> int:
        """Add the melds and return the number of all tiles."""
        melded = []
        for meld in self.hand.melds:
            known = meld_to_set(meld)
            if known is None:
                self.is_legal = False
                continue
            part, tiles = known
            melded.append(part)
            number += tiles
            self.kinds |= part.mask
            if not part.concealed:
                self.closed = False
        self.counts = number & ALL
        self.melded = tuple(melded)
        melded.sort(key=_by_first)
        self.chows = tuple([part for part in melded if part.is_chow])
        self.triplets = tuple([part for part in melded if part.is_triplet])
        return number

    def _lacks(self) -> int:
        win, kinds = self.win, self.kinds
        return (
            prefilter.MISSING_SUITS[self.suits]
            | (prefilter.NO_HONOURS if kinds & HONOURS else prefilter.WITH_HONOURS)
            | (prefilter.NO_ENDS if kinds & ENDS else 0)
            | (prefilter.NO_SIMPLES if kinds & SIMPLES else 0)
            | (prefilter.NO_CENTRE if kinds & CENTRE else 0)
            | (prefilter.NO_CHARACTERS if kinds & SUIT else 0)
            | (0 if self.closed else prefilter.CLOSED)
            | (0 if len(self.melded) == 4 else prefilter.FOUR_MELDS)
            | (0 if self.counts & _FOURS else prefilter.FOUR_ALIKE)
            | (0 if self.hand.flowers else prefilter.FLOWERS)
            | (prefilter.CLAIMED if win.self_drawn else prefilter.DRAWN)
            | (0 if win.riichi or win.double_riichi else prefilter.RIICHI)
            | (0 if win.is_odd else prefilter.ODD_WIN)
        )


_FOURS = ONES << 2  # no kind has more than four tiles


class Reading:
    """One way to split a hand into sets, and the set that the winning tile completes.

    Attributes:
        facts: the facts that do not depend on the split; `hand`, `win`, `kinds`, `suits`, `closed`,
            `options` repeat them here.
        shape: REGULAR, or the name of a special shape.
        sets: every set, melds too: chows, then triplets, then the pair (or the seven pairs).
        completed: the set that the winning tile completes, as in `sets`; None if the rulebook does
            not distinguish it, or the shape has no such set.
        chows, triplets: sets of that kind, lowest first; kongs are triplets too.
        kongs, concealed_triplets: the kongs, the concealed ones among the triplets.
        pair: the pair of a regular hand, else None.
        chow_kinds, triplet_kinds: lowest tiles of the chows, of the triplets, as a mask.
        lacks: bits of `prefilter` that the reading does not have.
    """

    __slots__ = (
        "chow_kinds",
        "chows",
        "closed",
        "completed",
        "concealed_triplets",
        "facts",
        "hand",
        "kinds",
        "kongs",
        "lacks",
        "options",
        "pair",
        "sets",
        "shape",
        "suits",
        "triplet_kinds",
        "triplets",
        "win",
    )

    def __init__(
        self,
        facts: HandFacts,
        shape: str,
        chows: Sets,
        triplets: Sets,
        pairs: Sets,
        completed: TileSet | None = None,
    ) -> None:
        """Make the reading with these sets, each kind lowest first."""
        self.facts = facts
        self.hand = facts.hand
        self.win = facts.win
        self.options = facts.options
        self.kinds = facts.kinds
        self.suits = facts.suits
        self.closed = facts.closed
        self.kongs: Sets = ()
        self.concealed_triplets: Sets = ()
        self.shape = shape
        self.completed = completed
        self.chows = chows
        self.triplets = triplets
        self.sets = chows + triplets + pairs
        self.pair = pairs[0] if len(pairs) == 1 else None
        lacks = facts.lacks | prefilter.MISSING_CHOWS[len(chows)]
        kinds = 0
        for part in chows:
            kinds |= part.bit
        self.chow_kinds = kinds
        if len(chows) < 2:
            lacks |= prefilter.JOINED_CHOWS
        else:
            m, p, s = kinds & SUIT, kinds >> 45 & SUIT, kinds >> 90 & SUIT
            lacks |= prefilter.TWIN_CHOWS if kinds.bit_count() == len(chows) else 0
            lacks |= 0 if m & (p | s) | p & s else prefilter.LIKE_CHOWS
            lacks |= 0 if kinds & kinds >> 15 else prefilter.CHOWS_IN_A_ROW
            lacks |= 0 if kinds & kinds >> 30 else prefilter.END_CHOWS
        if shape == REGULAR:
            lacks |= prefilter.OTHER_SHAPE
            if completed is not None:
                lacks |= 0 if completed.is_chow else prefilter.LAST_IN_CHOW
                lacks |= 0 if completed.is_pair else prefilter.LAST_IN_PAIR
        else:
            lacks |= prefilter.FOUR_SETS
        if not triplets:
            self.triplet_kinds = 0
            self.lacks = lacks | prefilter.NO_PUNGS
            return
        kinds = 0
        for part in triplets:
            kinds |= part.bit
        self.triplet_kinds = kinds
        self.concealed_triplets = concealed = tuple([part for part in triplets if part.concealed])
        if facts.triplets:
            self.kongs = tuple([part for part in facts.triplets if part.is_kong])
        self.lacks = (
            lacks
            | prefilter.MISSING_PUNGS[len(triplets)]
            | prefilter.MISSING_CONCEALED[len(concealed)]
            | prefilter.MISSING_KONGS[len(self.kongs)]
            | prefilter.MISSING_WIND_PUNGS[(kinds & WIND_TILES).bit_count()]
            | prefilter.MISSING_DRAGON_PUNGS[(kinds & DRAGONS).bit_count()]
        )

    # The hand as a whole.

    @property
    def is_regular(self) -> bool:
        """Return whether this is four sets and a pair."""
        return self.shape == REGULAR

    def only(self, kinds: int) -> bool:
        """Return whether every tile is of one of these kinds (a mask)."""
        return not self.kinds & ~kinds

    def has(self, kinds: int) -> bool:
        """Return whether some tile is of one of these kinds (a mask)."""
        return self.kinds & kinds != 0

    def every_set_has(self, kinds: int) -> bool:
        """Return whether every set and the pair hold a tile of these kinds (a mask)."""
        return not [part for part in self.sets if not part.mask & kinds]

    def completes_nine_gates(self) -> bool:
        """Return whether the hand was 1112345678999 of one suit before the winning tile."""
        facts = self.facts
        before = facts.held - UNITS[facts.winning]
        return GATES in suits_of(before)[:3] and not facts.melded

    def ends_as_nine_gates(self) -> bool:
        """Return whether the hand is concealed 1112345678999 and any tile, all of one suit."""
        suits = suits_of(self.facts.held)
        return any(suit - GATES in UNITS[:9] for suit in suits[:3]) and not self.facts.melded

    # Sets of given tiles.

    def triplets_of(self, kinds: int) -> Finds:
        """Find each pung or kong of these kinds (a mask), by itself."""
        if not self.triplet_kinds & kinds:
            return ()
        start = len(self.chows)
        return tuple([(start + i,) for i, t in enumerate(self.triplets) if t.bit & kinds])

    def triplets_with_pair(self, count: int, kinds: int) -> Finds:
        """Find at least `count` pungs or kongs of these kinds (a mask) together with their pair."""
        if self.pair is None or not self.pair.bit & kinds:
            return ()
        return self.together(self.triplets_of(kinds), count, with_pair=True)

    def group(self, sets: tuple[TileSet, ...], at_least: int) -> Finds:
        """Return these triplets as one find, if there are at least `at_least`."""
        if len(sets) < at_least:
            return ()
        return (tuple([self.sets.index(part) for part in sets]),)

    def together(self, finds: Finds, count: int, with_pair: bool = False) -> Finds:
        """Merge `finds` (and the pair) into one find, if there are at least `count`."""
        if len(finds) < count:
            return ()
        places = [place for find in finds for place in find]
        return ((*places, len(self.sets) - 1),) if with_pair else (tuple(places),)

    # Sets that belong together. Steps are ranks above the first set's: (0, 3, 6) is 123 456 789.

    def chows_in_one_suit(self, *steps: int) -> Finds:
        """Find chows of one suit whose first tiles are these steps apart."""
        if len(self.chows) < len(steps) or not _in_one_suit(self.chow_kinds, self.chows, steps):
            return ()
        return _places(self.chows, 0, steps, False)

    def chows_across_suits(self, *steps: int) -> Finds:
        """Find chows of distinct suits, in any order, whose first tiles are these steps apart."""
        if len(self.chows) < len(steps) or not _across_suits(self.chow_kinds, steps):
            return ()
        return _places(self.chows, 0, steps, True)

    def triplets_in_one_suit(self, *steps: int) -> Finds:
        """Find pungs and kongs of one suit, these steps apart."""
        if not _in_one_suit(self.triplet_kinds, self.triplets, steps):
            return ()
        return _places(self.triplets, len(self.chows), steps, False)

    def triplets_across_suits(self, *steps: int) -> Finds:
        """Find pungs and kongs of distinct suits, in any order, these steps apart."""
        if not _across_suits(self.triplet_kinds, steps):
            return ()
        return _places(self.triplets, len(self.chows), steps, True)


# Quick tests on masks of the sets' lowest tiles. A positive may be false, if steps lead from one
# suit into the next; a negative is exact.


def _in_one_suit(kinds: int, sets: Sets, steps: tuple[int, ...]) -> bool:
    if not steps[-1]:  # equal sets
        return kinds.bit_count() < len(sets)
    lowest = kinds
    for step in steps:
        lowest &= kinds >> 5 * step
    return lowest > 0


def _across_suits(kinds: int, steps: tuple[int, ...]) -> bool:
    m, p, s = kinds & SUIT, kinds >> 45 & SUIT, kinds >> 90 & SUIT
    if len(steps) == 2:
        step = 5 * steps[1]
        return (m & (p | s) >> step | p & (m | s) >> step | s & (m | p) >> step) > 0
    return m > 0 and p > 0 and s > 0


@lru_cache(maxsize=1 << 15)
def _places(sets: Sets, start: int, steps: tuple[int, ...], mixed: bool) -> Finds:
    """Find every group of `sets` whose ranks are `steps` apart; indices count from `start`.

    Honours have no neighbours and belong to none of the three suits, so they are left out.
    """
    numbered = [place for place, part in enumerate(sets) if part.suit < 3]
    found = []
    for group in combinations(numbered, len(steps)):
        ranks = sorted([sets[place].rank for place in group])
        suits = {sets[place].suit for place in group}
        apart = tuple([rank - ranks[0] for rank in ranks])
        if apart == steps and len(suits) == (len(steps) if mixed else 1):
            found.append(tuple([start + place for place in group]))
    return tuple(found)


def pairs_of(held: int) -> Sets:
    """Return the pairs among these tiles; four equal ones are two pairs."""
    return tuple([pair for pair in PAIRS for _ in range(how_many(held, pair.first) // 2)])
