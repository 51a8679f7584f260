"""Make hands of a corpus: recognised tiles with their ground truth, without pixels.

    python benchmarks/corpus.py [--count 13] [--seed N] [--photos FOLDER] [--out FOLDER]

Hands of every family are made (`handreader evaluate --hands`) and read with the shipped nets; so
are the labelled hands of `--photos`, where that folder is. A hand that is there and was read with
these nets stays as it is, so that a run that was stopped goes on; `--again` makes every one anew.
`--pictures FOLDER` keeps the pictures, for measurements of recognition. The counts of what comes of
the hands are written into `counts.toml`, which the tests compare.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from handreader.evaluation.corpus import (
    CorpusError,
    CorpusHand,
    count_outcomes,
    load_corpus,
    load_hand,
    save_hand,
)
from handreader.evaluation.hands import HELD_OUT_FACES, evaluation_designs, read_made_picture
from handreader.evaluation.labelled_hands import labelled_truths, tiles_and_kinds
from handreader.evaluation.made.families import FAMILIES
from handreader.evaluation.made.pictures import make_picture
from handreader.pipeline import RULE_SETS, read_photo
from handreader.progress import progress_bar
from handreader.situation import Situation
from vision import Reader
from vision.evaluation.labels import is_photo_folder, load_labelled_photos
from vision.evaluation.outcomes import evaluate_photos

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "corpus"


def main() -> None:
    """Make the hands that are missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=13, help="made hands of each family")
    parser.add_argument("--seed", type=int, default=70101, help="same seed, same hands")
    parser.add_argument("--photos", type=Path, default=HELD_OUT_FACES, help="labelled photos")
    parser.add_argument("--out", type=Path, default=CORPUS, help="folder for the hands")
    parser.add_argument("--pictures", type=Path, help="folder for the pictures of made hands")
    parser.add_argument("--again", action="store_true", help="make every hand anew")
    parser.add_argument("--counts", action="store_true", help="write the counts alone")
    options = parser.parse_args()
    if options.counts:
        write_counts(options.out)
        return
    reader = Reader()
    made = make_hands(options, reader)
    for _ in progress_bar(made, options.count * len(FAMILIES), "made hands"):
        pass
    for file in read_photos(options.photos, options.out, reader):
        print(file)
    write_counts(options.out)


def write_counts(folder: Path) -> None:
    """Write how the hands of a corpus end, by folder and rule set, and print it."""
    parts = [path for path in sorted(folder.iterdir()) if path.is_dir()]
    text = "# What the test of the corpus compares; written by benchmarks/corpus.py\n"
    for part in parts:
        hands = load_corpus(part)
        for rules in RULE_SETS:
            lines = [f'"{name}" = {count}' for name, count in count_outcomes(hands, rules).items()]
            text += f"\n[{part.name}.{rules}]\n" + "\n".join(lines) + "\n"
    (folder / "counts.toml").write_text(text, "utf-8")
    print(text, end="")


def make_hands(options: argparse.Namespace, reader: Reader) -> Iterator[Path]:
    """Make and read the hands of every family; yield a file for each."""
    designs = evaluation_designs(None)
    folder = options.out / "made"
    for number in range(options.count):
        for family in FAMILIES:
            name = f"{family.replace(' ', '-')}-{options.seed}-{number}"
            file = folder / f"{name}.json"
            if options.again or not is_current(file, reader):
                made = make_picture(family, number, designs, options.seed)
                truth = replace(made.truth, name=name)
                found = read_made_picture(made, reader)
                save_hand(CorpusHand(reader.model_id(), (truth,), *found), folder)
                if options.pictures is not None:
                    options.pictures.mkdir(parents=True, exist_ok=True)
                    Image.fromarray(made.pixels).save(options.pictures / f"{name}.png")
            yield file


def is_current(file: Path, reader: Reader) -> bool:
    """Return whether a hand is there that was read with these nets."""
    try:
        return file.exists() and load_hand(file).nets == reader.model_id()
    except CorpusError:
        return False


def read_photos(folder: Path, out: Path, reader: Reader) -> Iterator[Path]:
    """Read the photos with a labelled hand below a folder; yield a file for each."""
    found = [folder] if is_photo_folder(folder) else sorted(folder.glob("*/"))
    for dataset in filter(is_photo_folder, found):
        photos = load_labelled_photos(dataset)
        for photo in photos:
            if photo.hand is None:
                continue
            (result,) = evaluate_photos(
                [photo], lambda shown: read_photo(reader, shown, Situation(), "zung-jung")
            )
            tiles, kinds = tiles_and_kinds(result)
            truths = labelled_truths(photo, photos)
            yield save_hand(CorpusHand(reader.model_id(), truths, tiles, kinds), out / dataset.name)


if __name__ == "__main__":
    main()
