"""A watched game for other programs: what was seen is there, what was not is said or refused."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from handreader.errors import UsageError
from handreader.store import StoreError
from handreader.watch.errors import WatchError
from handreader.watch.export import evidence_page, export_game, replay_formats, tables
from handreader.watch.log.events import (
    CallEvent,
    DealStartEvent,
    DrawEvent,
    Evidence,
    GameStartEvent,
    IndicatorEvent,
    LogEntry,
    LogEvent,
    PenaltyEvent,
    RiichiEvent,
    StoreImportEvent,
    UndoEvent,
    WinEvent,
)
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import fold_events
from handreader.watch.session.deals import winning_hand
from handreader.watch.session.store_sync import Ledger
from scoring import rulebook, score
from scoring.game import (
    AbortiveDraw,
    AbortReason,
    ExhaustiveDraw,
    FalseWin,
    game_rules,
    new_game,
    win_from_scores,
)
from scoring.hand import SetKind
from scoring.record import Record
from scoring.tiles import Tile, Wind
from tests.handreader.store.new_store import open_new_store
from tests.handreader.watch.log.entries import deal_start, discard_event

PLAYERS = ["Anna", "=Bo", "Carla", "Dario"]
RECORD = {
    "rules": "riichi-ema",
    "concealed": "234m567p2399s",
    "winning_tile": "4s",
    "melds": [{"type": "pung", "tiles": "777z", "from": "left"}],
    "seat": "S",
    "round": "E",
    "discarder": "W",
}


def add(journal: Journal, event: LogEvent, *crops: Evidence) -> LogEntry:
    return journal.append(event, 1.0, confidence=0.99, evidence=crops)


def play_two_deals(folder: Path, rules: str = "riichi-ema") -> Journal:
    """A deal won by South on West's discard, with a call; then one that nobody won."""
    journal = Journal(folder)
    game = game_rules(rulebook(rules))
    add(journal, GameStartEvent(game, rules, tuple(PLAYERS), 0))
    add(journal, deal_start(1))
    add(journal, IndicatorEvent(Tile.S0))
    add(journal, discard_event(0, "7z"))
    number, red = journal.events[-1].number, (Tile.RED,) * 3
    add(journal, CallEvent(1, Wind.SOUTH, red, (0.1, 0.1), SetKind.PUNG, Tile.RED, 0, number))
    add(journal, discard_event(1, "1m"))
    add(journal, discard_event(2, "4s"))
    record = Record.from_json({**RECORD, "rules": rules})
    happened = win_from_scores(new_game(game), score(record.hand, record.win, rulebook(rules)))
    crop = journal.save_crop("win-1", b"\xff\xd8 a picture")
    add(journal, WinEvent(None, (winning_hand(1, record),), 1, happened), crop)
    add(journal, deal_start(2))
    add(journal, DrawEvent(2, ExhaustiveDraw()))
    return journal


@pytest.fixture
def game(tmp_path: Path) -> Journal:
    journal = play_two_deals(tmp_path / "game")
    journal.close()
    return journal


def test_csv_has_one_row_a_deal_and_sums_to_zero(game: Journal) -> None:
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(game.events))))
    assert [row["ended"] for row in rows] == ["win", "draw"]
    assert (rows[0]["winner"], rows[0]["discarder"]) == ("'=Bo", "Carla")
    changes = [int(rows[0][f"{name} change"]) for name in ("Anna", "'=Bo", "Carla", "Dario")]
    assert sum(changes) == 0 and changes[1] > 0 and changes[2] < 0
    assert int(rows[1]["'=Bo total"]) == 25000 + changes[1]


def test_csv_leaves_out_what_was_undone(tmp_path: Path) -> None:
    journal = play_two_deals(tmp_path / "undone")
    win = next(e for e in journal.events if e.kind == "win")
    journal.append(UndoEvent(win.number), 2.0, "user")
    journal.close()
    assert [d.result.kind for d in tables.deals(journal.events)] == ["draw"]
    assert fold_events(journal.events).game.points == (25000,) * 4


def test_csv_has_a_row_for_a_chombo_and_none_for_a_lesser_false_win(tmp_path: Path) -> None:
    for rules, ended in (("riichi-ema", ["win", "draw", "chombo"]), ("zung-jung", ["win", "draw"])):
        journal = play_two_deals(tmp_path / rules, rules)
        add(journal, deal_start(3))
        add(journal, PenaltyEvent(3, FalseWin(Wind.SOUTH)))
        journal.close()
        rows = list(csv.DictReader(io.StringIO(tables.as_csv(journal.events))))
        assert [row["ended"] for row in rows] == ended
        totals = fold_events(journal.events).game.points
        if rules == "riichi-ema":
            assert [int(rows[-1][f"{p} total"]) for p in ("Anna", "Carla")] == [
                totals[0],
                totals[2],
            ]
            assert int(rows[-1]["Anna change"]) != 0
            assert '"ryukyoku"' in replay_formats.as_mjai(journal.events).splitlines()[-3]


