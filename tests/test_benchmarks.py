"""The scripts in benchmarks/: what they make of figures, of pictures, and of the other reader."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from handreader.evaluation.ground_truth import HandTruth
from handreader.evaluation.made.pictures import MadePicture
from vision.evaluation.labels import load_labelled_photos
from vision.training.rendering.solids import VisibleTile

ROOT = Path(__file__).parents[1]


def script(name: str) -> ModuleType:
    """A script of benchmarks/ as a module; one of them has the name of a package."""
    path = ROOT / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def figures(**changed: object) -> dict[str, object]:
    """One data set of metrics.toml."""
    share = {"tiles": 10, "found": 10, "right": 9}
    return {
        **share,
        **{"photos": 4, "photos_perfect": 3, "extra": 2, "calibration_error": 0.0123},
        **{"sure_names": 8, "sure_names_wrong": 1, "doubtful_names": 2, "doubtful_names_wrong": 1},
        **{"rejected_as_no_tile": 5, "rejected_wrongly": 1, "confusions": [["9s", "9p", 2]]},
        "sets": {"owl": {**share, "extra": 2, "photos": 4, "photos_perfect": 3}},
        "groups": {"1 bamboo": {"tiles": 4, "found": 4, "right": 3}},
        **changed,
    }


def test_tables_say_what_was_measured() -> None:
    table = script("accuracy_table")
    sideways = {"tiles": 5, "found": 5, "right": 5}
    metrics = {
        "hands": figures(),
        "singles": figures(groups={"1 bamboo": {"tiles": 1, "found": 1, "right": 1}}),
        "rendered": figures(
            groups={"sideways": sideways},
            **{"sideways_found": 5, "sideways_told": 4, "upright_told_sideways": 3},
        ),
        "no-tiles": figures(extra=7, extra_kinds=[["back", 6], ["5z", 1]]),
    }
    accuracy = table.accuracy_table(metrics)
    assert "(`hands`) | 9 of 10 (90.0%) | 3 of 4 | 2 | 1 of 8 |" in accuracy
    assert "rendered" not in accuracy
    summary = table.summary({**metrics, "photos": figures(right=7)})
    assert summary.startswith("7 of 10 tiles are right on 4 photos of sets like those in training")
    assert summary.endswith("and 9 of 10 on 4 photos of two sets that were never in training.")
    text = table.details(metrics)
    for line in (
        "| hands, owl | 10 of 10 | 9 of 10 (90.0%) | 2 | 3 of 4 | – |",
        "| 1 bamboo | 4 of 5 | – |",
        "| sideways | – | 5 of 5 (100.0%) |",
        "| singles | 0.012 | 1 of 8 | 1 of 2 | 5, 1 |",
        "9s as 9p 4×",
        "4 of 5 sideways tiles recognised as such, 3 upright ones as sideways",
        "False boxes on pictures without tiles: 7 (back 6×, 5z 1×); 3 of 4 pictures have none.",
    ):
        assert line in text


def test_whole_hands_have_a_table() -> None:
    table = script("accuracy_table")
    group = {
        "hands": 20,
        "unhelped": 15,
        "helped": 18,
        "clear": 12,
        "clear_unhelped": 11,
        "confidently_wrong": 1,
        "to_refuse": 4,
        "refused_rightly": 3,
    }
    refuse = {**group, "hands": 0, "clear": 0}
    natural = {"hands": 7, "right": 4, "right_helped": 6, "confidently_wrong": 0}
    metrics = {
        "photos": figures(),
        "hands": figures(),
        "tables": figures(hands={"natural rules": natural}),
        "made-hands": {
            "command": "measure --seed 1",
            "all": group,
            "mcr": group,
            "neat": group,
            "refuse": refuse,
            "reliability": [[9, 0.98, 0.5, 0.75]],
        },
        "layings": {"command": "measure layings", "all": {**group, "helped": 19}, "low": group},
    }
    text = table.hands_table(metrics)
    for line in (
        "| on real tables (`tables`) | 4 of 7 | – | 6 of 7 | 0 | – |",
        "| made hands, all | 15 of 20 | 11 of 12 | 18 of 20 | 1 | 3 of 4 |",
        "| refuse | – | – | – | 1 | 3 of 4 |",
        "The made hands: `measure --seed 1`.",
        "| layings, all | 15 of 20 | 11 of 12 | 19 of 20 | 1 | 3 of 4 |",
        "The layings: `measure layings`.",
    ):
        assert line in text
    assert "low" not in text
    assert table.reliability_table(metrics).endswith(
        "| made hands | 9 | 0.9800 | 0.5000 | 0.7500 |"
    )
    assert "Not measured" in table.reliability_table({})
    assert "mcr" not in text
    summary = table.summary(metrics)
    assert "Of 20 whole hands laid in 1 ways" in summary
    assert summary.endswith("15 are right without help and 18 after at most two questions.")


def test_tables_stand_between_their_marks() -> None:
    table = script("accuracy_table")
    hands = "".join(f"<!-- {x}: begin -->\n<!-- {x}: end -->" for x in ("hands", "reliability"))
    text = f"before <!-- accuracy: begin -->\nold\n<!-- accuracy: end --> after {hands}"
    new = table.insert_tables(text, table.ACCURACY, {"hands": figures()})
    assert new.startswith("before <!-- accuracy: begin -->\n| pictures |")
    assert "|\n<!-- accuracy: end --> after" in new and "old" not in new
    assert table.insert_tables(new, table.ACCURACY, {"hands": figures()}) == new
    with pytest.raises(SystemExit, match=r"lacks the marks <!-- accuracy: begin -->"):
        table.insert_tables("no marks", table.ACCURACY, {})


def _cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(abs(one @ other) / (np.linalg.norm(one) * np.linalg.norm(other)))


@pytest.mark.slow
def test_rendered_pictures_are_labelled(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="rendering needs handreader[train]")
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    assert script("pictures").render_hands(tmp_path, 3, seed=4) == 3
    photos = load_labelled_photos(tmp_path)
    for photo in photos:
        described = json.loads((tmp_path / "labels" / f"{photo.path.stem}.json").read_text())
        assert sum(map(len, photo.rows)) == len(photo.labels) == len(described["tiles"])
    for photo in photos:
        middles = np.array([np.mean(label.quad, axis=0) for label in photo.labels])
        along = middles[-1] - middles[0]
        for label in photo.labels:
            top, side = np.diff(np.array(label.quad), axis=0)[:2]
            is_sideways = _cosine(side, along) > _cosine(top, along)
            assert label.turned == is_sideways, (photo.path.name, label)
    assert any(label.turned for photo in photos for label in photo.labels)


def test_pictures_without_tiles_have_empty_labels(tmp_path: Path) -> None:
    pytest.importorskip("skimage", reason="the sample pictures are scikit-image's")
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    assert script("pictures").no_tiles(tmp_path) >= 20
    assert all(photo.labels == () for photo in load_labelled_photos(tmp_path))


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for mahjong-detector with its interface, which sees two tiles anywhere."""
    package = tmp_path / "elsewhere" / "mahjong_detector"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from collections import namedtuple\n"
        "CLASS_NAMES = ['1m', 'tou', 'chun']\n"
        "D = namedtuple('D', 'x1 y1 x2 y2 class_id confidence')\n"
        "def preprocess_image(picture): return picture, picture.size\n"
        "def predict(picture, size): return [D(0, 0, 30, 40, 0, 0.9), D(30, 0, 60, 40, 1, 0.8)]\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    return package


