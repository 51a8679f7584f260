"""Readings of a hand: each split, each special shape, each set the winning tile completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from .counts import ONES, UNITS, fours
from .hand import Hand
from .reading import REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts, Option, Reading, pairs_of
from .sets import ENDS, expose
from .splits import Sets, Split, splits
from .tiles import KINDS, Tile
from .win import Win


@dataclass(frozen=True, slots=True)
class Shape:
    """A special winning shape: not four sets and a pair.

    Attributes:
        id: the value of `Reading.shape`.
        splits: the function that returns every split of a hand of this shape; a split has few or
            no sets if the shape is not made of sets.
        melds: how many melds it can have.
    """

    id: str
    splits: Callable[[HandFacts], Sequence[Split]]
    melds: int = 0


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


seven_pairs = Shape(SEVEN_PAIRS, _seven_pairs)  # four alike are two pairs
seven_different_pairs = Shape(SEVEN_PAIRS, _seven_different_pairs)
thirteen_orphans = Shape(THIRTEEN_ORPHANS, _thirteen_orphans)  # the pair is the only set


def winning_tiles(
    hand: Hand, shapes: Sequence[Shape], options: Mapping[str, Option]
) -> tuple[Tile, ...]:
    """Return the tiles that complete a hand of 13, low to high; its own winning tile is ignored.

    A tile of which the hand holds all four is left out.
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
