"""The curve of a training run: a CSV file that grows by a line."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path


def add_figures(file: Path, figures: Mapping[str, object]) -> None:
    """Append figures to a curve, and print them; a new file begins with their names."""
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, figures)
        if is_new:
            writer.writeheader()
        writer.writerow(figures)
    print(figures, flush=True)
