"""`handreader score` of photos; the reader is a fake, scoring is real."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import (
    NO_WIN,
    NONE_APART,
    ONE_SUIT,
    ONE_TOO_MANY,
    UNREADABLE,
    WIN,
    Lay,
)
from vision.photo import open_photo

OPEN_SIMPLES = "[2m][3m][4m][4p][5p][6p][6s][7s][5s][5s]___[8s]____<8p>[8p][8p]"


@pytest.mark.parametrize("rules", ["riichi-ema-2016", "riichi-tenhou"])
def test_a_photo_is_scored_by_a_preset(lay: Lay, photo: Path, rules: str) -> None:
    lay(OPEN_SIMPLES)
    assert call("score", photo, "--rules", "riichi-ema").exit_code == 1  # concealed alone there
    known = ("--rules", rules, "--discarder", "W")
    result = call("score", photo, *known)
    assert result.exit_code == 0, result.stderr
    assert "All Simples" in result.stdout
    (both,) = lines(call("score", photo, "--json", *known))
    (reading,) = lines(call("read", photo, "--json", "--rules", rules))
    assert reading["win"]["rules"] == both["result"]["rules"] == rules
    assert [item["id"] for item in both["result"]["items"]] == ["tanyao"]


def test_a_preset_is_an_error_of_its_own_name(lay: Lay, photo: Path) -> None:
    lay(ONE_TOO_MANY)
    (both,) = lines(call("score", photo, "--json", "--rules", "riichi-tenhou"))
    assert both["result"]["rules"] == "riichi-tenhou" and "one too many" in both["result"]["error"]


def test_score_explains_itself(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("score", photo, "--seat", "S", "--round", "E", "--discarder", "W")
    assert result.exit_code == 0, result.stderr
    for part in ("won on 9s", "Value Honor", "[777z]", "Total: 10", "West pays South"):
        assert part in result.stdout, part
    assert "the winner is East" not in result.stdout, "nothing is assumed that was said"
    assert open_photo("hand-read.jpg").width == 2400


def test_photos_of_one_name_have_a_picture_each(lay: Lay, photo: Path) -> None:
    lay(WIN)
    for place, width in (("a", 2400), ("b", 2000), ("c", 1600)):
        Path(place).mkdir()
        Image.new("RGB", (width, 1400)).save(f"{place}/hand.jpg")
    result = call("score", "a/hand.jpg", "b/hand.jpg", "c/hand.jpg")
    assert result.exit_code == 0
    names = ("hand-read.jpg", "hand-2-read.jpg", "hand-3-read.jpg")
    assert [open_photo(name).width for name in names] == [2400, 2000, 1600]
    assert [name in result.stdout for name in names] == [True, True, True]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_score_leaves_out_the_pictures_that_it_wrote(
    lay: Lay, photo: Path, options: list[str]
) -> None:
    lay(WIN)
    for name in ("already-read.jpg", "tile-2.jpg"):
        photo.with_name(name).write_bytes(photo.read_bytes())
    assert call("score", "hand.jpg", "./hand.jpg", "tile-2.jpg").exit_code == 0
    every = sorted(path.name for path in photo.parent.glob("*.jpg"))
    written = ["hand-2-read.jpg", "hand-read.jpg", "tile-2-read.jpg"]
    assert every == ["already-read.jpg", *written[:2], "hand.jpg", written[2], "tile-2.jpg"]
    result = call("score", *every, *options)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"handreader: {name} is left out: it is the outlined picture of another photo"
        for name in written
    ]
    for name in ("already-read.jpg", "hand.jpg", "tile-2.jpg"):
        assert name in result.stdout
    assert not photo.with_name("hand-read-read.jpg").exists()
    assert call("score", "hand-read.jpg").exit_code == 0, "alone it is a photo"
    italian = call("score", "hand.jpg", "hand-read.jpg", "--lang", "it").stderr
    assert italian.startswith("handreader: hand-read.jpg non viene letta")


def test_score_says_what_it_assumes(lay: Lay, photo: Path) -> None:
    lay(ONE_SUIT)  # above the 25 points that all pay alike
    text = " ".join(call("score", photo).stdout.split())
    assert "Assumed: won on a discard; nothing special about the win. Otherwise: " in text
    assert "--self-drawn, --discarder (other payments); --last-tile 60, --robbing-kong 60." in text
    assert "nothing special" not in call("score", photo, "--last-tile").stdout
    assert "The payer is not known: add --discarder" in text


def test_only_facts_that_change_the_score_are_assumed(lay: Lay, photo: Path) -> None:
    lay(ONE_SUIT)  # a pair of East, a pung of red dragons: no seat and no round adds to it
    text = call("score", photo).stdout
    assert "the winner is East" not in text and "East round" not in text
    lay(WIN)  # 10 points: all pay alike, whoever discarded
    assert "won on a discard" not in call("score", photo).stdout


def test_score_in_italian(lay: Lay, photo: Path) -> None:
    lay(WIN)
    text = call("score", photo, "--lang", "it", "--discarder", "W").stdout
    for part in ("Totale: 10", "vinta con 9s (9 di bambù)", "Ovest paga a chi vince", "Pagamenti"):
        assert part in text, part


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


@pytest.mark.parametrize(("answer", "message"), [("colour=red", "colour"), ("tile:4", "ID=ANSWER")])
def test_answers_to_no_question(lay: Lay, photo: Path, answer: str, message: str) -> None:
    lay(WIN)
    result = call("score", photo, "--answer", answer)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (ONE_TOO_MANY, "12 in hand + 1 set = 15 tiles, one too many"),
        (ONE_TOO_MANY, "Taken as the hand: "),
        (NO_WIN, "does not win"),
    ],
)
def test_no_score_for_what_is_no_hand(lay: Lay, photo: Path, hand: str, message: str) -> None:
    lay(hand)
    result = call("score", photo)
    assert result.exit_code == 1
    assert message in result.stderr
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
    for item in both["result"]["items"]:
        assert item.pop("tiles")
    both["result"].pop("notes")  # as the tiles, of one photo only
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
    ("options", "message"),
    [
        (["--self-drawn", "--discarder", "W"], "give one of --self-drawn and --discarder"),
        (["--discarder", "E"], "without --seat the winner is taken to be East"),
        (["--seat", "S", "--discarder", "S"], "winner's own seat"),
        (["--dora", "9x"], "9x"),
        (["--rules", "bridge"], "bridge"),
    ],
)
def test_options_that_cannot_be(lay: Lay, photo: Path, options: list[str], message: str) -> None:
    lay(WIN)
    result = call("score", photo, *options)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--self-drawn", "--discarder", "W"], "pescata, e scartata da Ovest: scegli fra"),
        (["--discarder", "E"], "senza --seat si suppone che vinca Est"),
        (
            ["--seat", "S", "--discarder", "S"],
            "hand.jpg: discarder: Sud è il posto di chi vince",
        ),
        (
            ["--rules", "riichi-ema", "--riichi", "--blessing-earth"],
            "blessing_earth: Est non può averla; blessing: la mano",
        ),
        (["--answer", "tile:4=9p"], "non vince: la mano non è completa: lo sarebbe con 5 di palle"),
    ],
)
def test_contradictions_in_italian(lay: Lay, photo: Path, options: list[str], message: str) -> None:
    lay(UNREADABLE)
    result = call("score", photo, "--lang", "it", *options)
    assert result.exit_code == 1
    assert message in result.stderr and result.stderr.count("\n") == 1


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
