"""The commands `read` and `score` on photos: read, print, and draw each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from scoring import Score, rulebook
from vision import PhotoReading, Reader
from vision.hand_location import HandLocation
from vision.photo import Photo, Pixels, open_photo

from .. import pipeline
from ..errors import Report, UsageError, to_stderr
from ..json_output import print_json, reading_json
from ..messages import localize
from ..near_hand import change_json, photo_changes
from ..options import OutputOptions
from ..progress import progress_bar
from ..situation import Situation
from ..user_files import check_folder
from .asking import ask_about_photo, ask_about_win, is_terminal
from .assumptions import assumption_lines, assumptions
from .card import card_path, draw_card
from .foreign_facts import warn_of_foreign_facts
from .inputs import earlier_pictures, expand_folders, is_folder
from .pictures import draw_reading
from .remember import MemoryOptions, remember_as_json, remember_set


def read_photos(
    photos: Sequence[Path],
    rules: str,
    location: HandLocation,
    reader: Reader,
    answers: Mapping[str, str],
    output: OutputOptions,
    report: Report,
) -> None:
    """Read photos and print their tiles; see `handreader read`."""
    situation = Situation(answers=answers)

    def one(photo: Photo, picture: Path) -> None:
        reading = pipeline.read_photo(reader, photo, situation, rules, location)
        if output.out is not None:
            save_picture(draw_reading(photo, reading, output.lang), picture)
        if output.as_json:
            win = pipeline.complete_record(reading, situation, rules)
            line = reading_json(reading, win, output.lang)
            if not reading.tiles:
                line["error"] = pipeline.no_tiles_error(reading).localize(output.lang)
                report.failed = True
            print_json(line)
            return
        from .. import console  # rich takes 0.1 s, which readers of JSON need not wait for

        console.show_reading(console.console(output.out == STREAM), reading, output.lang)
        if not reading.tiles:
            raise pipeline.no_tiles_error(reading)

    rulebook(rules)  # an unknown rule set is one error, not one per photo
    pipeline.check_question_ids(answers)
    _for_each(expand_folders(photos), output, report, one)


def score_photos(
    photos: Sequence[Path],
    situation: Situation,
    rules: str,
    location: HandLocation,
    reader: Reader,
    output: OutputOptions,
    card: Path | None,
    memory: MemoryOptions,
    report: Report,
) -> None:
    """Read photos and print their scores; see `handreader score`."""

    def draw(photo: Photo, reading: PhotoReading, score: Score, picture: Path) -> Path:
        """Write the card of a scored hand."""
        assert card is not None
        path = card_path(card, picture, len(photos))
        assumed = assumptions(score, situation, output.lang)
        is_stated = situation.seat is not None
        save_picture(draw_card(photo, reading, score, assumed, output.lang, is_stated), path)
        return path

    def one(photo: Photo, picture: Path) -> None:
        reading = pipeline.read_photo(reader, photo, situation, rules, location)
        # Drawn first: if the hand cannot be scored, the picture shows why.
        has_view = bool(reading.tiles) or reading.location.region is not None
        is_drawn = output.out is not None or (has_view and not output.as_json)
        if is_drawn:
            save_picture(draw_reading(photo, reading, output.lang), picture)
        if output.as_json:
            win = pipeline.complete_record(reading, situation, rules)
            result = pipeline.result_json(reading, situation, rules, output.lang)
            read = reading_json(reading, win, output.lang)
            line: dict[str, object] = {"reading": read, "result": result}
            is_win = result.get("valid_win") is True
            if is_win and card is not None:
                score = pipeline.score_record(pipeline.record(reading, situation, rules))
                draw(photo, reading, score, picture)
            if is_win and memory.name is not None:
                learned = remember_as_json(photo, reading, situation.answers, memory)
                report.failed |= "error" in learned
                line["remembered"] = learned
            if result.get("valid_win") is not True:
                near = photo_changes(reading, situation.win(), rulebook(rules))
                line["near"] = [change_json(one) for one in near]
            print_json(line)
            report.failed |= not is_win
            return
        from .. import console

        known = situation
        if is_terminal():
            reading, known = ask_about_photo(reading, situation, rules, output.lang)
            if len(photos) == 1:  # nobody answers for each photo of a folder
                reading, known = ask_about_win(reading, known, rules, output.lang)
        shown = console.console(output.out == STREAM)
        try:
            score = pipeline.score_record(pipeline.record(reading, known, rules))
            assumed = assumption_lines(assumptions(score, known, output.lang), output.lang)
            console.show_score(shown, reading, score, assumed, output.lang, known.seat is not None)
            path = None if card is None else draw(photo, reading, score, picture)
        except pipeline.UnscorableError as error:
            if error.code != "contradictory":  # then facts are at fault, not tiles
                changes = photo_changes(reading, known.win(), rulebook(rules))
                console.show_corrections(shown, reading, changes, output.lang)
            raise
        finally:
            if picture != STREAM and is_drawn:
                console.show_picture(shown, picture, output.lang)
        if path is not None:
            console.show_line(shown, localize("card", output.lang, path=path))
        console.show_line(shown, remember_set(photo, reading, situation.answers, memory))

    rulebook(rules)  # an unknown rule set is one error, not one per photo
    warn_of_foreign_facts(situation.win(), rules, output.lang)
    pipeline.check_question_ids(situation.answers)
    situation.check_seat()
    photos = expand_folders(photos)
    if card is not None:  # a name that cannot be is one error, not one a photo; so below
        check_folder(card_path(card, Path(), len(photos)).parent)
    earlier = earlier_pictures(photos)
    for path in earlier:
        to_stderr(localize("left_out", output.lang, path=path))
    _for_each([path for path in photos if path not in earlier], output, report, one)


STREAM = Path("-")
"""In place of a file: standard input for a photo, standard output for a picture."""


def _for_each(
    photos: Sequence[Path],
    output: OutputOptions,
    report: Report,
    one: Callable[[Photo, Path], None],
) -> None:
    """Open every photo; an error skips that photo alone."""
    used: set[Path] = set()
    if output.as_json and output.out == STREAM:
        raise UsageError("out_and_json")
    if photos and output.out not in (None, STREAM):
        check_folder(picture_path(output.out, photos[0], len(photos)).parent)
    for path in progress_bar(photos, len(photos), localize("photos", output.lang)):

        def print_error(message: str, path: Path = path) -> None:
            print_json({"photo": path.name or str(path), "error": message})

        with report.errors(print_error if output.as_json else to_stderr):
            photo = _open(path)
            one(photo, _number_double(picture_path(output.out, path, len(photos)), used))


def _open(path: Path) -> Photo:
    """Open a photo, or the one on standard input.

    Raises:
        HandReaderError: it cannot be read, or is a folder without pictures.
    """
    if is_folder(path):
        raise UsageError("empty_folder", path=path)
    return open_photo(sys.stdin.buffer.read(), path.name) if path == STREAM else open_photo(path)


def _number_double(picture: Path, used: set[Path]) -> Path:
    """Return a picture's path, numbered if a photo of the same name in another folder has it."""
    if picture == STREAM:
        return picture
    free, stem = picture, picture.stem.removesuffix("-read")
    for number in count(2):
        if free not in used:
            break
        free = picture.with_name(f"{stem}-{number}-read.jpg")
    used.add(free)
    return free


WRITTEN = (".jpg", ".jpeg", ".png", ".webp")
"""Extensions of pictures that are written."""


def picture_path(out: Path | None, photo: Path, photos: int) -> Path:
    """Return the path of a photo's outlined picture.

    Raises:
        UsageError: one file for several photos, or one that is no picture by its name.
    """
    name = "stdin-read.jpg" if photo == STREAM else f"{photo.stem}-read.jpg"
    if out is None:
        return Path(name)
    if out != STREAM and (out.is_dir() or not out.suffix):
        return out / name
    if out != STREAM and out.suffix.lower() not in WRITTEN:
        raise UsageError("out_extension", out=out, known=", ".join(WRITTEN))
    if photos > 1:
        raise UsageError("one_file", out=out, photos=photos)
    return out


def save_picture(pixels: Pixels, path: Path) -> None:
    """Write a picture file, or a JPEG on standard output; make the file's folder first."""
    from PIL import Image

    if path == STREAM:
        Image.fromarray(pixels).save(sys.stdout.buffer, "JPEG", quality=92)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path, quality=92)
