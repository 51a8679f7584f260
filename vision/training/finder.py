"""Train the finder: YOLO26n-OBB with two classes, a tile's face and a tile's back.

    python -m vision.training.finder --data FOLDER --extra FOLDER --weights yolo26n.pt --out RUN

The loop uses Ultralytics' model and loss but not its trainer. Pictures are rendered while the net
is trained. The forward pass runs in bfloat16 where the processor supports it. A killed run resumes
where it was.
Only the one-to-many head is trained: after a short training it finds 2-4 points more than the
end-to-end head, and overlapping boxes are cheap to remove.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from .data.photos import augment_photo, draw_photo
from .data.pool import Pool, load_pool
from .nets import resume
from .nets.averages import update_average
from .nets.device import has_bfloat16, prepare_pictures
from .nets.onnx_files import shrink
from .nets.replay import (
    move_matrices,
    move_pictures,
    quarter_turns,
    relight,
    repeat_batches,
)
from .packages import OF_FINDER, require_packages
from .rendering.scenes import Scenes

SIZE = 512
"""Pixels of a training picture; scales vary so much that reading may use any size."""
AGAIN = 0
"""Batches of old pictures after each new one. On a processor a new picture costs no more than the
changes to an old one; a GPU waits for new ones."""
KEPT_PICTURES = 1000
"""Pictures from which those that are seen again are drawn."""
MOST = 160
"""Boxes of a picture that are learnt from; a whole table shows fewer."""
FINDER_BATCH = 16
REAL_SHARE = 0.45
"""Share of real photos: rendered scenes bring backs, angles and designs, photos bring the world."""


def samples(pool: Pool, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield pictures without end: uint8 RGB (SIZE, SIZE, 3), quads (n, 4, 2), classes (n,)."""
    rng = np.random.default_rng(seed)
    scenes = Scenes(pool.faces, pool.grounds, pool.things, seed + 1, SIZE)
    while True:
        if rng.random() < REAL_SHARE:
            photo = augment_photo(draw_photo(pool.photos, rng), SIZE, pool.grounds, rng)
            yield photo.pixels, photo.quads, _classes(photo.kinds)
        else:
            scene = scenes.next()
            quads = np.array([t.quad for t in scene.tiles]).reshape(-1, 4, 2)
            yield scene.pixels, quads, _classes([t.kind for t in scene.tiles])


def _classes(kinds: Sequence[str]) -> Any:
    return np.array([float(kind == "back") for kind in kinds])


def boxes(quads: Any) -> Any:
    """Return boxes (n, 5) in Ultralytics' form: relative centre and sides, angle in radians."""
    rows = []
    for quad in quads:
        (x, y), (w, h), angle = cv2.minAreaRect(quad.astype(np.float32))
        rows.append([x / SIZE, y / SIZE, w / SIZE, h / SIZE, math.radians(angle)])
    return np.array(rows, np.float32).reshape(-1, 5)


def _batches(pool: Pool, batch: int, seed: int, workers: int) -> Iterator[tuple[Any, Any]]:
    """Yield uint8 pictures (n, 3, SIZE, SIZE) and their boxes as `pad_boxes` returns them."""
    import torch
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info

    class PictureStream(IterableDataset[Any]):
        def __iter__(self) -> Iterator[Any]:
            worker = get_worker_info()
            cv2.setNumThreads(1)
            os.nice(5)
            yield from samples(pool, seed * 1000 + (worker.id if worker else 0))

    def collate(items: list[Any]) -> tuple[Any, Any]:
        pixels = np.stack([item[0] for item in items])
        padded = np.stack([pad_boxes(boxes(item[1]), item[2]) for item in items])
        return torch.from_numpy(pixels).permute(0, 3, 1, 2), torch.from_numpy(padded)

    loader = DataLoader(
        PictureStream(),
        batch_size=batch,
        num_workers=workers,
        collate_fn=collate,
        prefetch_factor=3,
    )
    yield from loader


def pad_boxes(found: Any, classes: Any) -> Any:
    """Return the boxes and classes of a picture as (MOST, 6); rows of class -1 hold none."""
    rows = np.full((MOST, 6), -1, np.float32)
    rows[: len(found), :5], rows[: len(found), 5] = found[:MOST], classes[:MOST]
    return rows


def as_labels(padded: Any) -> dict[str, Any]:
    """Return padded boxes (n, MOST, 6) as Ultralytics' loss takes them."""
    where, row = (padded[:, :, 5] >= 0).nonzero(as_tuple=True)
    kept = padded[where, row]
    return {"batch_idx": where.float(), "cls": kept[:, 5:], "bboxes": kept[:, :5]}


