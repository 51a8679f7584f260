"""The benchmark of watching: a film's log against its truth, and a run that was killed."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from handreader.watch.events import Event
from handreader.watch.rehearsal import Rehearsal, rehearsed
from scoring import score_record_json

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


DEAL = rehearsed("riichi-ema", 5)


def logged(deal: Rehearsal) -> list[Event]:
    """The log of somebody who saw it all."""
    found: list[Event] = []
    for kind, place, tiles in deal.expected():
        data: dict[str, object] = {"place": place, "tile": tiles[0], "tiles": list(tiles)}
        if kind == "riichi":
            data = {"place": place, "discard": found[-1].number}
        found.append(Event(len(found) + 1, kind, "", 0.0, "camera", 1.0, data))
    record = deal.record.to_json()
    data = {"record": record, "result": score_record_json(record)}
    return [*found, Event(len(found) + 1, "win", "", 0.0, "camera", 1.0, data)]


def says(events: Sequence[Event], deal: Rehearsal = DEAL) -> Any:
    proposal = SimpleNamespace(record=deal.record, needs=())
    return SimpleNamespace(events=list(events), proposals=[proposal], warnings=[])


def test_a_log_that_has_all_is_all_right(watching: ModuleType) -> None:
    counts = watching.judge(DEAL, says(logged(DEAL)))
    assert counts.wrong == [] and counts.found == counts.there and not counts.extra.total()
    assert counts.there["discard"] > 8 and counts.there["win"] == 1


def test_what_is_missing_or_made_up_is_counted(watching: ModuleType) -> None:
    events = logged(DEAL)
    first = next(number for number, event in enumerate(events) if event.kind == "discard")
    without = watching.judge(DEAL, says([*events[:first], *events[first + 1 :]]))
    assert without.there["discard"] - without.found["discard"] == 1
    assert without.wrong[0].startswith("missed ('discard'")
    twice = watching.judge(DEAL, says([*events, events[first], events[-1]]))
    assert twice.extra["discard"] == 1 and twice.extra["win"] == 1
    nothing = watching.judge(DEAL, says(events[:-1]))
    assert nothing.found["score"] == 0 and "win" in nothing.wrong[-1]


def test_a_run_that_was_killed_goes_on_with_the_next_film(
    watching: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def watched(
        deal: Rehearsal, camera: Any, view: Any, name: Any, folder: Path, silent: bool
    ) -> Any:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(folder.name)
        watcher = SimpleNamespace(frames=10, eyes=SimpleNamespace(readings=2))
        return says(logged(deal), deal), watcher, 1.0, 0.5

    def film(script: Any, faces: Any, view: Any) -> Any:
        return SimpleNamespace(script=script, view=view, spans=lambda: [(0.0, 60.0, script[0])])

    monkeypatch.setattr(watching, "Film", film)
    monkeypatch.setattr(watching, "faces_of", lambda folder: {})
    monkeypatch.setattr(watching, "watched", watched)
    monkeypatch.setattr(watching, "Kept", lambda film, folder, name: None)
    monkeypatch.setattr(watching, "reader", lambda weights, taught: None)
    options = SimpleNamespace(
        out=tmp_path, rules=["mcr"], first=0, deals=3, weights=None, show=False
    )
    with pytest.raises(KeyboardInterrupt):
        watching.run(options)
    with (tmp_path / "films.jsonl").open("a") as file:
        file.write('{"rules": "mcr", "se')  # cut off
    seen.clear()
    watching.run(options)
    assert seen == ["mcr-2"]
    found = tomllib.loads(watching.table(watching.told(tmp_path / "films.jsonl")))
    assert found["mcr"]["films"] == found["all"]["films"] == 3
    assert found["mcr"]["films_all_right"] == 3
    assert found["mcr"]["win"] == {"found": 3, "there": 3, "extra": 0}
    assert found["mcr"]["discard"]["found"] == found["mcr"]["discard"]["there"] > 20
