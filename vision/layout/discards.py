"""Discards of the players around a whole table: whose they are, and in which order.

Each player discards in rows towards the table's middle, with the faces towards himself. So the way
in which the faces point tells the player; tiles that point the same way and are near each other are
his discards, or his sets, which are farther from the middle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median

from scoring.tiles import COPIES

from ..seen_tile import Point, SeenTile
from .layout import Layout
from .melds import plain_kind, set_kind
from .perspective import FlatTile, facing, flatten
from .plane import clamp, difference, dot, length, unit
from .seats import SeatDiscards

ROW = 6
"""Discards of a full row."""
READABLE = 0.5
"""Probability of a name from which a face can be read."""
MOST_GROUPS = 6
"""Groups of a player that are compared, the largest ones."""
LINK = 2.2
"""Sides of a tile's square between the middles of neighbours (1.9 lengths of a tile)."""
GAP = 0.34
"""Free space between tiles that do not touch, in widths; pushed by hand they leave up to 0.2."""
STRAIGHT = 0.82
"""Least cosine of a tile's side with its row (35 degrees)."""
SLOPE, FACE_ODDS = 12.0, 4.0
"""Log odds that a tile lies along an axis: of its shape, for a log ratio of 1, and of its face, of
whose directions 1 in 50 is misread."""
_WIDTH, _HEIGHT = 3.0, 4.0  # of a tile, in the units of this module
_REACH = LINK * math.sqrt(_WIDTH * _HEIGHT)
_SEATS = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""The direction from each seat to the table's middle, in the frame of the hand's owner."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A face on the table: x to the right of the hand's owner, y away from him.

    Attributes:
        id: the tile's.
        x, y: of its middle; a tile is 3 wide and 4 long.
        is_along: whether its upper edge is along x rather than along y.
        is_straight: whether it lies along either.
        seat: the player to whom the face points; None if it has no direction.
    """

    id: int
    x: float
    y: float
    is_along: bool
    is_straight: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class _Group:
    """Faces near each other that may be one player's discards.

    Attributes:
        seat: the player's.
        spots: the tiles.
        x, y: their middle.
        support: number of the tiles, less twice those that face another player.
    """

    seat: int
    spots: tuple[_Spot, ...]
    x: float
    y: float
    support: int


def find_discards(found: Layout, tiles: Sequence[SeenTile]) -> tuple[SeatDiscards, ...]:
    """Return the discards in view around the hand of a layout, by seat.

    Args:
        found: the layout of the photo.
        tiles: the photo's tiles.
    """
    in_view = {i for row in found.rows for i in row}
    faces = {tile.id: tile for tile in tiles if tile.id in in_view and tile.face_up}
    if not found.own_ids or found.own_ids.issuperset(faces):
        return ()
    flat, size = flatten(tuple(faces.values()))
    right = _owners_right(found, {tile.id: tile for tile in flat}, size)
    if right is None:
        return ()
    spots = _place(flat, right)
    others = {*found.own_ids, *found.indicators, *found.hidden_indicators}
    hand = [spot for spot in spots if spot.id in found.own_ids]
    level = fmean(spot.y for spot in hand)
    linked = _link([spot for spot in spots if spot.id not in others])
    lone = [spots[0] for spots in linked if len(spots) == 1 and _touches_others(spots[0], linked)]
    groups = [
        group
        for spots in linked
        if spots[0] not in lone
        for group in _groups(spots)
        if group.y > level
    ]
    chosen = _with_lone_tiles(_around_the_middle(groups), lone)
    taken = others | {spot.id for group in chosen for spot in group.spots}
    strays = [spot for spot in spots if spot.id not in taken]
    placed = []
    for group in chosen:
        rows = _rows(group)
        if _are_discards(rows, faces):
            is_clear = all(faces[spot.id].confidence >= READABLE for spot in group.spots)
            is_clear = is_clear and not any(_is_near(spot, group) for spot in strays)
            placed.append(_discards(group.seat, rows, is_clear))
    return tuple(placed)


def _is_near(spot: _Spot, group: _Group) -> bool:
    """Return whether a tile is near a group: it may be one of it."""
    return any(math.hypot(spot.x - one.x, spot.y - one.y) < _REACH for one in group.spots)


def _owners_right(found: Layout, flat: Mapping[int, FlatTile], size: float) -> Point | None:
    """Return the unit vector to the right of the hand's owner, along the rows of his tiles."""
    steps = []
    for ids in (found.concealed, *(meld.tiles for meld in found.melds)):
        row = [flat[i].centre for i in ids if i in flat]
        steps += [difference(after, before) for before, after in pairwise(row)]
    near = [unit(step) for step in steps if length(step) < LINK * size]
    if not near:
        return None
    return unit((fmean(x for x, _ in near), fmean(y for _, y in near)))


