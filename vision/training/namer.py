"""Train the namer: a small residual net over rectified crops.

    python -m vision.training.namer --data FOLDER --extra FOLDER --out RUN

One softmax over 46 kinds x 4 directions and "no tile". The loss is minus the log of
the summed probability of all acceptable answers. Crops with unlabelled direction, and faces that
look the same upside down, therefore contribute only what is known about them.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scoring.tiles import CLASSES

from ..recognition.classifier import CROP, NOTHING
from .data.crops import crops
from .data.pool import Pool, load_pool
from .nets import resume
from .nets.averages import update_average
from .nets.device import has_bfloat16, prepare_pictures
from .nets.onnx_files import shrink
from .nets.replay import move_pictures, quarter_turns, relight, repeat_batches
from .packages import OF_NETS, require_packages

ANSWERS = 4 * len(CLASSES) + 1
AGAIN = 0
"""Batches of old crops after each new one; as in `finder`."""
KEPT_CROPS = 6000
"""Crops from which those that are seen again are drawn."""
NAMER_BATCH = 128


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run is: its steps, its seconds, and the mean loss of the latest steps."""

    step: int
    spent: float
    loss: float


def change_crops(pictures: Any, right: Any) -> tuple[Any, Any]:
    """Return the crops turned by quarters, moved a little and lit by chance, with their answers.

    Args:
        pictures: uint8 (n, 3, CROP, CROP).
        right: the acceptable answers, bool (n, ANSWERS).
    """
    import torch

    count, device = len(pictures), pictures.device
    quarters = torch.randint(4, (count,), device=device)
    turn = quarter_turns(quarters) + 0.04 * torch.randn(count, device=device)
    scale = torch.exp(0.04 * torch.randn(count, device=device))
    shift = 0.03 * torch.randn(count, 2, device=device)
    none_mirrored = torch.zeros(count, dtype=torch.bool, device=device)
    moved = relight(move_pictures(pictures, turn, scale, shift, none_mirrored))
    return moved, turn_answers(right, quarters)


def turn_answers(right: Any, quarters: Any) -> Any:
    """Return acceptable answers (n, ANSWERS) after so many quarter turns, clockwise."""
    import torch

    before = torch.arange(4, device=right.device)[None] - quarters[:, None]
    faces = right[:, :-1].reshape(len(right), -1, 4)
    turned = faces.gather(2, (before % 4)[:, None].expand_as(faces))
    return torch.cat([turned.flatten(1), right[:, -1:]], 1)


def net(classes: int = ANSWERS) -> Any:
    """Build a plain residual net; teaching a set compares faces by its pooled features."""
    from torch import nn

    from .nets.residual import Block, narrow

    class Namer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.features = nn.Sequential(
                *narrow(3, 24),
                *narrow(24, 48),
                Block(48),
                Block(48),
                *narrow(48, 96),
                Block(96),
                Block(96),
                *narrow(96, 128),
                Block(128),
                nn.AdaptiveAvgPool2d(1),
                nn.Flatten(),
            )
            self.answer = nn.Linear(128, classes)

        def forward(self, picture: Any) -> Any:
            return self.answer(self.features((picture - 0.5) / 0.25))

    return Namer()


def _batches(pool: Pool, batch: int, seed: int, workers: int) -> Iterator[Any]:
    import torch
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info

    class CropStream(IterableDataset[Any]):
        def __iter__(self) -> Iterator[Any]:
            worker = get_worker_info()
            cv2.setNumThreads(1)
            os.nice(5)
            number = seed * 1000 + (worker.id if worker else 0)
            for crop in crops(pool, number):
                right = np.zeros(ANSWERS, np.bool_)
                if crop.kind == NOTHING:
                    right[-1] = True
                else:
                    right[[4 * crop.kind + d for d in crop.directions]] = True
                yield crop.pixels, right

    def collate(items: list[Any]) -> Any:
        pixels = torch.from_numpy(np.stack([item[0] for item in items])).permute(0, 3, 1, 2)
        return pixels, torch.from_numpy(np.stack([item[1] for item in items]))

    return iter(
        DataLoader(
            CropStream(),
            batch_size=batch,
            num_workers=workers,
            collate_fn=collate,
            prefetch_factor=4,
        )
    )


CHECKPOINT_SECONDS = 60.0
"""Of training between two checkpoints: what a killed run loses at most, whatever a step takes."""


