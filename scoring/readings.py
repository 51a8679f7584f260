"""Every way to read a hand: each split, each special shape, each part the last tile completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .hand import Hand, Win
from .sets import CHOWS, ENDS, PAIRS, PUNGS, TileSet, exposed
from .shapes import (
    REGULAR,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    HandFacts,
    Option,
    Reading,
    pairs_of,
)
from .tiles import KINDS, Tile

Split = tuple[TileSet, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A complete hand that is not four sets and a pair.

    Attributes:
        id: name that `Reading.shape` gets.
        splits: the sets of a hand that has this shape, once per way to split it; sets may be few
            or none when the shape is not made of sets.
    """

    id: str
    splits: Callable[[HandFacts], Sequence[Split]]


def readings(
    facts: HandFacts, shapes: Sequence[Shape], each_completion: bool = True
) -> Iterator[Reading]:
    """Every reading of a hand; none if it is no win.

    Args:
        facts: the hand.
        shapes: special shapes that the rulebook knows.
        each_completion: whether to tell apart readings that differ only in the set the winning
            tile completes. Without, only a pung that becomes exposed is told apart.
    """
    for split in splits(facts.held, len(facts.melded)):
        yield from _completions(facts, REGULAR, split, each_completion)
    for shape in shapes:
        for split in shape.splits(facts):
            yield from _completions(facts, shape.id, split, each_completion)


def _completions(
    facts: HandFacts, shape: str, split: Split, each_completion: bool
) -> Iterator[Reading]:
    """Readings of one split of the concealed tiles, by the set that the winning tile completes.

    A pung completed by another player's tile is exposed; the same tile may instead complete a
    chow or the pair, and leave the pung concealed.
    """
    whole = split + facts.melded
    claimed = not facts.win.self_drawn
    if not each_completion and not claimed:
        yield Reading(facts, shape, whole, None)
        return
    winning = 1 << facts.winning
    parts = dict.fromkeys([part for part in split if part.mask & winning])
    as_it_is = False
    for part in parts:
        if claimed and part.is_triplet:
            seen = exposed(part)
            rest = [seen if other is part else other for other in whole]
            yield Reading(facts, shape, tuple(rest), seen if each_completion else None)
        elif each_completion:
            yield Reading(facts, shape, whole, part)
        elif not as_it_is:
            as_it_is = True
            yield Reading(facts, shape, whole, None)
    if not parts:
        yield Reading(facts, shape, whole, None)


def splits(held: Sequence[int], sets_on_table: int = 0) -> list[Split]:
    """Every split of the concealed tiles into sets and one pair.

    Args:
        held: number of tiles of each of the 34 kinds, melds left out.
        sets_on_table: number of melds.
    """
    suits = (tuple(held[0:9]), tuple(held[9:18]), tuple(held[18:27]), tuple(held[27:34]))
    found: list[Split] = [()]
    for suit, counts in enumerate(suits):
        ways = _suit_splits(suit, counts)
        if not ways:
            return []
        if len(ways) == 1:
            way = ways[0]
            found = [split + way for split in found]
        else:
            found = [split + way for split in found for way in ways]
    # Each suit was let have a pair of its own; a winning hand has one. Ways to split the same
    # tiles have the same number of sets, so the first speaks for all.
    return found if len(found[0]) + sets_on_table == 5 else []


@lru_cache(maxsize=1 << 16)
def _suit_splits(suit: int, counts: tuple[int, ...]) -> tuple[Split, ...]:
    """Every split of one suit's tiles (suit 3: honours), with a pair if they are 3n + 2."""
    over = sum(counts) % 3
    base = 9 * suit
    if over == 0:
        return tuple(_sets(base, list(counts), 0))
    if over == 1:
        return ()
    found = []
    for place, count in enumerate(counts):
        if count >= 2:
            rest = list(counts)
            rest[place] -= 2
            found += [(*sets, PAIRS[base + place]) for sets in _sets(base, rest, 0)]
    return tuple(found)


def _sets(base: int, counts: list[int], start: int) -> Iterator[Split]:
    """Every way to split all of `counts` from `start` on into chows and pungs."""
    while start < len(counts) and not counts[start]:
        start += 1
    if start == len(counts):
        yield ()
        return
    count = counts[start]
    for pungs in (1, 0) if count >= 3 else (0,):
        chows = count - 3 * pungs  # all that the pung leaves must begin chows
        if chows and (base == 27 or start > 6 or min(counts[start + 1 : start + 3]) < chows):
            continue
        rest = counts.copy()
        first = (PUNGS[base + start],) * pungs
        if chows:
            rest[start + 1] -= chows
            rest[start + 2] -= chows
            first += (CHOWS[base + start],) * chows
        for sets in _sets(base, rest, start + 1):
            yield first + sets


# Special shapes that more than one rulebook has.


def _seven_pairs(facts: HandFacts) -> Sequence[Split]:
    if facts.melded or 1 in facts.held or 3 in facts.held:
        return ()
    return (pairs_of(facts.held),)


def _seven_different_pairs(facts: HandFacts) -> Sequence[Split]:
    return () if 4 in facts.held else _seven_pairs(facts)


def _thirteen_orphans(facts: HandFacts) -> Sequence[Split]:
    if facts.melded or facts.kinds != ENDS:
        return ()
    return ((PAIRS[facts.held.index(2)],),)


seven_pairs = Shape(SEVEN_PAIRS, _seven_pairs)  # four alike are two pairs
seven_different_pairs = Shape(SEVEN_PAIRS, _seven_different_pairs)
thirteen_orphans = Shape(THIRTEEN_ORPHANS, _thirteen_orphans)  # the pair is the only set


def winning_tiles(
    hand: Hand, shapes: Sequence[Shape], options: Mapping[str, Option]
) -> tuple[Tile, ...]:
    """Tiles that complete a hand of 13 (its winning tile, if any, is left aside), low to high.

    A tile of which the hand holds all four is none.
    """
    used = [tile.index for tile in hand.concealed]
    used += [tile.index for meld in hand.melds for tile in meld.tiles]
    found = []
    for tile in KINDS:
        if used.count(tile.index) < 4:
            facts = HandFacts(hand, Win(), tile, options)
            if next(readings(facts, shapes, False), None) is not None:
                found.append(tile)
    return tuple(found)
