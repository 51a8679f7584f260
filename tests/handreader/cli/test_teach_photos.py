"""`teach --any-order`: photos whose tiles a person confirms or corrects by their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.tile_sets import tile_set_file, tile_set_names
from tests.handreader.cli.calling import call
from tests.handreader.conftest import WIN, Lay
from vision.photo import open_photo
from vision.teaching.tile_set import load

TEACH = ("teach", "--any-order", "--name", "club")


def test_confirmed_tiles_teach_whatever_their_order(lay: Lay, photo: Path) -> None:
    lay(WIN.replace("[5p]", "[8p]"))
    result = call(*TEACH, photo, "--correct", "4=5p", "--correct", "13=no", "--yes")
    assert result.exit_code == 0, result.stderr
    assert "hand.jpg: tiles as number:tile, also in hand-read.jpg" in result.stdout
    assert "  0:1m 1:2m 2:3m 3:4p 4:5p" in result.stdout and "13:no" in result.stdout
    assert "club: 11 kinds from 1 photo," in result.stdout and "stored: " in result.stdout
    kinds = load(tile_set_file("club")).kinds
    assert sorted(kinds) == sorted("1m 2m 3m 4p 5p 6p 7s 8s 1z 1z 9s 7z 7z".split())
    assert open_photo("hand-read.jpg").width == 2400


def test_a_person_corrects_until_all_is_right(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.cli.teach_photos.is_terminal", lambda: True)
    lay(WIN.replace("[5p]", "[8p]"))
    result = call(*TEACH, photo, "--lang", "it", stdin="4=5p 99=1m\n4=5p\n\n")
    assert result.exit_code == 0, result.stderr
    assert "i numeri vanno da 0 a 13" in result.stdout
    assert result.stdout.count("4:8p") == 2 and result.stdout.count("4:5p") == 1
    assert "5p" in load(tile_set_file("club")).kinds


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "nobody confirmed its tiles: add --yes"),
        (["--yes", "--correct", "4=x"], "correction '4=x': expected NUMBER=TILE"),
        (["--yes", "--correct", "14=1m"], "numbers go from 0 to 13"),
        (["hand.jpg", "--yes", "--correct", "1=1m"], "--correct is about one photo"),
    ],
)
def test_tiles_that_nobody_confirmed_teach_nothing(
    lay: Lay, photo: Path, options: list[str], message: str
) -> None:
    lay(WIN)
    result = call(*TEACH, photo, *options)
    assert result.exit_code == 1
    assert message in result.stderr and result.stderr.count("\n") == 1
    assert tile_set_names() == ()


def test_what_only_any_order_takes(photo: Path) -> None:
    assert "need --any-order" in call("teach", photo, "--name", "club", "--yes").stderr
    assert "give those of the set" in call(*TEACH).stderr
    assert 'add --name "club set"' in call("teach", "--any-order", photo).stderr


def test_a_correction_of_a_clear_tile_is_doubted(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.cli.teach_photos.CLEAR", 0.96)  # the laid tiles have 0.97
    lay(WIN)
    doubted = call(*TEACH, photo, "--correct", "4=9m", "--yes")
    assert doubted.exit_code == 1 and tile_set_names() == ()
    assert "tile 4 is clearly 5p (97.0%): is the number right?" in doubted.stderr
    assert "write 4=9m!" in doubted.stderr and doubted.stderr.count("\n") == 1
    meant = call(*TEACH, photo, "--correct", "4=9m!", "--yes")
    assert meant.exit_code == 0 and "9m" in load(tile_set_file("club")).kinds


def test_a_red_five_and_no_tile_are_not_doubted(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handreader.cli.teach_photos.CLEAR", 0.96)
    lay(WIN)
    result = call(*TEACH, photo, "--correct", "4=0p", "--correct", "13=no", "--yes")
    assert result.exit_code == 0, result.stderr


def test_a_set_without_a_white_dragon_is_not_said_to_have_one(lay: Lay, photo: Path) -> None:
    lay(WIN)
    assert "white dragon" not in call(*TEACH, photo, "--yes").stdout
    lay(WIN.replace("<C >[C ][C ]", "<P >[P ][P ]"))
    assert "white dragon: " in call(*TEACH, photo, "--yes").stdout
