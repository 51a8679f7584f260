"""The commands as a person or a program calls them; the reader is a fake, scoring is real."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from handreader import __version__
from handreader.cli.app import app
from scoring import RULEBOOKS
from tests.handreader.conftest import (
    NO_WIN,
    NONE_APART,
    ONE_SUIT,
    ONE_TOO_MANY,
    UNREADABLE,
    WIN,
    Lay,
)
from tests.vision.scenes import observe, scene
from vision.photo import Pixels, open_photo
from vision.recognition.classifier import TileClassifier
from vision.recognition.recognizer import TileRecognizer

ROOT = Path(__file__).parents[3]


def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_version() -> None:
    assert call("--version").stdout == f"handreader {__version__}\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, handreader.cli.app as c\n"
        "try: c.app(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'cv2', 'PIL', 'onnxruntime', 'rich', 'torch', 'vision', 'scoring'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"
    assert "evaluate" in done.stdout


# read


def test_read_json_is_what_the_interface_says(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("read", photo, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    (reading,) = lines(result)
    assert list(reading) == [
        "photo", "width", "height", "seconds", "tiles", "rows", "win", "problems", "questions",
    ]  # fmt: skip
    assert (reading["photo"], reading["width"], reading["height"]) == ("hand.jpg", 2400, 1400)
    assert 0 <= reading["seconds"] < 5
    tile = reading["tiles"][10]
    assert list(tile) == [
        "id", "kind", "confidence", "quad", "turned", "role", "alternatives",
    ]  # fmt: skip
    assert (tile["id"], tile["kind"], tile["confidence"]) == (10, "9s", 0.97)
    assert (tile["role"], tile["turned"], tile["alternatives"]) == ("winning", False, [])
    assert len(tile["quad"]) == 4 and all(len(point) == 2 for point in tile["quad"])
    assert [t["role"] for t in reading["tiles"]] == ["concealed"] * 10 + ["winning"] + ["meld"] * 3
    assert [t["turned"] for t in reading["tiles"]].index(True) == 11
    assert reading["rows"] == [list(range(14))]
    win = reading["win"]
    assert (win["rules"], win["concealed"], win["winning_tile"]) == (
        "zung-jung",
        "123m456p78s11z",
        "9s",
    )
    assert [(m["type"], m["tiles"], m["from"]) for m in win["melds"]] == [("pung", "777z", "left")]
    assert reading["problems"] == []
    (question,) = reading["questions"]
    assert list(question)[:4] == ["id", "text", "options", "tiles"]
    assert (question["options"], question["tiles"]) == (["pung", "kong"], [11, 12, 13])


def test_read_json_of_an_incomplete_hand_has_no_win(lay: Lay, photo: Path) -> None:
    lay(ONE_TOO_MANY)
    result = call("read", photo, "--json")
    assert result.exit_code == 0
    (reading,) = lines(result)
    assert reading["win"] is None
    (problem,) = reading["problems"]
    assert problem["code"] == "wrong_count"
    assert problem["message"] == "12 in hand + 1 set = 15 tiles, one too many"
    assert problem["tiles"] == list(range(12))


def test_a_photo_that_cannot_be_opened_stops_nothing(lay: Lay, photo: Path) -> None:
    lay(WIN)
    photo.with_name("broken.jpg").write_bytes(b"nothing")
    result = call("read", photo, "broken.jpg", "none.jpg", photo, "--json")
    assert result.exit_code == 1
    found = lines(result)
    assert [line["photo"] for line in found] == ["hand.jpg", "broken.jpg", "none.jpg", "hand.jpg"]
    assert ["error" in line for line in found] == [False, True, True, False]
    assert "does not exist" in found[2]["error"]


def test_read_for_people(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    result = call("read", photo)
    assert "14 tiles" in result.stdout and "row 1: 1m 2m 3m" in result.stdout
    assert "Which tile won?" in result.stdout
    assert "Quale tessera ha vinto?" in call("read", photo, "--lang", "it").stdout


def test_read_names_doubtful_tiles_by_their_number(lay: Lay, photo: Path) -> None:
    lay(UNREADABLE)
    assert "tile:4 5p ?" in call("read", photo).stdout


def test_read_writes_outlined_pictures(lay: Lay, photo: Path) -> None:
    lay(WIN)
    assert call("read", photo, "--out", "seen.png").exit_code == 0
    assert open_photo("seen.png").pixels.shape == (1400, 2400, 3)
    assert call("read", photo, photo, "--out", "folder").exit_code == 0
    assert (photo.parent / "folder" / "hand-read.jpg").is_file()
    several = call("read", photo, photo, "--out", "one.jpg")
    assert several.exit_code == 1
    assert "name a folder" in several.stderr


def test_tiles_are_read_for_rule_sets_that_are_not_scored_yet(lay: Lay, photo: Path) -> None:
    lay(WIN)
    (reading,) = lines(call("read", photo, "--json", "--rules", "riichi-ema"))
    assert reading["win"]["rules"] == "riichi-ema"


@pytest.mark.parametrize("command", ["read", "score"])
def test_an_unknown_rule_set_names_all_there_are(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    unknown = call(command, photo, "--rules", "bridge")
    assert unknown.exit_code == 1 and not unknown.stdout
    said = f"no rule set 'bridge'; expected one of {', '.join(RULEBOOKS)}"
    assert unknown.stderr == f"handreader: {said}\n"


OPEN_SIMPLES = "[2m][3m][4m][4p][5p][6p][6s][7s][5s][5s]___[8s]____<8p>[8p][8p]"


@pytest.mark.parametrize("rules", ["riichi-ema-2016", "riichi-tenhou"])
def test_a_photo_is_scored_by_a_preset(lay: Lay, photo: Path, rules: str) -> None:
    lay(OPEN_SIMPLES)
    assert call("score", photo, "--rules", "riichi-ema").exit_code == 1  # concealed alone there
    known = ("--rules", rules, "--discarder", "W")
    said = call("score", photo, *known)
    assert said.exit_code == 0, said.stderr
    assert "All Simples" in said.stdout
    (both,) = lines(call("score", photo, "--json", *known))
    (reading,) = lines(call("read", photo, "--json", "--rules", rules))
    assert reading["win"]["rules"] == both["result"]["rules"] == rules
    assert [item["id"] for item in both["result"]["items"]] == ["tanyao"]


def test_a_preset_is_an_error_of_its_own_name(lay: Lay, photo: Path) -> None:
    lay(ONE_TOO_MANY)
    (both,) = lines(call("score", photo, "--json", "--rules", "riichi-tenhou"))
    assert both["result"]["rules"] == "riichi-tenhou" and "one too many" in both["result"]["error"]


def test_no_tiles(lay: Lay, photo: Path) -> None:
    lay("")
    for command in ("read", "score"):
        result = call(command, photo)
        assert result.exit_code == 1
        assert "no tiles found in hand.jpg (2400×1400)" in result.stderr


# score, of photos


def test_score_explains_itself(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("score", photo, "--seat", "S", "--round", "E", "--discarder", "W")
    assert result.exit_code == 0, result.stderr
    for part in ("won on 9s", "Value Honor", "[777z]", "Total: 10", "West pays South"):
        assert part in result.stdout, part
    assert "the winner is East" not in result.stdout, "nothing is assumed that was said"
    assert open_photo("hand-read.jpg").width == 2400


def test_score_says_what_it_assumes(lay: Lay, photo: Path) -> None:
    lay(ONE_SUIT)  # above the 25 points that all pay alike
    said = " ".join(call("score", photo).stdout.split())
    assert "Assumed (other facts would change the score): won on a discard" in said
    assert "(--discarder, --self-drawn) [other payments]; nothing special about the win" in said
    assert "[--last-tile 60, --robbing-kong 60]" in said
    assert "nothing special" not in call("score", photo, "--last-tile").stdout
    assert "The payer is not known: add --discarder" in said
    assert "Taken as pung (--answer pung_or_kong:11=...)" in said


def test_only_facts_that_change_the_score_are_assumed(lay: Lay, photo: Path) -> None:
    lay(ONE_SUIT)  # a pair of East, a pung of red dragons: no seat and no round adds to it
    said = call("score", photo).stdout
    assert "the winner is East" not in said and "East round" not in said
    lay(WIN)  # 10 points: all pay alike, whoever discarded
    assert "won on a discard" not in call("score", photo).stdout


def test_score_in_italian(lay: Lay, photo: Path) -> None:
    lay(WIN)
    said = call("score", photo, "--lang", "it", "--discarder", "W").stdout
    for part in ("Totale: 10", "vinta con 9s (9 bambù)", "Ovest paga a Est", "Pagamenti"):
        assert part in said, part


def test_winning_tile_by_option(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    unknown = call("score", photo, "--self-drawn", "--rules", "riichi-ema")
    assert unknown.exit_code == 1
    assert "Which tile won? Add --winning-tile 1m|2m|3m" in unknown.stderr
    assert "Total" not in unknown.stdout
    alike = call("score", photo, "--self-drawn")  # in Zung Jung it makes no difference here
    assert alike.exit_code == 0
    assert "Which tile won? Taken as" in alike.stdout
    for option in (["--winning-tile", "9s"], ["--answer", "winning_tile=9s"]):
        known = call("score", photo, "--self-drawn", *option)
        assert known.exit_code == 0
        assert "won on 9s" in known.stdout
    absent = call("score", photo, "--self-drawn", "--winning-tile", "9p")
    assert absent.exit_code == 1
    assert "9p is not in the hand" in absent.stderr


def test_a_tile_is_corrected_by_its_number(lay: Lay, photo: Path) -> None:
    lay(UNREADABLE)
    unread = call("score", photo)  # only one kind completes the hand
    assert unread.exit_code == 0
    assert "Which tile is this? Taken as 5p" in unread.stdout
    read = call("score", photo, "--answer", "tile:4=5p")
    assert read.exit_code == 0
    assert "456p" in read.stdout and "Taken as 5p" not in read.stdout
    other = call("score", photo, "--answer", "tile:4=9p")
    assert other.exit_code == 1
    assert "does not win" in other.stderr


@pytest.mark.parametrize(("answer", "said"), [("colour=red", "colour"), ("tile:4", "ID=ANSWER")])
def test_answers_to_no_question(lay: Lay, photo: Path, answer: str, said: str) -> None:
    lay(WIN)
    result = call("score", photo, "--answer", answer)
    assert result.exit_code == 1
    assert said in result.stderr


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (ONE_TOO_MANY, "12 in hand + 1 set = 15 tiles, one too many"),
        (NO_WIN, "does not win"),
    ],
)
def test_no_score_for_what_is_no_hand(lay: Lay, photo: Path, hand: str, said: str) -> None:
    lay(hand)
    result = call("score", photo)
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Total" not in result.stdout
    assert (photo.parent / "hand-read.jpg").is_file(), "the picture shows what was seen"


def test_score_json(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("score", photo, "--json", "--discarder", "S")
    assert result.exit_code == 0
    (both,) = lines(result)
    assert both["reading"]["photo"] == "hand.jpg"
    assert both["reading"]["win"]["discarder"] == "S"
    assert both["result"]["total"] == 10
    assert both["result"]["payments"]["S"] < 0
    assert not (photo.parent / "hand-read.jpg").exists()


def test_the_win_of_a_reading_scores_as_a_case(lay: Lay, photo: Path) -> None:
    lay(WIN)
    (reading,) = lines(call("read", photo, "--json"))
    (case,) = lines(call("score", "--cases", "-", stdin=json.dumps(reading["win"])))
    (both,) = lines(call("score", photo, "--json"))
    assert case == both["result"]


@pytest.mark.parametrize("hand", [ONE_TOO_MANY, NO_WIN])
def test_score_json_without_a_win(lay: Lay, photo: Path, hand: str) -> None:
    lay(hand)
    result = call("score", photo, "--json")
    assert result.exit_code == 1
    (both,) = lines(result)
    assert "total" not in both["result"]
    if hand == NO_WIN:
        assert both["result"]["valid_win"] is False
    else:
        assert both["reading"]["win"] is None
        assert "one too many" in both["result"]["error"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--self-drawn", "--discarder", "W"], "give one of --self-drawn and --discarder"),
        (["--discarder", "E"], "winner's own seat"),
        (["--dora", "9x"], "9x"),
        (["--rules", "bridge"], "bridge"),
    ],
)
def test_options_that_cannot_be(lay: Lay, photo: Path, options: list[str], said: str) -> None:
    lay(WIN)
    result = call("score", photo, *options)
    assert result.exit_code == 1
    assert said in result.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--self-drawn", "--discarder", "W"], "pescata, e scartata da Ovest: scegli fra"),
        (["--discarder", "E"], "hand.jpg: discarder: Est è il posto di chi vince"),
        (["--riichi", "--blessing-earth"], "blessing_earth: Est non può averla; blessing: la mano"),
        (["--answer", "tile:4=9p"], "non vince: la mano non è completa: lo sarebbe con 5 palle"),
    ],
)
def test_contradictions_in_italian(lay: Lay, photo: Path, options: list[str], said: str) -> None:
    lay(UNREADABLE)
    result = call("score", photo, "--lang", "it", *options)
    assert result.exit_code == 1
    assert said in result.stderr and result.stderr.count("\n") == 1


def test_problems_and_questions_in_italian(lay: Lay, photo: Path) -> None:
    lay(ONE_TOO_MANY)
    many = call("score", photo, "--lang", "it").stderr
    assert "hand.jpg: 12 in mano + 1 gruppo = 15 tessere" in many
    lay(NONE_APART)
    asked = call("score", photo, "--self-drawn", "--rules", "riichi-ema", "--lang", "it").stderr
    assert "Aggiungi --winning-tile 1m|2m|3m" in asked and "Add" not in asked


def test_flags_reach_the_scorer(lay: Lay, photo: Path) -> None:
    lay(WIN)
    plain = lines(call("score", photo, "--json", "--self-drawn"))[0]["result"]
    last = lines(call("score", photo, "--json", "--self-drawn", "--last-tile"))[0]["result"]
    assert last["total"] > plain["total"]


def test_unexpected_errors_are_one_line_too(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("first line\nsecond line")

    lay(WIN)
    monkeypatch.setattr(TileRecognizer, "load", fails)
    result = call("score", photo)
    assert result.exit_code == 1
    assert result.stderr == (
        "handreader: unexpected RuntimeError: first line second line; "
        "--verbose shows where it happened\n"
    )
    assert "Traceback" in call("score", photo, "--verbose").stderr


# score --cases

CASE = {
    "id": "a",
    "rules": "zung-jung",
    "concealed": "123m456p78s11z",
    "winning_tile": "9s",
    "melds": [{"type": "pung", "tiles": "777z", "concealed": False, "from": "left"}],
    "discarder": "S",
}


def test_cases_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n\n" + json.dumps({**CASE, "id": "b"}) + "\n")
    result = call("score", "--cases", path)
    assert result.exit_code == 0
    assert [(line["id"], line["total"]) for line in lines(result)] == [("a", 10), ("b", 10)]


def test_a_bad_case_spoils_its_line_alone() -> None:
    given = [
        json.dumps(CASE).encode(),
        b"{not json",
        b'"\xff"',
        b"[" * 100_000,
        json.dumps({**CASE, "concealed": "11111m456p78s"}).encode(),
        json.dumps({**CASE, "concealed": "147m258p36s11z"}).encode(),
        json.dumps(CASE).encode(),
    ]
    result = call("score", "--cases", "-", stdin=b"\n".join(given) + b"\n")
    found = lines(result)
    assert result.exit_code == 1
    assert ["error" in line for line in found] == [False, True, True, True, True, False, False]
    assert found[1]["error"].startswith("line 2 is no JSON")
    assert found[5]["valid_win"] is False and found[5]["reason"]


def test_no_win_is_no_error() -> None:
    case = json.dumps({**CASE, "concealed": "147m258p36s11z"})
    assert call("score", "--cases", "-", stdin=case).exit_code == 0


def test_rules_for_cases_that_name_none() -> None:
    case = {key: value for key, value in CASE.items() if key != "rules"}
    (result,) = lines(call("score", "--cases", "-", "--rules", "zung-jung", stdin=json.dumps(case)))
    assert result["rules"] == "zung-jung"


def test_cases_that_are_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl"):
        result = call("score", "--cases", path)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert str(path) in result.stderr


def test_photos_or_cases() -> None:
    assert call("score").exit_code == 2
    assert call("score", "a.jpg", "--cases", "-").exit_code == 2


# evaluate


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


def test_evaluate_crops(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FakeNamer:
        def classify_crops(self, crops: list[Pixels]) -> list[tuple[tuple[str, float], ...]]:
            return [(("5p", 0.9),) for _ in crops]

    monkeypatch.setattr(TileClassifier, "load", lambda weights: FakeNamer())
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
def test_a_fault_said_while_the_nets_are_still_opening_ends_in_its_own_status() -> None:
    for _ in range(3):  # the nets open beside it: whether they are torn down half open is chance
        done = subprocess.run(
            [sys.executable, "-m", "handreader", "score", "no-such-photo.jpg"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode in (1, 2)
        assert "no-such-photo.jpg" in done.stderr
