"""The benchmark of watching: a film's log against its truth, and a run that was killed."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from handreader.watch.log.events import (
    CallEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    RiichiEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
)
from handreader.watch.session.deals import winning_hand
from scoring.game import Won
from scoring.hand import Hand, SetKind
from scoring.record import Record
from scoring.tiles import Tile, Wind
from simulation.contested_deals import random_contest
from simulation.deals import ScriptedDeal, random_deal
from vision.cameras.camera import Frame

pytest.importorskip("resvg_py", reason="the extra `train` draws the films' tiles")
FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def watching() -> ModuleType:
    spec = importlib.util.spec_from_file_location("watching", FOLDER / "watching.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["watching"] = module
    spec.loader.exec_module(module)
    return module


DEAL = random_deal("riichi-ema", 5)


def log_events(deal: ScriptedDeal) -> list[LogEntry]:
    """The log of somebody who saw it all."""
    found: list[LogEntry] = []
    for kind, place, tiles in deal.reference_events():
        event = reference_event(kind, place, tuple(map(Tile, tiles)), found)
        found.append(LogEntry(len(found) + 1, event, "", 0.0, "camera", 1.0))
    return [*found, win_entry(deal.records)]


def reference_event(
    kind: str, place: int, tiles: tuple[Tile, ...], before: Sequence[LogEntry]
) -> LogEvent:
    """One event as the log has it; its seat and its position do not matter."""
    seat, at = Wind.EAST, (0.5, 0.5)
    events: dict[str, Callable[[], LogEvent]] = {
        "discard": lambda: DiscardEvent(place, seat, tiles[0], False, at),
        "call": lambda: CallEvent(place, seat, tiles, at, SetKind.PUNG, None, None, None),
        "kong": lambda: KongEvent(place, seat, tiles, at, False),
        "flower": lambda: FlowerEvent(place, seat, tiles[0]),
        "indicator": lambda: IndicatorEvent(tiles[0]),
        "riichi": lambda: RiichiEvent(place, seat, before[-1].number),
    }
    return events[kind]()


def win_entry(records: Sequence[Record]) -> LogEntry:
    """A win of these hands; the points of the game do not matter."""
    hands = tuple(winning_hand(None, record) for record in records)
    return LogEntry(99, WinEvent(None, hands, 1, Won(())), "", 0.0, "camera", 1.0)


def says(events: Sequence[LogEntry], deal: ScriptedDeal = DEAL) -> Any:
    proposals = [
        SimpleNamespace(
            record=record, needs=(), place=(deal.first_east + record.win.seat.order) % 4
        )
        for record in deal.records
    ]
    return SimpleNamespace(events=list(events), proposals=proposals, warnings=[])


def test_a_log_that_has_all_is_all_right(watching: ModuleType) -> None:
    counts = watching.compare_deal(DEAL, says(log_events(DEAL)))
    assert counts.wrong == [] and counts.found == counts.there and not counts.extra.total()
    assert counts.there["discard"] > 8 and counts.there["win"] == 1


def test_what_is_missing_or_made_up_is_counted(watching: ModuleType) -> None:
    events = log_events(DEAL)
    first = next(number for number, event in enumerate(events) if event.kind == "discard")
    without = watching.compare_deal(DEAL, says([*events[:first], *events[first + 1 :]]))
    assert without.there["discard"] - without.found["discard"] == 1
    assert without.wrong[0].startswith("missed ('discard'")
    twice = watching.compare_deal(DEAL, says([*events, events[first], events[-1]]))
    assert twice.extra["discard"] == 1 and twice.extra["win"] == 1
    nothing = watching.compare_deal(DEAL, says(events[:-1]))
    assert nothing.found["score"] == 0 and "win" in nothing.wrong[-1]


def test_two_winners_are_judged_together(watching: ModuleType) -> None:
    deal = random_contest("two hands", "riichi-ema", 0)
    seen = log_events(deal)
    counts = watching.compare_deal(deal, says(seen, deal))
    assert counts.wrong == [] and counts.found == counts.there
    assert counts.there["win"] == counts.found["score"] == 2
    alone = watching.compare_deal(deal, says([*seen[:-1], win_entry(deal.records[:1])], deal))
    assert alone.found["score"] == 0 and "win" in alone.wrong[-1] and alone.extra["win"] == 1
    undone = LogEntry(100, UndoEvent(99), "", 0.0, "user")
    again = replace(win_entry(deal.records), number=101)
    assert watching.compare_deal(deal, says([*seen, undone, again], deal)).wrong == []
    points = LogEntry(100, TotalsEvent((1, 2, 3, 4), ()), "", 0.0, "camera")
    (wrong,) = watching.compare_deal(deal, says([*seen, points], deal)).wrong
    assert wrong.startswith("points ")


def test_whoever_comes_too_late_is_told_so_in_contests_alone(watching: ModuleType) -> None:
    deal = random_contest("two hands", "mcr", 0)
    for one, wrong in ((deal, 0), (DEAL, 1)):
        told = says(log_events(one), one)
        told.warnings.append("wins_later {}")
        assert len(watching.compare_deal(one, told).wrong) == wrong


def test_a_robbed_kong_that_was_taken_for_a_discard_is_wrong(watching: ModuleType) -> None:
    deal = random_contest("robbed kong", "riichi-ema", 2)
    seen = log_events(deal)
    assert watching.compare_deal(deal, says(seen, deal)).wrong == []
    win = replace(deal.record.win, robbing_kong=False)
    plain = win_entry([replace(deal.record, win=win)])
    (wrong,) = watching.compare_deal(deal, says([*seen[:-1], plain], deal)).wrong
    assert wrong.startswith("win ")


def test_a_run_that_was_killed_goes_on_with_the_next_film(
    watching: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    stop = 2

    def watch_until_stop(
        deal: ScriptedDeal, camera: Any, corners: Any, name: Any, folder: Path, silent: bool
    ) -> Any:
        if len(seen) == stop:
            raise KeyboardInterrupt
        seen.append(folder.name)
        watcher = SimpleNamespace(frames=10, observer=SimpleNamespace(readings=2))
        return says(log_events(deal), deal), watcher, 1.0, 0.5

    def film(script: Any, faces: Any, view: Any) -> Any:
        spans = [(0.0, 60.0, script[0])]
        return SimpleNamespace(script=script, view=view, design="", spans=lambda: spans)

    monkeypatch.setattr(watching, "Film", film)
    monkeypatch.setattr(watching, "faces_by_kind", lambda folder: {})
    monkeypatch.setattr(watching, "watch_film", watch_until_stop)
    monkeypatch.setattr(watching, "CachedFilm", lambda film, folder, name: None)
    monkeypatch.setattr(watching, "detect_table", lambda options: (None, None))
    words = f"--out {tmp_path} --rules mcr --deals 3 --contests 1 --first 0"
    options = watching.parse_options(words.split())
    with pytest.raises(KeyboardInterrupt):
        watching.run(options)
    with (tmp_path / "films.jsonl").open("a") as file:
        file.write('{"rules": "mcr", "se')  # cut off
    seen.clear()
    stop = 9
    watching.run(options)
    assert seen == ["mcr-2", "two-hands-mcr-0", "robbed-kong-mcr-0"]
    found = tomllib.loads(watching.table(watching.load_results(tmp_path / "films.jsonl")))
    assert found["mcr"]["films"] == found["all"]["films"] == 3
    assert found["mcr"]["films_all_right"] == 3
    assert found["mcr"]["win"] == {"found": 3, "there": 3, "extra": 0}
    assert found["two hands"]["films"] == found["robbed kong"]["films"] == 1
    assert found["mcr"]["discard"]["found"] == found["mcr"]["discard"]["there"] > 20


def test_each_run_draws_new_seeds_and_a_resumed_one_keeps_them(
    watching: ModuleType, tmp_path: Path
) -> None:
    drawn = {watching.first_seed(tmp_path / str(number), None) for number in range(20)}
    assert len(drawn) > 15
    seed = watching.first_seed(tmp_path / "0", None)
    assert watching.first_seed(tmp_path / "0", None) == seed in drawn
    assert watching.first_seed(tmp_path / "0", 5) == watching.first_seed(tmp_path / "0", None) == 5


def test_a_pushed_camera_shows_the_table_elsewhere_from_then_on(watching: ModuleType) -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[20, 30] = 200
    film = SimpleNamespace(
        name="film", frames=lambda: iter([Frame(n, n / 2, picture) for n in range(4)])
    )
    push = watching.Push(1.0, 10.0, 0.0)
    frames = list(watching.PushedCamera(film, push).frames())
    lit = [np.argwhere(frame.pixels.any(axis=2)).tolist() for frame in frames]
    assert lit == [[[20, 30]]] * 2 + [[[20, 40]]] * 2


def test_films_with_and_without_a_push_are_counted_apart(
    watching: ModuleType, tmp_path: Path
) -> None:
    lines = [{"rules": "mcr"}, {"rules": "mcr", "push": [60.0, 0.0]}]
    file = tmp_path / "films.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    assert watching.load_results(file) == lines[:1]
    assert watching.load_results(file, (60.0, 0.0)) == lines[1:]


def test_a_film_is_sent_as_by_a_phone(watching: ModuleType, tmp_path: Path) -> None:
    picture = np.full((72, 128, 3), 100, np.uint8)
    film = SimpleNamespace(
        name="film", frames=lambda: iter([Frame(n, n / 10, picture) for n in range(20)])
    )
    frames = list(watching.PhonePictures(film, 90).frames())
    assert len(frames) == 10 and frames[-1].pixels.shape == picture.shape
    lines = [{"rules": "mcr"}, {"rules": "mcr", "phone": 90}]
    file = tmp_path / "films.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    assert watching.load_results(file) == lines[:1]
    assert watching.load_results(file, phone=90) == lines[1:]


def test_each_slide_has_an_outcome(watching: ModuleType, tmp_path: Path) -> None:
    hand = Hand.parse("123m 456p 789s 33s 22z +2z")
    for number in range(5):
        Image.new("RGB", (8, 8)).save(tmp_path / f"{number}.png")
        (tmp_path / f"{number}.txt").write_text(f"{hand}\n")

    def slide(shown: Hand | None, *needs: str) -> Any:
        record = None if shown is None else SimpleNamespace(hand=shown)
        return SimpleNamespace(proposals=[SimpleNamespace(record=record, needs=needs)], reasons=[])

    slides = {
        "0.png": slide(hand, "seat", "how"),
        "1.png": slide(None, "winning_tile"),
        "2.png": slide(Hand.parse("123m 456p 789s 33s 11z +1z"), "seat"),
        "3.png": SimpleNamespace(proposals=[], reasons=["12 tiles"]),
    }
    outcomes = [outcome for _, outcome, _ in watching.slide_lines(tmp_path, slides)]
    assert outcomes == ["right", "asked", "invented", "said", "silent"]
