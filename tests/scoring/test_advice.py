"""Advice: the worth of each discard against a search of all draws, and what is shown of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scoring import rulebook, score
from scoring.advice import advise
from scoring.decompose import winning_tiles
from scoring.efficiency import distance_to_win
from scoring.hand import Hand, HandError
from scoring.rulebook import Rulebook
from scoring.tiles import KINDS, Tile, parse_tiles, sort_tiles
from scoring.waits import Wait, possible_wins, waits_by_discard
from scoring.win import Win

Sums = tuple[int, int, int, int, int]  # ways; points and ways drawn, points and ways discarded


def sums_by_search(hand: Hand, book: Rulebook, win: Win, left: Counter[Tile]) -> Sums:
    """Draw every tile that brings the hand nearer, and discard for the most points."""
    distance = distance_to_win(hand, book)
    total = (0, 0, 0, 0, 0)
    for tile in KINDS:
        if left[tile] <= 0:
            continue
        if distance == 0:
            if tile not in winning_tiles(hand, book.shapes, book.options):
                continue
            both = [score(replace(hand, winning=tile), way, book) for way in possible_wins(win)]
            points = [(one.total, 1) if one.valid_win else (0, 0) for one in both]
            best = (1, *points[0], *points[1])
        else:
            whole = replace(hand, concealed=sort_tiles((*hand.concealed, tile)))
            rest = Counter(left)
            rest[tile] -= 1
            found = [
                sums_by_search(after, book, win, rest)
                for after in hands_after_discard(whole)
                if distance_to_win(after, book) == distance - 1
            ]
            if not found:
                continue
            best = max(found, key=lambda one: (one[1] + one[3], one[0]))
        more = [left[tile] * number for number in best]
        total = tuple(one + other for one, other in zip(total, more, strict=True))  # type: ignore[assignment]
    return total


def hands_after_discard(whole: Hand) -> list[Hand]:
    found = []
    for tile in dict.fromkeys(whole.concealed):
        rest = list(whole.concealed)
        rest.remove(tile)
        found.append(replace(whole, concealed=tuple(rest)))
    return found


@pytest.mark.parametrize(
    ("text", "rules", "win"),
    [
        ("123m 456p 23789s 22z", "riichi-ema", Win(riichi=True)),
        ("123m 456p 2379s 22z 4m", "riichi-ema", Win(dora_indicators=parse_tiles("1s"))),
        ("0m 1234m 45p 789s 22z 1p", "riichi-ema", Win()),
        ("23499m 345p 457s 22z", "mcr", Win()),
        ("23499m 345p 457s 22z", "hong-kong", Win()),
        ("[555z] [^222m] [333p] 4m 68s 9p", "hong-kong", Win()),
        ("[555z] [333p] 46m 68s 19p 2m", "zung-jung", Win()),
        ("19m 19p 19s 123456z 5m", "mcr", Win()),
        ("147m 258p 39s 1234z 2z", "mcr", Win()),
        ("1122m 3344p 5566s 7z", "mcr", Win()),
    ],
)
def test_worth_equals_a_search_of_all_draws(text: str, rules: str, win: Win) -> None:
    hand, book = Hand.parse(text), rulebook(rules)
    seen = (*hand.tiles, *win.dora_indicators)
    left = Counter(dict.fromkeys(KINDS, 4))
    left.subtract(tile.plain for tile in seen)
    (choice,) = advise(hand, win, book).choices
    assert choice.worth is not None and choice.worth.ways > 0
    drawn, on_discard = choice.worth.drawn, choice.worth.discarded
    points = (drawn.total, drawn.ways, on_discard.total, on_discard.ways)
    assert (choice.worth.ways, *points) == sums_by_search(hand, book, win, left)


def test_discards_are_ordered_by_distance_and_what_can_win() -> None:
    found = advise(Hand.parse("234m 345p 457s 22z 99m 1p"), Win(), rulebook("mcr"))
    assert found.distance == 1 and len(found.choices) == 12
    outlines = [
        (str(one.discard), one.efficiency.distance, one.efficiency.acceptance)
        for one in found.choices
    ]
    assert outlines[:3] == [("1p", 1, 12), ("7s", 1, 12), ("9m", 2, 55)]
    assert outlines[-1] == ("4s", 1, 8)  # it leads to nothing above the minimum
    lost = found.choices[-1].worth
    assert lost is not None and lost.is_below_minimum
    assert str(lost.discarded.reason) == "4 points without flowers, 8 needed"


def test_only_hands_below_the_minimum() -> None:
    (choice,) = advise(Hand.parse("234m 345p 457s 22z 99m"), Win(), rulebook("hong-kong")).choices
    assert choice.worth is not None and choice.worth.is_below_minimum
    assert "needed" in str(choice.worth.drawn.reason)
    (paid,) = advise(
        Hand.parse("234m 345p 457s 22z 99m"), Win(), rulebook("hong-kong:minimum=0")
    ).choices
    assert paid.worth is not None and not paid.worth.is_below_minimum


def test_a_ready_hand_has_the_scores_of_its_waits() -> None:
    found = advise(Hand.parse("123m 456p 237889s 22z"), Win(riichi=True), rulebook("riichi-ema"))
    best = found.choices[0]
    assert (found.distance, best.discard) == (0, Tile("8s"))
    assert [(str(one.tile), one.copies_left, one.discard_score.total) for one in best.waits] == [
        ("1s", 4, 2900),  # riichi and pinfu of East
        ("4s", 4, 2900),
    ]
    assert all(not one.waits for one in found.choices if one.efficiency.distance)


def test_tiles_in_view_change_what_is_left() -> None:
    hand, book = Hand.parse("123m 456p 23789s 22z"), rulebook("riichi-ema")
    (gone,) = advise(hand, Win(), book, parse_tiles("1s1s1s1s4s4s4s4s")).choices
    assert gone.worth is not None and gone.worth.ways == 0
    assert gone.worth.drawn.mean is None and gone.worth.drawn.reason is None
    (some,) = advise(hand, Win(dora_indicators=parse_tiles("4s4s")), book).choices
    assert some.efficiency.acceptance == 6


def test_a_red_five_is_another_discard() -> None:
    hand, book = Hand.parse("123m 405p 5p 789s 22z 99s"), rulebook("riichi-tenhou")
    found = {str(one.discard): one for one in advise(hand, Win(), book).choices}
    assert {"0p", "5p"} <= set(found)
    plain, red = found["5p"].worth, found["0p"].worth
    assert plain is not None and red is not None and plain.drawn.mean and red.drawn.mean
    assert plain.drawn.mean > red.drawn.mean


def test_far_hands_have_no_worth() -> None:
    far = advise(Hand.parse("147m 258p 369s 1234z"), Win(), rulebook("riichi-ema"))
    assert far.distance == 6 and far.choices[0].worth is None
    assert far.choices[0].efficiency.acceptance > 0 and not far.choices[0].waits


def test_the_worth_of_the_nearest_discards_alone() -> None:
    hand, book = Hand.parse("234m 345p 457s 22z 99m 1p"), rulebook("mcr")
    whole = {one.discard: one.worth for one in advise(hand, Win(), book).choices}
    nearest = advise(hand, Win(), book, only_nearest=True).choices
    known = {one.discard: one.worth for one in nearest if one.worth is not None}
    assert set(known) == set(parse_tiles("1p7s4s")) and None not in whole.values()
    assert all(whole[tile] == worth for tile, worth in known.items())


def test_where_the_nearest_cannot_win_farther_discards_have_their_worth() -> None:
    hand, book = Hand.parse("234m 345p 457s 22z 99m 1p"), rulebook("hong-kong")
    found = advise(hand, Win(), book, only_nearest=True).choices
    assert found == advise(hand, Win(), book).choices
    best = found[0]
    assert best.efficiency.distance == 2 and best.worth is not None
    assert not best.worth.is_below_minimum


def test_a_complete_hand_can_be_broken_up() -> None:
    found = advise(Hand.parse("123m 456p 23s 789s 22z +4s"), Win(), rulebook("mcr"))
    assert found.distance == -1 and found.choices[0].efficiency.distance == 0


@pytest.mark.parametrize("rules", ["mcr", "zung-jung", "riichi-tenhou", "chinese-official"])
def test_every_hand_has_advice(rules: str) -> None:
    rng, book = Random(rules), rulebook(rules)
    for _ in range(20):
        tiles = sort_tiles(rng.sample([tile for tile in KINDS for _ in range(4)], 14))
        found = advise(Hand(tiles), Win(), book)
        assert {choice.discard for choice in found.choices} == set(tiles)
        assert min(one.efficiency.distance for one in found.choices) == max(found.distance, 0)


def test_waits_by_discard_are_the_ready_choices() -> None:
    hand, book = Hand.parse("123m 456p 237889s 22z"), rulebook("zung-jung")
    found = [(tile, outline(ready)) for tile, ready in waits_by_discard(hand, Win(), book)]
    choices = advise(hand, Win(), book).choices
    assert found == [(one.discard, outline(one.waits)) for one in choices if one.waits]
    assert found == [(Tile("8s"), [(Tile("1s"), 4, 10, 10), (Tile("4s"), 4, 10, 10)])]


def outline(waits: tuple[Wait, ...]) -> list[tuple[Tile, int, int, int]]:
    return [
        (one.tile, one.copies_left, one.draw_score.total, one.discard_score.total) for one in waits
    ]


@pytest.mark.parametrize("text", ["123m", "123m 456p 789s 234p 22z 1z", "11111m 456p 789s 22z"])
def test_hands_that_cannot_be(text: str) -> None:
    with pytest.raises(HandError):
        advise(Hand.parse(text), Win(), rulebook("mcr"))
