"""Measure hands per second of every rulebook on one core, beside common libraries.

    python benchmarks/scoring.py [--hands N] [--seed N]

Each of our rulebooks, and PyPI's `mahjong` (riichi, Python) and PyMahjongGB (MCR, compiled) if they
are installed, scores random winning hands of its own in the same process: what one of our rulebooks
has found out about a hand would serve the next one. They alternate every few hands, so that other
programs slow all of them equally; on a busy machine only the last column counts. The arguments of a
library are made before its clock starts. Other hands are scored first, so that tables are cached as
in a running program, but not the results of these hands. Our result has the counted patterns, the
excluded ones, the total and the next best reading. Sentences and payments per seat are made on
demand, so they are not included.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # before this folder: `scoring` is the package

from scoring import RULEBOOKS, score
from scoring.hand import Hand, Meld, SetKind
from scoring.tiles import KINDS, WINDS, Tile, sort_tiles
from scoring.win import Win

Case = tuple[Hand, Win]
Call = Callable[[], object]

LIBRARY = "PyPI mahjong (riichi)"
OURS = [id for id, book in RULEBOOKS.items() if book.players == 4]  # the hands are of four


def winning_hand(rng: random.Random) -> Case:
    """Deal four sets and a pair of one to three suits, open or closed; at times seven pairs."""
    while True:
        groups = _pairs(rng) if rng.random() < 0.08 else _sets(rng)
        kinds = [kind for group in groups for kind in group]
        if max(kinds.count(kind) for kind in kinds) <= 4:
            break
    melds, held = [], list(groups[0])
    closed = len(groups) == 7 or rng.random() < 0.5
    for group in groups[1:]:
        alike = group[0] == group[-1] and kinds.count(group[0]) == 3
        if len(group) == 3 and alike and rng.random() < 0.1:
            tiles = (KINDS[group[0]],) * 4
            melds.append(Meld.from_tiles(tiles, concealed=closed or rng.random() < 0.3))
        elif closed or rng.random() < 0.4:
            held += group
        else:
            melds.append(Meld.from_tiles(tuple(KINDS[kind] for kind in group)))
    winning = KINDS[held.pop(rng.randrange(len(held)))]
    concealed = sort_tiles(KINDS[kind] for kind in held)
    drawn, seat = rng.random() < 0.4, rng.choice(WINDS)
    win = Win(
        drawn,
        None if drawn else seat.after(rng.randint(1, 3)),
        seat,
        rng.choice(WINDS[:2]),
        riichi=closed and rng.random() < 0.6,
    )
    return Hand(concealed, winning, tuple(melds)), win


def _sets(rng: random.Random) -> list[tuple[int, ...]]:
    suits = rng.choice([(0,), (1, 2), (0, 1, 2), (0, 1, 2)])
    kinds = [*(9 * suit + rank for suit in suits for rank in range(9)), *range(27, 34)]
    groups: list[tuple[int, ...]] = [(rng.choice(kinds),) * 2]
    while len(groups) < 5:
        kind = rng.choice(kinds)
        run = kind < 27 and kind % 9 < 7 and rng.random() < 0.8
        groups.append((kind, kind + 1, kind + 2) if run else (kind,) * 3)
    return groups


def _pairs(rng: random.Random) -> list[tuple[int, ...]]:
    return [(kind, kind) for kind in rng.sample(range(34), 7)]


def winning_hands(seed: int, name: str, count: int) -> list[Case]:
    """Deal the hands of one scorer, which no other scores."""
    rng = random.Random(f"{seed} {name}")
    return [winning_hand(rng) for _ in range(count)]


def riichi_library(cases: Iterable[Case]) -> list[Call]:
    """Prepare one call of PyPI `mahjong`, set to the EMA rules of 2008, for each hand.

    Raises:
        ImportError: it is not installed.
    """
    hands: Any = import_module("mahjong.hand_calculating.hand")  # no types: it is optional
    config: Any = import_module("mahjong.hand_calculating.hand_config")
    melds: Any = import_module("mahjong.meld")
    options = config.OptionalRules(has_double_yakuman=False, renhou_as_yakuman=True)
    kind_of = {SetKind.CHOW: "chi", SetKind.PUNG: "pon", SetKind.KONG: "kan"}

    def call(hand: Hand, win: Win) -> Call:
        next_copy = [4 * kind for kind in range(34)]

        def ids(tiles: Iterable[Tile]) -> list[int]:
            found = []
            for tile in tiles:
                found.append(next_copy[tile.index])
                next_copy[tile.index] += 1
            return found

        assert hand.winning is not None
        last = ids([hand.winning])
        held = ids(hand.concealed)
        table = [
            melds.Meld(kind_of[meld.kind], ids(meld.tiles), not meld.concealed)
            for meld in hand.melds
        ]
        tiles = [*last, *held, *(tile for meld in table for tile in meld.tiles)]
        how = config.HandConfig(
            is_tsumo=win.self_drawn,
            is_riichi=win.riichi,
            player_wind=win.seat.kind,
            round_wind=win.round.kind,
            options=options,
        )
        estimate = hands.HandCalculator.estimate_hand_value
        return lambda: estimate(tiles, last[0], melds=table, config=how)

    return [call(hand, win) for hand, win in cases]


def mcr_library(cases: Iterable[Case]) -> list[Call]:
    """Prepare one call of PyMahjongGB for each hand.

    Raises:
        ImportError: it is not installed.
    """
    calculate: Any = import_module("MahjongGB").MahjongFanCalculator
    kind_of = {SetKind.CHOW: "CHI", SetKind.PUNG: "PENG", SetKind.KONG: "GANG"}

    def name(tile: Tile) -> str:
        if tile.is_honour:
            return ("F1", "F2", "F3", "F4", "J3", "J2", "J1")[tile.rank - 1]
        return {"m": "W", "p": "B", "s": "T"}[tile.suit] + str(tile.rank)

    def call(hand: Hand, win: Win) -> Call:
        assert hand.winning is not None
        packs = tuple(
            (kind_of[meld.kind], name(meld.tiles[1]), 0 if meld.concealed else 1)
            for meld in hand.melds
        )
        held = tuple(name(tile) for tile in hand.concealed)
        last, flags = name(hand.winning), (win.self_drawn, False, False, False)
        seats = (win.seat.order, win.round.order)
        return lambda: calculate(packs, held, last, 0, *flags, *seats)

    return [call(hand, win) for hand, win in cases]


def our_calls(id: str, cases: Iterable[Case]) -> list[Call]:
    """Prepare one call of `score` for each hand."""
    book = RULEBOOKS[id]

    def call(hand: Hand, win: Win) -> Call:
        return lambda: score(hand, win, book)

    return [call(hand, win) for hand, win in cases]


TURN = 50  # hands that a scorer takes at a time


def seconds(calls: dict[str, list[Call]]) -> dict[str, float]:
    """Measure the seconds of processor time that each scorer needs for all of its calls."""
    spent = dict.fromkeys(calls, 0.0)
    for first in range(0, max(map(len, calls.values()), default=0), TURN):
        for name, made in calls.items():
            start = time.process_time()
            for call in made[first : first + TURN]:
                call()
            spent[name] += time.process_time() - start
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    makers: dict[str, Callable[[list[Case]], list[Call]]] = {
        **{id: lambda hands, id=id: our_calls(id, hands) for id in OURS},  # type: ignore[misc]
        LIBRARY: riichi_library,
        "PyMahjongGB (mcr, compiled)": mcr_library,
    }
    made: dict[str, list[Call]] = {}
    for name, calls in makers.items():
        try:
            hands = winning_hands(arguments.seed, name, 2 * arguments.hands)
            seconds({name: calls(hands[: arguments.hands])})
            made[name] = calls(hands[arguments.hands :])
        except ImportError as error:
            print(f"{name:28} not installed: {error.name}")
    gc.collect()
    gc.freeze()  # else the collector walks through every prepared hand in somebody's time
    spent = seconds(made)
    print(f"{arguments.hands} hands, one core, Python {platform.python_version()}")
    print(f"{'scorer':28} {'hands/s':>9} {'µs a hand':>10} {'x mahjong':>10}")
    for name, time_ in spent.items():
        times = f"{spent[LIBRARY] / time_:10.2f}" if LIBRARY in spent else f"{'-':>10}"
        print(
            f"{name:28} {arguments.hands / time_:9,.0f} "
            f"{1e6 * time_ / arguments.hands:10.1f} {times}"
        )


if __name__ == "__main__":
    main()
