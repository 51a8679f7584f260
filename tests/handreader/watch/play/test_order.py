"""Discards are told in the order of play, also where the eyes are slower with one of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from handreader.watch.log.events import (
    CallEvent,
    CorrectionEvent,
    DealEndProposalEvent,
    DiscardEvent,
    RefusalEvent,
)
from scoring.tiles import Tile
from tests.handreader.watch.log_of_a_game import Log
from tests.vision.scenes import observe, scene
from vision.seen_tile import SeenTile
from vision.tracking.observer import Observation

PICTURE = np.zeros((400, 600, 3), np.uint8)


def pond(log: Log, place: int, text: str, sure: bool = True) -> list[str]:
    """The tiles of the discards that are told when a pond shows this."""
    tiles: tuple[SeenTile, ...] = tuple(
        replace(t, quad=tuple((x - 900, y - 1000) for x, y in t.quad))  # type: ignore[arg-type]
        for t in (observe(scene(text)) if text else ())
    )
    told = []
    for draft in log.play.track(
        Observation(f"pond {place}", 0.0, tiles, (), (), sure, None, PICTURE)
    ):
        log.add(draft.event)
        assert isinstance(draft.event, DiscardEvent | CorrectionEvent)
        told.append(draft.event.tile.value if isinstance(draft.event, DiscardEvent) else "")
    return told


def test_a_discard_waits_for_the_one_before_it() -> None:
    log = Log("mcr")
    assert pond(log, 0, "[1m]") == ["1m"]
    assert pond(log, 1, "", sure=False) == []  # something lies there, its name is in doubt
    assert pond(log, 2, "[3p]") == []
    assert list(log.play.delayed_ponds) == ["pond 2"]
    assert pond(log, 1, "[9s]") == ["9s"]
    assert pond(log, 2, "[3p]") == ["3p"]
    assert not log.play.delayed_ponds


def test_it_does_not_wait_for_ever() -> None:
    log = Log("mcr")
    pond(log, 0, "[1m]")
    pond(log, 1, "", sure=False)
    told = [tile for _ in range(9) for tile in pond(log, 2, "[3p]")]
    assert told == ["3p"] and not log.play.delayed_ponds


@pytest.mark.parametrize("doubtful", [0, 3])
def test_it_does_not_wait_for_those_whose_turn_comes_later(doubtful: int) -> None:
    log = Log("mcr")
    pond(log, 0, "[1m]")
    pond(log, doubtful, "[1m]" if doubtful == 0 else "", sure=False)
    assert pond(log, 1, "[9s]") == ["9s"]
    assert pond(log, 2, "[3p]") == ["3p"]


PONDS = ("[1m][2m]", "[3p][4p]", "[5s][6s]", "[E ]")


def test_another_deal_that_began_while_nobody_looked_is_asked_about() -> None:
    """Its discards lie where those of the last one lay; a win would be told with both."""
    log = Log("mcr")
    for place, text in enumerate(PONDS):
        pond(log, place, text)
    before = log.table.deal.is_fully_observed, log.play.removal_count()
    log.play.unwatched = {f"pond {place}" for place in range(4)}
    for place, text in enumerate(("[9m][8m]", "[7s][7p]", "[1s][2s]", "")):
        pond(log, place, text)
    gone = log.play.removal_count()
    assert (*before, gone) == (True, 0, 7)
    asked = log.add(DealEndProposalEvent(gone))
    told = [log.table.deal.is_fully_observed]  # so that no win of it is sure
    log.add(RefusalEvent(asked.number, None))
    assert [*told, log.table.deal.is_fully_observed] == [False, True]


def test_a_deal_that_went_on_while_nobody_looked_goes_on() -> None:
    log = Log("mcr")
    for place, text in enumerate(PONDS):
        pond(log, place, text)
    log.play.unwatched = {f"pond {place}" for place in range(4)}
    read_anew = ("[1m][3m]", "[3p][4p]", "[5s][6s][9s]", "")  # one otherwise, one more, one claimed
    for place, text in enumerate(read_anew):
        pond(log, place, text)
    assert not log.play.removal_count()


def test_a_call_takes_a_discard_after_which_an_earlier_one_was_told() -> None:
    log = Log("mcr")
    taken, late = log.discard(2, "3p"), log.discard(1, "9s")
    log.play.missing = {taken.number}
    log.lies("hand 3", "<3p>[2p][4p]")
    call = log.events[-1].event
    assert isinstance(call, CallEvent) and log.events[-1].number > late.number
    assert (call.claimed, call.source) == (Tile.P3, 2)
    assert call.discard == taken.number and not log.play.missing
