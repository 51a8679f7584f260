"""Export the relation net: one ONNX file in half precision for Python and the browser.

python -m vision.training.relation_export --weights RUN/weights.npz --out FILE.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch
from torch import nn

from ..relations.network import INPUTS, OUTPUTS
from .nets.onnx_files import halve
from .nets.relation_net import RelationNet
from .nets.relation_weights import load_weights

_OPSET = 17


def main() -> None:
    """Export weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, required=True, help="npz of a run")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    export(options.weights, options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes")


class SinglePhoto(nn.Module):
    """The net for one photo, without batch and padding; results are probabilities.

    Args:
        net: the trained net.
    """

    def __init__(self, net: RelationNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, corners: Any, names: Any, facts: Any, rules: Any) -> tuple[Any, ...]:
        """Return logarithms of the roles' probabilities; flags, same set and edge from 0 to 1."""
        mask = torch.ones_like(facts[None, :, 0])
        roles, flags, same, edge = self.net(
            corners[None], names[None], facts[None], rules[None], mask
        )
        return (
            torch.log_softmax(roles[0], -1),
            torch.sigmoid(flags[0]),
            torch.sigmoid(same[0]),
            torch.softmax(edge[0], -1),
        )


def export(weights: Path, file: Path) -> None:
    """Write the net with these weights, dynamic in the number of boxes."""
    net = RelationNet()
    net.load_state_dict(load_weights(weights))
    net.eval()
    count = 20
    given = (
        torch.randn(count, 4, 2),
        torch.rand(count, 46),
        torch.rand(count, 5),
        torch.tensor([1.0, 0, 0, 0]),
    )
    sizes = {name: {0: "boxes"} for name in (*INPUTS[:3], *OUTPUTS[:3])}
    sizes[OUTPUTS[2]] = {0: "boxes", 1: "boxes"}
    torch.onnx.export(
        SinglePhoto(net),
        given,
        str(file),
        input_names=list(INPUTS),
        output_names=list(OUTPUTS),
        dynamic_axes=sizes,
        opset_version=_OPSET,
        dynamo=False,
    )
    halve(file)


if __name__ == "__main__":
    main()
