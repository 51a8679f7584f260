"""`handreader watch` killed on a film again and again: nothing logged is lost, the film goes on.

HANDREADER_KILLS=20 python -m pytest -m slow -s tests/handreader/watch/live/test_killed.py
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from handreader.store import open_store
from handreader.watch import table_profile
from handreader.watch.log.events import DiscardEvent, LogEntry, WinEvent
from handreader.watch.log.journal import LOG, read_events
from handreader.watch.log.table_state import active_events, fold_events
from scoring import rulebook, score
from simulation.contested_deals import random_contest
from simulation.deals import ScriptedDeal, random_deal
from simulation.films import CameraView, Film, faces_by_kind
from simulation.watching import film_profile, write_film
from tests.handreader.watch.log.entries import events_of

pytest.importorskip("resvg_py", reason="the extra `train` draws the films' tiles")

ROOT = Path(__file__).parents[4]
KILLS = int(os.environ.get("HANDREADER_KILLS", "2"))
EDGES = ("bottom", "right", "top", "left")
COMMAND = [sys.executable, "-u", "-m", "handreader", "watch", "deal.avi", "--game", "club"]


def write_deal_film(deal: ScriptedDeal, path: Path) -> list[str]:
    """Films the deal at a table that is set up as "club"; the command that watches it."""
    view = CameraView(rate=5.0)
    write_film(path, Film(deal.script, faces_by_kind(ROOT / "datasets" / "faces", height=96), view))
    table_profile.save_profile(film_profile("club", view))
    east = EDGES[deal.first_east]
    return [*COMMAND, "--table", "club", "--rules", deal.rules, "--east", east]


def start_process(command: list[str]) -> subprocess.Popen[str]:
    """The command, begun."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )


def run_to_end(command: list[str], typed: str) -> list[LogEntry]:
    """The log after the command went on to the end of its film."""
    done = subprocess.run(
        command,
        input=typed,
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return list(read_events(folder()))


def folder() -> Path:
    """Of the watched game."""
    return Path(os.environ["XDG_DATA_HOME"]) / "handreader" / "watched" / "club"


def run_and_kill(command: list[str], log: Path, events: int, seconds: float) -> str:
    """Runs the command, kills it so many events and seconds later; what it had told."""
    before = log.read_bytes().count(b"\n") if log.exists() else 0
    process = start_process(command)
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
    return dead(process)


def dead(process: subprocess.Popen[str]) -> str:
    """What a process had told before it was killed, now."""
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdin is not None and process.stdout is not None
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
    deal = random_deal("riichi-ema", 0, incidents=False)
    command = write_deal_film(deal, tmp_path / "deal.avi")
    rng = np.random.default_rng()
    kept = b""
    for number in range(KILLS):
        more, seconds = int(rng.integers(0, 1 + 24 // KILLS)), float(rng.uniform(0.0, 1.0))
        told = run_and_kill(command, folder() / LOG, more, seconds)
        log = (folder() / LOG).read_bytes()
        whole = log[: log.rfind(b"\n") + 1]
        assert whole.startswith(kept), "what was logged before was changed"
        kept = whole
        events = list(read_events(folder()))
        assert told.count("discards") <= sum(e.kind == "discard" for e in events)
        assert ("WON" in told) <= any(e.kind == "win" for e in events)
        torn = len(log) - len(whole)
        print(f"kill {number + 1}, {more} more events: {len(events)} in all, {torn} bytes torn")
    events = run_to_end(command, "y\n")
    assert (folder() / LOG).read_bytes().startswith(kept)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    discards = [(e.place, e.tile.value) for e in events_of(events, DiscardEvent)]
    expected = [
        (place, tiles[0]) for kind, place, tiles in deal.reference_events() if kind == "discard"
    ]
    assert discards == expected
    (win,) = events_of(events, WinEvent)
    truth = score(deal.record.hand, deal.record.win, rulebook("riichi-ema"))
    record = win.hands[0].record
    assert score(record.hand, record.win, rulebook("riichi-ema")).total == truth.total
    assert not list(folder().glob("crops/*.part"))
    with open_store(tmp_path / "data" / "handreader" / "games.sqlite") as store:
        (game,) = store.games()
        assert store.state(game.id).points == fold_events(events).game.points
        assert len(store.events(game.id)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("asked", [False, True])
def test_killed_between_the_two_wins_of_one_discard_both_are_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    """Right after the first was confirmed, or once the second is asked about."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    deal = random_contest("two hands", "riichi-ema", 4)
    command = write_deal_film(deal, tmp_path / "deal.avi")
    process = start_process(command)
    assert process.stdin is not None
    process.stdin.write("y\n")
    process.stdin.flush()
    limit = time.monotonic() + 600
    reached = False
    while not reached:
        assert time.monotonic() < limit and process.poll() is None
        time.sleep(0.02)
        kinds = [event.kind for event in read_events(folder())]
        reached = "win" in kinds and (not asked or "proposal" in kinds[kinds.index("win") :])
    dead(process)
    kept = (folder() / LOG).read_bytes()
    events = run_to_end(command, "y\n")
    assert (folder() / LOG).read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    (win,) = events_of(active_events(events), WinEvent)
    assert [hand.record.win.seat for hand in win.hands] == [r.win.seat for r in deal.records]
    assert fold_events(events).game.points == deal.points()
    with open_store(tmp_path / "data" / "handreader" / "games.sqlite") as store:
        (game,) = store.games()
        assert store.state(game.id).points == deal.points() and len(store.events(game.id)) == 1
