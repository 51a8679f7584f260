"""The documents of the repository, which tests read."""

from __future__ import annotations

from pathlib import Path

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
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "page").glob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
        *(path for name in FOLDERS for path in (ROOT / name).rglob("*.md")),
    )
)
CURRENT = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
"""Without the changelog: an old entry may name a file or command that has changed since."""


def document_name(path: Path) -> str:
    """Return the path of a document from the repository's root."""
    return path.relative_to(ROOT).as_posix()
