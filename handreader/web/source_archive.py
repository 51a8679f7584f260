"""The source of this program as it runs here, in a zip file, which the AGPL requires."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import scoring
import vision

from .phone_page import FOLDER

_HERE = Path(__file__).parent
_FACES = (_HERE / "faces", _HERE.parents[1] / "datasets" / "faces" / "classic")
"""Folders of the drawings that the page's build needs: in an installation, and in a checkout."""
PAGE_SOURCES = (
    "README.md", "build", "index.html", "package-lock.json", "package.json", "public", "src",
    "texts", "tsconfig.json", "tsconfig.node.json", "vite.config.ts",
)  # fmt: skip


@cache
def source_archive() -> bytes:
    """Return a zip of this program's source as it runs here, which the AGPL requires."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in _sources():
            archive.write(path, f"handreader-source/{name}")
    return packed.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    for package in (_HERE.parent, Path(scoring.__path__[0]), Path(vision.__path__[0])):
        for path in sorted(package.rglob("*")):
            is_source = path.suffix in (".py", ".mako") and "__pycache__" not in path.parts
            if is_source and path.is_file() and FOLDER not in path.parents:
                yield path.relative_to(package.parent).as_posix(), path
    checkout = _HERE.parents[1]
    page = next((folder for folder in (_HERE / "page", checkout / "page") if folder.is_dir()), None)
    if page is not None:
        for name in PAGE_SOURCES:
            for path in sorted((page / name).rglob("*")) or [page / name]:
                if path.is_file():
                    yield f"page/{path.relative_to(page).as_posix()}", path
    for name in ("LICENSE", "README.md", "pyproject.toml", "CONTRIBUTING.md", "Makefile"):
        path = checkout / name
        if (checkout / "pyproject.toml").is_file() and path.is_file():
            yield name, path
    faces = next(folder for folder in _FACES if folder.is_dir())
    for path in sorted(faces.glob("*.svg")):
        yield f"datasets/faces/classic/{path.name}", path
    if not (checkout / "pyproject.toml").is_file():
        for file in metadata.files("handreader") or ():
            if file.name in ("LICENSE", "METADATA"):
                yield file.name, Path(str(file.locate()))
