"""Whether the tiles of a hand are printed on a sheet, or shown on a screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..seen_tile import SeenTile

PRINTED = "printed"
"""The question's id."""
LEAST, SHARE = 5, 0.6
"""Tiles of the hand of which it must be known whether they are flat, and the least share of them
that are. On real photos it is at most 0.14, of printed rows mostly 0.7 to 1."""


def is_printed_hand(own: Collection[int], tiles: Sequence[SeenTile]) -> bool:
    """Return whether the tiles of a hand look printed.

    Args:
        own: ids of the hand's tiles; of no hand all are judged.
        tiles: of the photo.
    """
    known = [tile for tile in tiles if tile.flat is not None]
    held = [tile for tile in known if not own or tile.id in own]
    judged = held if len(held) >= LEAST else known  # a row close below hides it of all of a row
    flat = sum(tile.flat is True for tile in judged)
    return len(judged) >= LEAST and flat >= SHARE * len(judged)
