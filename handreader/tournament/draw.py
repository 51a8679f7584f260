"""The draw: rounds in which players meet as seldom as possible.

A draw plans all rounds that have not begun at once. It begins with a known schedule where there is
one, else at random, and swaps players of one round between tables, by simulated annealing, as long
as somebody meets more often than need be. The same entrants, rounds and seed give the same draw.

A solver of constraints was left out: OR-Tools weighs 60 MB, and reaches no schedule that this does
not for the sizes that clubs play (`benchmarks/draws.py`).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from .schedule import longest_schedule

Seats = tuple[int, int, int, int]
"""Entrants of a table, at East, South, West and North of the first hand."""
STEPS = 30_000
"""Swaps tried, in about 0.1 s; three times as many found nothing better (`benchmarks/draws.py`)."""
HOT, COLD = 4.0, 0.5  # temperatures of the annealing
TEAMMATES = 3
"""Meetings that two players of a team have had before the first round: they sit together last."""
# The sum of cubes is made small: with squares, 12 players met three times where twice is possible.
_CUBES = tuple(count**3 for count in range(200))
_MORE = tuple(after - now for now, after in pairwise(_CUBES))
_FEWER = (0, *(now - after for now, after in pairwise(_CUBES)))
_ORDERS = tuple(permutations(range(4)))


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The seats of a round.

    Attributes:
        tables: the entrants of each table.
        byes: entrants who sit out.
    """

    tables: tuple[Seats, ...]
    byes: tuple[int, ...] = ()

    @property
    def entrants(self) -> frozenset[int]:
        """Return everybody of the round, at a table or with a bye."""
        return frozenset(self.byes).union(*self.tables)


def draw_rounds(
    entrants: Sequence[int],
    rounds: int,
    before: Sequence[DrawnRound] = (),
    seed: int = 0,
    teams: Iterable[Sequence[int]] = (),
) -> tuple[DrawnRound, ...]:
    """Draw rounds.

    If the number of entrants is no multiple of four, those with the fewest byes sit out in turn.

    Args:
        entrants: who plays, at least four.
        rounds: number of rounds.
        before: rounds that count as played.
        seed: of the random numbers.
        teams: entrants who are seated at different tables as far as possible.
    """
    rng = random.Random(seed)
    order = list(entrants)
    rng.shuffle(order)
    byes = _byes(order, rounds, before)
    playing = [[entrant for entrant in order if entrant not in out] for out in byes]
    start = _schedule_start(order, rounds) if not before and len(order) % 4 == 0 else []
    for line in playing[len(start) :]:
        rng.shuffle(line)
        start.append([line[at : at + 4] for at in range(0, len(line), 4)])
    met = Meetings(before)
    for team in teams:
        met.add(team, TEAMMATES)
    earlier = [list(one.tables) for one in before]
    _spread_meetings(start, met, _least_repeats(start, earlier), rng)
    seated = _seat_rounds(start, before, rng)
    return tuple(DrawnRound(tables, out) for tables, out in zip(seated, byes, strict=True))


class Meetings:
    """How often any two entrants share a table.

    Args:
        rounds: the rounds that are counted.
    """

    def __init__(self, rounds: Iterable[DrawnRound] = ()) -> None:
        self.counts: Counter[tuple[int, int]] = Counter()
        for one in rounds:
            for table in one.tables:
                self.add(table)

    def add(self, table: Iterable[int], times: int = 1) -> None:
        """Count the meetings of a table."""
        for pair in combinations(sorted(table), 2):
            self.counts[pair] += times

    def most(self) -> int:
        """Return how often two entrants meet at most."""
        return max(self.counts.values(), default=0)

    def spectrum(self) -> Mapping[int, int]:
        """Return how many pairs meet how often; pairs that never meet are left out."""
        return Counter(count for count in self.counts.values() if count)


class WindCounts:
    """How often each entrant sat at each wind.

    Args:
        rounds: the rounds that are counted.
    """

    def __init__(self, rounds: Iterable[DrawnRound] = ()) -> None:
        self._had: Counter[tuple[int, int]] = Counter()  # entrant and wind
        for one in rounds:
            for table in one.tables:
                self._had.update((entrant, wind) for wind, entrant in enumerate(table))

    def seat(self, group: Sequence[int], rng: random.Random) -> Seats:
        """Return four entrants at the winds at which they sat least, and count that."""
        had = self._had
        orders = [(group[a], group[b], group[c], group[d]) for a, b, c, d in _ORDERS]
        rng.shuffle(orders)
        best = min(
            orders, key=lambda seats: sum(had[who, wind] ** 2 for wind, who in enumerate(seats))
        )
        had.update((entrant, wind) for wind, entrant in enumerate(best))
        return best


def _byes(order: Sequence[int], rounds: int, before: Sequence[DrawnRound]) -> list[tuple[int, ...]]:
    surplus = len(order) % 4
    had = Counter(entrant for one in before for entrant in one.byes)
    found = []
    for _ in range(rounds):
        out = sorted(order, key=lambda entrant: had[entrant])[:surplus]  # stable: in drawn order
        had.update(out)
        found.append(tuple(sorted(out)))
    return found


def _schedule_start(order: Sequence[int], rounds: int) -> list[list[list[int]]]:
    """Return a known schedule, again from its first round on where it is too short."""
    known = longest_schedule(len(order))
    return [
        [[order[player] for player in group] for group in known[number % len(known)]]
        for number in range(rounds if known else 0)
    ]


