"""What looks like tiles: squares of a cloth, flanks of tiles, parts of faces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from scoring.tiles import Tile

from ..seen_tile import Point, SeenTile
from .melds import WHITE_DRAGONS, is_blank
from .plane import area, centre, cross, difference, dot, overlap, sides, unit

NAMELESS = 0.6
"""Probability below which a box without a name is no tile: the picture's edge cuts things off."""
DOUBTFUL = 0.8
"""Probability of being a tile below which a back may be a square: on seven drawn cloths most
squares have less, and the four backs of kongs beside them more."""
NEIGHBOUR = 2.2
"""Distance in sizes of a square up to which another one is its neighbour."""
SURE = 0.95
"""Probability of being a tile from which a blank one may have a flank."""
FEWEST = 6
"""Squares with neighbours on all four sides from which there is a cloth.

A wall is one or two lines, in which no back has neighbours on all sides. A pile that is being
shuffled looks alike, and no tile of it is a hand's either.
"""


BESIDE, TOUCHING, AS_WIDE = 0.25, 0.25, (0.75, 1.3)
"""A flank is at most so far beside the middle of its tile and off its lower edge, in the tile's
sides, and so wide."""
SHORTER, AS_WIDE_AND_SHORTER = 0.85, (0.75, 1.2)
"""Height of a flank that is surely one, in its tile's: seen from 35 degrees on; and its width, by
which an upright tile under a turned one is none."""

WITHIN, SMALLER = 0.8, 0.65
"""Least share of the box of a part of a face within that of the whole face; its most area in the
whole one's."""


def nameless_boxes(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of boxes that nothing names and that hardly are tiles."""
    return frozenset(t.id for t in tiles if not t.names and t.existence < NAMELESS)


def parts_of_faces(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of boxes within the box of a higher number of their suit, dots or bamboo.

    Where tiles are black, the left half of a 4 bamboo looks like a 2. No part of a character
    looks like another one: there the larger box is the one over two tiles.
    """
    printed = [(tile, Tile(tile.kind)) for tile in tiles if tile.names and tile.face_up]
    numbered = [(tile, face) for tile, face in printed if face.suit in ("p", "s")]
    return frozenset(
        part.id
        for part, low in numbered
        if any(
            low.suit == high.suit
            and low.rank < high.rank
            and area(part.quad) < SMALLER * area(whole.quad)
            and overlap(part.quad, whole.quad) > WITHIN * area(part.quad)
            for whole, high in numbered
        )
    )


def doubles(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of boxes within another one of the same face that is likelier a tile."""
    faces = [tile for tile in tiles if tile.names and tile.face_up]
    return frozenset(
        one.id
        for one in faces
        if any(
            one.kind == other.kind
            and (one.existence, one.id) < (other.existence, other.id)
            and overlap(one.quad, other.quad) > WITHIN * area(one.quad)
            for other in faces
        )
    )


def surplus_blanks(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of doubtful blank tiles where more are in view than a set has white dragons.

    Cells of a mat in the colour of the faces look like white dragons.
    """
    blanks = [tile for tile in tiles if is_blank(tile)]
    if len(blanks) <= WHITE_DRAGONS:
        return frozenset()
    return frozenset(tile.id for tile in blanks if tile.existence < DOUBTFUL)


def short_flanks(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of blank tiles right under others that are taller: flanks of those.

    A tile there is nearer to the camera, so it would look as tall at least.
    """
    return frozenset(
        tile.id
        for tile in tiles
        if (not tile.face_up or is_blank(tile))
        and any(
            _is_under(tile, other, SHORTER, AS_WIDE_AND_SHORTER)
            for other in tiles
            if other is not tile
        )
    )


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


def _is_under(
    tile: SeenTile,
    face: SeenTile,
    tallest: float = math.inf,
    width: tuple[float, float] = AS_WIDE,
) -> bool:
    """Return whether a box touches the lower edge of a face in the picture, and is as wide.

    Args:
        tile: the box.
        face: the face.
        tallest: most height of the box, in the face's.
        width: its least and most width, in the face's.
    """
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
    least, most = width
    is_beneath = abs(x) < BESIDE and abs(y - (1 + tall) / 2) < TOUCHING
    return is_beneath and least < wide < most and tall < tallest


def cloth_squares(tiles: Sequence[SeenTile]) -> frozenset[int]:
    """Return the ids of doubtful backs in rows and columns, as squares of a cloth are."""
    backs = [
        (tile, centre(tile.quad))
        for tile in tiles
        if not tile.face_up and tile.existence < DOUBTFUL
    ]
    if len(backs) < 2 * FEWEST:
        return frozenset()
    reach = NEIGHBOUR * median(math.sqrt(area(tile.quad)) for tile, _ in backs)
    near: dict[int, list[int]] = {}
    inside: set[int] = set()
    for tile, at in backs:
        ways = {
            other.id: _side(difference(there, at), tile)
            for other, there in backs
            if other is not tile and math.dist(there, at) < reach
        }
        near[tile.id] = list(ways)
        if len(set(ways.values())) == 4:
            inside.add(tile.id)
    found: set[int] = set()
    for tile, _ in backs:
        if tile.id in found:
            continue
        group = [tile.id]
        for number in group:  # grows as it is walked
            group += [other for other in near[number] if other not in group]
        if len(inside.intersection(group)) >= FEWEST:
            found.update(group)
    return frozenset(found)


def _side(step: Point, tile: SeenTile) -> tuple[bool, bool]:
    """Return on which of a tile's four sides a neighbour is."""
    right, down = map(unit, sides(tile.quad))
    across, along = dot(step, right), dot(step, down)
    return abs(across) > abs(along), (across if abs(across) > abs(along) else along) > 0
