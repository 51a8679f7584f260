"""Every question that needs an answer has a choice, and every choice is an answer."""

from __future__ import annotations

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from tests.vision.parsing.scene_cases import CASES, EMA, MCR, TEN, ZJ
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.layout import Layout
from vision.layout.questions import Question, has_choice

NO_HANDS = {
    "twelve tiles that wait with none": scene("[1m][1m][5m][9m][1p][5p][9p][1s][5s][9s][E ][S ]"),
    "thirteen that wait for none": scene("[2m][5m][8m][2p][5p][8p][2s][5s][8s][E ][S ][W ][C ]"),
    "a set that touches the hand": scene(f"{TEN}[5s][1p][1p]<1p>"),
    "chows turned in the middle": scene(
        "[2m]<3m>[4m]<5m>[6m]<7m>[2p]<3p>[4p]<5p>[6p]<7p>[9s]__[9s]"
    ),
}
SCENES = {case.id: case.laid for case in CASES} | NO_HANDS
TRIED = (
    "reading",
    "called_sets",
    "above",
    "indicators",
    "four_equal",
    "pung_or_kong",
    "which_hand",
)
"""Questions of which each option is a way to read the tiles."""

all_rules = pytest.mark.parametrize("rules", [EMA, MCR, ZJ])


def decode(laid: tuple[Laid, ...], rules: str, answers: dict[str, str]) -> Layout:
    tiles = observe(laid, Camera(elevation=60))
    return decode_tiles(tiles, Situation(answers=answers), rules)


@all_rules
@pytest.mark.parametrize("name", SCENES)
def test_what_needs_an_answer_has_a_choice_and_each_is_taken(name: str, rules: str) -> None:
    laid = SCENES[name]
    found = decode(laid, rules, {})
    needed = [asked for asked in found.questions if asked.default is None]
    assert all(asked.options and has_choice(asked) for asked in needed)
    for asked in found.questions:
        for option in asked.options if asked.code in TRIED else ():
            answered = decode(laid, rules, {asked.id: option})
            assert asked.id not in {other.id for other in answered.questions}


def _codes(questions: tuple[Question, ...]) -> set[str]:
    return {asked.code for asked in questions}


@all_rules
def test_no_tile_is_asked_for_where_none_helps(rules: str) -> None:
    twelve, thirteen, *_ = (decode(laid, rules, {}) for laid in NO_HANDS.values())
    assert "missing" not in _codes(twelve.questions) and not twelve.is_complete
    assert "winning_tile" not in _codes(thirteen.questions) and not thirteen.is_complete
    assert "no_wait" in {problem.code for problem in thirteen.problems}
