"""Decoding for trials: the relation net of one folder of weights, run once a photo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.layout.layout import Layout
from vision.relations.roles import Relations
from vision.seen_tile import SeenTile

from ..pipeline import decode_tiles, find_relations, layout_rules
from ..situation import Situation


class TrialDecoder:
    """The relation net of a folder of weights with the search, for `trials.run_trial`.

    Args:
        weights: the folder; None for the installed weights.
    """

    def __init__(self, weights: Path | None = None) -> None:
        self._weights = weights
        self._known: tuple[Sequence[SeenTile], str, Relations] | None = None

    def decode(self, tiles: Sequence[SeenTile], situation: Situation, rules: str) -> Layout:
        """Return the hand of tiles; for the tiles that it was given last the net has run already.

        Raises:
            HandReaderError: as `decode_tiles`, or the folder has no relation net.
        """
        way = layout_rules(rules)
        if self._known is None or self._known[0] is not tiles or self._known[1] != way:
            self._known = tiles, way, find_relations(tiles, rules, self._weights)
        return decode_tiles(tiles, situation, rules, relations=self._known[2])
