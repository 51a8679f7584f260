"""`handreader evaluate`; the reader is a fake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import (
    Lay,
)
from tests.vision.scenes import observe, scene
from vision.evaluation.labels import load_labelled_photos


@pytest.fixture
def labelled_folder(photo: Path) -> Path:
    """A data set of one picture: a 1m where the fake reader sees it, and a 5z that it misses."""
    folder = photo.parent / "set"
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True)
    photo.rename(folder / "images" / "a.jpg")
    (tile,) = observe(scene("[1m]"))
    corners = " ".join(f"{x / 2400} {y / 1400}" for x, y in tile.quad)
    (folder / "labels" / "a.txt").write_text(f"0 {corners}\n31 0.9 0.5 0.05 0.25\n")
    return folder


@pytest.fixture
def reads_one(lay: Lay) -> None:
    lay("[1m]")


@pytest.mark.usefixtures("reads_one")
def test_evaluate(labelled_folder: Path) -> None:
    import tomllib

    result = call("evaluate", labelled_folder, "--write", "metrics.toml", "--draw", "mistakes")
    assert result.exit_code == 0, result.stderr
    assert "named right 1/2 (50.0%)" in result.stdout
    figures = tomllib.loads(Path("metrics.toml").read_text())["set"]
    assert (figures["tiles"], figures["right"], figures["photos_perfect"]) == (2, 1, 0)
    assert figures["kinds"]["5z"]["right"] == 0
    assert Path("mistakes/set/a.jpg").is_file()


@pytest.mark.usefixtures("reads_one")
def test_evaluate_json(labelled_folder: Path) -> None:
    (figures,) = lines(call("evaluate", labelled_folder.parent, "--json"))
    assert (figures["dataset"], figures["right"]) == ("set", 1)


def test_evaluate_crops(photo: Path, lay: Lay) -> None:
    lay("[5p]")
    for kind in ("5p", "0p"):
        folder = photo.parent / "crops" / "ivory" / kind
        folder.mkdir(parents=True)
        (folder / "a.jpg").write_bytes(photo.read_bytes())
    result = call("evaluate", "crops", "--draw", "mistakes")
    assert result.exit_code == 0, result.stderr
    assert "crops/ivory: 2 photos" in result.stdout
    assert "0p as 5p 1×" in result.stdout
    assert Path("mistakes/crops/ivory/0p-a.jpg").is_file()


@pytest.mark.usefixtures("reads_one")
def test_evaluate_without_labels(photo: Path) -> None:
    result = call("evaluate", photo.parent)
    assert result.exit_code == 1
    assert "has no labelled pictures" in result.stderr


@pytest.mark.thorough
@pytest.mark.usefixtures("reads_one")
def test_evaluate_made_hands(photo: Path) -> None:
    import tomllib

    options = ("--family", "neat", "--count", 1, "--seed", 4, "--faces", "nowhere")
    result = call("evaluate", "--hands", *options, "--write", "m.toml", "--draw", "kept")
    assert result.exit_code == 0, result.stderr
    assert "our own drawings" in result.stderr
    assert "neat" in result.stdout and "refused rightly" not in result.stdout
    assert "neat-0 (zung-jung); given no hand; true" in result.stdout
    figures = tomllib.loads(Path("m.toml").read_text())["made-hands"]
    assert (figures["all"]["hands"], figures["neat"]["helped"]) == (1, 0)
    assert figures["command"] == "handreader evaluate --hands --family 'neat' --count 1 --seed 4"
    (kept,) = load_labelled_photos(Path("kept"))
    assert kept.hand is not None and kept.hand.rules == "zung-jung" and len(kept.labels) >= 14


@pytest.mark.usefixtures("reads_one")
def test_made_hands_as_json(photo: Path) -> None:
    options = ("--family", "printed", "--count", 1, "--seed", 4, "--faces", "nowhere", "--json")
    (figures,) = lines(call("evaluate", "--hands", *options))
    assert (figures["all"]["to_refuse"], figures["all"]["refused_rightly"]) == (1, 1)
    assert figures["trials"][0]["true"] is None and figures["trials"][0]["right"]


def test_an_unknown_family(photo: Path) -> None:
    result = call("evaluate", "--hands", "--family", "tidy")
    assert result.exit_code == 1
    assert "no family of hands is named tidy: expected some of neat, sloppy" in result.stderr
