"""Count the discards that are put to the right player and in the right order.

    python benchmarks/discards.py layings [--count 300] [--seed N]
    python benchmarks/discards.py pictures [--count 40] [--seed N] [--faces FOLDER]
    python benchmarks/discards.py photos ../shared/data/dev/tables

`layings`: whole tables of the simulator as box lists, with the noise of the nets; many pictures cut
the ponds off. `pictures`: rendered tables, read by the nets; with faces that the nets never saw if
there is a folder of them. `photos`: real tables, with what is in view as found by looking at each.
Only tables count whose hand was found, since the players' seats follow from it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from time import process_time

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handreader.evaluation.hands import evaluation_designs
from handreader.evaluation.made.pictures import make_picture
from handreader.evaluation.made.table_top import MadeDiscard
from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from simulation.layings.families import lay
from simulation.layings.noise import noise
from simulation.layings.projection import project, random_camera
from vision import Reader
from vision.evaluation.labels import load_labelled_photos
from vision.evaluation.matching import match
from vision.geometry import as_quad
from vision.layout.discards import find_discards
from vision.layout.seats import SeatDiscards
from vision.photo import Photo, open_photo
from vision.relations.boxes import NO_GROUP, RULE_SETS, Role, tiles_of_boxes
from vision.seen_tile import SeenTile

FAMILY = "table"
_OF_HAND = (Role.HAND, Role.WINNER, Role.SET)

IN_VIEW = {
    "charm__omni3": (8, 6, 0, 7),
    "charm__open_baiman": (15, 13, 13, 13),
    "charm__yakuman": (15, 15, 16, 16),
    "chombo__2mame": (9, 8, 0, 7),
    "chombo__home-splash-1": (6, 6, 6, 5),
    "chombo__ml-stadium": (16, 17, 17, 18),
    "philly__IMG_1999": (3, 4, 4, 2),
    "reki__ryanpeikou": (12, 16, 16, 16),
    "reki__suuankou-tanki": (18, 16, 15, 18),
    "vnguyen__green_hand": (0, 0, 0, 0),  # a heap, as the next two
    "vnguyen__tracker37": (0, 0, 0, 0),
    "vnguyen__winds": (0, 0, 0, 0),
}
"""Discards in view of the winner and of the players at the right, opposite and at the left."""


@dataclass(frozen=True, slots=True)
class MadeTable:
    """The recognised tiles of a table, the ids of the hand's, and its discards by tile id."""

    tiles: tuple[SeenTile, ...]
    rules: str
    hand: frozenset[int]
    discards: Mapping[int, MadeDiscard]


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
        found: dict[int, MadeDiscard] = {}
        for box, (group, role) in enumerate(zip(truths.groups, truths.roles, strict=True)):
            if group != NO_GROUP and role == Role.OTHER:
                tile = known[int(group)]
                found[box] = MadeDiscard(tile.owner, tile.discard or 0, tile.turned)
        hand = frozenset(np.flatnonzero(np.isin(truths.roles, _OF_HAND)).tolist())
        if found:
            yield MadeTable(tiles_of_boxes(boxes), RULE_SETS[boxes.rules], hand, found)
            count -= 1


def render_tables(count: int, seed: int, faces: Path | None) -> Iterator[MadeTable]:
    """Yield the tiles that the nets recognise in rendered pictures of whole tables."""
    reader, designs = Reader(), evaluation_designs(faces)
    for number in range(count):
        made = make_picture(FAMILY, number, designs, seed)
        tiles = reader.find_tiles(Photo(made.truth.name, made.pixels))
        pairs = match([as_quad(tile.quad) for tile in made.tiles], [tile.quad for tile in tiles])
        pieces = {tiles[j].id: made.tiles[i].piece for i, j in pairs}
        hand = frozenset(i for i, piece in pieces.items() if piece < made.hand)
        known = {i: made.discards[p] for i, p in pieces.items() if p in made.discards}
        yield MadeTable(tiles, made.truth.rules, hand, known)


