"""Hands that would win with one tile of another kind."""

from __future__ import annotations

import pytest

from handreader.near_hand import MOST, NearWin, loss_sentences, near_wins, tile_changes
from scoring import RULEBOOKS, rulebook, score
from scoring.hand import Hand
from scoring.tiles import Tile
from scoring.win import Win

ZUNG_JUNG = rulebook("zung-jung")


@pytest.mark.parametrize("rules", sorted(RULEBOOKS))
def test_each_near_win_wins_with_its_total(rules: str) -> None:
    book = rulebook(rules)
    hand = Hand.parse("123p 456p 789p 9p 1z 55z +5z")
    found = near_wins(hand, Win(), book)
    assert any((near.old, near.new) == (Tile("1z"), Tile("9p")) for near in found)
    for near in found:
        held = [*hand.concealed, hand.winning]
        held[held.index(near.old)] = near.new
        changed = Hand(tuple(sorted(t for t in held[:-1] if t)), held[-1])
        assert score(changed, Win(), book).total == near.total
    assert [near.total for near in found] == sorted((n.total for n in found), reverse=True)


def test_the_winning_tile_can_be_the_wrong_one() -> None:
    found = near_wins(Hand.parse("123m 456p 789s 23s 22z +1p"), Win(), ZUNG_JUNG)
    assert {str(near.new) for near in found if near.is_winning} == {"1s", "4s"}


@pytest.mark.parametrize("text", ["123m 456p 789s 23s 22z", "147m 258p 369s 1234z +5z"])
def test_a_hand_that_is_short_or_far_from_a_win_has_none(text: str) -> None:
    assert near_wins(Hand.parse(text), Win(), ZUNG_JUNG) == ()


def test_equal_changes_come_in_one_order() -> None:
    found = near_wins(Hand.parse("234s 234s 666s 88s 6z 6z +8s"), Win(), rulebook("riichi-ema"))
    ranks = [(-one.total, one.old, one.new, one.is_winning) for one in found]
    assert ranks == sorted(ranks) and len(ranks) > 1


def test_the_fifth_copy_of_a_tile_is_another_kind() -> None:
    found = near_wins(Hand.parse("11112p 345s 678m 5z 1p +5z"), Win(), ZUNG_JUNG)
    assert {(near.old, near.new) for near in found} == {(Tile("1p"), Tile("3p"))}


def test_the_likeliest_tile_is_changed() -> None:
    one, two = Tile("1p"), Tile("2p")
    near = tuple(NearWin(one, Tile(f"{n}m"), False, n) for n in range(1, 6))
    near += (NearWin(two, Tile("9s"), True, 50),)
    shares = {"1m": 0.1, "2m": 0.2}
    held = {3: shares, 4: {"1m": 0.3}, 5: {"9s": 0.05}}
    found = tile_changes(near, held, {3: "1p", 4: "1p", 5: "2p"}, 5)
    assert len(found) == MOST
    assert [(c.tile, str(c.win.new), c.probability) for c in found] == [
        (4, "1m", 0.3),
        (3, "2m", 0.2),
        (5, "9s", 0.05),
    ]


def test_of_changes_to_unlisted_kinds_the_doubtful_tile_is_first() -> None:
    near = (NearWin(Tile("5m"), Tile("4m"), False, 9), NearWin(Tile("0m"), Tile("4m"), False, 8))
    held = {3: {"5m": 0.95}, 4: {"0m": 0.4}}
    found = tile_changes(near, held, {3: "5m", 4: "0m"}, None)
    assert [change.tile for change in found] == [4, 3]


def test_what_was_one_tile_away_is_told_with_its_score() -> None:
    hand = Hand.parse("123m 456p 789s 3s 1p 22z +2z")
    lost = score(hand, Win(), ZUNG_JUNG)
    said = loss_sentences(lost, near_wins(hand, Win(), ZUNG_JUNG))
    assert str(said).startswith(
        "not a complete hand. With 3 bamboo instead of 1 dot it would score 5: Concealed Hand 5."
    )
    assert "con 3 di bambù al posto di 1 di palle varrebbe 5" in said.localize("it").casefold()
    near = near_wins(hand, Win(), ZUNG_JUNG)[0]
    assert near.pattern_names("it") == ["Tutto pescato"]


def test_a_hand_below_the_minimum_says_so_beside_what_was_near() -> None:
    book, hand = rulebook("mcr"), Hand.parse("123m 456p 678s 234s 9p +9p")
    near = near_wins(hand, Win(), book)
    said = str(loss_sentences(score(hand, Win(), book), near))
    assert said.startswith("5 points without flowers, 8 needed (it has ")
    assert f"it would score {near[0].total}: " in said
