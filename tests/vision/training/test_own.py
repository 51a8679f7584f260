"""Training with own photos: what it learns from, what it keeps apart, and what it writes."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vision.evaluation.labels import load_labelled_photos
from vision.photo import open_photo
from vision.recognition.weights import find_weights
from vision.training import own

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "datasets" / "examples"


def test_some_photos_are_kept_apart_the_same_in_every_run() -> None:
    photos = load_labelled_photos(EXAMPLES)
    learnt, kept = own.split(photos * 4)
    assert own.split(photos[:1]) == ([photos[0]], [])
    assert own.split(photos[:2]) == ([photos[0]], [photos[1]])
    assert kept and not set(map(id, kept)) & set(map(id, learnt))


def test_labels_follow_a_photo_that_is_shrunk(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    Image.new("RGB", (4000, 1000)).save(tmp_path / "images/a.jpg")
    (tmp_path / "labels/a.txt").write_text("0 0.5 0.1 0.6 0.2 0.5 0.4 0.4 0.3\n")
    [photo] = load_labelled_photos(tmp_path)
    found = own.training_photo(photo)
    assert found.pixels.shape == (500, 2000, 3) and found.is_directed and found.kinds == ("1m",)
    assert found.quads[0, 0] == pytest.approx((1000, 50))
    (tmp_path / "labels/a.txt").write_text("0 0.5 0.5 0.1 0.2\n")
    [photo] = load_labelled_photos(tmp_path)
    assert not own.training_photo(photo).is_directed  # a box has no direction


def test_own_faces_are_cut_out_for_training() -> None:
    pytest.importorskip("resvg_py", reason="draws our faces")
    photos = [own.training_photo(one) for one in load_labelled_photos(EXAMPLES)]
    pool = own.own_pool(photos)
    cut = {face.kind for face in pool.faces if face.design.startswith("own-")}
    labelled = {kind for photo in photos for kind in photo.kinds if kind != "back"}
    assert cut and cut <= labelled
    assert {face.kind for face in pool.faces} >= {"0m", "1f", "7z"}


@pytest.mark.filterwarnings("default")  # torch's own, of its exporter
def test_the_new_nets_are_complete_and_checked(tmp_path: Path) -> None:
    torch: Any = pytest.importorskip("torch", reason="training is not installed here")
    pytest.importorskip("onnx", reason="training is not installed here")
    from vision.reader import Reader
    from vision.training import namer
    from vision.training.nets import resume

    net = namer.net()
    start = find_weights("namer", folder=own.SHIPPED).path
    crops = torch.from_numpy(np.random.default_rng(1).random((48, 3, 64, 64)).astype(np.float32))
    resume.load_weights(net, start, crops)
    torch.save(net.state_dict(), tmp_path / "namer.pt")
    weights = own.write_weights(own.SHIPPED, tmp_path, 3)
    manifest = tomllib.loads((weights / "manifest.toml").read_text("utf-8"))
    shipped = tomllib.loads((own.SHIPPED / "manifest.toml").read_text("utf-8"))
    assert manifest["namer"]["file"] == "namer-own.onnx" and "3 minutes" in str(manifest["namer"])
    assert manifest["detector"] == shipped["detector"]
    tiles = Reader(weights).find_tiles(open_photo(EXAMPLES / "images/hand.jpg"))
    assert [tile.kind for tile in tiles][:3] == ["2m", "3m", "4m"]


def test_publishing_a_run_without_its_log_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.training import publish

    models, run = tmp_path / "models", tmp_path / "run"
    shutil.copytree(own.SHIPPED, models)
    run.mkdir()
    (run / "namer.pt").write_bytes(b"net")
    before = {path.name: path.read_bytes() for path in models.iterdir()}
    command = ["publish", "--namer", str(run), "--version", "99", "--out", str(models)]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit) as stopped:
        publish.main()
    assert stopped.value.code == 2 and "log.csv is missing or empty" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in models.iterdir()} == before


@pytest.mark.filterwarnings("default")  # torch's own, of its exporter
def test_a_namer_is_published_without_torchvision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch: Any = pytest.importorskip("torch", reason="training is not installed here")
    pytest.importorskip("onnx", reason="training is not installed here")
    from vision.training import namer, publish

    models, run = tmp_path / "models", tmp_path / "run"
    shutil.copytree(own.SHIPPED, models)
    run.mkdir()
    torch.save(namer.net().state_dict(), run / "namer.pt")
    (run / "log.csv").write_text("24,187,0.0,0.2590,0.9228\n")
    monkeypatch.setitem(sys.modules, "torchvision", None)
    command = ["publish", "--namer", str(run), "--version", "99", "--out", str(models)]
    monkeypatch.setattr("sys.argv", command)
    publish.main()
    found = find_weights("namer", folder=models).path
    assert found.name == "namer-resnet-v99.onnx" and not [*models.glob("namer-resnet-v7*")]


def test_publishing_a_finder_without_ultralytics_is_one_line_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.training import publish

    (tmp_path / "finder.pt").write_bytes(b"weights")
    (tmp_path / "log.csv").write_text("24,187,0.0,0.2590,0.9228\n")
    monkeypatch.setitem(sys.modules, "ultralytics", None)
    command = ["publish", "--finder", str(tmp_path), "--version", "99", "--out", str(tmp_path)]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit):
        publish.main()
    error = capsys.readouterr().err.splitlines()[-1]
    assert "ultralytics not installed; docs/how-to/train.md" in error
    assert {path.name for path in tmp_path.iterdir()} == {"finder.pt", "log.csv"}


def test_a_folder_without_labels_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["own", str(tmp_path / "nowhere")])
    with pytest.raises(SystemExit):
        own.main()
    error = capsys.readouterr().err.splitlines()[-1]
    assert "nowhere has no labelled pictures: expected images/ with labels/" in error


def test_older_nets_go_once_the_new_ones_are_named(tmp_path: Path) -> None:
    from vision.training.publish import delete_older

    for name in ("namer-resnet-v7.onnx", "namer-resnet-v8.onnx", "finder-yolo26n-v7.onnx"):
        (tmp_path / name).write_bytes(b"net")
    delete_older(tmp_path, 8, ["namer-resnet"])
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"namer-resnet-v8.onnx", "finder-yolo26n-v7.onnx"}
