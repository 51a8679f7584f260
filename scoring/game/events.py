"""What can happen in a game, as far as points and seats are concerned; by seat, not by player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..tiles import Wind


class Abortion(StrEnum):
    """Why a hand is broken off (riichi 3.4.3)."""

    NINE_TERMINALS = "nine_terminals"  # nine different ones on one's first turn
    FOUR_KONGS = "four_kongs"  # by several players
    FOUR_WINDS = "four_winds"  # the same wind discarded by all in the first go-around
    FOUR_RIICHI = "four_riichi"


@dataclass(frozen=True, slots=True)
class Riichi:
    """A player declares riichi; his stick lies on the table."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner and what his hand moves between the players.

    Attributes:
        seat: who won.
        changes: signed, for East, South, West, North; counters included, sticks not. Sums to 0.
    """

    seat: Wind
    changes: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Won:
    """The hand is won; `state.won` makes this from scores.

    Attributes:
        winners: one; in riichi up to three on one discard.
        discarder: who gave the tile (declared the robbed kong); None if it was self-drawn.
        on_riichi_tile: the tile was discarded to declare riichi: that riichi is void.
    """

    winners: tuple[Winner, ...]
    discarder: Wind | None = None
    on_riichi_tile: bool = False


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """The wall is used up. `ready`: who is one tile short and shows it; riichi only."""

    ready: frozenset[Wind] = frozenset()


@dataclass(frozen=True, slots=True)
class Aborted:
    """The hand is broken off."""

    reason: Abortion


@dataclass(frozen=True, slots=True)
class WonFalsely:
    """A player declares a win that is none (riichi: or anything else that is a chombo).

    If somebody else wins at the same time it is void: leave it out.
    """

    seat: Wind


@dataclass(frozen=True, slots=True)
class HandDied:
    """A player's hand is dead: until the next one he cannot win, nor be ready."""

    seat: Wind


Event = Riichi | Won | NobodyWon | Aborted | WonFalsely | HandDied
