"""Targets of one suit: the sets and the pair that its tiles can become, and the tiles they lack.

A target is some sets and perhaps a pair of one suit. It uses the held tiles that are in it, and
wants the others. A table has, for each number of sets with and without a pair, the most held tiles
that a target uses, and the kinds that targets which use so many want.

A suit is cut in two, 1-5 and 6-9, with the chows that cross the cut as what both halves agree on:
each half has few patterns of tiles, so its targets are compared once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from .counts import UNITS

MOST_SETS = 4
PLACES = 2 * (MOST_SETS + 1)
"""Places of a table: 0 to 4 sets, then the same with a pair (`place`)."""
NEVER = -99
"""Used tiles where there is no target."""

Table = tuple[tuple[int, int], ...]
"""By place: how many held tiles are used, and the mask of the kinds that are wanted."""
_Targets = tuple[tuple[int, int], ...]  # as bits (four for each rank), and as `counts` counts them

_LOW = 5  # ranks of the lower half
_LOW_MASK = (1 << 5 * _LOW) - 1
# Chows 4-5-6 and 5-6-7 cross the cut. Three equal chows are three pungs, so two of each suffice.
_CROSSING = tuple(product(range(3), repeat=2))
NO_TABLE: Table = ((0, 0), *(((NEVER, 0),) * (PLACES - 1)))


def place(sets: int, pair: int) -> int:
    """Return the place in a table of some sets, and a pair or none."""
    return sets + (MOST_SETS + 1) * pair


@lru_cache(maxsize=1 << 15)
def suit_table(part: int, gone: int) -> Table:
    """Return the table of a suit.

    Args:
        part: the held tiles of the suit, as `counts` counts them.
        gone: tiles of the suit that no target can have, counted in the same way: with them no
            target has more than four of a kind.
    """
    low = _half_table(0, part & _LOW_MASK, gone & _LOW_MASK)
    high = _half_table(1, part >> 5 * _LOW, gone >> 5 * _LOW)
    best = [NEVER] * PLACES
    wanted = [0] * PLACES
    for below, above in zip(low, high, strict=True):  # by the chows that cross the cut
        for at, used, wants in below:
            for over, more, lacks in above:
                where = JOINED[at][over]
                if where >= 0 and used + more >= best[where]:
                    if used + more > best[where]:
                        best[where], wanted[where] = used + more, 0
                    wanted[where] |= wants | lacks << 5 * _LOW
    return tuple(zip(best, wanted, strict=True))


def suit_targets(part: int, gone: int, where: int) -> set[int]:
    """Return the targets at one place of `suit_table`, each as `counts` counts tiles."""
    best = suit_table(part, gone)[where][0]
    held = part & _LOW_MASK, part >> 5 * _LOW
    lost = gone & _LOW_MASK, gone >> 5 * _LOW
    tables = [_half_table(half, held[half], lost[half]) for half in (0, 1)]
    found = set()
    for crossing, (below, above) in enumerate(zip(*tables, strict=True)):
        for (at, used, _), (over, more, _) in product(below, above):
            if JOINED[at][over] == where and used + more == best:
                lower = _half_targets(0, held[0], lost[0], crossing, at, used)
                upper = _half_targets(1, held[1], lost[1], crossing, over, more)
                found |= {one + (other << 5 * _LOW) for one in lower for other in upper}
    return found


@lru_cache(maxsize=1 << 10)
def honour_table(part: int, gone: int) -> Table:
    """Return the table of the honours, which make no chows; see `suit_table`."""
    table = list(NO_TABLE)
    for kind in range(7):
        held, lost = part >> 5 * kind & 31, gone >> 5 * kind & 31
        fresh = list(table)
        for step, size in ((place(0, 1), 2), (place(1, 0), 3)):
            if size + lost > 4:
                continue
            used, wants = min(held, size), UNITS[kind] if held < size else 0
            for at in range(PLACES):
                if table[at][0] >= 0 and (where := JOINED[at][step]) >= 0:
                    more = table[at][0] + used
                    if more > fresh[where][0]:
                        fresh[where] = more, table[at][1] | wants
                    elif more == fresh[where][0]:
                        fresh[where] = more, fresh[where][1] | table[at][1] | wants
        table = fresh
    return tuple(table)


def honour_targets(part: int, gone: int, where: int) -> set[int]:
    """Return the targets at one place of `honour_table`, each as `counts` counts tiles."""
    best = honour_table(part, gone)[where][0]
    found: list[tuple[int, int, int]] = [(0, 0, 0)]  # place, tiles used, target
    for kind in range(7):
        held, lost = part >> 5 * kind & 31, gone >> 5 * kind & 31
        found += [
            (JOINED[at][step], used + min(held, size), target + size * UNITS[kind])
            for at, used, target in found
            for step, size in ((place(0, 1), 2), (place(1, 0), 3))
            if size + lost <= 4 and JOINED[at][step] >= 0
        ]
    return {target for at, used, target in found if at == where and used == best}


def join(one: Table, other: Table) -> Table:
    """Return the table of two neighbouring suits together."""
    best = [NEVER] * PLACES
    wanted = [0] * PLACES
    for joined, (used, wants) in zip(JOINED, one, strict=True):
        if used < 0:
            continue
        for where, (more, lacks) in zip(joined, other, strict=True):
            if where >= 0 and more >= 0 and used + more >= best[where]:
                if used + more > best[where]:
                    best[where], wanted[where] = used + more, 0
                wanted[where] |= wants | lacks << 45
    return tuple(zip(best, wanted, strict=True))


def pick(one: Table, other: Table, where: int) -> tuple[int, int]:
    """Return the entry at one place of the table of two halves of a hand, two suits each."""
    best, wanted = NEVER, 0
    for at, over in _PARTS[where]:
        (used, wants), (more, lacks) = one[at], other[over]
        if used >= 0 and more >= 0 and used + more >= best:
            if used + more > best:
                best, wanted = used + more, 0
            wanted |= wants | lacks << 45 * 2
    return best, wanted


def _join_places(one: int, other: int) -> int:
    """Return the place of two places together; -1 for two pairs or more than four sets."""
    (pair, sets), (more, others) = divmod(one, MOST_SETS + 1), divmod(other, MOST_SETS + 1)
    fits = pair + more <= 1 and sets + others <= MOST_SETS
    return place(sets + others, pair + more) if fits else -1


JOINED = tuple(tuple(_join_places(one, other) for other in range(PLACES)) for one in range(PLACES))
"""By two places, the place of both together; -1 for none."""
_PARTS = tuple(
    tuple(
        (one, other)
        for one in range(PLACES)
        for other in range(PLACES)
        if JOINED[one][other] == where
    )
    for where in range(PLACES)
)


@lru_cache(maxsize=1 << 13)
def _half_table(half: int, part: int, gone: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return, by the chows that cross the cut, each place with the tiles used and those wanted."""
    held, lost = _bits(part, full=False), _bits(gone, full=True)
    found = []
    for by_place in _half_lists(half):
        row = []
        for where, targets in by_place:
            used = [(held & bits).bit_count() for bits, _ in targets]
            if lost:
                pairs = zip(used, targets, strict=True)
                used = [NEVER if bits & lost else count for count, (bits, _) in pairs]
            best = max(used)
            if best < 0:
                continue
            wants = 0
            for count, (bits, _) in zip(used, targets, strict=True):
                if count == best:
                    wants |= bits & ~held
            row.append((where, best, _kinds_of(wants)))
        found.append(tuple(row))
    return tuple(found)


