"""Make box lists for training, in chunks that a trainer reads while more are made.

    python -m simulation.layings.lists --out FOLDER [--seed N] [--first N] [--chunks N]
        [--size N] [--each]

Chunk number N is the file N.npz (`vision.training.data.box_lists`); the same seed and number give
the same lists. A chunk that is there is not made again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision.relations.boxes import BoxList
from vision.training.data.box_lists import BoxTruths, save_chunk

from .families import HELD_OUT, TRAINED, lay, random_family
from .noise import noise
from .projection import project, random_camera

PER_CHUNK = 2000
MOST_BOXES = 128


def main() -> None:
    """Make chunks of box lists."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the chunks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first chunk")
    parser.add_argument("--chunks", type=int, default=1)
    parser.add_argument("--size", type=int, default=PER_CHUNK, help="lists a chunk")
    parser.add_argument(
        "--each", action="store_true", help="as many lists of each family, held out ones too"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.chunks):
        file = options.out / f"{number:05d}.npz"
        if file.exists():
            continue
        rng = np.random.default_rng([options.seed, number])
        families = []
        lists: list[tuple[BoxList, BoxTruths]] = []
        every = (*TRAINED, *HELD_OUT)
        while len(lists) < options.size:
            family = every[len(lists) % len(every)] if options.each else random_family(rng)
            families.append(family)
            lists.append(make_list(rng, family))
        save_chunk(file, lists, families)


def make_list(rng: np.random.Generator, family: str) -> tuple[BoxList, BoxTruths]:
    """Return a box list of a random laying of a family; one with boxes, and not too many."""
    while True:
        laying = lay(rng, family)
        boxes, truths = noise(project(laying, random_camera(laying, rng)), laying.rules, rng)
        if 0 < len(boxes) <= MOST_BOXES:
            return boxes, truths


if __name__ == "__main__":
    main()
