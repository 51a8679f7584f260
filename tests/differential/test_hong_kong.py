"""Hong Kong old style against the same rules written again (`hong_kong_faan`), on random hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scoring import score
from scoring.rulebooks.hong_kong import hong_kong
from scoring.tiles import TILES, sort_tiles

from .hong_kong_faan import faan, optional_faan
from .riichi_hands import riichi_win

HANDS = 4000

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(3))
def test_random_hands(seed: int) -> None:
    rng, wins, limits = Random(seed), 0, 0
    for _ in range(HANDS):
        hand, win = riichi_win(rng)
        flowers = sort_tiles(tile for tile in TILES[37:] if rng.random() < rng.choice((0.1, 0.8)))
        hand = replace(hand, flowers=flowers)
        without, whole = faan(hand, win)
        result = score(hand, win, hong_kong)
        if without < 0:  # seven pairs
            assert result.best is None
            continue
        assert result.best is not None
        assert result.best.more["faan"] == whole, (str(hand), win, result.best)
        assert result.valid_win == (without >= 3)
        wins += result.valid_win
        limits += whole > 10
    assert wins > HANDS // 3 and limits > 100


@pytest.mark.parametrize("seed", range(3))
def test_random_hands_with_seven_pairs_and_flower_hands(seed: int) -> None:
    rng, pairs, flower_hands = Random(seed + 10), 0, 0
    book = hong_kong.with_options(seven_pairs="yes", flower_hand="yes")
    for _ in range(HANDS):
        hand, win = riichi_win(rng)
        flowers = sort_tiles(tile for tile in TILES[37:] if rng.random() < rng.choice((0.1, 0.95)))
        hand = replace(hand, flowers=flowers)
        without, whole = optional_faan(hand, win)
        result = score(hand, win, book)
        if without < 0:  # seven pairs with four alike
            assert result.best is None
            continue
        assert result.best is not None
        assert result.best.more["faan"] == whole, (str(hand), win, result.best)
        assert result.valid_win == (without >= 3)
        ids = {item.pattern.id for item in result.best.items}
        pairs += "1.8" in ids
        flower_hands += bool(ids & {"4.4", "4.5"})
    assert pairs > HANDS // 100 and flower_hands > HANDS // 100
