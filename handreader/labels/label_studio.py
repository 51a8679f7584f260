"""Labels as tasks of Label Studio: predictions that a person corrects there, and its export."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from scoring.tiles import CLASSES
from vision.evaluation.labels import Label

from .picture import PictureLabels, box_corners, parse_kind, parse_quad

TASKS_FILE = "tasks.json"
CONFIG = "labels.xml"
_TYPES = ("polygonlabels", "rectanglelabels")
_UPLOADED = re.compile(r"[0-9a-f]{8}-")
"""What Label Studio puts before the name of an uploaded file."""


def labelling_config() -> str:
    """Return the labelling interface of a project: an outline for each tile."""
    labels = "\n".join(f'    <Label value="{escape(kind)}"/>' for kind in CLASSES)
    return (
        '<View>\n  <Image name="image" value="$image" zoom="true"/>\n'
        f'  <PolygonLabels name="tile" toName="image">\n{labels}\n  </PolygonLabels>\n</View>\n'
    )


def to_label_studio(pictures: Iterable[PictureLabels], folder: str) -> list[dict[str, object]]:
    """Return pictures as tasks with predictions.

    Args:
        pictures: the pictures.
        folder: of the pictures, below the root of Label Studio's local files.
    """
    return [
        {
            "data": {"image": f"/data/local-files/?d={folder}/{picture.name}"},
            "predictions": [{"model_version": "handreader", "result": _results(picture)}],
        }
        for picture in pictures
    ]


def _results(picture: PictureLabels) -> list[dict[str, object]]:
    found = []
    for number, label in enumerate(picture.labels):
        points = [
            [round(100 * x / picture.width, 4), round(100 * y / picture.height, 4)]
            for x, y in label.quad
        ]
        one: dict[str, object] = {
            "id": f"tile{number}",
            "from_name": "tile",
            "to_name": "image",
            "type": "polygonlabels",
            "original_width": picture.width,
            "original_height": picture.height,
            "image_rotation": 0,
            "value": {"points": points, "closed": True, "polygonlabels": [label.kind]},
        }
        if picture.scores:
            one["score"] = round(picture.scores[number], 4)
        found.append(one)
    return found


# Any: JSON that we did not write; what has another form raises here and is reported by the caller.
def from_label_studio(content: Sequence[Any], path: object) -> Iterator[PictureLabels]:
    """Yield the pictures of Label Studio's export as JSON that a person has submitted.

    Raises:
        LabelFormatError: a label that is no tile.
        KeyError, TypeError, ValueError: another form than Label Studio's.
    """
    for task in content:
        submitted = [one for one in task.get("annotations", ()) if not one.get("was_cancelled")]
        if not submitted:
            continue
        results = [one for one in submitted[-1]["result"] if one.get("type") in _TYPES]
        sizes = {(int(one["original_width"]), int(one["original_height"])) for one in results}
        if len(sizes) > 1:
            raise ValueError("one picture with two sizes")
        width, height = sizes.pop() if sizes else (0, 0)
        labels = tuple(_label(one, width, height, path) for one in results)
        yield PictureLabels(_file_name(task["data"]), width, height, labels)


def _label(result: Mapping[str, Any], width: int, height: int, path: object) -> Label:
    value = result["value"]
    [name] = value[result["type"]]
    if result["type"] == "polygonlabels":
        points = [(x * width / 100, y * height / 100) for x, y in value["points"]]
    else:
        x, y = value["x"] * width / 100, value["y"] * height / 100
        sides = value["width"] * width / 100, value["height"] * height / 100
        points = box_corners(x, y, *sides, float(value.get("rotation", 0)))
    return replace(parse_quad(points), kind=parse_kind(name, path))


def _file_name(data: Mapping[str, Any]) -> str:
    """Return the name of a task's picture, as it was before it was uploaded."""
    address = urlsplit(str(data["image"]))
    [place] = parse_qs(address.query).get("d") or [address.path]
    return _UPLOADED.sub("", unquote(place).replace("\\", "/").rsplit("/", 1)[-1], count=1)
