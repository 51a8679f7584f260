"""Labels as COCO: one JSON file with pictures, categories, boxes and outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scoring.tiles import CLASSES
from vision.evaluation.labels import Label

from .picture import PictureLabels, box_corners, parse_kind, parse_quad

COCO_FILE = "annotations.json"
_ROLE = "mahjong tile"


def to_coco(pictures: Iterable[PictureLabels]) -> dict[str, object]:
    """Return pictures as COCO; an outline starts at the tile's own top left, clockwise."""
    images: list[dict[str, object]] = []
    annotations: list[dict[str, object]] = []
    for number, picture in enumerate(pictures, start=1):
        size = {"width": picture.width, "height": picture.height}
        images.append({"id": number, "file_name": picture.name, **size})
        for place, label in enumerate(picture.labels):
            one = _annotation(label)
            if picture.scores:
                one["score"] = round(picture.scores[place], 4)
            annotations.append({"id": len(annotations) + 1, "image_id": number, **one})
    categories = [
        {"id": number, "name": kind, "supercategory": _ROLE}
        for number, kind in enumerate(CLASSES, start=1)
    ]
    return {"images": images, "annotations": annotations, "categories": categories}


def _annotation(label: Label) -> dict[str, object]:
    xs, ys = zip(*label.quad, strict=True)
    left, top = min(xs), min(ys)
    pairs = zip(label.quad, (*label.quad[1:], label.quad[0]), strict=True)
    doubled = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)
    return {
        "category_id": CLASSES.index(label.kind) + 1,
        "bbox": [round(v, 2) for v in (left, top, max(xs) - left, max(ys) - top)],
        "segmentation": [[round(v, 2) for corner in label.quad for v in corner]],
        "area": round(abs(doubled) / 2, 2),
        "iscrowd": 0,
    }


# Any: JSON that we did not write; what has another form raises here and is reported by the caller.
def from_coco(content: Mapping[str, Any], path: object) -> Iterator[PictureLabels]:
    """Yield the pictures of a COCO file.

    Raises:
        LabelFormatError: a category that is no tile.
        KeyError, TypeError, ValueError: another form than COCO's.
    """
    names = {one["id"]: one["name"] for one in content["categories"]}
    labels: dict[object, list[Label]] = {}
    for one in content["annotations"]:
        if not one.get("iscrowd"):
            kind = parse_kind(names[one["category_id"]], path)
            labels.setdefault(one["image_id"], []).append(replace(_outline(one), kind=kind))
    for image in content["images"]:
        size = int(image["width"]), int(image["height"])
        yield PictureLabels(str(image["file_name"]), *size, tuple(labels.get(image["id"], ())))


def _outline(annotation: Mapping[str, Any]) -> Label:
    outline = annotation.get("segmentation")
    if isinstance(outline, list) and len(outline) == 1:
        return parse_quad(list(zip(outline[0][::2], outline[0][1::2], strict=True)))
    x, y, width, height = map(float, annotation["bbox"])
    return parse_quad(box_corners(x, y, width, height))
