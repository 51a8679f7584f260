"""Corrections of the log by people: tiles, sets, entries of what did not happen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.watch.export.tables import deals
from handreader.watch.live.board import Board
from handreader.watch.log.events import (
    CallEvent,
    CorrectionEvent,
    DiscardEvent,
    FlowerEvent,
    IndicatorEvent,
    KongEvent,
    LogEvent,
    SetCorrectionEvent,
)
from handreader.watch.log.table_state import active_events, fold_events
from handreader.watch.session.watcher import Watcher
from scoring.hand import SetKind
from scoring.tiles import Tile, Wind
from tests.handreader.watch.log.entries import discard_event, events_of
from tests.handreader.watch.log_of_a_game import call_event
from tests.handreader.watch.session.scripted_watch import (
    Run,
    execute_line,
    reopen,
    run_typed_lines,
)

FLOWER = FlowerEvent(1, Wind.SOUTH, Tile("8f"), (0.5, 0.5))


def log_with(run: Run, *events: LogEvent, rules: str = "zung-jung") -> tuple[Watcher, int]:
    """A watched game with further events in its log, and the number of the last one."""
    _, watcher = run([(1, 0)], rules=rules)
    reopen(watcher)
    for event in events:
        watcher.session.append(event, confidence=0.46)
    return watcher, watcher.journal.events[-1].number


def active(watcher: Watcher, number: int) -> LogEvent:
    return next(e.event for e in active_events(watcher.journal.events) if e.number == number)


@pytest.mark.parametrize(
    ("rules", "event", "tile", "reason"),
    [
        ("mcr", FLOWER, "5m", "is a flower"),
        ("mcr", discard_event(0, "5m"), "0m", "cannot be"),
        ("riichi-ema", discard_event(0, "5m"), "4f", "cannot be"),
        ("riichi-ema", IndicatorEvent(Tile.S5), "4f", "cannot be"),
        ("riichi-ema", IndicatorEvent(Tile.S5), "555s", "expected fix NUMBER"),
        ("mcr", call_event(SetKind.PUNG, 3, (Tile.M5,) * 3), "5m", "expected fix NUMBER"),
        ("mcr", call_event(SetKind.PUNG, 3, (Tile.M5,) * 3), "559m", "is a set of"),
        ("mcr", call_event(SetKind.PUNG, 3, (Tile.M5,) * 3), "9999m", "is a set of"),
        ("mcr", call_event(SetKind.PUNG, 3, (Tile.M5,) * 3), "055m", "is a set of"),
        (
            "mcr",
            KongEvent(0, Wind.EAST, (Tile.M5,) * 4, (0.5, 0.5), is_added=False),
            "1234m",
            "is a set of",
        ),
    ],
)
def test_a_tile_that_the_rules_forbid_is_refused(
    run: Run, rules: str, event: LogEvent, tile: str, reason: str
) -> None:
    watcher, number = log_with(run, event, rules=rules)
    execute_line(watcher, f"fix {number} {tile}")
    watcher.journal.close()
    assert watcher.journal.events[-1].number == number
    warned = watcher.session.operator.warnings[-1]  # type: ignore[attr-defined]
    assert reason in warned


@pytest.mark.parametrize(
    ("rules", "event", "tile"),
    [
        ("mcr", FLOWER, "5f"),
        ("mcr", discard_event(0, "5m"), "4f"),  # a player may discard a flower
        ("riichi-ema", discard_event(0, "5m"), "0m"),
        ("riichi-ema", IndicatorEvent(Tile.S5), "6s"),
    ],
)
def test_a_tile_is_corrected_where_the_rules_have_it(
    run: Run, rules: str, event: LogEvent, tile: str
) -> None:
    watcher, number = log_with(run, event, rules=rules)
    execute_line(watcher, f"fix {number} {tile}")
    watcher.journal.close()
    now = active(watcher, number)
    assert isinstance(now, DiscardEvent | FlowerEvent | IndicatorEvent) and now.tile == tile


def test_a_second_correction_starts_from_the_first_and_is_undone_alone(run: Run) -> None:
    watcher, number = log_with(run, discard_event(0, "5m"))
    execute_line(watcher, f"fix {number} 9m")
    execute_line(watcher, f"fix {number} 8m")
    assert watcher.journal.events[-1].event == CorrectionEvent(number, Tile.M9, Tile.M8)
    execute_line(watcher, f"undo {number + 2}")
    watcher.journal.close()
    assert watcher.table.deal.discards[0].tile is Tile.M9


def test_a_confirmed_tile_is_stated(run: Run) -> None:
    watcher, number = log_with(run, FLOWER)
    execute_line(watcher, f"fix {number} 8f")
    watcher.journal.close()
    (flower,) = watcher.table.deal.flowers
    assert flower.is_stated
    entry = next(e for e in active_events(watcher.journal.events) if e.number == number)
    assert (entry.author, entry.confidence) == ("user", None)


def test_a_set_is_corrected_with_the_discard_that_it_took(run: Run) -> None:
    watcher, number = log_with(run, discard_event(3, "9m"))
    call = replace(call_event(SetKind.PUNG, 3, (Tile.M9,) * 3), discard=number)
    watcher.session.append(call)
    execute_line(watcher, f"fix {number + 1} 555m")
    watcher.journal.close()
    (laid,) = watcher.table.deal.sets
    assert (laid.tiles, laid.is_stated) == ((Tile.M5,) * 3, True)
    assert watcher.table.deal.discards[0].tile is Tile.M5
    now = active(watcher, number + 1)
    assert isinstance(now, CallEvent) and now.claimed is Tile.M5
    assert fold_events(watcher.journal.events).deal == watcher.table.deal


def test_a_set_with_a_red_five_claims_it_as_its_discard_is_corrected(run: Run) -> None:
    watcher, number = log_with(run, discard_event(3, "5m"), rules="riichi-ema")
    call = replace(call_event(SetKind.PUNG, 3, (Tile.M5,) * 3), discard=number)
    watcher.session.append(call)
    execute_line(watcher, f"fix {number + 1} 055m")
    execute_line(watcher, f"fix {number} 0m")
    watcher.journal.close()
    now = active(watcher, number + 1)
    assert isinstance(now, CallEvent) and now.claimed is Tile("0m")
    assert len(events_of(watcher.journal.events, SetCorrectionEvent)) == 1


def test_an_open_win_stays_open_while_an_entry_is_struck_out(run: Run) -> None:
    typist, watcher = run([(1, 0), (5, 1)])
    reopen(watcher)
    execute_line(watcher, "seat S from W")
    count = len(typist.proposals)
    watcher.session.append(discard_event(3, "9m"))
    execute_line(watcher, f"undo {watcher.journal.events[-1].number}")
    assert len(typist.proposals) == count + 1, "the page shows it again"
    execute_line(watcher, "y")
    watcher.journal.close()
    assert watcher.journal.events[-2].kind == "win"


def test_the_page_shows_the_tile_as_it_is_by_now(run: Run) -> None:
    watcher, number = log_with(run, discard_event(0, "5m"))
    board = Board()
    board.load_log(watcher.journal, watcher.table)
    watcher.session.operator = board

    def line() -> tuple[str, float | None]:
        (found,) = (one for one in board.view().lines if one.entry.number == number)
        return found.text["en"], found.entry.confidence

    first = line()
    assert "5 characters" in first[0] and first[1] == 0.46
    execute_line(watcher, f"fix {number} 9m")
    assert "9 characters" in line()[0] and line()[1] is None
    again = Board()
    again.load_log(watcher.journal, watcher.table)
    watcher.session.operator = board = again
    assert "9 characters" in line()[0]
    execute_line(watcher, f"undo {number + 1}")
    watcher.journal.close()
    assert line() == first


def test_exports_have_the_corrected_tiles(run: Run) -> None:
    watcher = run_typed_lines(run, "pause", "resume")
    reopen(watcher)
    watcher.session.append(discard_event(0, "5m"))
    number = watcher.journal.events[-1].number
    execute_line(watcher, f"fix {number} 9m")
    execute_line(watcher, "draw")
    watcher.journal.close()
    (deal,) = deals(watcher.journal.events)
    assert [d.tile for d in deal.before.deal.discards] == [Tile.M9]
