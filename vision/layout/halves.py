"""Halves of backs: a back with a bar, or in two colours, may be found as two boxes."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations

from ..seen_tile import Point, Quad, SeenTile
from .melds import is_blank
from .plane import centre, difference, dot, length, mean_point, sides, unit

NARROW, WHOLE = 0.75, (0.8, 1.2)
"""Most width of a half, and width of both together, in that of the tile beside them. Width is what
runs from one half to the other, height what runs across it."""
AS_TALL = (0.8, 1.25)
"""Height of a half in that of the tile beside them."""
APART = 1.3
"""Most distance of two halves' middles, in their mean width."""
BESIDE, ASKEW = 1.25, 0.35
"""Most distance of the tile beside them, and how far it may be off their level, in its sides."""
NEAREST = 3
"""Number of tiles among which one beside the halves is looked for."""
SURE = 0.9
"""Least probability of such a tile."""


def join_halves(tiles: Sequence[SeenTile], known: Collection[int] = ()) -> list[SeenTile]:
    """Return the tiles; two narrow blank ones beside a tile that are as wide as it are one.

    Walls of them are joined from a face on, tile by tile. Halves with no tile beside them stay:
    backs farther away look as small. So do those with the ids of `known` tiles.
    """
    whole = [tile for tile in tiles if not _may_be_half(tile) and tile.existence > SURE]
    pairs = _close_pairs([t for t in tiles if _may_be_half(t) and t.id not in known])
    joined: dict[int, SeenTile | None] = {}
    while whole and (pair := _best_pair(pairs, whole)) is not None:
        kept, gone = sorted(pair, key=lambda tile: -tile.existence)
        now = replace(kept, quad=_hull(*pair))
        joined |= {kept.id: now, gone.id: None}
        pairs = [other for other in pairs if not set(pair).intersection(other)]
        whole.append(now)
    found = (joined.get(tile.id, tile) for tile in tiles)
    return [tile for tile in found if tile is not None]


def _may_be_half(tile: SeenTile) -> bool:
    return not tile.face_up or is_blank(tile)


Pair = tuple[SeenTile, SeenTile]


def _close_pairs(tiles: Sequence[SeenTile]) -> list[Pair]:
    """Return the pairs of tiles that are not farther apart than halves may be."""
    middles = [centre(tile.quad) for tile in tiles]
    reaches = [APART * math.dist(tile.quad[0], tile.quad[2]) / 2 for tile in tiles]
    return [
        (tiles[i], tiles[k])
        for i, k in combinations(range(len(tiles)), 2)
        if math.dist(middles[i], middles[k]) < reaches[i] + reaches[k]
    ]


def _best_pair(pairs: Sequence[Pair], whole: Sequence[SeenTile]) -> Pair | None:
    """Return the two halves whose width together is nearest to that of a tile beside them."""
    found = [(misfit, pair) for pair in pairs if (misfit := _misfit(*pair, whole)) is not None]
    return min(found, key=lambda item: item[0], default=(0.0, None))[1]


def _misfit(one: SeenTile, other: SeenTile, whole: Sequence[SeenTile]) -> float | None:
    """Return by how much two halves differ in width from a tile; None if they cannot be halves."""
    step = difference(centre(other.quad), centre(one.quad))
    along = unit(step)
    across = (-along[1], along[0])
    sizes = [_measure(tile.quad, along) for tile in (one, other)]
    widest = max(width for width, _ in sizes)
    both = length(step) + (sizes[0][0] + sizes[1][0]) / 2
    if length(step) > APART * (sizes[0][0] + sizes[1][0]) / 2:
        return None
    middle = mean_point([centre(one.quad), centre(other.quad)])
    for tile in sorted(whole, key=lambda tile: math.dist(centre(tile.quad), middle))[:NEAREST]:
        wide, tall = _measure(tile.quad, along)
        off = difference(centre(tile.quad), middle)
        x, y = abs(dot(off, along)) / wide, abs(dot(off, across)) / tall
        is_beside = (x < BESIDE and y < ASKEW) or (x < ASKEW and y < BESIDE)
        are_narrow = widest < NARROW * wide and _lies_within(both / wide, WHOLE)
        are_as_tall = all(_lies_within(height / tall, AS_TALL) for _, height in sizes)
        if is_beside and are_narrow and are_as_tall:
            return abs(both / wide - 1)
    return None


def _measure(quad: Quad, along: Point) -> tuple[float, float]:
    """Return the lengths of a quad's sides, first that which runs along a direction, in pixels."""
    first, second = sides(quad)
    if abs(dot(unit(first), along)) < abs(dot(unit(second), along)):
        first, second = second, first
    return length(first), length(second)


def _lies_within(ratio: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] < ratio < bounds[1]


def _hull(one: SeenTile, other: SeenTile) -> Quad:
    """Return the quad around two halves, clockwise as seen."""
    along = unit(difference(centre(other.quad), centre(one.quad)))
    across = (-along[1], along[0])
    corners = [*one.quad, *other.quad]

    def outermost(right: int, down: int) -> Point:
        return max(corners, key=lambda p: right * dot(p, along) + down * dot(p, across))

    return outermost(-1, -1), outermost(1, -1), outermost(1, 1), outermost(-1, 1)
