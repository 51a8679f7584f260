"""The page that reads, decides and scores in the phone itself: files that `make page` built."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PREFIX = "/phone/"
"""Where the page is served; its own addresses are relative."""
FOLDER = Path(__file__).parent / "phone"
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
_TYPES |= {".webmanifest": "application/manifest+json", ".onnx": "application/octet-stream"}
# Workers compile WebAssembly; a worker's address is no text, so that trusted types cannot hold.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; media-src 'self' blob:; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
# What is named by a hash of its content never changes under its name.
HASHED = f"{PREFIX}assets/"
# Tells the page that a table's server is behind it: it links to the games there.
_SERVED = b'<meta name="handreader-server" content="../" />'


@dataclass(frozen=True, slots=True)
class PhoneFile:
    """One file of the page.

    Attributes:
        path: of the file; it is read when it is asked for, since the page has 20 MB.
        type: media type.
        is_hashed: whether its name has a hash of its content.
    """

    path: Path
    type: str
    is_hashed: bool


def phone_files(folder: Path = FOLDER) -> Mapping[str, PhoneFile]:
    """Return every file of the built page by its URL path; none where it was not built."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            address = PREFIX + path.relative_to(folder).as_posix()
            found[address] = PhoneFile(path, _media_type(path), address.startswith(HASHED))
    if f"{PREFIX}index.html" in found:
        found[PREFIX] = found[f"{PREFIX}index.html"]
    return found


def start_page(file: PhoneFile) -> bytes:
    """Return the page's HTML, marked as served by a table's server."""
    return file.path.read_bytes().replace(b"</head>", _SERVED + b"</head>", 1)


def _media_type(path: Path) -> str:
    guess = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return guess or "application/octet-stream"
