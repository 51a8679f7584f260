"""Hands for the quiz from a person's own photos: those that were read surely."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scoring.errors import HandReaderError
from scoring.quiz.levels import QuizLevel
from scoring.quiz.questions import QuizQuestion, make_question
from vision import PhotoReading, Reader
from vision.draw import SURE
from vision.photo import open_photo

from ..errors import UsageError
from ..messages import localize
from ..pipeline import read_photo, record
from ..progress import progress_bar
from ..situation import Situation
from .inputs import expand_folders


def photo_questions(
    folder: Path, reader: Reader, rules: str, level: QuizLevel, lang: str
) -> list[QuizQuestion]:
    """Read the photos in a folder and ask about the wins among them.

    A photo is left out if it has a doubtful tile or an open question, or shows no win about which
    the level can ask. What a photo does not show is as `Situation` has it: East wins on a discard.

    Args:
        folder: of the photos; or a single one.
        reader: finds the tiles.
        rules: the rule set, with its options.
        level: of the quiz.
        lang: of the progress bar.

    Raises:
        UsageError: no photo is left.
        OSError: there is no such folder.
    """
    folder.stat()  # a folder that is not there is no empty one
    paths = expand_folders([folder])
    found: list[QuizQuestion] = []
    for path in progress_bar(paths, len(paths), localize("quiz_reading", lang)):
        found += _questions(path, reader, rules, level)
    if not found:
        raise UsageError("no_quiz_photos", path=folder, count=len(paths), rules=rules)
    return found


def _questions(path: Path, reader: Reader, rules: str, level: QuizLevel) -> Iterator[QuizQuestion]:
    """Yield the question about a photo, if there is one."""
    try:
        reading = read_photo(reader, open_photo(path), Situation(), rules)
        if is_sure(reading):
            question = make_question(record(reading, Situation(), rules), level)
            if question is not None:
                yield question
    except (HandReaderError, OSError):
        return  # no photo, or no win in it


def is_sure(reading: PhotoReading) -> bool:
    """Return whether every tile of a photo's hand is sure, and no question waits for an answer."""
    hand = [tile for tile in reading.final_tiles if reading.roles[tile.id] != "other"]
    is_open = any(question.default is None for question in reading.questions)
    doubtful = [tile for tile in hand if tile.confidence < SURE]
    return bool(hand) and not (is_open or doubtful or reading.problems)
