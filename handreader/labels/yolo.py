"""Labels as a YOLO-OBB data set: a text file for each picture, and the names of the classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scoring.tiles import CLASSES
from vision.evaluation.labels import Label

from .picture import PictureLabels, box_corners, parse_kind, parse_quad

DATA_FILE = "data.yaml"
_PICTURES = (".jpg", ".jpeg", ".png", ".webp")
_INLINE = re.compile(r"^names\s*:\s*[\[{](.*?)[\]}]", re.M | re.S)
_LISTED = re.compile(r"^\s*(?:-|\d+\s*:)\s*['\"]?([^'\"\n]+?)['\"]?\s*$", re.M)


def data_yaml() -> str:
    """Return the description of the data set, as ultralytics reads it."""
    names = "".join(f'  {number}: "{kind}"\n' for number, kind in enumerate(CLASSES))
    return f"path: .\ntrain: images\nval: images\nnames:\n{names}"


def to_yolo(picture: PictureLabels) -> str:
    """Return a picture's text file: class and four corners a line, as shares of its size."""
    return "".join(
        " ".join(
            [
                str(CLASSES.index(label.kind)),
                *(f"{x / picture.width:.6f} {y / picture.height:.6f}" for x, y in label.quad),
            ]
        )
        + "\n"
        for label in picture.labels
    )


def from_yolo(folder: Path) -> Iterator[PictureLabels]:
    """Yield the pictures of a YOLO data set; lines have 5 (box) or 9 numbers (corners).

    Raises:
        LabelFormatError: a class that is no tile.
        OSError, IndexError, ValueError: another form than YOLO's.
    """
    names = _class_names(folder)
    for file in sorted(folder.rglob("*.txt")):
        places = [place for place, part in enumerate(file.parts) if part == "labels"]
        if not places:
            continue
        parts = list(file.parts)
        parts[places[-1]] = "images"
        beside = Path(*parts)
        found = [one for ending in _PICTURES if (one := beside.with_suffix(ending)).is_file()]
        name = str((found or [beside.with_suffix(".jpg")])[0].relative_to(folder))
        lines = [line.split() for line in file.read_text("utf-8").splitlines() if line.strip()]
        labels = tuple(_label(line, names, file) for line in lines)
        yield PictureLabels(name, 0, 0, labels)


def _label(line: list[str], names: list[str], file: Path) -> Label:
    kind = parse_kind(names[int(line[0])], file)
    shares = [float(value) for value in line[1:]]
    if len(shares) == 4:
        x, y, width, height = shares
        points = box_corners(x - width / 2, y - height / 2, width, height)
    else:
        points = list(zip(shares[::2], shares[1::2], strict=True))
    return replace(parse_quad(points), kind=kind)


def _class_names(folder: Path) -> list[str]:
    """Return the names of the classes: of `classes.txt` or `data.yaml`, else ours."""
    listed, described = folder / "classes.txt", folder / DATA_FILE
    if listed.is_file():
        return listed.read_text("utf-8").split("\n")
    if not described.is_file():
        return list(CLASSES)
    text = described.read_text("utf-8")
    inline = _INLINE.search(text)
    if inline is not None:
        return [one.rpartition(":")[2].strip(" \t\r\n'\"") for one in inline[1].split(",")]
    return _LISTED.findall(text[text.index("names:") :])
