"""What looks like tiles: flanks of tiles."""

from __future__ import annotations

from collections.abc import Sequence

from ..seen_tile import Point, SeenTile
from .melds import is_blank
from .plane import centre, cross, difference, sides, unit

SURE = 0.95
"""Probability of being a tile from which a blank one may have a flank."""
BESIDE, TOUCHING, AS_WIDE = 0.25, 0.25, (0.75, 1.3)
"""A flank is at most so far beside the middle of its tile and off its lower edge, in the tile's
sides, and so wide."""


def flanks_of_faces(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of blank tiles right under faces, where a low camera sees the faces' flanks.

    White dragons and backs of a second row are there, too. Under a blank tile is the flank of it
    where that one is surely a tile.
    """
    faces = [
        tile for tile in tiles if tile.face_up and (not is_blank(tile) or tile.existence > SURE)
    ]
    return frozenset(
        tile.id
        for tile in tiles
        if (not tile.face_up or is_blank(tile)) and any(_is_under(tile, face) for face in faces)
    )


def _is_under(tile: SeenTile, face: SeenTile) -> bool:
    """Return whether a box touches the lower edge of a face in the picture, and is as wide."""
    across, down = sides(face.quad)
    if abs(unit(across)[1]) > abs(unit(down)[1]):
        across, down = down, across
    if down[1] < 0:
        down = (-down[0], -down[1])
    whole = cross(across, down)
    if abs(whole) < 1e-9:
        return False

    def in_sides(step: Point) -> Point:
        return cross(step, down) / whole, cross(across, step) / whole

    x, y = in_sides(difference(centre(tile.quad), centre(face.quad)))
    parts = [in_sides(side) for side in sides(tile.quad)]
    wide, tall = (max(abs(part[k]) for part in parts) for k in (0, 1))
    least, most = AS_WIDE
    is_beneath = abs(x) < BESIDE and abs(y - (1 + tall) / 2) < TOUCHING
    return is_beneath and least < wide < most