def change_pictures(pictures: Any, padded: Any) -> tuple[Any, Any]:
    """Return the pictures mirrored, turned, scaled and lit by chance, with their boxes.

    Every second one is turned by about a number of quarters, the others by any angle. In a mirror,
    too, a face is a face and a back a back. A box whose centre leaves the picture is dropped.
    """
    import torch

    count, device = len(pictures), pictures.device

    def draw(*shape: int) -> Any:
        return torch.rand(count, *shape, device=device)

    quarters = quarter_turns((draw() * 4).floor()) + 0.06 * torch.randn(count, device=device)
    turn = torch.where(draw() < 0.5, quarters, 2 * math.pi * draw())
    scale = torch.exp((draw() - 0.5) * 2 * math.log(1.35))
    shift, is_mirrored = (draw(2) - 0.5) * 0.3, draw() < 0.5
    moved = relight(move_pictures(pictures, turn, scale, shift, is_mirrored))
    return moved, move_boxes(padded, turn, scale, shift, is_mirrored)


def move_boxes(padded: Any, turn: Any, scale: Any, shift: Any, is_mirrored: Any) -> Any:
    """Move boxes as `replay.move_pictures` moves pictures; angles stay below a right angle."""
    import torch

    places = torch.einsum(
        "nij,nmj->nmi", move_matrices(turn, scale, is_mirrored), padded[..., :2] * 2 - 1
    )
    places = (places + shift[:, None] + 1) / 2
    sides = padded[..., 2:4] * scale[:, None, None]
    angle = (
        padded[..., 4] * torch.where(is_mirrored, -1.0, 1.0)[:, None] + turn[:, None]
    ) % math.pi
    is_beyond = angle >= math.pi / 2
    sides = torch.where(is_beyond[..., None], sides.flip(-1), sides)
    angle = torch.where(is_beyond, angle - math.pi / 2, angle)
    is_inside = ((places > 0) & (places < 1)).all(-1) & (padded[..., 5] >= 0)
    moved = torch.cat([places, sides, angle[..., None], padded[..., 5:]], -1)
    return torch.where(is_inside[..., None], moved, torch.full_like(moved, -1))


def build(weights: Path | None) -> Any:
    """Build the net: two classes, one-to-many head only, started from the given checkpoint."""
    from ultralytics.nn.tasks import OBBModel, yaml_model_load

    recipe = yaml_model_load("yolo26n-obb.yaml")
    recipe["end2end"] = False
    model = OBBModel(recipe, nc=2, verbose=False)
    if weights is not None:
        import torch

        stored = torch.load(weights, map_location="cpu", weights_only=False)["model"].state_dict()
        own = model.state_dict()
        fitting = {k: v.float() for k, v in stored.items() if k in own and own[k].shape == v.shape}
        model.load_state_dict(fitting, strict=False)
        print(f"{len(fitting)} of {len(own)} tensors from {weights.name}", flush=True)
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, epochs=1)
    return model


