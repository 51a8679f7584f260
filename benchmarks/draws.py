"""Print how often two players meet in drawn tournaments, beside the least that is possible.

    python benchmarks/draws.py [--seeds 3]

The least: some pair meets ceil(3 rounds / (players - 1)) times, as everybody meets three others a
round. Twenty players cannot have six rounds without a second meeting (no resolvable 4-GDD of type
2^10 exists); eight players in three rounds and more must meet as often as the bound.
"""

from __future__ import annotations

import argparse
from math import ceil
from time import perf_counter

from handreader.tournament.draw import Meetings, draw_rounds

PLAYERS = (8, 12, 16, 20, 24, 28, 32)
ROUNDS = range(3, 9)
PROVED = {(20, 6): 2, (12, 3): 2}
"""Where the least is more than the bound."""


def main() -> None:
    """Print a line for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    seeds = range(parser.parse_args().seeds)
    print("| players | " + " | ".join(f"{rounds} rounds" for rounds in ROUNDS) + " | seconds |")
    print("|---|" + "---|" * (len(ROUNDS) + 1))
    for players in PLAYERS:
        cells, slowest = [], 0.0
        for rounds in ROUNDS:
            most = []
            for seed in seeds:
                start = perf_counter()
                drawn = draw_rounds(range(players), rounds, seed=seed)
                slowest = max(slowest, perf_counter() - start)
                most.append(Meetings(drawn).most())
            bound = PROVED.get((players, rounds), ceil(3 * rounds / (players - 1)))
            found = f"{min(most)}" if min(most) == max(most) else f"{min(most)}-{max(most)}"
            cells.append(f"{found} ({bound})")
        print(f"| {players} | " + " | ".join(cells) + f" | {slowest:.1f} |")


if __name__ == "__main__":
    main()
