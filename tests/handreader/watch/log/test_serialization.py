"""Lines of the journal: those of earlier programs are read, and written again byte for byte."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from handreader.watch.errors import WatchError
from handreader.watch.export import tables
from handreader.watch.log.event_text import event_sentence
from handreader.watch.log.events import (
    AbortEvent,
    CallEvent,
    CorrectionEvent,
    DealEndProposalEvent,
    DrawEvent,
    FlowerEvent,
    GameEndEvent,
    GameStartEvent,
    IndicatorEvent,
    KongEvent,
    LogEntry,
    LogEvent,
    PauseEvent,
    PenaltyEvent,
    RefusalEvent,
    ResumeEvent,
    RiichiEvent,
    SetCorrectionEvent,
    StoreImportEvent,
    TotalsEvent,
    UndoEvent,
    WinEvent,
    WinProposalEvent,
)
from handreader.watch.log.journal import LOG, format_line, read_events
from handreader.watch.log.serialization import entry_from_json, entry_to_json
from handreader.watch.log.table_state import TableState, active_events, fold_events
from handreader.watch.session.deals import winning_hand
from scoring import rulebook, score_record_json
from scoring.game import (
    AbortiveDraw,
    AbortReason,
    ExhaustiveDraw,
    FalseWin,
    Riichi,
    Winner,
    Won,
    game_rules,
)
from scoring.hand import SetKind
from scoring.notation import parse_win
from scoring.record import Record
from scoring.registry import game_rulebook, rules_text
from scoring.tiles import Tile, Wind
from simulation.watching import game_start_event
from tests.handreader.watch.log.entries import deal_start, discard_event

JOURNALS = Path(__file__).parents[3] / "data" / "journals"
EXPECTED: dict[str, Any] = json.loads((JOURNALS / "expected.json").read_text("utf-8"))
"""What the journals fold to, written by the program before its events had types."""
AT = (0.25, 0.5)
RECORD = Record("camera", "mcr", *parse_win("123m 456p 789s 11z 77z 7z | drawn seat S"))
HAND = winning_hand(1, RECORD)
WON = Won((Winner(Wind.SOUTH, (-30, 90, -30, -30)),))
FLOWERLESS = rulebook("zung-jung:flowers=off,next_east=south")
START = game_start_event("zung-jung")
EVENTS: tuple[LogEvent, ...] = (
    game_start_event("riichi-ema", 2),
    replace(game_start_event("mcr"), camera="webcam 0", version="0.1.0", consent="recorded"),
    replace(START, rules=game_rules(FLOWERLESS), book=rules_text(FLOWERLESS)),
    deal_start(),
    discard_event(2, "0p", turned=True),
    CallEvent(1, Wind.SOUTH, (Tile.M1,) * 3, AT, SetKind.PUNG, Tile.M1, 3, 7),
    CallEvent(1, Wind.SOUTH, (Tile.M1, Tile.M2, Tile.M3), AT, SetKind.CHOW, None, None, None),
    KongEvent(1, Wind.SOUTH, (Tile.M1,) * 4, AT, is_added=True),
    KongEvent(1, Wind.SOUTH, (Tile.M1,) * 2, AT, is_added=False),
    FlowerEvent(3, Wind.NORTH, Tile("8f")),
    RiichiEvent(0, Wind.EAST, 9),
    IndicatorEvent(Tile.RED),
    WinProposalEvent(1, RECORD, score_record_json(RECORD.to_json()), (), (("turn", "E"),)),
    WinProposalEvent(None, None, None, ("seat",), (), (("?", 0.0), ("back", 0.75))),
    WinProposalEvent(1, RECORD, {"total": 8}, (), (), statement="seat S"),
    DealEndProposalEvent(9),
    RefusalEvent(12, RECORD),
    RefusalEvent(13, None),
    WinEvent(None, (HAND,), 1, WON),
    WinEvent(12, (HAND, HAND), 1, WON),
    WinEvent(14, (HAND,), 1, WON, instead=13),
    DrawEvent(1, ExhaustiveDraw(frozenset({Wind.SOUTH, Wind.NORTH}))),
    AbortEvent(2, AbortiveDraw(AbortReason.FOUR_KONGS)),
    PenaltyEvent(2, FalseWin(Wind.WEST)),
    StoreImportEvent(2, True, ((Riichi(Wind.EAST), ExhaustiveDraw()), ())),
    TotalsEvent((1, 2, 3, -6), ("A", "B", "C", "D")),
    CorrectionEvent(4, Tile.M1, Tile.M9),
    SetCorrectionEvent(5, (Tile.M5,) * 3, (Tile.M9,) * 3),
    UndoEvent(4),
    PauseEvent("lost"),
    ResumeEvent(),
    GameEndEvent((0, 0, 0, 0)),
)


@pytest.fixture(params=sorted(EXPECTED))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def entries(name: str, tmp_path: Path) -> list[LogEntry]:
    shutil.copy(JOURNALS / f"{name}.jsonl", tmp_path / LOG)
    return list(read_events(tmp_path))


def test_a_journal_is_written_again_byte_for_byte(name: str, entries: list[LogEntry]) -> None:
    written = "".join(map(format_line, entries)).encode()
    assert written == (JOURNALS / f"{name}.jsonl").read_bytes()
    assert not [entry.number for entry in entries if entry.foreign_data is not None]


def test_a_journal_folds_to_the_same_state(name: str, entries: list[LogEntry]) -> None:
    table, expected = fold_events(entries), EXPECTED[name]
    assert list(table.game.points) == expected["points"]
    assert (table.deal.number, table.over) == (expected["deal"], expected["over"])
    assert table.ended == expected["ended"]
    assert {str(place): number for place, number in table.deal.riichi.items()} == expected["riichi"]
    assert len(table.deal.discards) == expected["discards"]
    assert len(table.deal.sets) == expected["sets"]
    assert tables.as_csv(entries).splitlines() == expected["csv"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_event_of_a_journal_has_its_sentence(entries: list[LogEntry], lang: str) -> None:
    table = TableState()
    for entry in active_events(entries):
        table.apply_event(entry)
        text = event_sentence(entry.event, table, lang)
        assert "{" not in text
        assert bool(text) is not isinstance(entry.event, GameStartEvent | WinProposalEvent)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_is_read_as_it_was_written(event: LogEvent) -> None:
    entry = LogEntry(3, event, "2026-11-22T20:15:00.000+00:00", 1.5, "user", 0.75)
    line = format_line(entry)
    read = entry_from_json(json.loads(line))
    assert read == entry and read.foreign_data is None and format_line(read) == line


def test_the_events_above_are_of_every_kind() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(LogEvent))


def test_keys_of_another_version_are_kept() -> None:
    line = entry_to_json(LogEntry(1, discard_event(0, "5m"), "", 0.0, "camera"))
    assert isinstance(line["data"], dict)
    line["data"] = {"hand": "left", **line["data"]}
    del line["data"]["drawn_just_now"]
    read = entry_from_json(line)
    assert read.event == discard_event(0, "5m")
    assert json.loads(format_line(read)) == line


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("discard", {"place": 0, "seat": "E", "turned": False, "at": [0, 0]}),
        ("discard", {"place": 0, "seat": "E", "tile": "9z", "turned": False, "at": [0, 0]}),
        ("discard", {"place": "0", "seat": "E", "tile": "5m", "turned": False, "at": [0, 0]}),
        ("discard", {"place": 0, "seat": "E", "tile": "5m", "turned": False, "at": [0]}),
        ("draw", {"deal": 1, "game": {"type": "false_win", "seat": "E"}}),
        ("win", {"record": None, "result": {}, "deal": 1}),
        ("undo", {"of": None}),
        ("undo", []),
        ("nothing", {}),
        (["undo"], {"of": 1}),
    ],
)
def test_what_is_no_event_is_refused(kind: object, data: object) -> None:
    line = entry_to_json(LogEntry(1, ResumeEvent(), "", 0.0, "camera"))
    with pytest.raises(WatchError) as error:
        entry_from_json({**line, "event": kind, "data": data})
    assert error.value.code == "no_event"


def test_a_watched_game_is_scored_by_its_options() -> None:
    table = TableState()
    start = replace(START, rules=game_rules(FLOWERLESS), book=rules_text(FLOWERLESS))
    table.apply_event(LogEntry(1, start, "", 0.0, "user"))
    assert table.rules == rules_text(FLOWERLESS)
    assert game_rulebook(table.game.rules).options["flowers"] == "none"
