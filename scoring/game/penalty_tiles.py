"""Penalty tiles: tiles that a player showed by mistake (Zung Jung, "Tessere con penalità")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..tiles import Tile, format_tiles, sort_tiles
from .errors import GameError


@dataclass(frozen=True, slots=True)
class PenaltyTiles:
    """The penalty tiles in front of one player; they remain part of his hand.

    Attributes:
        live: still to be discarded, now or in his next turn.
        dead: never to be discarded.
    """

    live: tuple[Tile, ...] = ()
    dead: tuple[Tile, ...] = ()

    def show(self, tiles: Iterable[Tile], taken_back: Tile | None = None) -> PenaltyTiles:
        """Add the tiles of his hand that he showed; all, after a false win (paragraphs 1, 4, 5).

        Args:
            tiles: the tiles shown.
            taken_back: the one of them that is free, if it was an accident while the tiles were
                dealt or sorted.

        Raises:
            GameError: the tile to take back was not shown.
        """
        live = Counter(tiles)
        if taken_back is not None:
            if not live[taken_back]:
                raise GameError("not_shown", tile=taken_back.value)
            live[taken_back] -= 1
        return PenaltyTiles(sort_tiles((*self.live, *live.elements())), self.dead)

    def discard(self, tile: Tile, from_hand: bool = False) -> PenaltyTiles:
        """Return the tiles after a discard: every other live tile is now dead (paragraph 2).

        Args:
            tile: the discard.
            from_hand: whether it is the copy of its kind that was not shown.

        Raises:
            GameError: all his copies of it are dead.
        """
        left = list(self.live)
        if not from_hand:
            if tile in left:
                left.remove(tile)
            elif tile in self.dead:
                raise GameError("dead_tile", tile=tile.value)
        return PenaltyTiles((), sort_tiles((*self.dead, *left)))

    def check_meld(self, concealed: Iterable[Tile], used: Iterable[Tile]) -> None:
        """Check that a set to be exposed uses no penalty tile (paragraph 3).

        Args:
            concealed: his concealed tiles, penalty tiles included.
            used: the tiles that the set uses of them: beside a claimed tile, also one claimed to
                win; or a whole kong.

        Raises:
            GameError: names the tiles that are not free.
        """
        free = Counter(concealed) - Counter((*self.live, *self.dead))
        missing = sort_tiles((Counter(used) - free).elements())
        if missing:
            raise GameError("not_exposed", tiles=format_tiles(missing))
