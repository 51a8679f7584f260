"""Exported labels as other programs read them: pycocotools, supervision, Label Studio's converter.

`pytest -m slow tests/differential` runs it; a test skips without its package. The extra
`differential` has the first two; `label-studio-sdk` brings 60 packages, and is in no extra.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import handreader as hr
from handreader.labels.files import LabelFolder
from scoring.tiles import CLASSES
from vision.photo import open_photo

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

EXAMPLE = Path(__file__).parents[2] / "datasets/examples/images/hand.jpg"


@pytest.fixture(scope="module")
def reading() -> hr.HandReading:
    return hr.Reader().read(EXAMPLE)


def export(reading: hr.HandReading, folder: Path, form: Any) -> Path:
    labels = LabelFolder(folder, form)
    labels.add(open_photo(EXAMPLE), reading)
    return labels.close()


def kinds(reading: hr.HandReading) -> list[str]:
    return sorted(tile.kind for tile in reading.final_tiles)


def test_pycocotools_reads_boxes_outlines_and_areas(
    reading: hr.HandReading, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    coco = pytest.importorskip("pycocotools.coco", reason="needs the extra `differential`")
    found = coco.COCO(str(export(reading, tmp_path, "coco")))
    annotations = found.loadAnns(found.getAnnIds())
    named = [found.loadCats(one["category_id"])[0]["name"] for one in annotations]
    assert sorted(named) == kinds(reading)
    for one in annotations:
        assert found.annToMask(one).sum() == pytest.approx(one["area"], rel=0.05)
        assert one["area"] <= one["bbox"][2] * one["bbox"][3] * 1.01


def test_supervision_reads_yolo_and_coco_as_our_detections(
    reading: hr.HandReading, tmp_path: Path
) -> None:
    supervision = pytest.importorskip("supervision", reason="needs the extra `differential`")
    ours = reading.detections()
    assert sorted(ours["class_name"]) == kinds(reading) and len(ours) == 14
    file = export(reading, tmp_path / "yolo", "yolo")
    yolo = supervision.DetectionDataset.from_yolo(
        str(tmp_path / "yolo/images"), str(tmp_path / "yolo/labels"), str(file), is_obb=True
    )
    assert yolo.classes == list(CLASSES)
    file = export(reading, tmp_path / "coco", "coco")
    coco = supervision.DetectionDataset.from_coco(str(tmp_path / "coco/images"), str(file))
    for dataset in (yolo, coco):
        [(_, _, found)] = list(dataset)
        named = [dataset.classes[number] for number in found.class_id]
        assert named == list(ours["class_name"])
        assert abs(found.xyxy - ours.xyxy).max() < 1


def test_label_studio_converts_our_tasks(reading: hr.HandReading, tmp_path: Path) -> None:
    converter = pytest.importorskip("label_studio_sdk.converter", reason="needs label-studio-sdk")
    tasks = json.loads(export(reading, tmp_path / "out", "label-studio").read_text("utf-8"))
    for number, task in enumerate(tasks):
        task |= {"id": number, "annotations": [{"id": 1, **task.pop("predictions")[0]}]}
    (tmp_path / "export.json").write_text(json.dumps(tasks))
    config = (tmp_path / "out/labels.xml").read_text("utf-8")
    one = converter.Converter(config, str(tmp_path), download_resources=False)
    one.convert_to_coco(str(tmp_path / "export.json"), str(tmp_path / "coco"), is_dir=False)
    found = json.loads((tmp_path / "coco/result.json").read_text("utf-8"))
    names = {category["id"]: category["name"] for category in found["categories"]}
    named = [names[annotation["category_id"]] for annotation in found["annotations"]]
    assert sorted(named) == kinds(reading)
