"""The families of made hands: ways in which people lay and photograph a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ...pipeline import RULE_SETS
from .dealing import HandShape
from .hand_placement import (
    Lay,
    lay_anywhere,
    lay_around,
    lay_busy,
    lay_kongs,
    lay_no_hand,
    lay_table,
    lay_two_rows,
    lay_winner_anywhere,
    lay_with_indicators,
    stack_kongs,
    stand_hand,
)
from .table_top import NEAT, ORDINARY, SLOPPY, Care

FLOWER_RULES = tuple(rules for rules in RULE_SETS if rules != "riichi-ema")
_UNTURNED_RULES = ("mcr", "chinese-official")  # their books prescribe no turned tile


@dataclass(frozen=True, slots=True)
class View:
    """How a picture is taken.

    Attributes:
        elevation: of the camera above the table, degrees, least and most.
        heading: around the hand, degrees, mean and standard deviation; 0 is the owner's seat.
        fill: share of the frame that the hand fills, least and most.
        effects: strength of the camera's ordinary faults, 0 to 1.
        is_poor: whether the photo is blurred, dark, dazzled or badly compressed.
        things: number of printed or flat things around.
        objects: number of solid objects around.
        arms: number of arms and hands in the picture.
    """

    elevation: tuple[float, float] = (38.0, 78.0)
    heading: tuple[float, float] = (0.0, 7.0)
    fill: tuple[float, float] = (0.62, 0.93)
    effects: float = 0.35
    is_poor: bool = False
    things: int = 0
    objects: int = 0
    arms: int = 0


@dataclass(frozen=True, slots=True)
class Family:
    """A way in which people lay and photograph a hand.

    Attributes:
        lay: lays the hand; its last argument is whether claimed tiles are turned.
        melds: number of sets, least and most.
        shape: the rest of what the hand consists of.
        flowers: number of flowers, least and most.
        care: how carefully tiles are laid.
        view: how the picture is taken.
        rules: rule sets by which it is played.
        turned: share of hands with turned tiles where the book prescribes none.
        has_hand: whether the picture shows a whole hand, so that it can be read.
        wins: whether the hand wins; else one of its tiles is another one.
    """

    lay: Lay
    melds: tuple[int, int] = (0, 3)
    shape: HandShape = field(default_factory=HandShape)
    flowers: tuple[int, int] = (0, 0)
    care: Care = ORDINARY
    view: View = field(default_factory=View)
    rules: tuple[str, ...] = RULE_SETS
    turned: float = 0.6
    has_hand: bool = True
    wins: bool = True

    def turns(self, rules: str, rng: np.random.Generator) -> bool:
        """Return whether claimed tiles are turned in a picture of a rule set."""
        return self.turned > 0 and (rules not in _UNTURNED_RULES or rng.random() < self.turned)


_CLOSED = (0, 0)
_CALLED_KONGS = HandShape(kong_share=0.6, concealed_share=0.0)
_WIDE = View(fill=(0.7, 0.97))

FAMILIES: Mapping[str, Family] = {
    "neat": Family(lay_around("right"), (0, 2), care=NEAT, turned=1.0),
    "sloppy": Family(lay_around("right"), (0, 2), care=SLOPPY),
    "busy": Family(lay_busy, view=View(things=3, objects=4)),
    "above": Family(lay_around("above"), (1, 4)),
    "below": Family(lay_around("below"), (1, 4)),
    "left": Family(lay_around("left"), (1, 3)),
    "corner": Family(lay_around("corner"), (2, 4)),
    "unturned": Family(lay_anywhere, (1, 4), turned=0.0),
    "kongs": Family(lay_kongs, (2, 4), HandShape(kong_share=1.0, concealed_share=0.5)),
    "winner": Family(lay_winner_anywhere, (0, 2)),
    "false win": Family(lay_around("right"), (0, 2), wins=False),
    "indicators": Family(lay_with_indicators, (0, 2), rules=("riichi-ema",)),
    "flowers": Family(lay_anywhere, (0, 3), flowers=(1, 4), rules=FLOWER_RULES),
    "two rows": Family(lay_two_rows, (0, 1)),
    "across": Family(lay_anywhere, view=View(heading=(180, 20))),
    "side": Family(lay_anywhere, view=View(heading=(90, 15))),
    "objects": Family(lay_anywhere, view=View(things=9, objects=7, arms=2, fill=(0.5, 0.75))),
    "poor": Family(lay_anywhere, (0, 2), view=replace(_WIDE, is_poor=True)),
    "low": Family(lay_around("right"), (0, 2), view=replace(_WIDE, elevation=(18, 35))),
    "table": Family(lay_table, view=View((35, 70), fill=(0.85, 0.98), objects=3)),
    "standing": Family(stand_hand, (0, 2), view=replace(_WIDE, elevation=(15, 42))),
    "refuse": Family(lay_no_hand, _CLOSED, has_hand=False),
    "cut": Family(lay_around("right"), (0, 2), view=View(fill=(1.18, 1.4)), has_hand=False),
    "printed": Family(lay_anywhere, _CLOSED, has_hand=False),
    "stacked": Family(stack_kongs, (2, 4), _CALLED_KONGS, turned=1.0),
}
"""All families by name. New ones come last: a picture's chance depends on its family's place."""
