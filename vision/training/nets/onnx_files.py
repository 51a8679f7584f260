"""ONNX files: making them small, reading and averaging their weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...arrays import Floats

SMALL = 256
"""Tensors with fewer values stay as they are: nothing to gain."""
LARGE = 32_768
"""Matrices with as many values keep 8 bits of each, and a scale for each output. These are eight in
ten of the finder's weights, and its scores change by 0.05 log odds; were the many small ones stored
so, which work on few channels, by 0.8."""
_LEVELS = 127
_OF_WEIGHTS = (1, 3, 10)  # float, int8 and half, of onnx.TensorProto


def shrink(path: Path) -> None:
    """Store large matrices as bytes with a scale a row, and other weights as float16.

    They become float32 again when the file is loaded, and the net computes in float32 as before.
    """
    import onnx

    model = onnx.load(str(path))
    _store(model, read_weights(model))
    onnx.save(model, str(path))


def average(path: Path, other: Path) -> None:
    """Store the mean of both files' weights in `path`, as small as `shrink` does.

    For a net and its fine-tuned successor: the mean keeps knowledge of the first that the second
    forgot (model soups, Wortsman et al. 2022, arXiv:2203.05482).

    Raises:
        ValueError: the files hold other tensors.
    """
    import onnx

    model = onnx.load(str(path))
    held, second = read_weights(model), read_weights(onnx.load(str(other)))
    for name, values in held.items():
        if name not in second or second[name].shape != values.shape:
            raise ValueError(f"{other} has no {name} like {path}: average files of one net")
        held[name] = (values + second[name]) / 2
    _store(model, held)
    onnx.save(model, str(path))


def read_weights(model: Any) -> dict[str, Floats]:
    """Return the weights as float32, by the names under which a model's layers use them."""
    import numpy as np
    from onnx import numpy_helper

    stored = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    found = {name: values for name, values in stored.items() if values.dtype == np.float32}
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in stored:
            found[node.output[0]] = stored[node.input[0]].astype(np.float32)
        elif node.op_type == "Mul" and node.input[1] == f"{node.output[0]}.scale":
            found[node.output[0]] = found.pop(node.input[0]) * found.pop(node.input[1])
    return found


def _store(model: Any, weights: dict[str, Floats]) -> None:
    """Put weights into a model in place of those that it holds."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    graph: Any = model.graph
    kept = [t for t in graph.initializer if t.data_type not in _OF_WEIGHTS]
    nodes: list[Any] = []
    for name, values in weights.items():
        if values.size < SMALL:
            kept.append(numpy_helper.from_array(values, name))
        elif values.ndim < 2 or values.size < LARGE:
            kept.append(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            nodes.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
        else:
            top = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True)
            scale = np.where(top > 0, top / _LEVELS, 1).astype(np.float32)
            kept += [
                numpy_helper.from_array(np.rint(values / scale).astype(np.int8), f"{name}.byte"),
                numpy_helper.from_array(scale, f"{name}.scale"),
            ]
            whole = f"{name}.whole"
            nodes += [
                helper.make_node("Cast", [f"{name}.byte"], [whole], to=TensorProto.FLOAT),
                helper.make_node("Mul", [whole, f"{name}.scale"], [name]),
            ]
    nodes += [node for node in graph.node if node.output[0] not in weights and not _unpacks(node)]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)


def _unpacks(node: Any) -> bool:
    return node.op_type == "Cast" and str(node.input[0]).endswith(".byte")
