"""The command `evaluate`: figures of the reader on labelled folders."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from vision import PhotoReading, Reader
from vision.evaluation.labels import (
    find_datasets,
    is_photo_folder,
    load_labelled_crops,
    load_labelled_photos,
)
from vision.evaluation.metrics import compute_metrics
from vision.evaluation.outcomes import (
    EvaluatedPhoto,
    draw_outcomes,
    evaluate_crops,
    evaluate_photos,
)
from vision.photo import Photo

from .. import __version__
from ..evaluation.labelled_hands import (
    labelled_hands_lines,
    labelled_hands_table,
    run_labelled_trials,
    trial_json,
)
from ..evaluation.report import Table, metrics_lines, metrics_table, write_metrics
from ..pipeline import read_photo
from ..progress import progress_bar
from ..situation import Situation


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
    reader = Reader(weights).with_tile_set(taught)
    for folder in dict.fromkeys(found for given in folders for found in find_datasets(given)):
        name = dataset_name(folder)
        results = list(_results(folder, name, reader))
        figures = compute_metrics(results)
        measured[name] = {
            "version": __version__,
            "command": f"handreader evaluate {folder}",
            **metrics_table(figures),
        }
        hands = run_labelled_trials(results)
        if hands:
            measured[name]["hands"] = labelled_hands_table(hands)
        if as_json:
            line: dict[str, object] = {"dataset": name, **measured[name]}
            line |= {"trials": [trial_json(hand.trial) for hand in hands]} if hands else {}
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            lines = metrics_lines(name, figures) + (labelled_hands_lines(hands) if hands else [])
            print("\n".join(lines), flush=True)
        if draw is not None:
            draw_imperfect(results, draw / name)
    if write is not None:
        write_metrics(write, measured)


def dataset_name(folder: Path) -> str:
    """Return a folder's data set name: its own name, for crops with the parent's name."""
    folder = folder.resolve()
    return folder.name if is_photo_folder(folder) else f"{folder.parent.name}/{folder.name}"


def _results(folder: Path, name: str, reader: Reader) -> Iterator[EvaluatedPhoto]:
    if is_photo_folder(folder):
        photos = load_labelled_photos(folder)

        def read(photo: Photo) -> PhotoReading:
            return read_photo(reader, photo, Situation(), "zung-jung")

        results = evaluate_photos(photos, read, reader.find_outlines)
        return progress_bar(results, len(photos), name)
    crops = load_labelled_crops(folder)
    return progress_bar(evaluate_crops(crops, reader.classify_crops), len(crops), name)


def draw_imperfect(results: Sequence[EvaluatedPhoto], folder: Path) -> None:
    """Write the pictures of photos that were not read perfectly, with their tiles marked."""
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        if not result.is_perfect:
            # Crops of different kinds may share a file name.
            stem = result.photo.path.stem
            if len(result.photo.labels) == 1:
                stem = f"{result.photo.labels[0].kind}-{stem}"
            Image.fromarray(draw_outcomes(result)).save(folder / f"{stem}.jpg", quality=90)
