"""The page that reads, decides and scores in the phone itself: files that `make page` built."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from .assets import Asset

PREFIX = "/"
"""Where the page is served; its own addresses are relative."""
BEFORE = "/phone/"
"""Where it was served before; it is redirected."""
FOLDER = Path(__file__).parent / "phone"
NETS = Path(__file__).parents[2] / "vision/_weights"
"""The nets of a wheel, which its page does not have once more."""
PACKED = ".gz"
"""Ending of a file that a wheel has compressed; its address is without it."""
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
_TYPES |= {".webmanifest": "application/manifest+json", ".onnx": "application/octet-stream"}
_TYPES |= {".webp": "image/webp"}  # unknown to Python before 3.13
# Workers compile WebAssembly; a worker's address is no text, so that trusted types cannot hold.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; media-src 'self' blob:; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
# What is named by a hash of its content never changes under its name, nor does a net.
HASHED = f"{PREFIX}assets/"
# Tells the page that a table's server is behind it.
_SERVED = '<meta name="handreader-server" content="./" />'
_DOCUMENTS = (PREFIX, f"{PREFIX}index.html", f"{PREFIX}sw.js")


def phone_files(folder: Path = FOLDER, nets: Path = NETS) -> Mapping[str, Asset]:
    """Return every file of the built page by its URL path; none where it was not built."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            address = PREFIX + name.removesuffix(PACKED)
            found[address] = Asset(
                path,
                _media_type(address),
                is_hashed=address.startswith(HASHED),
                is_gzipped=name.endswith(PACKED),
                head=_SERVED if path.name == "index.html" else "",
            )
    if f"{PREFIX}index.html" in found:
        found[PREFIX] = found[f"{PREFIX}index.html"]
        for path in sorted(nets.glob("*.onnx")):
            found.setdefault(
                HASHED + path.name, Asset(path, _media_type(path.name), is_hashed=True)
            )
    return found


def is_of_page(path: str) -> bool:
    """Return whether an address is the page itself, or one of its workers and assets."""
    return path in _DOCUMENTS or path.startswith(HASHED)


def _media_type(name: str) -> str:
    guess = _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0]
    return guess or "application/octet-stream"
