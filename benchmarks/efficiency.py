"""Measure what advice takes: distance, accepted tiles of each discard, and the worth of discards.

    python benchmarks/efficiency.py [--hands N] [--seed N] [--rules RULES...]

Hands of 14 tiles are dealt from the whole wall and from one suit and honours, half of each. The
first hand builds the tables of suits; it is measured alone. Times are of one core's processor.
Beside ours is the shanten of PyPI's `mahjong` for the same 14 tiles, if that is installed.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # before this folder: `scoring` is the package

from scoring import rulebook
from scoring.advice import advise
from scoring.efficiency import discards, distance_to_win
from scoring.hand import Hand
from scoring.tiles import KINDS, Tile, sort_tiles
from scoring.win import Win

DEFAULT_RULES = ("riichi-ema", "mcr", "hong-kong")


def deal_hand(rng: random.Random) -> Hand:
    """Deal 14 tiles from the whole wall, or from one suit and honours."""
    suit = rng.choice("mps")
    kinds = KINDS if rng.random() < 0.5 else [tile for tile in KINDS if tile.suit in (suit, "z")]
    return Hand(sort_tiles(rng.sample([tile for tile in kinds for _ in range(4)], 14)))


def milliseconds(work: Callable[[Hand], object], hands: list[Hand]) -> tuple[float, float]:
    """Return the mean and the longest time of a hand."""
    spent = []
    for hand in hands:
        start = time.process_time()
        work(hand)
        spent.append(1000 * (time.process_time() - start))
    return sum(spent) / len(spent), max(spent)


def shanten(tiles: tuple[Tile, ...]) -> Callable[[], object]:
    """Prepare a call of the shanten of PyPI `mahjong`.

    Raises:
        ImportError: it is not installed.
    """
    calculate: Any = import_module("mahjong.shanten").Shanten.calculate_shanten
    counts = [[tile.index for tile in tiles].count(kind) for kind in range(34)]
    return lambda: calculate(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="+", default=DEFAULT_RULES)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    hands = [deal_hand(rng) for _ in range(arguments.hands + 1)]
    print(f"{arguments.hands} hands of 14, one core, Python {platform.python_version()}")
    print(f"{'':34} {'ms a hand':>10} {'longest':>9}")
    first = hands.pop()
    for rules in arguments.rules:
        book = rulebook(rules)
        rows: dict[str, Callable[[Hand], object]] = {
            "distance": lambda hand, book=book: distance_to_win(hand, book),
            "each discard's accepted tiles": lambda hand, book=book: discards(hand, book),
            "advice with points": lambda hand, book=book: advise(hand, Win(), book),
        }
        mean, _ = milliseconds(rows["each discard's accepted tiles"], [first])
        print(f"{rules}: first hand {mean:24.2f}")
        for name, work in rows.items():
            print("  {:32} {:10.2f} {:9.2f}".format(name, *milliseconds(work, hands)))
    try:
        calls = {hand: shanten(hand.concealed) for hand in hands}
    except ImportError as error:
        print(f"PyPI mahjong's shanten: not installed ({error.name})")
        return
    mean, longest = milliseconds(lambda hand: calls[hand](), hands)
    print(f"{'PyPI mahjong: shanten':34} {mean:10.2f} {longest:9.2f}")


if __name__ == "__main__":
    main()
