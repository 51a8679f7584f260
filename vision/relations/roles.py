"""What the relation net says of the boxes of a photo; with the standard library alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

NO_GROUP = -1
_LEAST = 1e-9  # probability: no net is surer

Rows = Sequence[Sequence[float]]


class Role(IntEnum):
    """What a box is to the hand in the picture, in the order of the net's outputs."""

    NO_TILE = 0
    HAND = 1
    WINNER = 2
    SET = 3
    FLOWER = 4
    INDICATOR = 5
    OTHER = 6  # of a wall, a pond, another player
    RIVAL = 7  # of another player's whole hand, faces up


ROLE_NAMES = tuple(role.name.lower().replace("_", " ") for role in Role)
"""Classes of the net in the manifest of the weights, followed by `FLAGS`."""

FLAGS = ("turned", "concealed", "stacked", "back")
"""What else the net says of each box, in the order of its outputs."""


class Edge(IntEnum):
    """The edge of the picture at which the owner sits, in the order of the net's outputs."""

    BOTTOM = 0
    RIGHT = 1
    TOP = 2
    LEFT = 3


@dataclass(frozen=True, slots=True)
class Relations:
    """What the net says of the boxes of a photo.

    Attributes:
        roles: natural logarithms of the probabilities of each `Role`; a row for each box.
        turned, concealed, stacked, back: probabilities, one for each box.
        same_set: probability that two boxes in sets are in the same one; a row for each box.
        edge: probabilities of each `Edge` of the owner.
    """

    roles: Sequence[Sequence[float]]
    turned: Sequence[float]
    concealed: Sequence[float]
    stacked: Sequence[float]
    back: Sequence[float]
    same_set: Sequence[Sequence[float]]
    edge: Sequence[float]

    @classmethod
    def of(cls, roles: Rows, flags: Rows, same_set: Rows, edge: Sequence[float]) -> Relations:
        """Return the relations that the outputs of the net are.

        Args:
            roles: (n, 8).
            flags: (n, 4), in the order of `FLAGS`.
            same_set: (n, n).
            edge: (4,).
        """
        turned, concealed, stacked, back = ([row[k] for row in flags] for k in range(len(FLAGS)))
        return cls(roles, turned, concealed, stacked, back, same_set, edge)

    def with_doubt(self, share: float) -> Relations:
        """Return the relations with a share of their log odds, so less certain.

        Args:
            share: from 0, where all is equally likely, to 1.
        """
        roles = []
        for row in self.roles:
            total = math.log(sum(math.exp(share * value) for value in row))
            roles.append([share * value - total for value in row])
        return replace(
            self,
            roles=roles,
            concealed=[_with_doubt(chance, share) for chance in self.concealed],
            stacked=[_with_doubt(chance, share) for chance in self.stacked],
            same_set=[[_with_doubt(chance, share) for chance in row] for row in self.same_set],
        )

    def select(self, rows: Sequence[int]) -> Relations:
        """Return the relations of some boxes, in the order of their numbers."""
        return Relations(
            [self.roles[n] for n in rows],
            [self.turned[n] for n in rows],
            [self.concealed[n] for n in rows],
            [self.stacked[n] for n in rows],
            [self.back[n] for n in rows],
            [[self.same_set[n][m] for m in rows] for n in rows],
            self.edge,
        )


def _with_doubt(chance: float, share: float) -> float:
    """Return a probability with a share of its log odds."""
    yes, no = max(chance, _LEAST) ** share, max(1 - chance, _LEAST) ** share
    return float(yes / (yes + no))


NO_RELATIONS = Relations((), (), (), (), (), (), (1 / len(Edge),) * len(Edge))
"""Of a photo without tiles."""
