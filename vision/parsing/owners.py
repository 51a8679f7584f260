"""Whose hand is read, where several players' whole hands are in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from ..layout.perspective import PictureEdge, groups_of_neighbours, is_owned_from
from ..layout.plane import centre, dot
from ..relations.roles import Relations, Role
from ..seen_tile import SeenTile
from .evidence import log_sum

OWN_ROLES = (Role.HAND, Role.WINNER, Role.SET)

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
        for group in groups_of_neighbours(tiles)
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
        if is_owned_from(edge, seen := [tile for tile in tiles if tile.id in party])
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
