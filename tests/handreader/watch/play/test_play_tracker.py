"""What is told from what lies on a table: discards, sets, indicators and flowers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from handreader.watch.log.events import (
    CallEvent,
    CorrectionEvent,
    SetCorrectionEvent,
    UndoEvent,
)
from handreader.watch.play.tile_placement import reading_order
from scoring.tiles import Tile
from tests.handreader.watch.log.entries import events_of
from tests.handreader.watch.log_of_a_game import PICTURE, PUNG, Log
from tests.vision.scenes import observe, scene
from vision.geometry import as_quad
from vision.tracking.observer import Observation
from vision.tracking.tracks import Track


def test_discards_are_told_in_their_order() -> None:
    log = Log("mcr")
    assert log.lies("pond 0", "[5m]") == [("discard", (0, "5m"))]
    assert log.lies("pond 0", "[5m]") == []
    assert log.table.last_discard is not None and log.table.last_discard.tile is Tile.M5


def test_a_discard_is_never_a_flower_and_red_only_in_riichi() -> None:
    tile = replace(observe(scene("[1s]"))[0], names=(("5f", 0.6), ("1s", 0.3)))
    red = replace(observe(scene("[5p]"))[0], names=(("0p", 0.9), ("5p", 0.05)))
    for rules, kinds in (("mcr", ("1s", "5p")), ("riichi-ema", ("1s", "0p"))):
        play = Log(rules).play
        assert tuple(play._discard_candidate(t).kind for t in (tile, red)) == kinds


@pytest.mark.parametrize("top", [0.0, 0.04, 0.08, 0.12, 0.16])
def test_new_discards_of_a_pond_are_told_as_they_lie_there(top: float) -> None:
    row, turned, below = 0.2 + top, 0.23 + top, 0.42 + top  # a tile is 0.2 high
    spots = [(0.2, below), (0.3, row), (0.2, turned), (0.1, row), (0.1, below)]
    assert reading_order(spots, 0.2) == [3, 2, 1, 4, 0]


def test_a_heap_is_no_pond() -> None:
    log = Log("mcr")
    assert log.lies("pond 0", "[5m][6m][##]") == []
    assert log.lies("pond 1", "[1m][2m][3m][4m][5m][6m]") == []
    log.play.unwatched.add("pond 2")  # the camera was lost: it may be that long
    assert len(log.lies("pond 2", "[1m][2m][3m][4m][5m][6m]")) == 6


def test_nothing_is_told_under_a_hand() -> None:
    assert Log("mcr").lies("pond 0", "[5m]", reaching=True) == []


def test_a_turned_discard_is_riichi_where_there_is_riichi() -> None:
    assert [kind for kind, _ in Log("riichi-ema").lies("pond 2", "<5m>")] == ["discard", "riichi"]
    assert [kind for kind, _ in Log("mcr").lies("pond 2", "<5m>")] == ["discard"]


def test_a_lost_tile_is_no_event_and_comes_back_unsaid() -> None:
    log = Log("mcr")
    log.lies("pond 0", "[5m]")
    assert log.lies("pond 0", "") == []
    assert len(log.table.pond(0)) == 1
    assert log.lies("pond 0", "[5m]") == []
    assert log.play.removal_count() == 0


def test_the_picture_before_a_game_is_empty_says_nothing() -> None:
    log = Log("mcr")
    log.table.over = True
    assert log.lies("pond 0", "[5m]") == []


def test_a_call_takes_the_discard_that_went_away() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    log.lies("pond 3", "")
    assert log.lies("hand 0", PUNG) == [("call", (0, ["7p", "7p", "7p"]))]
    laid = log.table.sets(0)[0]
    assert (laid.kind, laid.source) == ("pung", 3)
    assert log.table.deal.discards[0].claimed
    assert log.lies("hand 0", PUNG) == []


def test_a_set_whose_discard_was_not_seen_to_go_waits_and_is_doubtful() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    told = [log.lies("hand 0", PUNG) for _ in range(4)]
    assert told[:3] == [[], [], []] and told[3][0][0] == "call"
    (call,) = events_of(log.events, CallEvent)
    assert call.source == 3  # the turned tile lies at the left


def test_a_discard_is_awaited_only_for_a_set_that_is_there() -> None:
    """Else every player's place was read each second for the rest of the deal."""
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    log.lies("hand 0", PUNG)
    assert log.play.is_awaiting_discard()
    log.lies("pond 3", "")
    assert [kind for kind, _ in log.lies("hand 0", PUNG)] == ["call"]
    assert not log.play.is_awaiting_discard()
    log.lies("hand 1", "<1s>[2s][3s]")
    assert log.play.is_awaiting_discard()
    log.lies("hand 1", "")  # it was misread
    assert not log.play.is_awaiting_discard()


