"""The documents: measured figures, links, paths, and names of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "benchmarks",
    "datasets",
    "docs",
    "handreader",
    "models",
    "scoring",
    "simulation",
    "vision",
)
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(p for name in FOLDERS for p in (ROOT / name).rglob("*.md")))
)
CURRENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""Without the changelog: an old entry may name a file that has moved since."""


def test_accuracy_in_the_documents_equals_the_metrics_file() -> None:
    script = ROOT / "benchmarks" / "accuracy_table.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", document.read_text("utf-8"))
    missing = [t for t in targets if "://" not in t and not (document.parent / t).exists()]
    assert not missing


@pytest.mark.parametrize("document", CURRENT, ids=lambda path: path.name)
def test_paths_in_documents_exist(document: Path) -> None:
    paths = re.findall(
        rf"\b(?<!/)(?:{'|'.join(FOLDERS)}|tests)/[\w./-]*[\w/]", document.read_text("utf-8")
    )
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_names_in_the_glossary_are_those_of_the_code() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    names = re.findall(r"`(\w+)` in `([\w/]+\.py)`", text[text.index("## Glossary") :])
    assert len(names) > 25
    assert not [
        (name, path)
        for name, path in names
        if not re.search(rf"^(class {name}\b|{name} =)", (ROOT / path).read_text("utf-8"), re.M)
    ]
