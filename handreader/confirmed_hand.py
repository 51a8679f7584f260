"""The tiles of a photo that a person confirmed by scoring its hand."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tiles import UNKNOWN
from vision import PhotoReading
from vision.layout.questions import expand_blanks


def teachable_kinds(reading: PhotoReading, answers: Mapping[str, str]) -> dict[int, str]:
    """Return the kinds of tiles that a person confirmed by scoring their hand, by tile id.

    These are the tiles of the hand and the corrected ones. A face-down tile that its kong names
    shows no face, and a tile beside the hand was not looked at.
    """
    answers = expand_blanks(answers)
    confirmed: dict[int, str] = {}
    for seen, tile in zip(reading.tiles, reading.final_tiles, strict=True):
        if not seen.names or tile.kind == UNKNOWN:
            continue
        if {f"tile:{tile.id}", f"back_or_white:{tile.id}"}.isdisjoint(answers):
            is_of_hand = reading.roles[tile.id] != "other"
            if not is_of_hand or seen.face_up != tile.face_up:
                continue
        confirmed[tile.id] = tile.kind
    return confirmed
