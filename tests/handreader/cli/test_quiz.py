"""The quiz in a terminal: what it asks, says and keeps; and without a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from handreader import quiz_file
from handreader.cli.quiz import Quiz, ask_questions
from scoring.quiz.levels import level_of
from scoring.quiz.questions import draw_question
from scoring.registry import rulebook
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import NO_WIN, UNREADABLE, WIN, Lay

SEED = 3


def quiz(rules: str = "mcr", level: int = 1, seed: int | None = SEED, lang: str = "en") -> Quiz:
    book = rulebook(rules)
    return Quiz(book, level_of(book, level), (), seed, None, lang)


def typing(*answers: str) -> Callable[[str], str]:
    """A person who types these lines and then closes the input."""
    rest: Iterator[str] = iter(answers)

    def prompt(question: str) -> str:
        for answer in rest:
            return answer
        raise EOFError

    return prompt


def right_numbers(rules: str, number: int = 0) -> str:
    """The numbers of the right patterns, as a person types them."""
    book = rulebook(rules)
    (part,) = draw_question(book, level_of(book, 1), SEED, number).parts
    places = [place for place, one in enumerate(part.choices, start=1) if one.value in part.right]
    return " ".join(map(str, places))


def test_a_right_answer(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz(), typing(right_numbers("mcr")))
    out = capsys.readouterr().out
    assert "Which patterns count? (numbers, like 1 3)" in out
    assert "\nRight.\n" in out
    assert "1 of 1 right at this level so far; 0 will come again." in out


def test_a_wrong_answer_is_explained_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz(), typing("all pungs", "q"))
    out = capsys.readouterr().out
    assert "Not right: 0 of 6 patterns are." in out
    assert "- All Pungs is not in this hand" in out
    assert "- you left out All Types, 6" in out
    assert "total 18" in out
    assert "0 of 1 right at this level so far; 1 will come again." in out
    (course,) = quiz_file.load_progress().courses
    assert (course.rules, course.level, len(course.cards)) == ("mcr", 1, 1)


def test_each_answer_is_kept_at_once() -> None:
    """Whoever is killed in the second question has the first answer."""

    class Killed(BaseException):
        pass

    def prompt(question: str) -> str:
        if quiz_file.load_progress().courses:
            raise Killed
        return "?"

    with pytest.raises(Killed):
        ask_questions(quiz(), prompt)
    assert quiz_file.load_progress().courses[0].answered == 1


def test_what_was_missed_comes_again(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz(seed=None), typing("?", "?", "?", "?"))
    out = capsys.readouterr().out
    hands = [line for line in out.splitlines() if line.startswith("Hand: ")]
    assert hands[3] == hands[0]  # after two others
    assert hands[4] not in hands[:4]
    assert out.count("which you missed before") == 1


def test_without_a_seed_the_next_run_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz(seed=None), typing("?"))
    ask_questions(quiz(seed=None), typing("?"))
    out = capsys.readouterr().out
    hands = [line for line in out.splitlines() if line.startswith("Hand: ")]
    # each run ends in the middle of a question, which the next one asks
    assert hands[1] == hands[2] and len(set(hands)) == 3


def test_what_is_no_answer_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz(), typing("99", "no such", "", right_numbers("mcr")))
    out = capsys.readouterr().out
    assert "99 is no number of the list: from 1 to 11 were expected" in out
    assert "mcr has no pattern 'no such'" in out
    assert "\nRight.\n" in out


def test_the_last_level_lists_no_patterns(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz("riichi-ema", 5), typing("riichi", "2", "30", "3900"))
    out = capsys.readouterr().out
    assert "numbers, like" not in out
    assert "How many minipoints (fu), rounded?" in out
    assert "you claim 3900 in total" in out


def test_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    ask_questions(quiz("riichi-ema", 2, lang="it"), typing("?"))
    out = capsys.readouterr().out
    assert "livello 2 di 5" in out and "Quanti fan" in out and "Non è giusto." in out


# The command.


def test_no_terminal() -> None:
    result = call("quiz", "--rules", "mcr")
    assert result.exit_code == 2
    assert result.stderr == (
        "handreader: the quiz asks in a terminal, and there is none: expected one, or --json\n"
    )


def test_json_has_questions_with_answers() -> None:
    found = lines(call("quiz", "--json", "--rules", "mcr", "--level", "3", "--seed", "5"))
    assert len(found) == 10
    assert [one["ask"] for one in found[0]["questions"]] == ["patterns", "points"]
    ids = {item["id"] for item in found[0]["result"]["items"]}
    assert set(found[0]["questions"][0]["answer"]) == ids
    assert found[0]["questions"][1]["answer"] == [str(found[0]["result"]["total"])]
    assert found == lines(call("quiz", "--json", "--rules", "mcr", "--level", "3", "--seed", "5"))
    assert not quiz_file.quiz_file().exists()


def test_a_level_that_the_rules_lack() -> None:
    result = call("quiz", "--json", "--rules", "mcr", "--level", "4")
    assert result.exit_code == 1
    assert "levels 1 to 3; did you mean 3?" in result.stderr and result.stderr.count("\n") == 1


def test_an_option_that_the_rules_lack() -> None:
    result = call("quiz", "--json", "--rules", "mcr", "--option", "flwers=off")
    assert result.exit_code == 1
    assert "mcr has no option 'flwers'" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "Expecting property name"),
        ("[]", "progress: a JSON object was expected, not a list"),
        ('{"version": 1, "courses": 3}', "progress.courses: a list of at most 100"),
        ('{"version": 9, "courses": []}', "version 9"),
        ("[" * 100_000, "holds no progress"),
    ],
)
def test_a_damaged_file_is_left_as_it_is(content: str, message: str) -> None:
    path = quiz_file.quiz_file()
    path.parent.mkdir(parents=True)
    path.write_text(content)
    with pytest.raises(quiz_file.QuizFileError) as caught:
        ask_questions(quiz(), typing("?"))
    assert message in str(caught.value) and str(path) in str(caught.value)
    assert path.read_text() == content


def test_photos_of_ones_own(lay: Lay, photo: Path) -> None:
    lay(WIN)
    (found,) = lines(call("quiz", "--photos", photo.parent, "--json", "--rules", "zung-jung"))
    assert found["id"] == "hand.jpg"
    assert found["hand"] == "123m 456p 78s 11z [<777z] +9s"


@pytest.mark.parametrize("scene", ["", NO_WIN, UNREADABLE])
def test_a_folder_without_sure_wins(lay: Lay, photo: Path, scene: str) -> None:
    lay(scene)
    result = call("quiz", "--photos", photo.parent, "--json")
    assert result.exit_code == 1
    assert "no winning hand that is read surely (photos: 1); expected" in result.stderr
    assert result.stderr.count("\n") == 1


def test_no_such_folder() -> None:
    result = call("quiz", "--photos", "no such folder", "--json")
    assert result.exit_code == 1
    assert result.stderr == "handreader: no such folder: No such file or directory\n"


def test_progress_is_json_that_anyone_can_read() -> None:
    ask_questions(quiz(), typing("?"))
    kept = json.loads(quiz_file.quiz_file().read_text("utf-8"))
    assert kept["version"] == 1 and kept["courses"][0]["cards"][0]["box"] == 0
