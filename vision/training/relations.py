"""Train the relation net on box lists.

    python -m simulation.layings.lists --out LISTS --chunks 900        makes lists meanwhile
    python -m vision.training.relations --lists LISTS --valid VALID --run RUN --minutes N

A run goes on from its checkpoint (RUN/state.pt), or starts from `--start FILE`, the published ONNX
file or the weights of another run. The learning rate is annealed over the minutes of each sitting.
RUN/log.csv has the curve, RUN/weights.npz the averaged weights.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ..relations.boxes import KINDS, NO_GROUP, RULE_SETS, BoxList, Role, tiles_of_boxes
from ..relations.inputs import net_inputs
from ..relations.network import as_arrays
from ..relations.roles import FLAGS
from .data.box_lists import BoxTruths, load_chunk
from .nets.averages import update_average
from .nets.curve import add_figures
from .nets.relation_net import RelationNet
from .nets.relation_weights import load_weights, save_weights

_MOST_PAIRS = 40_000  # pairs of boxes a batch
_MOST_LISTS = 48
_LARGE, _LARGE_SHARE = 60, 0.5  # lists with more boxes take half of the time: some are left out
_BETWEEN, _SAMPLE = 180, 300  # seconds between figures, and lists that these are of
_BACK = KINDS.index("back")
_UNKNOWN = -1
_WEIGHTS = torch.tensor([{"stacked": 8.0, "back": 4.0}.get(flag, 1.0) for flag in FLAGS])
"""Of the flags in the loss: fourth tiles on others are rare, and what shows them is one number;
of most boxes it is clear whether they are backs."""
_OWN = (Role.HAND, Role.WINNER, Role.SET, Role.FLOWER)

Example = dict[str, Any]


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lists", type=Path, required=True, help="folder of chunks")
    parser.add_argument("--valid", type=Path, required=True, help="folder of chunks kept apart")
    parser.add_argument("--run", type=Path, required=True, help="folder of the checkpoint and log")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--start", type=Path, help="published weights to start from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.run.mkdir(parents=True, exist_ok=True)
    Trainer(options).train()


class Trainer:
    """One sitting of training.

    Args:
        options: of the command line.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        self.options = options
        self.net = RelationNet()
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98)
        )
        self.steps = self.lists = 0
        self.seconds = 0.0
        self.state = options.run / "state.pt"
        if self.state.exists():
            saved = torch.load(self.state, weights_only=True)
            self.net.load_state_dict(saved["net"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.average = saved["average"]
            self.steps, self.lists, self.seconds = saved["steps"], saved["lists"], saved["seconds"]
        else:
            if options.start is not None:
                self.net.load_state_dict(load_weights(options.start))
            self.average = {name: value.clone() for name, value in self._weights().items()}

    def train(self) -> None:
        """Train until the minutes are over; keep the checkpoint and write the curve."""
        options = self.options
        rng = np.random.default_rng([options.seed, self.steps])
        feed = Feed(options.lists, rng)
        valid = [
            example for file in sorted(options.valid.glob("*.npz")) for example in examples(file)
        ]
        began, before, steps = time.monotonic(), self.seconds, 0
        shown = began
        losses: list[float] = []
        while (share := (time.monotonic() - began) / (60 * options.minutes)) < 1:
            for group in self.optimizer.param_groups:
                group["lr"] = options.rate * _schedule(share, steps)
            for batch in feed.batches():
                losses.append(self._step(batch))
                steps += 1
            self.seconds = before + time.monotonic() - began
            if time.monotonic() - shown > _BETWEEN:
                shown = time.monotonic()
                self._log(
                    float(np.mean(losses)), feed.chunks, valid[:: max(1, len(valid) // _SAMPLE)]
                )
                losses.clear()
                self._save()
        self._log(float(np.mean(losses or [0])), feed.chunks, valid)
        self._save()

    def _weights(self) -> dict[str, Any]:
        return dict(self.net.state_dict())

    def _step(self, batch: dict[str, Any]) -> float:
        """Train on one batch; return its loss."""
        loss = total_loss(self.net(*inputs_of(batch)), batch)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        self.lists += len(batch["mask"])
        update_average(self.average, self._weights(), min(0.998, self.steps / (self.steps + 30)))
        return float(loss.item())

    def _save(self) -> None:
        saved = {
            "net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(),
            "average": self.average, "steps": self.steps, "lists": self.lists,
            "seconds": self.seconds,
        }  # fmt: skip
        unfinished = self.state.with_suffix(".part")
        torch.save(saved, unfinished)
        unfinished.replace(self.state)
        save_weights(self.options.run / "weights.npz", self.average)

    def _log(self, loss: float, chunks: int, valid: Sequence[Example]) -> None:
        """Append the figures of the averaged weights on lists kept apart."""
        net = RelationNet()
        net.load_state_dict(self.average)
        net.eval()
        row: dict[str, object] = {
            "steps": self.steps, "seconds": round(self.seconds), "lists": self.lists,
            "chunks": chunks, "loss": round(loss, 4), **figures(net, valid),
        }  # fmt: skip
        add_figures(self.options.run / "log.csv", row)


def _schedule(share: float, steps: int) -> float:
    """Return the learning rate's factor: up at the start, level, then down to nearly nothing."""
    return min(1.0, (steps + 1) / 100) * min(1.0, max(0.01, (1 - share) / 0.7))


class Feed:
    """The lists of a folder: those never seen first, then all of them again and again.

    Few lists again and again are learnt by heart: with the last 80,000 of 280,000 ones the loss
    fell to a sixth, and fewer lists kept apart were right.

    Args:
        folder: of chunks; more may come while it is read.
        rng: source of chance.
    """

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self._folder, self._rng = folder, rng
        self._times: Counter[Path] = Counter()
        self._unseen: list[Example] = []

    @property
    def chunks(self) -> int:
        """Return the number of chunks that were read."""
        return len(self._times)

    def batches(self, lists: int = 512) -> Iterator[dict[str, Any]]:
        """Yield batches of random lists of like lengths."""
        while len(self._unseen) < lists:
            self._read_more()
        picked, self._unseen = self._unseen[:lists], self._unseen[lists:]
        picked.sort(key=lambda example: len(example["roles"]))
        groups: list[list[Example]] = [[]]
        for example in picked:
            count = len(example["roles"])
            if groups[-1] and (
                len(groups[-1]) >= _MOST_LISTS or (len(groups[-1]) + 1) * count**2 > _MOST_PAIRS
            ):
                groups.append([])
            groups[-1].append(example)
        for number in self._rng.permutation(len(groups)):
            yield collate(groups[int(number)])

    def _read_more(self) -> None:
        """Read one of the chunks that were read least often; wait for the first."""
        while not (files := sorted(self._folder.glob("[0-9]*[0-9].npz"))):
            time.sleep(5)
        file = min(files, key=lambda each: self._times[each])
        self._times[file] += 1
        chunk = [
            example
            for example in examples(file)
            if len(example["roles"]) <= _LARGE or self._rng.random() < _LARGE_SHARE
        ]
        self._unseen += [chunk[int(i)] for i in self._rng.permutation(len(chunk))]


def examples(file: Path) -> Iterator[Example]:
    """Yield the lists of a chunk as inputs and targets."""
    for boxes, truths, family in load_chunk(file):
        yield {**example_of(boxes, truths), "family": family}


def example_of(boxes: BoxList, truths: BoxTruths) -> Example:
    """Return the inputs of the net for one list, with its targets; -1 where there is none."""
    given = net_inputs(tiles_of_boxes(boxes), RULE_SETS[boxes.rules])
    corners, names, facts, rules = as_arrays(given)
    roles = truths.roles.astype(np.int64)
    own, sets = np.isin(roles, _OWN), roles == Role.SET
    columns = {
        "turned": np.where(own, truths.turned, _UNKNOWN),
        "concealed": np.where(sets, truths.concealed, _UNKNOWN),
        "stacked": np.where(sets, truths.stacked, _UNKNOWN),
        "back": np.where(truths.kinds >= 0, truths.kinds == _BACK, _UNKNOWN),
    }
    return {
        "corners": corners, "names": names, "facts": facts, "rules": rules,
        "roles": roles, "groups": np.where(sets, truths.groups, NO_GROUP).astype(np.int64),
        "flags": np.stack([columns[name] for name in FLAGS], axis=1).astype(np.float32),
        "edge": truths.edge,
    }  # fmt: skip


def collate(batch: Sequence[Example]) -> dict[str, Any]:
    """Return lists as padded tensors, with a mask."""
    most = max(len(example["roles"]) for example in batch)

    def pad(name: str, filling: float) -> Any:
        first = batch[0][name]
        whole = np.full((len(batch), most, *first.shape[1:]), filling, first.dtype)
        for row, example in enumerate(batch):
            whole[row, : len(example[name])] = example[name]
        return torch.from_numpy(whole)

    mask = np.zeros((len(batch), most), np.float32)
    for row, example in enumerate(batch):
        mask[row, : len(example["roles"])] = 1
    made = {name: pad(name, 0) for name in ("corners", "names", "facts")}
    made |= {name: pad(name, _UNKNOWN) for name in ("roles", "groups", "flags")}
    made["rules"] = torch.from_numpy(np.stack([example["rules"] for example in batch]))
    made["edge"] = torch.tensor([example["edge"] for example in batch])
    made["mask"] = torch.from_numpy(mask)
    return made


def inputs_of(batch: dict[str, Any]) -> tuple[Any, ...]:
    """Return a batch's inputs in the order of the net's arguments."""
    return tuple(batch[name] for name in ("corners", "names", "facts", "rules", "mask"))


def total_loss(outputs: tuple[Any, ...], batch: dict[str, Any]) -> Any:
    """Return the loss of all outputs; targets of -1 do not count."""
    roles, flags, same, edge = outputs
    loss = F.cross_entropy(roles.flatten(0, 1), batch["roles"].flatten(), ignore_index=_UNKNOWN)
    known = batch["flags"] >= 0
    if known.any():
        weights = _WEIGHTS.expand_as(flags)[known]
        wanted = batch["flags"][known]
        loss = loss + 0.4 * F.binary_cross_entropy_with_logits(flags[known], wanted, weights)
    pairs, target = pair_targets(batch["groups"])
    if pairs.any():
        loss = loss + 0.5 * F.binary_cross_entropy_with_logits(same[pairs], target[pairs])
    if (batch["edge"] >= 0).any():
        loss = loss + 0.1 * F.cross_entropy(edge, batch["edge"], ignore_index=_UNKNOWN)
    return loss


def pair_targets(groups: Any) -> tuple[Any, Any]:
    """Return which pairs of boxes are both in sets, and whether the set is the same."""
    inside = groups >= 0
    others = ~torch.eye(groups.shape[1], dtype=torch.bool)[None]
    return inside[:, :, None] & inside[:, None] & others, (
        groups[:, :, None] == groups[:, None]
    ).float()


def figures(net: Any, valid: Sequence[Example]) -> dict[str, float]:
    """Return shares that are right: boxes, whole lists by family, winners, pairs, edges."""
    ordered = sorted(valid, key=lambda example: len(example["roles"]))
    sums: dict[str, list[float]] = {}

    def add(name: str, right: float, count: float = 1.0) -> None:
        one = sums.setdefault(name, [0.0, 0.0])
        one[0], one[1] = one[0] + right, one[1] + count

    with torch.no_grad():
        for start in range(0, len(ordered), 8):
            group = ordered[start : start + 8]
            batch = collate(group)
            roles, flags, same, edge = net(*inputs_of(batch))
            found, wanted = roles.argmax(-1), batch["roles"]
            right = (found == wanted) | (wanted == _UNKNOWN)
            add("roles", float((right & (wanted >= 0)).sum()), float((wanted >= 0).sum()))
            for row, example in enumerate(group):
                add(f"family {example['family']}", float(right[row].all()))
                add("whole lists", float(right[row].all()))
                won = wanted[row] == Role.WINNER
                if won.any():
                    add("winner", float((found[row][won] == Role.WINNER).all()))
            pairs, target = pair_targets(batch["groups"])
            add("pairs", float(((same > 0) == (target > 0))[pairs].sum()), float(pairs.sum()))
            known = batch["flags"] >= 0
            for column, name in enumerate(FLAGS):
                here = known[..., column]
                agreed = (flags[..., column] > 0) == (batch["flags"][..., column] > 0)
                add(name, float(agreed[here].sum()), float(here.sum()))
            has_edge = batch["edge"] >= 0
            agreed = (edge.argmax(-1) == batch["edge"])[has_edge]
            add("edge", float(agreed.sum()), float(has_edge.sum()))
    return {name: round(a / b, 4) for name, (a, b) in sorted(sums.items()) if b}


if __name__ == "__main__":
    main()
