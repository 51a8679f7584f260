"""A corrected and scored hand teaches its set: `score --remember`, and the question after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from handreader.confirmed_hand import teachable_kinds
from handreader.pipeline import read_photo
from handreader.situation import Situation
from handreader.tile_sets import tile_set_file, tile_set_names
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import NO_WIN, UNREADABLE, WIN, Lay
from vision import Reader
from vision.photo import Photo
from vision.photo import open_photo as open_picture
from vision.teaching.tile_set import load

CORRECTED = ("--answer", "tile:4=5p")
MISREAD = WIN.replace("[5p]", "[8p]")


def test_a_scored_hand_teaches_all_its_tiles(lay: Lay, photo: Path) -> None:
    lay(MISREAD)
    result = call("score", photo, *CORRECTED, "--remember", "Club set")
    assert result.exit_code == 0, result.stderr
    assert "set 'Club set': learned from 14 tiles, knows 11 kinds" in result.stdout
    taught = load(tile_set_file("club set"))
    assert sorted(taught.kinds) == sorted("1m 2m 3m 4p 5p 6p 7s 8s 1z 1z 9s 7z 7z 7z".split())
    later = call("read", photo)
    assert "with the set 'Club set'" in later.stderr, "it is used from the next photo on"


def test_another_photo_adds_to_the_set(lay: Lay, photo: Path) -> None:
    lay(WIN)
    for _ in range(2):
        (line,) = lines(call("score", photo, "--json", "--remember", "club"))
        assert line["remembered"] == {"set": "club", "tiles": 14, "kinds": 11}
    kinds = load(tile_set_file("club")).kinds
    assert (kinds.count("1m"), kinds.count("7z")) == (2, 6)


def test_a_hand_that_does_not_win_teaches_nothing(lay: Lay, photo: Path) -> None:
    lay(NO_WIN)
    (line,) = lines(call("score", photo, "--json", "--remember", "club"))
    assert "remembered" not in line
    assert call("score", photo, "--remember", "club").exit_code == 1
    assert tile_set_names() == ()


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_name_that_is_none_is_reported_after_the_score(
    lay: Lay, photo: Path, options: list[str]
) -> None:
    lay(WIN)
    result = call("score", photo, "--remember", "none", *options)
    assert result.exit_code == 1
    assert "is not a valid name of a set" in result.stderr + result.stdout
    assert '"total": 10' in result.stdout or "Total: 10" in result.stdout


@pytest.mark.parametrize(
    ("answer", "lang", "names"),
    [("y\n", "en", ("my set",)), ("sì\n", "it", ("il mio set",)), ("\n", "en", ()), ("", "en", ())],
)
def test_after_a_correction_one_question_is_asked(
    lay: Lay,
    photo: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    lang: str,
    names: tuple[str, ...],
) -> None:
    monkeypatch.setattr("handreader.cli.remember.is_terminal", lambda: True)
    lay(MISREAD)
    result = call("score", photo, *CORRECTED, "--lang", lang, stdin=answer)
    assert result.exit_code == 0
    assert result.stdout.count("? [") == 1
    assert tile_set_names() == names
    assert "? [" not in call("score", photo, stdin="y\n").stdout, "nothing was corrected"


def test_the_set_in_use_is_the_one_that_learns(
    lay: Lay, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(MISREAD)
    call("score", photo, *CORRECTED, "--remember", "home")
    monkeypatch.setattr("handreader.cli.remember.is_terminal", lambda: True)
    lay(UNREADABLE)
    assert "as 'home'" in call("score", photo, *CORRECTED, "--set", "home", stdin="n").stdout


def test_no_question_is_asked_where_nobody_answers(lay: Lay, photo: Path) -> None:
    lay(MISREAD)
    result = call("score", photo, *CORRECTED, stdin="y\n")
    assert "? [" not in result.stdout
    assert tile_set_names() == ()


def test_only_confirmed_faces_teach(lay: Lay, photo: Path) -> None:
    lay(f"{WIN}\n\n\n[4m]__[3s]")
    opened: Photo = open_picture(photo)
    corrected = Situation(answers={"tile:14": "5m"})
    reading = read_photo(Reader(), opened, corrected, "mcr")
    kinds = teachable_kinds(reading, {"tile:14": "5m"})
    assert kinds[14] == "5m", "it was corrected"
    beside = {tile.id for tile in reading.tiles if reading.roles[tile.id] == "other"} - {14}
    assert beside and not beside & set(kinds)
