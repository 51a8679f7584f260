"""Names of picture files."""

from __future__ import annotations

import re
from pathlib import PurePath

EXTENSIONS = frozenset(
    ".jpg .jpeg .png .webp .heic .heif .avif .bmp .gif .tif .tiff .jp2 .mpo".split()
)
_ADDRESS = re.compile(r"[a-z]{2,}:/", re.I)  # one letter is a drive of Windows


def address_of(name: str) -> str | None:
    """Return the web address that is written in place of a file's name; None for a file's name.

    >>> address_of("https:/example.com/hand.jpg")  # as paths keep it
    'https://example.com/hand.jpg'
    >>> address_of("C:/hand.jpg")
    """
    if not _ADDRESS.match(name):
        return None
    return name if "://" in name else name.replace(":/", "://", 1)


def is_picture_name(name: str) -> bool:
    """Return whether a file is a picture by its name's extension."""
    return PurePath(name).suffix.lower() in EXTENSIONS
