"""Random hands for layings: wins of every kind, waits, and hands with a tile too few or many."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from handreader.evaluation.made.dealing import HandShape, deal_made_hand
from scoring.hand import Hand
from scoring.tiles import CLASSES, KINDS, Tile, sort_tiles

ALL_KINDS = frozenset(CLASSES) - {"back"}
_ORPHANS = tuple(f"{n}{s}" for s in "mps" for n in (1, 9)) + tuple(f"{n}z" for n in range(1, 8))
_KNITTED = ("147", "258", "369")


@dataclass(frozen=True, slots=True)
class Deal:
    """What a hand consists of.

    Attributes:
        melds: number of sets on the table, least and most.
        kong_share, concealed_share: as in `HandShape`.
        flowers: number of flowers, least and most; none in riichi.
        special: share of hands without sets of a rare shape: seven pairs, orphans, knitted tiles.
        orphans: share of thirteen orphans among all hands.
        false_wins: share of hands of 14 tiles that do not win.
        waits: share of hands of 13 tiles.
    """

    melds: tuple[int, int] = (0, 4)
    kong_share: float = 0.25
    concealed_share: float = 0.45
    flowers: tuple[int, int] = (0, 0)
    special: float = 0.15
    orphans: float = 0.01
    false_wins: float = 0.03
    waits: float = 0.05


def deal_hand(rules: str, deal: Deal, rng: np.random.Generator) -> Hand:
    """Deal a random hand; it wins by its rule set unless it is a false win or waits."""
    melds = int(rng.integers(deal.melds[0], deal.melds[1] + 1))
    flowers = (
        0 if rules == "riichi-ema" else int(rng.integers(deal.flowers[0], deal.flowers[1] + 1))
    )
    hand = None
    if rng.random() < deal.orphans:
        hand = _orphans(flowers, rng)
    elif not melds and rng.random() < deal.special:
        hand = _special(rules, flowers, rng)
    if hand is None:
        wins = bool(rng.random() >= deal.false_wins)
        shape = HandShape(
            melds, deal.kong_share, deal.concealed_share, flowers, has_special=False, wins=wins
        )
        hand, _ = deal_made_hand(rules, ALL_KINDS, shape, rng)
    if rng.random() < deal.waits:
        hand = replace(hand, winning=None)
    return hand


def _orphans(flowers: int, rng: np.random.Generator) -> Hand:
    twice = _ORPHANS[int(rng.integers(len(_ORPHANS)))]
    return _split([Tile(kind) for kind in (*_ORPHANS, twice)], flowers, rng)


def _special(rules: str, flowers: int, rng: np.random.Generator) -> Hand:
    """Return seven pairs, thirteen orphans, or knitted tiles where the rules have them."""
    chance = rng.random()
    if chance < 0.25:
        return _orphans(flowers, rng)
    if chance < 0.5 and rules in ("mcr", "chinese-official"):
        suits = rng.permutation(3)
        tiles = [f"{n}{'mps'[suits[i]]}" for i in range(3) for n in _KNITTED[i]]
        tiles += [f"{n}z" for n in range(1, 8)]
        picked = rng.permutation(16)[:14]
        return _split([Tile(tiles[int(i)]) for i in picked], flowers, rng)
    pairs = rng.permutation(len(KINDS))[:7]
    return _split([KINDS[int(k)] for k in pairs for _ in range(2)], flowers, rng)


def _split(held: list[Tile], flowers: int, rng: np.random.Generator) -> Hand:
    """Return the hand with a random tile as the winning one."""
    at = int(rng.integers(len(held)))
    set_aside = sort_tiles(Tile(f"{int(n) + 1}f") for n in rng.permutation(8)[:flowers])
    return Hand(sort_tiles(held[:at] + held[at + 1 :]), held[at], (), set_aside)


class Remainder:
    """The tiles of a set that are not yet on the table, in random order.

    Args:
        used: tiles on the table.
        has_flowers: whether flowers are among the rest.
        rng: source of chance.
    """

    def __init__(self, used: Collection[Tile], has_flowers: bool, rng: np.random.Generator) -> None:
        left = dict.fromkeys(KINDS, 4)
        for tile in used:
            if tile.plain in left:
                left[tile.plain] -= 1
        tiles = [kind.value for kind, count in left.items() for _ in range(max(0, count))]
        if has_flowers:
            tiles += [f"{n}f" for n in range(1, 9)]
        self._tiles = [tiles[int(i)] for i in rng.permutation(len(tiles))]

    def draw(self) -> str:
        """Return a random tile that is left; a kind may come up again once none is."""
        return self._tiles.pop() if self._tiles else "1m"

    def draw_set(self, count: int, is_chow: bool) -> list[str]:
        """Return tiles of a random set that are left; fewer than `count` once there is none."""
        for kind in self._tiles:
            names = [kind] * count
            if is_chow and kind[1] in "mps" and "1" <= kind[0] <= "7":
                names = [f"{int(kind[0]) + step}{kind[1]}" for step in range(3)]
            if kind[1] != "f" and all(self._tiles.count(n) >= names.count(n) for n in names):
                for name in names:
                    self._tiles.remove(name)
                return names
        return []
