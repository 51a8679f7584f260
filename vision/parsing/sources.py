"""The order of a set's tiles as its owner sees them, and who discarded the claimed one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.meld import MeldSource, SetKind

from ..relations.roles import Edge, Relations
from ..seen_tile import Point, SeenTile

_ALONG = 0.35  # least cosine between a set's line and the owner's left to right
_COLUMN = 0.5  # of the spacing in a line: tiles nearer are in one column
_TURNED = 0.5
_RIGHT: dict[Edge, Point] = {
    Edge.BOTTOM: (1.0, 0.0),
    Edge.RIGHT: (0.0, -1.0),
    Edge.TOP: (-1.0, 0.0),
    Edge.LEFT: (0.0, 1.0),
}
"""The owner's right in the picture, y downwards."""


def order_of_set(
    rows: Sequence[int], tiles: Sequence[SeenTile], relations: Relations
) -> tuple[int, ...]:
    """Return the boxes of a set from its owner's left."""
    places = _places(rows, tiles, relations)
    return tuple(sorted(rows, key=lambda i: places[i]))


def source_of_set(
    order: Sequence[int], kind: SetKind, tiles: Sequence[SeenTile], relations: Relations
) -> MeldSource | None:
    """Return the discarder of a set's claimed tile; None if no tile is turned.

    Args:
        order: the boxes from the owner's left.
        kind: of the set; a chow is claimed from the left.
        tiles, relations: of the photo.
    """
    if kind is SetKind.CHOW:
        return MeldSource.LEFT
    places = _places(order, tiles, relations)
    spacing = (places[order[-1]] - places[order[0]]) / max(1, len(order) - 1)
    columns: list[list[int]] = []
    for i in order:
        if columns and places[i] - places[columns[-1][0]] < _COLUMN * spacing:
            columns[-1].append(i)
        else:
            columns.append([i])
    turned = [
        number
        for number, column in enumerate(columns)
        if any(relations.turned[i] > _TURNED for i in column)
    ]
    if not turned:
        return None
    if turned[0] == 0:
        return MeldSource.LEFT
    return MeldSource.RIGHT if turned[-1] == len(columns) - 1 else MeldSource.ACROSS


def _places(
    rows: Sequence[int], tiles: Sequence[SeenTile], relations: Relations
) -> dict[int, float]:
    """Return the places of boxes along the line of their set, from the owner's left."""
    right = _RIGHT[Edge(max(range(4), key=lambda edge: relations.edge[edge]))]
    away = (right[1], -right[0])
    centres = {i: _centre(tiles[i]) for i in rows}
    x = sum(point[0] for point in centres.values()) / len(rows)
    y = sum(point[1] for point in centres.values()) / len(rows)
    xx = sum((point[0] - x) ** 2 for point in centres.values())
    yy = sum((point[1] - y) ** 2 for point in centres.values())
    xy = sum((point[0] - x) * (point[1] - y) for point in centres.values())
    angle = math.atan2(2 * xy, xx - yy) / 2
    line = (math.cos(angle), math.sin(angle))
    way = line[0] * right[0] + line[1] * right[1]
    if abs(way) < _ALONG:  # a set along the table's side starts nearest to its owner
        way = line[0] * away[0] + line[1] * away[1]
    sign = 1.0 if way >= 0 else -1.0
    return {i: sign * (p[0] * line[0] + p[1] * line[1]) for i, p in centres.items()}


def _centre(tile: SeenTile) -> Point:
    xs, ys = zip(*tile.quad, strict=True)
    return sum(xs) / 4, sum(ys) / 4