def _least_repeats(
    rounds: Sequence[Sequence[Sequence[int]]], before: Sequence[Sequence[Sequence[int]]]
) -> int:
    """Return how often players must meet again in these rounds, whatever they swap.

    Each two rounds are counted, and each one with each before: where a round had fewer than four
    tables, two of four players come from one of them.
    """
    pairs = [*combinations(rounds, 2), *product(before, rounds)]
    return sum(_repeats_of_two(one, other) for one, other in pairs)


def _repeats_of_two(one: Sequence[Sequence[int]], other: Sequence[Sequence[int]]) -> int:
    """Return how many pairs of players must meet in both of two rounds."""
    players = set().union(*other)
    groups = sum(1 for table in one if not players.isdisjoint(table))
    guests = len(players.difference(*one))  # they sit out there: best spread over the tables here
    forced = 0
    for place in range(len(other)):
        often, rest = divmod(4 - (guests + place) // len(other), groups or 1)
        forced += groups * often * (often - 1) // 2 + rest * often
    return forced


def _spread_meetings(
    rounds: list[list[list[int]]], met: Meetings, forced: int, rng: random.Random
) -> None:
    """Swap players between the tables of a round until meetings are spread evenly, in place.

    Args:
        rounds: tables of each round.
        met: meetings before them.
        forced: how often players must meet again in these rounds; see `_least_repeats`.
        rng: the random numbers.
    """
    forced += _repeats(_matrix(met, rounds))
    for tables in rounds:
        for table in tables:
            met.add(table)
    swappable = [tables for tables in rounds if len(tables) > 1]
    counts = _matrix(met, rounds)
    excess = sum(_CUBES[row[b]] for a, row in counts.items() for b in row if a < b)
    least = _least(counts, forced)
    best, kept = excess, [[list(table) for table in tables] for tables in rounds]
    for step in range(STEPS if swappable else 0):
        if best <= least:
            break
        warmth = HOT * (COLD / HOT) ** (step / STEPS)
        tables = rng.choice(swappable)
        one, other = rng.sample(tables, 2)
        at, to = rng.randrange(4), rng.randrange(4)
        change = _swap_change(counts, one, at, other, to)
        if change > 0 and rng.random() >= math.exp(-change / warmth):
            continue
        _swap(counts, one, at, other, to)
        excess += change
        if excess < best:
            best = excess
            kept = [[list(table) for table in tables] for tables in rounds]
    rounds[:] = kept


_Matrix = dict[int, dict[int, int]]


def _matrix(met: Meetings, rounds: Sequence[Sequence[Sequence[int]]]) -> _Matrix:
    """Return how often each entrant of these rounds meets each other one."""
    everybody = sorted({entrant for tables in rounds for table in tables for entrant in table})
    return {
        a: {b: met.counts[(min(a, b), max(a, b))] for b in everybody if b != a} for a in everybody
    }


def _repeats(counts: _Matrix) -> int:
    """Return the number of pairs of meetings of the same two players."""
    return sum(often * (often - 1) for row in counts.values() for often in row.values()) // 4


def _least(counts: _Matrix, forced: int) -> int:
    """Return a bound of the sum of cubes, which no swaps go below.

    Args:
        counts: how often each two players meet, whose sum is the same after each swap.
        forced: the least number of pairs of meetings of the same two players.
    """
    pairs = len(counts) * (len(counts) - 1) // 2
    total = sum(sum(row.values()) for row in counts.values()) // 2
    often, rest = divmod(total, pairs)
    squares = max(pairs * often**2 + rest * (2 * often + 1), total + 2 * forced)
    # x (x - k) (x - k - 1) is never below 0 for whole numbers: so cubes have a bound by squares
    often = squares // total
    return (2 * often + 1) * squares - often * (often + 1) * total


def _swap_change(counts: _Matrix, one: list[int], at: int, other: list[int], to: int) -> int:
    """Return by how much a swap changes the sum of cubed meetings."""
    of_a, of_b = counts[one[at]], counts[other[to]]
    change = 0
    for place, mate in enumerate(one):
        if place != at:
            change += _MORE[of_b[mate]] + _FEWER[of_a[mate]]
    for place, mate in enumerate(other):
        if place != to:
            change += _MORE[of_a[mate]] + _FEWER[of_b[mate]]
    return change


def _swap(counts: _Matrix, one: list[int], at: int, other: list[int], to: int) -> None:
    a, b = one[at], other[to]
    for table, place, leaving, coming in ((one, at, a, b), (other, to, b, a)):
        for where, mate in enumerate(table):
            if where != place:
                counts[leaving][mate] -= 1
                counts[mate][leaving] -= 1
                counts[coming][mate] += 1
                counts[mate][coming] += 1
    one[at], other[to] = b, a


def _seat_rounds(
    rounds: Sequence[Sequence[Sequence[int]]], before: Sequence[DrawnRound], rng: random.Random
) -> list[tuple[Seats, ...]]:
    """Seat each table so that everybody sits at every wind about equally often."""
    winds = WindCounts(before)
    found = []
    for tables in rounds:
        seated = [winds.seat(group, rng) for group in tables]
        rng.shuffle(seated)
        found.append(tuple(seated))
    return found
