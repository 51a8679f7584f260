"""The command on rendered films, with the real nets: a hand before the camera, a whole table."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from handreader.watch import table_profile
from handreader.watch.log.events import DiscardEvent, WinEvent
from handreader.watch.log.journal import read_events
from scoring import rulebook, score
from simulation.deals import random_deal
from simulation.films import CameraView, Film, faces_by_kind, picture_walls, wall_corners
from simulation.placement import TilePlacer
from simulation.script import Step, TableContents
from simulation.watching import write_film, write_video
from tests.handreader.cli import calling
from tests.handreader.cli.calling import Called
from tests.handreader.watch.log.entries import events_of
from vision.arrays import Pixels
from vision.cameras.camera import Frame
from vision.training.rendering.face_designs import Face

pytest.importorskip("resvg_py", reason="the extra `train` draws the films' tiles")

ROOT = Path(__file__).parents[4]
HAND = tuple("2m 3m 4m 5p 6p 7p 2s 3s 4s 9s _ 9s _ _ <7z> 7z 7z".split())
OTHER = tuple("1p 1p 1p 9m 9m 6p 7p 8p 2z 2z 2s 3s 4s _ 2z".split())


@pytest.fixture(scope="module")
def faces() -> dict[str, Face]:
    return faces_by_kind(ROOT / "datasets" / "faces", height=96)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory, faces: dict[str, Face]) -> Path:
    """Two hands, one after the other, before a camera; somebody's hand rests on the first."""
    script = (
        Step("wait", seconds=0.8),
        Step("reveal", 0, HAND, seconds=0.2),
        Step("rest", 0, seconds=2.0),
        Step("wait", seconds=2.4),
        Step("clear", 0, seconds=2.0),
        Step("reveal", 0, OTHER, seconds=2.4),
        Step("clear", 0, seconds=1.0),
    )
    view = CameraView(size=(960, 540), rate=5.0, close=True, elevation=62.0)
    path = tmp_path_factory.mktemp("film") / "hands.avi"
    write_film(path, Film(script, faces, view))
    return path


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games and tables of the test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "handreader"


def call(*arguments: object, typed: str = "") -> Called:
    return calling.call("watch", *arguments, stdin=typed)


@pytest.mark.thorough
def test_two_hands_before_a_camera(film: Path, own_data: Path) -> None:
    typed = "seat S from W\ny\nseat E drawn\ny\n"
    done = call(film, "--game", "evening", "--lang", "it", typed=typed)
    assert done.exit_code == 0, done.output
    assert "SI REGISTRA" in done.output and "VINCE Sud" in done.output
    events = list(read_events(own_data / "watched" / "evening"))
    wins = events_of(events, WinEvent)
    assert [win.hands[0].record.hand.winning for win in wins] == ["9s", "2z"]
    assert next(e for e in events if e.kind == "win").time > 3.5  # not while the hand lay on it
    assert not any(e.kind == "discard" for e in events)
    out = call("--export", "csv", "--game", "evening")
    assert out.output.count("\n") == 3
    page = call("--export", "evidence", "--game", "evening", "--out", "pages")
    assert page.exit_code == 0 and len(list(Path("pages").glob("*.html"))) == 2


@pytest.mark.thorough
def test_nothing_is_taken_unasked_when_nobody_said_who_won(film: Path, own_data: Path) -> None:
    done = call(film, "--game", "evening", "--auto")
    assert done.exit_code == 0
    kinds = Counter(e.kind for e in read_events(own_data / "watched" / "evening"))
    assert kinds["proposal"] >= 1 and not kinds["win"]


