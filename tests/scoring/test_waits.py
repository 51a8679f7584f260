"""Waits of hands of 13 tiles, and that each one's score is the score of the complete hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from scoring import score
from scoring.hand import Hand, HandError
from scoring.rulebooks.zung_jung import zung_jung
from scoring.tiles import KINDS, Wind
from scoring.waits import waits
from scoring.win import Win
from tests.scoring.test_properties import BOOKS, wins

# 13 tiles: tile, copies left, points drawn, points on a discard; source: Zung Jung 3.3
HANDS = [
    # 1-2-3-3 waits for an edge and for the pair at once: one tile (wait table of the books)
    ("1233m [111p] [999s] [555p]", [("3m", 2, 1, 1)]),
    # 2-4-4-4 waits for 3 and 2
    ("2444m [111p] [999s] [555p]", [("2m", 3, 30, 30), ("3m", 4, 1, 1)]),
    # nine gates wait for every tile of the suit, and each is worth the limit
    ("1112345678999m", [(f"{n}m", 1 if n in (1, 9) else 3, 480, 480) for n in range(1, 10)]),
    # two pairs: the South one is nobody's own wind for East (1.2 alone counts)
    ("123m 456p 789s 22z 88p", [("8p", 2, 5, 5), ("2z", 2, 5, 5)]),
    ("147m 147p 147s EEEE", []),
]


@pytest.mark.parametrize(("text", "expected"), HANDS)
def test_waits(text: str, expected: list[tuple[str, int, int, int]]) -> None:
    found = waits(Hand.parse(text), Win(), zung_jung)
    assert [
        (str(wait.tile), wait.copies_left, wait.draw_score.total, wait.discard_score.total)
        for wait in found
    ] == expected


def test_the_seat_counts() -> None:
    hand = Hand.parse("123m 456p 789s 22z 88p")
    found = waits(hand, Win(seat=Wind.SOUTH), zung_jung)
    assert [(str(wait.tile), wait.discard_score.total) for wait in found] == [("8p", 5), ("2z", 15)]


def test_a_kind_of_which_all_four_are_held_is_no_wait() -> None:
    found = waits(Hand.parse("4444m 123p 456p 789s"), Win(), zung_jung)
    assert [str(wait.tile) for wait in found] == []


def test_facts_of_one_way_to_win_do_not_hinder_the_other() -> None:
    hand = Hand.parse("23m 456p 789s EE (5555s)")
    win = Win(discarder=Wind.WEST, robbing_kong=True)
    found = waits(hand, win, zung_jung)
    assert [wait.draw_score.win.self_drawn for wait in found] == [True, True]
    assert found[0].discard_score.total > found[0].draw_score.total  # 9.3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123m", "expected 13 or 14, add 10"),
        ("123m 456p 789s EEE CC", "leave out the tile to be discarded"),
        ("123m 456p 789s EEE C +C", "leave out the tile"),
        ("11111m 22p 345s 678s", "only four"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        waits(Hand.parse(text), Win(), zung_jung)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@settings(max_examples=25)
@given(case=wins())
def test_a_wait_scores_what_the_complete_hand_scores(book, case) -> None:  # type: ignore[no-untyped-def]
    hand, win = case
    assert hand.winning is not None
    rest = replace(hand, winning=None)
    found = {wait.tile: wait for wait in waits(rest, win, book)}
    assert hand.winning in found
    for tile in KINDS:
        try:
            whole = score(replace(hand, winning=tile), win, book)
        except HandError:  # a fifth copy
            continue
        assert (tile in found) == (whole.best is not None)
        if tile in found:
            wait = found[tile]
            assert whole.total == (wait.draw_score if win.self_drawn else wait.discard_score).total
