"""The circumstances of a win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .meld import SetKind
from .text import Phrase, Texts, phrase
from .tiles import Tile, Wind

if TYPE_CHECKING:
    from .hand import Hand


@dataclass(frozen=True, slots=True)
class Win:
    """The circumstances of a win: every fact of the score that the tiles do not show.

    Attributes:
        self_drawn: drawn from the wall or the dead wall; false for a discard or a robbed kong.
        discarder: who discarded the winning tile (for a robbed kong: who declared it); None if
            self-drawn or unknown.
        seat, round: wind of the winner, wind of the round.
        last_tile: last tile of the wall if self-drawn, else the last discard.
        kong_replacement: won on the replacement tile of a kong.
        robbing_kong: won on the tile that another player added to an exposed pung.
        last_of_kind: the other three copies of the winning tile were visible.
        blessing_heaven, blessing_earth: won before, or on, the first discard (by rulebook).
        riichi, double_riichi, ippatsu: riichi only.
        liable: seat that fed the third dragon or fourth wind set; riichi only.
        dora_indicators, ura_indicators, counters, riichi_sticks: riichi only.
        norths: north tiles that the winner set aside; riichi with three players only.
        discards_since: (seat, tile) of the discards from the winner's own latest discard to the
            win, oldest first; None if unknown. Zung Jung only.
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
    norths: int = 0
    discards_since: tuple[tuple[Wind, Tile], ...] | None = None

    def conflicts(self, hand: Hand) -> tuple[Phrase, ...]:
        """Return facts that contradict each other or the hand, each as `field: fault`."""
        drawn, seat = self.self_drawn, self.seat
        faults = []
        if drawn and self.discarder:
            faults.append(_fault("discarder", "drawn", who=self.discarder))
        if self.discarder is seat:
            faults.append(_fault("discarder", "own", who=seat))
        if self.liable is seat:
            faults.append(_fault("liable", "own", who=seat))
        if not (self.is_odd or self.ippatsu):
            if (self.riichi or self.double_riichi) and _is_open(hand):
                faults.append(_fault("riichi", "open"))
            return tuple(faults)
        open_ = _is_open(hand)
        ready = self.riichi or self.double_riichi
        blessed = self.blessing_heaven or self.blessing_earth
        robbed = hand.winning.plain if self.robbing_kong and hand.winning else None
        another = robbed and [tile.plain for tile in hand.tiles].count(robbed) > 1
        kong = any(meld.kind is SetKind.KONG for meld in hand.melds)
        checks = (
            (drawn and self.robbing_kong, "robbing_kong", "but_drawn"),
            (another, "robbing_kong", "another"),
            (self.kong_replacement and not drawn, "kong_replacement", "but_discard"),
            (self.kong_replacement and not (kong or self.norths), "kong_replacement", "no_kong"),
            (self.blessing_heaven and not drawn, "blessing_heaven", "but_discard"),
            (self.blessing_heaven and seat is not Wind.EAST, "blessing_heaven", "east_only"),
            (self.blessing_earth and seat is Wind.EAST, "blessing_earth", "not_east"),
            (blessed and open_, "blessing", "open"),
            (ready and open_, "riichi", "open"),
            (self.ippatsu and not ready, "ippatsu", "no_riichi"),
        )
        gaps = {"who": seat, "tile": robbed}
        found = [_fault(field, fault, **gaps) for wrong, field, fault in checks if wrong]
        return (*faults, *found)

    @property
    def is_odd(self) -> bool:
        """Return whether the win has a rare circumstance, riichi apart."""
        return (
            self.last_tile
            or self.kong_replacement
            or self.robbing_kong
            or self.last_of_kind
            or self.blessing_heaven
            or self.blessing_earth
        )


_WIN_FAULTS: Mapping[str, Texts] = {
    "drawn": {
        "en": "{who}, but the win is self-drawn",
        "it": "{who}, ma la vincita è pescata",
    },
    "own": {"en": "{who} is the winner's own seat", "it": "{who} è il posto di chi vince"},
    "but_drawn": {"en": "but the win is self-drawn", "it": "ma la vincita è pescata"},
    "but_discard": {"en": "but the win is on a discard", "it": "ma la vincita è su scarto"},
    "another": {"en": "the winner holds another {tile}", "it": "chi vince ha anche {tile} in mano"},
    "no_kong": {"en": "but the hand has no kong", "it": "ma la mano non ha kong"},
    "east_only": {
        "en": "only East can have it, the winner is {who}",
        "it": "può averla solo Est, e chi vince è {who}",
    },
    "not_east": {"en": "East cannot have it", "it": "Est non può averla"},
    "open": {"en": "the hand has a claimed set", "it": "la mano ha un gruppo chiamato"},
    "no_riichi": {"en": "there is no riichi", "it": "non c'è riichi"},
}


def _fault(field: str, fault: str, **gaps: object) -> Phrase:
    texts = {lang: f"{field}: {text}" for lang, text in _WIN_FAULTS[fault].items()}
    return phrase(texts, **gaps)


def _is_open(hand: Hand) -> bool:
    return any(not meld.concealed for meld in hand.melds)
