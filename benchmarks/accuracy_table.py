"""The accuracy table of README and model card, made from `models/metrics.toml`.

python benchmarks/accuracy_table.py            writes it between the marks of both files
python benchmarks/accuracy_table.py --check    fails when one of them says anything else
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILES = (ROOT / "README.md", ROOT / "models" / "MODEL_CARD.md")
BEGIN, END = "<!-- accuracy: begin -->", "<!-- accuracy: end -->"

SETS = {
    "photos": "tables and sets like those trained on, other photos",
    "hands": "two sets never trained on, rows and scattered",
    "singles": "a third set never trained on, flowers included, mostly one tile a photo",
    "crops/kumokumo": "a fourth, single faces",
    "crops/mjtilerec": "a fifth, single faces",
    "crops/hlin117": "a sixth (half of `hands`), single faces",
}


def accuracy_table(metrics: Mapping[str, Any]) -> str:
    """Markdown rows, one a data set. Any: TOML."""
    lines = [
        "| pictures | tiles right | photos perfect | extra boxes | wrong though 99 % sure |",
        "|---|---|---|---|---|",
    ]
    for name, what in SETS.items():
        if name not in metrics:
            continue
        one = metrics[name]
        share = f"{one['right']} of {one['tiles']} ({one['right'] / one['tiles']:.1%})"
        whole = f"{one['photos_perfect']} of {one['photos']}"
        sure = f"{one['sure_names_wrong']} of {one['sure_names']}"
        lines.append(f"| {what} (`{name}`) | {share} | {whole} | {one['extra']} | {sure} |")
    return "\n".join(lines)


def main() -> None:
    """Write or check; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    metrics = tomllib.loads((ROOT / "models" / "metrics.toml").read_text(encoding="utf-8"))
    block = f"{BEGIN}\n{accuracy_table(metrics)}\n{END}"
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        new = re.sub(f"{BEGIN}.*?{END}", lambda _: block, text, flags=re.DOTALL)
        if options.check:
            if new != text:
                sys.exit(f"{path.name} has other figures than models/metrics.toml: run this")
        else:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
