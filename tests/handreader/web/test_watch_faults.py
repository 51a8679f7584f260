"""What bad input gets beside the page and at the terminal: one line, in the player's language."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `dev`")

from handreader.watch import table_profile
from handreader.watch.log.journal import read_events
from scoring.errors import HandReaderError
from tests.handreader.cli.calling import call
from tests.handreader.conftest import WIN
from tests.handreader.watch.watching import EMPTY, SIZE, FrameNets
from tests.handreader.web.phones import PATIENCE, Table, at_table, confirm_win, in_deal
from vision.photo import Pixels
from vision.recognition.recognizer import TileRecognizer
from vision.seen_tile import SeenTile

CORNERS = "80,25 240,25 245,155 75,155"


@pytest.fixture(name="seated")
def watch_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with at_table(tmp_path, monkeypatch) as made:
        yield made


def wait_for_message(messages: list[str], holds: Callable[[str], bool]) -> str:
    """The first sentence of which this holds, once it has been said."""
    end = time.monotonic() + PATIENCE
    while not any(map(holds, messages)):
        assert time.monotonic() < end, messages
        time.sleep(0.01)
    return next(text for text in messages if holds(text))


def test_trouble_with_the_camera_is_told_at_the_terminal_once(seated: Table) -> None:
    messages: list[str] = []
    seated.camera.lost = True
    phone = seated.start_watch(tell=lambda text: messages.append(text["it"]))
    phone.until(lambda told: told["text"])
    time.sleep(0.3)  # it is tried again many times
    assert [text for text in messages if "occupata" in text] == [messages[1]]
    seated.camera.lost = False
    phone.until(in_deal)


def test_another_tables_pictures_end_the_watching_with_one_line(seated: Table) -> None:
    messages: list[str] = []
    table_profile.save_profile(
        table_profile.Profile("club", (1280, 720), table_profile.parse_corners(CORNERS))
    )
    phone = seated.start_watch(table="club", tell=lambda text: messages.append(text["it"]))
    told = phone.until(lambda told: told["state"] == "over")
    assert "was set up for pictures of 1280×720" in told["text"] and told["next"]["go_on"]
    assert "è impostato per immagini di 1280×720" in wait_for_message(
        messages, lambda text: "terminata" in text
    )
    assert [event.kind for event in read_events(seated.watch.folder)] == ["game_start"]


def test_walls_that_stand_elsewhere_end_the_watching_beside_the_page_too(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_profile.save_profile(
        table_profile.Profile("club", SIZE, table_profile.parse_corners(CORNERS))
    )
    elsewhere = table_profile.parse_corners("20,25 180,25 185,155 15,155")
    monkeypatch.setattr(table_profile, "find_complete_walls", lambda tiles: elsewhere)
    phone = seated.start_watch(table="club")
    told = phone.until(lambda told: told["state"] == "over")
    assert "the walls in webcam 0 are not where" in told["text"]


@pytest.mark.parametrize("fault", [ValueError("bad"), HandReaderError("no tiles"), MemoryError()])
def test_pictures_that_cannot_be_read_are_left_out(
    seated: Table, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    broken = True

    class BrokenNets(FrameNets):
        def recognize(
            self, pixels: Pixels, is_live: bool = False, frame: object = None
        ) -> Sequence[SeenTile]:
            if broken:
                raise fault
            return super().recognize(pixels)

    monkeypatch.setattr(TileRecognizer, "load", lambda weights: BrokenNets())
    phone = seated.start_watch()
    told = phone.until(lambda told: told["warnings"])
    assert told["warnings"][-1].startswith("A picture was skipped: ")
    assert told["state"] == "watching"
    broken = False
    phone.until(in_deal)
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200
    seated.lay(EMPTY)


def test_a_full_disk_is_said_and_the_confirmed_stays(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    phone = seated.start_watch(tell=lambda text: messages.append(text["it"]))
    phone.until(in_deal)
    seated.lay(WIN)
    assert confirm_win(phone).status_code == 200
    log = (seated.watch.folder / "events.jsonl").read_bytes()
    monkeypatch.setattr("handreader.watch.log.journal.os.fsync", _full)
    seated.lay(EMPTY)  # the next deal cannot be logged
    told = phone.until(lambda told: told["state"] == "over")
    assert "No space left on device; everything confirmed before is kept" in told["text"]
    assert "ciò che era confermato è al sicuro" in wait_for_message(
        messages, lambda text: "terminata" in text
    )
    assert (seated.watch.folder / "events.jsonl").read_bytes() == log
    assert len(phone.game()["entries"]) == 1
    monkeypatch.undo()


def _full(file: int) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("command", [("watch", "table.avi"), ("serve", "--watch", "table.avi")])
@pytest.mark.parametrize(
    ("options", "messages"),
    [
        (("--weights", "nowhere"), ("no weights found", "nessun peso trovato")),
        (("--players", "A,B"), ("four different names", "quattro nomi diversi")),
        (("--game", "../x"), ("letters, digits", "servono lettere")),
        (("--table", "attic"), ("no table 'attic'", "nessun tavolo 'attic'")),
    ],
)
def test_what_cannot_be_watched_is_one_line_in_both_languages(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    free_port: int,
    command: tuple[str, ...],
    options: tuple[str, ...],
    messages: tuple[str, str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    writer = cv2.VideoWriter("table.avi", cv2.VideoWriter.fourcc(*"MJPG"), 5.0, SIZE)
    writer.write(np.full((SIZE[1], SIZE[0], 3), 80, np.uint8))
    writer.release()
    port = ("--port", str(free_port)) if command[0] == "serve" else ()
    for lang, expected in zip(("en", "it"), messages, strict=True):
        arguments = (*command, *port, *options, "--set", "none", "--lang", lang)
        done = call(*arguments)
        assert done.exit_code == 1
        (error,) = [line for line in done.stderr.splitlines() if line.startswith("handreader: ")]
        assert expected in error
        assert "RECORD" not in done.output and "REGISTRA" not in done.output
    assert not list(tmp_path.glob("handreader/watched/*"))