@pytest.mark.slow
def test_killed_after_a_win_it_goes_on_with_the_next(film: Path, own_data: Path) -> None:
    command = [sys.executable, "-m", "handreader", "watch", str(film), "--game", "evening"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
    )
    assert process.stdin is not None
    process.stdin.write(b"seat S from W\ny\n")
    process.stdin.flush()
    folder = own_data / "watched" / "evening"
    limit = time.monotonic() + 120
    while not (folder.exists() and any(e.kind == "win" for e in read_events(folder))):
        assert time.monotonic() < limit and process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    done = call(film, "--game", "evening", typed="seat E drawn\ny\n")
    assert done.exit_code == 0 and "Resuming evening" in done.output
    wins = events_of(read_events(folder), WinEvent)
    assert [win.hands[0].record.hand.winning for win in wins] == ["9s", "2z"]


@pytest.mark.slow
def test_a_whole_deal_at_a_table(own_data: Path, faces: dict[str, Face]) -> None:
    deal = random_deal("riichi-ema", 0, incidents=False)
    view = CameraView(rate=5.0)
    Image.fromarray(picture_walls(view, faces)).save("walls.png")
    assert call("--setup", "walls.png", "--table", "club").exit_code == 0
    write_film(Path("deal.avi"), Film(deal.script, faces, view))
    east = ("bottom", "right", "top", "left")[deal.first_east]
    done = call(
        "deal.avi", "--rules", "riichi-ema", "--table", "club", "--east", east, "--game", "club",
        typed="y\n",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    events = list(read_events(own_data / "watched" / "club"))
    discards = [(e.place, e.tile.value) for e in events_of(events, DiscardEvent)]
    true = [
        (place, tiles[0]) for kind, place, tiles in deal.reference_events() if kind == "discard"
    ]
    assert discards == true
    (win,) = events_of(events, WinEvent)
    truth = score(deal.record.hand, deal.record.win, rulebook("riichi-ema"))
    assert win.hands[0].result["total"] == truth.total


# setting up, and what bad input gets


@pytest.fixture(scope="module")
def walls(tmp_path_factory: pytest.TempPathFactory, faces: dict[str, Face]) -> Path:
    """A photo of a table with its walls up."""
    return _walls(tmp_path_factory.mktemp("walls"), faces, 60.0)


def _walls(folder: Path, faces: dict[str, Face], elevation: float) -> Path:
    path = folder / "walls.png"
    Image.fromarray(picture_walls(CameraView(elevation=elevation), faces)).save(path)
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("elevation", [82.0, 60.0, 45.0])
def test_setup_finds_the_walls_from_any_height(
    faces: dict[str, Face], own_data: Path, elevation: float
) -> None:
    """Lower cameras once took the cloth between the walls for one back."""
    done = call("--setup", _walls(Path(), faces, elevation), "--table", "club")
    assert done.exit_code == 0, done.output
    table = table_profile.load_profile("club")
    true = wall_corners(CameraView(elevation=elevation))
    # their tops stand 20 mm higher; a tile is 22 pixels wide in the far wall, 29 in the near one
    assert np.abs(np.array(table.corners) - true).max() < 7
    assert table.back is not None
    red, green, blue = table.back
    assert green > red + 40 and green > blue + 10


@pytest.mark.thorough
@pytest.mark.parametrize("elevation", [82.0, 60.0, 45.0])
def test_setup_asks_for_corners_if_a_game_is_being_played(
    faces: dict[str, Face], own_data: Path, elevation: float
) -> None:
    view = CameraView(elevation=elevation)
    table = Film((), faces, view)
    laid = TableContents()
    for step in random_deal("mcr", 0, incidents=False).script:
        if step.kind == "reveal":
            break
        laid = laid.after(step)
    walls = TilePlacer(faces, view.seed).walls()
    pieces = [*walls[: len(walls) // 2], *table.pieces(laid)]
    Image.fromarray(table.picture(pieces)).save("playing.png")
    done = call("--setup", "playing.png", "--table", "club")
    assert done.exit_code == 1 and "do not form four walls" in done.stderr
    assert "--corners" in done.stderr and not table_profile.profile_path("club").exists()
    text = "400,100 880,100 900,600 380,600"
    assert call("--setup", "playing.png", "--table", "club", "--corners", text).exit_code == 0


@pytest.mark.thorough
def test_setup_outlines_the_places(walls: Path, own_data: Path) -> None:
    done = call("--setup", walls, "--table", "club set")
    assert done.exit_code == 0, done.output
    with Image.open("club-set-table.jpg") as picture:
        assert picture.size == (1280, 720)
    areas = {area.name for area in table_profile.load_profile("club set").areas(walls=True)}
    assert {"hand 0", "pond 3", "wall 2"} <= areas


@pytest.mark.thorough
def test_corners_can_be_given(walls: Path) -> None:
    text = "400,100 880,100 900,600 380,600"
    assert call("--setup", walls, "--table", "mine", "--corners", text).exit_code == 0
    assert table_profile.load_profile("mine").corners[2] == (900.0, 600.0)
    bad = call("--setup", walls, "--table", "mine", "--corners", "1,2 3")
    assert bad.exit_code == 1 and "four corners" in bad.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("no-such.mp4",), "does not exist"),
        (("97",), "no camera 97"),
        (("phone",), "handreader serve --lan --https --watch phone"),
        (("FILM", "--table", "attic"), "no table 'attic' was set up"),
        (
            ("FILM", "--table", "attic", "--lang", "it"),
            "nessun tavolo 'attic' è impostato (ancora nessuno)",
        ),
        (("FILM", "--players", "A,B"), "four different names"),
        (("FILM", "--players", "Anna,anna,Bo,Carla"), "four different names"),
        (("FILM", "--game", "../x"), "letters, digits"),
        (("FILM", "--rules", "whist"), "whist"),
        (("--export", "csv"), "no game"),
        (("--setup", "FILM"), "is not a readable picture"),
    ],
)
def test_bad_input_is_one_line(own_data: Path, options: tuple[str, ...], message: str) -> None:
    film = film_of_cloth(1)
    done = call(*(str(film) if option == "FILM" else option for option in options))
    assert done.exit_code == 1
    errors = [line for line in done.stderr.splitlines() if line.startswith("handreader: ")]
    assert len(errors) == 1 and message in errors[0]


