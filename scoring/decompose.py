"""Readings of a hand: each split, each special shape, each set the winning tile completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from .counts import ONES, UNITS, fours, kind_counts, kinds_of
from .hand import Hand
from .reading import REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts, Option, Reading, pairs_of
from .sets import ENDS, expose, meld_to_set
from .splits import Sets, Split, splits
from .tiles import KINDS, Tile
from .wait_masks import regular_waits
from .win import Win


@dataclass(frozen=True, slots=True)
class Shape:
    """A special winning shape: not four sets and a pair.

    Attributes:
        id: the value of `Reading.shape`.
        splits: the function that returns every split of a hand of this shape; a split has few or
            no sets if the shape is not made of sets.
        melds: how many melds it can have.
        is_near: whether 13 tiles, as `counts` counts them, melds left out, may lack one tile of it:
            it saves time and decides nothing.
    """

    id: str
    splits: Callable[[HandFacts], Sequence[Split]]
    melds: int = 0
    is_near: Callable[[int], bool] = lambda held: True


def readings(
    facts: HandFacts, shapes: Sequence[Shape], each_completion: bool = True
) -> Iterator[Reading]:
    """Yield every reading of a hand; none if it is not complete.

    Args:
        facts: the hand.
        shapes: the rulebook's special shapes.
        each_completion: whether to distinguish readings that differ only in the set the winning
            tile completes. If not, only a pung that becomes exposed is distinguished.
    """
    for split in splits(facts.held, len(facts.melded)):
        yield from _completions(facts, REGULAR, split, each_completion)
    for shape in shapes:
        if len(facts.melded) <= shape.melds:
            for split in shape.splits(facts):
                yield from _completions(facts, shape.id, split, each_completion)


def _completions(
    facts: HandFacts, shape: str, split: Split, each_completion: bool
) -> list[Reading]:
    """Return the readings of one split, one for each set that the winning tile can complete.

    A pung completed by another player's tile is exposed; the same tile may instead complete a
    chow or the pair, and the pung remains concealed.
    """
    chows, triplets, pairs = split
    if facts.chows:
        chows = _in_order(chows + facts.chows)
    if facts.triplets:
        triplets = _in_order(triplets + facts.triplets)
    drawn = facts.win.self_drawn
    if drawn and not each_completion:
        return [Reading(facts, shape, chows, triplets, pairs)]
    winning = UNITS[facts.winning]
    found: list[Reading] = []
    last = None
    as_it_is = False
    for part in split[0] + split[1] + split[2]:
        if part is last or not part.mask & winning:
            continue
        last = part  # equal sets are neighbours
        if part.is_triplet and not drawn:
            seen = expose(part)
            laid = tuple([seen if other is part else other for other in triplets])
            completed = seen if each_completion else None
            found.append(Reading(facts, shape, chows, laid, pairs, completed))
        elif each_completion:
            found.append(Reading(facts, shape, chows, triplets, pairs, part))
        elif not as_it_is:
            as_it_is = True
            found.append(Reading(facts, shape, chows, triplets, pairs))
    return found or [Reading(facts, shape, chows, triplets, pairs)]


def _in_order(sets: Sets) -> Sets:
    return tuple(sorted(sets, key=_by_first))


_by_first = attrgetter("first")


# Special shapes that more than one rulebook has.


def _seven_pairs(facts: HandFacts) -> Sequence[Split]:
    if facts.held & ONES:  # an odd count
        return ()
    return (((), (), pairs_of(facts.held)),)


def _seven_different_pairs(facts: HandFacts) -> Sequence[Split]:
    if facts.held & ONES or fours(facts.held):  # most hands have an odd count
        return ()
    return _seven_pairs(facts)


def _thirteen_orphans(facts: HandFacts) -> Sequence[Split]:
    if facts.kinds != ENDS:
        return ()
    return (((), (), pairs_of(facts.held)),)


def lacks_one_pair(held: int) -> bool:
    """Return whether all but one of the concealed tiles are pairs."""
    return (held & ONES).bit_count() == 1


def _is_near_orphans(held: int) -> bool:
    return not kinds_of(held) & ~ENDS


# four alike are two pairs
seven_pairs = Shape(SEVEN_PAIRS, _seven_pairs, is_near=lacks_one_pair)
seven_different_pairs = Shape(SEVEN_PAIRS, _seven_different_pairs, is_near=lacks_one_pair)
# the pair is the only set
thirteen_orphans = Shape(THIRTEEN_ORPHANS, _thirteen_orphans, is_near=_is_near_orphans)


def winning_tiles(
    hand: Hand, shapes: Sequence[Shape], options: Mapping[str, Option]
) -> tuple[Tile, ...]:
    """Return the tiles that complete a hand of 13, low to high; its own winning tile is ignored.

    A tile of which the hand holds all four is left out.
    """
    laid = [meld_to_set(meld) for meld in hand.melds]
    if None in laid or len(hand.concealed) + 3 * len(laid) != 13:
        return ()
    used = [tile.index for tile in hand.concealed]
    used += [tile.index for meld in hand.melds for tile in meld.tiles]
    held = kind_counts(hand.concealed)
    whole = regular_waits(held)
    special = [shape for shape in shapes if len(laid) <= shape.melds and shape.is_near(held)]
    found = []
    for tile in KINDS:
        if used.count(tile.index) >= 4:
            continue
        if whole & UNITS[tile.index]:
            found.append(tile)
        elif special:
            facts = HandFacts(hand, Win(), tile, options)
            if any(shape.splits(facts) for shape in special):
                found.append(tile)
    return tuple(found)
