"""Box lists to the inputs of the relation net.

The graph of the net computes everything else (axes, gaps, pairs) from these, so that Python and
browser cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .boxes import KINDS, RULE_SETS, UNREAD, BoxList

FACTS = 5
"""Columns of facts: oriented, existence, flat, solid, unread."""


@dataclass(frozen=True, slots=True)
class NetInputs:
    """The inputs of the relation net for one photo, float32.

    Attributes:
        corners: corners of the boxes around their median middle, in median sizes; (n, 4, 2).
        names: probabilities of the kinds, in the order of `KINDS`; (n, 46).
        facts: see `FACTS`; (n, 5).
        rules: 1 for the rule set, in the order of `RULE_SETS`; (4,).
    """

    corners: Floats
    names: Floats
    facts: Floats
    rules: Floats


def net_inputs(boxes: BoxList) -> NetInputs:
    """Return the inputs of the relation net for a list of one box or more."""
    count = len(boxes)
    quads = boxes.quads.astype(np.float64)
    across = np.hypot(*(quads[:, 1] - quads[:, 0]).T)
    down = np.hypot(*(quads[:, 3] - quads[:, 0]).T)
    size = max(float(np.median(np.sqrt(across * down))), 1e-6)
    centre = np.median(quads.mean(axis=1), axis=0)
    names = np.zeros((count, len(KINDS)), np.float32)
    rows, columns = np.nonzero(boxes.kinds != UNREAD)
    names[rows, boxes.kinds[rows, columns]] = boxes.shares[rows, columns]
    facts = np.stack(
        [
            boxes.oriented,
            boxes.existence,
            boxes.flat == 1,
            boxes.flat == 0,
            boxes.kinds[:, 0] == UNREAD,
        ],
        axis=1,
    ).astype(np.float32)
    rules = np.zeros(len(RULE_SETS), np.float32)
    rules[boxes.rules] = 1.0
    return NetInputs(((quads - centre) / size).astype(np.float32), names, facts, rules)
