"""Boxes that may be the reason for a wrong count of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from ..layout.plane import area, overlap, rectify
from ..seen_tile import Quad, SeenTile


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Thresholds for a suspect box. Set on rendered scenes and the examples.

    Attributes:
        small: area against the row's median; tilted or distant tiles stay above 0.8.
        large: the same for a box that may hold two tiles.
        shared: share of its own area inside another box; neighbours share up to 0.1.
        weak: probability of the best name; a box over two halves of tiles seldom has more.
    """

    small: float = 0.7
    large: float = 1.45
    shared: float = 0.2
    weak: float = 0.5


def suspect_boxes(
    ids: Sequence[int],
    tiles: Mapping[int, SeenTile],
    off: int,
    settings: BoxSettings | None = None,
) -> tuple[int, ...]:
    """Return the boxes that may cause a wrong count, the most suspect first.

    Args:
        ids: the tiles that were counted.
        tiles: every tile.
        off: tiles too many; negative: too few.
        settings: thresholds.
    """
    settings = settings or BoxSettings()
    if len(ids) < 3:
        return ()
    quads = [tiles[i].quad for i in ids]
    areas = [area(quad) for quad in rectify(quads)]
    usual = median(areas) or 1.0
    doubt = {
        i: _suspicion(size / usual, shared, tiles[i].confidence, off, settings)
        for i, size, shared in zip(ids, areas, _overlap_shares(quads), strict=True)
    }
    return tuple(sorted((i for i in ids if doubt[i] > 0), key=lambda i: -doubt[i]))


def _suspicion(size: float, shared: float, sure: float, off: int, settings: BoxSettings) -> float:
    """Return how suspect one box is; 0 if every measure is normal."""
    if off < 0:  # a tile may hide in a box that is too large
        return max(0.0, size - settings.large)
    reasons = (settings.small - size, shared - settings.shared, settings.weak - sure)
    return sum(max(0.0, reason) for reason in reasons)


def _overlap_shares(quads: Sequence[Quad]) -> list[float]:
    """Return the largest share of each box's own area that another box covers."""
    most = [0.0] * len(quads)
    for (i, one), (j, other) in combinations(enumerate(quads), 2):
        shared = overlap(one, other)
        most[i], most[j] = max(most[i], shared), max(most[j], shared)
    return [shared / (area(quad) or 1.0) for shared, quad in zip(most, quads, strict=True)]
