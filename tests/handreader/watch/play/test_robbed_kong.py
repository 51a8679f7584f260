"""A tile that is declared for a kong can be robbed: what is told, who pays, who wins besides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from handreader.watch.log.event_text import localize
from handreader.watch.log.events import RiichiEvent, UndoEvent, WinEvent
from handreader.watch.log.table_state import active_events, fold_events
from handreader.watch.play import multiple_wins, win_facts
from handreader.watch.play.play_tracker import PlayTracker
from handreader.watch.play.tile_placement import find_added_kong, find_sets
from handreader.watch.play.win_proposal import propose_win
from handreader.watch.play.win_statement import WinStatement, parse_statement
from handreader.watch.session.deals import winning_hand
from scoring.tiles import Tile, Wind
from tests.handreader.watch.log.entries import events_of
from tests.handreader.watch.log_of_a_game import PUNG, Log
from tests.handreader.watch.play.test_multiple_wins import NORTH, SOUTH, Sit, sit
from tests.vision.scenes import observe, scene
from vision.geometry import as_quad

__all__ = ["sit"]
BESIDE = "[7p]______<7p>[7p][7p]"
KONG = ("kong", (1, ["7p"] * 4))
SHOWN = "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][8p][9p]"  # waits for 7p


def log_with_call(rules: str, laid: str = PUNG) -> Log:
    """A game in which a pung was called at place 1, and its caller has discarded."""
    log = Log(rules)
    log.lies("pond 0", "[7p]")
    log.lies("pond 0", "")
    assert log.lies("hand 1", laid) == [("call", (1, ["7p"] * 3))]
    log.discard(1, "1m")
    return log


def log_with_kong(rules: str) -> Log:
    """A kong was declared by the pung's caller after that."""
    log = log_with_call(rules)
    for place in (2, 3, 0):
        log.discard(place, "9m")
    assert log.lies("hand 1", BESIDE) == [KONG]
    return log


def test_a_tile_shown_beside_its_pung_is_a_declared_kong() -> None:
    log = log_with_kong("mcr")
    assert log.lies("hand 1", BESIDE) == []  # told once
    (laid,) = log.table.sets(1)
    assert (laid.kind, laid.source) == ("kong", 0)


@pytest.mark.parametrize("beside", ["[8p]", "[7p][8p]", "[7p][7p]"])
def test_other_tiles_beside_a_pung_are_none(beside: str) -> None:
    assert log_with_call("mcr").lies("hand 1", f"{beside}______{PUNG}") == []


def test_a_tile_thrown_down_askew_is_shown_too() -> None:
    tiles = [replace(tile, id=number) for number, tile in enumerate(observe(scene(BESIDE)))]
    corners = np.array(tiles[0].quad)
    middle, turn = corners.mean(axis=0), np.array([[0.7071, 0.7071], [-0.7071, 0.7071]])
    tiles[0] = replace(tiles[0], quad=as_quad((corners - middle) @ turn + middle))
    melds, alone = find_sets(tiles)
    assert len(melds) == 1 and alone == [tiles[0]]
    found = find_added_kong(log_with_call("mcr").table.sets(1), tiles, alone)
    assert found is not None and found[0].kind == "pung" and found[1] == tiles


def test_a_kong_that_lost_its_tile_is_no_new_call() -> None:
    log = log_with_kong("riichi-ema")
    before = len(log.events)
    told = [log.lies("hand 1", PUNG) for _ in range(6)]
    assert told == [[]] * 6 and len(log.events) == before
    assert log.play.missing == {log.events[-1].number}
    assert log.lies("hand 1", BESIDE) == []
    assert log.lies("hand 1", "<7p>[7p][7p][7p]") == [] and not log.play.missing  # not robbed


def test_a_winner_who_takes_the_robbed_tile_did_not_draw_it() -> None:
    log = log_with_kong("mcr")
    kong = log.table.last_action
    assert kong is not None
    robbed = win_facts.TileOrigin(False, Wind.SOUTH, Tile.P7, True, True)
    assert win_facts.winning_tile_origin(log.table, 2, 14, {Tile.P7}, {kong.number}) == robbed
    assert win_facts.winning_tile_origin(log.table, 2, 13, set(), set()) == robbed
    # its tile lies there and another is held: was the declarer's discard missed?
    assert (
        win_facts.winning_tile_origin(log.table, 2, 14, {Tile.P7}, set()) == win_facts.TileOrigin()
    )
    assert win_facts.winning_tile_origin(log.table, 2, 14, {Tile.M1}, set()).self_drawn
    assert win_facts.winning_tile_origin(
        log.table, 1, 14, {Tile.P7}, set()
    ).self_drawn  # his replacement


@pytest.mark.parametrize("rules", ["riichi-ema", "mcr"])
def test_a_concealed_kong_is_robbed_by_thirteen_orphans_in_riichi(rules: str) -> None:
    log = Log(rules)
    log.discard(0, "5m")
    log.lies("hand 1", "[9p][##][##][9p]")
    orphans = {Tile.M1, Tile.M9, Tile.P1, Tile.S1, Tile.EAST, Tile.RED}
    got = win_facts.winning_tile_origin(log.table, 2, 13, orphans, set())
    assert got.robbing_kong == (rules == "riichi-ema")
    assert not win_facts.winning_tile_origin(
        log.table, 2, 13, {*orphans, Tile.M2}, set()
    ).robbing_kong


