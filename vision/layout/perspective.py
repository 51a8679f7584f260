"""Perspective: the picture rectified and divided into the players' places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .. import geometry
from ..geometry import Array
from ..seen_tile import SeenTile

Indices = NDArray[np.intp]

LINK = 2.2  # groups: centres nearer than this many tile sizes (1.9 tile lengths) belong together
WIDTH = 0.87  # width of a tile over the square root of its area: faces are 3 : 4
_AWAY_FROM = {"bottom": (0, -1), "top": (0, 1), "left": (1, 0), "right": (-1, 0)}
SLANT = 0.45  # cosine between a row and its upright tiles' boxes, at the lowest (63 degrees)
CLEAR = 2.5  # faces decide the owner's side when so many times more point one way
SAME_AXIS = (
    0.75  # least row score along the main axis, against the own one, for a group to follow it
)


@dataclass(frozen=True, slots=True)
class Flat:
    """Tiles of a picture after the perspective is removed.

    Attributes:
        quads: shape (n, 4, 2), in pixels of the middle of the picture; still an affine view.
        centres: shape (n, 2).
        size: square root of the usual tile's area.
        normal: shape (n,), false for tiles far too small or large to belong to this table.
        oriented: shape (n,), whether the first corner is the tile's own top left.
    """

    quads: Array
    centres: Array
    size: float
    normal: NDArray[np.bool_]
    oriented: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Place:
    """Tiles along one axis, and the owner's directions.

    Attributes:
        members: indices of the tiles.
        right, up: unit vectors in the flat picture: the owner's right along the rows, and
            square to it away from the owner.
        away: unit vector along the tiles' other sides, away from the owner. In a slanting view
            it is not square to `right`, and a rectangle around a tile follows either of the two.
        votes: tiles of the long rows that face the owner, less those that face away; 0 when
            no face decides, and then the owner is assumed at the picture's bottom edge.
    """

    members: Indices
    right: Array
    up: Array
    away: Array
    votes: int


def flatten(tiles: Sequence[SeenTile]) -> Flat:
    """Remove the perspective from the tiles."""
    seen = geometry.stack([tile.quad for tile in tiles])
    quads = geometry.warp(geometry.rectifying_homography(seen), seen)
    sizes = np.sqrt(geometry.area(quads))
    size = float(np.median(sizes))
    normal = (sizes > size / 2) & (sizes < size * 2)
    oriented = np.array([tile.oriented for tile in tiles], dtype=np.bool_)
    return Flat(quads, geometry.centre(quads), size, normal, oriented)


def places(flat: Flat, edge: str | None = None) -> tuple[Place, ...]:
    """Return the players' places in view, that of the longest row first.

    Groups of tiles whose rows run along the longest row's axis share its place; a group with
    rows of its own in another direction (a neighbour's hand) is another place. The first one's
    owner sits at the given edge of the picture, if one is given.
    """
    found = [(_best_axis(flat, members), members) for members in _groups(flat)]
    (_, _, axis), main = max(found, key=lambda item: item[0][:2])
    first = _place(flat, main, axis, edge)
    joined, others = [main], []
    for (score, _, own), members in found:
        if members is main:
            continue
        if len(members) >= 4 and _row_score(flat, members, axis)[0] < SAME_AXIS * score:
            others.append(_place(flat, members, own))
        elif _is_opposite(flat, members, first):
            others.append(_place(flat, members, axis))
        else:
            joined.append(members)
    return replace(first, members=np.concatenate(joined)), *others


def facing(flat: Flat, members: Indices, right: Array, away: Array) -> NDArray[np.int_]:
    """Return the direction of each tile's top, for an owner with these directions.

    Returns:
        Shape (len(members),): 0 away from the owner (upright), 1 right, 2 towards the owner,
        3 left; -1 where the face has no direction.
    """
    own_right, own_down = (_unit(side) for side in geometry.sides(flat.quads[members]))
    straight = _larger_magnitude(own_right @ right, -own_down @ away)
    sideways = _larger_magnitude(own_down @ right, own_right @ away)
    upright = np.where(straight > 0, 0, 2)
    turned = np.where(sideways > 0, 3, 1)
    lies = np.where(np.abs(straight) >= np.abs(sideways), upright, turned)
    return np.where(flat.oriented[members], lies, -1)


def _larger_magnitude(a: Array, b: Array) -> Array:
    """Return, element by element, the value with the larger magnitude."""
    return np.where(np.abs(a) >= np.abs(b), a, b)


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _is_opposite(flat: Flat, members: Indices, first: Place) -> bool:
    """Return whether nearly all of the group's faces are upright for a player across the table."""
    told = facing(flat, members, first.right, first.away)
    return bool(first.votes) and (told == 2).sum() >= max(4, 4 * (told == 0).sum())


def _groups(flat: Flat) -> list[Indices]:
    """Group the tiles by nearness; every tile is in one group."""
    count = len(flat.centres)
    apart = np.linalg.norm(flat.centres[:, None] - flat.centres[None], axis=2)
    near = apart < LINK * flat.size
    left, groups = set(range(count)), []
    while left:
        group, border = set(), {left.pop()}
        while border:
            group |= border
            border = {int(j) for i in border for j in np.flatnonzero(near[i])} - group
        left -= group
        groups.append(np.array(sorted(group)))
    return groups


def _best_axis(flat: Flat, members: Indices) -> tuple[float, int, Array]:
    """Return the group's best axis (2,), after its row score and its longest row's length."""
    angles = _axis_candidates(flat, members)
    scored = []
    for angle in angles:
        axis = np.array([np.cos(angle), np.sin(angle)])
        score, chain = _row_score(flat, members, axis)
        scored.append((score, len(chain), _fit_axis(flat.centres[chain], axis)))
    return max(scored, key=lambda item: item[:2])


def _axis_candidates(flat: Flat, members: Indices) -> list[float]:
    """Return directions between neighbours, or along the tiles' own sides (radians)."""
    spots = flat.centres[members]
    step = spots[:, None] - spots[None]
    reach = np.linalg.norm(step, axis=2)
    steps = step[(reach > 0.4 * flat.size) & (reach < 1.7 * flat.size)]
    right, down = geometry.sides(flat.quads[members])
    told = flat.oriented[members]
    vectors = np.concatenate([steps, right, right[told], down[~told]])
    angles = np.arctan2(vectors[:, 1], vectors[:, 0]) % np.pi
    bins = np.bincount((angles / np.pi * 45).astype(int) % 45, minlength=45)  # of 4 degrees
    full = bins + np.roll(bins, 1)
    chosen: list[float] = []
    for first in np.argsort(-full, kind="stable")[:8]:
        middle = first / 45 * np.pi
        off = (angles - middle + np.pi / 2) % np.pi - np.pi / 2
        near = off[np.abs(off) < np.pi / 40]
        if near.size and all(
            abs((middle + near.mean() - c + np.pi / 2) % np.pi - np.pi / 2) > 0.06 for c in chosen
        ):
            chosen.append(float(middle + near.mean()))
    return chosen or [0.0]


def _row_score(flat: Flat, members: Indices, axis: Array) -> tuple[float, Indices]:
    """Score how well the group forms rows along the axis; return also its longest row."""
    chains = chain(flat, members, axis)
    own_right, _ = geometry.sides(flat.quads[members])
    upright = np.abs(own_right @ axis) > SLANT * np.linalg.norm(own_right, axis=1)
    told = flat.oriented[members]
    fit = ((upright & told).sum() + 1) / (told.sum() + 1)
    score = float(sum(len(c) ** 2 for c in chains)) * (0.3 + 0.7 * float(fit))
    return score, max(chains, key=len)


def chain(flat: Flat, members: Indices, axis: Array) -> list[Indices]:
    """Link the tiles into chains of side neighbours along the axis (2,), each from end to end."""
    spots = flat.centres[members]
    along = spots @ axis
    across = spots @ np.array([-axis[1], axis[0]])
    ahead = along[None] - along[:, None]
    aside = np.abs(across[None] - across[:, None])
    close = (ahead > 0.25 * flat.size) & (ahead < 1.9 * flat.size) & (aside < 0.3 * flat.size)
    cost = np.where(close, ahead + 2 * aside, np.inf)
    follower = np.where(close.any(axis=1), cost.argmin(axis=1), -1)
    leader = np.where(close.any(axis=0), cost.argmin(axis=0), -1)
    chains = []
    for start in range(len(members)):
        if leader[start] >= 0 and follower[leader[start]] == start:
            continue
        links = [start]
        while follower[links[-1]] >= 0 and leader[follower[links[-1]]] == links[-1]:
            links.append(int(follower[links[-1]]))
        chains.append(members[links])
    return chains


def _fit_axis(spots: Array, axis: Array) -> Array:
    """Rotate the axis to run through the row's centres."""
    if len(spots) < 3:
        return axis
    _, _, directions = np.linalg.svd(spots - spots.mean(axis=0), full_matrices=False)
    found = directions[0] * np.sign(directions[0] @ axis)
    return found if abs(float(found @ axis)) > 0.9 else axis


def _place(flat: Flat, members: Indices, axis: Array, edge: str | None = None) -> Place:
    """Build the place; long rows, else all tiles, else the picture decide the owner's side."""
    right = axis if axis[0] > 0 or (axis[0] == 0 and axis[1] > 0) else -axis
    if abs(right[0]) < 0.17:  # seen from a side seat: no edge is nearer, assume a left turn
        right = right * np.sign(right[1])
    chains = chain(flat, members, axis)
    longest = max(map(len, chains))
    rows = np.concatenate([c for c in chains if len(c) >= 0.6 * longest])
    up = np.array([right[1], -right[0]])
    away = _slant(flat, members, up)
    for voters in (rows, members):
        told = facing(flat, voters, right, away)
        near, far = int((told == 0).sum()), int((told == 2).sum())
        # carelessly placed tiles point both ways: then the picture's own edge decides
        votes = near - far if max(near, far) >= CLEAR * min(near, far) else 0
        if votes:
            break
    if edge is not None:
        votes = 1 if float(up @ _AWAY_FROM[edge]) >= 0 else -1
    if votes < 0:
        right, up, away = -right, -up, -away
    return Place(members, right, up, away, abs(votes))


def _slant(flat: Flat, members: Indices, up: Array) -> Array:
    """Return the direction that enough sides share within 45 degrees of `up`; else `up` itself.

    Rectangles that follow the row all have a side along `up`; these carry no information and
    yield to any other direction that at least three sides and a seventh of the tiles agree in.
    """
    across = np.concatenate(geometry.sides(flat.quads[members]))
    across = _unit(across * np.where(across @ up < 0, -1, 1)[:, None])
    square = across @ up
    across = across[(square > 0.72) & (square < 0.99)]  # 44 to 8 degrees off
    if not len(across):
        return up
    agree = across @ across.T > 0.995  # within 6 degrees
    most = agree.sum(axis=1)
    best = int(most.argmax())
    return _unit(across[agree[best]].sum(axis=0)) if most[best] >= max(3, len(members) / 7) else up
