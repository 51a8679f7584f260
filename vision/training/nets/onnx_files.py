"""ONNX files: halving their size, averaging their weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SMALL = 256
"""Tensors with fewer values stay as they are: nothing to gain."""


def halve(path: Path) -> None:
    """Store the weights as float16; they become float32 again when the file is loaded.

    The net computes in float32 as before; a weight keeps 11 significant bits.
    """
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(str(path))
    graph: Any = model.graph
    casts = []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALL:
            continue
        name = tensor.name
        half = numpy_helper.from_array(values.astype(np.float16), name + ".half")
        tensor.CopyFrom(half)
        casts.append(helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def average(path: Path, other: Path) -> None:
    """Store the mean of both files' weights in `path`.

    For a net and its fine-tuned successor: the mean keeps knowledge of the first that the second
    forgot (model soups, Wortsman et al. 2022, arXiv:2203.05482).

    Raises:
        ValueError: the files hold other tensors.
    """
    import numpy as np
    import onnx
    from onnx import numpy_helper

    model, second = onnx.load(str(path)), onnx.load(str(other))
    tensors: Any = model.graph.initializer
    held = {t.name: numpy_helper.to_array(t) for t in second.graph.initializer}
    for tensor in tensors:
        values = numpy_helper.to_array(tensor)
        if tensor.name not in held or held[tensor.name].shape != values.shape:
            raise ValueError(f"{other} has no {tensor.name} like {path}: average files of one net")
        if values.dtype in (np.float16, np.float32):
            mean = (values.astype(np.float32) + held[tensor.name].astype(np.float32)) / 2
            tensor.CopyFrom(numpy_helper.from_array(mean.astype(values.dtype), tensor.name))
    onnx.save(model, str(path))
