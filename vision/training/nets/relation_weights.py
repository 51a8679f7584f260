"""The relation net's weights in files: half precision of a run, or the published ONNX file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from .onnx_files import read_weights


def save_weights(file: Path, weights: dict[str, Any]) -> None:
    """Write weights by name into an npz file, in half precision."""
    arrays: dict[str, Any] = {
        name: value.numpy().astype(np.float16) for name, value in weights.items()
    }
    unfinished = file.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **arrays)
    unfinished.replace(file)


def load_weights(file: Path) -> dict[str, Any]:
    """Read the weights of a run's npz file or of a published ONNX file, by name."""
    if file.suffix == ".onnx":
        return _load_onnx(file)
    with np.load(file) as content:
        return {name: torch.from_numpy(content[name].astype(np.float32)) for name in content.files}


def _load_onnx(file: Path) -> dict[str, Any]:
    """Return the weights of an ONNX file; a matrix without a name has that of its product."""
    import onnx

    model = onnx.load(str(file))
    held = read_weights(model)
    found = {
        name.removeprefix("net."): value for name, value in held.items() if name.startswith("net.")
    }
    for node in model.graph.node:
        if node.op_type == "MatMul" and node.input[1] in held:
            found[f"{_module(node.name)}.weight"] = held[node.input[1]].T
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in found.items()}


def _module(node: str) -> str:
    """Return the module of a node: "/net/tile/tile.0/MatMul" belongs to "tile.0"."""
    parts = node.split("/")[2:-1]
    kept = [
        part
        for part, after in zip(parts, [*parts[1:], ""], strict=True)
        if not after.startswith(f"{part}.")
    ]
    return ".".join(kept)
