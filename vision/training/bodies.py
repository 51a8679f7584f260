"""Train the net of bodies on views of boxes.

    python -m vision.training.data.bodies --data DATA --extra EXTRA --out VIEWS --minutes N
    python -m vision.training.bodies --views VIEWS --run RUN --minutes N

A run goes on from its checkpoint (RUN/state.pt), or begins with the weights of `--start`. The
learning rate is annealed over the minutes of each sitting. RUN/log.csv has the curve, RUN/bodies.pt
the averaged weights, RUN/sheet.png the views that are told worst and some that are told well.
Chunks whose names end in `0` are for these alone.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F

from ..arrays import Floats, Pixels
from ..recognition.bodies import OUTPUTS
from .data.bodies import UNKNOWN, load_views
from .nets.averages import update_average
from .nets.body_net import BodyModule
from .nets.curve import add_figures
from .nets.device import has_bfloat16, prepare_pictures
from .nets.replay import relight
from .nets.resume import load_weights

BODY_BATCH = 256
_PAUSE = 90.0  # seconds between checkpoints, each with figures
_JUDGED = 5000  # views that are kept apart, of which the figures are
_SHEET = 24  # views in a row of the sheet
_SHIFT, _ZOOM, _TURN = 0.1, 0.15, 0.12
"""Most by which a view is moved (half sides), scaled (a share), turned (radians)."""
_SHARES = {"no tile": 0.28, "printed": 0.14, "raised": 0.17, "on the table": 0.31, "other": 0.1}
"""Parts of a batch: what is rare on photos decides as often as what is common. As many drawn tiles
lie on others as on the table (two in five of these are of photos): the net's odds of a raised one
are those of the picture alone."""


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", type=Path, required=True, help="folder of chunks")
    parser.add_argument("--run", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--start", type=Path, help="begin with the weights of an .onnx file")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)
    files = sorted(options.views.glob("*.npz"))
    kept = [file for file in files if file.stem.endswith("0")]
    BodyTrainer(options, load_views(f for f in files if f not in kept), load_views(kept)).train()


class BodyTrainer:
    """One sitting of training.

    Args:
        options: of the command line.
        views: pixels and labels to learn from.
        valid: those that are kept apart.
    """

    def __init__(
        self,
        options: argparse.Namespace,
        views: tuple[Pixels, npt.NDArray[np.int8]],
        valid: tuple[Pixels, npt.NDArray[np.int8]],
    ) -> None:
        self.options = options
        self.pixels, self.labels = views
        self.rng = np.random.default_rng(options.seed)
        apart = np.random.default_rng(0).permutation(len(valid[1]))[:_JUDGED]
        self.valid = valid[0][apart], valid[1][apart]
        tile, printed, raised = self.labels.T
        parts = {
            "no tile": tile == 0,
            "printed": printed == 1,
            "raised": raised == 1,
            "on the table": raised == 0,
            "other": (printed == 0) & (raised == UNKNOWN),
        }
        self.parts = {name: np.flatnonzero(rows) for name, rows in parts.items()}
        self.net = BodyModule().to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=options.rate, weight_decay=0.03
        )
        self.state = options.run / "state.pt"
        if options.start is not None and not self.state.exists():
            load_weights(
                self.net, options.start, torch.from_numpy(self.pixels[:BODY_BATCH]).float() / 255
            )
        self.average = {name: value.clone() for name, value in self.net.state_dict().items()}
        self.steps, self.seconds = 0, 0.0
        if self.state.exists():
            saved = torch.load(self.state, weights_only=True)
            self.net.load_state_dict(saved["net"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.average = saved["average"]
            self.steps, self.seconds = saved["steps"], saved["seconds"]

    def train(self) -> None:
        """Train until the minutes are over; keep the checkpoint and write the curve."""
        began, before = time.monotonic(), self.seconds
        shown, steps, losses = began, 0, []
        while (share := (time.monotonic() - began) / (60 * self.options.minutes)) < 1:
            warm = min(1.0, (steps + 1) / 100)
            rate = self.options.rate * warm * (0.005 + 0.4975 * (1 + math.cos(math.pi * share)))
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            losses.append(self._step())
            steps += 1
            self.seconds = before + time.monotonic() - began
            if time.monotonic() - shown > _PAUSE:
                shown = time.monotonic()
                self._keep(losses)
        draw_sheet(*self.valid, self._keep(losses), self.options.run / "sheet.png")

    def _step(self) -> float:
        rows = np.concatenate(
            [
                self.rng.choice(self.parts[name], round(share * BODY_BATCH))
                for name, share in _SHARES.items()
            ]
        )
        views = change_views(self.pixels[rows], self.rng)
        labels = torch.from_numpy(self.labels[rows].astype(np.float32))
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16("cpu")):
            logits = self.net(prepare_pictures(views, "cpu"))
        known = labels != UNKNOWN
        each = F.binary_cross_entropy_with_logits(
            logits.float(), labels.clamp(min=0), reduction="none"
        )
        loss = each[known].sum() / len(rows)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        kept = min(0.998, (1 + self.steps) / (20 + self.steps))
        update_average(self.average, self.net.state_dict(), kept)
        return float(loss.detach())

    def _keep(self, losses: list[float]) -> Floats:
        """Write the checkpoint and a line of the curve: the share of right answers by output.

        Returns:
            the logits of the views that are kept apart.
        """
        mean = BodyModule()
        mean.load_state_dict(self.average)
        mean.eval()
        pixels, labels = self.valid
        with torch.no_grad():
            found: Floats = torch.cat(
                [
                    mean(torch.from_numpy(pixels[k : k + BODY_BATCH]).float() / 255)
                    for k in range(0, len(pixels), BODY_BATCH)
                ]
            ).numpy()
        line = {
            "steps": self.steps,
            "pictures": self.steps * BODY_BATCH,
            "seconds": round(self.seconds),
            "loss": round(float(np.mean(losses)), 4),
        }
        for number, name in enumerate(OUTPUTS):
            for value, side in ((1, "found"), (0, "spared")):
                rows = labels[:, number] == value
                share = float(((found[rows, number] > 0) == bool(value)).mean())
                line[f"{name} {side}"] = round(share, 4)
        losses.clear()
        add_figures(self.options.run / "log.csv", line)
        state = {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average,
            "steps": self.steps,
            "seconds": self.seconds,
        }
        for name, kept in (("state.pt", state), ("bodies.pt", self.average)):
            part = self.options.run / f"{name}.part"
            torch.save(kept, part)
            part.replace(self.options.run / name)  # never half a checkpoint
        return found


def draw_sheet(pixels: Pixels, labels: npt.NDArray[np.int8], found: Floats, file: Path) -> None:
    """Draw, for each output and value, a row of views told wrongly, the worst first, and of others.

    Args:
        pixels: views (n, 4, SIDE, SIDE).
        labels: theirs.
        found: logits (n, outputs).
        file: the picture.
    """
    rows = []
    for number in range(len(OUTPUTS)):
        for value in (1, 0):
            of_value = np.flatnonzero(labels[:, number] == value)
            towards = found[of_value, number] * (1 if value else -1)
            order = of_value[np.argsort(towards)]
            for chosen in (order[:_SHEET], order[:: max(1, len(order) // _SHEET)][:_SHEET]):
                cells = [_frame_box(view) for view in pixels[chosen]]
                cells += [np.zeros_like(cells[0])] * (_SHEET - len(cells))
                rows.append(np.concatenate(cells, axis=1))
    cv2.imwrite(str(file), np.concatenate(rows)[:, :, ::-1])


def _frame_box(view: Pixels) -> Pixels:
    """Return a view as a picture in which its box is outlined."""
    picture = np.ascontiguousarray(view[:3].transpose(1, 2, 0))
    outline = cv2.findContours(view[3], cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return cv2.drawContours(picture, outline, -1, (255, 0, 0), 1).astype(np.uint8)


def change_views(views: Pixels, rng: np.random.Generator) -> Any:
    """Return uint8 views (n, 4, side, side) mirrored, moved a little and lit by chance."""
    side = views.shape[-1]
    middle = np.full(2, (side - 1) / 2)
    changed = np.empty_like(views)
    for view, place in zip(views, changed, strict=True):
        turn, zoom = _TURN * rng.uniform(-1, 1), 1 + _ZOOM * rng.uniform(-1, 1)
        spin = zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        spin[:, 0] *= rng.choice([-1, 1])
        shift = _SHIFT * side / 2 * rng.uniform(-1, 1, 2)
        move = np.column_stack([spin, middle + shift - spin @ middle])
        moved = cv2.warpAffine(
            view.transpose(1, 2, 0), move, (side, side), borderMode=cv2.BORDER_REPLICATE
        )
        place[:] = moved.transpose(2, 0, 1)
    pixels = torch.from_numpy(changed)
    return torch.cat([relight(pixels[:, :3]), pixels[:, 3:]], dim=1)


if __name__ == "__main__":
    main()
