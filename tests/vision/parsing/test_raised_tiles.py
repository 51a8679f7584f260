"""A turned tile that lies on another one: its pung may be a kong, in every rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from scoring.hand import SetKind
from tests.vision.parsing.scene_cases import EMA, MCR, ZJ, stack_last_tile
from tests.vision.scenes import Camera, Laid, observe, scene
from vision.layout.layout import Layout
from vision.layout.questions import Question
from vision.odds import log_odds
from vision.relations.network import open_network

FLUSH = "[1p][1p][2p][3p][4p][5p][6p]_[7p]__"
"""With two sets of dots it wins by all rules."""
PUNGS = f"{FLUSH}<8p>[8p][8p]__[9p][9p]<9p>"
DRAGONS = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[C ]<C >[C ]"

all_rules = pytest.mark.parametrize("rules", [EMA, MCR, ZJ])


def decode(laid: tuple[Laid, ...], rules: str, elevation: float, **answers: str) -> Layout:
    told = {name.replace("__", ":"): answer for name, answer in answers.items()}
    return decode_tiles(observe(laid, Camera(elevation=elevation)), Situation(answers=told), rules)


def pung_questions(found: Layout) -> list[Question]:
    return [asked for asked in found.questions if asked.code == "pung_or_kong"]


@pytest.mark.parametrize(
    ("rules", "laid"), [(EMA, DRAGONS), (ZJ, DRAGONS), (ZJ, PUNGS), (MCR, PUNGS)]
)
@pytest.mark.parametrize("elevation", [45, 55])
def test_a_raised_tile_is_never_taken_for_a_pung_unasked(
    elevation: float, rules: str, laid: str
) -> None:
    found = decode(stack_last_tile(scene(laid)), rules, elevation)
    asked = [one for one in pung_questions(found) if one.default is None]
    assert asked or found.melds[0].kind is SetKind.KONG


@all_rules
@pytest.mark.parametrize("answer", ["pung", "kong"])
def test_an_answer_about_a_raised_tile_holds(rules: str, answer: str) -> None:
    laid = stack_last_tile(scene(PUNGS))
    found = decode(laid, rules, 45, pung_or_kong__8=answer)
    assert [meld.kind for meld in found.melds] == [SetKind(answer), SetKind.PUNG]
    assert not pung_questions(found) and found.is_complete


@all_rules
def test_flat_pungs_are_not_asked_about(rules: str) -> None:
    assert not pung_questions(decode(scene(PUNGS), rules, 45))


@all_rules
def test_a_picture_that_shows_a_tile_below_makes_a_kong_likelier(rules: str) -> None:
    laid = observe(stack_last_tile(scene(PUNGS)), Camera(elevation=45))
    chances = []
    for raised in (0.001, None, 0.9, 0.9999):
        tiles = [replace(tile, raised=raised) if tile.id == 8 else tile for tile in laid]
        chances.append(open_network().relations(tiles, rules).stacked[8])
    assert chances == sorted(chances) and log_odds(chances[-1]) > log_odds(chances[0]) + 2
