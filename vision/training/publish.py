"""Put trained nets into `models/`: ONNX files under new names, and the manifest for them.

    python -m vision.training.publish --finder RUN --namer RUN --version 1

Run `handreader evaluate` afterwards; publish only what measured better.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from pathlib import Path

from scoring.tiles import CLASSES

from ..detect import CLASSES as FINDER_CLASSES
from ..detect import FinderSettings
from ..name import CROP
from .onnx_files import average

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


def table(
    role: str, file: Path, classes: tuple[str, ...], size: int, recipe: str, run: Path, batch: int
) -> str:
    """The manifest's table of one net; steps and seconds come from the run's own log."""
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


def main() -> None:
    """Command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finder", type=Path, required=True, help="folder of the finder's run")
    parser.add_argument("--namer", type=Path, required=True, help="folder of the namer's run")
    parser.add_argument("--version", type=int, required=True)
    parser.add_argument("--finder-recipe", default="defaults, started from yolo26n.pt")
    parser.add_argument("--namer-recipe", default="defaults")
    parser.add_argument("--finder-mean", type=Path, help="average the finder with this .onnx")
    parser.add_argument("--out", type=Path, default=Path("models"))
    options = parser.parse_args()
    os.environ.setdefault("YOLO_CONFIG_DIR", str(options.finder))
    from .torch_shim import prepare

    prepare()
    from . import finder, namer

    finder_file = options.out / f"finder-yolo26n-v{options.version}.onnx"
    namer_file = options.out / f"namer-resnet-v{options.version}.onnx"
    for net, run in (("finder-yolo26n", options.finder), ("namer-resnet", options.namer)):
        for old in options.out.glob(f"{net}-v*.csv"):
            old.unlink()
        log = (run / "log.csv").read_text(encoding="utf-8")
        (options.out / f"{net}-v{options.version}.csv").write_text(log, encoding="utf-8")
    finder.export(options.finder / "finder.pt", finder_file)
    if options.finder_mean:
        average(finder_file, options.finder_mean)
    namer.export(options.namer / "namer.pt", namer_file)
    for old in set(options.out.glob("*.onnx")) - {finder_file, namer_file}:
        old.unlink()
    tables = [
        table(
            "detector",
            finder_file,
            FINDER_CLASSES,
            FinderSettings().side,
            f"python -m vision.training.finder ({options.finder_recipe})",
            options.finder,
            finder.BATCH,
        ),
        table(
            "namer",
            namer_file,
            CLASSES,
            CROP,
            f"python -m vision.training.namer ({options.namer_recipe})",
            options.namer,
            namer.BATCH,
        ),
    ]
    text = "# Written by vision.training.publish; never edit a file under its old name.\n\n"
    (options.out / "manifest.toml").write_text(text + "\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