def count_discards(tables: Iterator[MadeTable]) -> Counter[str]:
    """Count what is right and wrong on tables."""
    total: Counter[str] = Counter()
    for table in tables:
        layout = decode_tiles(table.tiles, Situation(), table.rules)
        total["tables"] += 1
        if not table.hand.issuperset(layout.own_ids) or layout.tile_count not in (13, 14):
            continue
        start = process_time()
        found = find_discards(layout, table.tiles)
        total["microseconds"] += int((process_time() - start) * 1e6)
        total["hand found"] += 1
        total["discards"] += len(table.discards)
        total["ponds"] += len({one.seat for one in table.discards.values()})
        total["sideways"] += sum(one.is_turned for one in table.discards.values())
        for pond in found:
            total += _count_pond(pond, table)
    return total


def _count_pond(pond: SeatDiscards, table: MadeTable) -> Counter[str]:
    """Count what is right and wrong in the discards that were put to one player."""
    true = [table.discards.get(i) for i in pond.tiles]
    every = [one for one in table.discards.values() if one.seat == pond.seat]
    own = [one for one in true if one is not None and one.seat == pond.seat]
    in_order = all(a.number < b.number for a, b in pairwise(own))
    is_exact = len(own) == len(true) == len(every) and in_order
    is_last = bool(every) and true[-1] == max(every, key=lambda one: one.number)
    turned = [table.discards.get(i) for i in pond.turned]
    right = sum(one is not None and one.is_turned for one in turned)
    counts = Counter(
        {
            "at the right player": len(own),
            "at another player": sum(one is not None for one in true) - len(own),
            "no discards": sum(one is None for one in true),
            "ponds found": 1,
            "ponds exact": is_exact,
            "last discard right": is_last,
            "sideways right": right,
            "sideways wrong": len(turned) - right,
        }
    )
    oriented = {tile.id for tile in table.tiles if tile.oriented}
    if pond.is_whole and len(turned) == 1 and oriented.issuperset(pond.turned):
        counts += Counter({"riichi assumed": 1, "riichi assumed and right": right})
    if pond.is_whole:
        counts += Counter(
            {"certain": 1, "certain and exact": is_exact, "certain and last right": is_last}
        )
    return counts


def count_photos(folder: Path) -> Counter[str]:
    """Count the discards found in photos of tables, and print them by player."""
    total: Counter[str] = Counter()
    reader = Reader()
    for photo in load_labelled_photos(folder):
        name = photo.path.stem
        if name not in IN_VIEW:
            continue
        tiles = reader.find_tiles(open_photo(photo.path))
        layout = decode_tiles(tiles, Situation(), "riichi-ema")
        found = {pond.seat: pond for pond in find_discards(layout, tiles)}
        counts = [len(found[seat].tiles) if seat in found else 0 for seat in range(4)]
        certain = [seat for seat in found if found[seat].is_whole]
        print(f"{name}: found {counts}, in view {list(IN_VIEW[name])}, certain {certain}")
        total["photos"] += 1
        for seat, (seen, true) in enumerate(zip(counts, IN_VIEW[name], strict=True)):
            total["discards"] += true
            total["found"] += min(seen, true)
            total["too many"] += max(0, seen - true)
            total["ponds"] += true > 0
            total["ponds of the right size"] += seen == true > 0
            total["certain"] += seat in certain
            total["certain and of the right size"] += seat in certain and seen == true
    return total


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("layings", "pictures", "photos"))
    parser.add_argument("folder", type=Path, nargs="?", help="of the photos")
    parser.add_argument("--count", type=int, default=40, help="tables")
    parser.add_argument("--seed", type=int, default=90210)
    parser.add_argument("--faces", type=Path, help="folder of held-out faces")
    options = parser.parse_args()
    if options.what == "photos":
        if options.folder is None:
            parser.error("photos: which folder?")
        counts = count_photos(options.folder)
    elif options.what == "pictures":
        counts = count_discards(render_tables(options.count, options.seed, options.faces))
    else:
        counts = count_discards(lay_tables(options.count, options.seed))
    for name, value in counts.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
