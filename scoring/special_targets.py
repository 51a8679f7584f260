"""Targets that are not four sets and a pair: what concealed hands of the special shapes lack.

Which of them a rulebook has is asked of its shapes, with an example of each: an option can forbid
a shape, or four alike among seven pairs. A shape without targets here (the seven flowers of Hong
Kong, which no discard brings nearer) counts in no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, pairwise

from .counts import ONES, UNITS, kinds_of, size
from .hand import Hand
from .reading import INDEPENDENT, SEVEN_PAIRS, THIRTEEN_ORPHANS, HandFacts
from .rulebook import Rulebook
from .rulebooks.knitted import HONOURS_AND_KNITTED, WAYS
from .sets import DRAGONS, ENDS, HONOURS, WIND_TILES
from .win import Win

_WHOLE = 14  # tiles of a hand


@dataclass(frozen=True, slots=True)
class Need:
    """What a hand lacks of its nearest targets.

    Attributes:
        missing: how many tiles each of them lacks.
        wanted: mask of the kinds that some of them lack.
    """

    missing: int
    wanted: int


@dataclass(frozen=True, slots=True)
class SpecialTargets:
    """The targets of a special shape.

    Attributes:
        shape: id of the shape.
        example: a hand that has it; it tells the entries of one shape apart.
        need: what held tiles, as `counts` counts them, lack; the mask is of kinds not in the game.
        nearest: the targets that lack so much, if that is three tiles at most.
    """

    shape: str
    example: str
    need: Callable[[int, int], Need]
    nearest: Callable[[int, int], Iterator[int]]


@lru_cache(maxsize=1 << 6)
def special_targets(book: Rulebook) -> tuple[SpecialTargets, ...]:
    """Return the special targets of a rulebook under its options."""
    found: dict[str, SpecialTargets] = {}
    for one in ALL_SPECIAL:
        if one.shape not in found and has_shape(book, one.shape, one.example):
            found[one.shape] = one
    return tuple(found.values())


@lru_cache(maxsize=1 << 8)
def has_shape(book: Rulebook, shape: str, example: str) -> bool:
    """Return whether a hand wins by a special shape of a rulebook under its options."""
    hand = Hand.parse(example)
    assert hand.winning is not None
    facts = HandFacts(hand, Win(), hand.winning, book.options)
    return any(one.id == shape and one.splits(facts) for one in book.shapes)


# Seven pairs: four alike are two of them, or they are not.


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The tiles of a hand as pairs: whole ones, halves, and the kinds of which one can begin."""

    whole: int
    halves: int
    fresh: int

    @property
    def short(self) -> int:
        """Return how many pairs are not whole."""
        return 7 - size(self.whole) // 2


def _pairs(held: int, absent: int, identical: bool) -> _Pairs:
    odd, twos, fours = held & ONES, held >> 1 & ONES, held >> 2 & ONES
    fresh = ONES & ~(odd | twos | fours | absent)
    if identical:
        return _Pairs(2 * (twos | fours) + 2 * fours, odd, fresh | twos & ~odd)
    return _Pairs(2 * (twos | fours), odd & ~twos, fresh)


def _pairs_need(held: int, absent: int, identical: bool) -> Need:
    pairs = _pairs(held, absent, identical)
    halves = pairs.halves.bit_count()
    if halves >= pairs.short:
        return Need(pairs.short, pairs.halves if pairs.short else 0)
    return Need(2 * pairs.short - halves, pairs.halves | pairs.fresh)


def _pairs_nearest(held: int, absent: int, identical: bool) -> Iterator[int]:
    pairs = _pairs(held, absent, identical)
    ended = min(pairs.short, pairs.halves.bit_count())
    for halves in combinations(_bits(pairs.halves), ended):
        for fresh in combinations(_bits(pairs.fresh), pairs.short - ended):
            yield pairs.whole + 2 * sum(halves) + 2 * sum(fresh)


# Thirteen orphans.


def _orphans_need(held: int, absent: int) -> Need:
    lacking, doubled = ENDS & ~kinds_of(held), _kinds_with_pair(held) & ENDS
    missing = lacking.bit_count() + (not doubled)
    return Need(missing, lacking if doubled else ENDS)


def _orphans_nearest(held: int, absent: int) -> Iterator[int]:
    doubled = _kinds_with_pair(held) & ENDS
    for pair in _bits(doubled or ENDS):
        yield ENDS + pair


# Honours and knitted tiles: fourteen of sixteen kinds, in six orders of the suits.


def _knitted_need(held: int, absent: int) -> Need:
    kinds = kinds_of(held)
    missing, wanted = _WHOLE, 0
    for way in WAYS:
        lacking = (way | HONOURS) & ~kinds
        short = lacking.bit_count() - 2  # two of the sixteen need not be there
        if short < missing:
            missing, wanted = short, 0
        if short == missing:
            wanted |= lacking
    return Need(missing, wanted if missing else 0)