def test_the_other_reader_is_asked_in_its_own_process(other: Path, tmp_path: Path) -> None:
    (tmp_path / "set" / "images").mkdir(parents=True)
    (tmp_path / "set" / "labels").mkdir()
    Image.new("RGB", (100, 50)).save(tmp_path / "set" / "images" / "a.png")
    lines = "0 0.15 0.4 0.3 0.8\n28 0.45 0.4 0.3 0.8\n"  # 1m, 2z
    (tmp_path / "set" / "labels" / "a.txt").write_text(lines)
    recognition = script("recognition")
    photos = load_labelled_photos(tmp_path / "set")
    theirs = recognition.Reader(recognition.OTHER, sys.executable)
    found, peak = recognition.tally_answers(
        photos, recognition.run_reader(theirs, [photos[0].path])
    )
    assert (found.all.found, found.all.right, found.extra) == (2, 1, 0)
    assert found.confusions == (("2z", "1z", 1),)
    assert peak > 1


@pytest.mark.slow
def test_without_the_other_reader_ours_is_measured(tmp_path: Path) -> None:
    command = [sys.executable, "benchmarks/recognition.py", "--labelled", str(ROOT / "datasets")]
    done = subprocess.run(
        [*command, "--beside", "/bin/false"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "mahjong-detector is not installed in /bin/false: only ours is measured" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("handreader ")]
    assert "of 3" in line  # photos perfect


def test_times_of_commands_are_multiples_of_the_imports() -> None:
    commands = script("commands")
    quick, failing = [sys.executable, "-c", "pass"], [sys.executable, "-c", "raise SystemExit(3)"]
    measured = commands.measure_rounds({commands.IMPORTS: quick, "same": quick}, 2)
    assert {name: len(runs) for name, runs in measured.items()} == {"imports": 2, "same": 2}
    twice = {
        commands.IMPORTS: [commands.RunTimes(0.2, 0.1)] * 3,
        "read": [commands.RunTimes(0.4, 0.3)] * 3,
    }
    assert commands.table(twice)[2].split() == ["read", "0.40", "s", "2.00x", "0.30", "s", "3.00x"]
    with pytest.raises(RuntimeError, match="status 3"):
        commands.measure_run(failing)


def test_each_scorer_has_hands_of_its_own() -> None:
    """What one rulebook has cached about a hand does not speed up the next one."""
    scoring = script("scoring")
    mine, other = (scoring.winning_hands(1, name, 40) for name in ("mcr", "riichi-ema"))
    assert mine == scoring.winning_hands(1, "mcr", 40)
    assert not {str(hand) for hand, _ in mine} & {str(hand) for hand, _ in other}


def test_a_film_shows_each_tile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the camera sees past the picture's edge, the picture is not mirrored."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    film = script("live_camera")
    monkeypatch.setattr(film, "FRAMES", film.COMING + 1)  # the last has the hand in the middle
    pixels = np.full((300, 288, 3), 40, np.uint8)
    tiles = []
    for number, left in enumerate((4, 124, 244)):
        pixels[120:180, left : left + 40] = 250
        corners = [(left, 120), (left + 40, 120), (left + 40, 180), (left, 180)]
        tiles.append(VisibleTile(number, "1m", np.array(corners, np.float32), 1.0))
    made = MadePicture(pixels, HandTruth("mcr", "neat", None), tuple(tiles), "plain")
    last = cv2.imdecode(np.frombuffer(film.pictures(made)[-1], np.uint8), cv2.IMREAD_GRAYSCALE)
    assert last is not None
    bright = cv2.threshold(last, 128, 255, cv2.THRESH_BINARY)[1]
    assert cv2.connectedComponents(bright)[0] - 1 == len(tiles)
