"""`handreader evaluate`; the reader is a fake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handreader.evaluation import layings
from scoring.hand import Hand
from scoring.record import Record
from scoring.win import Win
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import WIN, Lay
from tests.vision.scenes import observe, scene
from vision.evaluation.labels import load_labelled_photos

MODELS = Path(__file__).parents[3] / "models"


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


def test_a_folder_that_is_not_there_is_reported_in_italian(photo: Path) -> None:
    result = call("evaluate", "nowhere", "--lang", "it")
    assert result.exit_code == 1
    assert "nowhere non contiene foto etichettate" in result.stderr


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


def test_an_unknown_family(photo: Path) -> None:
    result = call("evaluate", "--hands", "--family", "tidy")
    assert result.exit_code == 1
    assert "no family of hands is named tidy: expected some of neat, sloppy" in result.stderr


LISTS = ("evaluate", "--layings", "--family", "neat", "--family", "table", "--seed", 4)


def test_layings_are_judged_by_family(photo: Path) -> None:
    import tomllib

    result = call(*LISTS, "--count", 6, "--write", "m.toml", "--draw", "kept", "--beside", MODELS)
    assert result.exit_code == 0, result.stderr
    command = "handreader evaluate --layings --family 'neat' --family 'table' --count 6 --seed 4"
    assert f"layings: 6 hands: {command}" in result.stdout
    assert result.stdout.count("wrong unasked") >= 3  # all, and two families
    assert "became right: 0\n    became wrong: 0" in result.stdout
    figures = tomllib.loads(Path("m.toml").read_text())["layings"]
    assert figures["command"] == command
    assert (figures["all"]["hands"], figures["neat"]["hands"], figures["table"]["hands"]) == (
        6,
        3,
        3,
    )
    assert 1 <= sum(hands for hands, *_ in figures["reliability"]) <= 6
    wrong = 6 - figures["all"]["unhelped"]
    assert len(list(Path("kept").glob("*.png"))) == wrong
    assert Path("kept/layings-reliability.svg").read_text().startswith("<svg")


def test_layings_that_fail_are_drawn(photo: Path) -> None:
    options = ("--family", "unturned", "--count", 8, "--seed", 5, "--draw", "kept", "--json")
    (figures,) = lines(call("evaluate", "--layings", *options))
    failed = {one["picture"] for one in figures["trials"] if one["outcome"] != "right"}
    assert failed and {path.stem for path in Path("kept").glob("*.png")} == {
        name.replace(" ", "-") for name in failed
    }


def test_the_same_seed_makes_the_same_layings(photo: Path) -> None:
    (one,), (other,) = (lines(call(*LISTS, "--count", 2, "--json")) for _ in range(2))
    assert one == other and len(one["trials"]) == 2


def test_layings_are_read_by_the_nets_that_are_named(photo: Path) -> None:
    for option in ("--weights", "--beside"):
        result = call(*LISTS, "--count", 1, option, "nowhere")
        assert result.exit_code == 1
        assert "no weights found: expected manifest.toml in nowhere" in result.stderr


def test_layings_need_a_checkout(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layings, "SIMULATION", photo.parent / "simulation")
    result = call(*LISTS)
    assert result.exit_code == 1
    assert "`evaluate --layings` runs in a checkout" in result.stderr


def test_layings_go_with_no_folder(photo: Path) -> None:
    for other in ("--hands", photo.parent):
        result = call("evaluate", "--layings", other)
        assert result.exit_code == 2
        assert "--layings measures made box lists: expected no folder" in result.stderr


def test_an_unknown_family_of_layings(photo: Path) -> None:
    result = call("evaluate", "--layings", "--family", "tidy")
    assert result.exit_code == 1
    assert "no family of hands is named tidy: expected some of plain, neat" in result.stderr


@pytest.mark.usefixtures("reads_one")
def test_made_hands_as_json_with_two_sets_of_weights(photo: Path) -> None:
    options = ("--family", "printed", "--count", 1, "--seed", 4, "--faces", "nowhere", "--json")
    (figures,) = lines(call("evaluate", "--hands", *options, "--beside", MODELS))
    assert (figures["all"]["to_refuse"], figures["all"]["refused_rightly"]) == (1, 1)
    assert figures["trials"][0]["true"] is None and figures["trials"][0]["right"]
    assert figures["beside"]["right"] == figures["beside"]["was_right"] == 1


def test_a_hand_in_a_photo_is_judged_and_drawn(photo: Path, lay: Lay) -> None:
    lay(WIN)
    folder = photo.parent / "set"
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True)
    photo.rename(folder / "images" / "a.jpg")
    tiles = observe(scene(WIN))
    labels = [{"kind": t.kind, "quad": [[x, y] for x, y in t.quad]} for t in tiles]
    true = Hand.parse("123m 456p 79s 11z [>777z] +8s")
    hand = {**Record(None, "mcr", true, Win()).to_json(), "complete": True, "edge": "bottom"}
    content = {"set": "ivory", "tiles": labels, "hand": hand}
    (folder / "labels" / "a.json").write_text(json.dumps(content))
    result = call("evaluate", folder, "--draw", "mistakes", "--beside", MODELS)
    assert result.exit_code == 0, result.stderr
    assert "whole hands, ivory: right 0 (0.0%)" in result.stdout  # the 9s won, not the 8s
    assert "photos perfect 1/1" in result.stdout
    assert Path("mistakes/set/a.jpg").is_file()
    assert Path("mistakes/set-reliability.svg").is_file()
    assert "photos right: 1 of 1, 1 beside" in result.stdout
    assert "hands right: 0 of 1, 0 beside" in result.stdout
