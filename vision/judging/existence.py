"""The probability that there is a tile in a box, by what the nets say of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..found_box import FoundBox
from ..odds import LEAST_CHANCE, log_odds


@dataclass(frozen=True, slots=True)
class ExistenceSettings:
    """Coefficients of a logistic regression: log odds that there is a tile.

    Fitted by `python -m vision.training.existence` on 6,500 boxes with known truth: photos of the
    training data, and rendered scenes and things that are no tiles with less weight. The boxes
    around one, their sizes, lines and colours, and how sure its name is, told nothing more once a
    net saw its surroundings.

    Attributes:
        bias: log odds where each net says 1/2.
        score: weight of the log odds of the finder.
        face: weight of the log odds of the namer's probability of a tile.
        body: weight of the log odds of the net of bodies.
        bound: least distance of the nets' probabilities from 0 and 1.
    """

    bias: float = -1.4
    score: float = 1.48
    face: float = 0.22
    body: float = 0.33
    bound: float = LEAST_CHANCE


TERMS = "bias", "score", "face", "body"
"""The settings that are coefficients of the regression, in the order of its terms."""


def tile_probability(box: FoundBox, settings: ExistenceSettings) -> float:
    """Return the probability that there is a tile in a box."""
    weights = [float(getattr(settings, name)) for name in TERMS]
    terms = existence_terms(box, settings)
    odds = sum(term * weight for term, weight in zip(terms, weights, strict=True))
    share = math.exp(-abs(odds))  # whatever a page sends: never an overflow
    return (1.0 if odds >= 0 else share) / (1 + share)


def existence_terms(box: FoundBox, settings: ExistenceSettings) -> Sequence[float]:
    """Return what the regression weighs, in the order of TERMS."""
    chances = box.score, 1 - box.nothing, box.body.tile
    return 1.0, *(log_odds(chance, settings.bound) for chance in chances)
