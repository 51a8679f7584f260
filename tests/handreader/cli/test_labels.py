"""Readings go to other labelling programs, and corrected labels come back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from handreader.labels.files import read_labels
from scoring.tiles import CLASSES
from tests.handreader.cli.calling import call
from tests.handreader.conftest import Lay
from vision.evaluation.labels import Label, load_labelled_photos

HAND = "[E ][E ][4m][5m][6m][4p][5p][6p][7s][8s]___[9s]____<C >[C ][C ]"
KINDS = ["1z", "1z", "4m", "5m", "6m", "4p", "5p", "6p", "7s", "8s", "9s", "7z", "7z", "7z"]


def export(photo: Path, form: str) -> Path:
    done = call("read", str(photo), "--format", form, "--out", f"out-{form}")
    assert done.exit_code == 0, done.stderr
    [file] = re.findall(r"^(.+): photos 1, tiles 14$", done.stdout, re.M)
    return Path(file)


def import_back(labels: Path, *options: str) -> tuple[Label, ...]:
    done = call("labels", str(labels), "--to", "back", *options)
    assert done.exit_code == 0, done.stderr
    [found] = load_labelled_photos(Path("back"))
    with Image.open(found.path) as kept, Image.open("hand.jpg") as photo:
        assert kept.size == photo.size
    return found.labels


def is_near(one: Label, other: Label) -> bool:
    pairs = zip(one.quad, other.quad, strict=True)
    return all(abs(x - u) < 0.05 and abs(y - v) < 0.05 for (x, y), (u, v) in pairs)


@pytest.fixture(autouse=True)
def table(lay: Lay, photo: Path) -> Path:
    lay(HAND)
    return photo


def submit(tasks: Path, corrections: dict[int, str]) -> Path:
    """What Label Studio exports once a person has corrected and submitted the tasks."""
    content: Any = json.loads(tasks.read_text("utf-8"))
    for task in content:
        results = task.pop("predictions")[0]["result"]
        for number, kind in corrections.items():
            results[number]["value"]["polygonlabels"] = [kind]
        task["annotations"] = [{"result": results, "was_cancelled": False}]
        name = task["data"]["image"].rsplit("/", 1)[-1]
        task["data"]["image"] = f"/data/upload/1/0a1b2c3d-{name}"
    file = tasks.with_name("export.json")
    file.write_text(json.dumps(content))
    return file


@pytest.mark.parametrize("form", ["coco", "yolo"])
def test_labels_come_back_as_they_went(photo: Path, form: str) -> None:
    file = export(photo, form)
    labels = import_back(file if form == "coco" else file.parent)
    assert sorted(label.kind for label in labels) == sorted(KINDS)
    other = import_back(export(photo, "yolo").parent)
    assert all(map(is_near, labels, other))


def test_a_correction_in_label_studio_comes_back(photo: Path) -> None:
    before = import_back(export(photo, "yolo").parent)
    tasks = export(photo, "label-studio")
    labels = import_back(submit(tasks, {3: "0m"}))
    assert [one.kind for one in labels][3] == "0m" != before[3].kind
    assert all(map(is_near, labels, before))


def test_tasks_that_nobody_submitted_are_refused(photo: Path) -> None:
    done = call("labels", str(export(photo, "label-studio")), "--to", "back")
    assert done.exit_code == 1 and "nobody has submitted" in done.stderr
    assert not Path("back").exists()


def test_the_files_say_what_they_are(photo: Path) -> None:
    coco = json.loads(export(photo, "coco").read_text("utf-8"))
    assert [one["name"] for one in coco["categories"]] == list(CLASSES)
    assert {one["iscrowd"] for one in coco["annotations"]} == {0}
    assert all(0.5 < one["score"] <= 1 for one in coco["annotations"])
    lines = (export(photo, "yolo").parent / "labels/hand.txt").read_text().splitlines()
    assert {len(line.split()) for line in lines} == {9}
    config = export(photo, "label-studio").with_name("labels.xml").read_text()
    assert config.count("<Label value=") == len(CLASSES)


def test_a_rectangle_turned_in_label_studio_is_read(photo: Path, tmp_path: Path) -> None:
    result = {
        "type": "rectanglelabels",
        "original_width": 200,
        "original_height": 100,
        "value": {"x": 50, "y": 50, "width": 10, "height": 40, "rotation": 90},
    }
    result["value"]["rectanglelabels"] = ["back"]  # type: ignore[index]
    task = {"data": {"image": "a%20b.jpg"}, "annotations": [{"result": [result]}]}
    (tmp_path / "export.json").write_text(json.dumps([task]))
    [picture] = read_labels(tmp_path / "export.json")
    assert picture.name == "a b.jpg" and picture.labels[0].kind == "back"
    corners = [(round(x), round(y)) for x, y in picture.labels[0].quad]
    assert corners == [(100, 50), (100, 70), (60, 70), (60, 50)]


@pytest.mark.parametrize(
    "names",
    [
        "names: ['5m', red]",
        "names: {0: 5m, 1: 'red'}",
        "names:\n  0: 5m\n  1: red\n",
        "nc: 2\nnames:\n- 5m\n- 'red'\n",
    ],
)
def test_classes_of_another_yolo_set_are_ours_by_name(tmp_path: Path, names: str) -> None:
    (tmp_path / "train/labels").mkdir(parents=True)
    (tmp_path / "data.yaml").write_text(names)
    (tmp_path / "train/labels/a.txt").write_text("1 0.5 0.5 0.2 0.4\n0 0 0 1 0 1 1 0 1\n")
    [picture] = read_labels(tmp_path)
    assert [label.kind for label in picture.labels] == ["7z", "5m"]
    assert picture.name == str(Path("train/images/a.jpg"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "no labels found"),
        ("[1]", "in an unknown form"),
        ("[" * 100_000, "in an unknown form"),
        ('{"images": [], "annotations": [], "categories": []}', "nobody has submitted"),
        (
            '{"images": [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}], "annotations": '
            '[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}], '
            '"categories": [{"id": 1, "name": "dog"}]}',
            "'dog' is no tile",
        ),
        (
            '{"images": [{"id": 1, "file_name": "../../etc/passwd", "width": 9, "height": 9}], '
            '"annotations": [], "categories": []}',
            "passwd is not in",
        ),
    ],
)
def test_labels_that_cannot_be_used(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "bad.json").write_text(content)
    done = call("labels", str(tmp_path / "bad.json"), "--to", str(tmp_path / "back"))
    assert done.exit_code == 1 and message in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "back").exists()


def test_a_format_needs_a_folder(photo: Path) -> None:
    done = call("read", str(photo), "--format", "coco", "--lang", "it")
    assert done.exit_code == 1 and "--format coco vuole --out" in done.stderr
    done = call("labels", "a.json")
    assert done.exit_code == 1 and "labels a.json --to FOLDER" in done.stderr


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "none.json does not exist: expected a JSON file of COCO"),
        ("it", "none.json non esiste: serve un file JSON di COCO"),
    ],
)
def test_labels_that_do_not_exist(lang: str, said: str) -> None:
    done = call("labels", "none.json", "--to", "back", "--lang", lang)
    assert done.exit_code == 1
    [line] = done.stderr.splitlines()
    assert line.startswith(f"handreader: {said}") and "Errno" not in line
