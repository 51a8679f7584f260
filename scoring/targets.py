"""The nearest targets of a hand: the complete hands that lack the fewest tiles of it.

A target is four sets and a pair, or a special shape of the rulebook, with the sets on the table as
they are. It has at most four tiles of a kind. Tiles are numbers of `counts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .counts import ONES, kind_counts, kinds_of, suits_of
from .hand import Hand
from .rulebook import Rulebook
from .rulebooks.knitted import KNITTED_STRAIGHT, WAYS
from .sets import mask
from .special_targets import Need, has_shape, special_targets
from .suit_targets import (
    JOINED,
    MOST_SETS,
    Table,
    honour_table,
    honour_targets,
    join,
    pick,
    place,
    suit_table,
    suit_targets,
)

_NOT_OF_THREE = mask("2345678m")  # riichi for three players is played without them


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand as numbers.

    Attributes:
        held: tiles in hand.
        melds: number of sets on the table.
        gone: tiles that no target can have besides: those on the table, and four of each kind that
            the game does not have.
    """

    held: int
    melds: int
    gone: int

    @staticmethod
    def of(hand: Hand, book: Rulebook) -> CountedHand:
        """Return the numbers of a hand; its winning tile counts as held."""
        last = () if hand.winning is None else (hand.winning,)
        held = kind_counts((*hand.concealed, *last))
        laid = kind_counts([tile for meld in hand.melds for tile in meld.tiles])
        absent = _NOT_OF_THREE & ~kinds_of(held + laid) if book.players == 3 else 0
        return CountedHand(held, len(hand.melds), laid + 4 * absent)


def hand_need(hand: CountedHand, book: Rulebook) -> Need:
    """Return what a hand lacks of its nearest targets."""
    needs = [_regular_need(hand.held, MOST_SETS - hand.melds, hand.gone)]
    if hand.melds <= 1 and has_shape(book, KNITTED_STRAIGHT, _KNITTED):
        needs += [_knitted_need(hand, way) for way in WAYS if not way & _absent(hand.gone)]
    if not hand.melds:
        absent = _absent(hand.gone)
        needs += [special.need(hand.held, absent) for special in special_targets(book)]
    missing = min([need.missing for need in needs])
    wanted = 0
    for need in needs:
        if need.missing == missing:
            wanted |= need.wanted
    return Need(missing, wanted)


def nearest_targets(hand: CountedHand, book: Rulebook) -> set[int]:
    """Return the nearest targets of a hand that lacks three tiles at most."""
    missing = hand_need(hand, book).missing
    sets = MOST_SETS - hand.melds
    found: set[int] = set()
    if _regular_need(hand.held, sets, hand.gone).missing == missing:
        found |= _regular_targets(hand.held, sets, hand.gone)
    if hand.melds <= 1 and has_shape(book, KNITTED_STRAIGHT, _KNITTED):
        for way in WAYS:
            if not way & _absent(hand.gone) and _knitted_need(hand, way).missing == missing:
                rest, gone = _without(hand, way)
                found |= {way + target for target in _regular_targets(rest, sets - 3, gone)}
    if not hand.melds:
        absent = _absent(hand.gone)
        for special in special_targets(book):
            if special.need(hand.held, absent).missing == missing:
                found.update(special.nearest(hand.held, absent))
    return found


def _absent(gone: int) -> int:
    """Return the mask of the kinds of which all four are gone."""
    return gone >> 2 & ONES


def _regular_need(held: int, sets: int, gone: int) -> Need:
    """Return what tiles lack of some sets and a pair."""
    parts, lost = suits_of(held), suits_of(gone)
    low = _two_suits(parts[0], lost[0], parts[1], lost[1], False)
    high = _two_suits(parts[2], lost[2], parts[3], lost[3], True)
    used, wanted = pick(low, high, place(sets, 1))
    return Need(3 * sets + 2 - used, wanted)


def _regular_targets(held: int, sets: int, gone: int) -> set[int]:
    """Return the nearest targets of some sets and a pair."""
    parts, lost = suits_of(held), suits_of(gone)
    tables = [_suit_table(suit, parts[suit], lost[suit]) for suit in range(4)]
    best = 3 * sets + 2 - _regular_need(held, sets, gone).missing
    found: set[int] = set()
    for places in _distributions(tables, place(sets, 1), best):
        targets = [0]
        for suit, where in enumerate(places):
            own = _suit_targets(suit < 3, parts[suit], lost[suit], where)
            targets = [target + (one << 45 * suit) for target in targets for one in own]
        found.update(targets)
    return found


def _distributions(tables: list[Table], whole: int, best: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of the suits whose targets together use the most tiles."""
    ways: list[tuple[tuple[int, ...], int, int]] = [((), place(0, 0), 0)]
    for table in tables:
        ways = [
            ((*places, where), joined, used + more)
            for places, at, used in ways
            for where, (more, _) in enumerate(table)
            if more >= 0 and (joined := JOINED[at][where]) >= 0
        ]
    yield from (places for places, at, used in ways if at == whole and used == best)


@lru_cache(maxsize=1 << 13)
def _two_suits(one: int, none: int, other: int, no_other: int, has_honours: bool) -> Table:
    """Return the table of two suits, or of bamboo and honours."""
    last = honour_table if has_honours else suit_table
    return join(suit_table(one, none), last(other, no_other))


def _suit_table(suit: int, part: int, gone: int) -> Table:
    return suit_table(part, gone) if suit < 3 else honour_table(part, gone)


@lru_cache(maxsize=1 << 12)
def _suit_targets(runs: bool, part: int, gone: int, where: int) -> frozenset[int]:
    find = suit_targets if runs else honour_targets
    return frozenset(find(part, gone, where))


# A knitted straight: nine knitted tiles, concealed, and the rest is sets and a pair.

_KNITTED = "147m 258p 369s 11z 22z +2z"


def _knitted_need(hand: CountedHand, way: int) -> Need:
    rest, gone = _without(hand, way)
    need = _regular_need(rest, MOST_SETS - hand.melds - 3, gone)
    lacking = way & ~kinds_of(hand.held)
    return Need(lacking.bit_count() + need.missing, lacking | need.wanted)


def _without(hand: CountedHand, way: int) -> tuple[int, int]:
    """Return the held tiles and those that are gone, once the knitted tiles are taken away."""
    return hand.held - (way & kinds_of(hand.held)), hand.gone + way