def _place(flat: Sequence[FlatTile], right: Point) -> list[_Spot]:
    """Return the tiles in the frame of the hand's owner, equally large on both axes."""
    up = right[1], -right[0]
    tops = [facing(tile, right, up) for tile in flat]
    extents = [_extents(tile, right, up) for tile in flat]
    known = [(*extent, top % 2) for extent, top in zip(extents, tops, strict=True) if top >= 0]
    if known:
        across = median(x / (_HEIGHT if is_side else _WIDTH) for x, _, is_side in known)
        away = median(y / (_WIDTH if is_side else _HEIGHT) for _, y, is_side in known)
    else:
        across = away = median(math.sqrt(x * y / (_WIDTH * _HEIGHT)) for x, y in extents)
    spots = []
    for tile, (x, y), top in zip(flat, extents, tops, strict=True):
        odds = clamp(SLOPE * math.log(y * across / (x * away)), -4.0, 4.0)
        if top >= 0:
            odds = 0.5 * odds + FACE_ODDS * (-1 if top % 2 else 1)
        at = dot(tile.centre, right) / across, dot(tile.centre, up) / away
        side = max(abs(dot(unit(tile.right), axis)) for axis in (right, up))
        spots.append(_Spot(tile.id, *at, odds > 0, side > STRAIGHT, -top % 4 if top >= 0 else None))
    return spots


def _extents(tile: FlatTile, right: Point, up: Point) -> tuple[float, float]:
    """Return the lengths of the tile's sides along two directions."""
    sides = tile.right, tile.down
    along = max(range(2), key=lambda i: abs(dot(unit(sides[i]), right)))
    return length(sides[along]), length(sides[1 - along])


def _link(spots: Sequence[_Spot]) -> list[list[_Spot]]:
    """Group near tiles that lie the same way."""
    left, groups = list(spots), []
    while left:
        group = [left.pop(0)]
        for spot in group:  # grows as it is walked
            near = [
                other
                for other in left
                if other.is_along == spot.is_along and _are_neighbours(spot, other)
            ]
            left = [other for other in left if other not in near]
            group += near
        groups.append(group)
    return groups


def _are_neighbours(one: _Spot, other: _Spot) -> bool:
    """Return whether two tiles that lie the same way are in one row, or one below the other."""
    along, across = abs(one.x - other.x), abs(one.y - other.y)
    if not one.is_along:
        along, across = across, along
    in_row = across < _HEIGHT / 2 and along < _REACH
    return in_row or (along < _WIDTH and across < _REACH)


def _touches_others(spot: _Spot, groups: Sequence[Sequence[_Spot]]) -> bool:
    """Return whether a tile touches one of a group of several."""
    return any(len(group) > 1 and _touching(spot, group) for group in groups)


def _touching(spot: _Spot, group: Sequence[_Spot]) -> int:
    """Return the number of a group's tiles that a tile touches."""
    return sum(_space(spot, other) < GAP * _WIDTH for other in group)


def _with_lone_tiles(groups: Sequence[_Group], lone: Sequence[_Spot]) -> list[_Group]:
    """Add each tile that lies across its neighbours to the group that it touches most.

    It is a turned discard, or its face has no direction. None lies beyond the first row.
    """
    added: list[list[_Spot]] = [[] for _ in groups]
    for spot in lone:
        fit = [_touching(spot, group.spots) * _is_below_top(spot, group) for group in groups]
        if any(fit):
            added[fit.index(max(fit))].append(spot)
    return [
        replace(group, spots=(*group.spots, *more))
        for group, more in zip(groups, added, strict=True)
    ]


def _is_below_top(spot: _Spot, group: _Group) -> bool:
    """Return whether a tile is in a group's first row or nearer to its player."""
    up = _SEATS[group.seat]
    top = max(dot((other.x, other.y), up) for other in group.spots)
    return dot((spot.x, spot.y), up) < top + _WIDTH / 2


def _space(one: _Spot, other: _Spot) -> float:
    """Return the free space between two tiles, along the axis where it is larger."""
    wide = sum(_WIDTH if spot.is_along else _HEIGHT for spot in (one, other)) / 2
    tall = sum(_HEIGHT if spot.is_along else _WIDTH for spot in (one, other)) / 2
    return max(abs(one.x - other.x) - wide, abs(one.y - other.y) - tall)


