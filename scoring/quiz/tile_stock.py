"""The tiles with which a rule set is played."""

from __future__ import annotations

from collections.abc import Sequence

from ..counts import UNITS
from ..plausibility import is_riichi
from ..rulebook import Rulebook
from ..sets import SIMPLES, SUIT_MASKS
from ..tiles import KINDS, Tile

_RED_FIVES = (Tile.M0, Tile.P0, Tile.S0)
_FLOWERS = tuple(tile for tile in Tile if tile.is_flower)


def tiles_of(book: Rulebook) -> list[Tile]:
    """Return all tiles of a rule set."""
    kinds: Sequence[Tile] = KINDS
    if book.players == 3:
        kinds = [kind for kind in KINDS if not UNITS[kind.place] & SUIT_MASKS[0] & SIMPLES]
    tiles = [kind for kind in kinds for _ in range(4)]
    if book.options.get("red_fives") == "fan":
        for red in _RED_FIVES:
            if red.plain in tiles:
                tiles[tiles.index(red.plain)] = red
    return [*tiles, *(_FLOWERS if has_flowers(book) else ())]


def has_flowers(book: Rulebook) -> bool:
    """Return whether flowers are among the tiles of a rule set."""
    if is_riichi(book) or book.options.get("flowers") == "none":
        return False
    about = {pattern.about for pattern in book.patterns}
    return bool(about & {"flowers", "own flowers", "other flowers", "plants", "seasons"})
