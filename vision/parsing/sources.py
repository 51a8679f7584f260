"""The order of a set's tiles as its owner sees them, and who discarded the claimed one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.meld import MeldSource, SetKind

from ..picture_edge import PictureEdge
from ..relations.roles import Edge, Relations
from ..seen_tile import Point, SeenTile

_COLUMN = 0.5  # of the spacing in a line: tiles nearer are in one column


def order_of_set(rows: Sequence[int], tiles: Sequence[SeenTile], edge: Edge) -> tuple[int, ...]:
    """Return the boxes of a set from its owner's left."""
    places = _places(rows, tiles, edge)
    return tuple(sorted(rows, key=lambda i: places[i]))


def source_shares(
    rows: Sequence[int], kind: SetKind, tiles: Sequence[SeenTile], relations: Relations, edge: Edge
) -> dict[MeldSource | None, float]:
    """Return the probabilities of the discarders of a set's claimed tile; None: none is turned.

    Args:
        rows: the boxes.
        kind: of the set; a chow is claimed from the left.
        tiles, relations: of the photo.
        edge: at which the owner sits.
    """
    if kind is SetKind.CHOW:
        return {MeldSource.LEFT: 1.0}
    places = _places(rows, tiles, edge)
    order = sorted(rows, key=lambda i: places[i])
    spacing = (places[order[-1]] - places[order[0]]) / max(1, len(order) - 1)
    columns: list[list[int]] = []
    for i in order:
        if columns and places[i] - places[columns[-1][0]] < _COLUMN * spacing:
            columns[-1].append(i)
        else:
            columns.append([i])
    # an added fourth tile lies above or beside the turned one: the surest of a column counts
    turned = [
        min(0.999, max(0.001, max(relations.turned[i] for i in column))) for column in columns
    ]
    none = math.prod(1 - share for share in turned)
    weights: dict[MeldSource | None, float] = {None: none}
    for number, share in enumerate(turned):
        source = MeldSource.ACROSS
        if number in (0, len(columns) - 1):
            source = MeldSource.RIGHT if number else MeldSource.LEFT
        weights[source] = weights.get(source, 0.0) + none * share / (1 - share)
    total = sum(weights.values())
    return {source: weight / total for source, weight in weights.items()}


def _places(rows: Sequence[int], tiles: Sequence[SeenTile], edge: Edge) -> dict[int, float]:
    """Return the places of boxes along the line of their set, from the owner's left."""
    right, away = PictureEdge[edge.name].right, PictureEdge[edge.name].inwards
    centres = {i: _centre(tiles[i]) for i in rows}
    x = sum(point[0] for point in centres.values()) / len(rows)
    y = sum(point[1] for point in centres.values()) / len(rows)
    xx = sum((point[0] - x) ** 2 for point in centres.values())
    yy = sum((point[1] - y) ** 2 for point in centres.values())
    xy = sum((point[0] - x) * (point[1] - y) for point in centres.values())
    angle = math.atan2(2 * xy, xx - yy) / 2
    line = (math.cos(angle), math.sin(angle))
    way = line[0] * right[0] + line[1] * right[1]
    outwards = line[0] * away[0] + line[1] * away[1]
    if abs(outwards) > abs(way):  # a set along the table's side starts nearest to its owner
        way = outwards
    sign = 1.0 if way >= 0 else -1.0
    return {i: sign * (p[0] * line[0] + p[1] * line[1]) for i, p in centres.items()}


def _centre(tile: SeenTile) -> Point:
    xs, ys = zip(*tile.quad, strict=True)
    return sum(xs) / 4, sum(ys) / 4
