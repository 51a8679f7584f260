"""Static files of the page: no input of a client becomes a file path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .assets import Asset

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"
OLD = "/old/"
"""Where the earlier page is served."""
FACES = (_HERE / "faces", _HERE.parents[1] / "datasets" / "faces" / "classic")
"""Folders of the faces' pictures: in an installation, and in a checkout."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@cache
def page_files() -> Mapping[str, Asset]:
    """Return every file of the earlier page by its URL path: `/old/`, `/static/`, `/faces/`."""
    found = {f"/static/{path.name}": _asset(path) for path in sorted(_STATIC.iterdir())}
    found[OLD] = found.pop("/static/index.html")
    faces = next(folder for folder in FACES if folder.is_dir())
    return found | {f"/faces/{path.name}": _asset(path) for path in sorted(faces.glob("*.svg"))}


def _asset(path: Path) -> Asset:
    return Asset(path, TYPES[path.suffix])
