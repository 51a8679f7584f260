"""Schedules in which no two players meet twice, as far as algebra has them.

Players are numbers from 0 on. Each schedule is the longest one known, or nearly:

| players | rounds | construction |
|---|---|---|
| 16 | 5 | lines of the affine plane over GF(4) |
| 20, 28, 32, 44 ... (q tables, q a prime power) | q | lines of a transversal design over GF(q) |
| 24 | 7 | a base round, developed modulo 7 |

Sixteen and twenty-four players have no longer one. Twenty cannot have six such rounds: a resolvable
group-divisible design of type 2^10 does not exist.
"""

from __future__ import annotations

Groups = tuple[tuple[int, ...], ...]
"""Tables of four players."""

_PRIMES = (5, 7, 11, 13, 17, 19, 23, 29, 31)
_TABLES = {4: 0b111, 8: 0b1011, 16: 0b10011}  # irreducible polynomials over GF(2)
# Found by search: classes 0-2 of 7 players, and three players (None) who stay.
_BASE_24 = (
    ((0, 0), (1, 1), (2, 3), None),
    ((0, 1), (1, 3), (2, 0), None),
    ((0, 3), (1, 0), (2, 1), None),
    ((0, 2), (0, 4), (0, 5), (2, 6)),
    ((0, 6), (1, 2), (1, 4), (1, 5)),
    ((1, 6), (2, 2), (2, 4), (2, 5)),
)


def longest_schedule(players: int) -> tuple[Groups, ...]:
    """Return the rounds of a known schedule in which nobody meets twice; none for other numbers.

    >>> len(longest_schedule(16)), len(longest_schedule(32)), longest_schedule(12)
    (5, 8, ())
    """
    tables, rest = divmod(players, 4)
    if rest:
        return ()
    if players == 24:
        return _schedule_of_24()
    if tables in _PRIMES or tables in _TABLES:
        lines = tuple(_lines(tables, slope) for slope in range(tables))
        return (*lines, _columns()) if tables == 4 else lines
    return ()


def _lines(order: int, slope: int) -> Groups:
    """Return the parallel lines of a slope: two lines of different slopes share one player."""
    return tuple(
        tuple(
            column * order + _sum(order, start, _product(order, slope, column))
            for column in range(4)
        )
        for start in range(order)
    )


def _columns() -> Groups:
    return tuple(tuple(range(4 * column, 4 * column + 4)) for column in range(4))


def _sum(order: int, a: int, b: int) -> int:
    return a ^ b if order in _TABLES else (a + b) % order


def _product(order: int, a: int, b: int) -> int:
    if order not in _TABLES:
        return a * b % order
    found = 0
    for bit in range(order.bit_length()):
        if b >> bit & 1:
            found ^= a << bit
    for bit in reversed(range(order.bit_length() - 1, found.bit_length())):
        if found >> bit & 1:
            found ^= _TABLES[order] << bit - (order.bit_length() - 1)
    return found


def _schedule_of_24() -> tuple[Groups, ...]:
    return tuple(
        tuple(
            tuple(
                21 + table if point is None else 7 * point[0] + (point[1] + step) % 7
                for point in group
            )
            for table, group in enumerate(_BASE_24)
        )
        for step in range(7)
    )
