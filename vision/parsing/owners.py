"""Whose hand is read, where several players' whole hands are in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from ..layout.plane import centre, difference, dot, in_sides, sides, unit
from ..picture_edge import PictureEdge
from ..relations.roles import Relations, Role
from ..rows import mean_up
from ..seen_tile import Point, SeenTile
from .evidence import log_sum

OWN_ROLES = (Role.HAND, Role.WINNER, Role.SET)
_NEAR = 2.5  # widths of a tile between the middles of neighbours
_LENGTH = 4 / 3  # of a tile, in its widths
_FACING = 0.7  # least cosine of a hand's faces with the direction away from its owner

Party = frozenset[int]
"""Ids of the tiles of one player."""


def find_parties(tiles: Sequence[SeenTile], relations: Relations, least: int) -> tuple[Party, ...]:
    """Return the tiles of each player whose whole hand is in view; of one alone none.

    Hands lie apart from each other; those that do not are told apart by the net. The likeliest one
    comes first.

    Args:
        tiles: the recognised tiles of one photo.
        relations: what the net says of them, in their order.
        least: tiles of a whole hand.
    """
    own = {
        tile.id: math.exp(log_sum(*(row[role] for role in OWN_ROLES)))
        for tile, row in zip(tiles, relations.roles, strict=True)
    }
    rival = {
        tile.id: math.exp(row[Role.RIVAL]) for tile, row in zip(tiles, relations.roles, strict=True)
    }
    apart = [
        frozenset(tile.id for tile in group)
        for group in _groups(tiles)
        if sum(own[tile.id] + rival[tile.id] > 0.5 for tile in group) >= least
    ]
    if len(apart) < 2:
        others = frozenset(i for i in rival if rival[i] > 0.5)
        apart = [frozenset(own) - others, others] if len(others) >= least else []
    return tuple(sorted(apart, key=lambda party: -fmean(own[i] for i in party)))


def find_party_at(
    edge: PictureEdge, tiles: Sequence[SeenTile], parties: Sequence[Party]
) -> Party | None:
    """Return the tiles of the player at an edge of the picture: the nearest that face it."""
    owned = {
        party: fmean(dot(centre(tile.quad), edge.inwards) for tile in seen)
        for party in parties
        if dot(unit(mean_up(seen := [t for t in tiles if t.id in party])), edge.inwards) >= _FACING
    }
    return min(owned, key=lambda party: owned[party], default=None)


def with_owner(
    relations: Relations, tiles: Sequence[SeenTile], own: Party, parties: Sequence[Party]
) -> Relations:
    """Return the relations in which the hand is that of one party, and the others are rivals."""
    others = frozenset[int]().union(*parties) - own
    roles = []
    for tile, row in zip(tiles, relations.roles, strict=True):
        changed = list(row)
        if tile.id in own:
            changed[Role.HAND] = log_sum(row[Role.HAND], row[Role.RIVAL])
            changed[Role.RIVAL] = -math.inf
        elif tile.id in others:
            changed[Role.RIVAL] = log_sum(row[Role.RIVAL], *(row[role] for role in OWN_ROLES))
            for role in OWN_ROLES:
                changed[role] = -math.inf
        roles.append(changed)
    return replace(relations, roles=roles)


def _groups(tiles: Sequence[SeenTile]) -> list[list[SeenTile]]:
    """Return the tiles in groups that lie apart from each other."""
    places = [(centre(tile.quad), *sides(tile.quad)) for tile in tiles]
    left, groups = list(range(len(tiles))), []
    while left:
        group = [left.pop(0)]
        for i in group:  # grows as it is walked
            near = [j for j in left if _distance(places[i], places[j]) < _NEAR]
            left = [j for j in left if j not in near]
            group += near
        groups.append([tiles[i] for i in group])
    return groups


_Place = tuple[Point, Point, Point]
"""The centre of a tile, and its sides."""


def _distance(one: _Place, other: _Place) -> float:
    """Return the distance of two tiles in widths, whatever the camera's height."""
    step = difference(other[0], one[0])
    return (_in_widths(step, *one[1:]) + _in_widths(step, *other[1:])) / 2


def _in_widths(step: Point, right: Point, down: Point) -> float:
    """Return the length of a vector in the frame of a tile, which a low camera flattens, too."""
    across, along = in_sides(step, right, down)
    return math.hypot(across, _LENGTH * along)
