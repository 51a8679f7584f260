"""Labelled hands, seen without error or with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from handreader.evaluation.labelled_hands import (
    figures_by_rules,
    labelled_hands_lines,
    natural_rules,
    run_labelled_trials,
)
from scoring.hand import Hand
from tests.vision.scenes import observe, scene
from vision.evaluation.labels import Label, LabelledHand, LabelledPhoto
from vision.evaluation.outcomes import EvaluatedPhoto, TileOutcome, Verdict
from vision.seen_tile import SeenTile

CLOSED = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][2s][3s]___[4s]"
CLOSED_HAND = Hand.parse("123m 456p 23789s 11z +4s")
CALLED = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____[C ][C ]<C >"
CALLED_HAND = Hand.parse("123m 456p 78s 11z [>777z] +9s")
WAITING = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][2s][3s]"


def evaluation(
    tiles: Sequence[SeenTile], hand: LabelledHand, name: str = "a.jpg"
) -> EvaluatedPhoto:
    labels = tuple(Label(tile.kind, tile.quad) for tile in tiles)
    photo = LabelledPhoto(Path(name), "set", labels, hand=hand)
    pairs = zip(labels, tiles, strict=True)
    outcomes = tuple(TileOutcome(Verdict.RIGHT, label, tile) for label, tile in pairs)
    return EvaluatedPhoto(photo, outcomes, 0.1, ())


def photo_of(text: str, hand: Hand, winner: bool = True) -> EvaluatedPhoto:
    return evaluation(observe(scene(text)), LabelledHand(hand, winner, "bottom"))


def test_hands_seen_without_error_are_right() -> None:
    played = run_labelled_trials([photo_of(CLOSED, CLOSED_HAND), photo_of(CALLED, CALLED_HAND)])
    figures = figures_by_rules(played)
    assert len(played) == 8
    assert all((group.hands, group.right, group.waiting) == (2, 2, 0) for group in figures.values())


def test_another_discarder_is_an_error_only_where_a_tile_is_turned() -> None:
    across = replace(CALLED_HAND, melds=Hand.parse("[^777z]").melds)
    unknown = replace(CALLED_HAND, melds=Hand.parse("[777z]").melds)
    played = run_labelled_trials([photo_of(CALLED, across), photo_of(CALLED, unknown)])
    assert [one.trial.exact for one in played] == [False] * 4 + [True] * 4


def test_a_waiting_hand_may_ask_which_tile_won() -> None:
    held = Hand.parse("123m 456p 23789s 11z")
    played = run_labelled_trials([photo_of(WAITING, held, winner=False)])
    (natural,) = [one for one in played if one.is_natural]
    assert natural.waits and natural.trial.is_exact_unaided
    assert natural.trial.open == ("winning_tile",)


def test_any_tile_is_the_winner_where_the_photo_shows_none() -> None:
    whole = CLOSED.replace("___", "")
    other = Hand.parse("123m 456p 34789s 11z +2s")
    (first, *_) = run_labelled_trials([photo_of(whole, other, winner=False)])
    (known, *_) = run_labelled_trials([photo_of(CLOSED, other)])
    assert first.trial.is_exact_unaided
    assert not known.trial.exact and not known.trial.is_confidently_wrong  # the points are right


def test_a_wrong_score_without_a_doubt_is_confidently_wrong() -> None:
    (trial, *_) = run_labelled_trials([photo_of(CLOSED, Hand.parse("123m 456p 23789s 77z +4s"))])
    assert trial.trial.is_confidently_wrong


def test_a_wrong_hand_is_listed_with_what_was_given() -> None:
    tiles = observe(scene(CLOSED))
    photo = evaluation(tiles, LabelledHand(CLOSED_HAND, True, "bottom"))
    missed = TileOutcome(Verdict.MISSED, photo.outcomes[0].label, None)
    photo = replace(photo, outcomes=(missed, missed, missed, *photo.outcomes[3:]))
    lines = labelled_hands_lines(run_labelled_trials([photo]))
    line = lines[-1]
    assert "whole hands, set: right 0 (0.0%), asked 0 (0.0%), wrong 1 (100.0%)" in "\n".join(lines)
    assert "a.jpg (mcr); given no hand; true 123m 456p 23789s 11z +4s" in line
    assert "problems wrong_count" in line


def test_red_fives_of_a_set_mean_riichi() -> None:
    red = LabelledPhoto(
        Path("b.jpg"), "set", (Label("0m", photo_of(CLOSED, CLOSED_HAND).photo.labels[0].quad),)
    )
    plain = photo_of(CLOSED, CLOSED_HAND).photo
    assert natural_rules(plain, [plain]) == "mcr"
    assert natural_rules(plain, [plain, red]) == "riichi-ema"
    assert natural_rules(plain, [plain, replace(red, tile_set="other")]) == "mcr"


def test_a_true_answer_that_the_reader_refuses_ends_the_trial() -> None:
    whole = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][2s][3s][4s][5p][5p]"
    unseen = Hand.parse("123m 45556p 234789s +7z")
    trials = [one.trial for one in run_labelled_trials([photo_of(whole, unseen)])]
    (trial,) = [one for one in trials if one.truth.rules == "riichi-ema"]
    assert trial.asked == ("winning_tile",) and trial.open == ("winning_tile",)
    assert not trial.exact and not trial.is_confidently_wrong
