"""Training goes on from a shipped file: the net answers as the file does (needs torch)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.recognition.weights import find_weights

torch: Any = pytest.importorskip("torch", reason="training is not installed here")
pytest.importorskip("onnx", reason="training is not installed here")


def test_the_namer_goes_on_where_its_file_is(tmp_path: Path) -> None:
    from scoring.tiles import CLASSES
    from vision.inference import open_session
    from vision.training import namer
    from vision.training.nets import resume

    file = find_weights("namer", CLASSES).path
    rng = np.random.default_rng(1)
    seen = rng.random((48, 3, 64, 64)).astype(np.float32)
    net = namer.net()
    resume.load_weights(net, file, torch.from_numpy(seen))
    asked = rng.random((4, 3, 64, 64)).astype(np.float32)
    (expected,) = open_session(file, 1).run(["answers"], {"picture": asked})
    net.eval()
    with torch.no_grad():
        answers = net(torch.from_numpy(asked)).numpy()
    np.testing.assert_allclose(answers, expected, atol=1e-3)
    net.train()  # statistics are those of the pictures: a batch of them gives nearly the same
    with torch.no_grad():
        batch = net(torch.from_numpy(seen)).numpy()
    (expected,) = open_session(file, 1).run(["answers"], {"picture": seen})
    assert np.abs(batch - expected).mean() < 0.05 * np.abs(expected).mean()


def test_a_file_of_another_net_is_refused() -> None:
    from vision.recognition.detector import CLASSES
    from vision.training import namer
    from vision.training.nets import resume

    with pytest.raises(ValueError, match="layers"):
        resume.load_weights(
            namer.net(), find_weights("detector", CLASSES).path, torch.zeros(2, 3, 64, 64)
        )
