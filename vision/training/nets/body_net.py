"""The net of bodies: a small residual net over views of boxes, in torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from ...recognition.bodies import OUTPUTS, SIDE
from .onnx_files import shrink
from .residual import Block, narrow

_WIDTHS = (12, 16, 32, 64, 96)
_OPSET = 17


class BodyModule(nn.Module):
    """Views (n, 4, SIDE, SIDE), 0 to 1, to logits of `recognition.bodies.OUTPUTS` (n, 3)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before = 4
        for number, width in enumerate(_WIDTHS):
            layers += [nn.Sequential(*narrow(before, width)), *([Block(width)] if number else [])]
            before = width
        self.features = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.answer = nn.Linear(before, len(OUTPUTS))

    def forward(self, view: Any) -> Any:
        """Return the logits."""
        return self.answer(self.features((view - 0.5) / 0.25))


def export(weights: Path, file: Path) -> None:
    """Write the ONNX file of a run's averaged weights, for any number of views."""
    net = BodyModule()
    net.load_state_dict(torch.load(weights, weights_only=True, map_location="cpu"))
    net.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, 4, SIDE, SIDE),),
        str(file),
        input_names=["view"],
        output_names=["bodies"],
        dynamic_axes={"view": {0: "n"}, "bodies": {0: "n"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    shrink(file)
