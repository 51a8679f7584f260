"""`handreader teach` and `--set`: what is stored, under which name, and what is used."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from handreader import tile_sets
from handreader.set_names import SetError, validate_set_name
from handreader.tile_sets import (
    resolve_tile_set,
    save_tile_set,
    tile_set_file,
    tile_set_names,
)
from scoring.tiles import CLASSES
from tests.handreader.cli.calling import call
from tests.handreader.conftest import WIN, Lay
from tests.vision.scenes import observe, scene
from vision.photo import Photo, Pixels
from vision.recognition.classifier import Adapter, TileClassifier
from vision.recognition.recognizer import TileRecognizer
from vision.recognition.weights import Weights
from vision.seen_tile import SeenTile
from vision.teaching import tile_set as taught_file
from vision.teaching.adaptation import PATCH, Examples
from vision.teaching.errors import FaultList, TeachError
from vision.teaching.teach import HoldoutAccuracy, Order
from vision.teaching.tile_set import TaughtSet, load

ANSWERS = 4 * len(CLASSES) + 1
LAID = Path(__file__).parents[2] / "data" / "teach" / "all.jpg"


def a_set(name: str, namer: str = "a" * 64) -> TaughtSet:
    adapter = Adapter(np.zeros((128, ANSWERS), np.float32), np.zeros(128, np.float32))
    picture = np.zeros((1, PATCH, PATCH, 3), np.uint8)
    return TaughtSet(name, ("1m",), picture, adapter, namer)


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights whose checksum is 64 times "a", and a namer that nobody asks."""
    found = Weights(Path("a.onnx"), CLASSES, 64, "a" * 64)
    monkeypatch.setattr(taught_file, "find_weights", lambda *args: found)
    monkeypatch.setattr(TileClassifier, "load", lambda *args: None)


# names


@pytest.mark.parametrize(
    "name",
    ["club set", "../../x", "/etc/passwd", "..", ".", "C:\\x", "CON", "麻雀", "a/b", "x.npz", "~"],
)
def test_a_name_is_never_a_path(own_sets: Path, name: str) -> None:
    file = tile_set_file(name)
    assert file.parent == own_sets
    assert file.resolve().parent == own_sets.resolve()
    assert set(file.stem) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert file.suffix == ".npz"


def test_names_that_differ_have_other_files() -> None:
    assert len({tile_set_file(name) for name in ("a b", "a-b", "a/b", "ab", "麻", "雀")}) == 6
    assert tile_set_file("Club  Set ") == tile_set_file("club set")


@pytest.mark.parametrize("name", ["", "   ", "none", " NONE ", "a\x00b", "a\x1b[2J", "x" * 61])
def test_what_cannot_be_a_name(name: str) -> None:
    with pytest.raises(SetError, match="is not a valid name of a set"):
        validate_set_name(name)


# which set is used


