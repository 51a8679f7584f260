"""Collect how the finder and the namer see tiles whose place is known, for noise of box lists.

    python benchmarks/detections.py --out FILE [--count 10] [--seed 46100] [--family NAME]

Hands of every family are made (`handreader evaluate --hands`) and read with the shipped nets. Each
picture is one line of JSON: its true tiles (kind, corners, visible share) and the recognised ones.
`simulation/layings/statistics.py` fits the noise to such a file.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.hands import evaluation_designs, read_made_picture
from handreader.evaluation.made.families import FAMILIES
from handreader.evaluation.made.pictures import MadePicture, make_picture
from vision import Reader
from vision.evaluation.matching import match
from vision.geometry import as_quad
from vision.seen_tile import SeenTile


def main() -> None:
    """Make pictures, read them and append what was seen to the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="file of JSON lines")
    parser.add_argument("--count", type=int, default=10, help="pictures of each family")
    parser.add_argument("--seed", type=int, default=46100, help="same seed, same pictures")
    parser.add_argument("--family", action="append", help="families; all without it")
    options = parser.parse_args()
    reader, designs = Reader(), evaluation_designs(None)
    with options.out.open("a", encoding="utf-8") as file:
        for number in range(options.count):
            for family in options.family or FAMILIES:
                made = make_picture(family, number, designs, options.seed)
                tiles, _ = read_made_picture(made, reader)
                file.write(json.dumps(picture_to_json(family, made, tiles)) + "\n")
                file.flush()


def picture_to_json(
    family: str, made: MadePicture, tiles: tuple[SeenTile, ...]
) -> dict[str, object]:
    """Return a picture's true tiles, its recognised ones and which of these show which of those."""
    height, width = made.pixels.shape[:2]
    quads = [as_quad(tile.quad) for tile in made.tiles]
    pairs = match(quads, [tile.quad for tile in tiles])
    return {
        "family": family,
        "size": [width, height],
        "true": [
            [tile.kind, [round(float(x), 1) for x in tile.quad.ravel()], round(tile.visible, 3)]
            for tile in made.tiles
        ],
        "seen": [
            [
                [round(x, 1) for point in tile.quad for x in point],
                [[name, round(share, 6)] for name, share in tile.names],
                tile.oriented,
                round(tile.existence, 6),
                tile.printed,
            ]
            for tile in tiles
        ],
        "pairs": [list(pair) for pair in pairs],
    }


if __name__ == "__main__":
    main()
