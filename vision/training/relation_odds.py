"""Fit the relation net's odds of stacked kongs to how often they are to be asked about.

    python -m simulation.layings.lists --out LISTS --chunks 12
    python -m vision.training.relation_odds --net models/relations-vN.onnx --lists LISTS --run RUN

In the lists that the net learns from, one pung in thirty has its fourth tile on top. On pictures
that have more of them the net orders sets as well, but takes too many kongs for pungs. Nothing of
the net changes but slope and offset of these odds: they are fitted to lists in which such kongs
count as `--share` of the pungs. RUN can be published as a run of `vision.training.relations` is.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ..arrays import Floats
from ..relations.boxes import NO_GROUP
from ..relations.roles import FLAGS
from .data.box_lists import load_chunk
from .nets.relation_net import RelationNet
from .nets.relation_weights import load_weights, save_weights
from .relations import collate, example_of, inputs_of

SHARE = 0.1
"""Of sets of three like tiles in view, those that count as kongs: on made pictures of all families
(`handreader.evaluation`) 34 of 375 are. A question costs a tap, a kong missed the score."""
_STACKED = FLAGS.index("stacked")


def main() -> None:
    """Fit, and write the weights with the curve of the net."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", type=Path, required=True, help="published relation net")
    parser.add_argument("--lists", type=Path, required=True, help="folder of chunks kept apart")
    parser.add_argument("--run", type=Path, required=True, help="folder for the weights")
    parser.add_argument("--share", type=float, default=SHARE, help="of kongs among the sets")
    options = parser.parse_args()
    torch.set_num_threads(1)
    weights = load_weights(options.net)
    net = RelationNet()
    net.load_state_dict(weights)
    net.eval()
    pairs = [pair for file in sorted(options.lists.glob("*.npz")) for pair in sets_of(net, file)]
    logits, stacked = np.array(pairs, np.float32).T
    slope, offset = fit_odds(logits, stacked > 0, options.share)
    print(f"{len(pairs)} sets, {stacked.sum():.0f} kongs: slope {slope:.3f}, offset {offset:.3f}")
    weights["flags.weight"][_STACKED] *= slope
    weights["flags.bias"][_STACKED] *= slope
    weights["flags.bias"][_STACKED] += offset
    options.run.mkdir(parents=True, exist_ok=True)
    save_weights(options.run / "weights.npz", weights)
    shutil.copyfile(options.net.with_suffix(".csv"), options.run / "log.csv")


def sets_of(net: Any, file: Path) -> Iterator[tuple[float, bool]]:
    """Yield each set of three like tiles in view: its highest logit, and whether it is a kong.

    Args:
        net: the relation net.
        file: chunk of lists.
    """
    for boxes, truths, _ in load_chunk(file):
        groups = [
            rows
            for number in set(truths.groups.tolist()) - {NO_GROUP}
            if len(rows := np.flatnonzero(truths.groups == number)) == 3
            and len(set(truths.kinds[rows].tolist())) == 1
            and not truths.concealed[rows].any()
        ]
        if not groups:
            continue
        with torch.no_grad():
            flags = net(*inputs_of(collate([example_of(boxes, truths)])))[1][0, :, _STACKED]
        for rows in groups:
            yield float(flags[rows].max()), bool(truths.stacked[rows].any())


def fit_odds(logits: Floats, stacked: Any, share: float) -> tuple[float, float]:
    """Return the slope and offset of the likeliest odds if a share of the sets are kongs.

    Args:
        logits: of sets, shape (n,).
        stacked: whether each is a kong, shape (n,); at least one is and one is not.
        share: how much the kongs count together.
    """
    given, wanted = torch.tensor(logits).double(), torch.tensor(stacked).double()
    count = wanted.mean()
    weights = torch.where(wanted > 0, share / count, (1 - share) / (1 - count))
    line = torch.tensor([1.0, 0.0], dtype=torch.double, requires_grad=True)
    optimizer = torch.optim.LBFGS([line], max_iter=200)

    def loss() -> Any:
        optimizer.zero_grad()
        found = F.binary_cross_entropy_with_logits(line[0] * given + line[1], wanted, weights)
        found.backward()
        return found

    optimizer.step(loss)
    slope, offset = line.tolist()
    return slope, offset


if __name__ == "__main__":
    main()
