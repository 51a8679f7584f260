"""The file in which a player's progress in the quiz is kept, written whole after each answer."""

from __future__ import annotations

import json
from pathlib import Path

from scoring.errors import CodedError, HandReaderError
from scoring.quiz.progress import QuizCourse, QuizProgress, parse_progress

from .user_files import user_folder, write_atomically

LONGEST = 32 * 1024 * 1024  # bytes; the largest progress is a third of it
_TEXTS = {
    "unreadable": {
        "en": "{path} holds no progress of the quiz: {why}; move it away to begin anew",
        "it": "{path} non contiene i progressi del quiz: {why}; spostalo per ricominciare",
    },
    "too_long": {
        "en": "{path} holds no progress of the quiz: {size} bytes, at most {most} were expected; "
        "move it away to begin anew",
        "it": "{path} non contiene i progressi del quiz: {size} byte, ne servono al massimo "
        "{most}; spostalo per ricominciare",
    },
}


class QuizFileError(CodedError):
    """A file that holds no progress of the quiz; it is left as it is."""

    texts = _TEXTS


def quiz_file() -> Path:
    """Return the file of this user's progress in the quiz."""
    return user_folder() / "quiz.json"


def load_progress() -> QuizProgress:
    """Load this user's progress; without a file there is none yet.

    Raises:
        QuizFileError: the file is damaged, or of a later version.
        OSError: it cannot be read.
    """
    path = quiz_file()
    try:
        size = path.stat().st_size
        if size > LONGEST:
            raise QuizFileError("too_long", path=path, size=size, most=LONGEST)
        return parse_progress(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return QuizProgress()
    except (HandReaderError, ValueError, RecursionError) as error:
        if isinstance(error, QuizFileError):
            raise
        raise QuizFileError("unreadable", path=path, why=error) from error


def keep_course(course: QuizCourse) -> None:
    """Keep a course beside the others, also those that another terminal kept meanwhile.

    Raises:
        QuizFileError: the file was damaged meanwhile.
        OSError: it cannot be written; the earlier file is unchanged.
    """
    progress = load_progress().with_course(course)
    text = json.dumps(progress.to_json(), ensure_ascii=False, separators=(",", ":"))
    write_atomically(quiz_file(), text.encode())
