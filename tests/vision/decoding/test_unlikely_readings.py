"""Where the likeliest reading of how tiles lie is unlikely, the others are shown beside it."""

from __future__ import annotations

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from tests.vision.layout.layout_cases import MCR
from tests.vision.scenes import Camera, observe, scene
from vision.decoding.decoder import decode
from vision.layout.candidates import UNLIKELY
from vision.layout.layout import Layout, layout_to_hand
from vision.layout.questions import Question
from vision.seen_tile import SeenTile

TURNED_IN_THE_MIDDLE = "[2m]<3m>[4m]<5m>[6m]<7m>[2p]<3p>[4p]<5p>[6p]<7p>[9s]__[9s]"
"""Four chows, of which none is turned as a called one is."""
TURNED_TWICE = "[2m][3m][4m][5p][6p]<7p>[6s]<7s>[8s][9s][9s]<E >[E ]__[E ]"
"""Two readings are near; the one that wins is unlikely, too."""


def read(text: str, **answers: str) -> tuple[tuple[SeenTile, ...], Layout]:
    """The tiles of a scene and their decoded layout."""
    tiles = observe(scene(text), Camera(elevation=60))
    return tiles, decode(tiles, MCR, RulebookOracle(rulebook(MCR), Situation()), answers)


def reading_question(found: Layout) -> Question | None:
    """The question how the tiles lie."""
    return next((asked for asked in found.questions if asked.id == "reading"), None)


@pytest.mark.parametrize("text", [TURNED_IN_THE_MIDDLE, TURNED_TWICE])
def test_an_unlikely_reading_is_scored_with_a_question(text: str) -> None:
    tiles, found = read(text)
    asked = reading_question(found)
    assert found.cost >= UNLIKELY and found.is_complete
    assert asked is not None and asked.default in asked.options and len(asked.options) > 1
    assert layout_to_hand(found, tiles).hand.winning is not None


@pytest.mark.parametrize("text", [TURNED_IN_THE_MIDDLE, TURNED_TWICE])
def test_each_of_its_answers_is_taken(text: str) -> None:
    _, first = read(text)
    asked = reading_question(first)
    assert asked is not None
    for option in asked.options:
        _, found = read(text, reading=option)
        sets = [meld for meld in found.melds if not meld.is_concealed]
        assert len(sets) == option.count("[")
        assert reading_question(found) is None


def test_a_usual_hand_has_no_such_question() -> None:
    _, found = read("[2m][3m][4m][5p][6p][7p][9s]__[9s]____<6s>[7s][8s]__<E >[E ][E ]")
    assert found.cost < UNLIKELY and reading_question(found) is None
