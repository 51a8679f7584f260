"""Position and orientation of tiles in an area of the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats
from vision.seen import SeenTile
from vision.watching.eyes import Sighting

_STRAIGHT = 20.0  # degrees by which a discard may be rotated; tiles of a heap have any angle
_SAME = 0.6  # of a tile's width or height: below this distance two positions are the same


def size_of(sighting: Sighting) -> tuple[float, float]:
    """Return the median width and height of a tile as fractions of the area."""
    height, width = sighting.picture.shape[:2]
    if not sighting.tiles:
        return 0.1, 0.1
    sides = [np.linalg.norm(np.subtract(t.quad[1], t.quad[0])) for t in sighting.tiles]
    others = [np.linalg.norm(np.subtract(t.quad[2], t.quad[1])) for t in sighting.tiles]
    short = float(np.median(np.minimum(sides, others)))
    long = float(np.median(np.maximum(sides, others)))
    return short / width, long / height


def same_spot(a: tuple[float, float], b: tuple[float, float], size: tuple[float, float]) -> bool:
    """Return whether two positions are one tile's, given the size of a tile."""
    return abs(a[0] - b[0]) < _SAME * size[0] and abs(a[1] - b[1]) < _SAME * size[1]


def _axis(tile: SeenTile) -> Floats:
    """Return the tile's longer side as a vector."""
    first = np.asarray(tile.quad[1]) - np.asarray(tile.quad[0])
    second = np.asarray(tile.quad[2]) - np.asarray(tile.quad[1])
    return np.asarray(first if np.linalg.norm(first) > np.linalg.norm(second) else second)


def lies_straight(tile: SeenTile) -> bool:
    """Return whether a tile is aligned with its owner's rows."""
    x, y = np.abs(_axis(tile))
    return float(np.degrees(np.arctan2(min(x, y), max(x, y)))) < _STRAIGHT


def lies_turned(tile: SeenTile) -> bool:
    """Return whether a tile is sideways for its owner, at the area's bottom edge."""
    x, y = np.abs(_axis(tile))
    return bool(x > y)


def row_by_row(spots: Sequence[tuple[float, float]], height: float) -> list[int]:
    """Return the indices of a pond's tiles in reading order: rows from above, each from the left.

    Args:
        spots: middles of the tiles, as fractions of the area.
        height: of a tile, in the same unit. The middle of a sideways tile is lower by an eighth of
            this height.
    """
    rows: list[list[int]] = []
    for number in sorted(range(len(spots)), key=lambda number: spots[number][1]):
        if not rows or spots[number][1] - spots[rows[-1][-1]][1] > height / 2:
            rows.append([])
        rows[-1].append(number)
    return [number for row in rows for number in sorted(row, key=lambda number: spots[number][0])]
