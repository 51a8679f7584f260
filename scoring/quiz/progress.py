"""What a player of the quiz has answered, and which missed question comes again when.

A missed question is put into the first of four boxes. It comes again after as many other answers
as its box says; a right answer moves it to the next box, and out of the last one, a wrong one back
to the first (Leitner's boxes, with answers in the place of days). A new question comes between two
that come again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn

from ..json_fields import JsonFault, JsonFields
from ..record import Record, RecordError
from .levels import QuizError

VERSION = 1
GAPS = (2, 5, 12, 30)
"""Answers after which a question comes again, by its box."""
_MOST_CARDS = 60  # of a course; the one nearest to the end leaves for a new one
_MOST_COURSES = 100
_MOST = 10**9
_LONGEST_RULES = 400


class QuizSource(StrEnum):
    """Where the hands of a course come from."""

    PLAYED = "drawn"  # deals that were played
    PHOTOS = "photos"  # the player's own


@dataclass(frozen=True, slots=True)
class QuizCard:
    """A missed question.

    Attributes:
        record: its win, as a case record.
        box: from 0 on.
        due: the number of answers from which on it comes again.
    """

    record: Mapping[str, object]
    box: int
    due: int


@dataclass(frozen=True, slots=True)
class QuizCourse:
    """What was answered at one level of a rule set.

    Attributes:
        rules: the rule set, with its options.
        level: number of the level.
        source: where the hands come from.
        seed: of the questions that are drawn.
        drawn: how many new questions were asked: the number of the next one.
        answered, right: how many answers there were, and how many of them were right.
        is_after_card: whether the question answered last had come again.
        cards: the missed questions.
    """

    rules: str
    level: int
    source: QuizSource
    seed: int
    drawn: int = 0
    answered: int = 0
    right: int = 0
    is_after_card: bool = False
    cards: tuple[QuizCard, ...] = ()

    def due_card(self) -> QuizCard | None:
        """Return the question that comes again now; None if a new one is next."""
        due = [card for card in self.cards if card.due <= self.answered and not self.is_after_card]
        return min(due, key=lambda card: card.due, default=None)

    def with_answer(self, record: Mapping[str, object], is_right: bool) -> QuizCourse:
        """Return the course after an answer.

        Args:
            record: the case record of the question.
            is_right: whether the answer was right.
        """
        answered = self.answered + 1
        known = next((card for card in self.cards if card.record == record), None)
        others = [card for card in self.cards if card is not known]
        box = 0 if not is_right else len(GAPS) if known is None else known.box + 1
        if box < len(GAPS):
            others = sorted(others, key=lambda card: card.box)[: _MOST_CARDS - 1]
            others.append(QuizCard(record, box, answered + GAPS[box]))
        return replace(
            self,
            drawn=self.drawn + (known is None),
            answered=answered,
            right=self.right + is_right,
            is_after_card=known is not None,
            cards=tuple(others),
        )


@dataclass(frozen=True, slots=True)
class QuizProgress:
    """Everything that a player has answered, by course; the one in use last."""

    courses: tuple[QuizCourse, ...] = ()

    def course(self, rules: str, level: int, source: QuizSource, seed: int) -> QuizCourse:
        """Return the course of a level; a new one with this seed if there is none."""
        key = (rules, level, source)
        for one in self.courses:
            if (one.rules, one.level, one.source) == key:
                return one
        return QuizCourse(rules, level, source, seed)

    def with_course(self, course: QuizCourse) -> QuizProgress:
        """Return the progress with a course as it is now."""
        key = (course.rules, course.level, course.source)
        others = [one for one in self.courses if (one.rules, one.level, one.source) != key]
        return QuizProgress((*others[1 - _MOST_COURSES :], course))

    def to_json(self) -> dict[str, object]:
        """Return the progress as JSON for `parse_progress`."""
        courses = [
            {
                "rules": one.rules,
                "level": one.level,
                "source": one.source.value,
                "seed": one.seed,
                "drawn": one.drawn,
                "answered": one.answered,
                "right": one.right,
                "is_after_card": one.is_after_card,
                "cards": [
                    {"record": dict(card.record), "box": card.box, "due": card.due}
                    for card in one.cards
                ],
            }
            for one in self.courses
        ]
        return {"version": VERSION, "courses": courses}


def parse_progress(obj: object) -> QuizProgress:
    """Parse progress from a decoded JSON value; None is progress without answers.

    Raises:
        QuizError: it is damaged, or of a later version.
    """
    if obj is None:
        return QuizProgress()
    fields = JsonFields({"progress": obj}, _reject).sub("progress")
    version = fields.integer("version", 1, _MOST)
    if version > VERSION:
        raise QuizError("other_version", version=version, own=VERSION)
    return QuizProgress(tuple(map(_course, fields.sub_list("courses", _MOST_COURSES))))


def _course(fields: JsonFields) -> QuizCourse:
    return QuizCourse(
        fields.text("rules", _LONGEST_RULES),
        fields.integer("level", 1, 9),
        fields.choice("source", tuple(QuizSource)),
        fields.integer("seed", 0, _MOST),
        fields.integer("drawn", 0, _MOST),
        fields.integer("answered", 0, _MOST),
        fields.integer("right", 0, _MOST),
        fields.flag("is_after_card"),
        tuple(map(_card, fields.sub_list("cards", _MOST_CARDS))),
    )


def _card(fields: JsonFields) -> QuizCard:
    record = fields.mapping("record")
    try:
        Record.from_json(record)
    except RecordError as error:
        fields.fault("record", error)
    return QuizCard(
        record, fields.integer("box", 0, len(GAPS) - 1), fields.integer("due", 0, 2 * _MOST)
    )


def _reject(fault: JsonFault) -> NoReturn:
    raise QuizError("damaged", fault=fault)