def test_jsonl_is_the_whole_log(game: Journal) -> None:
    lines = [json.loads(line) for line in tables.as_jsonl(game.events).splitlines()]
    assert [line["event"] for line in lines] == [e.kind for e in game.events]
    assert lines[-3]["evidence"][0]["sha256"]


def test_mjai_is_marked_partial_and_invents_nothing(game: Journal) -> None:
    lines = [json.loads(line) for line in replay_formats.as_mjai(game.events).splitlines()]
    assert lines[0]["partial"] is True
    kinds = [line["type"] for line in lines]
    assert kinds[:6] == ["start_game", "start_kyoku", "tsumo", "dahai", "pon", "dahai"]
    assert lines[1]["dora_marker"] == "5sr"
    assert {line["pai"] for line in lines if line["type"] == "tsumo"} == {"?"}
    assert {line["tsumogiri"] for line in lines if line["type"] == "dahai"} == {None}
    assert lines[4] == {
        "type": "pon", "actor": 1, "target": 0, "pai": "C", "consumed": ["C", "C"],
    }  # fmt: skip
    hora = next(line for line in lines if line["type"] == "hora")
    assert (hora["actor"], hora["target"], hora["pai"], sum(hora["deltas"])) == (1, 2, "4s", 0)


def test_mjai_is_refused_where_facts_are_missing(tmp_path: Path, game: Journal) -> None:
    events = [
        replace(e, event=replace(e.event, observed_from_start=False))
        if isinstance(e.event, DealStartEvent)
        else e
        for e in game.events
    ]
    with pytest.raises(WatchError, match="not seen from its start"):
        replay_formats.as_mjai(events)
    other = play_two_deals(tmp_path / "zung-jung", "zung-jung")
    other.close()
    for form in (replay_formats.as_mjai, replay_formats.as_tenhou):
        with pytest.raises(WatchError, match="riichi"):
            form(other.events)


def test_mjai_is_refused_where_a_riichi_was_only_said(tmp_path: Path) -> None:
    journal = play_two_deals(tmp_path / "said")
    add(journal, deal_start(3))
    add(journal, RiichiEvent(0, Wind.WEST, discard=0))
    add(journal, DrawEvent(3, ExhaustiveDraw(frozenset({Wind.WEST}))))
    journal.close()
    with pytest.raises(WatchError, match="the riichi discard was not seen"):
        replay_formats.as_mjai(journal.events)


def test_replays_are_refused_where_a_deal_was_put_right_by_hand(tmp_path: Path) -> None:
    """Else the win that somebody corrected would be told as it was first taken."""
    journal = play_two_deals(tmp_path / "game")
    add(journal, StoreImportEvent(2, False, ((ExhaustiveDraw(),), (ExhaustiveDraw(),))))
    journal.close()
    for told in (replay_formats.as_mjai, replay_formats.as_tenhou):
        with pytest.raises(WatchError) as error:
            told(journal.events)
        assert error.value.code == "by_hand" and "deal 1 " in str(error.value)
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(journal.events))))
    assert [(row["time"] == "", row["ended"]) for row in rows] == [(True, "draw"), (False, "draw")]


def test_tenhou_has_results_alone(game: Journal) -> None:
    found = json.loads(replay_formats.as_tenhou(game.events))
    assert found["title"][0] == "results only"
    first = found["log"][0]
    assert first[0] == [0, 0, 0] and first[2] == [53] and len(first) == 17
    assert all(part == [] for part in first[4:16])
    assert first[16][0] == "和了" and first[16][2][:2] == [1, 2]
    assert found["log"][1][16][0] == "流局"


def test_the_sheet_names_everybody(game: Journal) -> None:
    for lang in ("en", "it"):
        assert all(name in tables.as_sheet(game.events, lang) for name in PLAYERS)


def test_the_evidence_page_needs_nothing_else(game: Journal) -> None:
    deal = next(iter(tables.deals(game.events)))
    for lang in ("en", "it"):
        page = evidence_page.page(deal, game.folder, lang)
        picture = re.search(r'src="data:image/jpeg;base64,([^"]+)"', page)
        assert picture and base64.b64decode(picture[1]) == b"\xff\xd8 a picture"
        assert deal.entry.evidence[0].sha256 in page
        assert not re.search(r'(src|href)="(?!data:)', page) and "<script" not in page
        assert isinstance(deal.result, WinEvent)
        assert str(deal.result.hands[0].result["total"]) in page


def test_the_evidence_page_does_not_show_a_changed_picture(game: Journal) -> None:
    deal = next(iter(tables.deals(game.events)))
    (game.folder / deal.entry.evidence[0].file).write_bytes(b"another picture")
    page = evidence_page.page(deal, game.folder, "en")
    assert "data:image" not in page and "was deleted" in page


