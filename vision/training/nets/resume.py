"""Resume training from a shipped net: restore an ONNX file's weights into its torch module.

The files hold convolutions into which batch normalisation was folded, rounded to 11 bits. With its
normalisation restored, the net answers as the file does and learns as the checkpoint would.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from ...arrays import Floats
from .onnx_files import read_weights

USUAL = 1.5
"""Norm of a channel's weights before its normalisation, as training leaves it."""


def load_weights(model: Any, file: Path, picture: Any) -> None:
    """Load the weights of `file` into `model`, in place of its initial ones.

    Args:
        model: the torch module whose fused copy was exported.
        file: the ONNX file.
        picture: a batch of typical inputs; normalisation takes its statistics from them.

    Raises:
        ValueError: the file has other layers than the model.
    """
    import torch

    stored = _layers(file)
    layers: list[Any] = [m for m in _execution_order(model, picture) if isinstance(m, _kinds())]
    weights = [layer.weight for layer in layers]
    if [tuple(w.shape) for w in weights] != [values.shape for values, _ in stored]:
        raise ValueError(
            f"{file} holds {len(stored)} other layers than the {len(weights)} of the net"
        )
    norms = _norms(model, picture)
    with torch.no_grad():
        for layer, (values, bias) in zip(layers, stored, strict=True):
            layer.weight.copy_(torch.tensor(values))
            if layer.bias is not None:
                layer.bias.copy_(torch.tensor(bias))
            norm = norms.get(layer)
            if norm is not None:  # the identity, plus the folded bias
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
                norm.weight.fill_(1)
                norm.bias.copy_(torch.tensor(bias))
        _restore_statistics(model, norms, picture)


def _kinds() -> tuple[type, ...]:
    from torch import nn

    return nn.Conv2d, nn.Linear


def _layers(file: Path) -> list[tuple[Floats, Floats]]:
    """Return weights and bias of every convolution and matrix, in execution order."""
    import numpy as np
    import onnx

    model = onnx.load(str(file))
    held = read_weights(model)
    found = []
    for node in model.graph.node:
        if node.op_type in ("Conv", "Gemm") and node.input[1] in held:
            weight = held[node.input[1]]
            bias = held[node.input[2]] if len(node.input) > 2 else np.zeros(len(weight), np.float32)
            found.append((weight, bias))
    return found


def _execution_order(model: Any, picture: Any) -> list[Any]:
    """Return the modules in the order of their first run."""
    order: dict[Any, None] = {}

    def record_layer(module: Any, given: Any, result: Any) -> None:
        order.setdefault(module)

    hooks = [module.register_forward_hook(record_layer) for module in model.modules()]
    _run(model, picture)
    for hook in hooks:
        hook.remove()
    return list(order)


def _norms(model: Any, picture: Any) -> dict[Any, Any]:
    """Map each convolution to the normalisation that follows it."""
    from torch import nn

    order = [m for m in _execution_order(model, picture) if not len(list(m.children()))]
    return {
        a: b
        for a, b in pairwise(order)
        if isinstance(b, nn.BatchNorm2d) and isinstance(a, nn.Conv2d)
    }


def _restore_statistics(model: Any, norms: dict[Any, Any], picture: Any) -> None:
    """Set every normalisation to the mean and variance of its input, its output unchanged."""
    seen: dict[Any, tuple[Any, Any]] = {}

    def record_statistics(norm: Any, given: Any, result: Any) -> None:
        seen[norm] = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3), unbiased=False)

    hooks = [norm.register_forward_hook(record_statistics) for norm in norms.values()]
    _run(model, picture)
    for hook in hooks:
        hook.remove()
    for layer, norm in norms.items():
        mean, variance = seen[norm]
        norm.bias.add_(mean)  # until here the normalisation had mean 0 and variance 1
        # folding left channels of very unlike scale, which would learn at very unlike rates
        size = layer.weight.flatten(1).square().sum(1).sqrt().clamp(min=1e-4)
        scale = USUAL / size
        layer.weight.mul_(scale.reshape(-1, 1, 1, 1))
        norm.running_mean.copy_(mean * scale)
        norm.running_var.copy_(variance * scale**2)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / scale)


def _run(model: Any, picture: Any) -> None:
    import torch

    model.eval()
    with torch.no_grad():
        model(picture)
    model.train()
