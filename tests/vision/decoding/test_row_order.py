"""A tile at a row's end that is not sorted like the others is likely the one that won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from tests.vision.layout.layout_cases import MCR
from tests.vision.scenes import observe, scene
from vision.decoding.decoder import decode
from vision.decoding.row_order import tile_out_of_order
from vision.layout.layout import Layout, layout_to_hand
from vision.seen_tile import SeenTile


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("1m 2m 3m 9m 9m 3p 5p 6z 6z 4p", 9),
        ("4p 1m 2m 3m 9m 9m 3p 5p 6z 6z", 0),
        ("9m 9m 2m 1p 2p 3p 4m", 6),  # characters fall, dots rise
        ("1s 2s 0s 7s 4s", 4),  # a red five is a five
        ("1z 1z 7z 7z 2z 2z 1z", 6),  # honours have no order, but equal ones are together
        ("1m 2m 3m 9m 9m 3p 4p 5p 6z 6z", None),
        ("1m 2m 3m 2m 3m 4m 5p 5p", None),  # sorted by sets: no tile explains it
        ("2m 3p 5p 1m", None),  # nor does one of two
        ("7p 3p 5p", None),
        ("3p 5p 4p", None),
        ("", None),
    ],
)
def test_the_tile_without_which_a_row_is_sorted(row: str, place: int | None) -> None:
    assert tile_out_of_order(row.split()) == place


def read(text: str, rules: str = MCR, **answers: str) -> tuple[tuple[SeenTile, ...], Layout]:
    """The tiles of a scene, all certain, and their decoded layout."""
    seen = observe(scene(text))
    tiles = tuple(replace(t, names=tuple((kind, 1.0) for kind, _ in t.names[:1])) for t in seen)
    return tiles, decode(tiles, rules, RulebookOracle(rulebook(rules), Situation()), answers)


UNSORTED = "[1m][2m][3m][9m][9m][9m][3p][5p][F ][F ][F ][E ][E ][4p]"
SORTED = "[1m][2m][3m][9m][9m][9m][3p][4p][5p][F ][F ][F ][E ][E ]"


def test_it_is_taken_as_the_winner_and_the_question_says_so() -> None:
    tiles, found = read(UNSORTED)
    (asked,) = [question for question in found.questions if question.id == "winning_tile"]
    assert asked.default == "4p" and len(asked.options) > 1
    assert found.is_complete and str(layout_to_hand(found, tiles).hand.winning) == "4p"


def test_an_answer_overrules_it() -> None:
    tiles, found = read(UNSORTED, winning_tile="9m")
    assert str(layout_to_hand(found, tiles).hand.winning) == "9m"


def test_of_a_sorted_row_it_is_asked_which_tile_won() -> None:
    _, found = read(SORTED)
    (asked,) = [question for question in found.questions if question.id == "winning_tile"]
    assert asked.default is None and not found.is_complete


def test_a_doubtful_name_is_not_changed_by_it() -> None:
    """No hand wins here: the last tile is not 4m for the reason that it would be unsorted."""
    tiles, _ = read("[1m][2m][3m][9m][9m][9m][3p][5p][F ][F ][F ][E ][S ][W ]")
    last = max(tiles, key=lambda tile: tile.quad[0][0])
    unsure = tuple(
        replace(tile, names=(("3z", 0.6), ("4m", 0.25))) if tile is last else tile for tile in tiles
    )
    found = decode(unsure, MCR, RulebookOracle(rulebook(MCR), Situation()))
    assert found.names.get(last.id, "3z") == "3z"
