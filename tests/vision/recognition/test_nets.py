"""The shipped nets are small and run elsewhere too: OpenCV opens them and answers alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.inference import open_session
from vision.recognition.classifier import CROP
from vision.recognition.weights import find_weights

EXAMPLE = Path(__file__).parents[3] / "datasets" / "examples" / "images" / "hand.jpg"
LARGEST = 12_000_000  # bytes of both nets: what a page can load


@pytest.fixture(scope="module")
def picture() -> NDArray[np.float32]:
    """Part of the example with tiles in it, shape (1, 3, 256, 320), 0 to 1."""
    with Image.open(EXAMPLE) as opened:
        pixels = np.asarray(opened.convert("RGB"))[430:686, 300:620]
    return (pixels.transpose(2, 0, 1)[None] / 255).astype(np.float32)


def both(
    role: str, tensor: NDArray[np.float32], folder: Path
) -> tuple[list[NDArray[np.float32]], list[NDArray[np.float32]]]:
    """Every output by onnxruntime and by OpenCV, in the same order."""
    path = find_weights(role).path
    runtime = open_session(path, 2)
    names = [output.name for output in runtime.get_outputs()]
    if role == "detector" and int(cv2.__version__.split(".")[0]) < 5:
        path = of_one_size(path, tensor.shape, folder / "fixed.onnx")
    net: Any = cv2.dnn.readNetFromONNX(str(path))  # Any: its stubs know one output only
    net.setInput(tensor, "picture")
    return runtime.run(names, {"picture": tensor}), list(net.forward(names))


def of_one_size(path: Path, shape: tuple[int, ...], target: Path) -> Path:
    """The net for pictures of one size: OpenCV 4 cannot join maps of a size it does not know."""
    onnx = pytest.importorskip("onnx", reason="OpenCV 4 needs a size written into the file")
    model = onnx.load(str(path))
    for dimension, size in zip(model.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        dimension.dim_value = size
    onnx.save(model, str(target))
    return target


def test_nets_fit_on_a_page() -> None:
    sizes = [find_weights(role).path.stat().st_size for role in ("detector", "namer", "bodies")]
    assert sum(sizes) < LARGEST


def test_opencv_finds_what_onnxruntime_finds(picture: NDArray[np.float32], tmp_path: Path) -> None:
    ours, theirs = both("detector", picture, tmp_path)
    for one, other in zip(ours, theirs, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)
    scores = ours[1][0]
    assert scores.max() > 0, "no tile in the picture: the comparison would say little"


def test_opencv_names_what_onnxruntime_names(picture: NDArray[np.float32], tmp_path: Path) -> None:
    starts = [(0, 0), (64, 128), (128, 200), (192, 256)]
    crops = np.concatenate([picture[:, :, y : y + CROP, x : x + CROP] for y, x in starts])
    ours, theirs = both("namer", crops, tmp_path)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)
    assert np.ptp(ours[0], axis=0).max() > 1  # other crops, other answers
