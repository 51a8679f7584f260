"""Find the files of a source among downloads by their contents, whatever their names.

Repositories and packages have folder layouts of their own; `datasets/training_files.sha256`
lists the sha256 of each of our files, so that no layout needs to be known.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

FILES = Path(__file__).parents[3] / "datasets" / "training_files.sha256"


def file_checksums(folder: str) -> dict[PurePosixPath, str]:
    """Return the sha256 of each file of one subfolder of the training folder, by path.

    Empty for a folder that the list does not name.
    """
    found = {}
    for line in FILES.read_text("utf-8").splitlines():
        digest, _, name = line.partition("  ")
        path = PurePosixPath(name)
        if path.is_relative_to(folder):
            found[path] = digest
    return found


@dataclass(frozen=True)
class Downloads:
    """Folders of downloaded files.

    Attributes:
        roots: the folders.
    """

    roots: tuple[Path, ...]

    @cached_property
    def files_by_hash(self) -> Mapping[str, Path]:
        """Map the sha256 of every file to its path; read all files once, follow no links."""
        found: dict[str, Path] = {}
        for root in self.roots:
            for path in sorted(root.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    found.setdefault(sha256(path), path)
        return found


def copy_files(
    files: Mapping[PurePosixPath, str], downloads: Mapping[str, Path], out: Path
) -> list[PurePosixPath]:
    """Copy the files that the downloads hold to their paths below `out`; return the others."""
    missing = []
    for place, digest in files.items():
        if digest not in downloads:
            missing.append(place)
            continue
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(downloads[digest], out / place)
    return missing


def sha256(path: Path) -> str:
    """Return the sha256 of a file's contents, in hexadecimal."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
