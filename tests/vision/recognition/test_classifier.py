"""How often the classifier looks at a place."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import CLASSES
from vision.arrays import Floats, Pixels
from vision.recognition.classifier import TileClassifier


@pytest.mark.parametrize(("nothing", "looks"), [(1.0, 2), (0.001, 1)])
def test_places_that_hold_no_tile_are_not_looked_at_again(
    nothing: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The net that stands in knows nothing: all answers are as probable, no tile 1 in 185."""
    quads = [np.array([[20.0, 20], [60, 20], [60, 74], [20, 74]])]
    namer = TileClassifier.load(None)
    batches: list[int] = []

    def forward(stack: Pixels) -> tuple[Floats, Floats]:
        batches.append(len(stack))
        return np.zeros((len(stack), 4 * len(CLASSES) + 1)), np.zeros((len(stack), 128))

    monkeypatch.setattr(namer, "forward", forward)
    (found,) = namer.classify(np.zeros((90, 90, 3), np.uint8), quads, nothing)
    votes = namer.settings.votes
    views = len(namer.settings.slants) + len(namer.settings.scales)
    assert batches == [1] * votes + [views] * votes * (looks - 1)
    assert found.nothing == pytest.approx(1 / 185)
