"""Several hands on one discard: in riichi each is paid, elsewhere the first in turn wins alone."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from handreader.watch.export import evidence_page, replay_formats, tables
from handreader.watch.log.event_text import event_sentence
from handreader.watch.log.events import DiscardEvent, LogEntry, UndoEvent, WinEvent
from handreader.watch.log.journal import Journal
from handreader.watch.log.table_state import fold_events
from handreader.watch.session import deals, proposals
from handreader.watch.session.command_handler import execute
from handreader.watch.session.commands import parse_command
from handreader.watch.session.session import Session
from handreader.watch.session.store_sync import Ledger
from scoring.game import ExhaustiveDraw, apply
from scoring.tiles import Tile, Wind
from simulation.watching import game_start_event
from tests.handreader.store.new_store import open_new_store
from tests.handreader.watch.session.scripted_watch import Typist
from tests.vision.scenes import observe, scene
from vision.tracking.observer import Observation

PICTURE = np.zeros((2400, 2400, 3), np.uint8)
SOUTH = "[1m][2m][3m][4p][5p][6p][7s][8s][E ][E ][C ][C ][C ]"  # waits for 6s and 9s
NORTH = "[2m][2m][2m][3p][4p][5p][7s][8s][P ][P ][F ][F ][F ]"
WEST = "[7s][8s][N ][N ][S ][S ][S ][4m][4m][4m][F ][F ][F ]"


@dataclass
class Sitting:
    """A deal in which East has just discarded the 9s; hands are shown, people answer."""

    rules: str
    folder: Path
    last: bool = False  # the game's last deal

    def __post_init__(self) -> None:
        self.journal = Journal(self.folder)
        self.journal.append(game_start_event(self.rules), 0.0, "user")
        self.typist = Typist()
        with_areas: Any = [SimpleNamespace(name="hand 0")]
        self.game = Session(self.journal, self.typist, None, with_areas)
        self.looked_at: list[str] = []
        eyes: Any = SimpleNamespace(is_quiet=True, request_reading=self.looked_at.append)
        self.game.observer = eyes
        deals.begin(self.game, whole=True)
        while self.last and not apply(self.game.table.game, ExhaustiveDraw()).is_over:
            self.hears("draw")
            deals.begin(self.game, whole=True)
        self.east = self.game.table.east
        for seat, tile in (("E", "1p"), ("S", "1p"), ("W", "9m"), ("N", "9m"), ("E", "9s")):
            place = self.game.table.place(Wind(seat))
            event = DiscardEvent(place, Wind(seat), Tile(tile), False, (0.1, 0.1))
            self.game.append(event)

    def shows(self, seat: int, text: str) -> None:
        """A player's hand as the camera sees it, and what the watcher asks about it."""
        place, tiles = (self.east + seat) % 4, observe(scene(text))
        proposals.track_hand(
            self.game, Observation(f"hand {place}", 0.0, tiles, (), (), True, None, PICTURE)
        )
        found = proposals.propose_due(self.game)
        if found is not None:
            self.typist.propose(found, self.game.table)

    def clears(self) -> None:
        """The table is empty, as the camera sees it."""
        empty = Observation("hand 0", 0.0, (), (), (), True, None, PICTURE)
        list(self.game.play.track(empty))
        deals.detect_start(self.game, empty)

    def hears(self, *lines: str) -> None:
        for text in lines:
            execute(self.game, parse_command(text))

    @property
    def win_proposals(self) -> list[tuple[str, list[str]]]:
        """Seat and doubts of every hand that was asked about."""
        found = [p for p in self.typist.proposals if p.record is not None]
        return [
            (p.record.win.seat.value, [d[0] for d in p.uncertainties])  # type: ignore[union-attr]
            for p in found
        ]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(b - a for a, b in zip(fold_events(self.journal.events[:1]).game.points,
                                           self.game.table.game.points, strict=True))  # fmt: skip


Sit = Callable[..., Sitting]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    sat: list[Sitting] = []

    def start_sitting(rules: str, last: bool = False) -> Sitting:
        sat.append(Sitting(rules, tmp_path / f"game-{len(sat)}", last))
        return sat[-1]

    yield start_sitting
    for one in sat:
        one.journal.close()


