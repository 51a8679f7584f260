"""Files of many box lists with their truths, for training and measuring."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...relations.boxes import BoxList, Flags, Kinds

_BOXES = ("quads", "kinds", "shares", "oriented", "existence", "printed", "raised")
_TRUTHS = ("roles", "groups", "turned", "concealed", "stacked", "kinds", "shown")


@dataclass(frozen=True, slots=True)
class BoxTruths:
    """What the boxes of a list are; each array has one value a box.

    Attributes:
        roles: `Role`; int8.
        groups: number of the box's set, `NO_GROUP` for none; int8.
        turned, concealed, stacked: as in a laying; bool.
        kinds: index in `KINDS` of the true kind, `UNREAD` for no tile; int8.
        edge: `Edge` of the owner; -1 if there is none.
        shown: index in `KINDS` of what a box shows, also of printed tiles.
    """

    roles: Kinds
    groups: Kinds
    turned: Flags
    concealed: Flags
    stacked: Flags
    kinds: Kinds
    edge: int
    shown: Kinds


def save_chunk(
    file: Path, lists: Sequence[tuple[BoxList, BoxTruths]], families: Sequence[str]
) -> None:
    """Write lists into one file, whole or not at all.

    Args:
        file: npz.
        lists: boxes with their truths.
        families: name of each list's family.
    """
    arrays = {name: np.concatenate([getattr(boxes, name) for boxes, _ in lists]) for name in _BOXES}
    for name in _TRUTHS:
        arrays[f"true_{name}"] = np.concatenate([getattr(truths, name) for _, truths in lists])
    arrays["counts"] = np.array([len(boxes) for boxes, _ in lists], np.int32)
    arrays["rules"] = np.array([boxes.rules for boxes, _ in lists], np.int8)
    arrays["edges"] = np.array([truths.edge for _, truths in lists], np.int8)
    arrays["families"] = np.array(families)
    unfinished = file.with_suffix(".part.npz")
    with zipfile.ZipFile(unfinished, "w") as whole:  # what numpy.savez writes
        for name, values in arrays.items():
            with whole.open(f"{name}.npy", "w", force_zip64=True) as part:
                np.lib.format.write_array(part, values)
    unfinished.replace(file)


def load_chunk(file: Path) -> Iterator[tuple[BoxList, BoxTruths, str]]:
    """Yield the lists of a file with their truths and families."""
    with np.load(file) as content:
        arrays = {name: content[name] for name in content.files}
    ends = np.cumsum(arrays["counts"])
    for number, (end, count) in enumerate(zip(ends, arrays["counts"], strict=True)):
        rows = slice(int(end - count), int(end))
        given = {name: arrays[name][rows] for name in _BOXES}
        boxes = BoxList(**given, rules=int(arrays["rules"][number]))
        parts = {name: arrays[f"true_{name}"][rows] for name in _TRUTHS}
        truths = BoxTruths(**parts, edge=int(arrays["edges"][number]))
        yield boxes, truths, str(arrays["families"][number])
