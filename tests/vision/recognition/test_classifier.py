"""How often the classifier looks at a place."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.recognition.classifier import TileClassifier


@pytest.mark.parametrize(("nothing", "looks"), [(1.0, 2), (0.0, 1)])
def test_places_that_hold_no_tile_are_not_looked_at_again(
    nothing: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (90, 90, 3)).astype(np.uint8)
    quads = [np.array([[20.0, 20], [60, 20], [60, 74], [20, 74]])]
    namer = TileClassifier.load(None)
    batches: list[int] = []
    forward = namer.forward

    def count(stack: Pixels) -> tuple[Floats, Floats]:
        batches.append(len(stack))
        return forward(stack)

    monkeypatch.setattr(namer, "forward", count)
    (found,) = namer.classify(noise, quads, nothing)
    votes = namer.settings.votes
    views = len(namer.settings.slants) + len(namer.settings.scales)
    assert batches == [1] * votes + [views] * votes * (looks - 1)
    assert found.nothing == pytest.approx(
        TileClassifier.load(None).classify(noise, quads)[0].nothing
    )
