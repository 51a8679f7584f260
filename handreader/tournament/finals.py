"""Finals: a cut after which the best play on, with all, half or none of their points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Carry(StrEnum):
    """How much of what a finalist had counts on in the finals."""

    FULL = "full"
    HALF = "half"
    NONE = "none"

    @property
    def share(self) -> Fraction:
        """Return the share of the points that counts on."""
        return _SHARES[self]


_SHARES = {Carry.FULL: Fraction(1), Carry.HALF: Fraction(1, 2), Carry.NONE: Fraction(0)}


@dataclass(frozen=True, slots=True)
class Finals:
    """The rounds after a cut, up to the next one.

    Attributes:
        first: number of their first round.
        finalists: who plays on.
        carry: how much of what they had counts on.
        penalties: how many penalties were ruled before the cut.
        planned: how many rounds were planned before the cut.
    """

    first: int
    finalists: tuple[int, ...]
    carry: Carry
    penalties: int
    planned: int
