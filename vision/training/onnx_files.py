"""ONNX files at half their size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SMALL = 256
"""Tensors with fewer values stay as they are: nothing to gain."""


def halve(path: Path) -> None:
    """Store the weights as float16, turned back to float32 when the file is opened.

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
