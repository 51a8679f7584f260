"""Static files of the page, in memory: no input of a client becomes a file path."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

import scoring
import vision
from scoring.tiles import CLASSES

from .phone_page import FOLDER

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"
_FACES = (_HERE / "faces", _HERE.parents[1] / "datasets" / "faces" / "classic")
PAGE_SOURCES = (
    "README.md", "build", "index.html", "package-lock.json", "package.json", "public", "src",
    "texts", "tsconfig.json", "tsconfig.node.json", "vite.config.ts",
)  # fmt: skip
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class File:
    """A static file: its bytes, media type and entity tag."""

    content: bytes
    type: str
    tag: str


@cache
def page_files() -> Mapping[str, File]:
    """Return every file of the page by its URL path: `/`, `/static/...`, `/faces/...`."""
    found = {f"/static/{path.name}": _file(path) for path in sorted(_STATIC.iterdir())}
    found["/"] = found.pop("/static/index.html")
    faces = next(folder for folder in _FACES if folder.is_dir())
    for kind in CLASSES:
        found[f"/faces/{kind}.svg"] = _file(faces / f"{kind}.svg")
    return found


def _file(path: Path) -> File:
    content = path.read_bytes()
    tag = hashlib.sha256(content).hexdigest()[:32]
    return File(content, _TYPES[path.suffix], f'"{tag}"')


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
            wanted = path.suffix in (".py", ".mako", *_TYPES) and "__pycache__" not in path.parts
            if wanted and path.is_file() and FOLDER not in path.parents:
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
    if not _FACES[0].is_dir():
        for path in sorted(_FACES[1].glob("*.svg")):
            yield f"datasets/faces/classic/{path.name}", path
    if not (checkout / "pyproject.toml").is_file():
        for file in metadata.files("handreader") or ():
            if file.name in ("LICENSE", "METADATA"):
                yield file.name, Path(str(file.locate()))
