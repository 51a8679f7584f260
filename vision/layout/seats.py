"""Seats around the table as the hand's owner sees them, and the discards of each."""

from __future__ import annotations

from dataclasses import dataclass

SEATS = ("winner", "right", "across", "left")
"""The seats in the order of play: the owner of the hand, and the players at his right, opposite
and at his left."""


@dataclass(frozen=True, slots=True)
class SeatDiscards:
    """The discards of one player that are in view.

    Attributes:
        seat: index in `SEATS`.
        tiles: ids in the order of discarding, at least one.
        turned: ids of the sideways ones.
        is_whole: whether every row but the last is full and no other face is near: the order and
            the last discard are certain.
    """

    seat: int
    tiles: tuple[int, ...]
    turned: tuple[int, ...] = ()
    is_whole: bool = False

    @property
    def last(self) -> int:
        """Return the id of the last discard."""
        return self.tiles[-1]
