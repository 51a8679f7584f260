"""How a hand was won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .meld import SetKind
from .tiles import Tile, Wind

if TYPE_CHECKING:
    from .hand import Hand


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won: everything a scorer needs that the tiles do not show.

    Attributes:
        self_drawn: taken from the wall or the dead wall; false for a discard or a robbed kong.
        discarder: who gave the winning tile (for a robbed kong: who declared it); None if
            self-drawn or not known.
        seat, round: wind of the winner, wind of the round.
        last_tile: last tile of the wall if self-drawn, else the last discard.
        kong_replacement: won on the replacement tile of a kong.
        robbing_kong: won on the tile that another player added to an exposed pung.
        last_of_kind: the other three copies of the winning tile were visible.
        blessing_heaven, blessing_earth: won before, or on, the first discard (by rulebook).
        riichi, double_riichi, ippatsu: riichi only.
        liable: seat that fed the third dragon or fourth wind set; riichi only.
        dora_indicators, ura_indicators, counters, riichi_sticks: riichi only.
        discards_since: (seat, tile) of the discards from the winner's own latest discard to the
            win, oldest first; None when not known. Zung Jung only.
    """

    self_drawn: bool = False
    discarder: Wind | None = None
    seat: Wind = Wind.EAST
    round: Wind = Wind.EAST
    last_tile: bool = False
    kong_replacement: bool = False
    robbing_kong: bool = False
    last_of_kind: bool = False
    blessing_heaven: bool = False
    blessing_earth: bool = False
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    liable: Wind | None = None
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    counters: int = 0
    riichi_sticks: int = 0
    discards_since: tuple[tuple[Wind, Tile], ...] | None = None

    def contradictions(self, hand: Hand) -> tuple[str, ...]:
        """Everything said here that cannot be true together or of this hand, as `field: fault`."""
        drawn = self.self_drawn
        faults = []
        if drawn and self.discarder:
            faults.append(f"discarder: {self.discarder}, but the win is self-drawn")
        if self.discarder is self.seat:
            faults.append(f"discarder: {self.seat} is the winner's own seat")
        if self.liable is self.seat:
            faults.append(f"liable: {self.seat} is the winner's own seat")
        if not (self.is_odd or self.ippatsu):
            if (self.riichi or self.double_riichi) and _is_open(hand):
                faults.append(_OPEN_RIICHI)
            return tuple(faults)
        open_ = _is_open(hand)
        ready = self.riichi or self.double_riichi
        blessed = self.blessing_heaven or self.blessing_earth
        robbed = hand.winning.plain if self.robbing_kong and hand.winning else None
        another = robbed and [tile.plain for tile in hand.tiles].count(robbed) > 1
        kong = any(meld.kind is SetKind.KONG for meld in hand.melds)
        checks = (
            (drawn and self.robbing_kong, "robbing_kong: but the win is self-drawn"),
            (another, f"robbing_kong: the winner holds another {robbed}"),
            (self.kong_replacement and not drawn, "kong_replacement: but the win is on a discard"),
            (self.kong_replacement and not kong, "kong_replacement: but the hand has no kong"),
            (self.blessing_heaven and not drawn, "blessing_heaven: but the win is on a discard"),
            (
                self.blessing_heaven and self.seat is not Wind.EAST,
                f"blessing_heaven: only East can have it, the winner is {self.seat}",
            ),
            (
                self.blessing_earth and self.seat is Wind.EAST,
                "blessing_earth: East cannot have it",
            ),
            (blessed and open_, "blessing: the hand has a claimed set"),
            (ready and open_, _OPEN_RIICHI),
            (self.ippatsu and not ready, "ippatsu: there is no riichi"),
        )
        return (*faults, *(fault for wrong, fault in checks if wrong))

    @property
    def is_odd(self) -> bool:
        """Whether something is said that is true of few wins, riichi apart."""
        return (
            self.last_tile
            or self.kong_replacement
            or self.robbing_kong
            or self.last_of_kind
            or self.blessing_heaven
            or self.blessing_earth
        )


_OPEN_RIICHI = "riichi: the hand has a claimed set"


def _is_open(hand: Hand) -> bool:
    return any(not meld.concealed for meld in hand.melds)
