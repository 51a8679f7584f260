"""Names of picture files."""

from __future__ import annotations

from pathlib import PurePath

EXTENSIONS = frozenset(
    ".jpg .jpeg .png .webp .heic .heif .avif .bmp .gif .tif .tiff .jp2 .mpo".split()
)


def is_picture_name(name: str) -> bool:
    """Return whether a file is a picture by its name's extension."""
    return PurePath(name).suffix.lower() in EXTENSIONS