def test_kongs() -> None:
    log = Log("riichi-ema")
    assert log.lies("hand 1", "[7p][##][##][7p]") == [("kong", (1, ["7p"] * 4))]
    log.lies("pond 3", "[9s]")
    log.lies("pond 3", "")
    log.lies("hand 2", "[9s]<9s>[9s]")
    column = """
        <9s>
    [9s]<9s>[9s]
    """
    told = log.lies("hand 2", column)
    assert told == [("kong", (2, ["9s"] * 4))]
    assert [laid.kind for laid in log.table.sets(2)] == ["kong"]


def test_two_equal_chows_are_two() -> None:
    log = Log("mcr")
    first, both = "<1s>[2s][3s]", "<1s>[2s][3s]___<1s>[2s][3s]"
    told = []
    for scene_, waits in ((first, 1), (both, 1), (both, 3)):
        log.lies("pond 3", "[1s]")
        log.lies("pond 3", "")
        told += [kind for _ in range(waits) for kind in log.lies("hand 0", scene_)]
    assert told == [("call", (0, ["1s", "2s", "3s"]))] * 2
    assert len(log.table.sets(0)) == 2


def test_a_shown_hand_is_no_set() -> None:
    log = Log("mcr")
    assert log.lies("hand 0", "[1m][2m][3m][4p][5p][6p][7s][8s][9s][E ][E ][C ][C ]_[C ]") == []


def test_indicators_and_flowers() -> None:
    log = Log("riichi-ema")
    assert log.lies("wall 2", "[##][##][5s][##][##]") == [("indicator", (None, "5s"))]
    assert log.lies("wall 2", "[##][##][5s][9m][##]") == [("indicator", (None, "9m"))]
    assert Log("mcr").lies("hand 3", "[f2]") == [("flower", (3, "2f"))]


DOUBTFUL = (("4f", 0.5), ("8s", 0.4))


def hand_with_last_tile(text: str, names: tuple[tuple[str, float], ...]) -> Observation:
    """The observation of a hand whose last tile has other names."""
    *rest, last = (
        replace(tile, quad=as_quad(np.subtract(tile.quad, (900, 1000))))
        for tile in observe(scene(text))
    )
    tiles = (*rest, replace(last, names=names))
    tracks = tuple(Track(tile, 6, True) for tile in tiles)
    return Observation("hand 1", 0.0, tiles, tracks, (), True, None, PICTURE)


@pytest.mark.parametrize(
    ("rules", "names", "flowers"),
    [
        ("mcr", DOUBTFUL, 0),
        ("mcr", (("4f", 0.95),), 1),
        ("riichi-ema", DOUBTFUL, 0),
        ("riichi-ema", (("4f", 0.95),), 0),
    ],
)
def test_only_a_certain_flower_is_logged_and_only_where_there_are_flowers(
    rules: str, names: tuple[tuple[str, float], ...], flowers: int
) -> None:
    drafts = list(Log(rules).play.track(hand_with_last_tile("[8s]", names)))
    assert len(drafts) == flowers


def test_a_kong_with_a_tile_like_a_flower_is_logged_in_riichi() -> None:
    seen = hand_with_last_tile("[8s][##][##][8s]", DOUBTFUL)
    assert [draft.event.kind for draft in Log("riichi-ema").play.track(seen)] == ["kong"]


def test_an_indicator_is_told_once_whatever_the_eyes_forgot() -> None:
    log = Log("riichi-ema")
    wall = "[##][##][5s][##][##]"
    assert log.lies("wall 2", wall) == [("indicator", (None, "5s"))]
    log.tiles_on_table.clear()  # killed and started again: every tile is new
    assert log.lies("wall 2", wall) == []
    assert log.lies("wall 2", "[##][##][5s][5s][##]") == [("indicator", (None, "5s"))]


def test_an_indicator_that_lay_there_before_the_deal_began_is_told_and_keeps_no_deal_back() -> None:
    log = Log("riichi-ema")
    log.table.over = True
    for place in range(4):
        log.lies(f"pond {place}", "")
    assert log.lies("wall 2", "[##][##][5s][##][##]") == []
    assert log.play.is_table_clear
    log.table.over = False
    assert log.lies("wall 2", "[##][##][5s][##][##]") == [("indicator", (None, "5s"))]


