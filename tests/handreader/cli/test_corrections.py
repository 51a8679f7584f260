"""Ways on where a photo's hand has no score: each answer that is offered leads further."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import NO_WIN, WIN, Lay
from tests.vision.scenes import observe, scene

ONE_MISREAD = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][S ]___[9s]____<C >[C ][C ]"
NO_WAIT = "[1m][4m][7m][2p][5p][8p][3s][6s][E ][S ]____<C >[C ][C ]"
WITH_FLOWER = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]____[f1]"
FOUR_ALIKE = "[2m][3m][4m][4p][5p][6p][7s][8s][E ][E ]___[9s]____[C ][C ][C ][C ]"
SEVENTEEN = "[1m][1m][1m][2m][2m][2m][5p][5p][5p][6p][6p][6p][7s][7s][7s][E ][E ]"
DEAD_WALL = """
[##][##][3m][##][##][##]




[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ]___[9s]____<C >[C ][C ]
"""


@pytest.mark.parametrize(
    ("lang", "message"), [("en", "It would win with"), ("it", "Vincerebbe con")]
)
def test_a_misread_tile_is_named_with_the_answer_that_corrects_it(
    lay: Lay, photo: Path, lang: str, message: str
) -> None:
    lay(ONE_MISREAD)
    failed = call("score", photo, "--lang", lang)
    assert failed.exit_code == 1
    (line,) = [line for line in failed.stdout.splitlines() if message in line]
    offered = re.findall(r"--answer (tile:\d+=\d[mpsz]) ", line)
    assert offered
    for answer in offered:
        corrected = call("score", photo, "--answer", answer)
        assert corrected.exit_code == 0, (answer, corrected.stderr)


def test_every_tile_of_the_hand_is_numbered_where_it_has_no_score(lay: Lay, photo: Path) -> None:
    lay(NO_WIN)
    text = call("score", photo).stdout
    assert "Tiles of the hand as number:tile: 0:1m 1:4m 2:7m" in text
    assert "--answer tile:0=5m corrects one" in text
    assert "It would win" not in text, "no single tile helps"
    lay(WIN)
    assert "number:tile" not in call("score", photo).stdout
    facts = call("score", photo, "--seat", "S", "--discarder", "S")
    assert facts.exit_code == 1 and "number:tile" not in facts.stdout, "no tile is at fault"


def test_no_winning_tile_is_asked_for_where_none_completes_the_hand(lay: Lay, photo: Path) -> None:
    lay(NO_WAIT)
    error = call("score", photo).stderr
    assert "no tile completes the 13 tiles" in error
    assert "or is the hand another one? Taken as the hand: 1m 4m" in error
    assert "--winning-tile" not in error


def test_answers_of_several_words_are_quoted_for_the_shell(lay: Lay, photo: Path) -> None:
    lay(FOUR_ALIKE)
    error = call("score", photo, "--rules", "mcr").stderr
    (offered,) = re.findall(r'--answer "(four_equal:\d+)=([^"]*)"', error)
    for option in offered[1].split("|"):
        answered = call("score", photo, "--rules", "mcr", "--answer", f"{offered[0]}={option}")
        assert "four_equal" not in answered.stderr


@pytest.mark.parametrize("rules", ["riichi-ema", "riichi-tenhou"])
def test_a_flower_in_riichi_names_no_other_rule_set(lay: Lay, photo: Path, rules: str) -> None:
    lay(WITH_FLOWER)
    found = call("score", photo, "--rules", rules)
    text = " ".join(found.stdout.split())
    assert found.exit_code == 0 and "flower 1f seen, but riichi is played without flowers" in text
    assert "riichi-ema" not in text


def test_a_hand_of_seventeen_is_known_for_what_it_is(lay: Lay, photo: Path) -> None:
    lay(SEVENTEEN)
    assert "three too many (Taiwanese hands of 17 are not scored)" in call("score", photo).stderr
    italian = call("score", photo, "--lang", "it").stderr
    assert "tre di troppo (le mani taiwanesi di 17 non si contano)" in italian


def test_the_dora_indicators_that_a_photo_shows_are_named(lay: Lay, photo: Path) -> None:
    Image.new("RGB", (2400, 2400)).save(photo)
    lay(DEAD_WALL)
    facts = ("--rules", "riichi-ema", "--discarder", "W")
    seen = call("score", photo, *facts).stdout
    assert "Dora indicators in the photo: 3m; dora: 4m" in seen
    assert "--answer indicators=no none" in seen
    without = call("score", photo, *facts, "--answer", "indicators=no")
    assert without.exit_code == 0 and "Dora" not in without.stdout
    assert "Dora indicators in" not in call("score", photo, *facts, "--dora", "2m").stdout


def test_a_flower_beside_the_dora_indicator_is_none(lay: Lay, photo: Path) -> None:
    """It is a misread back, or was left there: riichi has no flowers."""
    Image.new("RGB", (2400, 2400)).save(photo)
    lay(DEAD_WALL.replace("[3m][##]", "[3m][f2]"))
    (shown,) = lines(call("read", photo, "--json", "--rules", "riichi-ema"))
    tiles = {tile["id"]: tile for tile in shown["tiles"]}
    assert [t["kind"] for t in tiles.values() if t["role"] == "indicator"] == ["3m"]
    assert call("score", photo, "--rules", "riichi-ema", "--discarder", "W").exit_code == 0


def test_a_dora_indicator_that_cannot_be_read_is_not_asked_about_if_the_dora_are_told(
    lay: Lay, photo: Path
) -> None:
    Image.new("RGB", (2400, 2400)).save(photo)
    lay(DEAD_WALL.replace("[3m][##]", "[??][##]"))
    facts = ("--rules", "riichi-ema", "--discarder", "W")
    failed = call("score", photo, *facts, "--answer", "indicators=yes")
    assert failed.exit_code == 1 and "Which tile is this?" in failed.stderr
    for answer in (("--dora", "3m"), ("--answer", "indicators=no")):
        told = call("score", photo, *facts, *answer)
        assert told.exit_code == 0 and "Which tile" not in told.stdout


def test_a_hand_at_the_edge_of_the_picture_may_be_cut_off(lay: Lay, photo: Path) -> None:
    lay("[4p][5p][6p][7s][8s][E ][E ]___[9s]")
    middle = call("score", photo).stderr
    assert "five too few. Taken as the hand: 4p" in middle
    places = [corner for tile in observe(scene("[4p][5p][6p][7s][8s][E ][E ]___[9s]"))
              for corner in tile.quad]  # fmt: skip
    right = round(max(x for x, _ in places)) + 5
    Image.new("RGB", (right, 1400)).save(photo)
    assert "is the rest of the hand outside?" in call("score", photo).stderr
    italian = call("score", photo, "--lang", "it").stderr
    assert "il resto della mano è fuori?" in italian


def test_a_photo_without_tiles_leaves_no_picture(lay: Lay, photo: Path) -> None:
    lay("")
    failed = call("score", photo)
    assert "no tiles found" in failed.stderr and "outlined" not in failed.stdout
    assert not Path("hand-read.jpg").exists()
    call("score", photo, "--region", "0,0,0.5,0.5")
    assert Path("hand-read.jpg").exists(), "it shows where was looked"
