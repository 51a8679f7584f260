"""The command on pictures: one hand, a folder of them, pictures without any."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from handreader.watch.log.events import WinEvent
from handreader.watch.log.journal import read_events
from simulation.films import CameraView, Film, faces_by_kind
from simulation.script import Step, TableContents
from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.watch.log.entries import events_of

pytest.importorskip("resvg_py", reason="the extra `train` draws the tiles")

FACES = Path(__file__).parents[4] / "datasets" / "faces"
HANDS = (
    tuple("2m 3m 4m 5p 6p 7p 2s 3s 4s 9s _ 9s _ _ <7z> 7z 7z".split()),
    tuple("1p 1p 1p 9m 9m 6p 7p 8p 2z 2z 2s 3s 4s _ 2z".split()),
)


@pytest.fixture(autouse=True)
def games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the test's own games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "handreader" / "watched"


def call(*arguments: object, typed: str = "") -> Called:
    return calling.call("watch", *arguments, stdin=typed)


def write_hand(path: Path, tokens: tuple[str, ...], size: tuple[int, int]) -> None:
    view = CameraView(size=size, close=True, elevation=62.0)
    film = Film((), faces_by_kind(FACES, height=96), view)
    laid = TableContents().after(Step("reveal", 0, tokens))
    Image.fromarray(film.picture(film.pieces(laid))).save(path)


@pytest.mark.thorough
def test_a_folder_of_hands_of_any_size_is_an_evening(games_folder: Path) -> None:
    Path("evening").mkdir()
    for number, (tokens, size) in enumerate(zip(HANDS, ((960, 540), (1280, 960)), strict=True)):
        write_hand(Path("evening") / f"{number}.png", tokens, size)
    typed = "seat S from W\ny\nseat E drawn\ny\n"
    done = call("evening", "--game", "club", typed=typed)
    assert done.exit_code == 0, done.output
    wins = events_of(list(read_events(games_folder / "club")), WinEvent)
    assert [win.hands[0].record.hand.winning for win in wins] == ["9s", "2z"]


@pytest.mark.thorough
def test_one_hand_is_asked_about_and_is_a_game_of_its_own(games_folder: Path) -> None:
    write_hand(Path("hand.png"), HANDS[1], (960, 540))
    for count in (1, 2):
        assert call("hand.png").exit_code == 0
        games = list(games_folder.iterdir())
        assert len(games) == count  # the first is not resumed
    assert all("proposal" in [e.kind for e in read_events(game)] for game in games)


def test_a_picture_without_a_hand_begins_no_game(games_folder: Path) -> None:
    cloth = np.full((180, 320, 3), (24, 92, 62), np.uint8)
    Image.fromarray(cloth).save("cloth.png")
    done = call("cloth.png", "--lang", "it")
    assert done.exit_code == 0
    assert "nessuna tessera trovata in cloth.png" in done.stderr
    assert "non inizia nessuna partita" in done.output
    assert list(games_folder.iterdir()) == []
    assert calling.call("games", "--json").output == ""