def test_the_store_has_the_same_game(game: Journal, tmp_path: Path) -> None:
    with open_new_store(tmp_path / "games.sqlite") as store:
        ledger = Ledger(store, game.folder)
        ledger.sync(game.events)
        ledger.sync(game.events)  # nothing twice
        (only,) = store.games()
        told = store.replay(only.id)
        assert [len(entry.events) for entry in told.entries] == [1, 1]
        assert told.state.points == fold_events(game.events).game.points
        assert told.entries[0].origin.records[0]["winning_tile"] == "4s"
        win = next(e for e in game.events if e.kind == "win")
        undone = LogEntry(99, UndoEvent(win.number), win.at, 2.0, "user")
        ledger.sync([*game.events, undone])
        assert store.state(only.id).points == (25000,) * 4
        assert store.state(only.id).player(Wind.EAST) == 1  # the drawn hand still counts


def test_what_is_entered_on_the_page_keeps_no_watched_hand_out(tmp_path: Path) -> None:
    journal = play_two_deals(tmp_path / "game")
    journal.close()
    first = journal.events[:-2]  # the deal that was won
    with open_new_store(tmp_path / "games.sqlite") as store:
        ledger = Ledger(store, journal.folder)
        ledger.sync(first)
        (only,) = store.games()
        store.append(only.id, 2, AbortiveDraw(AbortReason.FOUR_WINDS))  # on the page
        store.correct(only.id, 1, ExhaustiveDraw())  # there, too: a person knows better
        ledger.sync(journal.events)
        ledger.sync(journal.events)
        told = store.replay(only.id)
        assert [entry.events for entry in told.entries] == [
            (ExhaustiveDraw(),), (AbortiveDraw(AbortReason.FOUR_WINDS),), (ExhaustiveDraw(),),
        ]  # fmt: skip
        win = next(e for e in journal.events if e.kind == "win")
        undone = LogEntry(99, UndoEvent(win.number), win.at, 2.0, "user")
        ledger.sync([*journal.events, undone])
        assert [len(entry.events) for entry in store.events(only.id)] == [0, 1, 1]


def test_a_hand_that_cannot_have_happened_keeps_no_later_one_out(tmp_path: Path) -> None:
    journal = play_two_deals(tmp_path / "game")
    extra = RiichiEvent(1, Wind.SOUTH, discard=5)
    journal.events.insert(5, replace(journal.events[4], event=extra, number=77))
    journal.events.insert(6, replace(journal.events[5], number=78))  # twice: that cannot be
    journal.close()
    with open_new_store(tmp_path / "games.sqlite") as store:
        ledger = Ledger(store, journal.folder)
        with pytest.raises(StoreError, match="declared riichi already"):
            ledger.sync(journal.events)
        (only,) = store.games()
        assert [entry.events for entry in store.events(only.id)] == [(ExhaustiveDraw(),)]


def test_each_database_has_the_game_once(game: Journal, tmp_path: Path) -> None:
    for turn in range(2):
        for name in ("one", "two"):
            with open_new_store(tmp_path / f"{name}.sqlite") as store:
                ledger = Ledger(store, game.folder)
                assert ledger.is_in_other_store == ((turn, name) == (0, "two"))
                ledger.sync(game.events)
                assert not ledger.is_in_other_store
                (only,) = store.games()
                assert len(store.events(only.id)) == 2


def test_an_undone_win_leaves_its_riichi_on_the_table(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "riichi")
    rules = game_rules(rulebook("riichi-ema"))
    add(journal, GameStartEvent(rules, "riichi-ema", tuple(PLAYERS), 0))
    add(journal, deal_start(1))
    shown = add(journal, discard_event(1, "5m", turned=True))
    add(journal, RiichiEvent(1, Wind.SOUTH, shown.number))
    with open_new_store(tmp_path / "games.sqlite") as store:
        ledger = Ledger(store, journal.folder)
        first = add(journal, DrawEvent(1, ExhaustiveDraw(frozenset({Wind.SOUTH}))))
        ledger.sync(journal.events)
        add(journal, UndoEvent(first.number))
        both = ExhaustiveDraw(frozenset({Wind.SOUTH, Wind.WEST}))
        add(journal, DrawEvent(1, both))
        ledger.sync(journal.events)
        (only,) = store.games()
        assert store.state(only.id).sticks == 1
        assert store.state(only.id).points == fold_events(journal.events).game.points
    journal.close()


def test_a_checksum_from_elsewhere_is_text_on_the_page(game: Journal) -> None:
    deal = next(iter(tables.deals(game.events)))
    bad = replace(deal.entry.evidence[0], file="crops/none.jpg", sha256="<img src=x>")
    page = evidence_page.page(
        replace(deal, entry=replace(deal.entry, evidence=(bad,))), game.folder, "en"
    )
    assert "<img src=x>" not in page and "&lt;img src=x&gt;" in page


def test_a_game_that_never_began_is_not_exported(
    game: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "never").mkdir()
    (tmp_path / "never" / "events.jsonl").touch()
    monkeypatch.setattr(export_game, "games_folder", lambda: tmp_path)
    assert export_game._find_game(None) == game.folder
    with pytest.raises(UsageError, match="no game 'never'"):
        export_game._find_game("never")
