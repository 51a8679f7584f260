"""Random winning hands for made pictures, of the kinds that a design has."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from scoring import rulebook, score
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.tiles import KINDS, Tile, sort_tiles

from ...situation import Situation
from ..random_hands import random_win, win_facts

_DEAL_ATTEMPTS = 60  # attempts until a hand wins by its rule set; the last one is used in any case
_REDS = {"0m", "0p", "0s"}
_HONOURS = 0.22  # share of sets of honours
_ORPHANS = tuple(f"{n}{s}" for s in "mps" for n in (1, 9)) + tuple(f"{n}z" for n in range(1, 8))


@dataclass(frozen=True, slots=True)
class HandShape:
    """What a random hand consists of.

    Attributes:
        melds: number of sets on the table.
        kong_share: share of kongs among them.
        concealed_share: share of concealed kongs among the kongs.
        flowers: number of flowers.
        has_whites: whether a pair or pung of white dragons is in the hand or on the table.
        has_special: whether a hand without melds may be seven pairs or thirteen orphans.
        wins: whether the hand wins; else one of its tiles is another one.
    """

    melds: int = 0
    kong_share: float = 0.1
    concealed_share: float = 0.4
    flowers: int = 0
    has_whites: bool = False
    has_special: bool = True
    wins: bool = True


def deal_made_hand(
    rules: str, kinds: Collection[str], shape: HandShape, rng: np.random.Generator
) -> tuple[Hand, Situation]:
    """Deal a random hand that wins by its rule set, where one is found within some attempts.

    Args:
        rules: id of the rule set.
        kinds: kinds that the design has.
        shape: what the hand consists of.
        rng: source of chance.
    """
    book = rulebook(rules)
    hand, win = None, None
    for _ in range(_DEAL_ATTEMPTS):
        dealt = _deal(rules, kinds, shape, rng)
        if dealt.problems() or (rules == "riichi-ema" and _lacks_red_five(dealt)):
            continue
        hand, win = dealt, random_win(rules, dealt, rng)
        if score(hand, win, book).valid_win == shape.wins:
            break
    if hand is None or win is None:
        return deal_made_hand(rules, kinds, shape, rng)
    return hand, win_facts(win)


def _deal(rules: str, kinds: Collection[str], shape: HandShape, rng: np.random.Generator) -> Hand:
    usable = [kind for kind in KINDS if kind.value in kinds]
    flowers = _flowers(kinds, shape.flowers, rng)
    if not shape.melds and shape.has_special and rng.random() < 0.12:
        special = _special(usable, rng)
        if special:
            return _split(special, (), flowers, rng)
    suits = rng.choice(3, int(rng.choice([1, 2, 3], p=[0.25, 0.4, 0.35])), replace=False)
    played = [kind for kind in usable if kind.suit == "z" or "mps".index(kind.suit) in suits]
    sets = [_set(played, rng) for _ in range(4)]
    pair = played[int(rng.integers(len(played)))]
    if shape.has_whites and "5z" in kinds:
        at = int(rng.integers(5))
        white = Tile("5z")
        sets = [(white,) * 3 if i == at else tiles for i, tiles in enumerate(sets)]
        pair = white if at == 4 else pair
    melds = tuple(_meld(tiles, shape, rng) for tiles in sets[: shape.melds])
    held = [tile for tiles in sets[shape.melds :] for tile in tiles] + [pair, pair]
    if rules == "riichi-ema" and _REDS.issubset(kinds):
        held, melds = _with_red_fives(held, melds, rng)
    if not shape.wins:
        held[int(rng.integers(len(held)))] = usable[int(rng.integers(len(usable)))]
    return _split(held, melds, flowers, rng)


def _lacks_red_five(hand: Hand) -> bool:
    """Return whether a concealed kong of fives has no red one, which riichi takes for granted."""
    kongs = [meld for meld in hand.melds if meld.concealed and meld.tiles[-1].value[0] == "5"]
    return any(not any(tile.is_red for tile in meld.tiles) for meld in kongs)


def _split(
    held: list[Tile], melds: tuple[Meld, ...], flowers: tuple[Tile, ...], rng: np.random.Generator
) -> Hand:
    """Return the hand with a random tile as the winning one."""
    at = int(rng.integers(len(held)))
    rest = sort_tiles(tile for i, tile in enumerate(held) if i != at)
    return Hand(rest, held[at], melds, flowers)


def _flowers(kinds: Collection[str], count: int, rng: np.random.Generator) -> tuple[Tile, ...]:
    known = sorted(kind for kind in kinds if kind.endswith("f"))
    if not known:
        return ()
    picked = rng.choice(known, min(count, len(known)), replace=False)
    return sort_tiles(Tile(str(kind)) for kind in picked)


def _special(kinds: list[Tile], rng: np.random.Generator) -> list[Tile]:
    """Return seven pairs, or thirteen orphans where the design has them."""
    names = {kind.value for kind in kinds}
    if rng.random() < 0.3 and names.issuperset(_ORPHANS):
        return [Tile(kind) for kind in (*_ORPHANS, str(rng.choice(_ORPHANS)))]
    picked = rng.choice(len(kinds), 7, replace=False)
    return [kinds[int(k)] for k in picked for _ in range(2)]


def _set(kinds: list[Tile], rng: np.random.Generator) -> tuple[Tile, ...]:
    is_honour = rng.random() < _HONOURS
    wanted = [kind for kind in kinds if (kind.suit == "z") == is_honour]
    first = (wanted or kinds)[int(rng.integers(len(wanted or kinds)))]
    if first.suit != "z" and int(first.value[0]) <= 7 and rng.random() < 0.68:
        chow = tuple(Tile(f"{int(first.value[0]) + step}{first.suit}") for step in range(3))
        if all(tile in kinds for tile in chow):
            return chow
    return (first,) * 3


def _meld(tiles: tuple[Tile, ...], shape: HandShape, rng: np.random.Generator) -> Meld:
    is_kong = rng.random() < shape.kong_share
    if is_kong and len(set(tiles)) > 1:
        tiles = (tiles[0],) * 3
    if len(set(tiles)) == 3:
        return Meld(SetKind.CHOW, tiles, None, MeldSource.LEFT)
    if is_kong and rng.random() < shape.concealed_share:
        return Meld(SetKind.KONG, (*tiles, tiles[0]), concealed=True)
    source = list(MeldSource)[int(rng.integers(3))]
    return Meld.from_tiles((*tiles, tiles[0]) if is_kong else tiles, source)


def _with_red_fives(
    held: list[Tile], melds: tuple[Meld, ...], rng: np.random.Generator
) -> tuple[list[Tile], tuple[Meld, ...]]:
    """Make the first five of some suits red; one of four equal fives always is."""
    for suit in "mps":
        five, red = Tile(f"5{suit}"), Tile(f"0{suit}")
        whole = any(meld.tiles.count(five) == 4 for meld in melds)
        if not whole and rng.random() < 0.5:
            continue
        if five in held and not whole:
            held = [*held]
            held[held.index(five)] = red
            continue
        for i, meld in enumerate(melds):
            if five in meld.tiles and (not whole or meld.tiles.count(five) == 4):
                tiles = list(meld.tiles)
                tiles[tiles.index(five)] = red
                changed = Meld(meld.kind, sort_tiles(tiles), None, meld.source, meld.concealed)
                melds = (*melds[:i], changed, *melds[i + 1 :])
                break
    return held, melds
