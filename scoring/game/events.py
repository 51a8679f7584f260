"""Events of a game that affect points and seats; by seat, not by player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..tiles import Wind


class AbortReason(StrEnum):
    """The reason of an abortive draw (riichi 3.4.3)."""

    NINE_TERMINALS = "nine_terminals"  # nine different ones on one's first turn
    FOUR_KONGS = "four_kongs"  # by several players
    FOUR_WINDS = "four_winds"  # the same wind discarded by all in the first go-around
    FOUR_RIICHI = "four_riichi"


@dataclass(frozen=True, slots=True)
class Riichi:
    """A declaration of riichi; the player's stick is on the table."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner and the changes of points by his hand.

    Attributes:
        seat: the winner's seat.
        changes: signed, for East, South, West, North; counters included, sticks not. Sums to 0.
    """

    seat: Wind
    changes: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Won:
    """A won hand; `transitions.win_from_scores` makes it from scores.

    Attributes:
        winners: one; in riichi up to three on one discard.
        discarder: who discarded the tile (declared the robbed kong); None if it was self-drawn.
        on_riichi_tile: the tile was discarded to declare riichi: that riichi is void.
    """

    winners: tuple[Winner, ...]
    discarder: Wind | None = None
    on_riichi_tile: bool = False


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """A hand with no winner, the wall used up.

    Attributes:
        ready: seats that are ready and show their hand; riichi only.
    """

    ready: frozenset[Wind] = frozenset()


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """A hand that was aborted."""

    reason: AbortReason


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A declaration of an invalid win (riichi: or any other chombo).

    If another player wins at the same time it is void: omit it.
    """

    seat: Wind


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A dead hand: the player can neither win nor be ready until the next hand."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that players gain or lose apart from hands: a penalty, a correction, a bonus.

    Attributes:
        changes: signed, for East, South, West, North; need not sum to 0.
        reason: in the words of a player.
    """

    changes: tuple[int, int, int, int]
    reason: str


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The end of a game before its last hand; what was bet in an open hand is returned."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A corrected name of a player; it is his name from his first hand on."""

    seat: Wind
    name: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """A player who sits down in place of another, with his points."""

    seat: Wind
    name: str


NameEvent = Renaming | Substitution
Event = (
    Riichi
    | Won
    | ExhaustiveDraw
    | AbortiveDraw
    | FalseWin
    | DeadHand
    | Adjustment
    | EarlyEnd
    | NameEvent
)