def _half_targets(
    half: int, part: int, gone: int, crossing: int, where: int, used: int
) -> list[int]:
    """Return the targets of a half that use so many tiles, as `counts` counts them."""
    held, lost = _bits(part, full=False), _bits(gone, full=True)
    targets = dict(_half_lists(half)[crossing])[where]
    return [
        target for bits, target in targets if not bits & lost and (held & bits).bit_count() == used
    ]


def _bits(part: int, full: bool) -> int:
    """Return counts of ranks as four bits each: the lowest for one tile, or `full`, the highest."""
    bits = 0
    for rank in range(_LOW):
        count = min(part >> 5 * rank & 31, 4)
        bits |= (((1 << count) - 1) << (4 - count if full else 0)) << 4 * rank
    return bits


def _kinds_of(bits: int) -> int:
    return sum([UNITS[rank] for rank in range(_LOW) if bits >> 4 * rank & 15])


@lru_cache(maxsize=2)
def _half_lists(half: int) -> tuple[tuple[tuple[int, _Targets], ...], ...]:
    """Return every target of a half by the chows that cross the cut, then by place."""
    found = []
    for low, high in _CROSSING:  # chows 4-5-6 and 5-6-7; the lower half counts them as sets
        demand = (0, 0, 0, low, low + high) if half == 0 else (low + high, high, 0, 0)
        by_place: dict[int, dict[int, int]] = {}
        for where, counts in _half_choices(demand, low + high if half == 0 else 0):
            bits = sum([((1 << count) - 1) << 4 * rank for rank, count in enumerate(counts)])
            number = sum([count * UNITS[rank] for rank, count in enumerate(counts)])
            by_place.setdefault(where, {})[bits] = number
        found.append(tuple([(where, tuple(by_place[where].items())) for where in by_place]))
    return tuple(found)


def _half_choices(demand: tuple[int, ...], crossing: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the place and the counts by rank of each target of a half.

    Args:
        demand: tiles of each rank that chows across the cut take.
        crossing: how many sets these are.
    """
    size = len(demand)
    for chows in product(range(3), repeat=size - 2):
        for pungs in product(range(2), repeat=size):
            sets = crossing + sum(chows) + sum(pungs)
            if sets > MOST_SETS:
                continue
            counts = [taken + 3 * pung for taken, pung in zip(demand, pungs, strict=True)]
            for first, many in enumerate(chows):
                for rank in range(first, first + 3):
                    counts[rank] += many
            if max(counts) > 4:
                continue
            yield place(sets, 0), counts
            for rank in range(size):
                if counts[rank] <= 2:
                    paired = [*counts]
                    paired[rank] += 2
                    yield place(sets, 1), paired
