"""The order of a row: players sort their tiles, and put the one that won at an end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..layout.melds import plain_kind

LEAST = 4
"""Tiles of a row whose order says something."""


def tile_out_of_order(kinds: Sequence[str]) -> int | None:
    """Return the place of the tile at an end without which a row is sorted, from 0 on.

    None if the row is sorted, is too short, or has no such tile or one at each end.
    """
    if len(kinds) < LEAST or _is_sorted(kinds):
        return None
    ends = [k for k in (0, len(kinds) - 1) if _is_sorted([*kinds[:k], *kinds[k + 1 :]])]
    return ends[0] if len(ends) == 1 else None


def _is_sorted(kinds: Sequence[str]) -> bool:
    """Return whether suits are together, and their numbers rise or fall; honours may be mixed."""
    ranks = [(kind[1], kind[0]) for kind in map(plain_kind, kinds)]
    suits = [suit for suit, _ in groupby(suit for suit, _ in ranks)]
    if len(suits) > len(set(suits)):
        return False
    for suit in suits:
        own = [number for other, number in ranks if other == suit]
        if suit == "z":
            together = [number for number, _ in groupby(own)]
            if len(together) > len(set(together)):
                return False
        elif own not in (sorted(own), sorted(own, reverse=True)):
            return False
    return True