@pytest.mark.parametrize(("place", "doubts"), [(2, []), (3, ["turn"])])
def test_who_draws_out_of_turn_is_in_doubt(place: int, doubts: list[str]) -> None:
    """A discard or a declared tile may have been taken before the camera could see it."""
    log = log_with_call("mcr")  # its caller has discarded: place 2 draws
    found = propose_win(
        log.table, place, observe(scene(f"{SHOWN}___[7p]")), (2400, 2400), set(), WinStatement()
    )
    assert found is not None and found.record is not None and found.record.win.self_drawn
    assert [code for code, _ in found.uncertainties] == doubts
    for lang in ("en", "it"):
        assert localize("doubt_turn", lang, what="W").count("W") == 2


def test_what_somebody_says_to_have_robbed_need_not_have_been_seen() -> None:
    log = log_with_call("mcr")
    statement = parse_statement("from S robbing_kong")
    found = propose_win(
        log.table, 2, observe(scene(f"{SHOWN}___[7p]")), (2400, 2400), set(), statement
    )
    assert found is not None and found.record is not None and found.record.win.robbing_kong


def test_the_robbed_tile_is_not_counted_twice() -> None:
    log = log_with_kong("mcr")
    tiles = observe(scene(SHOWN))
    found = propose_win(log.table, 2, tiles, (2400, 2400), set(), WinStatement())
    assert found is not None and found.record is not None and found.is_certain, found
    assert found.record.win.robbing_kong and found.record.win.discarder is Wind.SOUTH


def test_a_riichi_stands_when_a_kong_after_it_is_robbed() -> None:
    """The declaration's tile was let pass: the stick stays, whoever robs the next one's kong."""
    log = log_with_call("riichi-ema")
    number = log.discard(0, "9m", turned=True).number
    log.add(RiichiEvent(0, Wind.EAST, number))
    assert log.lies("hand 1", BESIDE) == [KONG]
    for place in (0, 2):  # who declared, and another
        found = propose_win(
            log.table, place, observe(scene(SHOWN)), (2400, 2400), set(), WinStatement()
        )
        assert found is not None and found.record is not None
        happened = multiple_wins.win_event(log.table, [found.record])
        assert not happened.on_riichi_tile
        if place == 0:
            assert found.record.win.ippatsu


def test_what_was_taken_while_nobody_watched_is_missing() -> None:
    """The program was cut off, a discard was taken into a winner's hand, it was begun again."""
    log = Log("mcr")
    log.lies("pond 0", "[6m]")
    (last,) = log.table.deal.discards
    for still, gone in (("[6m]", set()), ("", {last.event})):
        log.play = PlayTracker(log.table, unwatched={"pond 0"})
        log.tiles_on_table.clear()
        assert log.lies("pond 0", still) == []
        assert log.play.missing == gone and not log.play.unwatched
    got = win_facts.winning_tile_origin(log.table, 1, 14, {Tile.M6}, log.play.missing)
    assert got == win_facts.TileOrigin(False, Wind.EAST, Tile.M6, False, True)


# Hands beside a win that was confirmed.


def test_who_takes_the_discard_after_another_won_on_it_wins_too(sit: Sit) -> None:
    sitting = sit("riichi-ema")
    sitting.shows(1, SOUTH)
    sitting.hears("y")
    sitting.shows(3, f"{NORTH}___[9s]")
    assert [seat for seat, _ in sitting.win_proposals] == ["S", "N"]
    sitting.hears("y")
    assert sitting.points[1] > 0 and sitting.points[3] > 0


def test_the_second_winner_is_one_event(sit: Sit) -> None:
    """Cut off after any event, the log has every win that was confirmed."""
    sitting = sit("riichi-ema")
    sitting.shows(1, SOUTH)
    sitting.hears("y")
    sitting.shows(3, NORTH)
    sitting.hears("y")
    events = sitting.journal.events
    first = next(number for number, event in enumerate(events) if event.kind == "win")
    for cut in range(first + 1, len(events) + 1):
        assert [e for e in active_events(events[:cut]) if e.kind == "win"], events[cut - 1]
        assert fold_events(events[:cut]).over
    (win,) = events_of(active_events(events), WinEvent)
    assert [hand.record.win.seat for hand in win.hands] == ["S", "N"]
    sitting.hears("undo")
    assert sitting.points == (0, 0, 0, 0) and not sitting.game.table.over


def test_a_log_of_before_with_the_first_win_undone_counts_the_same() -> None:
    """It was two events once."""
    log = log_with_kong("riichi-ema")
    found = propose_win(log.table, 2, observe(scene(SHOWN)), (2400, 2400), set(), WinStatement())
    assert found is not None and found.record is not None
    happened = multiple_wins.win_event(log.table, [found.record])
    event = WinEvent(None, (winning_hand(2, found.record),), 1, happened)
    win = log.add(event)
    points = log.table.game.points
    log.add(UndoEvent(win.number))
    log.add(replace(event, instead=win.number))
    log.table = fold_events(log.events)
    assert log.table.game.points == points and len(log.table.game.deals) == 1
