"""Taught tile set as a file: the adapter, the tiles' pictures, and the weights it is for.

The file is a numpy archive of a few hundred kB: the adapter, and the taught tiles as one JPEG, so
that the adapter can be fitted again for other weights.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scoring.errors import CodedError
from scoring.tiles import BACK, CLASSES

from ..arrays import Pixels
from ..recognition.classifier import CROP, Adapter, TileClassifier
from ..recognition.weights import find_weights
from .adaptation import BORDER, PATCH, Examples, compute_examples, fit_adapter, settings_for

FORM = 1
"""Version of the file."""
COLUMNS = 12
"""Of the tiles' sheet."""
_MOST_BYTES = 16_000_000  # unpacked; a set of 46 tiles in two photos takes 0.5 MB
_BLANK = 12.0  # contrast (grey levels) of a face without print; printed ones have 25 and more


# Errors that a damaged archive, JSON or JPEG raises.
_DAMAGED = (
    OSError, ValueError, LookupError, TypeError, RuntimeError, EOFError, SyntaxError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


_TEXTS = {
    "other_weights": {
        "en": "{file}: the set {name} was taught with other weights; it must be fitted again",
        "it": "{file}: il set {name} è stato imparato con altri pesi; va imparato di nuovo",
    },
    "missing": {
        "en": "{file} does not exist: teach the set again",
        "it": "{file} non esiste: ripeti `handreader teach`",
    },
    "no_set": {
        "en": "{file} is not a taught set ({why}): delete it and teach the set again",
        "it": "{file} non è un set imparato ({why}): cancellalo e ripeti `handreader teach`",
    },
}


class TaughtError(CodedError):
    """A taught set that cannot be read, or that was fitted with other weights."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """One physical set of tiles as it was taught.

    Attributes:
        name: the owner's name for it.
        kinds: of each taught tile (`scoring.tiles.CLASSES`), in the order of `patches`.
        patches: the tiles cut out (`vision.teaching.adaptation.patch`), uint8 RGB, shape
            (n, PATCH, PATCH, 3).
        adapter: the fitted change of the classifier.
        classifier_sha256: of the classifier's weights that it was fitted with, in hex.
    """

    name: str
    kinds: tuple[str, ...]
    patches: Pixels
    adapter: Adapter
    classifier_sha256: str

    @property
    def back_colour(self) -> tuple[int, int, int] | None:
        """Return the median RGB of the taught back; None if no back was taught."""
        backs = [p for k, p in zip(self.kinds, self.patches, strict=True) if k == BACK]
        if not backs:
            return None
        middle = np.concatenate([_middle(cut).reshape(-1, 3) for cut in backs])
        red, green, blue = (int(value) for value in np.median(middle, axis=0))
        return red, green, blue

    @property
    def has_blank_white(self) -> bool | None:
        """Return whether the white dragon is blank; None if it was not taught."""
        whites = [p for k, p in zip(self.kinds, self.patches, strict=True) if k == "5z"]
        if not whites:
            return None
        grey = [_middle(cut).mean(axis=2) for cut in whites]
        return all(np.ptp(np.percentile(g, [2, 98])) < _BLANK for g in grey)


def _middle(cut: Pixels) -> Pixels:
    """Return the inner part of a tile's face, without its edges and their shadows."""
    edge = BORDER + CROP // 6
    return cut[edge:-edge, edge:-edge]


def load(file: Path, weights: Path | None = None) -> TaughtSet:
    """Load the set in a file.

    Args:
        file: written by `save`.
        weights: folder of the weights in use; None for the installed ones.

    Raises:
        TaughtError: not such a file, or one fitted with other weights.
    """
    taught = _load(file)
    if taught.classifier_sha256 != find_weights("namer", CLASSES, weights).sha256:
        raise TaughtError("other_weights", file=file.name, name=repr(taught.name))
    return taught


def load_any(file: Path) -> TaughtSet:
    """Load the set in a file, whichever weights it was fitted with.

    Raises:
        TaughtError: not such a file.
    """
    return _load(file)


def name_of(file: Path) -> str:
    """Return the owner's name for the set in a file.

    Raises:
        TaughtError: not such a file.
    """
    return _load(file).name


def is_current(file: Path, weights: Path | None = None) -> bool:
    """Return whether the set in a file was fitted with the weights in use.

    Raises:
        TaughtError: not such a file.
    """
    return _load(file).classifier_sha256 == find_weights("namer", CLASSES, weights).sha256


def refit(file: Path, weights: Path | None = None) -> TaughtSet:
    """Refit the set in a file with the weights in use, from the tiles' pictures in it.

    Raises:
        TaughtError: not such a file.
    """
    taught = _load(file)
    return refit_with(
        taught, TileClassifier.load(weights), find_weights("namer", CLASSES, weights).sha256
    )


def refit_with(taught: TaughtSet, namer: TileClassifier, sha256: str) -> TaughtSet:
    """Refit the set with this classifier, from its pictures."""
    adapter = fit_adapter(examples_of(namer, taught.kinds, taught.patches))
    return replace(taught, adapter=adapter, classifier_sha256=sha256)


def examples_of(
    namer: TileClassifier, kinds: Sequence[str], patches: Sequence[Pixels] | Pixels
) -> Examples:
    """Compute the net's outputs for pictures of tiles: the more of a kind, the fewer views."""
    settings = settings_for(len(kinds) // len(set(kinds)))
    return compute_examples(namer, kinds, list(patches), settings)


def save(taught: TaughtSet, file: Path) -> None:
    """Write the set atomically: the file is there whole or not at all."""
    about = {
        "form": FORM,
        "name": taught.name,
        "kinds": taught.kinds,
        "namer": taught.classifier_sha256,
    }
    parts = {
        "change": taught.adapter.change.astype(np.float32),
        "middle": taught.adapter.middle.astype(np.float32),
        "sheet": np.frombuffer(tile_sheet(taught.patches), np.uint8),
    }
    _write(file, about, parts)


def rename(file: Path, name: str, target: Path) -> None:
    """Write the set in a file under another name to `target`, its pictures as they are.

    Raises:
        TaughtError: not such a file.
    """
    _load(file)
    with np.load(file, allow_pickle=False) as packed:
        parts = {part: packed[part] for part in packed.files}
    about = json.loads(parts.pop("about").tobytes())
    _write(target, {**about, "name": name}, parts)


def _write(file: Path, about: Mapping[str, object], parts: Mapping[str, Any]) -> None:
    """Write a set's file atomically; `parts` are arrays by name."""
    packed = io.BytesIO()
    described = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(packed, about=described, **parts)
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(packed.getvalue())
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def tile_sheet(patches: Sequence[Pixels] | Pixels) -> bytes:
    """Encode the patches side by side as a JPEG.

    PATCH is a multiple of JPEG's blocks, so that no patch bleeds into another.
    """
    rows = -(-len(patches) // COLUMNS)
    sheet = np.zeros((rows * PATCH, COLUMNS * PATCH, 3), np.uint8)
    for number, cut in enumerate(patches):
        y, x = (PATCH * place for place in divmod(number, COLUMNS))
        sheet[y : y + PATCH, x : x + PATCH] = cut
    out = io.BytesIO()
    Image.fromarray(sheet).save(out, "JPEG", quality=92)
    return out.getvalue()


def _split_sheet(jpeg: bytes, count: int) -> Pixels:
    with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as image:
        size = (COLUMNS * PATCH, -(-count // COLUMNS) * PATCH)
        if image.size != size:
            raise ValueError(f"a sheet of {image.size}, expected {size}")
        sheet = np.asarray(image.convert("RGB"))
    cells = sheet.reshape(-1, PATCH, COLUMNS, PATCH, 3).swapaxes(1, 2)
    return np.asarray(cells.reshape(-1, PATCH, PATCH, 3)[:count])


def _load(file: Path) -> TaughtSet:
    try:
        with zipfile.ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
        if size > _MOST_BYTES:
            raise ValueError(f"{size} bytes unpacked")
        with np.load(file, allow_pickle=False) as parts:
            return _from_parts({name: parts[name] for name in parts.files})
    except FileNotFoundError:
        raise TaughtError("missing", file=file) from None
    except _DAMAGED as error:
        raise TaughtError("no_set", file=file, why=error) from error


def _from_parts(parts: dict[str, Any]) -> TaughtSet:
    # Any: arrays and JSON of an untrusted file; wrong types raise here.
    about = json.loads(parts["about"].tobytes())
    if about["form"] != FORM:
        raise ValueError(f"form {about['form']}, expected {FORM}")
    kinds = tuple(about["kinds"])
    change, middle = parts["change"], parts["middle"]
    if not kinds or not set(kinds) <= set(CLASSES):
        raise ValueError("unknown kinds of tiles")
    if change.shape != (*middle.shape, 4 * len(CLASSES) + 1) or change.dtype != np.float32:
        raise ValueError(f"a lesson of shape {change.shape}")
    if not (np.isfinite(change).all() and np.isfinite(middle).all()):
        raise ValueError("a lesson that is no number")
    patches = _split_sheet(parts["sheet"].tobytes(), len(kinds))
    return TaughtSet(
        str(about["name"]), kinds, patches, Adapter(change, middle), str(about["namer"])
    )
