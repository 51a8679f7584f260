"""Train the namer with your own labelled photos, starting from the shipped nets.

    python -m vision.training.own PHOTOS --out RUN

PHOTOS has `images/` and `labels/`, as `handreader evaluate` and `handreader labels --to` have them.
Every fifth photo is kept apart and read before and after. RUN/weights gets the new nets, for
`handreader read --weights RUN/weights`. A run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.errors import HandReaderError

from ..evaluation.labels import Label, LabelledPhoto, find_datasets, load_labelled_photos
from ..evaluation.metrics import Metrics, compute_metrics
from ..evaluation.outcomes import evaluate_photos
from ..photo import open_photo, shrink
from ..reader import Reader
from ..recognition.weights import MANIFEST, find_weights
from ..seen_tile import SeenTile
from .data.photos import TrainingPhoto
from .data.pool import Pool, faces_of_photos
from .namer import TrainingProgress, export, train
from .nets.onnx_files import average
from .rendering.face_designs import project_faces

SHIPPED = Path(__file__).parents[2] / "models"
FACES = Path(__file__).parents[2] / "datasets" / "faces"
MINUTES = 20.0
RATE = 3e-4
"""A tenth of a full run's: the net is to keep what it can."""
HELD_OUT = 5
"""Every so manieth photo is kept apart."""
LONGEST = 2000
"""Pixels of a photo's longer side in training: 100 photos take 1 GB."""
BATCH = 64


def split(photos: Sequence[LabelledPhoto]) -> tuple[list[LabelledPhoto], list[LabelledPhoto]]:
    """Return the photos to learn from and those kept apart, the same in every run."""
    kept = [photo for number, photo in enumerate(photos) if number % HELD_OUT == HELD_OUT - 1]
    if not kept and len(photos) > 1:
        kept = [photos[-1]]
    return [photo for photo in photos if photo not in kept], kept


def training_photo(photo: LabelledPhoto) -> TrainingPhoto:
    """Return a labelled photo as training takes it, its longer side at most `LONGEST`."""
    opened = open_photo(photo.path)
    pixels = shrink(opened.pixels, LONGEST)
    quads = np.array([label.quad for label in photo.labels], np.float64).reshape(-1, 4, 2)
    return TrainingPhoto(
        name=photo.path.name,
        pixels=pixels,
        quads=quads * (pixels.shape[1] / opened.width),
        kinds=tuple(label.kind for label in photo.labels),
        design=f"own-{photo.tile_set}",
        is_directed=not all(map(_is_upright_box, photo.labels)),
    )


