"""Publish trained nets in `models/`: ONNX files under new names, and their manifest.

    python -m vision.training.publish --finder RUN --namer RUN --version 1
    python -m vision.training.publish --namer RUN --version 2          keeps the finder
    python -m vision.training.publish --relations RUN --version 1      keeps the others

Run `handreader evaluate` afterwards. Publish only nets that measure better.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import CLASSES

from ..recognition.bodies import OUTPUTS, SIDE
from ..recognition.classifier import CROP
from ..recognition.detector import CLASSES as FINDER_CLASSES
from ..recognition.detector import DetectorSettings
from ..relations.roles import FLAGS, ROLE_NAMES
from .nets.onnx_files import average
from .packages import OF_FINDER, OF_NETS, require_packages

_TABLE = """[{role}]
file = "{file}"
sha256 = "{sha256}"
classes = [{classes}]
input_size = {size}
licence = "AGPL-3.0-or-later"
recipe = "{recipe}"
data = "datasets/sources.toml"
steps = {steps}
pictures = {pictures}
seconds = {seconds}
"""


def manifest_entry(
    role: str, file: Path, classes: tuple[str, ...], size: int, recipe: str, run: Path, batch: int
) -> str:
    """Format the manifest's table of one net; steps and seconds come from the run's own log."""
    last = (run / "log.csv").read_text(encoding="utf-8").splitlines()[-1].split(",")
    steps, seconds = int(last[0]), int(last[1])
    return _TABLE.format(
        role=role,
        file=file.name,
        sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        classes=", ".join(f'"{name}"' for name in classes),
        size=size,
        recipe=recipe,
        steps=steps,
        pictures=steps * batch,
        seconds=seconds,
    )


_FILES = {
    "finder": "finder.pt",
    "namer": "namer.pt",
    "bodies": "bodies.pt",
    "relations": "weights.npz",
}
"""What a run of each net leaves."""

_RELATIONS_TABLE = """[relations]
file = "{file}"
sha256 = "{sha256}"
classes = {classes}
input_size = 0
licence = "AGPL-3.0-or-later"
recipe = "python -m vision.training.relations ({recipe})"
data = "simulation/layings"
steps = {steps}
lists = {lists}
seconds = {seconds}
"""


def _copy_curve(run: Path, file: Path) -> list[str]:
    """Copy a run's curve beside its net; return its lines."""
    curve = (run / "log.csv").read_text(encoding="utf-8")
    file.with_suffix(".csv").write_text(curve, encoding="utf-8")
    return curve.splitlines()


def publish_bodies(
    run: Path, version: int, recipe: str, out: Path, others: Sequence[Path] = ()
) -> str:
    """Write a run's net of bodies; return its table for the manifest.

    With others, it is the mean of the run and the first of them, then of that and the next one.
    """
    from .nets.body_net import export

    file = out / f"bodies-resnet-v{version}.onnx"
    export(run / "bodies.pt", file)
    for other in others:
        average(file, other)
    last = list(csv.DictReader(_copy_curve(run, file)))[-1]
    return _TABLE.format(
        role="bodies",
        file=file.name,
        sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        classes=", ".join(f'"{name}"' for name in OUTPUTS),
        size=SIDE,
        recipe=f"python -m vision.training.bodies ({recipe})",
        steps=last["steps"],
        pictures=last["pictures"],
        seconds=last["seconds"],
    )


def publish_relations(
    run: Path, version: int, recipe: str, out: Path, mean: Path | None = None, share: float = 0.5
) -> str:
    """Write a run's relation net; return its table for the manifest.

    With `mean`, an earlier net, the run's weights count by `share` and those of this net by the
    rest.
    """
    from .nets.relation_weights import load_weights, save_weights
    from .relation_export import export

    file, weights = out / f"relations-v{version}.onnx", run / "weights.npz"
    if mean is not None:
        own, other = load_weights(weights), load_weights(mean)
        weights = run / "mean.npz"
        save_weights(weights, {k: share * v + (1 - share) * other[k] for k, v in own.items()})
    export(weights, file)
    last = list(csv.DictReader(_copy_curve(run, file)))[-1]
    return _RELATIONS_TABLE.format(
        file=file.name,
        sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        classes=json.dumps([*ROLE_NAMES, *FLAGS]),
        recipe=recipe,
        steps=last["steps"],
        lists=last["lists"],
        seconds=last["seconds"],
    )


@dataclass(frozen=True, slots=True)
class Net:
    """A net that we train and publish.

    Attributes:
        name: of its training module.
        role: in the manifest.
        stem: of its file's name, before the version.
        classes: its classes, in order.
        size: pixels of its pictures.
    """

    name: str
    role: str
    stem: str
    classes: tuple[str, ...]
    size: int


FINDER = Net("finder", "detector", "finder-yolo26n", FINDER_CLASSES, DetectorSettings().side)
NAMER = Net("namer", "namer", "namer-resnet", CLASSES, CROP)


