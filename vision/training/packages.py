"""The packages of training, which an installed reader does without."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from importlib.util import find_spec

OF_NETS = ("torch", "onnx")
OF_FINDER = (*OF_NETS, "torchvision", "ultralytics")


def require_packages(parser: ArgumentParser, names: Iterable[str]) -> None:
    """End a command with one line if a package that it needs is not installed."""
    if missing := [name for name in dict.fromkeys(names) if find_spec(name) is None]:
        parser.error(
            f"nothing is done: {', '.join(missing)} not installed; docs/how-to/train.md has the "
            "lines that make an environment for training"
        )
