"""Labelled pictures on disk, in the three label formats of the evaluation."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from PIL import Image

from scoring.errors import CodedError
from scoring.hand import Hand, Meld, MeldSource, SetKind
from scoring.tiles import CLASSES, parse_tile, parse_tiles, sort_tiles

from ..errors import refuse_address
from ..seen_tile import Point, Quad
from .matching import centre, outline_iou

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels
_SAME_TILE = 0.5  # two labels of one kind that overlap (IoU) by more are one tile
_PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


_TEXTS = {
    "none_here": {
        "en": "{folder} has no labelled pictures: expected images/ with labels/, or KIND/*.jpg",
        "it": "{folder} non contiene foto etichettate: servono images/ con labels/, o KIND/*.jpg",
    },
    "unread": {
        "en": "{file}: labels cannot be read ({why})",
        "it": "{file}: le etichette non si leggono ({why})",
    },
    "unlabelled": {
        "en": "{picture} has no labels: expected {file}",
        "it": "{picture} è senza etichette: serve {file}",
    },
}


class LabelError(CodedError):
    """A label file that cannot be read, or a folder without labels."""

    texts = _TEXTS


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled tile: its kind, its corners in pixels, and whether it is sideways."""

    kind: str
    quad: Quad
    turned: bool = False


@dataclass(frozen=True, slots=True)
class LabelledHand:
    """The whole hand that a picture shows.

    Attributes:
        hand: the hand. Its winning tile is None if it waits; a hand whose winning tile cannot be
            seen has any of its tiles in that place.
        is_winner_visible: whether the picture shows which tile won.
        edge: the edge of the picture at which the owner sits: bottom, top, left or right.
        rules: id of the rule set by which it was won; None if unknown.
        open_questions: codes of the questions that the picture leaves open.
    """

    hand: Hand
    is_winner_visible: bool
    edge: str
    rules: str | None = None
    open_questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One picture with its labels.

    Attributes:
        path: the picture.
        tile_set: name of the physical set, or of the folder where sets are not distinguished.
        labels: every face-up tile within `region` and outside `ignore`.
        region: where labels are complete; None for the whole picture.
        ignore: boxes in which nothing counts.
        rows: kinds from the owner's left, one tuple a row; empty where none are labelled.
        hand: the hand; None where none is labelled.
    """

    path: Path
    tile_set: str
    labels: tuple[Label, ...]
    region: Box | None = None
    ignore: tuple[Box, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    hand: LabelledHand | None = None

    def is_in_scope(self, point: Point) -> bool:
        """Return whether a tile with its centre there should have a label."""
        return (self.region is None or is_inside(point, self.region)) and not any(
            is_inside(point, box) for box in self.ignore
        )


@dataclass(frozen=True, slots=True)
class LabelledCrop:
    """One picture of a single face."""

    path: Path
    tile_set: str
    kind: str


def is_inside(point: Point, box: Box) -> bool:
    """Return whether a point is in a box."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def find_datasets(folder: Path) -> tuple[Path, ...]:
    """Find the labelled folders at or below `folder`, sorted.

    Raises:
        LabelError: when there is none.
        PhotoError: `folder` is a web address.
    """
    found = tuple(_find_datasets(folder))
    if not found:
        refuse_address(folder)
        raise LabelError("none_here", folder=folder)
    return found


def _find_datasets(folder: Path) -> Iterator[Path]:
    if is_photo_folder(folder) or _kind_folders(folder):
        yield folder
    elif folder.is_dir():
        for child in sorted(folder.iterdir()):
            if child.is_dir():
                yield from _find_datasets(child)


def is_photo_folder(folder: Path) -> bool:
    """Return whether a folder holds labelled photos (rather than crops of single faces)."""
    return (folder / "images").is_dir() and (folder / "labels").is_dir()


def load_labelled_photos(folder: Path) -> tuple[LabelledPhoto, ...]:
    """Load the pictures of `folder/images` with their `folder/labels/NAME.txt` (YOLO) or `.json`.

    Args:
        folder: may hold `manifest.csv` with name, labelled_region_x0, y0, x1, y1 (shares of the
            picture's size): the region in which labels are complete.

    Raises:
        LabelError: for a picture without labels, or labels that cannot be read.
    """
    regions = _regions(folder / "manifest.csv")
    pictures = sorted(p for p in (folder / "images").iterdir() if p.suffix.lower() in _PICTURES)
    return tuple(_load_photo(folder, picture, regions.get(picture.name)) for picture in pictures)


def load_labelled_crops(folder: Path) -> tuple[LabelledCrop, ...]:
    """Load the pictures of `folder/KIND/`, KIND being one of `scoring.tiles.CLASSES`."""
    return tuple(
        LabelledCrop(path, folder.name, kind.name)
        for kind in _kind_folders(folder)
        for path in sorted(kind.iterdir())
        if path.suffix.lower() in _PICTURES
    )


