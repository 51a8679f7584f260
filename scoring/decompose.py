"""Every way to read a hand: each split, each special shape, each part the last tile completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from .counts import ONES, UNITS, fours
from .hand import Hand
from .reading import REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts, Option, Reading, pairs_of
from .sets import ENDS, exposed
from .splits import Sets, Split, splits
from .tiles import KINDS, Tile
from .win import Win


@dataclass(frozen=True, slots=True)
class Shape:
    """A complete hand that is not four sets and a pair.

    Attributes:
        id: name that `Reading.shape` gets.
        splits: the sets of a hand that has this shape, once per way to split it; sets may be few
            or none when the shape is not made of sets.
        melds: how many sets on the table it can have.
    """

    id: str
    splits: Callable[[HandFacts], Sequence[Split]]
    melds: int = 0


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
        if len(facts.melded) <= shape.melds:
            for split in shape.splits(facts):
                yield from _completions(facts, shape.id, split, each_completion)


def _completions(
    facts: HandFacts, shape: str, split: Split, each_completion: bool
) -> list[Reading]:
    """Readings of one split of the concealed tiles, by the set that the winning tile completes.

    A pung completed by another player's tile is exposed; the same tile may instead complete a
    chow or the pair, and leave the pung concealed.
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
        last = part  # equal sets stand side by side
        if part.is_triplet and not drawn:
            seen = exposed(part)
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
    if facts.held & ONES or fours(facts.held):  # an odd count is what most hands have
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
