"""Recognised tiles to the inputs of the relation net; with the standard library alone.

The graph of the net computes everything else (axes, gaps, pairs) from these, so that Python and
browser cannot differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scoring.tiles import CLASSES

from ..odds import log_odds
from ..seen_tile import MOST_NAMES, Quad, SeenTile

RULE_SETS = ("zung-jung", "chinese-official", "mcr", "riichi-ema")
"""The rule sets that the net tells apart, in the order of its inputs."""

KINDS = tuple(CLASSES)
"""Kinds of boxes in the order of the net's inputs."""

FACTS = 5
"""Columns of facts: oriented, existence, unread, and the common logarithms of the odds of a printed
tile and of one below, 0 if they are unknown."""

_INDEX = {kind: index for index, kind in enumerate(KINDS)}
_LEAST_SIZE = 1e-6  # pixels

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class NetInputs:
    """The inputs of the relation net for one photo of n boxes.

    Attributes:
        corners: corners of the boxes around their median middle, in median sizes; (n, 4, 2).
        names: probabilities of the kinds, in the order of `KINDS`; (n, 46).
        facts: see `FACTS`; (n, 5).
        rules: 1 for the rule set, in the order of `RULE_SETS`; (4,).
    """

    corners: Sequence[Rows]
    names: Rows
    facts: Rows
    rules: Sequence[float]


def net_inputs(tiles: Sequence[SeenTile], rules: str) -> NetInputs:
    """Return the inputs of the relation net for one tile or more, in their order.

    Args:
        tiles: the recognised tiles of one photo.
        rules: a rule set's id, one of `RULE_SETS`.
    """
    quads = [_rectangle(tile.quad) for tile in tiles]
    sizes = [math.sqrt(math.dist(a, b) * math.dist(a, d)) for a, b, _, d in quads]
    size = max(median(sizes), _LEAST_SIZE)
    x = median(sum(corner[0] for corner in quad) / 4 for quad in quads)
    y = median(sum(corner[1] for corner in quad) / 4 for quad in quads)
    names = []
    for tile in tiles:
        row = [0.0] * len(KINDS)
        for kind, share in tile.names[:MOST_NAMES]:
            row[_INDEX[kind]] = share
        names.append(row)
    return NetInputs(
        [[((one[0] - x) / size, (one[1] - y) / size) for one in quad] for quad in quads],
        names,
        [
            (
                float(tile.oriented),
                tile.existence,
                float(not tile.names),
                _odds(tile.printed),
                _odds(tile.raised),
            )
            for tile in tiles
        ],
        [float(rules == one) for one in RULE_SETS],
    )


def _odds(chance: float | None) -> float:
    """Return the common logarithm of the odds of a probability, 0 if it is unknown."""
    return 0.0 if chance is None else log_odds(chance) / math.log(10)


def _rectangle(quad: Quad) -> Quad:
    """Return the rectangle nearest to an outline: as the detector draws tiles, and layings do."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    across = (bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2
    down = (dx - ax + cx - bx) / 2, (dy - ay + cy - by) / 2
    wide, tall = math.hypot(*across) / 2, math.hypot(*down) / 2
    angle = math.atan2(across[1] - down[0], across[0] + down[1])
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    return (
        (x - wide * cos + tall * sin, y - wide * sin - tall * cos),
        (x + wide * cos + tall * sin, y + wide * sin - tall * cos),
        (x + wide * cos - tall * sin, y + wide * sin + tall * cos),
        (x - wide * cos - tall * sin, y - wide * sin + tall * cos),
    )
