"""Weight files: their location, and the check against their manifest."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scoring.errors import CodedError

MANIFEST = "manifest.toml"
_IN_WHEEL = Path(__file__).parents[1] / "_weights"
_IN_CHECKOUT = Path(__file__).parents[2] / "models"


_TEXTS = {
    "unread_table": {
        "en": "{manifest}: table [{role}] cannot be read ({why}); expected file, sha256, classes "
        "and input_size",
        "it": "{manifest}: la tabella [{role}] non si legge ({why}); servono file, sha256, classes "
        "e input_size",
    },
    "other_classes": {
        "en": "{manifest}: {role} has {count} classes other than the {expected} expected: use "
        "weights of this version of handreader",
        "it": "{manifest}: {role} conosce {count} classi diverse dalle {expected} attese: prendi i "
        "pesi di questa versione di handreader",
    },
    "missing": {
        "en": "no weights found: expected {manifest} in {folder}; install handreader again, or "
        "name the folder with --weights",
        "it": "nessun peso trovato: serve {manifest} in {folder}; reinstalla handreader, o indica "
        "la cartella con --weights",
    },
    "missing_both": {
        "en": "no weights found: expected {manifest} in {wheel} or {checkout}; install handreader "
        "again, or name the folder with --weights",
        "it": "nessun peso trovato: serve {manifest} in {wheel} o {checkout}; reinstalla "
        "handreader, o indica la cartella con --weights",
    },
    "unread_file": {
        "en": "{path}, named by {manifest}, cannot be read: {why}",
        "it": "{path}, indicato da {manifest}, non si legge: {why}",
    },
    "other_file": {
        "en": "{path} is not the file that {manifest} describes (sha256 {found}…, expected "
        "{expected}…): copy it again",
        "it": "{path} non è il file descritto da {manifest} (sha256 {found}…, atteso {expected}…): "
        "copialo di nuovo",
    },
}


class WeightsError(CodedError):
    """Weights that are missing, or that differ from their manifest."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class Weights:
    """One weight file, checked.

    Attributes:
        path: the ONNX file.
        classes: the classes of its outputs, in their order.
        input_size: side of its square input picture, in pixels; 0 for a net of none.
        sha256: of the file, in hex.
    """

    path: Path
    classes: tuple[str, ...]
    input_size: int
    sha256: str


def find_weights(
    role: str, classes: Sequence[str] | None = None, folder: Path | None = None
) -> Weights:
    """Find the weights for `role` in the first folder that has a manifest.

    Args:
        role: the manifest's table, "detector", "namer" or "relations": with `file`, `sha256`,
            `classes` and `input_size`; its other entries are for people.
        classes: the class list that the caller decodes; None for the manifest's.
        folder: folder to search instead of the wheel's own weights and the checkout's `models/`.

    Raises:
        WeightsError: no manifest, a file that is missing or has another checksum (a damaged
            download, or a manifest that was not brought up to date), or other classes.
    """
    manifest = _manifest(folder)
    try:
        with manifest.open("rb") as file:
            entry = tomllib.load(file)[role]
        weights = _entry(entry, manifest.parent)
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsError("unread_table", manifest=manifest, role=role, why=error) from error
    _check(weights, manifest)
    if classes is not None and tuple(classes) != weights.classes:
        counts = {"count": len(weights.classes), "expected": len(classes)}
        raise WeightsError("other_classes", manifest=manifest, role=role, **counts)
    return weights


def _manifest(folder: Path | None) -> Path:
    folders = (folder,) if folder is not None else (_IN_WHEEL, _IN_CHECKOUT)
    for candidate in folders:
        if (candidate / MANIFEST).is_file():
            return candidate / MANIFEST
    if folder is not None:
        raise WeightsError("missing", manifest=MANIFEST, folder=folder)
    places = {"wheel": _IN_WHEEL, "checkout": _IN_CHECKOUT}
    raise WeightsError("missing_both", manifest=MANIFEST, **places)


def _entry(entry: dict[str, Any], folder: Path) -> Weights:
    # Any: untrusted TOML; wrong types raise here.
    return Weights(
        path=folder / entry["file"],
        classes=tuple(str(name) for name in entry["classes"]),
        input_size=int(entry["input_size"]),
        sha256=str(entry["sha256"]),
    )


def _check(weights: Weights, manifest: Path) -> None:
    try:
        stamp = weights.path.stat()
        found = _checksum(weights.path, stamp.st_mtime_ns, stamp.st_size)
    except OSError as error:
        gaps = {"path": weights.path, "manifest": manifest}
        raise WeightsError("unread_file", why=error, **gaps) from error
    if found != weights.sha256:
        sums = {"found": found[:12], "expected": weights.sha256[:12]}
        raise WeightsError("other_file", path=weights.path, manifest=manifest, **sums)


@cache
def _checksum(path: Path, changed: int, size: int) -> str:
    """Return the sha256 of a file, read once for each time it was written.

    Args:
        path: of the file.
        changed, size: time of its last change, and its bytes.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
