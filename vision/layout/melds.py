"""Sets of a hand as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scoring.hand import Meld, MeldSource, SetKind
from scoring.tiles import BACK, UNKNOWN, Tile, sort_tiles

from ..seen_tile import SeenTile


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set as it is placed on the table: `scoring.Meld`, and what only the photo shows.

    Attributes:
        kind: chow, pung or kong.
        tiles: ids, owner's left to right; a tile above another comes right after it.
        kinds: kind of each tile, implied for the backs of a kong; "?" where not known.
        is_concealed: whether it is a kong declared from the hand.
        source: the discarder; None when the layout does not show it.
        hidden: how many of the tiles show their backs.
    """

    kind: SetKind
    tiles: tuple[int, ...]
    kinds: tuple[str, ...]
    is_concealed: bool = False
    source: MeldSource | None = None
    hidden: int = 0

    def to_meld(self) -> Meld:
        """Return the set as the rules see it."""
        tiles = sort_tiles(map(Tile, self.kinds))
        return Meld(self.kind, tiles, None, self.source, self.is_concealed)


def is_flower(tile: SeenTile) -> bool:
    """Return whether the tile shows a flower or season."""
    return tile.kind.endswith("f")


def set_kind(tiles: Sequence[SeenTile]) -> SetKind | None:
    """Return whether three tiles, as most likely read, are a pung or a chow; None if neither."""
    return kind_of_set([tile.kind for tile in tiles])


def kind_of_set(kinds: Sequence[str]) -> SetKind | None:
    """Return which set some kinds make, in any order; None if none."""
    plain = [plain_kind(kind) for kind in kinds]
    if any(kind in (BACK, UNKNOWN) or kind[1] == "f" for kind in plain):
        return None
    if len(set(plain)) == 1:
        return {3: SetKind.PUNG, 4: SetKind.KONG}.get(len(plain))
    return SetKind.CHOW if len(plain) == 3 and is_chow(plain) else None


def is_chow(kinds: Sequence[str]) -> bool:
    """Return whether three plain kinds make a chow, in any order."""
    suits = {kind[-1] for kind in kinds}
    if len(suits) != 1 or not suits <= set("mps"):
        return False
    low, middle, high = sorted(int(kind[0]) for kind in kinds)
    return high - middle == middle - low == 1


@cache
def plain_kind(kind: str) -> str:
    """Return the kind without the red of a red five."""
    return kind if kind in (BACK, UNKNOWN) else Tile(kind).plain.value