def train(
    pool: Pool,
    weights: Path | None,
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
    kept: int = KEPT_PICTURES,
) -> None:
    """Train until `minutes` of training time are spent, annealing to the end.

    The first `frozen` layers keep their weights: a step then costs far less, since nothing is
    propagated back through them. With 23 the head alone learns, with 11 the neck too.

    Writes `out/state.pt` (a checkpoint to resume from), `out/finder.pt` (averaged weights) and
    `out/log.csv`.
    """
    import torch
    from ultralytics.utils.loss import v8OBBLoss

    out.mkdir(parents=True, exist_ok=True)
    before = None
    if (out / "state.pt").exists():
        before = torch.load(out / "state.pt", weights_only=True, map_location=device)
    # the process that makes pictures starts first: it must not inherit a working net's threads
    batches = _batches(pool, batch, seed + (before["step"] if before else 0), workers)
    first = next(batches)
    torch.manual_seed(seed)
    model = build(weights)
    if start is not None and before is None:
        _resume_from(start, model, first[0])
    model.to(device, memory_format=torch.channels_last)
    model.model[:frozen].requires_grad_(False)
    criterion = v8OBBLoss(model)
    learnt = [p for p in model.parameters() if p.requires_grad]
    decay = [p for p in learnt if p.ndim > 1]
    plain = [p for p in learnt if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=rate
    )
    average = {k: v.clone() for k, v in model.state_dict().items()}
    step, spent = 0, 0.0
    if before is not None:
        model.load_state_dict(before["model"])
        optimiser.load_state_dict(before["optimiser"])
        average, step, spent = before["average"], before["step"], before["spent"]
        print(f"going on at step {step}, {spent / 60:.1f} min", flush=True)
    model.train()
    model.model[:frozen].eval()  # normalisation keeps its statistics
    is_fast = has_bfloat16(device)
    clock = time.monotonic()
    losses = np.zeros(4)
    since = 0
    stream = repeat_batches(chain([first], batches), again, change_pictures, kept, device)
    for pictures, padded in stream:
        progress = min(1.0, spent / (minutes * 60))
        warm = min(1.0, (step + 1) / 100)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
        with torch.autocast(device, torch.bfloat16, enabled=is_fast):
            raw = model(prepare_pictures(pictures, device))
        raw = {
            k: ([f.float() for f in v] if isinstance(v, list) else v.float())
            for k, v in raw.items()
        }
        loss, parts = criterion.loss(raw, as_labels(padded))
        (loss.sum() * FINDER_BATCH / batch).backward()  # a larger batch is not clipped more often
        torch.nn.utils.clip_grad_norm_(learnt, 10.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        update_average(average, model.state_dict(), min(0.998, (1 + step) / (20 + step)))
        losses += [float(v) for v in parts.values()]
        since += 1
        now = time.monotonic()
        spent, clock = spent + now - clock, now
        if step % 20 == 0:
            mean = losses / since
            line = ",".join(f"{v:.4f}" for v in mean)
            with (out / "log.csv").open("a", encoding="utf-8") as log:
                log.write(f"{step},{spent:.0f},{optimiser.param_groups[0]['lr']:.6f},{line}\n")
            print(f"step {step} {spent / 60:.1f} min  box,cls,dfl,angle {line}", flush=True)
            losses[:], since = 0, 0
        done = spent >= minutes * 60
        if step % 100 == 0 or done:
            _save(out, model, optimiser, average, step, spent)
        if done:
            break


def _resume_from(start: Path, model: Any, pictures: Any) -> None:
    """Load the weights of an earlier run's checkpoint, or of a shipped file, into the model."""
    import torch

    if start.suffix == ".onnx":
        resume.load_weights(model, start, pictures[:FINDER_BATCH].float().div(255))
    else:
        model.load_state_dict(torch.load(start, weights_only=True, map_location="cpu"))


def _save(out: Path, model: Any, optimiser: Any, average: Any, step: int, spent: float) -> None:
    import torch

    state = {
        "model": model.state_dict(),
        "optimiser": optimiser.state_dict(),
        "average": average,
        "step": step,
        "spent": spent,
    }
    for name, value in (("state.pt", state), ("finder.pt", average)):
        torch.save(value, out / (name + ".part"))
        (out / (name + ".part")).replace(out / name)  # never half a checkpoint


def export(checkpoint: Path, target: Path) -> None:
    """Write the ONNX file: picture in (0 to 1, any multiple of 32), raw maps of every level out.

    Outputs `boxes` (1, 4, n) in cells from each anchor, `scores` (1, 2, n) as logits, `angle`
    (1, 1, n) in radians; `vision.recognition.detector` decodes them, for pictures of any size.
    """
    import torch

    model = build(None)
    model.load_state_dict(torch.load(checkpoint, weights_only=True, map_location="cpu"))
    model.eval()
    model.fuse(verbose=False)
    head = model.model[-1]

    class Raw(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = model

        def forward(self, picture: Any) -> tuple[Any, Any, Any]:
            maps: list[Any] = []
            x = picture
            for layer in self.net.model[:-1]:
                if layer.f != -1:
                    x = (
                        maps[layer.f]
                        if isinstance(layer.f, int)
                        else [x if j == -1 else maps[j] for j in layer.f]
                    )
                x = layer(x)
                maps.append(x)
            levels = [maps[j] for j in head.f]
            raw = head.forward_head(levels, **head.one2many)
            return raw["boxes"], raw["scores"], raw["angle"]

    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Raw(),
        (torch.zeros(1, 3, SIZE, SIZE),),
        str(target),
        input_names=["picture"],
        output_names=["boxes", "scores", "angle"],
        dynamic_axes={
            "picture": {2: "height", 3: "width"},
            "boxes": {2: "n"},
            "scores": {2: "n"},
            "angle": {2: "n"},
        },
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
    parser.add_argument("--weights", type=Path, help="yolo26n.pt; not needed with --start")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run")
    parser.add_argument("--start", type=Path, help="resume from a finder.pt or .onnx")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--minutes", type=float, default=88)
    parser.add_argument("--batch", type=int, default=FINDER_BATCH)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=int, default=0, help="layers that keep their weights")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--again", type=int, default=AGAIN, help="old batches after each new one")
    parser.add_argument(
        "--kept", type=int, default=KEPT_PICTURES, help="pictures that are seen again"
    )
    parser.add_argument("--export", type=Path, help="only write the ONNX file from RUN/finder.pt")
    options = parser.parse_args()
    require_packages(parser, OF_FINDER)
    os.environ.setdefault("YOLO_CONFIG_DIR", str(options.out))
    from .nets.torch_shim import prepare

    prepare()
    import torch

    torch.set_num_threads(options.threads)
    if options.export:
        export(options.out / "finder.pt", options.export)
        return
    pool = load_pool(options.data, options.faces, options.extra, options.out.parent / "pool.pickle")
    train(
        pool,
        options.weights,
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
