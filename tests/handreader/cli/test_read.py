"""`handreader read`: the tiles of photos, for programs and for people; the reader is a fake."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from scoring import RULEBOOKS
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import (
    NO_DIRECTION,
    NONE_APART,
    ONE_TOO_MANY,
    UNREADABLE,
    WIN,
    Lay,
)
from vision.photo import open_photo


def test_read_json_is_what_the_interface_says(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("read", photo, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    (reading,) = lines(result)
    assert list(reading) == [
        "photo", "width", "height", "seconds", "tiles", "rows", "discards", "win", "problems",
        "questions",
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
    assert reading["problems"] == reading["questions"] == []
    lay(UNREADABLE)
    (question,) = lines(call("read", photo, "--json"))[0]["questions"]
    assert list(question)[:4] == ["id", "text", "options", "tiles"]
    assert (question["options"], question["tiles"]) == (["5p"], [4])


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


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_photo_without_tiles_is_one_line_of_json(lay: Lay, photo: Path, command: str) -> None:
    lay("")
    result = call(command, photo, photo, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert len(lines(result)) == 2


def test_the_line_of_a_photo_without_tiles_has_its_reading_and_error(lay: Lay, photo: Path) -> None:
    lay("")
    (line,) = lines(call("read", photo, "--json", "--lang", "it"))
    assert (line["photo"], line["width"], line["tiles"], line["win"]) == (
        "hand.jpg",
        2400,
        [],
        None,
    )
    assert line["error"].startswith("nessuna tessera trovata in hand.jpg (2400×1400)")


def test_read_for_people(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    result = call("read", photo)
    assert "14 tiles" in result.stdout and "row 1: 0:1m 1:2m 2:3m" in result.stdout
    assert "Which tile won?" in result.stdout
    assert "Quale tessera ha vinto?" in call("read", photo, "--lang", "it").stdout


def test_read_takes_the_answers_that_it_asks_for(lay: Lay, photo: Path) -> None:
    lay(NONE_APART)
    assert "--winning-tile" in call("read", photo).stdout
    answered = call("read", photo, "--winning-tile", "1m")
    assert answered.exit_code == 0 and "Which tile won?" not in answered.stdout
    (reading,) = lines(call("read", photo, "--winning-tile", "1m", "--json"))
    assert reading["win"]["winning_tile"] == "1m"
    assert "winning_tile" not in [question["id"] for question in reading["questions"]]
    lay(WIN)
    (reading,) = lines(call("read", photo, "--answer", "pung_or_kong:11=kong", "--json"))
    assert [meld["type"] for meld in reading["win"]["melds"]] == ["kong"]
    unknown = call("read", photo, "--answer", "won=1m")
    assert unknown.exit_code == 1 and "there is no question won" in unknown.stderr


def test_read_names_doubtful_tiles_by_their_number(lay: Lay, photo: Path) -> None:
    lay(UNREADABLE)
    assert "tile:4 5p ?" in call("read", photo).stdout


def test_read_writes_outlined_pictures(lay: Lay, photo: Path) -> None:
    lay(WIN)
    assert call("read", photo, "--out", "seen.png").exit_code == 0
    height, width, _ = open_photo("seen.png").pixels.shape
    assert width == 2400 and height > 1400, "the key is below the photo"
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
    text = f"no rule set 'bridge'; expected one of {', '.join(RULEBOOKS)}"
    assert unknown.stderr == f"handreader: {text}\n"


# where the hand is


@pytest.mark.parametrize("command", ["read", "score"])
def test_the_json_has_the_location_that_was_given(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    (line,) = lines(call(command, photo, "--json", "--region", "0,0,1,1", "--hand-from", "top"))
    reading = line if command == "read" else line["reading"]
    assert (reading["region"], reading["hand_from"]) == ([0, 0, 2400, 1400], "top")
    assert len(reading["tiles"]) == 14
    (line,) = lines(call(command, photo, "--json"))
    assert not {"region", "hand_from"} & set(line if command == "read" else line["reading"])


def test_the_picture_shows_the_region(lay: Lay, photo: Path) -> None:
    lay(WIN)
    call("read", photo, "--out", "seen.png", "--region", "200,100,2200,1300")
    seen = open_photo("seen.png").pixels
    assert (seen[100, 1200] == 255).all() and (seen[700, 2200] == 255).all()
    call("read", photo, "--out", "seen.png")
    assert (open_photo("seen.png").pixels[100, 1200] < 100).all()


@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize(
    ("region", "message"),
    [
        ("10,10,5,20", "region '10,10,5,20': expected x0,y0,x1,y1"),
        ("3000,0,4000,900", "region '3000,0,4000,900' shows too little of a picture of 2400×1400"),
        ("0,0,0.1,0.1", "no tiles found in region 0,0,240,140 of hand.jpg (2400×1400)"),
    ],
)
def test_a_region_without_a_hand_is_one_line(
    lay: Lay, photo: Path, command: str, region: str, message: str
) -> None:
    lay(WIN)
    result = call(command, photo, "--region", region)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert message in result.stderr


def test_the_owner_sits_where_the_person_says(lay: Lay, photo: Path) -> None:
    lay(NO_DIRECTION)
    pung = ("--rules", "mcr", "--answer", "pung_or_kong:11=pung")
    for edge, source in (("bottom", "left"), ("top", "right")):
        (both,) = lines(call("score", photo, "--json", "--hand-from", edge, *pung))
        assert both["reading"]["win"]["melds"][0]["from"] == source


# streams, folders, and pictures that are none


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_picture_comes_from_standard_input_and_goes_to_standard_output(
    lay: Lay, photo: Path, command: str
) -> None:
    lay(WIN)
    result = call(command, "-", "--out", "-", stdin=photo.read_bytes())
    assert result.exit_code == 0, result.stderr
    assert open_photo(result.stdout_bytes).width == 2400
    assert "123m" in result.stderr or "0:1m 1:2m 2:3m" in result.stderr
    assert sorted(path.name for path in photo.parent.glob("*.jpg")) == ["hand.jpg"]
    (line,) = lines(call("read", "-", "--json", stdin=photo.read_bytes()))
    assert (line["photo"], len(line["tiles"])) == ("-", 14)
    call("score", "-", stdin=photo.read_bytes())
    assert open_photo("stdin-read.jpg").width == 2400


@pytest.mark.parametrize("command", ["read", "score"])
def test_standard_output_has_one_use(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    both = call(command, photo, "--json", "--out", "-")
    assert (both.exit_code, both.stdout) == (1, "")
    assert "--out - and --json both write on standard output" in both.stderr
    two = call(command, photo, photo, "--out", "-")
    assert two.exit_code == 1 and "name a folder" in two.stderr


@pytest.mark.parametrize("command", ["read", "score"])
def test_every_input_has_its_line(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    folder = photo.parent / "empty_folder"
    folder.mkdir()
    unreadable = photo.parent / "no.jpg"
    unreadable.write_bytes(b"no picture")
    inputs = (photo, folder, unreadable, photo.parent / "none.jpg", photo)
    found = call(command, *inputs, "--json")
    assert found.exit_code == 1 and found.stderr == ""
    names = [one["photo"] if "photo" in one else one["reading"]["photo"] for one in lines(found)]
    assert names == ["hand.jpg", "empty_folder", "no.jpg", "none.jpg", "hand.jpg"]
    assert "folder without pictures" in lines(found)[1]["error"]
    said = call(command, *inputs, "--lang", "it")
    assert said.exit_code == 1 and "cartella senza foto" in said.stderr
    assert len(said.stderr.splitlines()) == 3


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_folder_stands_for_its_pictures(lay: Lay, photo: Path, command: str) -> None:
    lay(WIN)
    folder = photo.parent / "photos"
    folder.mkdir()
    for name in ("b.jpg", "a.PNG", "b-read.jpg", "notes.txt"):
        (folder / name).write_bytes(photo.read_bytes())
    found = lines(call(command, folder, photo, "--json"))
    readings = found if command == "read" else [line["reading"] for line in found]
    assert [reading["photo"] for reading in readings] == ["a.PNG", "b.jpg", "hand.jpg"]
    (folder / "empty").mkdir()
    empty = call(command, folder / "empty")
    assert (empty.exit_code, empty.stderr.count("\n")) == (1, 1)
    assert "is a folder without pictures" in empty.stderr


@pytest.mark.parametrize(
    ("lang", "line"),
    [("en", "letter is a file: expected a folder"), ("it", "letter è un file: serve una cartella")],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "--out", "letter/seen.jpg"),
        ("score", "--out", "letter/"),
        ("score", "--out", "letter/seen/"),
        ("score", "--card", "letter/card.png"),
        ("read", "--format", "coco", "--out", "letter/labels"),
    ],
)
def test_a_file_is_no_folder_for_pictures(
    lay: Lay, photo: Path, arguments: tuple[str, ...], lang: str, line: str
) -> None:
    lay(WIN)
    (photo.parent / "letter").write_text("Dear players")
    command, *options = arguments
    photos = [photo] if Path(options[-1]).suffix else [photo, photo]
    result = call(command, *photos, *options, "--lang", lang)
    assert (result.exit_code, result.output) == (1, f"handreader: {line}\n")  # not one a photo


@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize("out", ["seen.xyz", "seen.txt", "seen.pdf"])
def test_a_picture_without_an_extension_of_one_is_one_line(
    lay: Lay, photo: Path, command: str, out: str
) -> None:
    lay(WIN)
    result = call(command, photo, "--out", out)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert f"--out {out}: expected the name of a picture (.jpg" in result.stderr


# texts


def test_no_line_is_broken_where_a_program_reads(lay: Lay, photo: Path) -> None:
    lay(UNREADABLE)
    for command in ("read", "score"):
        text = call(command, photo, "--lang", "en").stdout
        assert "(--answer tile:4=TILE)" in text
        assert max(map(len, text.splitlines())) > 80 or command == "read"
    waits = call("waits", "123m 456p 789s 22z 88p", "--rules", "mcr").stdout.splitlines()
    assert len(waits) == 4, "the title, the head, and one line for each wait"


def test_one_tile_is_singular(lay: Lay, photo: Path) -> None:
    lay("[1m]")
    assert "hand.jpg: 1 tile in" in call("read", photo).stdout
    assert "1 tessera in" in call("read", photo, "--lang", "it").stdout


TWO_HANDS = """[1m][1m][2m][2m][3m][3m][4m][4m][6m][6m][7m][7m][9m][9m]




[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s][E ][E ][E ]_[8s]"""


def test_a_hand_is_chosen_by_its_number(lay: Lay, photo: Path) -> None:
    Image.new("RGB", (2400, 2400)).save(photo)
    lay(TWO_HANDS)
    asked = call("read", photo, "--rules", "riichi-ema").stdout
    assert "2 hands are in view" in asked and "(--answer which_hand=1|2)" in asked
    refused = call("score", photo, "--rules", "riichi-ema").stderr
    assert "Add --answer which_hand=1|2" in refused
    wins = []
    for number in "12":
        answer = ("--answer", f"which_hand={number}")
        (both,) = lines(call("score", photo, "--json", "--rules", "riichi-ema", *answer))
        wins.append(both["reading"]["win"] or both["result"])
    assert wins[0] != wins[1]
    third = call("score", photo, "--answer", "which_hand=3", "--rules", "riichi-ema")
    assert third.exit_code == 1 and "expected a number from 1 to 2" in third.stderr
