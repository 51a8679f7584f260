"""Answers as people type them: loose ids of questions, tiles in every notation and in words."""

from __future__ import annotations

import pytest

from handreader.answers import normalize_answers, question_id
from handreader.pipeline import UnscorableError, check_question_ids
from scoring.tile_names import short_tile_name, tile_name
from scoring.tile_words import tile_by_name
from scoring.tiles import CLASSES, TileError, parse_tile


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("tile:3", "tile:3"),
        ("tile3", "tile:3"),
        ("tile 3", "tile:3"),
        ("Tile#12", "tile:12"),
        ("#3", "tile:3"),
        ("3", "tile:3"),
        (" winning_tile ", "winning_tile"),
        ("pung_or_kong11", "pung_or_kong:11"),
        ("blanks 4, 7", "blanks:4,7"),
        ("title3", "title3"),
        ("3m", "3m"),
    ],
)
def test_a_question_is_known_by_its_loose_name(typed: str, id: str) -> None:
    assert question_id(typed) == id


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("5m", "5m"),
        ("E", "1z"),
        ("2 bamboo", "2s"),
        ("red", "7z"),
        ("八索", "8s"),
        ("b3", "3s"),
        ("Drago rosso", "7z"),
        ("5 palle rosso", "0p"),
        ("red 5 dots", "0p"),
        ("4 man", "4m"),
        ("bamboo flower", "4f"),
        ("back", "back"),
        ("nothing", "nothing"),
    ],
)
def test_a_tile_is_known_in_every_notation(typed: str, kind: str) -> None:
    assert normalize_answers({"3": typed}) == {"tile:3": kind}
    assert normalize_answers({"winning_tile": typed}) == {"winning_tile": kind}


def test_other_answers_stay_as_they_are() -> None:
    given = {"above": "winning tile", "is_tile:3": "no", "covered": "none", "owner_edge": "left"}
    assert normalize_answers(given) == given
    assert normalize_answers({"tile 3": "no"}) == {"is_tile:3": "no"}


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if kind != "back"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_name_that_is_printed_is_understood(kind: str, lang: str) -> None:
    assert tile_by_name(tile_name(kind, lang)) == kind
    assert tile_by_name(short_tile_name(kind, lang)) == kind
    assert parse_tile(tile_name(kind, lang)).value == kind


@pytest.mark.parametrize("text", ["", "tile", "bamboo", "10 dots", "5", "55m", "2 bamboo 3"])
def test_what_names_no_tile_is_refused(text: str) -> None:
    assert tile_by_name(text) is None
    with pytest.raises(TileError):
        parse_tile(text)


def test_an_unknown_question_is_corrected() -> None:
    with pytest.raises(UnscorableError, match="did you mean winning_tile"):
        check_question_ids({"wining_tile": "5m"})