WINTER = (("8f", 0.8), ("5f", 0.12), ("7f", 0.06))


def test_a_flower_of_uncertain_kind_is_logged_once_with_its_doubt() -> None:
    log = Log("zung-jung")
    (draft,) = log.play.track(hand_with_last_tile("[f8]", WINTER))
    assert draft.event.kind == "flower" and draft.confidence == pytest.approx(0.8)
    assert log.lies("hand 1", "[f8]", doubtful={0: WINTER}) == [("flower", (1, "8f"))]
    assert log.lies("hand 1", "[f8]", doubtful={0: WINTER}) == []
    moved = (("5f", 0.5), ("8f", 0.45))  # pushed aside, and read anew
    assert log.lies("hand 1", "[7p]<7p>[7p]___[f8]", doubtful={3: moved}) == []


def test_a_flower_is_of_a_kind_that_the_deal_does_not_have() -> None:
    log = Log("mcr")
    assert log.lies("hand 2", "[f8]") == [("flower", (2, "8f"))]
    assert log.lies("hand 1", "[f8]", doubtful={0: WINTER}) == [("flower", (1, "5f"))]
    log = Log("mcr")  # the certain one of two first
    told = log.lies("hand 1", "[f8][f8]", doubtful={0: WINTER, 1: (("8f", 0.97),)})
    assert told == [("flower", (1, "8f")), ("flower", (1, "5f"))]


def test_later_evidence_corrects_a_flower_but_no_person() -> None:
    log = Log("mcr")
    log.lies("hand 1", "[f8]", doubtful={0: WINTER})
    assert log.lies("hand 1", "[f5]", doubtful={0: (("5f", 0.75), ("8f", 0.2))}) == [
        ("correction", ("8f", "5f"))
    ]
    assert [one.tile for one in log.table.deal.flowers] == [Tile.SPRING]
    log.add(CorrectionEvent(log.table.deal.flowers[0].event, Tile.SPRING, Tile.SUMMER), "user")
    assert log.lies("hand 1", "[f8]", doubtful={0: (("8f", 0.96),)}) == []
    assert [one.tile for one in log.table.deal.flowers] == [Tile.SUMMER]


DOUBTFUL_DISCARD = (("5m", 0.46), ("9m", 0.4), ("3m", 0.1))


def test_later_evidence_corrects_a_discard_but_no_person() -> None:
    log = Log("mcr")
    assert log.lies("pond 0", "[5m]", doubtful={0: DOUBTFUL_DISCARD}) == [("discard", (0, "5m"))]
    nine = (("9m", 0.6), ("5m", 0.2))
    assert log.lies("pond 0", "[5m]", doubtful={0: nine}) == [("correction", ("5m", "9m"))]
    discard = log.table.deal.discards[0]
    log.add(CorrectionEvent(discard.event, Tile.M9, Tile.M3), "user")
    assert log.lies("pond 0", "[5m]", doubtful={0: DOUBTFUL_DISCARD}) == []
    assert log.lies("pond 0", "[7p]") == []  # read as another tile: the person decides
    assert [d.tile for d in log.table.deal.discards] == [Tile.M3]


def test_a_discard_that_a_person_named_comes_back_under_the_name_of_the_camera() -> None:
    log = Log("mcr")
    log.lies("pond 0", "[5m]")
    log.add(CorrectionEvent(log.table.deal.discards[0].event, Tile.M5, Tile.M9), "user")
    log.lies("pond 0", "")
    assert log.lies("pond 0", "[5m]") == []
    assert log.play.missing == set()


def test_a_called_set_corrects_the_doubtful_discard_that_it_takes() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]", doubtful={0: (("5p", 0.5), ("7p", 0.4))})
    assert log.lies("hand 0", PUNG) == []
    log.lies("pond 3", "")
    told = log.lies("hand 0", PUNG)
    assert told == [("correction", ("5p", "7p")), ("call", (0, ["7p"] * 3))]
    (call,) = events_of(log.events, CallEvent)
    assert (call.claimed, call.source) == (Tile.P7, 3)


def test_a_called_set_corrects_no_certain_discard() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[5p]")
    log.lies("pond 3", "")
    assert log.lies("hand 0", PUNG) == []


