"""Weights in files: small ones, read again, averaged (needs onnx)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.recognition.detector import CLASSES
from vision.recognition.weights import find_weights

onnx: Any = pytest.importorskip("onnx", reason="training is not installed here")


def test_large_matrices_are_bytes_and_are_read_as_numbers_again(tmp_path: Path) -> None:
    from vision.training.nets import onnx_files
    from vision.training.nets.onnx_files import average, read_weights, shrink

    shipped = find_weights("detector", CLASSES).path
    file = tmp_path / "finder.onnx"
    shutil.copy(shipped, file)
    before = read_weights(onnx.load(str(file)))
    assert len(before) > 200 and max(values.size for values in before.values()) > 32_768
    drawn = np.random.default_rng(1)
    name = max(before, key=lambda one: before[one].size)
    other = {**before, name: drawn.normal(0, 1, before[name].shape).astype(np.float32)}
    model = onnx.load(str(file))
    onnx_files._store(model, other)
    onnx.save(model, str(file))
    size = file.stat().st_size
    assert size < 1.4 * sum(values.size for values in before.values())
    again = read_weights(onnx.load(str(file)))
    top = np.abs(other[name]).reshape(len(other[name]), -1).max(axis=1)
    apart = np.abs(again[name] - other[name]).reshape(len(top), -1).max(axis=1)
    assert (apart <= top / 254 + 1e-6).all() and apart.max() > 0
    shrink(file)
    assert file.stat().st_size == size  # what is small stays so
    average(file, shipped)
    mean = read_weights(onnx.load(str(file)))[name]
    assert np.abs(mean - (again[name] + before[name]) / 2).max() < 0.03
    assert file.stat().st_size == pytest.approx(size, rel=0.01)
