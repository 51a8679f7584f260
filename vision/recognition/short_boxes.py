"""Boxes that end before those beside them in a row: a gap in the print looks like a tile's end.

From a low camera the upper strokes of a character seem to be beyond the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats


@dataclass(frozen=True, slots=True)
class ShortBoxSettings:
    """When a box is short. Lengths are in sides of the box.

    Attributes:
        near: distance along the row up to which boxes are neighbours.
        next: the same for the nearest of them.
        across: largest distance of the nearest one's middle across the row.
        wide: largest difference of width; a sideways tile is wider, and rightly shorter.
        level: largest distance of the side that is not short from the neighbours' line.
        share: the neighbours' length is that which this share of them do not exceed: some may be
            short, too.
        least, most: that length, from which on a box is short, and up to which it may be.
    """

    near: float = 3.6
    next: float = 1.4
    across: float = 0.5
    wide: float = 0.2
    level: float = 0.2
    share: float = 0.8
    least: float = 1.12
    most: float = 1.7


def find_short_boxes(
    quads: Sequence[Floats], settings: ShortBoxSettings | None = None
) -> list[tuple[int, Floats]]:
    """Return the boxes that are shorter than two neighbours of theirs, each with one that is not.

    Where either end may be the short one, a box has two.

    Args:
        quads: the boxes, each of shape (4, 2), clockwise rectangles.
        settings: thresholds.
    """
    settings = settings or ShortBoxSettings()
    if len(quads) < 3:
        return []
    boxes = np.array(quads)
    return [(i, quad) for i in range(len(boxes)) for quad in _longer_boxes(i, boxes, settings)]


def _longer_boxes(number: int, boxes: Floats, settings: ShortBoxSettings) -> list[Floats]:
    """Return a box as long as those beside it for each end that may be short, shape (4, 2)."""
    quad, others = boxes[number], np.delete(boxes, number, axis=0)
    away = others.mean(axis=1) - quad.mean(axis=0)
    nearest = int(np.argmin(np.hypot(away[:, 0], away[:, 1])))
    sides = others[nearest, 1:3] - others[nearest, :2]
    along = sides[int(np.argmax(np.abs(sides @ away[nearest])))]
    axes = np.stack([along, (-along[1], along[0])]) / np.hypot(*along)
    sizes = _sizes(boxes, axes)
    wide, tall = sizes[number]
    sizes = np.delete(sizes, number, axis=0)
    places = away @ axes.T
    if (
        abs(places[nearest, 0]) > settings.next * wide
        or abs(places[nearest, 1]) > settings.across * tall
    ):
        return []
    row = (
        (np.abs(places[:, 0]) > 0.5 * wide)
        & (np.abs(places[:, 0]) < settings.near * wide)
        & (np.abs(sizes[:, 0] / wide - 1) < settings.wide)
        & (np.abs(places[:, 1]) < sizes[:, 1])
    )
    if row.sum() < 2:
        return []
    places, sizes = places[row], sizes[row]
    length = float(np.quantile(sizes[:, 1], settings.share, method="higher"))
    if not settings.least < length / tall < settings.most:
        return []
    found = []
    for kept in (1, -1):  # the end that is not short
        off = _offset(places, sizes[:, 1] * kept / 2, tall * kept / 2)
        if abs(off) <= settings.level * tall:
            middle = quad.mean(axis=0) - axes[1] * kept * (length - tall) / 2
            found.append(_rectangle(middle, axes[0] * wide / 2, axes[1] * length / 2, quad))
    return found


def _sizes(boxes: Floats, axes: Floats) -> Floats:
    """Return the lengths of boxes along two axes, shape (n, 2): of the sides that run like them."""
    sides = boxes[:, 1:3] - boxes[:, :2]
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    shares = np.abs(sides @ axes[0]) / np.maximum(lengths, 1e-9)
    first = shares[:, 0] >= shares[:, 1]
    return np.asarray(np.where(first[:, None], lengths, lengths[:, ::-1]))


def _offset(places: Floats, ends: Floats, own: float) -> float:
    """Return how far a box's end is from the line through the neighbours' ends.

    Args:
        places: the neighbours' middles from its own, along and across the row, shape (n, 2).
        ends: how far their ends are from their middles across the row, shape (n,).
        own: the same of the box.
    """
    u, v = places[:, 0], places[:, 1] + ends
    spread = u - u.mean()
    slope = float(spread @ v) / max(float(spread @ spread), 1e-9)
    return own - float(v.mean() - slope * u.mean())


def _rectangle(middle: Floats, along: Floats, down: Floats, like: Floats) -> Floats:
    """Return a rectangle, clockwise from the corner that is the first one of a similar one."""
    quad = middle + np.array([-along - down, along - down, along + down, down - along])
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return min(turns, key=lambda turn: float(np.abs(turn - like).sum()))