def test_a_table_for_pictures_of_another_size(own_data: Path) -> None:
    corners = table_profile.parse_corners("400,100 880,100 900,600 380,600")
    table_profile.save_profile(table_profile.Profile("club", (1280, 720), corners))
    done = call(film_of_cloth(1), "--table", "club", "--game", "evening")
    assert done.exit_code == 1 and "was set up for pictures of 1280×720" in done.stderr


def film_of(path: Path, pictures: list[Pixels], rate: float = 5.0) -> Path:
    write_video(path, pictures, rate)
    return path


def film_of_cloth(count: int) -> Path:
    """Writes a film of an empty table, in the current folder."""
    return film_of(Path("table.avi"), [np.full((180, 320, 3), (24, 92, 62), np.uint8)] * count)


@pytest.mark.slow
def test_a_table_whose_walls_are_elsewhere(walls: Path, own_data: Path) -> None:
    with Image.open(walls) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    assert call("--setup", walls, "--table", "club").exit_code == 0
    here = film_of(Path("here.avi"), [pixels] * 3)
    assert call(here, "--table", "club", "--game", "here").exit_code == 0
    moved = film_of(Path("moved.avi"), [np.roll(pixels, 200, axis=1)] * 3)
    done = call(moved, "--table", "club", "--game", "moved", "--lang", "it")
    assert done.exit_code == 1
    assert "i muri in moved.avi non sono dove erano quelli del tavolo 'club'" in done.stderr
    assert [e.kind for e in read_events(own_data / "watched" / "moved")] == ["game_start"]


