"""Distance to a win and the tiles that shorten it, against brute force."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from scoring import RULEBOOKS, rulebook
from scoring.counts import UNITS, how_many
from scoring.decompose import winning_tiles
from scoring.efficiency import check_size, discards, distance_to_win, efficiency
from scoring.hand import Hand, HandError
from scoring.special_targets import ALL_SPECIAL, special_targets
from scoring.targets import CountedHand, hand_need, nearest_targets
from scoring.tiles import KINDS, Tile, parse_tiles, sort_tiles

RIICHI = rulebook("riichi-ema")
MIDDLE = parse_tiles("2345678m")
WALL = [kind for kind in range(34) for _ in range(4)]


def all_sets_and_a_pair(sets: int) -> np.ndarray:
    """Every choice of so many sets and a pair with at most four of a kind: a row of 34 counts."""
    rows = []
    runs = [kind for kind in range(27) if kind % 9 < 7]
    groups = [np.bincount([k, k + 1, k + 2], minlength=34) for k in runs]
    groups += [np.bincount([k] * 3, minlength=34) for k in range(34)]
    pairs = [np.bincount([k] * 2, minlength=34) for k in range(34)]
    for chosen in combinations_with_replacement(groups, sets):
        base = sum(chosen, np.zeros(34, int))
        rows += [base + pair for pair in pairs if (base + pair).max() <= 4]
    return np.array(rows, dtype=np.int8)


@pytest.mark.parametrize("sets", [1, 2])
def test_distance_and_accepted_tiles_equal_a_search_of_all_complete_hands(sets: int) -> None:
    rng, targets = Random(sets), all_sets_and_a_pair(sets)
    for _ in range(300):
        suit = rng.randrange(4)
        pool = WALL if rng.random() < 0.3 else [kind for kind in WALL if kind // 9 in (suit, 3)]
        tiles = rng.sample(pool, 3 * sets + 1)
        laid = rng.sample([kind for kind in range(34) if kind not in tiles], 4 - sets)
        possible = targets[(targets[:, laid] <= 1).all(axis=1)]  # three of each are on the table
        lacking = np.clip(possible - np.bincount(tiles, minlength=34).astype(np.int8), 0, 4)
        missing = lacking.sum(axis=1)
        hand = CountedHand(
            sum(UNITS[kind] for kind in tiles), 4 - sets, 3 * sum(UNITS[kind] for kind in laid)
        )
        need = hand_need(hand, RIICHI)
        assert need.missing == missing.min()
        wanted = (lacking[missing == missing.min()] > 0).any(axis=0)
        assert [kind for kind in range(34) if need.wanted & UNITS[kind]] == list(
            np.flatnonzero(wanted)
        )


@pytest.mark.parametrize("rules", sorted(RULEBOOKS))
def test_a_ready_hand_waits_for_what_wins(rules: str) -> None:
    book, rng, ready = rulebook(rules), Random(rules), 0
    for _ in range(120):
        hand = nearly_complete(rng, 1)
        wins = winning_tiles(hand, book.shapes, book.options)
        if book.players == 3:  # who play without some tiles
            wins = tuple(tile for tile in wins if tile in hand.concealed or tile not in MIDDLE)
        found = efficiency(hand, book)
        assert (found.distance == 0) == bool(wins), hand
        if wins:
            ready += 1
            assert tuple(one.tile for one in found.accepted) == wins, hand
    assert ready > 10


@pytest.mark.parametrize("rules", ["mcr", "chinese-official", "hong-kong"])
def test_a_ready_hand_with_called_sets_waits_for_what_wins(rules: str) -> None:
    book, rng, ready = rulebook(rules), Random(rules), 0
    laid = ("[111m]", "[1111m]", "(5555p)", "[345s]", "[999s]", "[9999p]", "[444z]")
    for _ in range(200):
        melds = rng.sample(laid, rng.choice((1, 1, 1, 2)))
        shape = "147m 258p 369s 55z" if len(melds) == 1 and rng.random() < 0.6 else "234m 567p 22z"
        tiles = [*Hand.parse(shape).concealed]
        while len(tiles) < 13 - 3 * len(melds) + 1:
            tiles += rng.choice((parse_tiles("678s"), parse_tiles("333z")))
        rng.shuffle(tiles)
        tiles = tiles[: 13 - 3 * len(melds)]
        tiles[0] = rng.choice((tiles[0], rng.choice(KINDS)))
        hand = Hand.parse(f"{''.join(tiles)} {' '.join(melds)}")
        if hand.problems():
            continue
        wins = winning_tiles(hand, book.shapes, book.options)
        found = efficiency(hand, book)
        assert (found.distance == 0) == bool(wins), hand
        if wins:
            ready += 1
            assert tuple(one.tile for one in found.accepted) == wins, hand
    assert ready > 20


@pytest.mark.parametrize("rules", ["mcr", "chinese-official", "zung-jung", "riichi-ema"])
def test_accepted_tiles_are_those_that_shorten_the_distance(rules: str) -> None:
    book, rng = rulebook(rules), Random(rules)
    for _ in range(60):
        hand = nearly_complete(rng, rng.randrange(1, 5))
        before = CountedHand.of(hand, book)
        need = hand_need(before, book)
        nearer = 0
        for kind in range(34):
            if how_many(before.held, kind) < 4:
                more = CountedHand(before.held + UNITS[kind], 0, before.gone)
                nearer |= UNITS[kind] * (hand_need(more, book).missing < need.missing)
        assert need.wanted == nearer, hand
        if need.missing <= 3:
            for target in nearest_targets(before, book):
                lacking = [how_many(target, k) - how_many(before.held, k) for k in range(34)]
                assert sum(max(0, n) for n in lacking) == need.missing
                assert sum(how_many(target, kind) for kind in range(34)) == 14


def nearly_complete(rng: Random, changes: int) -> Hand:
    """13 tiles of a complete hand of some shape, some of them changed."""
    text = rng.choice([*(one.example for one in ALL_SPECIAL), *_USUAL])
    whole = Hand.parse(text)
    tiles = [*whole.tiles]
    rng.shuffle(tiles)
    tiles = tiles[1:]
    for _ in range(rng.randrange(changes + 1)):
        tiles[rng.randrange(13)] = rng.choice(KINDS)
    if max(tiles.count(tile) for tile in tiles) > 4:
        return nearly_complete(rng, changes)
    return Hand(sort_tiles(tiles))


_USUAL = (
    "123m 456p 789s 222z 88p",
    "147m 258p 369s 234m 5z +5z",
    "33344455566678s",
    "111m 99p 123p 789p 777z",
)


@pytest.mark.parametrize(
    ("text", "rules", "distance"),
    [
        ("123m 456p 789s 22z 88p", "riichi-ema", 0),
        ("123m 456p 789s 222z 88p", "riichi-ema", -1),
        ("1111m 222p 333s 444z", "riichi-ema", 1),  # a fifth 1m would make the pair
        ("1111m 23m 222p 333s 4z", "riichi-ema", 0),  # the fourth 1m is in a chow
        ("111m [111p] [222s] [333z] 1m", "riichi-ema", 1),
        ("1122m 3344p 5566s 7z", "riichi-ema", 0),
        ("2222m 3344p 5566s 7z", "zung-jung", 0),  # four alike are two pairs there
        ("2222m 3388p 5599s 7z", "riichi-ema", 2),
        ("19m 19p 19s 1234566z", "riichi-ema", 0),
        ("147m 258p 369s 1234z", "mcr", 0),
        ("147m 258p 369s 1234z", "riichi-ema", 6),
        ("147m 258p 369s 23m 55z", "mcr", 0),
        ("147m 258p 36s 12z 567z", "chinese-official", 0),
        ("19m 19p 19s 1234566z", "hong-kong", 0),
        ("1122m 3344p 5566s 7z", "hong-kong:seven_pairs=no", 3),
    ],
)
def test_known_distances(text: str, rules: str, distance: int) -> None:
    assert distance_to_win(Hand.parse(text), rulebook(rules)) == distance


def test_every_special_target_is_asked_of_some_rulebook() -> None:
    shown = {one.shape for name in RULEBOOKS for one in special_targets(rulebook(name))}
    assert shown == {one.shape for one in ALL_SPECIAL}


def test_tiles_in_view_are_gone() -> None:
    hand = Hand.parse("123m 456p 789s 23s 22z")
    found = efficiency(hand, RIICHI, parse_tiles("1s1s4s4s4s4s 5f"))
    assert found.distance == 0
    assert [(one.tile, one.left) for one in found.accepted] == [(Tile("1s"), 2), (Tile("4s"), 0)]
    assert found.acceptance == 2


def test_each_discard_leaves_its_own_hand() -> None:
    hand = Hand.parse("123m 456p 789s 238s 2z +2z")
    found = dict(discards(hand, RIICHI))
    assert found[Tile("8s")].distance == 0
    assert found[Tile("8s")] == efficiency(
        Hand.parse("123m 456p 789s 23s 22z"), RIICHI, parse_tiles("8s")
    )
    assert list(found) == sorted(found, key=lambda tile: tile.index)


def test_three_play_without_the_middle_characters() -> None:
    hand = "19m 456p 789s 22s 777z"
    assert distance_to_win(Hand.parse(hand), rulebook("riichi-three-players")) == 1
    three = efficiency(Hand.parse("199m 456p 789s 777z 5p"), rulebook("riichi-three-players"))
    assert not {one.tile for one in three.accepted} & set(MIDDLE)


@pytest.mark.parametrize(
    ("text", "seen", "message"),
    [
        ("123m 456p 789s 234p", "", "12 tiles, sets counted as 3: expected 13 or 14, add 1"),
        ("123m 456p 789s 234p 222z", "", "15 tiles, sets counted as 3: expected 13 or 14, take 1"),
        ("11111m 456p 789s 22z", "", "5 × 1 character: there are only four of a kind"),
        ("111m 456p 789s 2233z", "11m", "5 × 1 character, 3 in the hand and 2 in view"),
    ],
)
def test_hands_that_cannot_be(text: str, seen: str, message: str) -> None:
    with pytest.raises(HandError) as error:
        check_size(Hand.parse(text), parse_tiles(seen))
    assert str(error.value).startswith(message)
