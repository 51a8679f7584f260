"""Count the discards that are put to the right player and in the right order.

    python benchmarks/discards.py layings [--count 300] [--seed N]

`layings`: whole tables of the simulator as box lists, with the noise of the nets. The seed is none
that a net was trained on.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from simulation.layings.families import lay
from simulation.layings.noise import noise
from simulation.layings.projection import project, random_camera
from vision.layout.discards import find_discards
from vision.relations.boxes import NO_GROUP, RULE_SETS, Role, tiles_of_boxes
from vision.seen_tile import SeenTile

FAMILY = "table"
_OF_HAND = (Role.HAND, Role.WINNER, Role.SET)


@dataclass(frozen=True, slots=True)
class TrueDiscard:
    """What a tile of a pond is.

    Attributes:
        seat: of its player.
        number: its place in the order of that player's discards.
        is_turned: whether it lies sideways.
    """

    seat: int
    number: int
    is_turned: bool


@dataclass(frozen=True, slots=True)
class MadeTable:
    """The recognised tiles of a table, the ids of the hand's, and its discards by tile id."""

    tiles: tuple[SeenTile, ...]
    rules: str
    hand: frozenset[int]
    discards: Mapping[int, TrueDiscard]


def lay_tables(count: int, seed: int) -> Iterator[MadeTable]:
    """Yield random layings of whole tables that show discards, as boxes of the nets."""
    number = 0
    while count:
        rng = np.random.default_rng([seed, number])
        number += 1
        laying = lay(rng, FAMILY)
        known = [tile for tile in laying.tiles if tile.discard is not None]
        numbers = {id(tile): k for k, tile in enumerate(known)}
        marked = [replace(t, group=numbers[id(t)]) if id(t) in numbers else t for t in laying.tiles]
        laying = replace(laying, tiles=marked)
        seen = project(laying, random_camera(laying, rng))
        boxes, truths = noise(seen, laying.rules, rng)
        found: dict[int, TrueDiscard] = {}
        for box, (group, role) in enumerate(zip(truths.groups, truths.roles, strict=True)):
            if group != NO_GROUP and role == Role.OTHER:
                tile = known[int(group)]
                found[box] = TrueDiscard(tile.owner, tile.discard or 0, tile.turned)
        hand = frozenset(np.flatnonzero(np.isin(truths.roles, _OF_HAND)).tolist())
        if found:
            yield MadeTable(tiles_of_boxes(boxes), RULE_SETS[boxes.rules], hand, found)
            count -= 1


def count(tables: Iterator[MadeTable]) -> Counter[str]:
    """Count what is right and wrong on tables."""
    total: Counter[str] = Counter()
    for table in tables:
        layout = decode_tiles(table.tiles, Situation(), table.rules)
        total["tables"] += 1
        if not table.hand.issuperset(layout.own_ids) or layout.tile_count not in (13, 14):
            continue
        start = perf_counter()
        found = find_discards(layout, table.tiles)
        total["us"] += int((perf_counter() - start) * 1e6)
        total["hand is right"] += 1
        total["true"] += len(table.discards)
        total["true ponds"] += len({one.seat for one in table.discards.values()})
        total["true turned"] += sum(one.is_turned for one in table.discards.values())
        for pond in found:
            true = [table.discards.get(i) for i in pond.tiles]
            own = [one for one in true if one is not None and one.seat == pond.seat]
            total["right seat"] += len(own)
            total["other seat"] += sum(one is not None and one.seat != pond.seat for one in true)
            total["no discard"] += sum(one is None for one in true)
            every = [one for one in table.discards.values() if one.seat == pond.seat]
            exact = len(own) == len(true) == len(every) and all(
                a.number < b.number for a, b in pairwise(own)
            )
            total["ponds"] += 1
            total["in order"] += exact
            last = max((one.number for one in every), default=-1)
            is_last = true[-1] is not None and true[-1] in own and true[-1].number == last
            total["last right"] += is_last
            if pond.is_whole:
                total["whole"] += 1
                total["whole in order"] += exact
                total["whole last right"] += is_last
            for i in pond.turned:
                one = table.discards.get(i)
                total["turned right" if one and one.is_turned else "turned wrong"] += 1
    return total


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("layings",))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=90210)
    options = parser.parse_args()
    for name, value in count(lay_tables(options.count, options.seed)).items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