def train(
    pool: Pool,
    start: Path | None,
    out: Path,
    minutes: float,
    batch: int,
    workers: int,
    seed: int,
    rate: float,
    frozen: int = 0,
    device: str = "cpu",
    again: int = AGAIN,
    kept: int = KEPT_CROPS,
    report: Callable[[TrainingProgress], None] | None = None,
) -> None:
    """Train until `minutes` of training time are spent, annealing to the end.

    The first `frozen` modules of the features keep their weights; with 13 the last stage and the
    answers learn.

    Writes `out/state.pt` (a checkpoint to resume from), `out/namer.pt` (averaged weights) and
    `out/log.csv`. `report` gets every step in place of printed lines.
    """
    import torch

    out.mkdir(parents=True, exist_ok=True)
    before = None
    if (out / "state.pt").exists():
        before = torch.load(out / "state.pt", weights_only=True, map_location=device)
    # the process that makes pictures starts first: it must not inherit a working net's threads
    batches = _batches(pool, batch, seed + (before["step"] if before else 0), workers)
    first = next(batches)
    torch.manual_seed(seed)
    model = net()
    if start is not None and before is None:
        _resume_from(start, model, first[0])
    model.to(device, memory_format=torch.channels_last)
    model.features[:frozen].requires_grad_(False)
    learnt = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(learnt, lr=rate, weight_decay=0.03)
    average = {k: v.clone() for k, v in model.state_dict().items()}
    step, spent = 0, 0.0
    if before is not None:
        model.load_state_dict(before["model"])
        optimiser.load_state_dict(before["optimiser"])
        average, step, spent = before["average"], before["step"], before["spent"]
        print(f"going on at step {step}, {spent / 60:.1f} min", flush=True)
    saved = spent
    model.train()
    model.features[:frozen].eval()  # normalisation keeps its statistics
    is_fast = has_bfloat16(device)
    clock, total, right_kinds, seen = time.monotonic(), 0.0, 0, 0
    stream = repeat_batches(chain([first], batches), again, change_crops, kept, device)
    for pixels, right in stream:
        progress = min(1.0, spent / (minutes * 60))
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * progress)))
        with torch.autocast(device, torch.bfloat16, enabled=is_fast):
            answers = model(prepare_pictures(pixels, device))
        answers = answers.float()
        hit = answers.masked_fill(~right, -math.inf).logsumexp(1)
        loss = (answers.logsumexp(1) - hit).mean()
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        update_average(average, model.state_dict(), min(0.999, (1 + step) / (20 + step)))
        with torch.no_grad():
            total += float(loss) * len(right)
            right_kinds += int(right.gather(1, answers.argmax(1, keepdim=True)).sum())
            seen += len(right)
        now = time.monotonic()
        spent, clock = spent + now - clock, now
        done = spent >= minutes * 60
        if report is not None:
            report(TrainingProgress(step, min(spent, minutes * 60), total / seen))
        if step % 50 == 0 or done:
            rate_now = optimiser.param_groups[0]["lr"]
            line = f"{step},{spent:.0f},{rate_now:.6f},{total / seen:.4f},{right_kinds / seen:.4f}"
            with (out / "log.csv").open("a", encoding="utf-8") as log:
                log.write(line + "\n")
            if report is None:
                print("step,s,rate,loss,right", line, flush=True)
            total, right_kinds, seen = 0.0, 0, 0
        if spent - saved >= CHECKPOINT_SECONDS or done:
            saved = spent
            state = {
                "model": model.state_dict(),
                "optimiser": optimiser.state_dict(),
                "average": average,
                "step": step,
                "spent": spent,
            }
            for name, value in (("state.pt", state), ("namer.pt", average)):
                torch.save(value, out / (name + ".part"))
                (out / (name + ".part")).replace(out / name)  # never half a checkpoint
        if done:
            break


def _resume_from(start: Path, model: Any, pictures: Any) -> None:
    """Load the weights of an earlier run's checkpoint, or of a shipped file, into the model."""
    import torch

    if start.suffix == ".onnx":
        resume.load_weights(model, start, pictures[:NAMER_BATCH].float().div(255))
    else:
        model.load_state_dict(torch.load(start, weights_only=True, map_location="cpu"))


def export(checkpoint: Path, target: Path) -> None:
    """Write the ONNX file.

    Input: `picture` (n, 3, CROP, CROP), 0 to 1. Outputs: `answers` (n, 185) logits and `features`
    (n, 128).
    """
    import torch

    model = net()
    model.load_state_dict(torch.load(checkpoint, weights_only=True, map_location="cpu"))
    model.eval()

    class Both(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = model

        def forward(self, picture: Any) -> tuple[Any, Any]:
            features = self.net.features((picture - 0.5) / 0.25)
            return self.net.answer(features), features

    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Both(),
        (torch.zeros(2, 3, CROP, CROP),),
        str(target),
        input_names=["picture"],
        output_names=["answers", "features"],
        dynamic_axes={name: {0: "n"} for name in ("picture", "answers", "features")},
        opset_version=17,
        dynamo=False,
    )
    shrink(target)


def main() -> None:
    """Run the command line; see the module's first lines."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the training folder")
    parser.add_argument("--extra", type=Path, nargs="*", default=[], help="fonts and wallpapers")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run")
    parser.add_argument("--start", type=Path, help="resume from a namer.pt or .onnx")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--batch", type=int, default=NAMER_BATCH)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=int, default=0, help="modules that keep their weights")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--again", type=int, default=AGAIN, help="old batches after each new one")
    parser.add_argument("--kept", type=int, default=KEPT_CROPS, help="crops that are seen again")
    parser.add_argument("--export", type=Path, help="only write the ONNX file from RUN/namer.pt")
    options = parser.parse_args()
    require_packages(parser, OF_NETS)
    import torch

    torch.set_num_threads(options.threads)
    if options.export:
        export(options.out / "namer.pt", options.export)
        return
    pool = load_pool(options.data, options.faces, options.extra, options.out.parent / "pool.pickle")
    train(
        pool,
        options.start,
        options.out,
        options.minutes,
        options.batch,
        options.workers,
        options.seed,
        options.rate,
        options.frozen,
        options.device,
        options.again,
        options.kept,
    )


if __name__ == "__main__":
    main()
