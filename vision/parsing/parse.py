"""A parse: one explanation of the tiles of a photo as a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.hand import Hand
from scoring.meld import Meld, MeldSource, SetKind
from scoring.tiles import BACK, Tile, sort_tiles

from ..layout.layout import DecodedHand

RED_OF = {"5m": "0m", "5p": "0p", "5s": "0s"}
PLAIN_OF = {red: plain for plain, red in RED_OF.items()}


class HandStatus(StrEnum):
    """What the tiles of a parse amount to."""

    WIN = "win"
    WAIT = "wait"  # 13 tiles, none of which won
    NO_WIN = "no win"
    COUNT = "count"  # too few or too many tiles


@dataclass(frozen=True, slots=True)
class ParsedSet:
    """A set on the table.

    Attributes:
        tiles: ids, owner's left to right.
        kind: chow, pung or kong.
        kinds: of the tiles, in the order of `tiles`; a tile face down has its kong's kind. `BACK`
            for all if no face of the kong shows.
        concealed: whether it is a concealed kong.
        unseen: tiles of a kong that show nothing: one below a pung's, two backs beside two faces.
        source: the discarder of the claimed tile; None if no tile is turned.
    """

    tiles: tuple[int, ...]
    kind: SetKind
    kinds: tuple[str, ...]
    concealed: bool
    unseen: int = 0
    source: MeldSource | None = None

    @property
    def has_face(self) -> bool:
        """Return whether a face of the set shows."""
        return BACK not in self.kinds

    def to_meld(self) -> Meld:
        """Return the set as the rules see it."""
        kinds = (*self.kinds, *self.kinds[:1] * self.unseen)
        return Meld(self.kind, sort_tiles(map(Tile, kinds)), None, self.source, self.concealed)


@dataclass(frozen=True, slots=True)
class Parse:
    """One explanation of the tiles of a photo.

    Attributes:
        log_probability: natural logarithm of its share among all explanations that were found.
        status: what the tiles amount to.
        concealed: ids in hand, without the winning tile.
        winning: id of the winning tile; None if nothing marks it or none won.
        sets: on the table.
        flowers, indicators: ids.
        hidden_indicators: ids of those that are turned up for a riichi hand.
        kinds: kinds of the tiles in hand, flowers and indicators, by id.
    """

    log_probability: float
    status: HandStatus
    concealed: tuple[int, ...]
    winning: int | None
    sets: tuple[ParsedSet, ...]
    flowers: tuple[int, ...]
    indicators: tuple[int, ...]
    kinds: Mapping[int, str]
    hidden_indicators: tuple[int, ...] = ()

    @property
    def hand_ids(self) -> tuple[int, ...]:
        """Return the ids of the tiles in hand, the winning one last."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def own_ids(self) -> frozenset[int]:
        """Return the ids in hand and in sets."""
        return frozenset((*self.hand_ids, *(i for one in self.sets for i in one.tiles)))

    @property
    def has_faces(self) -> bool:
        """Return whether the faces of all sets show."""
        return all(one.has_face for one in self.sets)

    def hand(self) -> Hand:
        """Return the hand as the rules see it; all sets must have faces."""
        kinds = self.kinds
        return Hand(
            sort_tiles(Tile(kinds[i]) for i in self.concealed),
            None if self.winning is None else Tile(kinds[self.winning]),
            tuple(one.to_meld() for one in self.sets),
            sort_tiles(Tile(kinds[i]) for i in self.flowers),
        )

    def whole_hand(self) -> DecodedHand:
        """Return the hand with its bonus indicators."""
        dora, ura = (
            tuple(Tile(self.kinds[i]) for i in ids)
            for ids in (self.indicators, self.hidden_indicators)
        )
        return DecodedHand(self.hand(), dora, ura)
