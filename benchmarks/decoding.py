"""Measure the time of layout, joint decoding, and decoding after a correction.

    python benchmarks/decoding.py [--hands 200] [--doubtful 0.08] [--seed 0]

Hands are dealt at random, arranged as each rulebook prescribes, and seen by a camera at the table.
A share of their tiles is uncertain, as after a classifier's errors. The script prints milliseconds
of processor time, which other programs do not affect: `layout` is the geometry alone; `decoding` is
everything after the nets, layout included; `again` is the same after a tile was corrected by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.random_hands import DealtHand, deal_hand
from handreader.pipeline import RulebookOracle
from scoring import rulebook
from tests.vision.noise import noisy
from tests.vision.scenes import Camera, observe, scene
from vision.decoding.decoder import decode
from vision.layout.arrangement import arrange
from vision.seen_tile import SeenTile

RULES = ("zung-jung", "riichi-ema", "chinese-official", "mcr")
STEPS = ("layout", "decoding", "again")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--doubtful", type=float, default=0.08)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    for rules in RULES:  # imports and caches are no part of a hand's time
        time_hand(deal_hand(rules, rng), rng, options.doubtful)
    taken = np.array(
        [
            time_hand(deal_hand(RULES[number % 4], rng), rng, options.doubtful)
            for number in range(options.hands)
        ]
    )
    print(
        f"{options.hands} hands, {options.doubtful:.0%} of the tiles doubtful; ms of processor time"
    )
    for step, column in zip(STEPS, 1000 * taken.T, strict=True):
        middle, most = np.percentile(column, [50, 95])
        print(f"{step:<10} median {middle:6.1f}   95 % {most:6.1f}   most {column.max():6.1f}")


def time_hand(truth: DealtHand, rng: np.random.Generator, doubtful: float) -> tuple[float, ...]:
    """Measure the seconds of each step for one hand."""
    tiles = noisy(simulate_tiles(truth, rng), rng, doubtful)
    oracle = RulebookOracle(rulebook(truth.rules), truth.situation)
    kind = next(k for k in truth.kinds if k != "back")
    corrected = next(t.id for t, k in zip(tiles, truth.kinds, strict=True) if k == kind)
    return (
        seconds(lambda: arrange(tiles, truth.rules)),
        seconds(lambda: decode(tiles, truth.rules, oracle)),
        seconds(lambda: decode(tiles, truth.rules, oracle, {f"tile:{corrected}": kind})),
    )


def simulate_tiles(truth: DealtHand, rng: np.random.Generator) -> tuple[SeenTile, ...]:
    """Simulate the hand's tiles as recognised from a camera near the winner's seat."""
    signs = {"_": "_", "##": "[##]"}
    drawn = "\n".join(
        "".join(signs.get(t) or (t if t[0] == "<" else f"[{t}]") for t in line.split())
        for line in truth.lines
    )
    camera = Camera(
        azimuth=float(rng.normal(0, 8)),
        elevation=float(rng.uniform(40, 85)),
        distance=40,
        jitter=0.015,
        seed=int(rng.integers(1000)),
    )
    return observe(scene(drawn), camera)


def seconds(work: Callable[[], object]) -> float:
    """Measure the processor time of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    main()
