"""Tiles that a player showed and should not have (Zung Jung, "Tessere con penalità")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..tiles import Tile, format_tiles, in_order
from .errors import GameError


@dataclass(frozen=True, slots=True)
class PenaltyTiles:
    """The penalty tiles in front of one player; they stay part of his hand.

    Attributes:
        live: still to be discarded, now or in his next turn.
        dead: never to be discarded.
    """

    live: tuple[Tile, ...] = ()
    dead: tuple[Tile, ...] = ()

    def shown(self, tiles: Iterable[Tile], taken_back: Tile | None = None) -> PenaltyTiles:
        """After he showed tiles of his hand; all of it, by a false win (paragraphs 1, 4, 5).

        Args:
            tiles: what he showed.
            taken_back: the one of them that is free, if it was an accident while the tiles were
                dealt or sorted.

        Raises:
            GameError: the tile taken back was not shown.
        """
        live = Counter(tiles)
        if taken_back is not None:
            if not live[taken_back]:
                raise GameError("not_shown", tile=taken_back.value)
            live[taken_back] -= 1
        return PenaltyTiles(in_order((*self.live, *live.elements())), self.dead)

    def discarded(self, tile: Tile, from_hand: bool = False) -> PenaltyTiles:
        """After he discarded: every live tile that is left is dead (paragraph 2).

        Args:
            tile: what he discarded.
            from_hand: whether it is the one of its kind that nobody had seen.

        Raises:
            GameError: all that he has of it are dead.
        """
        left = list(self.live)
        if not from_hand:
            if tile in left:
                left.remove(tile)
            elif tile in self.dead:
                raise GameError("dead_tile", tile=tile.value)
        return PenaltyTiles((), in_order((*self.dead, *left)))

    def check_exposed(self, concealed: Iterable[Tile], used: Iterable[Tile]) -> None:
        """Sees to it that a set to be exposed takes no penalty tile (paragraph 3).

        Args:
            concealed: all that he holds, penalty tiles among them.
            used: what the set takes of it: beside a claimed tile, also one claimed to win; or a
                whole kong.

        Raises:
            GameError: naming what is not free for it.
        """
        free = Counter(concealed) - Counter((*self.live, *self.dead))
        missing = in_order((Counter(used) - free).elements())
        if missing:
            raise GameError("not_exposed", tiles=format_tiles(missing))
