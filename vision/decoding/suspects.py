"""Boxes that may be the reason for a wrong count of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .. import geometry
from ..geometry import Array
from ..seen_tile import SeenTile


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
    quads = geometry.stack([tiles[i].quad for i in ids])
    flat = geometry.warp(geometry.rectifying_homography(quads), quads)
    size = geometry.area(flat) / float(np.median(geometry.area(flat)))
    doubt = {
        i: _suspicion(float(area), shared, tiles[i].confidence, off, settings)
        for i, area, shared in zip(ids, size, _overlap_shares(quads), strict=True)
    }
    return tuple(sorted((i for i in ids if doubt[i] > 0), key=lambda i: -doubt[i]))


def _suspicion(area: float, shared: float, sure: float, off: int, settings: BoxSettings) -> float:
    """Return how suspect one box is; 0 if every measure is normal."""
    if off < 0:  # a tile may hide in a box that is too large
        return max(0.0, area - settings.large)
    reasons = (settings.small - area, shared - settings.shared, settings.weak - sure)
    return sum(max(0.0, reason) for reason in reasons)


def _overlap_shares(quads: Array) -> list[float]:
    """Return the largest share of each box's own area that another box covers."""
    own = geometry.area(quads)
    return [
        max(geometry.overlap(quads[i], quads[j]) for j in range(len(quads)) if j != i)
        / float(own[i])
        for i in range(len(quads))
    ]
