"""A picture with the labels of its tiles, between our readings and the formats of others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import CodedError
from scoring.text import Texts
from scoring.tiles import CLASSES, TileError, parse_tile
from vision.evaluation.labels import Label

_TEXTS: Mapping[str, Texts] = {
    "no_labels": {
        "en": "{path}: no labels found: expected a JSON file of COCO or of Label Studio, or the "
        "folder of a YOLO data set",
        "it": "{path}: nessuna etichetta trovata: serve un file JSON di COCO o di Label Studio, o "
        "la cartella di un insieme YOLO",
    },
    "missing": {
        "en": "{path} does not exist: expected a JSON file of COCO or of Label Studio, or the "
        "folder of a YOLO data set",
        "it": "{path} non esiste: serve un file JSON di COCO o di Label Studio, o la cartella di "
        "un insieme YOLO",
    },
    "unopened": {
        "en": "{path} cannot be opened: {why}",
        "it": "{path} non si può aprire: {why}",
    },
    "unread": {
        "en": "{path}: labels in an unknown form ({why}): expected a JSON file of COCO or of Label "
        "Studio, or the folder of a YOLO data set",
        "it": "{path}: etichette in una forma sconosciuta ({why}): serve un file JSON di COCO o di "
        "Label Studio, o la cartella di un insieme YOLO",
    },
    "no_class": {
        "en": "{path}: {name} is no tile: expected 1m to 9m, 1p, 1s, 1z, 1f, 0m ... or back",
        "it": "{path}: {name} non è una tessera: serve da 1m a 9m, 1p, 1s, 1z, 1f, 0m ... o back",
    },
    "no_picture": {
        "en": "{name} is not in {folder}: add --photos with the folder of the pictures",
        "it": "{name} non è in {folder}: aggiungi --photos con la cartella delle foto",
    },
    "not_reviewed": {
        "en": "{path}: nobody has submitted a picture there yet: correct and submit some first",
        "it": "{path}: nessuna foto è ancora stata confermata lì: prima correggine e confermane",
    },
    "folder": {
        "en": "--format {form} needs --out with the name of a folder",
        "it": "--format {form} vuole --out con il nome di una cartella",
    },
    "no_target": {
        "en": "where to? Write labels {path} --to FOLDER",
        "it": "dove? Scrivi labels {path} --to CARTELLA",
    },
    "too_large": {
        "en": "{path} has {size} MB; the limit is {limit} MB",
        "it": "{path} ha {size} MB; il limite è {limit} MB",
    },
}


class LabelFormatError(CodedError):
    """Labels of another program that cannot be used."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class PictureLabels:
    """A picture and its tiles.

    Attributes:
        name: the picture's file name, without a folder.
        width, height: pixels of the upright picture; 0 where its format does not say.
        labels: its tiles, in pixels; in shares of the size where that is 0.
        scores: of each label, its probability; () for labels of a person.
    """

    name: str
    width: int
    height: int
    labels: tuple[Label, ...]
    scores: tuple[float, ...] = ()


def parse_kind(name: object, path: object) -> str:
    """Return the class of a label's name, in any notation of a tile.

    Raises:
        LabelFormatError: it is no tile.
    """
    text = str(name).strip()
    if text in CLASSES:
        return text
    try:
        return parse_tile(text).value
    except TileError:
        raise LabelFormatError("no_class", path=path, name=repr(text[:40])) from None


def parse_quad(points: Sequence[Sequence[float]]) -> Label:
    """Return a label without a name of four corners, or of the rectangle around another outline.

    Raises:
        ValueError: fewer than three points, or numbers that are none.
    """
    corners = [(float(x), float(y)) for x, y in points]
    if len(corners) < 3 or not all(math.isfinite(one) for corner in corners for one in corner):
        raise ValueError("an outline of fewer than three points")
    if len(corners) != 4:
        xs, ys = zip(*corners, strict=True)
        corners = box_corners(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    a, b, c, d = corners
    return Label("", (a, b, c, d))


def box_corners(
    x: float, y: float, width: float, height: float, turn: float = 0.0
) -> list[tuple[float, float]]:
    """Return the corners of a box, clockwise, turned by degrees around its first one."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    sides = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return [(x + dx * cos - dy * sin, y + dx * sin + dy * cos) for dx, dy in sides]
