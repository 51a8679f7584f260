"""A game as a value: who sits where, points, what lies on the table, hands that are over.

Players are 0-3, in the order of their first seats from East on; seats are winds and change from
hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..tiles import WINDS, Wind
from ..win import Win
from .rules import GameRules

Four = tuple[int, int, int, int]
NOTHING: Four = (0, 0, 0, 0)


class Ending(StrEnum):
    """How a hand ended."""

    WON = "won"
    DRAWN = "drawn"
    ABORTED = "aborted"
    CHOMBO = "chombo"


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand that is over.

    Attributes:
        round: wind of the round.
        turn: 0-3, how many Easts the round had before.
        seating: players East, South, West, North.
        changes: signed, by player.
        table: what riichi sticks on the table gained; with `changes` it sums to 0.
        ending: how it ended.
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
class State:
    """A game before or within a hand.

    Attributes:
        rules: the game's.
        seating: players at East, South, West, North.
        points: by player.
        rounds_over: rounds that are over.
        turn: 0-3, how many Easts this round had before.
        counters: on the table.
        sticks: riichi sticks that earlier hands left on the table.
        riichi: players who declared riichi in this hand, in that order.
        barred: players who may not win this hand.
        fines: by player, to be taken off after the uma.
        deals: hands that are over.
        before: points when this hand began.
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
    deals: tuple[Deal, ...] = ()
    before: Four = NOTHING

    @property
    def over(self) -> bool:
        """Whether the last hand has been played."""
        return self.rounds_over >= self.rules.rounds

    @property
    def round(self) -> Wind:
        """Wind of the round (of the last one, once the game is over)."""
        return WINDS[min(self.rounds_over, self.rules.rounds - 1)]

    @property
    def on_table(self) -> int:
        """Points that lie on the table as riichi sticks."""
        return self.rules.bet * (self.sticks + len(self.riichi))

    def player(self, seat: Wind) -> int:
        """Who sits there."""
        return self.seating[seat.order]

    def seat(self, player: int) -> Wind:
        """Where a player sits."""
        return WINDS[self.seating.index(player)]

    def win(self, seat: Wind) -> Win:
        """What the game tells of a win from this seat; the rest is to be filled in."""
        sticks = self.sticks + len(self.riichi) if self.rules.bet else 0
        riichi = self.player(seat) in self.riichi
        counters = self.counters
        return Win(
            seat=seat, round=self.round, counters=counters, riichi_sticks=sticks, riichi=riichi
        )


def new_game(rules: GameRules) -> State:
    """The game before its first hand."""
    start = (rules.start,) * 4
    return State(rules, points=start, before=start)


# Amounts by player.


def only(player: int, amount: int) -> Four:
    """This amount for one player, nothing for the others."""
    return four(amount if other == player else 0 for other in range(4))


def plus(a: Four, b: Four) -> Four:
    """The sums, player by player."""
    return four(x + y for x, y in zip(a, b, strict=True))


def minus(a: Four, b: Four) -> Four:
    """The differences, player by player."""
    return four(x - y for x, y in zip(a, b, strict=True))


def four(amounts: Iterable[int]) -> Four:
    """Four amounts as a tuple of four."""
    east, south, west, north = amounts
    return east, south, west, north
