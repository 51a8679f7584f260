"""The true hand of a picture, with all that the reader's questions ask about."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.hand import Hand
from scoring.tiles import Tile

from ..situation import Situation


@dataclass(frozen=True, slots=True)
class HandTruth:
    """The ground truth of one picture of a hand.

    Attributes:
        rules: the rule set by which the hand is decoded and scored.
        scene: what the picture belongs to in the report: a scene, a family, a tile set.
        hand: the true hand; None if no hand may be read from the picture. A source that is None
            is not compared. A winning tile that is None: the hand waits.
        indicators: dora indicators; None if they are not labelled and not compared.
        situation: how it was won.
        kinds: the visible kinds of all tiles in the picture, "back" for those face down.
        edge: the edge of the picture at which the winner sits.
        needed: codes of questions that no reader could answer from the picture; with "winning_tile"
            any tile of the hand counts as the winner.
        name: of the picture.
    """

    rules: str
    scene: str
    hand: Hand | None
    indicators: tuple[Tile, ...] | None = ()
    situation: Situation = field(default_factory=Situation)
    kinds: tuple[str, ...] = ()
    edge: str = "bottom"
    needed: frozenset[str] = frozenset()
    name: str = ""