def _groups(spots: Sequence[_Spot]) -> Iterator[_Group]:
    """Yield the tiles as the discards of either player along whose rows they lie."""
    is_along = 2 * sum(spot.is_along for spot in spots) > len(spots)
    middle = fmean(spot.x for spot in spots), fmean(spot.y for spot in spots)
    for seat in (0, 2) if is_along else (1, 3):
        against = sum(spot.seat not in (None, seat) for spot in spots)
        if 2 * against < len(spots):
            yield _Group(seat, tuple(spots), *middle, len(spots) - 2 * against)


def _around_the_middle(groups: Sequence[_Group]) -> tuple[_Group, ...]:
    """Choose at most one group a seat so that they surround one place, by the way they face.

    Of two groups of a player the one nearer to the middle has the discards, the other his sets.
    """
    best = max(_surrounding(groups), key=lambda chosen: sum(group.support for group in chosen))
    for place in range(len(best)):
        for other in groups:
            rest = [*best[:place], *best[place + 1 :]]
            is_inner = len(other.spots) > 1 and _is_inside(other, best[place])
            if is_inner and all(_faces(other, one) for one in rest):
                best = (*best[:place], other, *best[place + 1 :])
    return best


def _surrounding(groups: Sequence[_Group]) -> list[tuple[_Group, ...]]:
    """Return the choices of at most one group a seat that lie around one place."""
    found: list[tuple[_Group, ...]] = [()]
    for seat in range(4):
        own = [group for group in groups if group.seat == seat]
        own.sort(key=lambda group: -group.support)
        found += [
            (*chosen, group)
            for chosen in found
            for group in own[:MOST_GROUPS]
            if all(_faces(one, group) for one in chosen)
        ]
    return found


def _is_inside(inner: _Group, outer: _Group) -> bool:
    """Return whether a group of the same player is nearer to the middle."""
    step = inner.x - outer.x, inner.y - outer.y
    return inner.seat == outer.seat and dot(step, _SEATS[outer.seat]) > 0


def _faces(one: _Group, other: _Group) -> bool:
    """Return whether a group is where its player's discards are, as another player sees them."""
    up = _SEATS[one.seat]
    right = up[1], -up[0]
    step = other.x - one.x, other.y - one.y
    side = (other.seat - one.seat) % 4
    if dot(step, up) <= 0:
        return False
    return side == 2 or (dot(step, right) > 0) == (side == 1)


def _rows(group: _Group) -> list[list[_Spot]]:
    """Return the tiles in rows as their player sees them: far row first, each from the left."""
    up = _SEATS[group.seat]
    right = up[1], -up[0]
    rows: list[list[_Spot]] = []
    for spot in sorted(group.spots, key=lambda spot: -dot((spot.x, spot.y), up)):
        far = dot((spot.x, spot.y), up)
        if not rows or fmean(dot((one.x, one.y), up) for one in rows[-1]) - far > _HEIGHT / 2:
            rows.append([])
        rows[-1].append(spot)
    return [sorted(row, key=lambda spot: dot((spot.x, spot.y), right)) for row in rows]


def _are_discards(rows: Sequence[Sequence[_Spot]], tiles: Mapping[int, SeenTile]) -> bool:
    """Return whether the rows are no hand, which is one long row, no called sets, and no wall.

    The sides of a wall are read as more white dragons than there are.
    """
    if len(rows) == 1 and len(rows[0]) > ROW:
        return False
    kinds = Counter(plain_kind(tiles[spot.id].kind) for row in rows for spot in row)
    if max(kinds.values()) > COPIES:
        return False
    runs = [[tiles[spot.id] for spot in run] for row in rows for run in _runs(row)]
    return not all(
        len(run) in (3, 4) and all(set_kind(run[at : at + 3]) for at in range(len(run) - 2))
        for run in runs
    )


def _runs(row: Sequence[_Spot]) -> list[list[_Spot]]:
    """Return the tiles of a row between visible gaps."""
    runs = [[row[0]]]
    for before, spot in pairwise(row):
        if _space(before, spot) > GAP * _WIDTH:
            runs.append([])
        runs[-1].append(spot)
    return runs


def _discards(seat: int, rows: Sequence[Sequence[_Spot]], is_clear: bool) -> SeatDiscards:
    order = [spot for row in rows for spot in row]
    is_upright_along = seat in (0, 2)
    is_full = all(len(row) == ROW for row in rows[:-1])
    return SeatDiscards(
        seat,
        tuple(spot.id for spot in order),
        tuple(s.id for s in order if s.is_along != is_upright_along and len(order) > 1),
        is_clear and is_full and len(order) > 1 and all(spot.is_straight for spot in order),
    )
