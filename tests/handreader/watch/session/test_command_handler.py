"""What people type while a table is watched, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from handreader.store import StoreError
from handreader.watch.log.event_text import localize
from handreader.watch.log.events import (
    CorrectionEvent,
    DrawEvent,
    LogEntry,
)
from handreader.watch.log.table_state import fold_events
from handreader.watch.session import deals
from handreader.watch.session.session import Session
from scoring.tiles import Tile, Wind
from tests.handreader.watch.log.entries import discard_event, events_of
from tests.handreader.watch.session.scripted_watch import (
    Run,
    Typist,
    execute_line,
    kinds,
    reopen,
    run_typed_lines,
)


def test_people_tell_what_no_camera_sees(run: Run) -> None:
    watcher = run_typed_lines(run, "draw")
    assert [deal.ending.value for deal in watcher.table.game.deals] == ["drawn"]
    assert fold_events(watcher.journal.events).game == watcher.table.game


def test_a_misread_discard_is_put_right(run: Run) -> None:
    _, watcher = run([(1, 0)])
    reopen(watcher)
    watcher.session.append(discard_event(0, "5m"))
    number = watcher.journal.events[-1].number
    execute_line(watcher, f"fix {number} 6m")
    watcher.journal.close()
    last = watcher.table.last_discard
    assert last is not None and last.tile is Tile.M6
    assert watcher.journal.events[-1].event == CorrectionEvent(number, Tile.M5, Tile.M6)


@pytest.mark.parametrize(
    "text",
    [
        "y",
        "n",
        "from",
        "seat Q",
        "undo 99",
        "draw",
        "deal",
        "win",
        "abort x",
        "false Q",
        "fix 1 5m",
    ],
)
def test_what_cannot_be_done_is_said(run: Run, text: str) -> None:
    typist, watcher = run([(1, 0)])
    watcher.table.over = text == "draw"
    execute_line(watcher, text)
    assert typist.warnings


@pytest.mark.parametrize("text", ["draw ES", "draw e s", "draw E S"])
def test_who_was_ready_is_said_by_letters(run: Run, text: str) -> None:
    watcher = run_typed_lines(run, text, rules="riichi-ema")
    (ended,) = events_of(watcher.journal.events, DrawEvent)
    assert ended.game.ready == {Wind.EAST, Wind.SOUTH}


@pytest.mark.parametrize("text", ["draw X", "draw EQ", "undo ²", "undo 1", "undo 2"])
def test_what_would_break_the_log_is_refused(run: Run, text: str) -> None:
    typist, watcher = run([(1, 0)])
    reopen(watcher)
    before = len(watcher.journal.events)
    execute_line(watcher, text)
    watcher.journal.close()
    assert typist.warnings and len(watcher.journal.events) == before
    assert not watcher.table.over and fold_events(watcher.journal.events).game == watcher.table.game


def test_an_answer_after_the_deal_was_ended_confirms_nothing(run: Run) -> None:
    typist, watcher = run([(1, 0), (5, 1)], ["seat S from W", "draw", "y"])
    reopen(watcher)
    execute_line(watcher, "y")
    watcher.journal.close()
    assert "draw" in kinds(typist) and "win" not in kinds(typist)
    assert any(warning.startswith("nothing_open") for warning in typist.warnings)


def test_what_came_later_is_undone_first(run: Run) -> None:
    _, watcher = run([(1, 0)])
    reopen(watcher)

    def deal_count() -> int:
        return len(watcher.table.game.deals)

    execute_line(watcher, "draw")
    first = watcher.table.game
    number = next(e.number for e in watcher.journal.events if e.kind == "draw")
    execute_line(watcher, "deal")
    execute_line(watcher, "draw")
    execute_line(watcher, f"undo {number}")  # the second draw was said of other seats
    assert deal_count() == 2
    execute_line(watcher, "undo")
    assert watcher.table.game == first
    execute_line(watcher, "undo")
    assert deal_count() == 0
    watcher.journal.close()


def test_the_end_of_a_deal_is_not_proposed_over_an_open_win(run: Run) -> None:
    _, watcher = run([(1, 0), (5, 1)])
    reopen(watcher)
    execute_line(watcher, "seat S from W")
    assert watcher.table.open_proposal is not None and watcher.table.open_proposal.evidence
    watcher.session.play.missing = set(range(100, 110))
    for watcher.session.time in (100.0, 110.0):
        deals.detect_end(watcher.session)
    execute_line(watcher, "y")
    watcher.journal.close()
    win = next(e for e in watcher.journal.events if e.kind == "win")
    assert win.evidence


def test_what_was_refused_is_said_in_the_players_language(run: Run) -> None:
    errors: list[object] = []

    class Recording(Typist):
        def warn(self, word: str, **gaps: object) -> None:
            errors.append(gaps["what"])

    class Refusing:
        def sync(self, events: Sequence[LogEntry]) -> None:
            raise StoreError("busy")

    _, watcher = run([(1, 0)])
    Session(watcher.journal, Recording(), Refusing(), ()).sync_store()
    (error,) = errors
    assert isinstance(error, StoreError)
    assert "La base di dati" in localize("book", "it", what=error)
