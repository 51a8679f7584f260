"""The sets into which a hand can split, made once, and masks: kinds of tiles as bits.

A mask is a number of `counts` with one tile of each of its kinds: one bit for every kind.
"Only simples" is then one `and`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .counts import ONES, UNITS, kind_counts, kinds_of, units
from .hand import Meld, SetKind
from .tiles import KINDS, SUITS, Tile, parse_tiles


def mask(text: str) -> int:
    """Return the mask of the kinds in `text`: `mask("19m EE")`."""
    bits = 0
    for tile in parse_tiles(text):
        bits |= UNITS[tile.index]
    return bits


ALL_KINDS = ONES
SUIT_MASKS = tuple(mask(f"123456789{suit}") for suit in SUITS)
TERMINALS = mask("19m19p19s")
WIND_TILES = mask("ESWN")
DRAGONS = mask("PFC")
HONOURS = WIND_TILES | DRAGONS
ENDS = TERMINALS | HONOURS  # what the Italian books call "teste"
SIMPLES = ALL_KINDS & ~ENDS
CENTRE = mask("456m456p456s")
FIVES = mask("5m5p5s")
SAME_RANK = tuple(mask(f"{rank}m{rank}p{rank}s") for rank in range(1, 10))  # by rank - 1


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A chow, pung, kong or pair of given tiles; there is one object of each, so `is` compares.

    Attributes:
        kind: chow, pung, kong or pair.
        first: index of its lowest tile, 0-33.
        concealed: false if claimed on the table or completed by another player's tile.
        suit: 0 m, 1 p, 2 s, 3 honours.
        rank: rank of its lowest tile.
        is_chow, is_triplet, is_kong, is_pair: `kind` as flags; a kong is a triplet too.
        bit: mask of its lowest tile.
        mask: mask of its tiles.
        number: its tiles as `counts` counts them.
        tiles: its tiles, low to high, red fives as fives.
    """

    kind: SetKind
    first: int
    concealed: bool
    suit: int
    rank: int
    is_chow: bool
    is_triplet: bool
    is_kong: bool
    is_pair: bool
    bit: int
    mask: int
    number: int
    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        digits = "".join(tile.value[0] for tile in self.tiles)
        text = f"{digits}{self.tiles[0].suit}"
        return text if self.concealed else f"[{text}]"

    __repr__ = __str__


_SIZE = {SetKind.PUNG: 3, SetKind.KONG: 4, SetKind.PAIR: 2}


def _build(kind: SetKind, first: int, concealed: bool) -> TileSet:
    run = kind is SetKind.CHOW
    tiles = KINDS[first : first + 3] if run else (KINDS[first],) * _SIZE[kind]
    return TileSet(
        kind,
        first,
        concealed,
        suit=first // 9,
        rank=KINDS[first].rank,
        is_chow=run,
        is_triplet=kind in (SetKind.PUNG, SetKind.KONG),
        is_kong=kind is SetKind.KONG,
        is_pair=kind is SetKind.PAIR,
        bit=UNITS[first],
        mask=kinds_of(kind_counts(tiles)),
        number=kind_counts(tiles),
        tiles=tiles,
    )


_CHOW_STARTS = [first for first in range(27) if first % 9 <= 6]
CHOWS = {first: _build(SetKind.CHOW, first, True) for first in _CHOW_STARTS}
PUNGS = tuple(_build(SetKind.PUNG, first, True) for first in range(34))
PAIRS = tuple(_build(SetKind.PAIR, first, True) for first in range(34))
_OTHERS = {
    (kind, first, concealed): _build(kind, first, concealed)
    for kind, firsts, concealed in (
        (SetKind.CHOW, _CHOW_STARTS, False),
        (SetKind.PUNG, range(34), False),
        (SetKind.KONG, range(34), False),
        (SetKind.KONG, range(34), True),
    )
    for first in firsts
}


TRIPLETS = {
    (part.kind, part.first, part.concealed): part
    for part in (*PUNGS, *_OTHERS.values())
    if part.is_triplet
}
"""Pungs and kongs by kind, lowest tile, and whether concealed."""


def meld_to_set(meld: Meld) -> tuple[TileSet, int] | None:
    """Return a meld's set and its tiles as `counts.units` adds them; None if it is not a set."""
    if meld.claimed is not None and not meld.is_set:
        return None
    return _meld_to_set(meld.kind, meld.tiles, meld.concealed)


@lru_cache(maxsize=1 << 10)  # there are some 200, red fives apart
def _meld_to_set(
    kind: SetKind, tiles: tuple[Tile, ...], concealed: bool
) -> tuple[TileSet, int] | None:
    if not Meld(kind, tiles, concealed=concealed).is_set:
        return None
    return _OTHERS[kind, tiles[0].place, concealed], units(tiles)


def expose(pung: TileSet) -> TileSet:
    """Return the same pung as completed by another player's tile."""
    return _OTHERS[pung.kind, pung.first, False]
