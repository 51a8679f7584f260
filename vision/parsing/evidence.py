"""The evidence for each box, as logarithms of probabilities: roles, kinds and what it may be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.tiles import BACK, KINDS

from ..layout.layout import RIICHI
from ..relations.roles import Relations, Role
from ..seen_tile import SeenTile
from .parse import PLAIN_OF
from .settings import SearchSettings

_FACES = tuple(tile.value for tile in KINDS)


@dataclass(frozen=True, slots=True)
class BoxEvidence:
    """What is known of one box.

    Attributes:
        roles: logarithms of the roles' probabilities.
        kinds: logarithm of the probability of each listed kind.
        faces: kinds that a tile in hand can have, likeliest first.
        rests: logarithms of the probabilities of the roles that are none of the hand's tiles, the
            kind that such a role needs included.
        in_hand: by how much it is likelier in hand than not of the hand.
    """

    roles: Sequence[float]
    kinds: dict[str, float]
    faces: tuple[tuple[str, float], ...]
    rests: Mapping[Role, float]
    in_hand: float

    @property
    def rest_role(self) -> Role:
        """Return the likeliest role that is none of the hand's tiles."""
        return max(self.rests, key=lambda role: self.rests[role])

    @property
    def rest(self) -> float:
        """Return the logarithm of the probability of that role."""
        return self.rests[self.rest_role]

    def kind(self, name: str, floor: float) -> float:
        """Return the logarithm of the probability of a kind."""
        return self.kinds.get(name, floor)


_REST = (Role.NO_TILE, Role.FLOWER, Role.INDICATOR, Role.OTHER, Role.RIVAL)


def weigh_boxes(
    tiles: Sequence[SeenTile], relations: Relations, rules: str, settings: SearchSettings
) -> list[BoxEvidence]:
    """Return the evidence for each tile, in their order."""
    found = []
    for row, tile in enumerate(tiles):
        roles = [max(settings.floor, value) for value in relations.roles[row]]
        kinds = _weigh_kinds(tile, relations.back[row])
        faces = sorted(
            ((name, value) for name, value in kinds.items() if name != BACK and name[1] != "f"),
            key=lambda pair: -pair[1],
        )
        rest = {role: relations.roles[row][role] for role in _REST}
        shown = {
            Role.FLOWER: [v for name, v in kinds.items() if name[1] == "f" and rules != RIICHI],
            Role.INDICATOR: [v for _, v in faces if rules == RIICHI],
        }
        for role, values in shown.items():
            if not values:
                rest[Role.OTHER] = log_sum(rest[Role.OTHER], rest[role])
        rest = {role: max(settings.floor, value) for role, value in rest.items()}
        for role, values in shown.items():
            rest[role] = rest[role] + log_sum(*values) if values else 2 * settings.floor
        face = faces[0][1] if faces else settings.floor
        held = log_sum(roles[Role.HAND], roles[Role.WINNER]) + face
        found.append(BoxEvidence(roles, kinds, tuple(faces), rest, held - max(rest.values())))
    return found


def _weigh_kinds(tile: SeenTile, back: float) -> dict[str, float]:
    """Return the logarithms of the kinds' probabilities.

    Args:
        tile: with the namer's names; without any, its face may be any.
        back: the probability of a back; the relation net, which sees the other tiles, knows best.
    """
    named = {name: share for name, share in tile.names if name != BACK and share > 0}
    faces = named or dict.fromkeys(_FACES, 1.0)
    whole = sum(faces.values())
    shares = {name: (1 - back) * share / whole for name, share in faces.items()} | {BACK: back}
    return {name: math.log(share) for name, share in shares.items() if share > 1e-5}


def log_sum(*values: float) -> float:
    """Return the logarithm of the sum of numbers given by theirs."""
    most = max(values)
    return most + math.log(sum(math.exp(value - most) for value in values))


def plain(kind: str) -> str:
    """Return a kind without the red of a five."""
    return PLAIN_OF.get(kind, kind)