def test_the_set_used_last_is_used(weights: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert resolve_tile_set(None) is None
    first, second = save_tile_set(a_set("first")), save_tile_set(a_set("second"))
    assert tile_set_names() == ("first", "second")
    assert resolve_tile_set(None) == second
    assert "with the set 'second'" in capsys.readouterr().err
    assert resolve_tile_set("First") == first
    assert resolve_tile_set(None) == first
    assert resolve_tile_set("none") is None
    assert resolve_tile_set(None) == first
    assert resolve_tile_set(None, last=False) is None


def test_a_set_that_was_not_taught(weights: None) -> None:
    with pytest.raises(SetError, match="none yet; `handreader teach`"):
        resolve_tile_set("club set")
    save_tile_set(a_set("home"))
    with pytest.raises(SetError, match="no set 'club set' was taught; taught sets: home"):
        resolve_tile_set("club set")


@pytest.mark.parametrize("content", ["", "../../etc/passwd\n", "gone.npz\n", "\x00"])
def test_the_note_of_the_last_set_is_only_a_note(
    own_sets: Path, weights: None, content: str
) -> None:
    save_tile_set(a_set("home"))
    (own_sets / "last.txt").write_text(content)
    assert resolve_tile_set(None) is None


def test_other_weights_learn_the_set_again(
    weights: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = save_tile_set(a_set("home", namer="b" * 64))
    asked: list[int] = []

    def count_and_examine(
        namer: object, kinds: object, patches: list[Pixels], settings: object
    ) -> Examples:
        asked.append(len(patches))
        rng = np.random.default_rng(0)
        shape = (1, 4, 4)
        return Examples(np.array([0]), np.zeros((*shape, ANSWERS)), rng.random((*shape, 128)))

    monkeypatch.setattr(taught_file, "compute_examples", count_and_examine)
    assert resolve_tile_set("home") == file
    assert capsys.readouterr().err.count("it is fitted again") == 1
    assert np.abs(load(file).adapter.change).max() > 0
    assert resolve_tile_set("home") == file
    assert asked == [1]
    assert capsys.readouterr().err == ""


class TaughtNets:
    """Sees a scene; once taught, every tile as a red dragon."""

    def __init__(self, tiles: tuple[SeenTile, ...]) -> None:
        self._tiles = tiles

    def recognize(
        self, pixels: Pixels, is_live: bool = False, frame: object = None
    ) -> tuple[SeenTile, ...]:
        return self._tiles

    def with_adapter(self, adapter: Adapter) -> TaughtNets:
        return TaughtNets(
            tuple(SeenTile(t.id, t.quad, (("7z", 1.0),), t.oriented) for t in self._tiles)
        )


def test_read_uses_the_set(weights: None, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nets = TaughtNets(observe(scene(WIN)))
    monkeypatch.setattr(TileRecognizer, "load", lambda weights: nets)
    save_tile_set(a_set("home"))
    row = "row 1: " + " ".join(f"{number}:7z" for number in range(14))
    assert row in call("read", photo, "--set", "home").stdout
    assert row in call("read", photo).stdout
    assert row not in call("read", photo, "--set", "none").stdout


@pytest.mark.parametrize("command", [("check", "hand.jpg", "1"), ("waits", "hand.jpg")])
def test_check_and_waits_use_the_set(
    command: tuple[str, ...], weights: None, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nets = TaughtNets(observe(scene(WIN)))
    monkeypatch.setattr(TileRecognizer, "load", lambda weights: nets)
    save_tile_set(a_set("home"))
    five = "14 tiles read as 7z"
    assert five in call(*command, "--set", "home").stderr
    assert five in call(*command).stderr
    assert five not in call(*command, "--set", "none").stderr
    assert "no set 'club' was taught" in call(*command, "--set", "club").stderr


def test_read_with_a_set_that_there_is_not(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("read", photo, "--set", "../home")
    assert result.exit_code == 1
    assert result.stderr.startswith("handreader: no set '../home' was taught")
    assert len(result.stderr.splitlines()) == 1


# the command


def test_without_photos_it_says_what_to_lay() -> None:
    result = call("teach", "--flowers", "--back")
    assert result.exit_code == 0
    assert "  row 4: E S W N White Green Red back\n  row 5: 1f 2f 3f" in result.stdout
    assert "0m 0p 0s\n" not in call("teach").stdout


@pytest.mark.parametrize("lang", ["zh", "ja", "it+zh"])
def test_instructions_in_every_language(lang: str) -> None:
    """Honours without a name in a language have the English one."""
    result = call("teach", "--lang", lang)
    assert result.exit_code == 0
    assert ("E S W N Bianco" if lang == "it+zh" else "E S W N White") in result.stdout


def test_a_name_is_needed(photo: Path) -> None:
    result = call("teach", photo)
    assert (result.exit_code, result.stdout) == (1, "")
    assert 'add --name "club set"' in result.stderr


def test_what_was_taught_is_stored_and_said(
    own_sets: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def teach(
        name: str, photos: list[Photo], rows: Order, weights: Path | None, trust: bool
    ) -> tuple[TaughtSet, HoldoutAccuracy]:
        assert [p.name for p in photos] == ["hand.jpg"]
        assert [len(row) for row in rows] == [9, 9, 9, 7, 3]
        return a_set(name), HoldoutAccuracy(68, 60, 67, 1)

    monkeypatch.setattr("handreader.cli.teach.teach", teach)
    result = call("teach", "--name", " Club  set", photo, "--red-fives")
    assert result.exit_code == 0, result.stderr
    assert "Club set: 1 kinds from 1 photo," in result.stdout
    assert "before: 60 of 68; after: 67" in result.stdout
    assert "stored: " in result.stdout
    assert tile_set_names() == ("Club set",)
    again = call("teach", "--name", "club set", photo, "--red-fives")
    assert "replaced: " in again.stdout
    assert len(list(own_sets.glob("*.npz"))) == 1


def test_nothing_is_stored_when_the_order_is_wrong(
    own_sets: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def teach(*args: object) -> None:
        fault = TeachError("foreign", row=1, place=3, kind="3m", seen="7m")
        raise TeachError("faulty", photo="hand.jpg", faults=FaultList([fault]))

    monkeypatch.setattr("handreader.cli.teach.teach", teach)
    result = call("teach", "--name", "club set", photo)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "handreader: hand.jpg: row 1, place 3: expected 3m, seen 7m; nothing is stored\n"
    )
    assert call("teach", "--name", "club set", photo, "--lang", "it").stderr == (
        "handreader: hand.jpg: fila 1, posto 3: serve 3m, si vede 7m; nulla è stato salvato\n"
    )
    assert not own_sets.exists()


@pytest.mark.slow
def test_the_whole_way_with_the_installed_nets(own_sets: Path, tmp_path: Path) -> None:
    options = ("--name", "drawn", "--flowers", "--red-fives")
    result = call("teach", LAID, *options)
    assert result.exit_code == 0, result.stderr
    assert "drawn: 45 kinds from 1 photo," in result.stdout
    (file,) = own_sets.glob("*.npz")
    assert 50_000 < file.stat().st_size < 400_000
    result = call("read", LAID, "--set", "drawn")
    assert "row 5: 1f 2f 3f 4f 5f 6f 7f 8f" in re.sub(r"\d+:(?=\d)", "", result.stdout)
    # the right-hand column cut off
    cut = tmp_path / "cut.jpg"
    with Image.open(LAID) as image:
        image.crop((0, 0, 610, image.height)).save(cut)
    result = call("teach", cut, "--name", "cut", "--flowers", "--red-fives")
    assert result.exit_code == 1
    assert "row 1 shows 8 tiles, expected 9 (1m to 9m): 9m missing at place 9" in result.stderr
    assert tile_set_names() == ("drawn",)
    assert tile_sets.resolve_tile_set("drawn") == file
