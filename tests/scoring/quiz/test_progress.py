"""What is missed comes again, later each time it was right; damaged progress is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import parse_win
from scoring.quiz.levels import QuizError
from scoring.quiz.progress import GAPS, QuizCourse, QuizProgress, QuizSource, parse_progress
from scoring.record import Record

COURSE = QuizCourse("mcr", 1, QuizSource.PLAYED, 7)


def record(number: int) -> dict[str, object]:
    hand, win = parse_win("123m 456m 789p 23s 55s +1s | from W, seat S")
    return Record(number, "mcr", hand, win).to_json()


def test_a_missed_question_comes_again_later_each_time() -> None:
    course = COURSE.with_answer(record(0), False)
    fresh = 1
    times = []
    while course.cards:
        card = course.due_card()
        if card is None:
            course = course.with_answer(record(fresh), True)
            fresh += 1
        else:
            times.append(course.answered)
            course = course.with_answer(card.record, True)
    # the first answer was the miss; each gap counts the answers between
    gaps = [after - before - 1 for before, after in zip([0, *times], times, strict=False)]
    assert gaps == list(GAPS)
    assert course.drawn == fresh


def test_a_wrong_answer_puts_it_back_into_the_first_box() -> None:
    course = COURSE.with_answer(record(0), False)
    for number in range(1, 1 + GAPS[0]):
        course = course.with_answer(record(number), True)
    course = course.with_answer(record(0), True)
    assert course.cards[0].box == 1
    course = course.with_answer(record(0), False)
    assert (course.cards[0].box, len(course.cards)) == (0, 1)
    assert course.due_card() is None


def test_a_new_question_comes_between_two_that_come_again() -> None:
    """Who misses everything does not see the same three hands for ever."""
    course = COURSE
    fresh = 0
    shown = []
    for _ in range(12):
        card = course.due_card()
        shown.append(card is not None)
        missed = record(fresh) if card is None else card.record
        fresh += card is None
        course = course.with_answer(missed, False)
    assert not any(one and after for one, after in pairwise(shown))
    assert shown.count(True) >= 4


def test_counts() -> None:
    course = COURSE.with_answer(record(0), False).with_answer(record(1), True)
    assert (course.drawn, course.answered, course.right) == (2, 2, 1)
    again = course.with_answer(record(0), True)  # no new question
    assert (again.drawn, again.answered, again.right) == (2, 3, 2)


def test_there_are_never_too_many_cards_or_courses() -> None:
    course = COURSE
    for number in range(100):
        course = course.with_answer(record(number), False)
    assert len(course.cards) == 60
    progress = QuizProgress()
    for number in range(130):
        progress = progress.with_course(replace(COURSE, rules=f"r{number}"))
    assert len(progress.courses) == 100
    assert progress.courses[-1].rules == "r129"
    assert parse_progress(progress.to_json()) == progress


def test_a_course_is_its_rules_level_and_source() -> None:
    course = COURSE.with_answer(record(0), False)
    progress = QuizProgress().with_course(course)
    assert progress.course("mcr", 1, QuizSource.PLAYED, 99) == course
    assert progress.course("mcr", 2, QuizSource.PLAYED, 99).seed == 99
    assert not progress.course("mcr", 1, QuizSource.PHOTOS, 99).cards
    assert progress.with_course(course) == progress


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=60))
def test_json_gives_the_progress_back(answers: list[tuple[int, bool]]) -> None:
    course = COURSE
    for number, is_right in answers:
        course = course.with_answer(record(number), is_right)
    progress = QuizProgress().with_course(course)
    assert parse_progress(json.loads(json.dumps(progress.to_json()))) == progress


def test_no_progress_yet() -> None:
    assert parse_progress(None) == QuizProgress()


WHOLE = QuizProgress().with_course(COURSE.with_answer(record(0), False)).to_json()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"version": 1', '"version": "1"', "progress.version: a number"),
        ('"version": 1', '"version": 2', "has version 2; this program writes 1"),
        ('"mcr", "level": 1', '"mcr", "level": 77', "courses[0].level: a number from 1 to 9"),
        ('"box": 0', '"box": 9', "cards[0].box: a number from 0 to 3"),
        ('"due": 3', '"due": -1', "cards[0].due"),
        ('"winning_tile": "1s"', '"winning_tile": "9x"', "cards[0].record"),
        ('"source": "drawn"', '"source": "drwn"', "did you mean drawn?"),
        ('"answered": 1', '"answered": 1e99', "courses[0].answered"),
    ],
)
def test_damaged_progress_is_refused(old: str, new: str, message: str) -> None:
    text = json.dumps(WHOLE)
    assert old in text
    with pytest.raises(QuizError) as caught:
        parse_progress(json.loads(text.replace(old, new)))
    assert message in str(caught.value)


@pytest.mark.parametrize("obj", [[], 3, "x", {}, {"version": 1}, {"version": 1, "courses": [3]}])
def test_progress_that_is_none(obj: object) -> None:
    with pytest.raises(QuizError, match="damaged"):
        parse_progress(obj)
