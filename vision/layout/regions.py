"""Regions: the parts of a photo that may hold one whole hand.

A photo of a table shows ponds, walls and other players' tiles besides the hand. Tiles that are
near each other are joined, nearest first; each group on the way from single tiles to the whole
photo is a region where a hand may be. Which of them holds the hand is decided by the layout and the
rules (`vision.decoding`), not here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..seen_tile import Point, SeenTile
from .melds import is_flower
from .plane import centre, cross, dot, sides, unit

WEIGHT_ALONG, WEIGHT_ACROSS = 0.6, 1.2
"""Weights of a distance along and across a tile's own row: a hand is spread along one line."""
OTHER_WAY = 1.4
"""Factor for tiles whose faces point different ways: other players' are turned away."""
TOUCHING = 1.25
"""Distance in tile lengths up to which a back belongs to the face beside it."""
FAR = 6.0
"""Distance in tile lengths beyond which no tiles are joined."""
LEAST_FACES, MOST_FACES = 6, 30
"""Faces of a region: four concealed kongs show few, a hand with flowers and neighbours many."""
LEAST_SEPARATION = 1.15
"""Least distance of a group from the rest, over the longest inside it."""
LEAST_EXISTENCE = 0.3
"""Probability of being a tile up to which a face joins no tiles."""
LONGEST_BACKS = 6
"""Backs beside each other that may be kongs; more are a wall."""


@dataclass(frozen=True, slots=True)
class HandRegion:
    """A group of tiles apart from the others.

    Attributes:
        ids: the tiles.
        apart: distance to the nearest other face over the longest distance inside: how clearly
            the group is one.
    """

    ids: frozenset[int]
    apart: float


@dataclass(frozen=True, slots=True)
class _Frame:
    """A tile's own frame.

    Attributes:
        id: the tile's.
        centre: in pixels.
        along, across: their products with a step in pixels are its parts along and across the
            tile's own row in tile lengths, weighted.
        top: the way its top points; None: unknown.
    """

    id: int
    centre: Point
    along: Point
    across: Point
    top: Point | None


def regions(tiles: Sequence[SeenTile]) -> tuple[HandRegion, ...]:
    """Return the regions where one hand may be, the clearest first; the whole photo is none."""
    faces = [_frame(tile) for tile in tiles if tile.face_up and tile.existence > LEAST_EXISTENCE]
    known = {frame.id for frame in faces}
    others = [_frame(tile) for tile in tiles if tile.id not in known]
    found: dict[frozenset[int], HandRegion] = {}
    for group, apart in _groups(faces):
        if LEAST_FACES <= len(group) <= MOST_FACES and apart > LEAST_SEPARATION:
            ids = frozenset(f.id for f in (*group, *_kong_backs(group, others)))
            if len(ids) < len(tiles):
                found.setdefault(ids, HandRegion(ids, apart))
    return tuple(sorted(found.values(), key=lambda region: -region.apart))


def _frame(tile: SeenTile) -> _Frame:
    right, down = sides(tile.quad)
    top = unit((-down[0], -down[1])) if tile.oriented else None
    whole = cross(right, down)
    if abs(whole) < 1e-9:
        never = (math.inf, math.inf)
        return _Frame(tile.id, centre(tile.quad), never, never, top)
    along, across = (
        0.75 * WEIGHT_ALONG / whole,
        WEIGHT_ACROSS / whole,
    )  # three quarters of a length a width
    return _Frame(
        tile.id,
        centre(tile.quad),
        (along * down[1], -along * down[0]),
        (-across * right[1], across * right[0]),
        top,
    )


def _groups(faces: Sequence[_Frame]) -> Iterator[tuple[tuple[_Frame, ...], float]]:
    """Yield each group that single linkage forms, with its distance from the rest."""
    links = sorted(
        (distance, i, j)
        for i, one in enumerate(faces)
        for j in range(i)
        if (distance := _distance(one, faces[j])) < FAR
    )
    home = list(range(len(faces)))
    groups = {i: [i] for i in home}
    widest = dict.fromkeys(home, 0.5)
    for distance, i, j in links:
        a, b = home[i], home[j]
        if a == b:
            continue
        for key in (a, b):
            yield tuple(faces[k] for k in groups[key]), distance / widest[key]
        groups[a] += groups[b]
        for k in groups.pop(b):
            home[k] = a
        widest[a] = max(distance, 0.5)
    for key, group in groups.items():
        yield tuple(faces[k] for k in group), FAR / widest[key]


def _distance(one: _Frame, other: _Frame) -> float:
    """Return the distance of two tiles in tile lengths, by the mean of their own frames."""
    far = (_distance_in(one, one, other) + _distance_in(other, one, other)) / 2
    return _across_ways(far, one, other)


def _distance_in(frame: _Frame, one: _Frame, other: _Frame) -> float:
    """Return the distance of two tiles in tile lengths, as one frame measures it."""
    x, y = other.centre[0] - one.centre[0], other.centre[1] - one.centre[1]
    (a, b), (c, d) = frame.along, frame.across
    return math.hypot(a * x + b * y, c * x + d * y)


def _across_ways(far: float, one: _Frame, other: _Frame) -> float:
    """Return a distance, longer where the faces point different ways."""
    if math.isnan(far):  # a tile without area
        return math.inf
    if one.top is not None and other.top is not None and dot(one.top, other.top) < 0.6:
        far *= OTHER_WAY
    return far


def _kong_backs(group: Sequence[_Frame], backs: Sequence[_Frame]) -> list[_Frame]:
    """Return backs and doubtful tiles beside the group's faces, without walls.

    The face tells which way a row runs: seen from low down, a back's own corners do not.
    """
    found: list[_Frame] = []
    left = list(backs)
    near = list(group)
    while near:
        here = near.pop()
        reach = TOUCHING * 0.75
        beside = [
            back
            for back in left
            if _across_ways(_distance_in(here, here, back), here, back) < reach
        ]
        left = [back for back in left if back not in beside]
        found += beside
        near += [replace(back, along=here.along, across=here.across) for back in beside]
    return found if len(found) <= 2 * LONGEST_BACKS else []


LEFT_OUT, IN_LINE = 3.0, 8.0
"""Costs in nats of a face right beside the hand that is not of it, and of one that touches it."""
ALOOF = 3.0
"""Distance in tile lengths from the hand at which a face may well be of something else."""
FLOWER_ALOOF = 6.0
"""The same for a flower: it is of some hand, and lies apart from its tiles."""


def stray_cost(hand: frozenset[int], tiles: Sequence[SeenTile]) -> float:
    """Return the cost of the faces near a hand that are not of it, in nats."""
    own = [_frame(tile) for tile in tiles if tile.id in hand]
    cost = 0.0
    for tile in tiles if own else ():
        if tile.face_up and tile.id not in hand:
            frame = _frame(tile)
            nearest = min(_distance(frame, one) for one in own)
            aloof = FLOWER_ALOOF if is_flower(tile) else ALOOF
            cost += LEFT_OUT * min(1.0, max(0.0, (aloof - nearest) / (aloof - 0.7)))
            cost += (IN_LINE - LEFT_OUT) * (nearest < 0.55)
    return cost