def _kind_folders(folder: Path) -> list[Path]:
    return [folder / kind for kind in CLASSES if (folder / kind).is_dir()]


def _load_photo(folder: Path, picture: Path, region: Box | None) -> LabelledPhoto:
    described = folder / "labels" / f"{picture.stem}.json"
    listed = described.with_suffix(".txt")
    try:
        if described.is_file():
            return _from_json(picture, json.loads(described.read_text("utf-8")), folder.name)
        if listed.is_file():
            return _from_yolo(picture, listed, region, folder.name)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LabelError("unread", file=described.with_suffix(""), why=error) from error
    raise LabelError("unlabelled", picture=picture, file=listed)


def _from_json(picture: Path, content: dict[str, Any], tile_set: str) -> LabelledPhoto:
    # Any: JSON that we did not write; wrong types raise here and are reported by the caller.
    labels = tuple(
        Label(tile["kind"], _quad(tile["quad"]), bool(tile.get("turned")))
        for tile in content["tiles"]
    )
    return LabelledPhoto(
        path=picture,
        tile_set=content.get("set", tile_set),
        labels=labels,
        ignore=tuple(cast(Box, tuple(map(float, box))) for box in content.get("ignore", ())),
        rows=tuple(tuple(row) for row in content.get("rows", ())),
        hand=_hand(content, labels) if content.get("hand") else None,
    )


def _hand(content: dict[str, Any], labels: Sequence[Label]) -> LabelledHand:
    # Any: as for `_from_json`.
    described = content["hand"]
    concealed = sort_tiles(parse_tiles(described["concealed"]))
    winning = described["winning_tile"]
    won = None if winning is None else parse_tile(winning)
    if won is None and described["complete"]:
        concealed, won = concealed[:-1], concealed[-1]
    hand = Hand(
        concealed,
        won,
        tuple(_meld(meld) for meld in described["melds"]),
        sort_tiles(parse_tiles(described.get("flowers", ""))),
    )
    edge = described.get("edge")
    if edge is None:
        longest = max(content["rows_tiles"], key=len)
        edge = _owner_edge(*(centre(labels[longest[end]].quad) for end in (0, -1)))
    unasked = tuple(described.get("open_questions", ()))
    visible = winning is not None and "winning_tile" not in unasked
    return LabelledHand(hand, visible, edge, described.get("rules"), unasked)


def _meld(described: dict[str, Any]) -> Meld:
    source = described.get("from")
    return Meld(
        SetKind(described["type"]),
        sort_tiles(parse_tiles(described["tiles"])),
        source=None if source is None else MeldSource(source),
        concealed=bool(described["concealed"]),
    )


def _owner_edge(first: Point, last: Point) -> str:
    """Return the edge at which the owner of a row sits, whose left end is `first`."""
    dx, dy = last[0] - first[0], last[1] - first[1]
    if abs(dx) >= abs(dy):
        return "bottom" if dx > 0 else "top"
    return "left" if dy > 0 else "right"


def _from_yolo(picture: Path, file: Path, region: Box | None, tile_set: str) -> LabelledPhoto:
    with Image.open(picture) as image:
        width, height = image.size
    labels = _deduplicate(
        [_yolo_label(line, width, height) for line in file.read_text("utf-8").splitlines() if line]
    )
    if region is not None:
        x0, y0, x1, y1 = region
        region = (x0 * width, y0 * height, x1 * width, y1 * height)
    return LabelledPhoto(picture, tile_set, labels, region)


def _deduplicate(labels: Sequence[Label]) -> tuple[Label, ...]:
    """Drop second labels of the same tile, which annotators leave now and then."""
    kept: list[Label] = []
    for label in labels:
        if not any(
            other.kind == label.kind and outline_iou(other.quad, label.quad) > _SAME_TILE
            for other in kept
        ):
            kept.append(label)
    return tuple(kept)


def _yolo_label(line: str, width: int, height: int) -> Label:
    """Parse `class cx cy w h` or `class x1 y1 ... x4 y4`, as shares of the picture's size."""
    number, *values = line.split()
    kind = CLASSES[int(number)]
    shares = [float(value) for value in values]
    if len(shares) == 4:
        cx, cy, w, h = shares
        x0, x1, y0, y1 = cx - w / 2, cx + w / 2, cy - h / 2, cy + h / 2
        shares = [x0, y0, x1, y0, x1, y1, x0, y1]
    points = zip(shares[::2], shares[1::2], strict=True)
    return Label(kind, _quad([(x * width, y * height) for x, y in points]))


def _quad(points: list[Any]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _regions(manifest: Path) -> dict[str, Box]:
    """Return the labelled regions by picture name, as shares of the picture's size."""
    if not manifest.is_file():
        return {}
    with manifest.open(encoding="utf-8", newline="") as file:
        return {
            row["name"]: (
                float(row["labelled_region_x0"]),
                float(row["y0"]),
                float(row["x1"]),
                float(row["y1"]),
            )
            for row in csv.DictReader(file)
        }
