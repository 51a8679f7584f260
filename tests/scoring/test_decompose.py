"""Every split is found, none twice: against a slow splitter that knows nothing of ours."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import RULEBOOKS
from scoring.counts import UNITS
from scoring.decompose import (
    readings,
    seven_different_pairs,
    seven_pairs,
    thirteen_orphans,
    winning_tiles,
)
from scoring.hand import Hand
from scoring.notation import parse_win
from scoring.reading import HandFacts
from scoring.rulebook import Rulebook
from scoring.splits import splits
from scoring.tiles import KINDS, format_tiles
from scoring.win import Win

Group = tuple[int, ...]


def slow_splits(tiles: Group) -> set[tuple[Group, ...]]:
    """Splits into sets of three and at most one pair, by trying every group with the first tile."""
    if not tiles:
        return {()}
    found = set()
    first, rest = tiles[0], tiles[1:]
    for size in (1, 2):
        for others in set(combinations(rest, size)):
            group = (first, *others)
            run = group == (first, first + 1, first + 2) and first < 27 and first % 9 <= 6
            if len(set(group)) == 1 or run:
                left = list(rest)
                for tile in others:
                    left.remove(tile)
                found |= {tuple(sorted((group, *more))) for more in slow_splits(tuple(left))}
    return {split for split in found if sum(len(group) == 2 for group in split) <= 1}


def as_groups(held: list[int]) -> list[tuple[Group, ...]]:
    number = sum(count * unit for count, unit in zip(held, UNITS, strict=True))
    return [
        tuple(sorted(tuple(tile.index for tile in part.tiles) for kind in split for part in kind))
        for split in splits(number)
    ]


def hand_of_few_kinds(seed: int) -> list[int]:
    """A win of 14 tiles of few kinds, so that many hands split in several ways."""
    rng = random.Random(seed)
    base = rng.choice([0, 9, 18, 27])
    last = base + (6 if base == 27 else rng.choice([4, 6, 8]))
    held = [0] * 34
    while sum(held) < 14:
        first = rng.randint(base, last)
        run = base < 27 and first <= last - 2 and rng.random() < 0.6
        size = 2 if sum(held) >= 12 else 3
        group = [first + step for step in range(3)] if run and size == 3 else [first] * size
        if max(held[kind] + group.count(kind) for kind in group) <= 4:
            for kind in group:
                held[kind] += 1
    return held


@settings(max_examples=300)
@given(st.integers(0, 2**32 - 1).map(hand_of_few_kinds))
def test_splits_are_those_of_the_slow_splitter(held: list[int]) -> None:
    tiles = tuple(kind for kind, count in enumerate(held) for _ in range(count))
    found = as_groups(held)
    assert len(found) == len(set(found))
    assert set(found) == {split for split in slow_splits(tiles) if len(split) == 5}


def facts(text: str) -> HandFacts:
    hand, win = parse_win(text)
    assert hand.winning is not None
    return HandFacts(hand, win, hand.winning, {})


SHAPES = (seven_pairs, thirteen_orphans)


def reading_texts(text: str, each: bool = True) -> list[str]:
    found = readings(facts(text), SHAPES, each)
    return sorted(" ".join(map(str, r.sets)) + f"/{r.completed}" for r in found)


# hand and win                          every reading: its sets / the one that is completed
READINGS = [
    (
        "111222333m 456p 9s +9s | drawn",
        ["123m 123m 123m 456p 99s/99s", "456p 111m 222m 333m 99s/99s"],
    ),
    ("123m 456p 345s 99s EE +E", ["123m 456p 345s [111z] 99s/[111z]"]),
    ("123m 456p 345s 99s EE +E | drawn", ["123m 456p 345s 111z 99s/111z"]),
    # a discard that completes the chow leaves the pung of the same tile concealed
    (
        "44423m 456p 789s EE +4m",
        ["234m 456p 789s 444m 11z/234m", "234m 456p 789s [444m] 11z/[444m]"],
    ),
    (
        "2233445566778m +8m",
        [
            "22m 33m 44m 55m 66m 77m 88m/88m",
            "234m 234m 567m 567m 88m/88m",
            "234m 234m 678m 678m 55m/678m",
            "345m 345m 678m 678m 22m/678m",
        ],
    ),
    ("19m 19p 19s ESWNPFC +9m", ["99m/99m"]),
    ("12m 456p 789s EE [222z] +3m", ["123m 456p 789s [222z] 11z/123m"]),
    ("2222m 33m 44m 55p 66p 7s +7s", ["22m 22m 33m 44m 55p 66p 77s/77s"]),
    ("124m 456p 789s EE [222z] +3s", []),
    # four suits with a pair too many each: no hand has two pairs
    ("11m 11p 11s EEE SSS PP +P", []),
]


@pytest.mark.parametrize(("text", "expected"), READINGS)
def test_every_reading(text: str, expected: list[str]) -> None:
    assert reading_texts(text) == sorted(expected)


def test_completions_that_change_no_set_are_one_where_waits_do_not_matter() -> None:
    text = "2234m 456p 789s EEE +2m | drawn"
    assert len(reading_texts(text, each=True)) == 2 and len(reading_texts(text, each=False)) == 1
    text = "44423m 456p 789s EE +4m"
    assert len(reading_texts(text, each=False)) == 2


def test_seven_different_pairs_are_different() -> None:
    four_alike = facts("2222m 33m 44m 55p 66p 7s +7s")
    assert seven_pairs.splits(four_alike) and not seven_different_pairs.splits(four_alike)


# waiting hand                      tiles that complete it
WAITS = [
    ("1112345678999m", "123456789m"),
    ("123m 456p 789s EEE 2z", "2z"),
    ("234m 456p 789s EE SS", "12z"),
    ("23456m 789s EE [222z]", "147m"),
    ("3333m 456p 789s EEE", ""),  # holds all four
    ("19m 19p 19s ESWNPFC", "19m19p19s1234567z"),
    ("135m 456p 789s EEE S", ""),
]


@pytest.mark.parametrize(("text", "tiles"), WAITS)
def test_winning_tiles(text: str, tiles: str) -> None:
    assert format_tiles(winning_tiles(Hand.parse(text), SHAPES, {})) == tiles


def hands_of(book: Rulebook) -> tuple[str, ...]:
    """The hands of a book's patterns."""
    return tuple(text for one in book.all_patterns for text in (one.yes, one.no) if text)


DIFFERENT = {(book.shapes, hands_of(book)): rules for rules, book in RULEBOOKS.items()}
"""Rule sets that differ in what a hand is made of, or in the hands of their patterns."""


@pytest.mark.parametrize("rules", DIFFERENT.values())
def test_winning_tiles_are_those_with_a_reading(rules: str) -> None:
    """What is left out to save time would have been no wait: each pattern's hand is one."""
    book = RULEBOOKS[rules]
    for text in hands_of(book):
        hand, _ = parse_win(text)
        assert hand.winning is not None
        held = (*hand.concealed, hand.winning)
        for place in (0, len(held) // 2, -1):
            rest = (*held[:place], *held[place:][1:])
            waiting = replace(hand, concealed=rest, winning=None)
            assert winning_tiles(waiting, book.shapes, book.options) == tuple(
                tile
                for tile in KINDS
                if sum(one.plain is tile for one in waiting.tiles) < 4
                and any(readings(HandFacts(waiting, Win(), tile, book.options), book.shapes))
            )
