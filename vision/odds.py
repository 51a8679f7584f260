"""Odds of the probabilities that nets give; with the standard library alone."""

from __future__ import annotations

import math

LEAST_CHANCE = 0.0001
"""Least distance of a net's probability from 0 and 1: none is surer than this."""


def log_odds(chance: float, least: float = LEAST_CHANCE) -> float:
    """Return the natural logarithm of the odds of a probability that is so far from 0 and 1."""
    bounded = min(max(chance, least), 1 - least)
    return math.log(bounded / (1 - bounded))
