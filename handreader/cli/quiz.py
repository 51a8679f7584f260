"""The command `quiz`: ask about hands, judge the answers, bring back what was missed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from secrets import randbelow

from rich.console import Console
from rich.markup import escape

from scoring.claim import ClaimedScore
from scoring.errors import HandReaderError
from scoring.explain import explain, rules_title
from scoring.quiz.circumstances import circumstances
from scoring.quiz.levels import QuizLevel, levels_of
from scoring.quiz.progress import QuizCourse, QuizSource
from scoring.quiz.questions import QuizPart, QuizQuestion, draw_question
from scoring.quiz.series import NextQuestion, next_question
from scoring.quiz.verdicts import QuizVerdict, claim_by_ids, claim_by_text, judge
from scoring.registry import rules_text
from scoring.rulebook import Rulebook
from scoring.scorer import rules_to_json, score_to_json
from scoring.text import in_language

from ..console import console, hand_text
from ..json_output import print_json
from ..messages import localize
from ..quiz_file import keep_course, load_progress
from .asking import Prompt

_END, _GIVE_UP = "q", "?"
_NUMBERS = re.compile(r"\d+(?:[\s,;]+\d+)*")
_SEEDS = 10**9


@dataclass(frozen=True, slots=True)
class Quiz:
    """One run of the quiz.

    Attributes:
        book: the rule set.
        level: its level.
        photos: questions about the player's photos; empty to draw hands.
        seed: the series of new questions; None to go on with the kept one.
        count: how many questions are asked; None for no end.
        lang: of what is printed.
    """

    book: Rulebook
    level: QuizLevel
    photos: tuple[QuizQuestion, ...]
    seed: int | None
    count: int | None
    lang: str

    def new_question(self, seed: int, number: int) -> QuizQuestion:
        """Return a question that was not asked before."""
        if self.photos:
            return self.photos[number % len(self.photos)]
        return draw_question(self.book, self.level, seed, number)


class _Ended(Exception):
    """The player ends the quiz."""


def print_questions(quiz: Quiz) -> None:
    """Print questions with their answers, a JSON line each."""
    seed = _new_seed() if quiz.seed is None else quiz.seed
    most = len(quiz.photos) or 10
    for number in range(most if quiz.count is None else quiz.count):
        print_json(_as_json(quiz.new_question(seed, number), quiz.lang))


def _new_seed() -> int:
    return randbelow(_SEEDS)


def _as_json(question: QuizQuestion, lang: str) -> dict[str, object]:
    record, found = question.record, question.score
    return {
        "id": record.id,
        **rules_to_json(found.rulebook),
        "level": question.level.number,
        "hand": str(record.hand),
        "win": record.to_json(),
        "facts": [one.localize(lang) for one in circumstances(record.win, found.rulebook)],
        "questions": [
            {
                "ask": part.ask.value,
                "text": part.text.localize(lang),
                "choices": [
                    {"value": one.value, "label": one.label.localize(lang)} for one in part.choices
                ],
                "answer": list(part.right),
            }
            for part in question.parts
        ],
        "result": score_to_json(found, with_tiles=True, lang=lang),
    }


def ask_questions(quiz: Quiz, prompt: Prompt = input) -> None:
    """Ask until the player ends the quiz; each answer is kept at once.

    With a seed the questions are always the same, and none comes again.

    Args:
        quiz: the run.
        prompt: prints a question and returns the line typed.

    Raises:
        HandReaderError: progress that cannot be read.
        OSError: it cannot be written.
    """
    source = QuizSource.PHOTOS if quiz.photos else QuizSource.PLAYED
    key = (rules_text(quiz.book), quiz.level.number, source)
    course = load_progress().course(*key, seed=_new_seed())
    out = console()
    title = rules_title(quiz.book, quiz.lang)
    about = in_language(quiz.level.names, quiz.lang)
    gaps = {"rules": title, "level": quiz.level.number, "most": len(levels_of(quiz.book))}
    out.print(escape(localize("quiz_begin", quiz.lang, **gaps, about=about)))
    asked = 0
    try:
        while quiz.count is None or asked < quiz.count:
            found = _next_question(quiz, course, asked)
            question, course = found.question, found.course
            _show_question(out, question, asked + 1, found.is_again, quiz.lang)
            claim = _ask(out, question, quiz.lang, prompt)
            verdict = judge(question, claim)
            record = question.record.to_json()
            course = _after_answer(course, record, verdict.is_right, quiz)
            keep_course(course)
            asked += 1
            _show_verdict(out, question, verdict, quiz.lang)
    except (_Ended, EOFError):
        out.print()
    counts = {"right": course.right, "answered": course.answered, "cards": len(course.cards)}
    out.print(escape(localize("quiz_end", quiz.lang, **counts)))


def _next_question(quiz: Quiz, course: QuizCourse, asked: int) -> NextQuestion:
    """Return the next question: of a series with its own seed, else of the course."""
    if quiz.seed is not None:
        return NextQuestion(quiz.new_question(quiz.seed, asked), False, course)
    return next_question(course, quiz.level, lambda one: quiz.new_question(one.seed, one.drawn))


def _after_answer(
    course: QuizCourse, record: dict[str, object], is_right: bool, quiz: Quiz
) -> QuizCourse:
    """Return the course after an answer; a series with its own seed does not move it on."""
    after = course.with_answer(record, is_right)
    return after if quiz.seed is None else replace(after, drawn=course.drawn)


def _show_question(
    out: Console, question: QuizQuestion, number: int, is_again: bool, lang: str
) -> None:
    record, book = question.record, question.score.rulebook
    heading = localize("quiz_again" if is_again else "quiz_new", lang, number=number)
    facts = "; ".join(one.localize(lang) for one in circumstances(record.win, book))
    out.print(f"\n[bold]{escape(heading)}[/bold]")
    out.print(f"{localize('hand', lang)}: {escape(hand_text(record.hand, lang))}")
    out.print(f"{localize('quiz_facts', lang)}: {escape(facts)}")


def _ask(out: Console, question: QuizQuestion, lang: str, prompt: Prompt) -> ClaimedScore | None:
    """Ask for each part; None if the player wants to see the answer.

    Raises:
        _Ended: the player ends the quiz.
    """
    has_choices = question.level.number < len(levels_of(question.score.rulebook))
    claim = ClaimedScore(None, None)
    for part in question.parts:
        for line in _part_lines(part, has_choices, lang):
            out.print(escape(line))
        while True:
            text = prompt("> ").strip()
            if text.casefold() == _END:
                raise _Ended
            if text == _GIVE_UP:
                return None
            try:
                if has_choices and part.is_multiple and _NUMBERS.fullmatch(text):
                    claim = claim_by_ids(question, _ids_by_number(part, text, lang), claim)
                else:
                    claim = claim_by_text(question, part, text, claim)
                break
            except HandReaderError as error:
                out.print(escape(error.localize(lang)))
    return claim


def _part_lines(part: QuizPart, has_choices: bool, lang: str) -> Iterator[str]:
    """Yield the question and its choices; at the last level the player knows the names."""
    text = part.text.localize(lang)
    if not has_choices:
        yield text
    elif part.is_multiple:
        yield f"{text} {localize('quiz_numbers', lang)}"
        for number, choice in enumerate(part.choices, start=1):
            yield f"  {number:2} {choice.label.localize(lang)}"
    else:
        yield f"{text} {' / '.join(one.label.localize(lang) for one in part.choices)}"


class _NoNumber(HandReaderError):
    """A number that is not in the list of choices."""


def _ids_by_number(part: QuizPart, text: str, lang: str) -> list[str]:
    """Return the ids of listed patterns by their numbers.

    Raises:
        _NoNumber: there is no such number.
    """
    most = len(part.choices)
    ids = []
    for number in re.findall(r"\d+", text):
        if not 1 <= int(number[:9]) <= most:
            raise _NoNumber(localize("quiz_no_number", lang, text=number[:9], most=most))
        ids.append(part.choices[int(number[:9]) - 1].value)
    return ids


def _show_verdict(out: Console, question: QuizQuestion, verdict: QuizVerdict, lang: str) -> None:
    """Print what was right, each difference, and the explanation of the score."""
    if verdict.is_right:
        out.print(f"[bold]{localize('quiz_right', lang)}[/bold]")
    else:
        patterns = [part for part in question.parts if part.is_multiple]
        count = sum(len(part.right) for part in patterns)
        right = count - len(verdict.missed)
        if patterns and verdict.remarks:
            text = localize("quiz_partly", lang, right=right, all=count)
        else:
            text = localize("quiz_wrong", lang)
        out.print(f"[bold]{escape(text)}[/bold]")
    for remark in verdict.remarks:
        ref = f" [{remark.ref}]" if remark.ref else ""
        out.print(escape(f"- {remark.text.localize(lang)}{ref}"))
    for line in explain(question.score, lang):
        out.print(escape(f"  {line}"))
