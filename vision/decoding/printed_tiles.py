"""The question whether the tiles of a hand are printed on a sheet, or shown on a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..layout.layout import Layout
from ..layout.questions import YES_NO, problem, question
from ..seen_tile import SeenTile

PRINTED = "printed"
"""The question's id."""
LEAST, SHARE = 8, 0.6
"""Tiles of the hand of which it must be known whether they are flat, and the least share of them
that are. On real photos it is at most 0.14, of printed rows mostly 0.7 to 1."""
FEW = 5
"""Tiles that are enough if all of them are flat. Seen from nearly above it is known of few, whose
sides are narrow; of so many real tiles at most 2 of 5 seemed flat."""


def ask_about_print(found: Layout, tiles: Sequence[SeenTile], answers: Mapping[str, str]) -> Layout:
    """Return a layout with the question whether its tiles are printed, if they look so.

    Printed tiles are no hand: a fatal problem tells that, where they were declared printed.
    """
    own = found.own_ids or {tile.id for tile in tiles}
    known = [tile for tile in tiles if tile.flat is not None]
    held = [tile for tile in known if tile.id in own]
    judged = held if len(held) >= LEAST else known  # a row close below hides it of all of a row
    flat = sum(tile.flat is True for tile in judged)
    is_most = len(judged) >= LEAST and flat >= SHARE * len(judged)
    looks_printed = is_most or FEW <= flat == len(judged)
    answer = answers.get(PRINTED)
    if answer == "yes":
        return replace(found, problems=(problem("printed_tiles"), *found.problems), questions=())
    if answer is not None or not looks_printed:
        return found
    return replace(found, questions=(question(PRINTED, YES_NO, sorted(own)), *found.questions))