def _knitted_nearest(held: int, absent: int) -> Iterator[int]:
    kinds, missing = kinds_of(held), _knitted_need(held, absent).missing
    for way in WAYS:
        lacking = (way | HONOURS) & ~kinds
        if lacking.bit_count() - 2 == missing:
            for wanted in combinations(_bits(lacking), missing):
                yield (way | HONOURS) & kinds | sum(wanted)


# Independent tiles: fourteen different ones, of which no two of a suit are near each other.


def _independent_need(held: int, absent: int, gap: int) -> Need:
    kinds = kinds_of(held)
    table = [(0, 0), *[(-_WHOLE, 0)] * _WHOLE]  # by tiles: those that are held, those that are not
    for choices in _independent(gap):
        table = _with_part(table, [_best(kinds, same_size) for same_size in choices])
    used, wanted = table[_WHOLE]
    return Need(_WHOLE - used, wanted)


def _independent_nearest(held: int, absent: int, gap: int) -> Iterator[int]:
    kinds, missing = kinds_of(held), _independent_need(held, absent, gap).missing
    found = [(0, 0)]  # tiles that are not held, target
    for choices in _independent(gap):
        part = [((one & ~kinds).bit_count(), one) for same_size in choices for one in same_size]
        found = [
            (lacks + more, target | one)
            for lacks, target in found
            for more, one in part
            if lacks + more <= missing
        ]
    yield from (target for _, target in found if target.bit_count() == _WHOLE)


def _best(kinds: int, choices: tuple[int, ...]) -> tuple[int, int]:
    """Return the most kinds that a choice has in common with these, and what such choices lack."""
    used = [(kinds & one).bit_count() for one in choices]
    best = max(used, default=-_WHOLE)
    wanted = 0
    for count, one in zip(used, choices, strict=True):
        if count == best:
            wanted |= one & ~kinds
    return best, wanted


def _with_part(table: list[tuple[int, int]], part: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found = [(-_WHOLE, 0)] * (_WHOLE + 1)
    for many, (used, wants) in enumerate(table):
        for more, (extra, lacks) in enumerate(part[: _WHOLE + 1 - many]):
            if used >= 0 and extra >= 0 and used + extra >= found[many + more][0]:
                before = found[many + more][1] if used + extra == found[many + more][0] else 0
                found[many + more] = used + extra, before | wants | lacks
    return found


@lru_cache(maxsize=2)
def _independent(gap: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return what can be of each suit and of the honours, as masks by how many tiles they have.

    Args:
        gap: least distance of two ranks of a suit.
    """
    suits = [
        [
            sum([UNITS[9 * suit + rank] for rank in ranks])
            for many in range(6)
            for ranks in combinations(range(9), many)
            if all(high - low >= gap for low, high in pairwise(ranks))
        ]
        for suit in range(3)
    ]
    honours = [
        sum([*winds, *dragons])
        for winds in _at_least(3, WIND_TILES)
        for dragons in _at_least(2, DRAGONS)
    ]
    return tuple(
        tuple(tuple(one for one in part if one.bit_count() == many) for many in range(8))
        for part in (*suits, honours)
    )


def _at_least(many: int, kinds: int) -> list[tuple[int, ...]]:
    bits = _bits(kinds)
    return [one for size in range(many, len(bits) + 1) for one in combinations(bits, size)]


def _kinds_with_pair(held: int) -> int:
    """Return the mask of the kinds of which there are two or more."""
    return (held >> 1 | held >> 2) & ONES


def _bits(mask: int) -> list[int]:
    return [unit for unit in UNITS if mask & unit]


ALL_SPECIAL = (  # of two entries of a shape the wider is first
    SpecialTargets(
        SEVEN_PAIRS,
        "2222m 5555p 8888s 5z +5z",
        partial(_pairs_need, identical=True),
        partial(_pairs_nearest, identical=True),
    ),
    SpecialTargets(
        SEVEN_PAIRS,
        "2255m 2255p 2255s 5z +5z",
        partial(_pairs_need, identical=False),
        partial(_pairs_nearest, identical=False),
    ),
    SpecialTargets(THIRTEEN_ORPHANS, "19m 19p 19s 1234567z +7z", _orphans_need, _orphans_nearest),
    SpecialTargets(
        HONOURS_AND_KNITTED, "147m 258p 369s 1234z +5z", _knitted_need, _knitted_nearest
    ),
    SpecialTargets(
        INDEPENDENT,
        "135m 246p 68s 12356z +7z",
        partial(_independent_need, gap=2),
        partial(_independent_nearest, gap=2),
    ),
    SpecialTargets(
        INDEPENDENT,
        "147m 258p 36s 12356z +7z",
        partial(_independent_need, gap=3),
        partial(_independent_nearest, gap=3),
    ),
)
