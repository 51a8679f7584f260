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

from .pipeline import has_no_indicators
from .situation import Situation

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


def hand_in_photo(
    reading: PhotoReading, situation: Situation, seen: tuple[Tile, ...] = ()
) -> HandInPlay:
    """Return the hand of a photo; a tile that is placed apart counts as one of the others.

    Args:
        reading: the photo.
        situation: answers of a person, who can deny that there are indicators.
        seen: tiles in view that the photo does not show.

    Raises:
        HandReaderError: open questions about its tiles, or tiles that are no hand.
    """
    questions = tuple(q for q in reading.questions if q.id not in ("winning_tile", "covered"))
    layout = replace(reading.layout, questions=questions)
    found = layout_to_hand(layout, reading.tiles)
    hand = Record(None, None, whole_hand(found.hand), Win()).check().hand
    dora = () if has_no_indicators(situation) else found.dora_indicators
    taken = {*layout.own_ids, *(layout.indicators if dora else ())}
    rest = [tile for tile in reading.final_tiles if tile.id not in taken]
    others = _at_most_four([tile.kind for tile in rest], (*hand.tiles, *dora, *seen))
    return HandInPlay(hand, Win(dora_indicators=dora), (*seen, *others))


def _at_most_four(kinds: Iterable[str], known: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles of these kinds, without the fifth of a kind that is misread."""
    counts = Counter(tile.plain for tile in known)
    found = []
    for kind in kinds:
        if kind in _FACES:
            face = Tile(kind)
            counts[face.plain] += 1
            if counts[face.plain] <= 4:
                found.append(face)
    return tuple(found)
