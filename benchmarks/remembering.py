"""Measure what one ordinary photo of a set teaches, and what it costs other sets.

    python benchmarks/remembering.py DEV_FOLDER [--weights FOLDER] [--photos 10] [--sides 18 12]

DEV_FOLDER is the development data (`tables`, `hands`, `singles`, `photos`). Of each set every photo
with nine tiles or more is taught, up to --photos, with its labels in the place of a person. All
tiles of the set's other photos and of all other sets are classified before and after. Also taught:
each misread tile alone, which is why a photo teaches as a whole. `--sides` shrinks the test
pictures, as `benchmarks/teaching.py` does.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from teaching import SAME_SET, shrunk

from scoring.tiles import CLASSES
from vision.arrays import Floats
from vision.evaluation.labels import find_datasets, is_photo_folder, load_labelled_photos
from vision.photo import open_photo
from vision.reader import Reader
from vision.recognition.classifier import Adapter, TileClassifier
from vision.seen_tile import Quad, SeenTile
from vision.teaching.adaptation import (
    Examples,
    compute_examples,
    cut_patch,
    fit_adapter,
    likeliest_kinds,
    settings_for,
)
from vision.teaching.confirmed_tiles import LEAST_TILES

PARTS = ("tables", "hands", "singles", "photos")
ONE_SET = "photos"
"""Part of many sets in one folder: it is tested, not taught."""


@dataclass(frozen=True, slots=True, eq=False)
class TestPhoto:
    """A photo's labelled tiles as the net sees them.

    Attributes:
        name: the file's name.
        tile_set: name of the set.
        taught: the net's outputs for teaching.
        tested: the same for one view in the form of the test.
    """

    name: str
    tile_set: str
    taught: Examples
    tested: Sequence[Examples]


def load_photos(
    folder: Path, reader: Reader, namer: TileClassifier, sides: Sequence[int | None]
) -> Iterator[TestPhoto]:
    """Yield the labelled photos in which the reader finds labelled tiles."""
    once = replace(settings_for(1), views=1)
    for part in PARTS:
        for dataset in filter(is_photo_folder, find_datasets(folder / part)):
            for labelled in load_labelled_photos(dataset):
                photo = open_photo(labelled.path)
                tiles = reader.find_tiles(photo)
                found = [
                    (label.kind, tile)
                    for label in labelled.labels
                    if label.kind in CLASSES and (tile := _tile_at(tiles, label.quad)) is not None
                ]
                if not found:
                    continue
                kinds = [kind for kind, _ in found]
                cuts = [cut_patch(photo.pixels, np.array(tile.quad)) for _, tile in found]
                tested = [
                    compute_examples(
                        namer, kinds, [c if side is None else shrunk(c, side) for c in cuts], once
                    )
                    for side in sides
                ]
                taught = compute_examples(namer, kinds, cuts, settings_for(1))
                name = SAME_SET.get(labelled.tile_set, labelled.tile_set)
                yield TestPhoto(labelled.path.name, name, taught, tested)


def _tile_at(tiles: Sequence[SeenTile], quad: Quad) -> SeenTile | None:
    """Return the tile over a label's centre."""
    x, y = np.mean(quad, axis=0)
    for tile in tiles:
        if cv2.pointPolygonTest(np.array(tile.quad, np.float32), (float(x), float(y)), False) >= 0:
            return tile
    return None


def right_names(photos: Sequence[TestPhoto], form: int, adapter: Adapter | None) -> Floats:
    """Count the right names, and all tiles."""
    right = total = 0
    for photo in photos:
        shown = photo.tested[form]
        right += int((likeliest_kinds(shown, adapter)[:, 0] == shown.kinds).sum())
        total += len(shown.kinds)
    return np.array([right, total])


def main() -> None:
    """Print a line for each set, then the misread tiles that were taught alone."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--photos", type=int, default=10)
    parser.add_argument("--sides", type=int, nargs="*", default=[18, 12])
    options = parser.parse_args()
    sides = [None, *options.sides]
    namer = TileClassifier.load(options.weights)
    photos = list(load_photos(options.folder, Reader(options.weights), namer, sides))
    by_set: dict[str, list[TestPhoto]] = defaultdict(list)
    for photo in photos:
        by_set[photo.tile_set].append(photo)
    names = ["other photos", *(f"at {side} px" for side in options.sides), "other sets"]
    print(f"set: photos taught; right before -> after of all, mean: {', '.join(names)}; worst")
    for name, own in sorted(by_set.items()):
        taught = [p for p in own if len(p.taught.kinds) > LEAST_TILES][: options.photos]
        if name == ONE_SET or not taught:
            continue
        rest = [photo for photo in photos if photo.tile_set != name]
        before_rest = right_names(rest, 0, None)[0]
        figures, worst = [], 0
        for photo in taught:
            adapter = fit_adapter(photo.taught)
            others = [other for other in own if other is not photo]
            tests = [(others, form) for form in range(len(sides))] + [(rest, 0)]
            figures.append(
                [
                    (right_names(shown, form, None)[0], *right_names(shown, form, adapter))
                    for shown, form in tests
                ]
            )
            worst = min(worst, int(figures[-1][-1][1] - before_rest))
        means = np.mean(figures, axis=0)
        cells = [f"{before:.1f} -> {after:.1f} of {total:.0f}" for before, after, total in means]
        print(f"{name}: {len(taught)}; {', '.join(cells)}; {worst}", flush=True)
    print("misread tiles, taught alone and with their photo: change in other sets")
    for photo in photos:
        wrong = np.flatnonzero(likeliest_kinds(photo.tested[0])[:, 0] != photo.taught.kinds)
        if photo.tile_set == ONE_SET or not len(wrong):
            continue
        rest = [other for other in photos if other.tile_set != photo.tile_set]
        before = right_names(rest, 0, None)[0]
        whole = right_names(rest, 0, fit_adapter(photo.taught))[0] - before
        for place in wrong:
            alone = fit_adapter(photo.taught.select(np.array([place])))
            kind = CLASSES[int(photo.taught.kinds[place])]
            change = right_names(rest, 0, alone)[0] - before
            print(f"{photo.name} {kind}: {change:+d} alone, {whole:+d} with its photo", flush=True)


if __name__ == "__main__":
    main()
