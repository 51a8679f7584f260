"""Questions of the quiz: won by the rules, the same for a seed, answered right and wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unittest.mock import patch

import pytest

from scoring import RULEBOOKS, Score, score
from scoring.claim import ClaimedScore
from scoring.dispute import RemarkKind
from scoring.errors import HandReaderError
from scoring.notation import parse_win
from scoring.quiz import played_deal
from scoring.quiz.levels import Ask, QuizError, QuizLevel, level_of, levels_of
from scoring.quiz.questions import QuizQuestion, draw_question, make_question
from scoring.quiz.verdicts import claim_by_choices, claim_by_text, judge
from scoring.record import Record
from scoring.registry import rulebook
from scoring.rulebook import Rulebook

COURSES = [
    pytest.param(book, level, id=f"{book.id}-{level.number}")
    for book in RULEBOOKS.values()
    for level in levels_of(book)
]


def question(rules: str, level: int, text: str) -> QuizQuestion:
    """Ask about a hand in notation."""
    hand, win = parse_win(text)
    book = rulebook(rules)
    found = make_question(Record(None, rules, hand, win), level_of(book, level))
    assert found is not None
    return found


def right_answers(asked: QuizQuestion) -> dict[str, object]:
    return {part.ask.value: list(part.right) for part in asked.parts}


def wrong_answers(asked: QuizQuestion) -> Iterator[Mapping[str, object]]:
    """Yield answers with one fault: a pattern more or less, another number."""
    for part in asked.parts:
        for choice in part.choices:
            if part.is_multiple:
                chosen = [*part.right, choice.value]
                if choice.value in part.right:
                    chosen = [one for one in part.right if one != choice.value]
            elif choice.value in part.right:
                continue
            else:
                chosen = [choice.value]
            yield {**right_answers(asked), part.ask.value: chosen}


@pytest.mark.parametrize(("book", "level"), COURSES)
def test_hands_win_by_their_rules_and_answers_are_judged(book: Rulebook, level: QuizLevel) -> None:
    asked = draw_question(book, level, 1, level.number)
    hand, win = asked.record.hand, asked.record.win
    assert score(hand, win, book).valid_win
    assert Record.from_json(asked.record.to_json()) == asked.record
    assert judge(asked, claim_by_choices(asked, right_answers(asked))).is_right
    wrong = list(wrong_answers(asked))
    assert len(wrong) >= 3
    for answers in wrong:
        verdict = judge(asked, claim_by_choices(asked, answers))
        assert not verdict.is_right and verdict.remarks


def test_a_seed_gives_the_same_questions_and_another_seed_others() -> None:
    book = rulebook("mcr")
    level = level_of(book, 3)

    def questions(seed: int) -> list[object]:
        found = [draw_question(book, level, seed, number) for number in range(4)]
        return [(one.record, [part.choices for part in one.parts]) for one in found]

    first = questions(5)
    assert questions(5) == first
    assert len({str(one) for one in first + questions(6)}) == 8


def test_choices_depend_on_the_hand_alone() -> None:
    """A card that comes again shows what it showed before."""
    first = draw_question(rulebook("riichi-ema"), level_of(rulebook("riichi-ema"), 5), 3, 0)
    again = make_question(Record.from_json(first.record.to_json()), first.level)
    assert again is not None
    assert [part.choices for part in again.parts] == [part.choices for part in first.parts]


def test_wins_are_like_those_of_play() -> None:
    """Shares of 100 wins, within what chance leaves open; Tenhou's upper tables beside them.

    pathofhouou.blogspot.com (2020, "Yaku Rates by Hand Type"): of open hands 64 % have a value
    pung and 28 % are all simples.
    """
    book = rulebook("riichi-tenhou")
    level = level_of(book, 1)
    wins = [draw_question(book, level, 11, number) for number in range(100)]
    patterns = [
        {item.pattern.id for item in one.score.best.items} for one in wins if one.score.best
    ]
    opened = [
        found
        for one, found in zip(wins, patterns, strict=True)
        if any(not meld.concealed for meld in one.record.hand.melds)
    ]
    value = {"yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun", "seat_wind", "round_wind"}
    assert 0.35 < sum("riichi" in one for one in patterns) / 100 < 0.55
    assert 0.54 < sum(bool(one & value) for one in opened) / len(opened) < 0.78
    assert 0.18 < sum("tanyao" in one for one in opened) / len(opened) < 0.38


# Judging.

CLOSED = "123456m 789p 2355s +1s | from W, seat S"


def test_a_missed_pattern_and_a_wrong_one_are_told_apart() -> None:
    asked = question("mcr", 1, "123m 456m 789p 23s 55s +1s | from W, seat S")
    found = next(part for part in asked.parts if part.ask is Ask.PATTERNS)
    assert "18" in found.right  # all chows
    claim = claim_by_text(asked, found, "all pungs", ClaimedScore(None, None))
    verdict = judge(asked, claim)
    assert verdict.wrong == ("28",)
    assert set(verdict.missed) == set(found.right)
    kinds = {remark.kind for remark in verdict.remarks}
    assert kinds == {RemarkKind.MISSED, RemarkKind.ABSENT}
    assert all(remark.ref for remark in verdict.remarks)


def test_who_gives_up_is_not_right() -> None:
    asked = question("mcr", 1, "123m 456m 789p 23s 55s +1s | from W, seat S")
    verdict = judge(asked, None)
    assert not verdict.is_right
    assert verdict.missed == asked.parts[0].right


RIICHI = "234m 567m 345p 67s 88s +8s | from W, seat S, riichi, dora 1z"


@pytest.mark.parametrize(
    ("level", "text", "is_right"),
    [
        (2, "3", True),
        (2, "3 han", True),
        (2, "2", False),
        (2, "yakuman", False),
        (3, "30", True),
        (3, "30 fu", True),
        (3, "40", False),
        (4, "3900", True),
        (4, "4000", False),
    ],
)
def test_typed_numbers(level: int, text: str, is_right: bool) -> None:
    asked = question("riichi-ema", level, RIICHI)
    claim = claim_by_text(asked, asked.parts[0], text, ClaimedScore(None, None))
    assert judge(asked, claim).is_right is is_right


def test_minipoints_are_asked_only_where_they_count() -> None:
    book = rulebook("riichi-ema")
    hand, win = parse_win("19m 19p 19s ESWN PFC +1m | drawn, seat S")
    record = Record(None, "riichi-ema", hand, win)
    assert make_question(record, level_of(book, 3)) is None
    everything = make_question(record, level_of(book, 5))
    assert everything is not None
    assert [part.ask for part in everything.parts] == [Ask.PATTERNS, Ask.FAN, Ask.POINTS]
    assert everything.parts[1].right == ("yakuman",)


@pytest.mark.parametrize(
    ("level", "text", "message"),
    [
        (1, "", "the claim is empty"),
        (1, "all chow", "riichi-ema has no pattern 'all chow'"),
        (2, "lots", "fan: 'lots' is no answer; a number like 3, or yakuman was expected"),
        (3, "mangan", "minipoints (fu): 'mangan' is no answer; a number like 30 was expected"),
        (4, "", "no answer about points: a number like 3900 was expected"),
    ],
)
def test_what_is_no_answer(level: int, text: str, message: str) -> None:
    asked = question("riichi-ema", level, RIICHI)
    with pytest.raises(HandReaderError) as caught:
        claim_by_text(asked, asked.parts[0], text, ClaimedScore(None, None))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"patterns": "18"},
        {"patterns": [18]},
        {"patterns": ["18"] * 50},
        {"patterns": ["no such"]},
        {"patterns": ["18"], "points": []},
        {"patterns": ["18"], "points": ["1", "2"]},
        {"patterns": ["18"], "points": ["1" * 500]},
        {"patterns": ["18"], "points": ["x"]},
    ],
)
def test_hostile_choices_are_refused(chosen: Mapping[str, object]) -> None:
    asked = question("mcr", 3, "123m 456m 789p 23s 55s +1s | from W, seat S")
    with pytest.raises(QuizError):
        claim_by_choices(asked, chosen)


@pytest.mark.parametrize(("number", "near"), [(0, 1), (4, 3), (-7, 1)])
def test_a_level_that_the_rules_lack(number: int, near: int) -> None:
    with pytest.raises(QuizError, match=f"mcr has levels 1 to 3; did you mean {near}") as caught:
        level_of(rulebook("mcr"), number)
    assert "livello" in caught.value.localize("it")


def test_rules_by_which_nobody_wins() -> None:
    """A message in place of an endless search."""
    book = rulebook("hong-kong")
    with (
        patch.object(played_deal, "_ATTEMPTS", 2),
        patch.object(
            played_deal, "score", lambda hand, win, book: Score(book, hand, win, None, None)
        ),
        pytest.raises(QuizError, match="hong-kong: in 2 deals nobody won"),
    ):
        draw_question(book, level_of(book, 1), 1, 0)


def test_no_question_about_a_hand_that_does_not_win() -> None:
    hand, win = parse_win("123m 456m 789p 23s 55s +9s | from W, seat S")
    with pytest.raises(QuizError, match="the quiz asks about wins alone"):
        make_question(Record(None, "mcr", hand, win), level_of(rulebook("mcr"), 1))
