"""Hidden tile: a tile of the hand that the picture does not show (covered, cut off or missed).

Thirteen tiles with one apart, placed like a winning tile, are a hand of fourteen with one hidden
rather than a hand that waits. The picture alone cannot decide this, so the user is asked. A tile is
never invented: only an answer adds it to the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scoring.tiles import UNKNOWN

from .rows import Line
from .seen import SeenTile
from .words import COVERED, Question, question

ROOM = (0.7, 1.4)  # gap in tile widths that fits one tile: boxes are off by up to 0.3


def about_covered(
    line: Line, held: Collection[int], lone: int, tiles: Mapping[int, SeenTile]
) -> Question:
    """Return the question for the hidden tile, with the tiles beside its likely place.

    Args:
        line: the hand's line.
        held: ids of the tiles in hand.
        lone: id of the tile that is apart.
        tiles: every tile.
    """
    kind = tiles[lone].kind
    beside = beside_room(line, held, lone) or (lone,)
    return question("covered", COVERED, beside, kind="?" if kind == UNKNOWN else kind)


def beside_room(line: Line, held: Collection[int], lone: int) -> tuple[int, ...]:
    """Return the neighbours of the hand's only tile-wide gap; () if there is none."""
    spaces = [
        (line.gaps[i], line.ids[i - 1], line.ids[i])
        for i in range(1, len(line.tiles))
        if line.parted[i] and {line.ids[i - 1], line.ids[i]} <= set(held) - {lone}
    ]
    if len(spaces) != 1 or not ROOM[0] < spaces[0][0] < ROOM[1]:
        return ()
    return spaces[0][1:]
