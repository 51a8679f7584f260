"""Boxes around two tiles, and pairs around parts of one, told by their neighbours' size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .. import geometry
from ..arrays import Floats
from ..geometry import Array


@dataclass(frozen=True, slots=True)
class MiscutSettings:
    """Thresholds for boxes to be cut anew. Areas and extents are in the neighbours' median.

    Set on made hands of seeds 71101 and 72101 and on the tables of the development photos: a length
    of 1.55 misses two sideways tiles, one above the other, amid upright ones.

    Attributes:
        near: how many of the nearest boxes are the neighbours.
        double: least and most area of a box around two tiles.
        length: least extent along both.
        part: most area of a part of a tile.
        whole: least and most extent of two parts together, along either side.
        loose: area of the rectangle around two parts in the sum of their own, at most.
    """

    near: int = 6
    double: tuple[float, float] = (1.6, 2.6)
    length: float = 1.4
    part: float = 0.8
    whole: tuple[float, float] = (0.7, 1.4)
    loose: float = 1.4


def find_double_boxes(
    quads: Sequence[Floats], settings: MiscutSettings | None = None
) -> list[tuple[int, tuple[Floats, Floats]]]:
    """Find boxes that may be around two tiles, with the boxes of both.

    Args:
        quads: boxes, each (4, 2), pixels, clockwise.
        settings: thresholds.

    Returns:
        index of the box, and its halves (4, 2), clockwise, a short side first.
    """
    settings = settings or MiscutSettings()
    found: list[tuple[int, tuple[Floats, Floats]]] = []
    for i, (quad, around) in enumerate(_neighbourhoods(quads, settings.near)):
        if _is_within(_relative_area(quad, around), settings.double):
            found += [
                (i, _halves(np.roll(quad, -side, axis=0)))
                for side, extent in enumerate(_relative_extents(quad, around))
                if extent > settings.length
            ]
    return found


def find_parts(
    quads: Sequence[Floats], settings: MiscutSettings | None = None
) -> list[tuple[tuple[int, int], Floats]]:
    """Find pairs of boxes that may be around parts of one tile, with the box of the tile.

    Args:
        quads: boxes, each (4, 2), pixels, clockwise.
        settings: thresholds.

    Returns:
        indices of the boxes, and the rectangle around both (4, 2), clockwise, a short side first.
    """
    settings = settings or MiscutSettings()
    around = [boxes for _, boxes in _neighbourhoods(quads, settings.near)]
    small = [i for i, boxes in enumerate(around) if _relative_area(quads[i], boxes) < settings.part]
    found = []
    for one, other in combinations(small, 2):
        quad = _rectangle_around(quads[one], quads[other])
        own = geometry.area(quads[one]) + geometry.area(quads[other])
        is_tight = geometry.area(quad) < settings.loose * own
        if is_tight and all(
            _is_within(extent, settings.whole) for extent in _relative_extents(quad, around[one])
        ):
            found.append(((one, other), _short_side_first(quad)))
    return found


def _neighbourhoods(quads: Sequence[Floats], near: int) -> Iterator[tuple[Floats, Array]]:
    """Yield each box with the boxes nearest to it, if there are enough."""
    if len(quads) <= near:
        return
    boxes = np.stack([np.asarray(quad, np.float64) for quad in quads])
    middles = geometry.centre(boxes)
    for i, quad in enumerate(boxes):
        away = np.linalg.norm(middles - middles[i], axis=1)
        yield quad, boxes[np.argsort(away, kind="stable")[1 : near + 1]]


def _relative_area(quad: Floats, around: Array) -> float:
    return float(geometry.area(quad) / np.median(geometry.area(around)))


def _relative_extents(quad: Floats, around: Array) -> tuple[float, float]:
    """Return how far a quad reaches along its first two sides against the median of others."""
    first, second = (
        float(_extent(quad, side) / np.median(_extent(around, side)))
        for side in (quad[1] - quad[0], quad[2] - quad[1])
    )
    return first, second


def _extent(quads: Array, along: Array) -> Array:
    """Return how far quads (..., 4, 2) reach along a direction, times its length."""
    at = quads @ along
    return np.asarray(at.max(axis=-1) - at.min(axis=-1))


def _is_within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] < value < bounds[1]


def _rectangle_around(one: Floats, other: Floats) -> Floats:
    """Return the rectangle around two boxes whose sides run like the first one's."""
    along = one[1] - one[0]
    axes = np.stack([along, [-along[1], along[0]]]) / np.hypot(*along)
    places = np.concatenate([one, other]) @ axes.T
    (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
    corners = np.array([[left, top], [right, top], [right, low], [left, low]])
    return np.asarray(corners @ axes)


def _halves(quad: Floats) -> tuple[Floats, Floats]:
    """Divide a box across its first side; each half has a short side first."""
    a, b, c, d = quad
    one, other = (a + b) / 2, (c + d) / 2
    return _short_side_first(np.stack([a, one, other, d])), _short_side_first(
        np.stack([one, b, c, other])
    )


def _short_side_first(quad: Floats) -> Floats:
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return np.roll(quad, -1, axis=0) if first > second else quad
