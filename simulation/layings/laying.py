"""A laying: the tiles on a table, in millimetres, with what each of them is.

The owner's frame: x to the owner's right, y away from the owner, z up; angles in radians,
counter-clockwise as seen from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.hand import Hand
from scoring.tiles import Tile
from vision.relations.boxes import NO_GROUP, Role

NOBODY = -1
"""The owner of a tile of the wall."""


@dataclass(frozen=True, slots=True)
class TableTile:
    """One tile on the table.

    Attributes:
        x, y: its middle, mm.
        angle: of its upper edge.
        kind: what is seen: a face, or `scoring.tiles.BACK`.
        role: what it is to the hand.
        group: number of its set; `NO_GROUP` in none.
        turned: whether its owner laid it sideways.
        concealed: whether its set is a concealed kong.
        level: number of tiles below it.
        is_stacked: whether it is the fourth tile of a kong and lies on another of it.
        is_covered: whether another tile lies on it.
        lean: radians backwards of a tile that stands on its lower edge; None if it lies flat.
        owner: 0 the hand's owner, 1 to 3 the players to the right, opposite and left; `NOBODY`.
        discard: its number among its owner's discards, from 0; None if it is none.
    """

    x: float
    y: float
    angle: float
    kind: str
    role: Role
    group: int = NO_GROUP
    turned: bool = False
    concealed: bool = False
    level: int = 0
    is_stacked: bool = False
    is_covered: bool = False
    lean: float | None = None
    owner: int = 0
    discard: int | None = None


@dataclass(frozen=True, slots=True)
class Laying:
    """The tiles of one table.

    Attributes:
        family: the way in which they were laid.
        rules: id of the rule set.
        size: of a tile: width, height and thickness, mm.
        tiles: all tiles, those of the hand first.
        framed: number of the tiles, the first ones, at which a camera is aimed.
        hand: the hand that they show; None if they show none. Its winning tile is None if it
            waits.
        indicators: dora indicators.
        needed: codes of the questions that no reader can answer from a picture.
        is_printed: whether the tiles are a picture of tiles.
    """

    family: str
    rules: str
    size: tuple[float, float, float]
    tiles: Sequence[TableTile]
    framed: int
    hand: Hand | None
    indicators: tuple[Tile, ...] = ()
    needed: frozenset[str] = frozenset()
    is_printed: bool = False
