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
from ..evaluation.beside import Comparison, Pair, compare_trials
from ..evaluation.labelled_hands import (
    LabelledTrial,
    labelled_hands_lines,
    labelled_hands_table,
    natural_trials,
    run_labelled_trials,
    trial_json,
)
from ..evaluation.report import Table, metrics_lines, metrics_table, write_metrics
from ..evaluation.trial_decoder import TrialDecoder
from ..evaluation.trial_report import draw_reliability
from ..evaluation.trials import Outcome, Trial
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
    beside: Path | None = None,
) -> None:
    """Print the figures of each labelled folder at or below `folders`.

    Args:
        folders: with labelled pictures.
        as_json: whether to print JSON.
        write: metrics file; None for none.
        draw: folder for pictures of failures and plots; None for none.
        weights: folder of weights; None for ours.
        taught: file of the taught set in the pictures.
        beside: folder of weights that read the same pictures, too; None for none.
    """
    measured: dict[str, Table] = {}
    reader = Reader(weights).with_tile_set(taught)
    reader_beside = None if beside is None else Reader(beside).with_tile_set(taught)
    for folder in dict.fromkeys(found for given in folders for found in find_datasets(given)):
        name = dataset_name(folder)
        results = list(_results(folder, name, reader))
        figures = compute_metrics(results)
        measured[name] = {
            "version": __version__,
            "command": f"handreader evaluate {folder}",
            **metrics_table(figures),
        }
        hands = _hands(results, reader)
        if hands:
            measured[name]["hands"] = labelled_hands_table(hands)
        compared: list[Comparison] = []
        if reader_beside is not None:
            others = list(_results(folder, name, reader_beside))
            compared = _compare(results, others, hands, _hands(others, reader_beside), beside)
        if as_json:
            line: dict[str, object] = {"dataset": name, **measured[name]}
            line |= {"trials": [trial_json(hand.trial) for hand in hands]} if hands else {}
            line |= {"beside": {one.what: one.table() for one in compared}} if compared else {}
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            lines = metrics_lines(name, figures) + (labelled_hands_lines(hands) if hands else [])
            print(
                "\n".join([*lines, *(line for one in compared for line in one.lines())]), flush=True
            )
        if draw is not None:
            draw_failures(results, natural_trials(hands), draw / name)
            draw_reliability(name, natural_trials(hands), draw)
    if write is not None:
        write_metrics(write, measured)


def _hands(results: Sequence[EvaluatedPhoto], reader: Reader) -> list[LabelledTrial]:
    return run_labelled_trials(results, TrialDecoder(reader.weights).decode)


def _compare(
    results: Sequence[EvaluatedPhoto],
    others: Sequence[EvaluatedPhoto],
    hands: Sequence[LabelledTrial],
    other_hands: Sequence[LabelledTrial],
    beside: Path | None,
) -> list[Comparison]:
    """Compare the photos that were read perfectly, and the hands by the rules that count."""
    if beside is None:
        return []
    pairs = (
        Pair(one.photo.path.name, one.is_perfect, other.is_perfect)
        for one, other in zip(results, others, strict=True)
    )
    compared = compare_trials(beside, natural_trials(hands), natural_trials(other_hands))
    photos = Comparison(beside, "photos", tuple(pairs))
    return [photos, compared] if compared is not None and compared.pairs else [photos]


def dataset_name(folder: Path) -> str:
    """Return a folder's data set name: its own name, for crops with the parent's name."""
    folder = folder.resolve()
    return folder.name if is_photo_folder(folder) else f"{folder.parent.name}/{folder.name}"


def _results(folder: Path, name: str, reader: Reader) -> Iterator[EvaluatedPhoto]:
    if is_photo_folder(folder):
        photos = load_labelled_photos(folder)

        def read(photo: Photo) -> PhotoReading:
            situation, net = Situation(), reader.weights
            return read_photo(reader, photo, situation, "zung-jung", relation_weights=net)

        results = evaluate_photos(photos, read, reader.find_outlines)
        return progress_bar(results, len(photos), name)
    crops = load_labelled_crops(folder)
    return progress_bar(evaluate_crops(crops, reader.classify_crops), len(crops), name)


def draw_failures(results: Sequence[EvaluatedPhoto], hands: Sequence[Trial], folder: Path) -> None:
    """Write the pictures of photos that were not read perfectly, with their tiles marked.

    A photo whose tiles are all right is written, too, if its hand was not read right.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wrong_hands = {hand.truth.name for hand in hands if hand.outcome is not Outcome.RIGHT}
    for result in results:
        if not result.is_perfect or result.photo.path.name in wrong_hands:
            # Crops of different kinds may share a file name.
            stem = result.photo.path.stem
            if len(result.photo.labels) == 1:
                stem = f"{result.photo.labels[0].kind}-{stem}"
            Image.fromarray(draw_outcomes(result)).save(folder / f"{stem}.jpg", quality=90)