@pytest.mark.parametrize("late", [True, False])
def test_two_win_on_one_discard_in_riichi(sit: Sit, tmp_path: Path, late: bool) -> None:
    """Whether the second shows his hand before the first was confirmed, or after."""
    sitting = sit("riichi-ema")
    sitting.shows(1, SOUTH)
    if late:
        sitting.hears("y")
        sitting.shows(1, SOUTH)  # still lies there
        sitting.shows(3, NORTH)
    else:
        sitting.shows(3, NORTH)
        sitting.hears("y")  # the newest is asked about first
    assert [seat for seat, _ in sitting.win_proposals] == (["S", "N"] if late else ["S", "N", "S"])
    assert "also_too" in sitting.win_proposals[-1][1]
    alone = sitting.points
    sitting.hears("y")
    both = sitting.points
    assert sum(both) == 0 and both[0] < alone[0] < 0
    assert both[1] > 0 and both[3] > 0 and both[2] == 0
    deal = list(tables.deals(sitting.journal.events))
    assert len(deal) == 1 and len(sitting.game.table.game.deals) == 1
    assert winners(deal[0]) == ["S", "N"]  # the first in turn first, however they were shown
    assert len(deal[0].entry.evidence) == 2
    _check_exports(sitting, tmp_path)


def winners(deal: tables.Ended) -> list[Wind]:
    """The winners' seats, in turn after the discarder."""
    assert isinstance(deal.result, WinEvent)
    return [hand.record.win.seat for hand in deal.result.hands]


def _check_exports(sitting: Sitting, tmp_path: Path) -> None:
    events = sitting.journal.events
    (deal,) = tables.deals(events)
    (row,) = csv.DictReader(io.StringIO(tables.as_csv(events)))
    assert (row["winner"], row["discarder"]) == ("Bo + Dario", "Anna") and "+" in row["points"]
    lines = [json.loads(text) for text in replay_formats.as_mjai(events).splitlines()]
    horas = [told for told in lines if told["type"] == "hora"]
    assert [(told["actor"], told["target"]) for told in horas] == [(1, 0), (3, 0)]
    assert [sum(told["deltas"]) for told in horas] == [0, 0]
    assert tuple(horas[-1]["scores"]) == sitting.game.table.game.points
    result = json.loads(replay_formats.as_tenhou(events))["log"][0][16]
    assert result[0] == "和了" and len(result) == 5 and result[4][:2] == [3, 0]
    page = evidence_page.page(deal, sitting.journal.folder, "en")
    assert page.count('class="total"') == 2
    assert "South + North" in event_sentence(deal.result, deal.before, "en")
    with open_new_store(tmp_path / "games.sqlite") as store:
        ledger = Ledger(store, sitting.journal.folder)
        first = next(e.number for e in events if e.kind == "win")
        ledger.sync(events[:first])  # as it stood after the first win
        ledger.sync(events)
        (only,) = store.games()
        (entry,) = store.events(only.id)
        assert len(entry.origin.records) == 2 and entry.version == 1
        assert store.state(only.id).points == sitting.game.table.game.points
        undone = LogEntry(999, UndoEvent(deal.entry.number), events[-1].at, 0.0, "user")
        ledger.sync([*events, undone])
        assert store.state(only.id).points == (25000,) * 4


def test_three_win_on_one_discard_and_a_refused_one_is_not_asked_again(sit: Sit) -> None:
    sitting = sit("riichi-ema")
    sitting.shows(3, NORTH)
    sitting.hears("y")
    sitting.shows(1, SOUTH)
    sitting.hears("n")
    sitting.shows(1, SOUTH)
    assert len(sitting.win_proposals) == 2
    sitting.shows(2, WEST)
    sitting.hears("y")
    (deal,) = tables.deals(sitting.journal.events)
    assert winners(deal) == ["W", "N"]
    assert sum(sitting.points) == 0


@pytest.mark.parametrize("rules", ["zung-jung", "mcr", "chinese-official"])
def test_elsewhere_the_first_in_turn_wins_alone(sit: Sit, rules: str) -> None:
    hands = {"zung-jung": (SOUTH, NORTH)}.get(rules, (_PURE, _PURE))
    sitting = sit(rules)
    sitting.shows(1, hands[0])
    sitting.hears("y")
    before = sitting.points
    assert before[1] > 0
    sitting.shows(3, hands[1])
    assert any(warning.startswith("wins_later") for warning in sitting.typist.warnings)
    assert sitting.points == before and len(sitting.win_proposals) == 1
    other = sit(rules)
    other.shows(3, hands[1])
    other.hears("y")
    other.shows(1, hands[0])
    assert other.win_proposals[-1] == ("S", [*other.win_proposals[-1][1][:-1], "also_instead"])
    other.hears("y")
    assert other.points == before


