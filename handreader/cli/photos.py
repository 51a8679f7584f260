"""The commands `read` and `score` on photos: read, print, and draw each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring import rulebook
from vision import PhotoReading, ReadSettings, read
from vision.photo import Photo, open_photo

from .. import pipeline
from ..errors import Report, UsageError, to_stderr
from ..messages import localize
from ..progress import progress_bar
from ..situation import Situation
from .assumptions import assumptions
from .json_output import print_json, reading_json


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """Options for reading photos and printing the results.

    Attributes:
        rules: id of the rule set.
        as_json: for programs rather than people.
        out: of outlined pictures: a file for one photo, or a folder; None for the default.
        lang: "en" or "it".
        weights: folder of weights; None for ours.
        taught: file of the taught set in the photos, if it is one.
    """

    rules: str
    as_json: bool
    out: Path | None
    lang: str
    weights: Path | None
    taught: Path | None = None


def read_photos(photos: Sequence[Path], wanted: PhotoOptions, report: Report) -> None:
    """Read photos and print their tiles; see `handreader read`."""

    def one(photo: Photo, reading: PhotoReading, picture: Path) -> None:
        reading = pipeline.decode_with_rules(reading, Situation(), wanted.rules)
        if wanted.out is not None:
            write_picture(photo, reading, picture)
        if wanted.as_json:
            win = pipeline.complete_record(reading, Situation(), wanted.rules)
            print_json(reading_json(reading, win))
        else:
            from .. import console  # rich takes 0.1 s, which readers of JSON need not wait for

            console.show_reading(console.console(), reading, wanted.lang)
        if not reading.tiles:
            raise pipeline.no_tiles_error(reading)

    settings = pipeline.settings(wanted.rules, wanted.weights, taught=wanted.taught)
    _read_each(photos, settings, wanted, report, one)


def score_photos(
    photos: Sequence[Path], situation: Situation, wanted: PhotoOptions, report: Report
) -> None:
    """Read photos and print their scores; see `handreader score`."""

    def one(photo: Photo, reading: PhotoReading, picture: Path) -> None:
        reading = pipeline.decode_with_rules(reading, situation, wanted.rules)
        # Drawn first: if the hand cannot be scored, the picture shows why.
        if wanted.out is not None or not wanted.as_json:
            write_picture(photo, reading, picture)
        if wanted.as_json:
            win = pipeline.complete_record(reading, situation, wanted.rules)
            result = pipeline.result_json(reading, situation, wanted.rules)
            print_json({"reading": reading_json(reading, win), "result": result})
            report.failed |= result.get("valid_win") is not True
            return
        from .. import console

        try:
            score = pipeline.score_record(pipeline.record(reading, situation, wanted.rules))
            assumed = assumptions(score, situation, wanted.lang)
            console.show_score(console.console(), reading, score, assumed, wanted.lang)
        finally:
            console.show_picture(console.console(), picture, wanted.lang)

    rulebook(wanted.rules)  # an unknown rule set is one error, not one per photo
    situation.win()
    settings = pipeline.settings(wanted.rules, wanted.weights, situation.answers, wanted.taught)
    _read_each(photos, settings, wanted, report, one)


def _read_each(
    photos: Sequence[Path],
    settings: ReadSettings,
    wanted: PhotoOptions,
    report: Report,
    one: Callable[[Photo, PhotoReading, Path], None],
) -> None:
    """Read every photo; an error skips that photo alone."""
    for path in progress_bar(photos, len(photos), localize("photos", wanted.lang)):

        def print_error(message: str, path: Path = path) -> None:
            print_json({"photo": path.name, "error": message})

        with report.errors(print_error if wanted.as_json else to_stderr):
            photo = open_photo(path)
            one(photo, read(photo, settings), picture_path(wanted.out, path, len(photos)))


def picture_path(out: Path | None, photo: Path, photos: int) -> Path:
    """Return the path of a photo's outlined picture.

    Raises:
        UsageError: one file for several photos.
    """
    name = f"{photo.stem}-read.jpg"
    if out is None:
        return Path(name)
    if out.is_dir() or not out.suffix:
        return out / name
    if photos > 1:
        raise UsageError("one_file", out=out, photos=photos)
    return out


def write_picture(photo: Photo, reading: PhotoReading, path: Path) -> None:
    """Write the photo with its tiles outlined and named."""
    from PIL import Image

    from vision.draw import annotate, tile_marks

    path.parent.mkdir(parents=True, exist_ok=True)
    marks = tile_marks(reading.final_tiles, reading.roles)
    Image.fromarray(annotate(photo.pixels, marks)).save(path, quality=92)
