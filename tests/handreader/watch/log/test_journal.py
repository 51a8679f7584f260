"""The log on the disk: whatever happens to the process, what was confirmed is there."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from handreader.options import GameOptions
from handreader.watch.errors import WatchError
from handreader.watch.live import run
from handreader.watch.live.options import WatchOptions
from handreader.watch.live.run import game_folder, start_second
from handreader.watch.live.terminal import Terminal
from handreader.watch.log.events import PauseEvent, ResumeEvent, UndoEvent
from handreader.watch.log.journal import LOG, Journal, delete_old_evidence, read_events
from handreader.watch.log.table_state import fold_events
from simulation.watching import game_start_event
from tests.handreader.watch.log.entries import deal_start, events_of

ROOT = Path(__file__).parents[4]


def test_events_are_read_as_they_were_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    crop = journal.save_crop("win-1", b"jpeg")
    journal.append(deal_start(), 1.5, confidence=0.9, evidence=(crop,))
    journal.append(UndoEvent(1), 2.0, "user")
    journal.close()
    again = Journal(tmp_path)
    assert again.events == journal.events
    assert [e.number for e in again.events] == [1, 2]
    assert (tmp_path / crop.file).read_bytes() == b"jpeg"
    again.close()


@pytest.mark.parametrize("torn", [b'{"number": 3, "ev', b"\xff\xfe", b"x" * 500])
def test_a_torn_last_line_is_left_out_and_written_over(tmp_path: Path, torn: bytes) -> None:
    journal = Journal(tmp_path)
    journal.append(ResumeEvent(), 1.0)
    journal.close()
    with (tmp_path / LOG).open("ab") as file:
        file.write(torn)
    again = Journal(tmp_path)
    assert len(again.events) == 1
    again.append(ResumeEvent(), 2.0)
    again.close()
    assert [e.number for e in read_events(tmp_path)] == [1, 2]


def test_damage_in_the_middle_is_said_and_nothing_is_touched(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(ResumeEvent(), 1.0)
    journal.close()
    path = tmp_path / LOG
    path.write_bytes(b"no event\n" + path.read_bytes())
    before = path.read_bytes()
    with pytest.raises(WatchError, match="line 1 is damaged"):
        Journal(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("order", "line", "number", "before"),
    [((1, 0, 2), 2, 1, 2), ((0, 2, 1), 3, 2, 3), ((0, 1, 1, 2), 3, 2, 2)],
)
def test_a_log_whose_lines_are_reordered_is_refused_with_its_line(
    tmp_path: Path, order: tuple[int, ...], line: int, number: int, before: int
) -> None:
    journal = Journal(tmp_path)
    for event in (game_start_event("mcr"), deal_start(), ResumeEvent()):
        journal.append(event, 1.0)
    journal.close()
    lines = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    (tmp_path / LOG).write_bytes(b"".join(lines[at] for at in order))
    with pytest.raises(WatchError, match=f"line {line} is damaged: event {number}") as error:
        list(read_events(tmp_path))
    assert f"l'evento {number} dopo l'evento {before}" in error.value.localize("it")
    with pytest.raises(WatchError, match="restore the order of the lines"):
        Journal(tmp_path)


def test_two_processes_do_not_write_one_game(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(WatchError, match="another `handreader watch`"):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_full_disk_is_one_line_and_the_log_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)
    journal.append(ResumeEvent(), 1.0)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WatchError, match="No space left on device"):
        journal.append(ResumeEvent(), 2.0)
    monkeypatch.undo()
    journal.append(ResumeEvent(), 3.0)
    journal.close()
    assert [(e.number, e.time) for e in read_events(tmp_path)] == [(1, 1.0), (2, 3.0)]


def test_old_evidence_is_deleted_and_the_log_stays(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game")
    old, new = journal.save_crop("win-1", b"old"), journal.save_crop("win-2", b"new")
    journal.append(ResumeEvent(), 1.0, evidence=(old, new))
    journal.close()
    then = (datetime.now(UTC) - timedelta(days=31)).timestamp()
    os.utime(tmp_path / "game" / old.file, (then, then))
    assert delete_old_evidence(tmp_path, 30) == 1
    assert not (tmp_path / "game" / old.file).exists()
    assert (tmp_path / "game" / new.file).exists()
    assert len(list(read_events(tmp_path / "game"))) == 1


def test_crops_that_were_being_written_do_not_stay(tmp_path: Path) -> None:
    """Killed while a crop was written: its half goes with the next start, or with its age."""
    journal = Journal(tmp_path / "game")
    kept = journal.save_crop("win-1", b"whole")
    journal.append(ResumeEvent(), 1.0, evidence=(kept,))
    journal.close()
    half = tmp_path / "game" / "crops" / "win-2-0123456789ab.part"
    half.write_bytes(b"ha")
    Journal(tmp_path / "game").close()
    assert not half.exists() and (tmp_path / "game" / kept.file).exists()
    half.write_bytes(b"ha")
    later = datetime.now(UTC) + timedelta(days=29, hours=23)
    assert delete_old_evidence(tmp_path, 30, later) == 0 and half.exists()
    assert delete_old_evidence(tmp_path, 30, later + timedelta(hours=2)) == 1
    assert not half.exists() and not (tmp_path / "game" / kept.file).exists()


def test_of_a_game_that_never_began_nothing_stays(tmp_path: Path) -> None:
    Journal(tmp_path / "games" / "never").close()
    assert list((tmp_path / "games").iterdir()) == []


WRITER = """
import sys
from pathlib import Path
from handreader.watch.log.events import UndoEvent
from handreader.watch.log.journal import Journal
journal = Journal(Path(sys.argv[1]))
number = len(journal.events)
while True:
    journal.append(UndoEvent(number), float(number), "x" * 3000)
    print(number, flush=True)  # confirmed
    number += 1
