"""What a player's own discards mean in riichi: furiten, and the draw that they alone win."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from ..hand import Meld
from ..rulebooks.riichi_points import COUNTER, MANGAN, share
from ..tiles import Tile, Wind
from .errors import GameError
from .events import Winner, Won
from .state import State, four


class Furiten(StrEnum):
    """Why a player who is ready cannot win on a discard; he still wins on a tile he draws."""

    DISCARDED = "discarded"  # he discarded a tile he waits for; ends when his wait changes
    RIICHI = "riichi"  # he let one go after declaring riichi; for the rest of the hand
    PASSED = "passed"  # he let one go since his last turn; until his next


def furiten(
    waits: Collection[Tile],
    discards: Iterable[Tile],
    passed: Iterable[Tile] = (),
    riichi: bool = False,
) -> Furiten | None:
    """Whether and why a player cannot win on a discard (riichi 3.4.5, 3.3.12).

    >>> furiten([Tile("3m"), Tile("6m")], [Tile("9p"), Tile("6m")])
    <Furiten.DISCARDED: 'discarded'>

    Args:
        waits: what completes his hand (`readings.winning_tiles`); one of them is enough.
        discards: all that he discarded in this hand, claimed ones too.
        passed: what others discarded, or added to a pung, and he did not win on: since he last
            drew or called a tile; after riichi, since he declared it.
        riichi: whether he declared riichi.

    Returns:
        the reason that lasts longest; None if he can win.
    """
    wanted = {tile.plain for tile in waits}
    if any(tile.plain in wanted for tile in discards):
        return Furiten.DISCARDED
    if any(tile.plain in wanted for tile in passed):
        return Furiten.RIICHI if riichi else Furiten.PASSED
    return None


def is_nagashi(discards: Collection[Tile], claimed: bool, melds: Iterable[Meld]) -> bool:
    """Whether discards are All Terminals and Honours, once the wall is used up (C-4: 4.2.4).

    Args:
        discards: all that the player discarded in this hand.
        claimed: whether somebody claimed one of them.
        melds: his sets; concealed kongs are allowed.
    """
    outside = all(tile.is_honour or tile.rank in (1, 9) for tile in discards)
    concealed = all(meld.concealed for meld in melds)
    return bool(discards) and outside and concealed and not claimed


def nagashi(state: State, *seats: Wind) -> Won:
    """The event that the wall is used up and these players discarded as `is_nagashi` has it.

    It counts as a win: each is paid a self-drawn mangan with the counters, nobody is paid for
    being ready, riichi need not be shown, and East stays if he is among them (riichi.wiki, EMA
    Riichi Competition Rules). Of several the first from East on takes the sticks.

    Raises:
        GameError: a game without it, or nobody.
    """
    if not state.rules.nagashi:
        raise GameError("no_nagashi", rules=state.rules.id)
    if not seats:
        raise GameError("nobody_nagashi")
    return Won(tuple(Winner(seat, _mangan(seat, state.counters)) for seat in seats))


def _mangan(winner: Wind, counters: int) -> tuple[int, int, int, int]:
    """What East, South, West and North gain or lose."""
    paid = {
        seat: share(MANGAN, winner, seat) + COUNTER * counters
        for seat in Wind
        if seat is not winner
    }
    return four(-paid[seat] if seat in paid else sum(paid.values()) for seat in Wind)
