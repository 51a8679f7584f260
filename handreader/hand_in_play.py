"""A hand during play, as a photo shows it: 13 or 14 tiles, and what else lies face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scoring.efficiency import whole_hand
from scoring.hand import Hand
from scoring.record import Record
from scoring.tiles import TILES, Tile
from scoring.win import Win
from vision import PhotoReading
from vision.layout.layout import layout_to_hand

_FACES = frozenset(tile.value for tile in TILES if not tile.is_flower)


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """A hand that has not won yet.

    Attributes:
        hand: 13 or 14 tiles, none of them apart as the winning one.
        win: the facts that its win would have; the dora indicators in view are among them.
        seen: other tiles in view: ponds, walls face up, others' sets.
    """

    hand: Hand
    win: Win = field(default_factory=Win)
    seen: tuple[Tile, ...] = ()


def hand_in_photo(reading: PhotoReading, seen: tuple[Tile, ...] = ()) -> HandInPlay:
    """Return the hand of a photo; a tile that is placed apart counts as one of the others.

    Args:
        reading: the photo.
        seen: tiles in view that the photo does not show.

    Raises:
        HandReaderError: open questions about its tiles, or tiles that are no hand.
    """
    questions = tuple(q for q in reading.questions if q.id not in ("winning_tile", "covered"))
    found = layout_to_hand(replace(reading.layout, questions=questions), reading.tiles)
    hand = Record(None, None, whole_hand(found.hand), Win()).check().hand
    win = Win(dora_indicators=found.dora_indicators)
    known = (*hand.tiles, *found.dora_indicators, *seen)
    return HandInPlay(hand, win, (*seen, *_others(reading, known)))


def _others(reading: PhotoReading, known: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles beside a hand that a photo shows face up; never a fifth of a kind."""
    counts = Counter(tile.plain for tile in known)
    found = []
    for tile in reading.final_tiles:
        if reading.roles.get(tile.id, "other") == "other" and tile.kind in _FACES:
            face = Tile(tile.kind)
            counts[face.plain] += 1
            if counts[face.plain] <= 4:
                found.append(face)
    return tuple(found)