def _is_upright_box(label: Label) -> bool:
    """Return whether corners are those of a box, whose first is no tile's top left."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = label.quad
    return ay == by and bx == cx and cy == dy and dx == ax


def own_pool(photos: Sequence[TrainingPhoto], faces: Path = FACES) -> Pool:
    """Return own photos, the faces cut out of them, and our own drawings beside them."""
    return Pool([*project_faces(faces), *faces_of_photos(photos)], list(photos), [], [])


@dataclass(frozen=True, slots=True)
class FoundTiles:
    """The tiles of a photo, whose rows nobody asked for."""

    tiles: tuple[SeenTile, ...]
    rows: tuple[tuple[int, ...], ...] = ()
    turned_ids: frozenset[int] = frozenset()


def measure(photos: Sequence[LabelledPhoto], weights: Path) -> Metrics:
    """Return the figures of a folder of nets on labelled photos."""
    reader = Reader(weights)
    found = evaluate_photos(
        photos, lambda photo: FoundTiles(reader.find_tiles(photo)), reader.find_outlines
    )
    return compute_metrics(list(found))


def write_weights(start: Path, run: Path, minutes: float) -> Path:
    """Write the run's namer, averaged with the one it started from, beside the other nets.

    Returns:
        the folder, complete: it is renamed into its place when all of it is there.
    """
    target, part = run / "weights", run / "weights.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    before = find_weights("namer", folder=start).path
    file = part / "namer-own.onnx"
    export(run / "namer.pt", file)
    average(file, before)
    manifest = (start / MANIFEST).read_text("utf-8")
    for other in re.findall(r'^file = "([^"/]+)"$', manifest, re.M):
        if other != before.name:
            shutil.copyfile(start / other, part / other)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    entry = re.search(r"^\[namer\]\n.*?(?=^\[|\Z)", manifest, re.M | re.S)
    assert entry is not None, "find_weights has found it"
    new = re.sub(r'^file = ".*"$', f'file = "{file.name}"', entry[0], flags=re.M)
    new = re.sub(r'^sha256 = ".*"$', f'sha256 = "{digest}"', new, flags=re.M)
    recipe = f"python -m vision.training.own, {minutes:g} minutes from {before.name}"
    new = re.sub(r'^recipe = ".*"$', f'recipe = "{recipe}"', new, flags=re.M)
    (part / MANIFEST).write_text(manifest.replace(entry[0], new), encoding="utf-8")
    shutil.rmtree(target, ignore_errors=True)
    part.rename(target)
    return target


def summary(name: str, figures: Metrics) -> str:
    """Return what is right on the photos that were kept apart, in one line."""
    count = figures.all
    return (
        f"{name}: {count.right} of {count.tiles} tiles right, {count.found} found, "
        f"{figures.perfect} of {figures.photos} photos perfect"
    )


def _train(
    photos: Sequence[LabelledPhoto], start: Path, out: Path, minutes: float, rate: float
) -> None:
    """Train, with a progress bar that has the loss and the time left."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    pool = own_pool([training_photo(photo) for photo in photos])
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("step {task.fields[step]}, loss {task.fields[loss]:.3f}"),
    )
    with Progress(*columns) as bar:
        task = bar.add_task("training", total=minutes * 60, step=0, loss=0.0)

        def show(progress: TrainingProgress) -> None:
            bar.update(task, completed=progress.spent, step=progress.step, loss=progress.loss)

        namer = find_weights("namer", folder=start).path
        train(pool, namer, out, minutes, BATCH, 1, 1, rate, report=show)


def main() -> None:
    """Run the command line; see the module's first lines."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path, nargs="+", metavar="PHOTOS")
    parser.add_argument("--out", type=Path, default=Path("runs/own"), help="folder of this run")
    parser.add_argument("--start", default="shipped", help="shipped, or a folder of nets")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    try:
        _run(parser, options)
    except HandReaderError as error:
        parser.error(str(error))


def _run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Learn, measure, and print what a person does next.

    Raises:
        HandReaderError: no labelled photos, or nets to start from that are not there.
    """
    start = SHIPPED if options.start == "shipped" else Path(options.start)
    labelled = [
        photo
        for given in options.photos
        for folder in find_datasets(given)
        for photo in load_labelled_photos(folder)
    ]
    learnt, kept = split([photo for photo in labelled if photo.labels])
    if not kept:
        parser.error(f"{len(learnt)} labelled photos: expected two or more, twenty are better")
    try:
        import torch
    except ImportError:
        parser.error("torch is missing: see docs/how-to/train-own.md for the two lines")
    torch.set_num_threads(options.threads)
    tiles = sum(len(photo.labels) for photo in learnt)
    print(f"learning from {len(learnt)} photos with {tiles} tiles; kept apart: {len(kept)}")
    print(
        f"about {options.minutes:g} minutes, then the photos kept apart are read. The loss is that "
        "of hard pictures: it starts near 0.5 and falls slowly. A design that is misread gains; "
        "one that is read well stays as it is."
    )
    # The process that makes pictures is a fork: threads of OpenCV or of the reader would stop it.
    cv2.setNumThreads(1)
    _train(learnt, start, options.out, options.minutes, options.rate)
    weights = write_weights(start, options.out, options.minutes)
    before, after = measure(kept, start), measure(kept, weights)
    print(summary("before", before))
    print(summary("after", after))
    if after.all.right < before.all.right:
        print("These nets are worse: keep the shipped ones; label more photos, or train longer.")
        return
    print(f"Use them: handreader read PHOTO --weights {weights}")


if __name__ == "__main__":
    main()
