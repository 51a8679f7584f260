"""The relation net in onnxruntime: box lists to the probabilities of roles and sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..arrays import Floats
from ..recognition.weights import WeightsError
from ..seen_tile import SeenTile
from .arrays import net_inputs
from .boxes import boxes_of_tiles
from .roles import Relations, Role

INPUTS = ("corners", "names", "facts", "rules")
OUTPUTS = ("roles", "flags", "same_set", "edge")


class RelationNetwork:
    """The net of one file.

    Args:
        file: ONNX.

    Raises:
        WeightsError: a net of another version, which tells other roles apart.
    """

    def __init__(self, file: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(file), options, providers=["CPUExecutionProvider"]
        )
        count = self._session.get_outputs()[0].shape[-1]
        if count != len(Role):
            raise WeightsError("other_roles", path=file, count=count, expected=len(Role))

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
            rules: a rule set's id, one of `vision.relations.boxes.RULE_SETS`.
        """
        given = net_inputs(boxes_of_tiles(tiles, rules))
        roles, flags, same, edge = self.run(given.corners, given.names, given.facts, given.rules)
        turned, concealed, stacked, back = flags.T.tolist()
        return Relations(
            roles.tolist(), turned, concealed, stacked, back, same.tolist(), edge.tolist()
        )
