"""The quiz of the page: one request asks, one judges; the page keeps what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULEBOOKS
from tests.handreader.web.test_browser_worker import ask

MCR: dict[str, Any] = {"rules": "mcr", "level": 3, "progress": None, "seed": 9}


def answers(question: dict[str, Any], verdict: dict[str, Any]) -> dict[str, Any]:
    """The right answers to a question, as a verdict on any answer names them."""
    return {part["ask"]: verdict["right"][part["ask"]] for part in question["parts"]}


def test_a_question_is_asked_and_judged() -> None:
    question = ask("quiz_next", **MCR)
    assert not question["is_again"] and question["answered"] == 0
    assert len(question["hand"]["concealed"]) + 3 * len(question["hand"]["melds"]) == 13
    assert [part["ask"] for part in question["parts"]] == ["patterns", "points"]
    assert question == ask("quiz_next", **MCR)
    record = question["record"]
    shown = ask("quiz_judge", **MCR, record=record, chosen=None)
    assert not shown["is_right"] and not shown["remarks"] and shown["cards"] == 1
    right = ask("quiz_judge", **MCR, record=record, chosen=answers(question, shown))
    assert right["is_right"] and right["cards"] == 0 and right["right_so_far"] == 1
    total = str(right["score"]["total"])
    assert right["right"]["points"] == [total]
    wrong = {**answers(question, shown), "points": ["1"]}
    verdict = ask("quiz_judge", **MCR, record=record, chosen=wrong)
    assert not verdict["is_right"]
    assert any(f"it is {total}" in remark["text"] for remark in verdict["remarks"])


def test_what_was_missed_comes_again() -> None:
    progress = None
    hands = []
    for _ in range(4):
        question = ask("quiz_next", **{**MCR, "progress": progress})
        hands.append(question["record"])
        judged = ask(
            "quiz_judge", **{**MCR, "progress": progress}, record=question["record"], chosen=None
        )
        progress = judged["progress"]
    assert hands[3] == hands[0] and question["is_again"]
    assert judged["answered"] == 4


@pytest.mark.parametrize(
    "record",
    [
        {"rules": "riichi-ema", "concealed": "123m567p678s22z44z", "winning_tile": "2z"},
        {"rules": "mcr", "concealed": "147m258p369s1122z", "winning_tile": "3z"},
    ],
)
def test_a_card_that_can_be_asked_no_more_is_left_out(record: dict[str, object]) -> None:
    """Of other rules, or of a hand that wins no more: a changed rule set, a changed file."""
    course = {**MCR, "rules": "mcr", "source": "drawn", "drawn": 1, "answered": 9, "right": 0}
    del course["progress"]
    cards = [{"record": record, "box": 0, "due": 3}]
    progress = {"version": 1, "courses": [{**course, "cards": cards}]}
    question = ask("quiz_next", **{**MCR, "progress": progress})
    assert question["cards"] == 0 and not question["is_again"]
    assert question["record"]["rules"] == "mcr"


def test_indicators_are_drawn_and_not_named() -> None:
    question = ask("quiz_next", **{**MCR, "rules": "riichi-tenhou", "level": 2})
    assert question["hand"]["dora"]
    assert not any("dora" in fact for fact in question["facts"])


def test_in_italian() -> None:
    question = ask("quiz_next", "it", **MCR)
    assert question["parts"][0]["text"] == "Quali combinazioni contano?"


def test_names_in_two_languages() -> None:
    question = ask("quiz_next", "it+zh", **{**MCR, "level": 1})
    labels = [choice["label"] for choice in question["parts"][0]["choices"]]
    assert question["parts"][0]["text"] == "Quali combinazioni contano?"
    assert not any(label.isascii() for label in labels)
    assert ask("rulebooks", "it+zh")["tiles"]["3s"] == "3 di bambù 三条"
    assert ask("rulebooks", "it+xx")["tiles"]["3s"] == "3 bamboo"


def test_every_rule_set_has_levels() -> None:
    books = ask("rulebooks")["rulebooks"]
    counts = {book["id"]: len(book["levels"]) for book in books}
    assert counts.keys() == RULEBOOKS.keys()
    assert counts["mcr"] == 3 and counts["riichi-ema"] == 5


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"level": 8}, "levels 1 to 3; did you mean 3?"),
        ({"rules": "mrc"}, "did you mean mcr?"),
        ({"rules": "mcr:flowers=off"}, "mcr has no option 'flowers'"),
        ({"progress": []}, "progress of the quiz is damaged"),
        ({"progress": {"version": 3, "courses": []}}, "version 3"),
        ({"seed": -1}, "seed"),
        ({"level": "1"}, "level"),
    ],
)
def test_what_is_no_request(changed: dict[str, object], message: str) -> None:
    assert message in ask("quiz_next", **{**MCR, **changed})["error"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"record": {"rules": "mcr", "concealed": "123m"}}, "wrong"),
        ({"record": []}, "record"),
        ({"record": {"concealed": "1m" * 300, "winning_tile": "1m"}}, "record"),
        ({"chosen": {}}, "no answer about patterns"),
        ({"chosen": {"patterns": ["nope"], "points": ["8"]}}, "'nope' is no answer"),
        ({"chosen": []}, "chosen"),
    ],
)
def test_what_is_no_answer(changed: dict[str, object], message: str) -> None:
    question = ask("quiz_next", **MCR)
    request = {**MCR, "record": question["record"], "chosen": None, **changed}
    found = ask("quiz_judge", **request)
    assert "error" in found
    if message != "wrong":
        assert message in found["error"]
