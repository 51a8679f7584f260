"""The probability that there is a tile in a detected box."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scoring.tiles import BACK

from .classifier import Classification
from .detector import Detection


@dataclass(frozen=True, slots=True)
class ExistenceSettings:
    """Coefficients of a logistic regression: log odds that there is a tile.

    Fitted on 8,300 boxes with known truth: photos_sets and photos_tray (which version 3 of the
    weights had not seen), rendered hands and tables, and pictures without tiles.

    Attributes:
        bias: log odds at a detector's score and a classifier's probability of 1/2.
        score: weight of the log odds of the detector's score.
        face: weight of the log odds of the classifier's probability of a tile.
        back: added where the classifier is sure of a back: a back is a plain surface, as many
            other things.
        bound: least distance of both probabilities from 0 and 1.
    """

    bias: float = -2.9
    score: float = 1.6
    face: float = 0.6
    back: float = -1.8
    bound: float = 0.0001


def tile_probability(
    box: Detection, name: Classification, settings: ExistenceSettings | None = None
) -> float:
    """Return the probability that there is a tile, by detector and classifier together."""
    wanted = settings or ExistenceSettings()
    log_odds = (
        wanted.bias
        + wanted.score * _log_odds(box.score, wanted.bound)
        + wanted.face * _log_odds(1 - name.nothing, wanted.bound)
        + wanted.back * dict(name.names).get(BACK, 0.0)
    )
    return 1 / (1 + math.exp(-log_odds))


def _log_odds(probability: float, bound: float) -> float:
    bounded = min(max(probability, bound), 1 - bound)
    return math.log(bounded / (1 - bounded))
