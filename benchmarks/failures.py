"""Draw the tiles of rendered hands that are read wrongly, for the model card.

    python benchmarks/pictures.py rendered --out FOLDER/rendered
    python benchmarks/failures.py FOLDER/rendered --out docs/read-wrongly.jpg [--weights FOLDER]

The picture shows only our own drawings, because the photos of the evaluation may not be copied.
Each cell is the part of a picture around tiles that were missed (red), named wrongly (orange) or
detected where there is none (magenta).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handreader.pipeline import read_photo
from handreader.situation import Situation
from vision import Reader
from vision.evaluation.labels import load_labelled_photos
from vision.evaluation.outcomes import (
    EvaluatedPhoto,
    TileOutcome,
    Verdict,
    draw_outcomes,
    evaluate_photos,
)

if TYPE_CHECKING:
    from vision.photo import Pixels

CELL = (480, 320)
_COLUMNS = 2
_WRONG = (Verdict.WRONG, Verdict.MISSED, Verdict.EXTRA)


def cell(result: EvaluatedPhoto) -> Pixels:
    """Cut the marked picture around its errors to the size `CELL`."""
    corners = np.array([p for o in result.outcomes if o.verdict in _WRONG for p in _quad(o)])
    sides = np.array([np.ptp(_quad(o), axis=0) for o in result.outcomes])
    margin = 1.6 * float(np.median(sides))
    low, high = corners.min(axis=0) - margin, corners.max(axis=0) + margin
    middle, size = (low + high) / 2, high - low
    scale = max(size[0] / CELL[0], size[1] / CELL[1])
    half = np.array(CELL) * scale / 2
    part = tuple(float(v) for v in (*(middle - half), *(middle + half)))
    whole = Image.fromarray(draw_outcomes(result))
    return np.asarray(whole.transform(CELL, Image.Transform.EXTENT, part, Image.Resampling.BICUBIC))


def _quad(outcome: TileOutcome) -> Sequence[tuple[float, float]]:
    shown = outcome.tile or outcome.label
    assert shown is not None, "an outcome has a label or a tile"
    return shown.quad


def sheet(results: Sequence[EvaluatedPhoto], most: int) -> Pixels:
    """Arrange the worst pictures, at most `most`, those with most faults first."""
    wrong = sorted((r for r in results if not r.is_perfect), key=lambda r: -r.count(*_WRONG))[:most]
    rows = -(-len(wrong) // _COLUMNS)
    whole = np.full((rows * CELL[1], _COLUMNS * CELL[0], 3), 24, np.uint8)
    for number, result in enumerate(wrong):
        y, x = number // _COLUMNS * CELL[1], number % _COLUMNS * CELL[0]
        whole[y : y + CELL[1], x : x + CELL[0]] = cell(result)
    return whole


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="made by benchmarks/pictures.py rendered")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--most", type=int, default=6)
    options = parser.parse_args()
    photos = load_labelled_photos(options.folder)
    reader = Reader(options.weights)
    results = list(
        evaluate_photos(photos, lambda shown: read_photo(reader, shown, Situation(), "zung-jung"))
    )
    wrong = sum(not result.is_perfect for result in results)
    if wrong:
        Image.fromarray(sheet(results, options.most)).save(options.out, quality=80)
    print(
        f"{wrong} of {len(results)} pictures with a fault; {options.out if wrong else 'no sheet'}"
    )


if __name__ == "__main__":
    main()
