"""Quick waits against trying every tile, and the shapes of knitted hands."""

from __future__ import annotations

import random

import pytest

from scoring.counts import UNITS, kind_counts
from scoring.decompose import readings
from scoring.notation import parse_win
from scoring.reading import HandFacts
from scoring.rulebooks.knitted import (
    HONOURS_AND_KNITTED,
    KNITTED_STRAIGHT,
    honours_and_knitted,
    knitted_kinds,
    knitted_straight,
    knitted_waits,
)
from scoring.sets import mask
from scoring.splits import splits
from scoring.tiles import parse_tiles
from scoring.wait_masks import regular_waits, seven_pairs_waits


def tile_counts(text: str) -> int:
    return kind_counts(parse_tiles(text))


def waits_by_trial(number: int, on_table: int) -> int:
    """Mask of the kinds that complete the hand, found by adding each of them."""
    found = 0
    for kind in range(34):
        if splits(number + UNITS[kind], on_table):
            found |= UNITS[kind]
    return found


def test_regular_waits_are_those_found_by_trying() -> None:
    rng = random.Random(0)
    some = 0
    for _ in range(3000):
        on_table = rng.randint(0, 4)
        suits = rng.sample(range(4), rng.choice((1, 1, 2, 3)))
        tiles = [kind for kind in range(34) if kind // 9 in suits for _ in range(4)]
        number = sum(UNITS[kind] for kind in rng.sample(tiles, 13 - 3 * on_table))
        assert regular_waits(number) == waits_by_trial(number, on_table)
        some += regular_waits(number) != 0
    assert some > 300


def test_regular_waits() -> None:
    assert regular_waits(tile_counts("1112345678999m")) == mask("123456789m")
    assert regular_waits(tile_counts("123m 456p 789s 55s 67p")) == mask("58p")
    assert regular_waits(tile_counts("1111m")) == mask("1m")  # in vain, but it waits
    assert regular_waits(tile_counts("1234m")) == mask("14m")
    assert regular_waits(tile_counts("1147m")) == 0


def test_seven_pairs_waits() -> None:
    assert seven_pairs_waits(tile_counts("1122334455m 66p 7p")) == mask("7p")
    assert seven_pairs_waits(tile_counts("1111m 222m 33445p 5p")) == mask("2m")
    assert seven_pairs_waits(tile_counts("112233445m 66p 78p")) == 0
    assert seven_pairs_waits(tile_counts("1122334m")) == 0


# hand, shape; None if it is no knitted hand
SHAPES = [
    ("147m 258p 369s 234s E +E", KNITTED_STRAIGHT),
    ("258m 369p 147s [^4444s] 1m +1m", KNITTED_STRAIGHT),
    ("147m 258p 369s ESWN +P", HONOURS_AND_KNITTED),
    ("14m 58p 69s ESWNPFC +3s", HONOURS_AND_KNITTED),
    ("147m 258p 36s EES [^9999s] +S", None),  # the nine must be in the hand
    ("147m 258p 369m ESWN +P", None),  # 369 is of the third suit
    ("147m 258p 369s EESS +P", None),
]


@pytest.mark.parametrize(("text", "shape"), SHAPES)
def test_knitted_shape(text: str, shape: str | None) -> None:
    hand, win = parse_win(text)
    assert hand.winning is not None
    facts = HandFacts(hand, win, hand.winning, {})
    found = {reading.shape for reading in readings(facts, (knitted_straight, honours_and_knitted))}
    assert found == ({shape} if shape else set())


def test_knitted_waits() -> None:
    assert knitted_waits(tile_counts("147m 258p 36s 234s EE"), 0) == mask("9s")
    assert knitted_waits(tile_counts("147m 258p 369s 34s EE"), 0) == mask("25s")
    assert knitted_waits(tile_counts("147m 258p 369s E"), 1) == mask("E")
    assert knitted_waits(tile_counts("147m 258p 36s 25s EE"), 0) == 0
    assert knitted_waits(tile_counts("147m 258p 3s"), 2) == 0
    assert knitted_kinds(mask("147m 258p 369s E")) == mask("147m 258p 369s")
    assert knitted_kinds(mask("147m 258p 369m E")) == 0
