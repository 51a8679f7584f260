"""`handreader watch` killed on a film again and again: nothing logged is lost, the film goes on.

HANDREADER_KILLS=20 python -m pytest -m slow -s tests/handreader/test_watch_killed.py
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from handreader.store import open_store
from handreader.watch import profiles
from handreader.watch.journal import LOG, events_of
from handreader.watch.rehearsal import Rehearsal, rehearsed
from handreader.watch.table import known
from scoring import rulebook, score
from scoring.hand import Record
from vision.camera import Frame
from vision.geometry import as_quad
from vision.training.films import Film, View, faces_of, walls_corners

pytest.importorskip("resvg_py", reason="the extra `train` draws the films' tiles")

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("HANDREADER_KILLS", "2"))
EDGES = ("bottom", "right", "top", "left")
COMMAND = [sys.executable, "-u", "-m", "handreader", "watch", "deal.avi", "--game", "club"]


def filmed(deal: Rehearsal, path: Path) -> None:
    """A film of the deal; its table is set up as "club"."""
    view = View(rate=5.0)
    faces = faces_of(ROOT / "datasets" / "faces", height=96)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), view.rate, view.size)
    for item in Film(deal.script, faces, view).frames():
        assert isinstance(item, Frame)
        writer.write(np.ascontiguousarray(item.pixels[:, :, ::-1]))
    writer.release()
    profiles.keep(profiles.Profile("club", view.size, as_quad(walls_corners(view))))


def killed(command: list[str], log: Path, events: int, seconds: float) -> str:
    """Runs the command, kills it so many events and seconds later; what it had told."""
    before = log.read_bytes().count(b"\n") if log.exists() else 0
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("y\ny\n")
    process.stdin.flush()
    limit = time.monotonic() + 300
    while not log.exists() or log.read_bytes().count(b"\n") < before + events:
        assert time.monotonic() < limit
        if process.poll() is not None:  # the film was over before
            break
        time.sleep(0.05)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    told = process.stdout.read()
    process.stdin.close()
    process.stdout.close()
    return told


@pytest.mark.slow
def test_killed_at_random_moments_a_deal_is_logged_as_if_nothing_had_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    deal = rehearsed("riichi-ema", 0, incidents=False)
    filmed(deal, tmp_path / "deal.avi")
    east = EDGES[deal.first_east]
    command = [*COMMAND, "--table", "club", "--rules", "riichi-ema", "--east", east]
    folder = tmp_path / "data" / "handreader" / "watched" / "club"
    rng = np.random.default_rng()
    kept = b""
    for number in range(KILLS):
        more, seconds = int(rng.integers(0, 1 + 24 // KILLS)), float(rng.uniform(0.0, 1.0))
        told = killed(command, folder / LOG, more, seconds)
        log = (folder / LOG).read_bytes()
        whole = log[: log.rfind(b"\n") + 1]
        assert whole.startswith(kept), "what was logged before was changed"
        kept = whole
        events = list(events_of(folder))
        assert told.count("discards") <= sum(e.kind == "discard" for e in events)
        assert ("WON" in told) <= any(e.kind == "win" for e in events)
        torn = len(log) - len(whole)
        print(f"kill {number + 1}, {more} more events: {len(events)} in all, {torn} bytes torn")
    done = subprocess.run(
        command,
        input="y\n",
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / LOG).read_bytes().startswith(kept)
    events = list(events_of(folder))
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    discards = [(e.data["place"], e.data["tile"]) for e in events if e.kind == "discard"]
    expected = [(place, tiles[0]) for kind, place, tiles in deal.expected() if kind == "discard"]
    assert discards == expected
    (win,) = [event for event in events if event.kind == "win"]
    truth = score(deal.record.hand, deal.record.win, rulebook("riichi-ema"))
    record = Record.from_json(win.data["record"])
    assert score(record.hand, record.win, rulebook("riichi-ema")).total == truth.total
    assert not list(folder.glob("crops/*.part"))
    with open_store(tmp_path / "data" / "handreader" / "games.sqlite") as store:
        (game,) = store.games()
        assert store.state(game.id).points == known(events).game.points
        assert len(store.events(game.id)) == 1