def test_a_video_that_ends_early_keeps_the_log(own_data: Path) -> None:
    whole = film_of_cloth(40)
    content = whole.read_bytes()
    Path("cut.avi").write_bytes(content[: len(content) * 2 // 3])
    done = call("cut.avi", "--game", "evening")
    assert done.exit_code == 1
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("handreader: ")]
    assert "cut.avi ended early" in error and "copy it again" in error
    kinds = [event.kind for event in read_events(own_data / "watched" / "evening")]
    assert kinds == ["game_start", "deal_start"]
    done = call(whole, "--game", "evening")  # copied again
    assert done.exit_code == 0 and "Resuming evening" in done.output


def test_a_game_goes_on_by_its_own_rules_and_at_its_own_table(own_data: Path) -> None:
    corners = table_profile.parse_corners("400,100 880,100 900,600 380,600")
    for table in ("club", "attic"):
        table_profile.save_profile(table_profile.Profile(table, (320, 180), corners))
    film_of_cloth(1)
    outputs = {}
    for options in (("--rules", "riichi-ema", "--table", "club"), ("--rules", "mcr"), (
        "--table", "attic"), ("--table", "none")):  # fmt: skip
        done = call("table.avi", "--game", "evening", *options)
        assert done.exit_code == 0, done.output
        outputs[options] = done.output
    first, *later = outputs.values()
    assert "Going on" not in first
    assert ["Resuming evening (riichi-ema, table club)" in text for text in later] == [
        True, False, False,
    ]  # fmt: skip
    assert "(riichi-ema, table attic)" in later[1] and "(riichi-ema, table -)" in later[2]


@pytest.mark.parametrize("after", [1, 4])
def test_a_full_disk_is_one_line_and_an_exit_status(
    own_data: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    film_of_cloth(20)
    synced = 0
    real = os.fsync

    def full(file: int) -> None:
        nonlocal synced
        synced += 1
        if synced > after:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file)

    typed = "deal\ndraw\n" * 4
    monkeypatch.setattr(os, "fsync", full)
    done = call("table.avi", "--game", "evening", typed=typed)
    assert done.exit_code == 1
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("handreader: ")]
    assert "cannot be written: No space left on device" in error
    assert "everything confirmed before is kept" in error
    events = list(read_events(own_data / "watched" / "evening"))
    assert [event.number for event in events] == list(range(1, after + 1))


def test_pictures_are_deleted_after_their_days_when_watching_begins(own_data: Path) -> None:
    film_of_cloth(2)
    crops = own_data / "watched" / "last year" / "crops"
    crops.mkdir(parents=True)
    for days in (1, 6, 8, 31):
        then = time.time() - days * 86400 - 60
        (crops / f"{days}.jpg").write_bytes(b"jpeg")
        os.utime(crops / f"{days}.jpg", (then, then))
    assert "1 pictures older than 30 days" in call("table.avi").output
    assert {path.stem for path in crops.iterdir()} == {"1", "6", "8"}
    call("table.avi", "--keep-days", "7")
    assert {path.stem for path in crops.iterdir()} == {"1", "6"}


def test_a_camera_that_another_program_has(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Path("devices").absolute()
    devices.mkdir()
    (devices / "video97").touch()
    monkeypatch.setattr("vision.cameras.live._DEVICES", devices)
    done = call("97", "--lang", "it", "--game", "evening")
    assert done.exit_code == 1 and "la telecamera 97 è occupata" in done.stderr
    assert not (own_data / "watched" / "evening").exists()


@pytest.mark.thorough
def test_films_are_the_same_each_time_and_know_their_steps(faces: dict[str, Face]) -> None:
    claim = Step("claim", 1, ("<5m>", "5m", "5m"), 0, 0.2)
    script = (Step("discard", 0, ("5m",), seconds=0.2), claim)
    laid = TableContents().after(script[0])
    assert laid.ponds[0] == ["5m"] and laid.after(script[1]).melds[1] == [["<5m>", "5m", "5m"]]
    film = Film(script, faces, CameraView(size=(320, 180), rate=4.0))
    first, second = (list(film.frames()) for _ in range(2))
    assert len(first) == 10 and film.spans()[-1][1] == pytest.approx(2.4)
    assert all(
        isinstance(a, Frame) and isinstance(b, Frame) and (a.pixels == b.pixels).all()
        for a, b in zip(first, second, strict=True)
    )
