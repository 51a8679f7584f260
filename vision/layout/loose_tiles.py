"""Tiles that lie by themselves near a hand: the one that won is one of them."""

from __future__ import annotations

from .rows import PlacedTile, TileRow
from .zones import Tiles, Zones


def is_near(placed: PlacedTile, line: TileRow) -> bool:
    """Return whether the tile is close enough to a line of the hand to belong to it."""
    left, right = line.tiles[0], line.tiles[-1]
    return abs(placed.v - line.v) < 3.0 and left.u - 4 < placed.u < right.u + 4


def near_faces(parts: Zones, tiles: Tiles) -> list[PlacedTile]:
    """Return the loose faces near the hand; all of them where nothing else is in the photo."""
    assert parts.hand is not None
    faces = _loose_faces(parts, tiles)
    near = [placed for placed in faces if is_near(placed, parts.hand)]
    if not near and not parts.lines and not parts.ponds:
        return faces
    return near


def _loose_faces(parts: Zones, tiles: Tiles) -> list[PlacedTile]:
    return [placed for placed in parts.loose if tiles[placed.id].face_up]
