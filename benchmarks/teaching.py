"""Measure the gain of teaching on tile sets that were never in training.

    python benchmarks/teaching.py DEV_FOLDER [--weights FOLDER] [--choices 10] [--sides 18 12]

DEV_FOLDER is the development data (`singles`, `hands`, `crops`; see docs/how-to/train.md). For each
set, one random picture of every kind is taught. All other pictures of those kinds are classified
before and after. Only the namer is measured: faces are cut out by their labels. "Off" are the same
test pictures with small errors of cut and light, like those of a finder and of other lamps.

Large faces of a new set are hardly ever misread. Therefore the test pictures are also shrunk, to
the size of faces in photos of a whole table (`--sides`: pixels on the shorter side). The taught
pictures are not shrunk.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from vision.arrays import Floats, Pixels
from vision.evaluation.labels import (
    find_datasets,
    is_photo_folder,
    load_labelled_crops,
    load_labelled_photos,
)
from vision.photo import open_photo
from vision.recognition.classifier import CROP, MARGIN, TileClassifier
from vision.recognition.detector import DetectorSettings, TileDetector
from vision.teaching.adaptation import (
    PATCH,
    Examples,
    LearnSettings,
    compute_examples,
    cut_patch,
    fit_adapter,
    kind_probabilities,
)

SAME_SET = {"singles": "mari_tw", "hlin117": "hlin_owl"}
"""Folders that show a set which other pictures call otherwise (the data's own description)."""
UNCUT = ("hlin117",)
"""Single faces with their surroundings: the finder cuts them out; what it misses is left out."""

CERTAIN = 0.95
"""Probability of a name from which it is not doubtful."""
"""Below it a tile is doubtful: weighed against the hand, and asked about if it matters."""

ONE_EACH = ("mjtilerec",)
"""Two sets in one folder, one picture of each face: nothing is left to test."""

Face = tuple[str, str, Pixels]  # set, kind, patch


def faces(folder: Path, finder: TileDetector) -> Iterator[Face]:
    """Yield every labelled face of a folder."""
    if is_photo_folder(folder):
        for photo in load_labelled_photos(folder):
            pixels = open_photo(photo.path).pixels
            name = SAME_SET.get(photo.tile_set, photo.tile_set)
            for label in photo.labels:
                yield name, label.kind, cut_patch(pixels, np.array(label.quad))
        return
    for crop in load_labelled_crops(folder):
        pixels = open_photo(crop.path).pixels
        height, width = pixels.shape[:2]
        quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        if crop.tile_set in UNCUT:
            found = _find_middle_tile(finder, pixels, quad)
            if found is None:
                print(f"left out, no tile found: {crop.tile_set}/{crop.kind}/{crop.path.name}")
                continue
            quad = found
        yield SAME_SET.get(crop.tile_set, crop.tile_set), crop.kind, cut_patch(pixels, quad)


def _find_middle_tile(finder: TileDetector, pixels: Pixels, whole: Floats) -> Floats | None:
    """Find the tile in the middle of a picture, upper left corner first; None if there is none."""
    room = max(pixels.shape[:2]) // 2  # the detector finds no tile that fills its picture
    padded = cv2.copyMakeBorder(pixels, room, room, room, room, cv2.BORDER_REPLICATE)
    middle = whole.mean(axis=0)
    for box in finder.find(padded):
        quad = box.quad - room
        near = np.abs(quad.mean(axis=0) - middle).max() < 0.6 * middle.min()
        if near and np.ptp(quad, axis=0).min() > 0.4 * middle.min():
            return np.asarray(np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0))
    return None


