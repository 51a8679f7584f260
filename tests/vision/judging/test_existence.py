"""Whether a box is a tile: by what the three nets say of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.tiles import BACK
from vision.found_box import FoundBox, SeenBody
from vision.judging.existence import ExistenceSettings, tile_probability

QUAD = (0.0, 0.0), (40.0, 0.0), (40.0, 54.0), (0.0, 54.0)
BOX = FoundBox(QUAD, 0.8, (("3s", 0.9),), 0.1, True, (80.0, 0.0, 0.0), SeenBody(0.5, 0.0, 0.5))


def chance(**changed: Any) -> float:
    """The probability of a tile in a box of which this is said."""
    return tile_probability(replace(BOX, **changed), ExistenceSettings())


def body(tile: float) -> SeenBody:
    return SeenBody(tile, 0.0, 0.5)


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ({"score": 0.97, "body": body(0.99)}, 0.99, 1.0),  # all nets are sure
        ({"score": 0.97, "nothing": 0.95, "names": (("3s", 0.03),)}, 0.9, 1.0),  # two of three
        ({"score": 0.4}, 0.1, 0.45),
        ({"score": 0.26, "nothing": 0.9, "names": (("3s", 0.03),)}, 0.0, 0.05),
    ],
)
def test_all_nets_decide(said: dict[str, Any], low: float, high: float) -> None:
    assert low < chance(**said) < high


@pytest.mark.parametrize(
    "said",
    [
        {"score": 0.6},
        {"nothing": 0.9, "names": (("3s", 0.09),)},
        {"body": body(0.01)},
    ],
)
def test_each_net_counts(said: dict[str, Any]) -> None:
    assert chance(**said) < chance()


def test_a_back_and_a_white_dragon_count_as_one_name() -> None:
    assert chance(names=((BACK, 0.5), ("5z", 0.4))) == pytest.approx(chance())


def test_nets_that_are_quite_sure_cannot_overflow() -> None:
    surely = chance(score=1.0, nothing=0.0, names=(("3s", 1e300),), body=body(1.0))
    never = chance(score=0.0, nothing=1.0, names=(("3s", 0.0),), body=body(0.0))
    assert 0 < never < 1e-6
    assert 1 - 1e-6 < surely <= 1
