"""MCR against PyPI PyMahjongGB, a compiled scorer, over random winning hands.

Our preset `mcr-wmo` has its rulings: waits of knitted tiles (C-5), pungs alone for All Even (C-6)
and five points for a melded and a concealed kong (C-11). Two things that the book says in so many
words it does otherwise: it counts All Types with seven pairs (55: "Non combina con Tutti i Tipi"),
and a second pung of terminals in Nine Gates (78: "Non combina Tris di Testa", C-13). Those counts
are taken out; then every hand must come out alike.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from scoring import score
from scoring.decompose import readings
from scoring.hand import Hand, Meld
from scoring.reading import SEVEN_PAIRS, HandFacts
from scoring.rulebook import Rulebook
from scoring.rulebooks.knitted import KNITTED_STRAIGHT
from scoring.rulebooks.mcr import mcr, mcr_today
from scoring.scorer import Score
from scoring.tiles import Tile
from scoring.win import Win

from .mcr_hands import winning_hand

gb: Any = pytest.importorskip("MahjongGB", reason="needs the extra `differential`")

pytestmark = pytest.mark.slow

THEIRS = mcr_today
SEEDS = range(4)
HANDS = 5_000  # for each seed

AGAINST_THE_BOOK = (("七对", "五门齐"), ("九莲宝灯", "幺九刻"))  # 55 with 31, 78 with 5

Counted = Counter[tuple[int, int]]  # (value, count)


def their_tile(tile: Tile) -> str:
    if tile.is_honour:
        return ("F1", "F2", "F3", "F4", "J3", "J2", "J1")[tile.rank - 1]
    return {"m": "W", "p": "B", "s": "T"}[tile.suit] + str(tile.rank)


def their_meld(meld: Meld) -> tuple[str, str, int]:
    kind = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}[meld.kind.value]
    tile = meld.tiles[1] if kind == "CHI" else meld.tiles[0]  # a chow goes by its middle tile
    return kind, their_tile(tile), 0 if meld.concealed else 1


def their_score(hand: Hand, win: Win) -> tuple[int, Counted]:
    """Total, and what counts, flowers included."""
    assert hand.winning is not None
    counted = gb.MahjongFanCalculator(
        tuple(their_meld(meld) for meld in hand.melds),
        tuple(their_tile(tile) for tile in hand.concealed),
        their_tile(hand.winning),
        len(hand.flowers),
        win.self_drawn,
        win.last_of_kind,
        win.kong_replacement or win.robbing_kong,
        win.last_tile,
        win.seat.order,
        win.round.order,
        True,
    )
    names = {name for _, _, name, *_ in counted}
    against = {extra for hand_, extra in AGAINST_THE_BOOK if hand_ in names}
    kept = [(value, count) for value, count, name, *_ in counted if name not in against]
    return sum(value * count for value, count in kept), Counter(kept)


def our_score(hand: Hand, win: Win, book: Rulebook) -> tuple[int, Counted, Score]:
    result = score(hand, win, book)
    assert result.best is not None
    counted = Counter((item.value, item.count) for item in result.best.items)
    return result.best.total, counted, result


def by_value(items: Iterable[tuple[int, int]]) -> Counter[int]:
    """How often each value counts; choices of joined sets that are worth the same agree in it."""
    found: Counter[int] = Counter()
    for value, count in items:
        found[value] += count
    return found


def best_lists(hand: Hand, win: Win) -> list[Counter[int]]:
    """What counts in each reading that is worth most."""
    assert hand.winning is not None
    facts = HandFacts(hand, win, hand.winning, THEIRS.options)
    tallies = THEIRS.tallies(list(readings(facts, THEIRS.shapes)))
    best = [tally for tally in tallies if tally.total == tallies[0].total]
    return [by_value((item.value, item.count) for item in tally.items) for tally in best]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hand_comes_out_alike(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(HANDS):
        hand, win = winning_hand(rng)
        total, counted, result = our_score(hand, win, THEIRS)
        their_total, their_counted = their_score(hand, win)
        assert total == their_total, (str(hand), win, result.best)
        if counted != their_counted:
            assert by_value(their_counted.elements()) in best_lists(hand, win), (str(hand), win)


def test_as_printed_only_decided_conflicts_differ() -> None:
    rng = random.Random(0)
    seen = Counter[str]()
    for _ in range(HANDS):
        hand, win = winning_hand(rng)
        total, _, result = our_score(hand, win, mcr)
        more = total - their_score(hand, win)[0]
        if not more:
            continue
        assert result.best is not None
        reading, ids = result.best.reading, {item.pattern.id for item in result.best.items}
        if reading.shape == KNITTED_STRAIGHT and ids & {"9", "10"}:
            assert more == 1
            seen["C-5"] += 1
        elif reading.shape == SEVEN_PAIRS and "57" in ids:
            assert more == 24 - 2  # 57 includes 23
            seen["C-6"] += 1
        else:
            assert {"22", "26"} <= ids and more == 1, (str(hand), win, result.best)
            seen["C-11"] += 1
    assert seen.keys() == {"C-5", "C-6", "C-11"}
