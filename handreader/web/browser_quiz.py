"""The quiz of the page: the next question, and the verdict on an answer.

The page keeps the progress of each level and sends it with a request; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.explain import rules_title
from scoring.json_fields import JsonFields
from scoring.quiz import series
from scoring.quiz.circumstances import circumstances
from scoring.quiz.levels import level_of, levels_of
from scoring.quiz.progress import QuizCourse, QuizProgress, QuizSource, parse_progress
from scoring.quiz.questions import QuizQuestion, draw_question
from scoring.quiz.verdicts import claim_by_choices, judge
from scoring.registry import rulebook, rules_text
from scoring.rulebook import Rulebook
from scoring.text import in_language
from scoring.tiles import Tile

from .errors import ApiError
from .views import hand as hand_view

LONGEST_RULES = 400  # characters of a rule set with its options
MOST_SEED = 10**9


def levels_json(book: Rulebook, lang: str) -> list[dict[str, object]]:
    """Return the levels of a rule set's quiz: number and name."""
    return [{"number": one.number, "name": in_language(one.names, lang)} for one in levels_of(book)]


def next_question(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Return the question that a player is asked next.

    Args:
        request: `rules`, `level`, `progress` of this level (null at first), `seed` of its new
            questions, if it has none yet.
        lang: of the texts.

    Returns:
        `record` of the hand, which comes back with the answer; `hand`, `facts`, `parts` with their
        choices; `is_again`: whether it was missed before; how many were `answered` at this level,
        how many right (`right_so_far`), and how many `cards` come again.

    Raises:
        HandReaderError: rules or a level that there are not; damaged progress.
    """
    book = rulebook(request.text("rules", LONGEST_RULES))
    level = level_of(book, request.integer("level", -99, 99))
    course = _course(request, book, level.number)
    found = series.next_question(
        course, level, lambda one: draw_question(book, level, one.seed, one.drawn)
    )
    return {
        "rules": rules_text(book),
        "title": rules_title(book, lang),
        "level": level.number,
        "is_again": found.is_again,
        **_counts(found.course),
        **_question_json(found.question, lang),
    }


def judge_answer(request: JsonFields, lang: str) -> Mapping[str, object]:
    """Judge an answer, and return the progress with it.

    Args:
        request: `rules`, `level`, `progress`, `seed` as for `next_question`; `record` of the
            question; `chosen`: the values of the chosen answers by what is asked; null for a
            player who gives up.
        lang: of the texts.

    Returns:
        `is_right`; `remarks` with `text` and `ref`; `right`: the values of the right choices by
        what is asked; `score` in full; `progress` to keep; the counts of `next_question`.

    Raises:
        HandReaderError: an answer that is none, a record that is no win; damaged progress.
    """
    book = rulebook(request.text("rules", LONGEST_RULES))
    level = level_of(book, request.integer("level", -99, 99))
    course = _course(request, book, level.number)
    question = series.question_of_record(request.mapping("record"), course.rules, level)
    if question is None or question.score.best is None:
        raise ApiError(422, "bad_request", what="record")
    given_up = request.value("chosen") is None
    claim = None if given_up else claim_by_choices(question, request.mapping("chosen"))
    verdict = judge(question, claim)
    course = course.with_answer(question.record.to_json(), verdict.is_right)
    return {
        "is_right": verdict.is_right,
        "remarks": [{"text": r.text.localize(lang), "ref": r.ref} for r in verdict.remarks],
        "right": {part.ask.value: list(part.right) for part in question.parts},
        "score": hand_view.score_json(question.score, question.score.best, lang),
        "progress": QuizProgress((course,)).to_json(),
        **_counts(course),
    }


def _course(request: JsonFields, book: Rulebook, level: int) -> QuizCourse:
    progress = parse_progress(request.value("progress"))
    seed = request.integer("seed", 0, MOST_SEED, default=0)
    return progress.course(rules_text(book), level, QuizSource.PLAYED, seed)


def _counts(course: QuizCourse) -> dict[str, object]:
    return {"answered": course.answered, "right_so_far": course.right, "cards": len(course.cards)}


def _question_json(question: QuizQuestion, lang: str) -> dict[str, object]:
    hand, win = question.record.hand, question.record.win
    shown = {
        **hand_view.hand_json(hand),
        "dora": _tiles_json(win.dora_indicators),
        "ura": _tiles_json(win.ura_indicators),
    }
    facts = circumstances(win, question.score.rulebook, with_tiles=False)
    return {
        "record": question.record.to_json(),
        "hand": shown,
        "facts": [one.localize(lang) for one in facts],
        "parts": [
            {
                "ask": part.ask.value,
                "text": part.text.localize(lang),
                "is_multiple": part.is_multiple,
                "choices": [
                    {"value": one.value, "label": one.label.localize(lang)} for one in part.choices
                ],
            }
            for part in question.parts
        ],
    }


def _tiles_json(tiles: tuple[Tile, ...]) -> list[dict[str, object]]:
    return [{"kind": tile.value, "id": None} for tile in tiles]