def test_a_new_set_is_logged_beside_a_misread_tile() -> None:
    """The fourth tile of a kong, half visible, was read as another: no later set was logged."""
    log = Log("riichi-ema")
    log.lies("pond 3", "[7p]")
    log.lies("pond 3", "")
    log.lies("hand 0", PUNG)
    kong = """
    <4p>
    <7p>[7p][7p]
    """
    log.lies("hand 0", kong)
    log.lies("pond 1", "[C ]")
    log.lies("pond 1", "")
    both = """
                   <4p>
    <C >[C ][C ]___<7p>[7p][7p]
    """
    assert log.lies("hand 0", both) == [("call", (0, ["7z"] * 3))]
    assert [laid.kind for laid in log.table.sets(0)] == ["pung", "pung"]


def undo(log: Log, number: int) -> None:
    log.add(UndoEvent(number), "user")


def test_an_undone_discard_is_not_logged_again_while_it_is_there() -> None:
    """A ghost that a person struck out came back with each reading."""
    log = Log("mcr")
    log.lies("pond 0", "[5m][9p]")
    undo(log, log.events[-2].number)
    assert log.lies("pond 0", "[5m][9p]") == []
    assert log.lies("pond 0", "[7s][9p]") == [("discard", (0, "7s"))], "a tile in its place"


def test_an_undone_flower_is_not_logged_again_while_it_is_there() -> None:
    log = Log("mcr")
    log.lies("hand 2", "[f4]")
    undo(log, log.events[-1].number)
    assert log.lies("hand 2", "[f4]") == []
    log.lies("hand 2", "")
    assert log.lies("hand 2", "[f4]") == [("flower", (2, "4f"))]


def test_an_undone_set_is_not_logged_again_while_it_is_there() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    log.lies("pond 3", "")
    log.lies("hand 0", PUNG)
    undo(log, log.events[-1].number)
    assert [log.lies("hand 0", PUNG) for _ in range(5)] == [[]] * 5
    log.lies("hand 0", "")
    assert [log.lies("hand 0", PUNG) for _ in range(5)] != [[]] * 5, "it is another one"


@pytest.mark.parametrize("event", ["correction", "undo"])
def test_a_corrected_indicator_is_not_logged_again(event: str) -> None:
    log = Log("riichi-ema")
    wall = "[##][##][5s][##][##]"
    log.lies("wall 2", wall)
    number = log.events[-1].number
    if event == "undo":
        undo(log, number)
    else:
        log.add(CorrectionEvent(number, Tile.S5, Tile.S6), "user")
    assert log.lies("wall 2", wall) == []
    assert log.lies("wall 2", "[##][##][9m][##][##]") == [("indicator", (None, "9m"))]


def test_a_doubtful_discard_is_none_of_which_all_tiles_are_on_the_table() -> None:
    log = Log("mcr")
    log.lies("hand 1", "[9m][##][##][9m]")
    nine = (("9m", 0.44), ("5m", 0.26), ("4z", 0.06))
    assert log.lies("pond 0", "[9m]", doubtful={0: nine}) == [("discard", (0, "5m"))]
    sure = (("9m", 0.97),)
    assert log.lies("pond 2", "[9m]", doubtful={0: sure}) == [("discard", (2, "9m"))]


def test_a_set_that_is_constantly_read_otherwise_is_corrected_with_its_discard() -> None:
    """A kong was logged as a further call beside the pung that was misread."""
    log = Log("mcr")
    log.lies("pond 3", "[9m]", doubtful={0: (("9m", 0.5), ("5m", 0.4))})
    log.lies("pond 3", "")
    assert log.lies("hand 0", "[9m][9m]<9m>") == [("call", (0, ["9m"] * 3))]
    kong = """
           <5m>
    [5m][5m]<5m>
    """
    told = [event for _ in range(6) for event in log.lies("hand 0", kong)]
    assert told == [
        ("correction", ("9m", "5m")),
        ("correction", (["9m"] * 3, ["5m"] * 3)),
        ("kong", (0, ["5m"] * 4)),
    ]
    (laid,) = log.table.sets(0)
    assert (laid.kind, laid.source) == ("kong", 3)
    assert log.table.deal.discards[0].tile is Tile.M5


def test_a_set_that_a_person_corrected_stays() -> None:
    log = Log("mcr")
    log.lies("pond 3", "[7p]")
    log.lies("pond 3", "")
    log.lies("hand 0", PUNG)
    laid = log.table.sets(0)[0]
    log.add(SetCorrectionEvent(laid.event, laid.tiles, (Tile.P8,) * 3), "user")
    assert [log.lies("hand 0", PUNG) for _ in range(6)] == [[]] * 6
