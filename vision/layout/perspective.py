"""Perspective: the tiles of a table as from straight above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ..seen_tile import Point, SeenTile
from .plane import area, centre, dot, rectify, sides, unit


@dataclass(frozen=True, slots=True)
class FlatTile:
    """A tile after the perspective is removed: pixels of the picture's middle, an affine view.

    Attributes:
        id: the tile's number in the photo.
        centre: its middle.
        right, down: its mean side vectors: along first-to-second and first-to-last corner.
        is_oriented: whether the first corner is the tile's own top left.
    """

    id: int
    centre: Point
    right: Point
    down: Point
    is_oriented: bool


def flatten(tiles: Sequence[SeenTile]) -> tuple[tuple[FlatTile, ...], float]:
    """Remove the perspective from the tiles; return also the square root of the usual area."""
    quads = rectify([tile.quad for tile in tiles])
    flat = tuple(
        FlatTile(tile.id, centre(quad), *sides(quad), is_oriented=tile.oriented)
        for tile, quad in zip(tiles, quads, strict=True)
    )
    return flat, max(median(math.sqrt(area(quad)) for quad in quads), 1e-9)


def facing(tile: FlatTile, right: Point, away: Point) -> int:
    """Return the direction of a tile's top, for an owner with these directions.

    Returns:
        0 away from the owner (upright), 1 right, 2 towards the owner, 3 left; -1 where the face
        has no direction.
    """
    if not tile.is_oriented:
        return -1
    own_right, own_down = unit(tile.right), unit(tile.down)
    straight = max(dot(own_right, right), -dot(own_down, away), key=abs)
    sideways = max(dot(own_down, right), dot(own_right, away), key=abs)
    if abs(straight) >= abs(sideways):
        return 0 if straight > 0 else 2
    return 3 if sideways > 0 else 1
