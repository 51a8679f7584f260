"""Perspective: the picture rectified, and seen from the side of the hand's owner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from statistics import fmean, median

from ..seen_tile import Point, SeenTile
from .plane import area, centre, dot, length, mean_point, rectify, scale, sides, unit
from .standing_tiles import lay_down

LINK = 2.2  # groups: centres nearer than this many tile sizes (1.9 tile lengths) belong together
WIDTH = 0.87  # width of a tile over the square root of its area: faces are 3 : 4
SLANT = 0.45  # cosine between a row and its upright tiles' boxes, at the lowest (63 degrees)
MAJORITY = 2.5  # faces decide the owner's side when so many times more point one way
BINS = 45  # of 4 degrees, for the directions of neighbours and sides
OWNER_COSINE = (
    0.7  # least cosine between the direction away from an edge and that away from its owner
)


class PictureEdge(StrEnum):
    """An edge of the picture, at which a player sits."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"

    @property
    def inwards(self) -> Point:
        """Return the unit vector from this edge into the picture."""
        return _INWARDS[self]


_INWARDS = {
    PictureEdge.BOTTOM: (0.0, -1.0),
    PictureEdge.TOP: (0.0, 1.0),
    PictureEdge.LEFT: (1.0, 0.0),
    PictureEdge.RIGHT: (-1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class FlatTile:
    """A tile after the perspective is removed: pixels of the picture's middle, an affine view.

    Attributes:
        id: the tile's number in the photo.
        centre: its middle.
        right, down: its mean side vectors: along first-to-second and first-to-last corner.
        is_normal: false if it is far too small or large to belong to this table.
        is_oriented: whether the first corner is the tile's own top left.
    """

    id: int
    centre: Point
    right: Point
    down: Point
    is_normal: bool
    is_oriented: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Tiles along one axis, and the owner's directions.

    Attributes:
        tiles: the place's tiles.
        right, up: unit vectors in the flat picture: the owner's right along the rows, and
            square to it away from the owner.
        votes: tiles of the long rows that face the owner, less those that face away, or of all
            rows if these are more; 0 when no face decides, and then the owner is assumed at the
            picture's bottom edge.
        size: square root of the usual tile's area in the picture.
    """

    tiles: tuple[FlatTile, ...]
    right: Point
    up: Point
    votes: int
    size: float


def flatten(tiles: Sequence[SeenTile]) -> tuple[tuple[FlatTile, ...], float]:
    """Remove the perspective from the tiles; return also the square root of the usual area."""
    quads = rectify(lay_down(tiles))
    sizes = [math.sqrt(area(quad)) for quad in quads]
    usual = median(sizes)
    flat = tuple(
        FlatTile(
            tile.id,
            centre(quad),
            *sides(quad),
            is_normal=usual / 2 < size < usual * 2,
            is_oriented=tile.oriented,
        )
        for tile, quad, size in zip(tiles, quads, sizes, strict=True)
    )
    return flat, max(usual, 1e-9)


def place_of(
    tiles: Sequence[SeenTile],
    edge: PictureEdge | None = None,
    hand_from: PictureEdge | None = None,
) -> Place:
    """Return the place of the player whose row is the longest: all tiles, along its axis.

    Args:
        tiles: the tiles of one photo, at least one.
        edge: of the picture, at which the owner sits.
        hand_from: the same, and a group that can be of this owner comes before a longer row.
    """
    flat, size = flatten(tiles)
    found = [(_best_axis(group, size), group) for group in _groups(flat, size)]
    (_, _, axis), main = max(
        found,
        key=lambda item: (_is_owned_from(hand_from, item[1], item[0][2], size), *item[0][:2]),
    )
    place = _place(main, axis, size, edge or hand_from)
    votes = _count_votes(flat, place.right, place.up)
    if edge is None and hand_from is None and not place.votes and votes < 0:
        place, votes = _turn_around(place), -votes
    return replace(place, tiles=flat, votes=max(place.votes, votes))


def _turn_around(place: Place) -> Place:
    """Return the place as a player opposite its owner sees it."""
    return replace(place, right=scale(place.right, -1), up=scale(place.up, -1))


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


def groups_of_neighbours(tiles: Sequence[SeenTile]) -> list[tuple[SeenTile, ...]]:
    """Return the tiles in groups that lie apart from each other."""
    if not tiles:
        return []
    seen = {tile.id: tile for tile in tiles}
    flat, size = flatten(tiles)
    return [tuple(seen[one.id] for one in group) for group in _groups(flat, size)]


def is_owned_from(edge: PictureEdge, tiles: Sequence[SeenTile]) -> bool:
    """Return whether the tiles can be the hand of the player at this edge."""
    flat, size = flatten(tiles)
    return _is_owned_from(edge, flat, _best_axis(flat, size)[2], size)


def _is_owned_from(
    edge: PictureEdge | None, group: Sequence[FlatTile], axis: Point, size: float
) -> bool:
    """Return whether the group can be the tiles of the player at this edge."""
    if edge is None:
        return True
    place = _place(group, axis, size)
    along = dot(place.up, edge.inwards)
    return (along if place.votes else abs(along)) >= OWNER_COSINE


def _groups(tiles: Sequence[FlatTile], size: float) -> list[list[FlatTile]]:
    """Group the tiles by nearness, in their order; every tile is in one group."""
    left, groups = list(range(len(tiles))), []
    while left:
        group = [left.pop(0)]
        for i in group:  # grows as it is walked
            at = tiles[i].centre
            near = {j for j in left if math.dist(at, tiles[j].centre) < LINK * size}
            left = [j for j in left if j not in near]
            group += near
        groups.append([tiles[i] for i in sorted(group)])
    return groups


def _best_axis(group: Sequence[FlatTile], size: float) -> tuple[float, int, Point]:
    """Return the group's best axis, after its row score and its longest row's length."""
    scored = []
    for angle in _axis_candidates(group, size):
        score, longest, axis = _follow_row(group, (math.cos(angle), math.sin(angle)), size)
        scored.append((score, len(longest), axis))
    return max(scored, key=lambda item: item[:2])


def _follow_row(
    group: Sequence[FlatTile], axis: Point, size: float
) -> tuple[float, list[FlatTile], Point]:
    """Return the row score along an axis, its longest row, and the axis through that row.

    Between neighbours that lie unevenly an axis is off, and its rows are short: the axis through
    one of them may link more.
    """
    score, longest = _row_score(group, axis, size)
    while True:
        axis = _fit_axis([tile.centre for tile in longest], axis)
        again, longer = _row_score(group, axis, size)
        if again <= score:
            return score, longest, axis
        score, longest = again, longer


def _axis_candidates(group: Sequence[FlatTile], size: float) -> list[float]:
    """Return directions between neighbours, or along the tiles' own sides (radians)."""
    vectors = []
    for one, other in combinations(group, 2):
        step = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
        if 0.4 * size < math.hypot(*step) < 1.7 * size:
            vectors += [step, step]  # there and back
    vectors += [tile.right for tile in group]
    vectors += [tile.right if tile.is_oriented else tile.down for tile in group]
    angles = [math.atan2(y, x) % math.pi for x, y in vectors]
    bins = [0] * BINS
    for angle in angles:
        bins[int(angle / math.pi * BINS) % BINS] += 1
    full = [bins[i] + bins[i - 1] for i in range(BINS)]
    chosen: list[float] = []
    for first in sorted(range(BINS), key=lambda i: -full[i])[:8]:
        middle = first / BINS * math.pi
        near = [off for angle in angles if abs(off := _turn(angle, middle)) < math.pi / 40]
        if near:
            found = middle + fmean(near)
            if all(abs(_turn(found, angle)) > 0.06 for angle in chosen):
                chosen.append(found)
    return chosen or [0.0]


def _turn(angle: float, other: float) -> float:
    """Return how far one axis is turned against another, within a quarter turn (radians)."""
    return (angle - other + math.pi / 2) % math.pi - math.pi / 2


def _row_score(group: Sequence[FlatTile], axis: Point, size: float) -> tuple[float, list[FlatTile]]:
    """Score how well the group forms rows along the axis; return also its longest row."""
    chains = chain(group, axis, size)
    oriented = [tile for tile in group if tile.is_oriented]
    upright = sum(abs(dot(tile.right, axis)) > SLANT * length(tile.right) for tile in oriented)
    fit = (upright + 1) / (len(oriented) + 1)
    score = sum(len(c) ** 2 for c in chains) * (0.3 + 0.7 * fit)
    return score, [group[i] for i in max(chains, key=len)]


def chain(tiles: Sequence[FlatTile], axis: Point, size: float) -> list[list[int]]:
    """Link the tiles into chains of side neighbours along the axis, each from end to end.

    Returns:
        Indices of the tiles.
    """
    square = -axis[1], axis[0]
    spots = sorted(
        (dot(tile.centre, axis), dot(tile.centre, square), i) for i, tile in enumerate(tiles)
    )
    follower: dict[int, tuple[float, int]] = {}  # nearest tile ahead of each, after its distance
    leader: dict[int, tuple[float, int]] = {}
    for k, (along, across, i) in enumerate(spots):
        for further, beside, j in spots[k + 1 :]:
            ahead, aside = further - along, abs(beside - across)
            if ahead >= 1.9 * size:
                break
            if ahead > 0.25 * size and aside < 0.3 * size:
                cost = ahead + 2 * aside
                follower[i] = min((cost, j), follower.get(i, (math.inf, -1)))
                leader[j] = min((cost, i), leader.get(j, (math.inf, -1)))
    after = {i: j for i, (_, j) in follower.items() if leader[j][1] == i}
    chains = []
    for start in sorted(set(range(len(tiles))) - set(after.values())):
        links = [start]
        while links[-1] in after:
            links.append(after[links[-1]])
        chains.append(links)
    return chains


def _fit_axis(spots: Sequence[Point], axis: Point) -> Point:
    """Rotate the axis to run through the row's centres."""
    if len(spots) < 3:
        return axis
    middle_x, middle_y = mean_point(spots)
    from_middle = [(x - middle_x, y - middle_y) for x, y in spots]
    xx, yy = sum(x * x for x, _ in from_middle), sum(y * y for _, y in from_middle)
    xy = sum(x * y for x, y in from_middle)
    angle = math.atan2(2 * xy, xx - yy) / 2
    found = math.cos(angle), math.sin(angle)
    along = dot(found, axis)
    return scale(found, math.copysign(1, along)) if abs(along) > 0.9 else axis


def _place(
    group: Sequence[FlatTile], axis: Point, size: float, edge: PictureEdge | None = None
) -> Place:
    """Build the place; long rows, else all tiles, else the picture decide the owner's side."""
    right = axis if axis[0] > 0 or (axis[0] == 0 and axis[1] > 0) else scale(axis, -1)
    if abs(right[0]) < 0.17:  # seen from a side seat: no edge is nearer, assume a left turn
        right = scale(right, math.copysign(1, right[1]))
    chains = chain(group, axis, size)
    longest = max(map(len, chains))
    rows = [group[i] for c in chains if len(c) >= 0.6 * longest for i in c]
    up = right[1], -right[0]
    votes = _count_votes(rows, right, up) or _count_votes(group, right, up)
    if edge is not None:
        votes = 1 if dot(up, edge.inwards) >= 0 else -1
    place = Place(tuple(group), right, up, abs(votes), size)
    return _turn_around(place) if votes < 0 else place


def _count_votes(voters: Sequence[FlatTile], right: Point, away: Point) -> int:
    """Return how many more faces are upright than upside down; 0 where they point both ways."""
    tops = [facing(tile, right, away) for tile in voters]
    near, far = tops.count(0), tops.count(2)
    # carelessly placed tiles point both ways: then the picture's own edge decides
    return near - far if max(near, far) >= MAJORITY * min(near, far) else 0
