"""Trials: what a person who knows the hand answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.trials import run_trial
from scoring.hand import Hand
from scoring.tiles import Tile
from tests.vision.parsing.scene_cases import TEN
from tests.vision.scenes import observe, scene

EMA, MCR = "riichi-ema", "mcr"
ONE_LINE = "[1s][1s][5s][5s][7s][8s][9s]____[9s][9s][9s]_____[P ][P ][P ]____[5s]"


@pytest.mark.parametrize(
    "true", ["1155789s [999s] [555z] +5s", "1155789s 555z [999s] +5s", "1155789999s [555z] +5s"]
)
def test_a_question_about_sets_is_answered_by_their_tiles(true: str) -> None:
    """Of two pungs the one that was called counts, not any pung."""
    tiles = observe(scene(ONE_LINE))
    kinds = {tile.id: tile.kind for tile in tiles}
    truth = HandTruth(MCR, "", Hand.parse(true), kinds=tuple(kinds.values()))
    trial = run_trial(tiles, truth, kinds)
    assert "called_sets" in trial.asked and trial.exact


def test_a_person_sees_that_tiles_are_not_printed() -> None:
    tiles = [replace(tile, printed=1.0) for tile in observe(scene(f"{TEN}[E ][E ][E ]_[8s]"))]
    kinds = {tile.id: tile.kind for tile in tiles}
    hand = Hand.parse("234m567p6799s111z +8s")
    trial = run_trial(tiles, HandTruth(MCR, "", hand, kinds=tuple(kinds.values())), kinds)
    assert trial.asked[0] == "printed" and trial.exact


@pytest.mark.parametrize("indicators", ["7s", ""])
def test_a_person_knows_which_faces_are_bonus_indicators(indicators: str) -> None:
    tiles = observe(scene(f"   [7s]\n\n\n{TEN}[E ][E ][E ]_[8s]"))
    kinds = {tile.id: tile.kind for tile in tiles}
    hand = Hand.parse("234m567p6799s111z +8s")
    shown = (Tile(indicators),) if indicators else ()
    truth = HandTruth(EMA, "", hand, kinds=tuple(kinds.values()), indicators=shown)
    trial = run_trial(tiles, truth, kinds)
    assert trial.asked == ("indicators",) and trial.exact


def test_a_first_reading_states_how_probable_its_hand_is() -> None:
    tiles = observe(scene(f"{TEN}[E ][E ][E ]_[8s]"))
    kinds = {tile.id: tile.kind for tile in tiles}
    worth_the_same, other = "234m567p6899s111z +7s", "234m567p6799s777z +8s"
    hands = [Hand.parse(text) for text in ("234m567p6799s111z +8s", worth_the_same, other)]
    trials = [
        run_trial(tiles, HandTruth(EMA, "", hand, kinds=tuple(kinds.values())), kinds)
        for hand in hands
    ]
    for trial in trials:
        assert trial.stated is not None and trial.stated > 0.9
    assert [trial.is_first_true for trial in trials] == [True, True, False]
    assert [trial.is_first_right for trial in trials] == [True, True, False]


def test_a_first_reading_without_a_winner_states_nothing() -> None:
    tiles = observe(scene("[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][2s][3s]"))
    kinds = {tile.id: tile.kind for tile in tiles}
    hand = Hand.parse("123m 456p 23789s 11z")
    trial = run_trial(tiles, HandTruth(MCR, "", hand, kinds=tuple(kinds.values())), kinds)
    assert trial.open == ("winning_tile",) and trial.stated is None
