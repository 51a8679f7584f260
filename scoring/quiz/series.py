"""The series of questions of a course: what comes again, else a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..errors import HandReaderError
from ..record import Record
from .levels import QuizLevel
from .progress import QuizCourse
from .questions import QuizQuestion, make_question


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The question that a player is asked next.

    Attributes:
        question: the question.
        is_again: whether it was missed before.
        course: the course, without cards that can be asked no more.
    """

    question: QuizQuestion
    is_again: bool
    course: QuizCourse


def next_question(
    course: QuizCourse, level: QuizLevel, draw: Callable[[QuizCourse], QuizQuestion]
) -> NextQuestion:
    """Return the question that comes again now, or a new one.

    Args:
        course: the course.
        level: its level.
        draw: makes the new question of a course.
    """
    while (card := course.due_card()) is not None:
        question = question_of_record(card.record, course.rules, level)
        if question is not None:
            return NextQuestion(question, True, course)
        left = tuple(one for one in course.cards if one is not card)
        course = replace(course, cards=left)  # a rule set has changed since
    return NextQuestion(draw(course), False, course)


def question_of_record(
    record: Mapping[str, object], rules: str, level: QuizLevel
) -> QuizQuestion | None:
    """Return the question about an untrusted case record; None if the level can ask none.

    Args:
        record: the win.
        rules: the rule set, with its options; the record's own do not count.
        level: a level of these rules.
    """
    own = {key: value for key, value in record.items() if key != "options"}
    try:
        return make_question(Record.from_json({**own, "rules": rules}), level)
    except HandReaderError:
        return None
