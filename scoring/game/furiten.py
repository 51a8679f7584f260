"""Furiten and nagashi mangan: the effects of a player's own discards in riichi."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from ..hand import Meld
from ..rulebooks.riichi_points import MANGAN, counter_price, share
from ..tiles import Tile, Wind
from .errors import GameError
from .events import Winner, Won
from .state import GameState, four


class Furiten(StrEnum):
    """A reason why a ready player cannot win on a discard; he can still win by self-draw."""

    DISCARDED = "discarded"  # he discarded a tile he waits for; ends when his wait changes
    RIICHI = "riichi"  # he let one go after declaring riichi; for the rest of the hand
    PASSED = "passed"  # he let one go since his last turn; until his next


def furiten(
    waits: Collection[Tile],
    discards: Iterable[Tile],
    passed: Iterable[Tile] = (),
    riichi: bool = False,
) -> Furiten | None:
    """Return why a player cannot win on a discard (riichi 3.4.5, 3.3.12); None if he can.

    >>> furiten([Tile("3m"), Tile("6m")], [Tile("9p"), Tile("6m")])
    <Furiten.DISCARDED: 'discarded'>

    Args:
        waits: the tiles that complete his hand (`decompose.winning_tiles`); one match is enough.
        discards: all that he discarded in this hand, claimed ones too.
        passed: tiles that others discarded, or added to a pung, and that he did not win on: since
            he last drew or called a tile; after riichi, since he declared it.
        riichi: whether he declared riichi.

    Returns:
        the reason that lasts longest; None if he can win.
    """
    waits_of_hand = {tile.plain for tile in waits}
    if any(tile.plain in waits_of_hand for tile in discards):
        return Furiten.DISCARDED
    if any(tile.plain in waits_of_hand for tile in passed):
        return Furiten.RIICHI if riichi else Furiten.PASSED
    return None


def is_nagashi(discards: Collection[Tile], claimed: bool, melds: Iterable[Meld]) -> bool:
    """Return whether discards win as nagashi mangan once the wall is used up (C-4: 4.2.4).

    All of them must be terminals and honours.

    Args:
        discards: all that the player discarded in this hand.
        claimed: whether another player claimed one of them.
        melds: his melds; concealed kongs are allowed.
    """
    outside = all(tile.is_honour or tile.rank in (1, 9) for tile in discards)
    concealed = all(meld.concealed for meld in melds)
    return bool(discards) and outside and concealed and not claimed


def nagashi(state: GameState, *seats: Wind) -> Won:
    """Return the win of these players by nagashi mangan (`is_nagashi`), the wall used up.

    It counts as a win: each receives a self-drawn mangan with the counters, no player is paid for
    being ready, riichi hands need not be shown, and East stays if he is among them (riichi.wiki,
    EMA Riichi Competition Rules). Of several the first from East on receives the sticks.

    Raises:
        GameError: a game without nagashi mangan, or no seat.
    """
    if not state.rules.nagashi:
        raise GameError("no_nagashi", rules=state.rules.id)
    if not seats:
        raise GameError("nobody_nagashi")
    price = counter_price(dict(state.rules.scoring)) * state.counters
    return Won(tuple(Winner(seat, _mangan(seat, price)) for seat in seats))


def _mangan(winner: Wind, price_of_counters: int) -> tuple[int, int, int, int]:
    """Return the gain or loss of East, South, West and North."""
    paid = {
        seat: share(MANGAN, winner, seat) + price_of_counters for seat in Wind if seat is not winner
    }
    return four(-paid[seat] if seat in paid else sum(paid.values()) for seat in Wind)