_PURE = "[1s][2s][3s][4s][5s][6s][7s][8s][1p][2p][3p][E ][E ]"  # a pure straight with the 9s


def test_a_self_drawn_win_takes_nobody_along(sit: Sit) -> None:
    sitting = sit("riichi-ema")
    sitting.shows(1, f"{SOUTH}___[6s]")
    sitting.hears("y")
    sitting.shows(3, NORTH)
    assert len(sitting.win_proposals) == 1


def test_another_deal_does_not_ask_about_the_last_one(sit: Sit) -> None:
    sitting = sit("riichi-ema")
    sitting.shows(1, SOUTH)
    sitting.hears("y")
    sitting.shows(3, NORTH)
    sitting.hears("deal")
    assert any(warning.startswith("left_out") for warning in sitting.typist.warnings)
    sitting.hears("y")
    assert len(sitting.game.table.game.deals) == 1 and sitting.points[3] == 0
    assert sitting.game.table.seat(0) is Wind.NORTH


def test_one_more_wins_on_the_last_discard_of_the_game(sit: Sit) -> None:
    sitting = sit("riichi-ema", last=True)
    before = sitting.points
    sitting.shows(1, "[4p][5p][6p][7s][8s][E ][E ][F ][F ][F ][C ][C ][C ]")
    sitting.hears("y")
    assert sitting.game.table.game.is_over and not sitting.game.table.ended
    players = sitting.game.table.game.deals[-1].seating
    sitting.shows(3, "[2m][2m][3p][4p][5p][7s][8s][S ][S ][S ][P ][P ][P ]")
    assert sitting.win_proposals[-1][0] == "N" and "also_too" in sitting.win_proposals[-1][1]
    sitting.hears("y")
    gained = [b - a for a, b in zip(before, sitting.points, strict=True)]
    assert gained[players[1]] > 0 and gained[players[3]] > 0 and sum(gained) == 0
    sitting.hears("deal")
    assert sitting.game.table.ended


@pytest.mark.parametrize("answer", ["y", "n"])
def test_the_game_does_not_end_while_a_hand_waits_for_its_answer(sit: Sit, answer: str) -> None:
    sitting = sit("riichi-ema", last=True)
    sitting.shows(1, "[4p][5p][6p][7s][8s][E ][E ][F ][F ][F ][C ][C ][C ]")
    sitting.hears("y")
    sitting.shows(3, "[2m][2m][3p][4p][5p][7s][8s][S ][S ][S ][P ][P ][P ]")
    sitting.clears()
    assert sitting.journal.events[-1].kind == "proposal"
    sitting.looked_at.clear()
    sitting.hears(answer)
    assert sitting.looked_at  # else nobody would see any more that the table is empty
    sitting.clears()
    assert sitting.journal.events[-1].kind == "game_end"
    assert not any(warning.startswith("left_out") for warning in sitting.typist.warnings)


def test_who_ends_the_game_is_told_which_hand_was_left_out(sit: Sit) -> None:
    sitting = sit("riichi-ema", last=True)
    sitting.shows(1, "[4p][5p][6p][7s][8s][E ][E ][F ][F ][F ][C ][C ][C ]")
    sitting.hears("y")
    sitting.shows(3, "[2m][2m][3p][4p][5p][7s][8s][S ][S ][S ][P ][P ][P ]")
    sitting.hears("end")
    assert sitting.game.table.ended
    assert any(warning.startswith("left_out") for warning in sitting.typist.warnings)


def test_what_was_wrong_in_the_last_deal_of_a_game_can_be_taken_back(sit: Sit) -> None:
    sitting = sit("mcr", last=True)
    sitting.shows(1, _PURE)
    sitting.hears("y", "undo")
    assert not sitting.game.table.game.is_over and not sitting.game.table.over
    sitting.hears("draw", "deal")
    assert sitting.game.table.ended and sitting.points == (0, 0, 0, 0)


def test_a_corrected_discard_changes_the_open_win(sit: Sit) -> None:
    sitting = sit("zung-jung")
    discard = sitting.journal.events[-1].number
    sitting.shows(1, SOUTH)
    sitting.hears(f"fix {discard} 6s")
    first, second = (one.record for one in sitting.typist.proposals)
    assert first is not None and first.hand.winning is Tile.S9
    assert second is not None and second.hand.winning is Tile.S6
    sitting.hears("y")
    (win,) = [e.event for e in sitting.journal.events if isinstance(e.event, WinEvent)]
    assert win.hands[0].record == second
