"""A tile of the hand that the picture does not show: covered, cut off by the frame, or overlooked.

Thirteen tiles of which one lies apart as a winning one does are a hand of fourteen with one unseen
rather than a hand that waits. Nobody can tell from the picture alone, so it is asked, and a tile is
never made up: only an answer puts it into the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scoring.tiles import UNKNOWN

from .rows import Line
from .seen import SeenTile
from .words import COVERED, Question, question

ROOM = (0.7, 1.4)  # free space in tile widths in which one tile lay: boxes are off by up to 0.3


def about_covered(
    line: Line, held: Collection[int], lone: int, tiles: Mapping[int, SeenTile]
) -> Question:
    """The question for the tile that is not seen, about those beside the place it may have.

    Args:
        line: the hand's line.
        held: ids of the tiles in hand.
        lone: id of the one that lies apart.
        tiles: every tile.
    """
    kind = tiles[lone].kind
    beside = beside_room(line, held, lone) or (lone,)
    return question("covered", COVERED, beside, kind="?" if kind == UNKNOWN else kind)


def beside_room(line: Line, held: Collection[int], lone: int) -> tuple[int, ...]:
    """The neighbours of the only free space in the hand that is as wide as a tile; () if none."""
    spaces = [
        (line.gaps[i], line.ids[i - 1], line.ids[i])
        for i in range(1, len(line.tiles))
        if line.parted[i] and {line.ids[i - 1], line.ids[i]} <= set(held) - {lone}
    ]
    if len(spaces) != 1 or not ROOM[0] < spaces[0][0] < ROOM[1]:
        return ()
    return spaces[0][1:]