def publish_net(
    net: Net, run: Path, mean: Path | None, version: int, recipe: str, out: Path, batch: int | None
) -> str:
    """Write a run's net beside its older versions; return its table for the manifest.

    The run saw `batch` pictures a step; None for the usual number.
    """
    from . import finder, namer

    module = finder if net is FINDER else namer
    file = out / f"{net.stem}-v{version}.onnx"
    module.export(run / f"{net.name}.pt", file)
    if mean:
        average(file, mean)
    _copy_curve(run, file)
    recipe = f"python -m vision.training.{net.name} ({recipe})"
    batch = batch or (finder.FINDER_BATCH if net is FINDER else namer.NAMER_BATCH)
    return manifest_entry(net.role, file, net.classes, net.size, recipe, run, batch)


def missing_files(runs: Mapping[str, Path | None]) -> list[Path]:
    """Return the files that publishing runs would need and that are not there, by the net's name.

    Everything is checked first: publishing never ends with one half of the nets.
    """
    return [
        run / name
        for net, run in runs.items()
        if run is not None
        for name in (_FILES[net], "log.csv")
        if not (run / name).is_file() or not (run / name).stat().st_size
    ]


def delete_older(out: Path, version: int, stems: Iterable[str]) -> None:
    """Delete the nets of other versions, once the manifest names the new ones."""
    for stem in stems:
        new = {out / f"{stem}-v{version}.onnx", out / f"{stem}-v{version}.csv"}
        for old in {*out.glob(f"{stem}-v*")} - new:
            old.unlink()


def existing_entry(manifest: str, role: str) -> str:
    """Return the manifest's table of a net that is not replaced.

    Raises:
        ValueError: the manifest has none.
    """
    for part in manifest.split("\n["):
        if part.startswith(f"{role}]"):
            return f"[{part.rstrip()}\n"
    raise ValueError(f"the manifest has no [{role}]: publish that net too")


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("finder", "namer"):
        parser.add_argument(f"--{name}", type=Path, help=f"folder of the {name}'s run")
        parser.add_argument(f"--{name}-mean", type=Path, help="average it with this .onnx")
        parser.add_argument(f"--{name}-batch", type=int, help="pictures of a step, if not usual")
    parser.add_argument("--version", type=int, required=True)
    parser.add_argument("--finder-recipe", default="defaults, started from yolo26n.pt")
    parser.add_argument("--namer-recipe", default="defaults")
    parser.add_argument("--bodies", type=Path, help="folder of the run of the net of bodies")
    parser.add_argument("--bodies-recipe", default="defaults")
    parser.add_argument(
        "--bodies-mean",
        type=Path,
        nargs="*",
        default=[],
        help="average it with these .onnx in turn",
    )
    parser.add_argument("--relations", type=Path, help="folder of the relation net's run")
    parser.add_argument("--relations-recipe", default="defaults")
    parser.add_argument("--relations-mean", type=Path, help="average it with this .onnx")
    parser.add_argument(
        "--relations-share", type=float, default=0.5, help="share of the run in that mean"
    )
    parser.add_argument("--out", type=Path, default=Path("models"))
    options = parser.parse_args()
    runs = {name: getattr(options, name) for name in _FILES}
    if not any(runs.values()):
        names = ", ".join(f"--{name}" for name in _FILES)
        parser.error(f"give some of {names}; the others stay as they are")
    if missing := missing_files(runs):
        names = ", ".join(map(str, missing))
        parser.error(
            f"nothing is published: {names} is missing or empty: train on, or name the run"
        )
    # the other nets need neither ultralytics nor torchvision
    require_packages(parser, OF_FINDER if options.finder else OF_NETS)
    if options.finder:
        os.environ.setdefault("YOLO_CONFIG_DIR", str(options.finder))
        from .nets.torch_shim import prepare

        prepare()
    manifest = options.out / "manifest.toml"
    before = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
    tables = []
    for net in (FINDER, NAMER):
        run, mean, recipe, batch = (
            getattr(options, f"{net.name}{part}") for part in ("", "_mean", "_recipe", "_batch")
        )
        if run:
            tables.append(publish_net(net, run, mean, options.version, recipe, options.out, batch))
        else:
            tables.append(existing_entry(before, net.role))
    if options.bodies:
        run, recipe, others = options.bodies, options.bodies_recipe, options.bodies_mean
        tables.append(publish_bodies(run, options.version, recipe, options.out, others))
    elif "[bodies]" in before:
        tables.append(existing_entry(before, "bodies"))
    if options.relations:
        recipe = options.relations_recipe
        mean, share = options.relations_mean, options.relations_share
        run, version = options.relations, options.version
        tables.append(publish_relations(run, version, recipe, options.out, mean, share))
    elif "[relations]" in before:
        tables.append(existing_entry(before, "relations"))
    text = "# Written by vision.training.publish; never edit a file under its old name.\n\n"
    part = manifest.with_suffix(".part")
    part.write_text(text + "\n".join(tables), encoding="utf-8")
    part.replace(manifest)
    stems = {
        "finder": FINDER.stem,
        "namer": NAMER.stem,
        "bodies": "bodies-resnet",
        "relations": "relations",
    }
    delete_older(options.out, options.version, (stems[name] for name, run in runs.items() if run))


if __name__ == "__main__":
    main()