def shrunk(cut: Pixels, side: int) -> Pixels:
    """Shrink the patch as if its face were photographed with `side` pixels on its shorter side.

    A patch is square; the face, 4 : 3, is stretched in it. Its longer side loses as much.
    """
    face = CROP / (1 + 2 * MARGIN)
    small = (max(2, round(PATCH * side / face)), max(2, round(PATCH * side * 4 / 3 / face)))
    if small[0] >= PATCH:
        return cut
    low = cv2.resize(cut, small, interpolation=cv2.INTER_AREA)
    high = cv2.resize(low, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
    return high.astype(np.uint8, copy=False)


def split(kinds: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return indices of the taught faces, one of each kind, and of the others of these kinds."""
    order = rng.permutation(len(kinds))
    taught = order[np.unique(kinds[order], return_index=True)[1]]
    return taught, np.setdiff1d(np.arange(len(kinds)), taught)


def errors(examples: Examples, choices: int, shown: Examples | None = None) -> Floats:
    """Count errors on test pictures before and after teaching.

    Args:
        examples: the pictures to teach from.
        choices: number of random choices of taught pictures.
        shown: the same pictures in the form of the test; None for the taught form.

    Returns:
        shape (choices, 2, 5): tests; errors before and after; doubtful before and after; each for
        upright views and for "off" ones.
    """
    shown = shown or examples
    figures = np.zeros((choices, 2, 5))
    settings = LearnSettings()
    for choice in range(choices):
        taught, tests = split(examples.kinds, np.random.default_rng(choice))
        adapter = fit_adapter(examples.select(taught), settings)
        rest = shown.select(tests)
        probabilities = [kind_probabilities(rest, taught_so) for taught_so in (None, adapter)]
        wrong = [found.argmax(axis=-1) != rest.kinds[:, None] for found in probabilities]
        doubtful = [found.max(axis=-1) < CERTAIN for found in probabilities]
        for off, views in enumerate((slice(0, 1), slice(1, None))):
            counts = [int(found[:, views].sum()) for found in (*wrong, *doubtful)]
            figures[choice, off] = [wrong[0][:, views].size, *counts]
    return figures


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--choices", type=int, default=10)
    parser.add_argument("--sides", type=int, nargs="*", default=[18, 12])
    options = parser.parse_args()
    finder = TileDetector.load(options.weights, DetectorSettings(first=256))
    namer = TileClassifier.load(options.weights)
    by_set: dict[str, list[Face]] = {}
    for part in ("singles", "hands", "crops"):
        for folder in find_datasets(options.folder / part):
            if folder.name in ONE_EACH:
                continue
            for face in faces(folder, finder):
                by_set.setdefault(face[0], []).append(face)
    settings = replace(LearnSettings(), views=3)
    sides: list[int | None] = [None, *options.sides]
    total = {side: np.zeros((options.choices, 2, 5)) for side in sides}
    print(
        "set        tests   wrong before -> after (least-most)   doubtful before -> after"
        "   off: tests, wrong, doubtful"
    )
    for name, shown in sorted(by_set.items()):
        kinds, cuts = [kind for _, kind, _ in shown], [cut for _, _, cut in shown]
        taught = compute_examples(namer, kinds, cuts, settings)
        for side in sides:
            small = [cut if side is None else shrunk(cut, side) for cut in cuts]
            tested = taught if side is None else compute_examples(namer, kinds, small, settings)
            start = time.perf_counter()
            figures = errors(taught, options.choices, tested)
            seconds = (time.perf_counter() - start) / options.choices
            print(_line(_row_name(name, side), figures), f"  ({seconds:.2f} s)", flush=True)
            total[side] += figures
    for side, figures in total.items():
        print(_line(_row_name("all", side), figures))


def _row_name(name: str, side: int | None) -> str:
    return name if side is None else f"  {side} px"


def _line(name: str, figures: Floats) -> str:
    plain, off = figures.mean(axis=0)
    least, most = figures[:, 0, 2].min(), figures[:, 0, 2].max()
    return (
        f"{name:<10}{plain[0]:6.0f}{plain[1]:7.1f} -> {plain[2]:.1f} ({least:.0f}-{most:.0f})"
        f"{plain[3]:11.1f} -> {plain[4]:.1f}"
        f"{off[0]:15.0f}{off[1]:7.1f} -> {off[2]:.1f}{off[3]:11.1f} -> {off[4]:.1f}"
    )


if __name__ == "__main__":
    main()
