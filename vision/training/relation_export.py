"""Export the relation net: one ONNX file in half precision for Python and the browser.

    python -m vision.training.relation_export --weights RUN/weights.npz --out FILE.onnx
        [--arrays FILE.npz --lists CHUNK.npz]

`--arrays` keeps inputs of three lists with torch's outputs, which each runtime must give again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ..relations.boxes import RULE_SETS, tiles_of_boxes
from ..relations.inputs import FACTS, KINDS, net_inputs
from ..relations.network import INPUTS, OUTPUTS, as_arrays
from .data.box_lists import load_chunk
from .nets.onnx_files import shrink
from .nets.relation_net import RelationNet
from .nets.relation_weights import load_weights

_OPSET = 17


def main() -> None:
    """Export weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, required=True, help="npz of a run")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--arrays", type=Path, help="file for inputs and outputs of some lists")
    parser.add_argument("--lists", type=Path, help="chunk that has these lists")
    options = parser.parse_args()
    export(options.weights, options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes")
    if options.arrays is not None:
        save_arrays(options.out, options.lists, options.arrays)


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
        torch.rand(count, len(KINDS)),
        torch.rand(count, FACTS),
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
    shrink(file)


def save_arrays(net_file: Path, lists: Path, file: Path) -> None:
    """Write the inputs of a small, an ordinary and a large list, and torch's outputs for them."""
    net = RelationNet()
    net.load_state_dict(load_weights(net_file))
    single = SinglePhoto(net.eval())
    found = sorted((boxes for boxes, _, _ in load_chunk(lists)), key=len)
    arrays: dict[str, Any] = {}
    for number, boxes in enumerate((found[0], found[len(found) // 2], found[-1])):
        values = as_arrays(net_inputs(tiles_of_boxes(boxes), RULE_SETS[boxes.rules]))
        with torch.no_grad():
            results = single(*map(torch.from_numpy, values))
        arrays |= {f"{name}{number}": v for name, v in zip(INPUTS, values, strict=True)}
        arrays |= {f"{name}{number}": v.numpy() for name, v in zip(OUTPUTS, results, strict=True)}
    np.savez_compressed(file, **arrays)


if __name__ == "__main__":
    main()
