"""The outlined picture and the card that `score` writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from handreader.cli.card import indicator_names
from handreader.cli.pictures import draw_reading, reading_marks
from tests.handreader.cli.calling import call, lines
from tests.handreader.conftest import NO_WIN, WIN, Lay
from vision import PhotoReading
from vision.draw import ROLE_COLOURS
from vision.layout.layout import Layout
from vision.photo import open_photo
from vision.seen_tile import SeenTile


def seen(number: int, kind: str, share: float = 0.99) -> SeenTile:
    left = 60.0 * number
    quad = ((left, 10.0), (left + 50, 10.0), (left + 50, 80.0), (left, 80.0))
    return SeenTile(number, quad, ((kind, share),), True)


def reading(layout: Layout) -> PhotoReading:
    tiles = (seen(0, "5m"), seen(1, "7z"), seen(2, "1p", 0.6), seen(3, "back"))
    return PhotoReading("hand.jpg", 300, 100, 0.1, tiles, layout)


def test_tiles_of_the_hand_have_names_that_players_know_and_numbers() -> None:
    marks = list(reading_marks(reading(Layout("mcr", concealed=(0, 2), winning=1)), "en"))
    assert [mark.text for mark in marks] == ["5 char\n#0", "Red\n#1", "1 dot\n#2 60%", ""]
    assert [mark.is_faint for mark in marks] == [False, False, False, True]
    assert marks[1].colour == ROLE_COLOURS["winning"]
    italian = reading_marks(reading(Layout("mcr", concealed=(0, 2), winning=1)), "it")
    assert [mark.text for mark in italian] == ["5 car\n#0", "Rosso\n#1", "1 palla\n#2 60%", ""]


def test_without_a_hand_every_tile_is_named() -> None:
    marks = list(reading_marks(reading(Layout("mcr", ignored=(0, 1, 2, 3))), "en"))
    assert [mark.text for mark in marks] == ["5 char\n#0", "Red\n#1", "1 dot\n#2 60%", "back\n#3"]
    assert not any(mark.is_faint for mark in marks)


def test_the_picture_has_a_key(lay: Lay, photo: Path) -> None:
    lay(WIN)
    assert call("score", photo, "--discarder", "W").exit_code == 0
    shown, written = open_photo(photo), open_photo("hand-read.jpg")
    assert written.width == shown.width and written.height > shown.height


@pytest.mark.parametrize(("width", "shown"), [(300, 900), (500, 1500), (1100, 2200), (1300, 1300)])
def test_a_small_photo_is_enlarged_for_its_labels(width: int, shown: int) -> None:
    photo = open_photo(np.zeros((100, width, 3), np.uint8))
    drawn = draw_reading(photo, reading(Layout("mcr", concealed=(0, 1, 2))), "en")
    assert drawn.shape[1] == shown
    colour = np.asarray(ROLE_COLOURS["concealed"])
    marked = np.argwhere((drawn == colour).all(axis=2))[:, 1]
    assert abs(marked.max() * width / shown - 170) < 8, "the outlines keep to their tiles"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_card_shows_tiles_points_and_payments(lay: Lay, photo: Path, lang: str) -> None:
    lay(WIN)
    result = call("score", photo, "--discarder", "W", "--card", "card.png", "--lang", lang)
    assert result.exit_code == 0 and "card.png" in result.stdout
    with Image.open("card.png") as card:
        assert (card.format, card.width) == ("PNG", 1080)
        full = np.asarray(card.convert("RGB"))
    colours = {tuple(colour) for colour in full.reshape(-1, 3)}
    assert {ROLE_COLOURS["concealed"], ROLE_COLOURS["winning"], ROLE_COLOURS["meld"]} <= colours


def test_a_card_names_the_dora_indicators() -> None:
    layout = Layout("riichi-ema", concealed=(0,), indicators=(1,), hidden_indicators=(2,))
    assert indicator_names(reading(layout), "it") == ["Rosso", "1 palla"]


def test_cards_of_several_photos_are_in_a_folder(lay: Lay, photo: Path) -> None:
    lay(WIN)
    for place in ("a", "b"):
        Path(place).mkdir()
        Image.new("RGB", (2400, 1400)).save(f"{place}/hand.jpg")
    assert call("score", "a/hand.jpg", "b/hand.jpg", "--card", "cards").exit_code == 0
    names = sorted(path.name for path in Path("cards").iterdir())
    assert names == ["hand-2-card.png", "hand-card.png"]
    refused = call("score", "a/hand.jpg", "b/hand.jpg", "--card", "one.png")
    assert refused.exit_code == 1 and "name a folder" in refused.stderr


def test_a_card_in_json(lay: Lay, photo: Path) -> None:
    lay(WIN)
    result = call("score", photo, "--json", "--discarder", "W", "--card", "card.png")
    assert len(lines(result)) == 1 and Path("card.png").exists()


def test_no_card_without_a_win_or_a_photo(lay: Lay, photo: Path) -> None:
    lay(NO_WIN)
    assert call("score", photo, "--card", "card.png").exit_code == 1
    assert not Path("card.png").exists()
    typed = call("score", "123m 456p 789s 11z 678s", "--winning-tile", "8s", "--card", "card.png")
    assert typed.exit_code == 1 and "--card needs a photo" in typed.stderr
    wrong = call("score", photo, "--card", "card.jpg")
    assert wrong.exit_code == 1
