"""The commands `read --format` and `labels`: readings to other labelling programs, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.registry import rulebook
from scoring.text import Texts, phrase
from vision import Reader
from vision.hand_location import HandLocation
from vision.photo import open_photo

from .. import pipeline
from ..errors import Report, to_stderr
from ..labels.files import LabelFolder, read_labels, write_labelled_photos
from ..labels.picture import LabelFormatError
from ..messages import localize
from ..options import LabelFormat
from ..progress import progress_bar
from ..situation import Situation
from ..user_files import check_folder
from .inputs import expand_folders

_TEXTS: Mapping[str, Texts] = {
    "written": {
        "en": "{file}: photos {count}, tiles {tiles}",
        "it": "{file}: foto {count}, tessere {tiles}",
    },
    "kept": {
        "en": "{folder}: photos {count}, tiles {tiles}; measure the reader on them: "
        "handreader evaluate {folder}",
        "it": "{folder}: foto {count}, tessere {tiles}; misura il lettore su di esse: "
        "handreader evaluate {folder}",
    },
}


def export_readings(
    photos: Sequence[Path],
    rules: str,
    location: HandLocation,
    reader: Reader,
    answers: Mapping[str, str],
    form: LabelFormat,
    out: Path | None,
    lang: str,
    report: Report,
) -> None:
    """Read photos into a folder of labelled pictures; see `handreader read --format`.

    Raises:
        LabelFormatError: `out` is no folder.
        OSError: nothing can be written there.
        UnscorableError: an answer to an unknown question.
    """
    if out is None or out.is_file() or str(out) == "-":
        raise LabelFormatError("folder", form=form)
    check_folder(out)
    rulebook(rules)  # an unknown rule set is one error, not one per photo
    pipeline.check_question_ids(answers)
    folder, count, tiles = LabelFolder(out, form), 0, 0
    situation = Situation(answers=answers)
    for path in progress_bar(found := expand_folders(photos), len(found), localize("photos", lang)):
        with report.errors(to_stderr):
            photo = open_photo(path)
            reading = pipeline.read_photo(reader, photo, situation, rules, location)
            folder.add(photo, reading)
            count, tiles = count + 1, tiles + len(reading.tiles)
    if count:
        file = folder.close()
        print(phrase(_TEXTS["written"], file=file, count=count, tiles=tiles).localize(lang))


def import_labels(labels: Path, to: Path | None, photos: Path | None, lang: str) -> None:
    """Read labels of another program into a folder that `evaluate` and training take.

    Raises:
        LabelFormatError: no folder, or labels that cannot be used; then nothing is written.
    """
    if to is None:
        raise LabelFormatError("no_target", path=labels)
    pictures = read_labels(labels)
    beside = photos or (labels if labels.is_dir() else labels.parent)
    tiles = write_labelled_photos(pictures, beside, to)
    gaps = {"folder": to, "count": len(pictures), "tiles": tiles}
    print(phrase(_TEXTS["kept"], **gaps).localize(lang))
