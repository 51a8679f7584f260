"""What teaching a set does for sets that the weights have not seen.

    python benchmarks/teaching.py DEV_FOLDER [--weights FOLDER] [--choices 10]

DEV_FOLDER is the development data (`singles`, `hands`, `crops`; see CONTRIBUTING.md). For each set,
one picture of every kind is taught, chosen at random; all other pictures of those kinds are named
before and after. The namer alone is measured: faces are cut out by their labels. "Off" are views of
the same test pictures cut and lit a little wrong, as a finder and other lamps would.
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
from vision.detect import Finder, FinderSettings
from vision.labelled import datasets, is_photos, labelled_crops, labelled_photos
from vision.learn import Examples, LearnSettings, examined, learn, named, patch
from vision.name import Namer
from vision.photo import open_photo

SAME_SET = {"singles": "mari_tw", "hlin117": "hlin_owl"}
"""Folders that show a set which other pictures call otherwise (the data's own description)."""
UNCUT = ("hlin117",)
"""Single faces with their surroundings: the finder cuts them out; what it misses is left out."""

ONE_EACH = ("mjtilerec",)
"""Two sets in one folder, one picture of each face: nothing is left to test."""

Face = tuple[str, str, Pixels]  # set, kind, patch


def faces(folder: Path, finder: Finder) -> Iterator[Face]:
    """Every labelled face of a folder."""
    if is_photos(folder):
        for photo in labelled_photos(folder):
            pixels = open_photo(photo.path).pixels
            name = SAME_SET.get(photo.tile_set, photo.tile_set)
            for label in photo.labels:
                yield name, label.kind, patch(pixels, np.array(label.quad))
        return
    for crop in labelled_crops(folder):
        pixels = open_photo(crop.path).pixels
        height, width = pixels.shape[:2]
        quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        if crop.tile_set in UNCUT:
            found = _found(finder, pixels, quad)
            if found is None:
                print(f"left out, no tile found: {crop.tile_set}/{crop.kind}/{crop.path.name}")
                continue
            quad = found
        yield SAME_SET.get(crop.tile_set, crop.tile_set), crop.kind, patch(pixels, quad)


def _found(finder: Finder, pixels: Pixels, whole: Floats) -> Floats | None:
    """The tile in the middle of a picture, its upper left corner first; None if there is none."""
    room = max(pixels.shape[:2]) // 2  # a tile that fills its picture is none that the finder knows
    padded = cv2.copyMakeBorder(pixels, room, room, room, room, cv2.BORDER_REPLICATE)
    middle = whole.mean(axis=0)
    for box in finder.find(padded):
        quad = box.quad - room
        near = np.abs(quad.mean(axis=0) - middle).max() < 0.6 * middle.min()
        if near and np.ptp(quad, axis=0).min() > 0.4 * middle.min():
            return np.asarray(np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0))
    return None


def split(kinds: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Numbers of the taught faces, one of each kind, and of the others of these kinds."""
    order = rng.permutation(len(kinds))
    taught = order[np.unique(kinds[order], return_index=True)[1]]
    return taught, np.setdiff1d(np.arange(len(kinds)), taught)


def errors(examples: Examples, choices: int) -> Floats:
    """Tests, and errors before and after, upright and "off"; shape (choices, 2, 3)."""
    figures = np.zeros((choices, 2, 3))
    settings = LearnSettings()
    for choice in range(choices):
        taught, tests = split(examples.kinds, np.random.default_rng(choice))
        lesson = learn(examples.of(taught), settings)
        rest = examples.of(tests)
        wrong = [named(rest, said) != rest.kinds[:, None] for said in (None, lesson)]
        for off, views in enumerate((slice(0, 1), slice(1, None))):
            figures[choice, off] = [
                wrong[0][:, views].size,
                wrong[0][:, views].sum(),
                wrong[1][:, views].sum(),
            ]
    return figures


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--choices", type=int, default=10)
    options = parser.parse_args()
    finder = Finder.load(options.weights, FinderSettings(first=256))
    namer = Namer.load(options.weights)
    by_set: dict[str, list[Face]] = {}
    for part in ("singles", "hands", "crops"):
        for folder in datasets(options.folder / part):
            if folder.name in ONE_EACH:
                continue
            for face in faces(folder, finder):
                by_set.setdefault(face[0], []).append(face)
    total = np.zeros((options.choices, 2, 3))
    print(
        "set            tests   wrong before -> after (least-most)   off: tests   before -> after"
    )
    for name, shown in sorted(by_set.items()):
        kinds = [kind for _, kind, _ in shown]
        settings = replace(LearnSettings(), views=3)
        examples = examined(namer, kinds, [cut for _, _, cut in shown], settings)
        start = time.perf_counter()
        figures = errors(examples, options.choices)
        print(_line(name, figures), f"  ({(time.perf_counter() - start) / options.choices:.2f} s)")
        total += figures
    print(_line("all", total))


def _line(name: str, figures: Floats) -> str:
    (tests, before, after), (more, off_before, off_after) = figures.mean(axis=0)
    least, most = figures[:, 0, 2].min(), figures[:, 0, 2].max()
    return (
        f"{name:<14} {tests:5.0f}   {before:12.1f} -> {after:.1f} ({least:.0f}-{most:.0f})"
        f"{more:>22.0f}   {off_before:6.1f} -> {off_after:.1f}"
    )


if __name__ == "__main__":
    main()
