"""The command `evaluate`: figures of the reader on labelled folders."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from vision import Settings, read
from vision.evaluation.labels import datasets, is_photos, labelled_crops, labelled_photos
from vision.evaluation.metrics import tally
from vision.evaluation.outcomes import MarkedPhoto, name_all, picture, read_all
from vision.geometry import as_quad
from vision.photo import Pixels
from vision.recognition.classifier import Namer
from vision.recognition.detector import Finder
from vision.seen_tile import Quad
from vision.teaching.tile_set import load

from .. import __version__
from ..evaluation.report import Table, lines, table, write_metrics
from ..progress import in_progress


def evaluate_folders(
    folders: Sequence[Path],
    as_json: bool,
    write: Path | None,
    draw: Path | None,
    weights: Path | None,
    taught: Path | None = None,
) -> None:
    """Print the figures of each labelled folder at or below `folders`."""
    measured: dict[str, Table] = {}
    for folder in dict.fromkeys(found for given in folders for found in datasets(given)):
        name = dataset_name(folder)
        results = list(_results(folder, name, weights, taught))
        figures = tally(results)
        measured[name] = {
            "version": __version__,
            "command": f"handreader evaluate {folder}",
            **table(figures),
        }
        if as_json:
            print(json.dumps({"dataset": name, **measured[name]}, ensure_ascii=False), flush=True)
        else:
            print("\n".join(lines(name, figures)), flush=True)
        if draw is not None:
            draw_imperfect(results, draw / name)
    if write is not None:
        write_metrics(write, measured)


def dataset_name(folder: Path) -> str:
    """Return a folder's data set name: its own name, for crops with the parent's name."""
    folder = folder.resolve()
    return folder.name if is_photos(folder) else f"{folder.parent.name}/{folder.name}"


def _results(
    folder: Path, name: str, weights: Path | None, taught: Path | None
) -> Iterator[MarkedPhoto]:
    if is_photos(folder):
        settings = Settings(weights=weights, taught=taught)
        photos = labelled_photos(folder)
        finder = Finder.load(weights)

        def boxes(pixels: Pixels) -> list[Quad]:
            return [as_quad(found.quad) for found in finder.find(pixels)]

        results = read_all(photos, lambda photo: read(photo, settings), boxes)
        return in_progress(results, len(photos), name)
    crops = labelled_crops(folder)
    namer = Namer.load(weights)
    if taught is not None:
        namer = namer.taught(load(taught, weights).lesson)
    return in_progress(name_all(crops, namer.name_crops), len(crops), name)


def draw_imperfect(results: Sequence[MarkedPhoto], folder: Path) -> None:
    """Write the pictures of photos that were not read perfectly, with their tiles marked."""
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        if not result.perfect:
            # Crops of different kinds may share a file name.
            stem = result.photo.path.stem
            if len(result.photo.labels) == 1:
                stem = f"{result.photo.labels[0].kind}-{stem}"
            Image.fromarray(picture(result)).save(folder / f"{stem}.jpg", quality=90)
