"""The relation net in onnxruntime: recognised tiles to the probabilities of roles and sets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from ..arrays import Floats
from ..inference import open_session
from ..recognition.weights import find_weights
from ..seen_tile import SeenTile
from .inputs import NetInputs, net_inputs
from .roles import FLAGS, ROLE_NAMES, Relations

INPUTS = ("corners", "names", "facts", "rules")
OUTPUTS = ("roles", "flags", "same_set", "edge")


class RelationNetwork:
    """The net of one file.

    Args:
        file: ONNX.
    """

    def __init__(self, file: Path) -> None:
        self._session = open_session(file, threads=1, optimises=False)
        # A photo's tiles are decoded again after each answer, and each rule set of its family.
        self._latest = lru_cache(maxsize=8)(self._evaluate)

    def run(self, *given: Floats) -> tuple[Floats, ...]:
        """Return the outputs, in the order of `OUTPUTS`, of inputs in the order of `INPUTS`."""
        found: tuple[Floats, ...] = tuple(
            self._session.run(list(OUTPUTS), dict(zip(INPUTS, given, strict=True)))
        )
        return found

    def relations(self, tiles: Sequence[SeenTile], rules: str) -> Relations:
        """Return what the net says of the tiles of a photo, in their order.

        Args:
            tiles: one or more.
            rules: a rule set's id, one of `vision.relations.inputs.RULE_SETS`.
        """
        return self._latest(tuple(tiles), rules)

    def _evaluate(self, tiles: tuple[SeenTile, ...], rules: str) -> Relations:
        roles, flags, same, edge = self.run(*as_arrays(net_inputs(tiles, rules)))
        return Relations.of(roles.tolist(), flags.tolist(), same.tolist(), edge.tolist())


@cache
def open_network(folder: Path | None = None) -> RelationNetwork:
    """Return the net of a folder of weights, by default the installed one; it is opened once.

    Raises:
        WeightsError: it is missing, damaged, or of another version, which tells other roles apart.
    """
    return RelationNetwork(find_weights("relations", (*ROLE_NAMES, *FLAGS), folder).path)


def as_arrays(given: NetInputs) -> tuple[Floats, ...]:
    """Return inputs as arrays of float32, in the order of `INPUTS`."""
    return tuple(
        np.asarray(cast(object, rows), np.float32)
        for rows in (given.corners, given.names, given.facts, given.rules)
    )
