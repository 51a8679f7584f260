"""Decoding for trials with the relation net of one folder of weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

from ..pipeline import decode_tiles, find_relations
from ..situation import Situation


class TrialDecoder:
    """The relation net of a folder of weights with the search, for `trials.run_trial`.

    Args:
        weights: the folder; None for the installed weights.
    """

    def __init__(self, weights: Path | None = None) -> None:
        self._weights = weights

    def decode(self, tiles: Sequence[SeenTile], situation: Situation, rules: str) -> Layout:
        """Return the hand of tiles.

        Raises:
            HandReaderError: as `decode_tiles`, or the folder has no relation net.
        """
        relations = find_relations(tiles, rules, self._weights)
        return decode_tiles(tiles, situation, rules, relations=relations)
