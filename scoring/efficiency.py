"""Tile efficiency: how far a hand is from a win, and the tiles that bring it nearer.

The distance (shanten) is the number of tiles to exchange until a hand is ready: 0 for a ready hand,
-1 for a complete one. Each shape of the rulebook counts, at most four tiles of a kind, and the sets
on the table stay. What others have discarded changes how many tiles are left, never the distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .counts import UNITS
from .hand import Fault, Hand, HandError
from .rulebook import Rulebook
from .special_targets import Need
from .targets import CountedHand, hand_need
from .text import Texts, phrase
from .tiles import KINDS, Tile, sort_tiles


@dataclass(frozen=True, slots=True)
class AcceptedTile:
    """A tile that brings a hand nearer to a win.

    Attributes:
        tile: the tile; fives are plain.
        left: copies that are not seen; 0 if all are.
    """

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class Efficiency:
    """How near a hand of 13 tiles is to a win.

    Attributes:
        distance: tiles to exchange until it is ready; 0 if it is.
        accepted: the tiles that bring it nearer, or complete it, low to high.
    """

    distance: int
    accepted: tuple[AcceptedTile, ...]

    @property
    def acceptance(self) -> int:
        """Return how many copies of these tiles are left."""
        return sum([one.left for one in self.accepted])


def distance_to_win(hand: Hand, book: Rulebook) -> int:
    """Return the distance of a hand of 13 or 14 tiles; -1 for a complete hand.

    >>> from scoring import rulebook
    >>> distance_to_win(Hand.parse("123m 456p 789s 23s 22z"), rulebook("mcr"))
    0
    """
    return hand_need(CountedHand.of(hand, book), book).missing - 1


def efficiency(hand: Hand, book: Rulebook, seen: Iterable[Tile] = ()) -> Efficiency:
    """Return how near a hand of 13 tiles is to a win.

    Args:
        hand: sets on the table as three tiles.
        book: the rulebook, whose shapes count.
        seen: tiles in view besides the hand: ponds, indicators, others' sets; a tile that the
            player has discarded is one of them.
    """
    need = hand_need(CountedHand.of(hand, book), book)
    return Efficiency(need.missing - 1, _acceptances(need, count_seen(hand, seen)))


def discards(
    hand: Hand, book: Rulebook, seen: Iterable[Tile] = ()
) -> tuple[tuple[Tile, Efficiency], ...]:
    """Return what each discard leaves of a hand of 14 tiles, low to high; see `efficiency`."""
    whole = whole_hand(hand)
    counted, known = CountedHand.of(whole, book), count_seen(whole, seen)
    found = []
    for tile in dict.fromkeys(whole.concealed):
        need = hand_need(replace(counted, held=counted.held - UNITS[tile.index]), book)
        found.append((tile, Efficiency(need.missing - 1, _acceptances(need, known))))
    return tuple(found)


def whole_hand(hand: Hand) -> Hand:
    """Return the hand with its winning tile, if it has one, among the others."""
    if hand.winning is None:
        return hand
    return replace(hand, concealed=sort_tiles((*hand.concealed, hand.winning)), winning=None)


def without_tile(hand: Hand, tile: Tile) -> Hand:
    """Return a hand without one of its concealed tiles."""
    place = hand.concealed.index(tile)
    return replace(hand, concealed=hand.concealed[:place] + hand.concealed[place + 1 :])


def check_size(hand: Hand, seen: Iterable[Tile] = ()) -> int:
    """Return the number of tiles of a hand, which is 13 or 14.

    Args:
        hand: of any size.
        seen: tiles in view besides it.

    Raises:
        HandError: another number of tiles, more than four of a kind, or sets that are none.
    """
    held = len(hand.concealed) + (hand.winning is not None)
    total = held + 3 * len(hand.melds)
    faults: list[object] = [one for one in hand.problems() if one.code is not Fault.WRONG_COUNT]
    if total not in (13, 14):
        texts, off = (_TOO_MANY, total - 14) if total > 14 else (_TOO_FEW, 13 - total)
        faults.insert(0, phrase(texts, total=total, off=off))
    if not faults:
        for kind, count in sorted(count_seen(hand, seen).items()):
            if count > 4:
                own = [tile.index for tile in hand.tiles].count(kind)
                gaps = {"tile": KINDS[kind], "count": count, "own": own, "seen": count - own}
                faults.append(phrase(_FIVE, **gaps))
    if faults:
        raise HandError(*faults)
    return total


def count_seen(hand: Hand, seen: Iterable[Tile]) -> Counter[int]:
    """Count the tiles of a hand and those in view besides it, by kind."""
    tiles = (*hand.tiles, *(tile for tile in seen if not tile.is_flower))
    return Counter(tile.index for tile in tiles)


def _acceptances(need: Need, known: Counter[int]) -> tuple[AcceptedTile, ...]:
    return tuple(
        AcceptedTile(tile, max(0, 4 - known[kind]))
        for kind, tile in enumerate(KINDS)
        if need.wanted & UNITS[kind]
    )


_TOO_MANY: Texts = {
    "en": "{total} tiles, sets counted as 3: expected 13 or 14, take {off} away",
    "it": "{total} tessere, contando 3 per gruppo: ne servono 13 o 14, toglierne {off}",
}
_TOO_FEW: Texts = {
    "en": "{total} tiles, sets counted as 3: expected 13 or 14, add {off}",
    "it": "{total} tessere, contando 3 per gruppo: ne servono 13 o 14, aggiungerne {off}",
}
_FIVE: Texts = {
    "en": "{count} × {tile}, {own} in the hand and {seen} in view: there are only four of a kind",
    "it": "{count} × {tile}, {own} in mano e {seen} in vista: di ogni tessera ne esistono solo "
    "quattro",
}
