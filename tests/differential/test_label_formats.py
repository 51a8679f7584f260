"""Exported labels as other programs read them: pycocotools, supervision, Label Studio's converter.

`pytest -m slow tests/differential` runs it; a test skips without its package. The extra
`differential` has the first one. The second asks for another OpenCV than ours, and gets an
environment of its own. `label-studio-sdk` brings 60 packages, and is in no extra.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import handreader as hr
from handreader.labels.files import LabelFolder
from scoring.tiles import CLASSES
from vision.photo import open_photo

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "datasets/examples/images/hand.jpg"


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


@pytest.fixture(scope="module")
def with_supervision(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with supervision, and without the second OpenCV it asks for."""
    uv = Path(sys.executable).with_name("uv")
    if not uv.is_file():
        pytest.skip("needs uv beside this Python, as the extra `dev` has it")
    folder = tmp_path_factory.mktemp("supervision")
    (folder / "without").write_text('opencv-python; sys_platform == "never"\n')
    python = str(folder / "own/bin/python")
    packages = (
        "--editable",
        str(ROOT),
        "supervision>=0.25",
        "--overrides",
        str(folder / "without"),
    )
    run(str(uv), "venv", "--quiet", "--python", sys.executable, str(folder / "own"))
    run(str(uv), "pip", "install", "--quiet", "--python", python, *packages)
    return Path(python)


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert not done.returncode, done.stderr
    return done.stdout


READ_BY_SUPERVISION = """
import json, sys
import supervision
import handreader as hr
photo, coco, yolo = sys.argv[1:]
ours = hr.Reader().read(photo).detections()
found = {
    "coco": supervision.DetectionDataset.from_coco(f"{coco}/images", f"{coco}/annotations.json"),
    "yolo": supervision.DetectionDataset.from_yolo(
        f"{yolo}/images", f"{yolo}/labels", f"{yolo}/data.yaml", is_obb=True
    ),
}
answer = {"ours": [list(ours["class_name"]), ours.xyxy.tolist()], "classes": found["yolo"].classes}
for form, dataset in found.items():
    [(_, _, tiles)] = list(dataset)
    answer[form] = [[dataset.classes[n] for n in tiles.class_id], tiles.xyxy.tolist()]
print(json.dumps(answer))
"""


def test_supervision_reads_yolo_and_coco_as_our_detections(
    reading: hr.HandReading, with_supervision: Path, tmp_path: Path
) -> None:
    folders = [str(export(reading, tmp_path / form, form).parent) for form in ("coco", "yolo")]
    command = (str(with_supervision), "-c", READ_BY_SUPERVISION, str(EXAMPLE), *folders)
    found = json.loads(run(*command))
    names, boxes = found["ours"]
    assert sorted(names) == kinds(reading) and len(boxes) == 14
    assert found["classes"] == list(CLASSES)
    for form in ("coco", "yolo"):
        assert found[form][0] == names
        for box, ours in zip(found[form][1], boxes, strict=True):
            assert box == pytest.approx(ours, abs=1)


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
