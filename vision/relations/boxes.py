"""Box lists: the recognised tiles of one photo as arrays, with what each tile is where known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import Floats
from ..seen_tile import MOST_NAMES, SeenTile
from .inputs import KINDS, RULE_SETS
from .roles import NO_GROUP, Edge, Role

__all__ = [
    "KINDS",
    "NO_GROUP",
    "RULE_SETS",
    "BoxList",
    "Edge",
    "Role",
    "boxes_of_tiles",
    "tiles_of_boxes",
]

Kinds = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

UNREAD = -1
"""Kind of a name that a box does not have."""


@dataclass(frozen=True, slots=True)
class BoxList:
    """The recognised tiles of one photo.

    Attributes:
        quads: corners in pixels, as `SeenTile.quad`; float32, shape (n, 4, 2).
        kinds: indices in `KINDS`, likeliest first, `UNREAD` behind the last; int8, (n, 5).
        shares: probabilities of the kinds; float32, (n, 5).
        oriented: whether the face gave the direction; bool, (n,).
        existence: probability that there is a tile; float32, (n,).
        printed: probability of a printed tile, -1 unknown; float32, (n,).
        raised: probability that the tile lies on another, -1 unknown; float32, (n,).
        rules: index in `RULE_SETS`.
    """

    quads: Floats
    kinds: Kinds
    shares: Floats
    oriented: Flags
    existence: Floats
    printed: Floats
    raised: Floats
    rules: int

    def __len__(self) -> int:
        return len(self.quads)


def boxes_of_tiles(tiles: Sequence[SeenTile], rules: str) -> BoxList:
    """Return the recognised tiles of a photo as arrays, in their order.

    Args:
        tiles: the tiles.
        rules: a rule set's id, one of `RULE_SETS`.
    """
    count = len(tiles)
    kinds = np.full((count, MOST_NAMES), UNREAD, np.int8)
    shares = np.zeros((count, MOST_NAMES), np.float32)
    for row, tile in enumerate(tiles):
        for column, (kind, share) in enumerate(tile.names[:MOST_NAMES]):
            kinds[row, column], shares[row, column] = _INDEX[kind], share
    return BoxList(
        np.array([tile.quad for tile in tiles], np.float32).reshape(count, 4, 2),
        kinds,
        shares,
        np.array([tile.oriented for tile in tiles], bool),
        np.array([tile.existence for tile in tiles], np.float32),
        _chances([tile.printed for tile in tiles]),
        _chances([tile.raised for tile in tiles]),
        RULE_SETS.index(rules),
    )


def tiles_of_boxes(boxes: BoxList) -> tuple[SeenTile, ...]:
    """Return the boxes as recognised tiles; inverse of `boxes_of_tiles`."""
    tiles = []
    for row in range(len(boxes)):
        a, b, c, d = ((float(x), float(y)) for x, y in boxes.quads[row])
        names = tuple(
            (KINDS[kind], float(share))
            for kind, share in zip(boxes.kinds[row], boxes.shares[row], strict=True)
            if kind != UNREAD
        )
        printed, raised = (
            None if chance < 0 else float(chance)
            for chance in (boxes.printed[row], boxes.raised[row])
        )
        oriented, existence = bool(boxes.oriented[row]), float(boxes.existence[row])
        tiles.append(SeenTile(row, (a, b, c, d), names, oriented, existence, printed, raised))
    return tuple(tiles)


def _chances(values: Sequence[float | None]) -> Floats:
    return np.array([-1 if value is None else value for value in values], np.float32)


_INDEX = {kind: index for index, kind in enumerate(KINDS)}