"""


@pytest.mark.parametrize("after", [3, 10])
def test_killed_at_any_moment_nothing_confirmed_is_lost(tmp_path: Path, after: int) -> None:
    confirmed = -1
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout is not None
        for _ in range(after):
            confirmed = int(process.stdout.readline())
        time.sleep(0.003 * after)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
        process.wait()
        process.stdout.close()
        confirmed = int(rest[-1]) if rest and rest[-1].isdigit() else confirmed
        found = [event.of for event in events_of(read_events(tmp_path), UndoEvent)]
        assert found[: confirmed + 1] == list(range(confirmed + 1))
    lines = (tmp_path / LOG).read_text("utf-8").splitlines()
    assert json.loads(lines[0])["event"] == "undo"


def test_a_line_without_its_end_counts_nowhere(tmp_path: Path) -> None:
    """Whole but for its line end: nobody was told that it is kept, so all must agree it is not."""
    journal = Journal(tmp_path)
    journal.append(ResumeEvent(), 1.0)
    journal.append(ResumeEvent(), 2.0)
    journal.close()
    path = tmp_path / LOG
    path.write_bytes(path.read_bytes()[:-1])
    again = Journal(tmp_path)
    again.append(ResumeEvent(), 3.0)
    again.close()
    assert again.events == list(read_events(tmp_path))
    assert [e.number for e in again.events] == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of file sizes")
def test_nothing_of_a_line_that_did_not_fit_is_written_later(tmp_path: Path) -> None:
    import resource

    journal = Journal(tmp_path)
    journal.append(ResumeEvent(), 1.0)
    before = (tmp_path / LOG).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
    try:
        with pytest.raises(WatchError, match="cannot be written"):
            journal.append(PauseEvent("x" * 2000), 2.0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    journal.close()
    assert (tmp_path / LOG).read_bytes() == before


def test_a_crop_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)
    synced: list[list[str]] = []

    def remember(file: int) -> None:
        synced.append([path.name for path in (tmp_path / "crops").glob("*.jpg")])

    monkeypatch.setattr(os, "fsync", remember)
    journal.save_crop("win-1", b"jpeg")
    journal.close()
    assert synced == [[]]


@pytest.mark.parametrize(
    ("camera", "second"),
    [("film.avi", 14000.0), ("webcam 0", 0.0), ("http://cam/v.mjpg", 0.0)],
)
def test_a_film_after_a_live_camera_is_watched_from_its_start(
    camera: str, second: float, tmp_path: Path
) -> None:
    journal = Journal(tmp_path / "game")
    journal.append(replace(game_start_event("mcr"), camera=camera), 0.0, "user")
    journal.append(PauseEvent("user"), 14000.0, "user")
    assert start_second(journal, str(tmp_path / "film.avi")) == second
    assert start_second(journal, "0") == 0.0
    journal.close()


def test_a_game_in_which_nothing_happened_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "games_folder", lambda: tmp_path)
    options = WatchOptions(source="0", rules="mcr", players=["A", "B", "C", "D"])
    journal = Journal(tmp_path / "game")
    journal.append(game_start_event("mcr"), 0.0, "user")
    assert game_folder(options) != tmp_path / "game"
    journal.append(deal_start(), 1.0)
    journal.close()
    assert game_folder(options) == tmp_path / "game"


@pytest.mark.parametrize("source", ["evening", "film.avi", "hand.jpg", "1", "http://cam/video"])
def test_only_the_camera_of_a_game_goes_on_with_it_unasked(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "games_folder", lambda: tmp_path)
    with closing(Journal(tmp_path / "game")) as journal:
        journal.append(replace(game_start_event("mcr"), camera="webcam 0"), 0.0, "user")
        journal.append(deal_start(), 1.0)
    options = WatchOptions(source=source, players=["A", "B", "C", "D"])
    assert game_folder(options) != tmp_path / "game"
    assert game_folder(replace(options, source="0")) == tmp_path / "game"
    named = replace(options, game=GameOptions(name="game"))
    assert game_folder(named) == tmp_path / "game"


def test_every_event_is_told_with_the_number_by_which_it_is_put_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(tmp_path / "game")
    journal.append(game_start_event("mcr"), 0.0, "user")
    journal.append(deal_start(), 1.0)
    journal.close()
    Terminal("en").show_event(journal.events[-1], fold_events(journal.events))
    assert "0:01    2  Deal 1" in capsys.readouterr().out
