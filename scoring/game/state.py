"""The state of a game: seating, points, sticks on the table, finished hands.

Players are 0-3, in the order of their first seats from East on; seats are winds and change from
hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..game_rules import GameRules
from ..tiles import WINDS, Wind
from ..win import Win

Four = tuple[int, int, int, int]
NOTHING: Four = (0, 0, 0, 0)


class Ending(StrEnum):
    """The way in which a hand ended."""

    WON = "won"
    DRAWN = "drawn"
    ABORTED = "aborted"
    CHOMBO = "chombo"


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a finished hand.

    Attributes:
        round: wind of the round.
        turn: 0-3, how many Easts the round had before.
        seating: players at East, South, West, North.
        changes: signed, by player.
        table: points added to the riichi sticks on the table; sums to 0 with `changes`.
        ending: the way in which it ended.
        winners: players.
    """

    round: Wind
    turn: int
    seating: Four
    changes: Four
    table: int
    ending: Ending
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PenaltyResult:
    """Points that moved apart from a hand's result.

    Attributes:
        after: number of hands that had finished.
        changes: signed, by player.
        reason: of an adjustment; "" for a false win.
    """

    after: int
    changes: Four
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game before or within a hand.

    Attributes:
        rules: the game's.
        seating: players at East, South, West, North; of three players the absent one is North.
        points: by player.
        rounds_over: number of finished rounds.
        turn: 0-3, how many Easts this round had before.
        counters: counters on the table.
        sticks: riichi sticks that earlier hands left on the table.
        riichi: players who declared riichi in this hand, in the order of declaration.
        barred: players who may not win this hand.
        fines: by player, to subtract after the uma.
        deals: results of the finished hands.
        points_before: points when this hand began, and penalties since.
        penalties: points that moved apart from hands, in order.
        has_ended: whether the game was ended before its last hand.
    """

    rules: GameRules
    seating: Four = (0, 1, 2, 3)
    points: Four = NOTHING
    rounds_over: int = 0
    turn: int = 0
    counters: int = 0
    sticks: int = 0
    riichi: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()
    fines: Four = NOTHING
    deals: tuple[DealResult, ...] = ()
    points_before: Four = NOTHING
    penalties: tuple[PenaltyResult, ...] = ()
    has_ended: bool = False

    @property
    def is_over(self) -> bool:
        """Return whether the last hand has been played, or the game was ended before it."""
        return self.has_ended or self.rounds_over >= self.rules.rounds

    @property
    def round(self) -> Wind:
        """Return the wind of the round (of the last one, once the game is over)."""
        return WINDS[min(self.rounds_over, self.rules.rounds - 1)]

    @property
    def on_table(self) -> int:
        """Return the points on the table as riichi sticks."""
        return self.rules.bet * (self.sticks + len(self.riichi))

    def player(self, seat: Wind) -> int:
        """Return the player in a seat."""
        return self.seating[seat.order]

    def seat(self, player: int) -> Wind:
        """Return the seat of a player."""
        return WINDS[self.seating.index(player)]

    def partial_win(self, seat: Wind) -> Win:
        """Return the facts of a win from this seat that the game implies; the rest are defaults."""
        sticks = self.sticks + len(self.riichi) if self.rules.bet else 0
        riichi = self.player(seat) in self.riichi
        counters = self.counters
        return Win(
            seat=seat, round=self.round, counters=counters, riichi_sticks=sticks, riichi=riichi
        )


def new_game(rules: GameRules) -> GameState:
    """Return the game before its first hand."""
    start = by_player(rules, (rules.start,) * 4)
    return GameState(rules, points=start, points_before=start)


# Amounts by player.


def only(player: int, amount: int) -> Four:
    """Return this amount for one player, 0 for the others."""
    return four(amount if other == player else 0 for other in range(4))


def by_player(rules: GameRules, amounts: Iterable[int]) -> Four:
    """Return the amounts of the players who take part, 0 for an absent fourth."""
    return four(each if player < rules.players else 0 for player, each in enumerate(amounts))


def plus(a: Four, b: Four) -> Four:
    """Add amounts player by player."""
    return four(x + y for x, y in zip(a, b, strict=True))


def minus(a: Four, b: Four) -> Four:
    """Subtract amounts player by player."""
    return four(x - y for x, y in zip(a, b, strict=True))


def four(amounts: Iterable[int]) -> Four:
    """Return four amounts as a tuple of four."""
    east, south, west, north = amounts
    return east, south, west, north
