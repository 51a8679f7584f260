"""Facts of a win that follow from the play before it."""

from __future__ import annotations

import pytest

from handreader.watch.log.events import (
    KongEvent,
    RiichiEvent,
)
from handreader.watch.play import win_facts
from scoring.hand import SetKind
from scoring.tiles import Tile, Wind
from tests.handreader.watch.log_of_a_game import Log, call_event


def test_immunity_counts_from_the_winners_own_discard() -> None:
    log = Log("zung-jung")
    for place, tile in ((0, "1m"), (1, "5m"), (2, "9p"), (3, "5m"), (0, "2s"), (1, "7s")):
        log.discard(place, tile)
    got = win_facts.winning_tile_origin(log.table, 3, 13, set(), set())
    assert got.discarder is Wind.SOUTH and got.tile is Tile.S7
    win = win_facts.derive_win(log.table, 3, got)
    assert win.discards_since == (
        (Wind.NORTH, Tile.M5),
        (Wind.EAST, Tile.S2),
        (Wind.SOUTH, Tile.S7),
    )


@pytest.mark.parametrize(
    ("then", "ippatsu"),
    [(((2, "1m"),), True), (((2, "1m"), (1, "2m")), False), ((), True)],
)
def test_ippatsu_lasts_until_the_next_own_discard(
    then: tuple[tuple[int, str], ...], ippatsu: bool
) -> None:
    log = Log("riichi-ema")
    log.discard(0, "9m")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    for place, tile in then:
        log.discard(place, tile)
    win = win_facts.derive_win(log.table, 1, win_facts.TileOrigin(True, known=True))
    assert (win.riichi, win.ippatsu, win.double_riichi) == (True, ippatsu, True)
    assert win.riichi_sticks == 1


def test_a_call_ends_ippatsu() -> None:
    log = Log("riichi-ema")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    log.lies("hand 3", "[7p][##][##][7p]")
    assert not win_facts.derive_win(log.table, 1, win_facts.TileOrigin(True, known=True)).ippatsu


def test_a_kong_that_is_robbed_does_not_end_ippatsu() -> None:
    log = Log("riichi-ema")
    number = log.discard(1, "9p", turned=True).number
    log.add(RiichiEvent(1, Wind.SOUTH, number))
    log.add(KongEvent(3, Wind.NORTH, (Tile.S9,) * 4, (0.5, 0.5), is_added=True))
    robbed = win_facts.winning_tile_origin(log.table, 1, 13, set(), set())
    assert win_facts.derive_win(log.table, 1, robbed).ippatsu
    drawn = win_facts.winning_tile_origin(log.table, 1, 14, set(), set())
    assert not win_facts.derive_win(log.table, 1, drawn).ippatsu  # the kong stood


def test_a_kongs_replacement_and_a_robbed_kong() -> None:
    log = Log("mcr")
    log.discard(0, "1m")
    log.lies("hand 1", "[7p][##][##][7p]")
    drawn = win_facts.winning_tile_origin(log.table, 1, 14, set(), set())
    assert win_facts.derive_win(log.table, 1, drawn).kong_replacement
    log.add(KongEvent(1, Wind.SOUTH, (Tile.S9,) * 4, (0.5, 0.5), is_added=True))
    robbed = win_facts.winning_tile_origin(log.table, 2, 13, set(), set())
    assert (robbed.robbing_kong, robbed.discarder, robbed.tile) == (True, Wind.SOUTH, Tile.S9)


def test_blessings() -> None:
    east = Log("zung-jung")
    assert win_facts.derive_win(
        east.table, 0, win_facts.winning_tile_origin(east.table, 0, 14, set(), set())
    ).blessing_heaven
    south = Log("zung-jung")
    south.discard(0, "1m")
    got = win_facts.winning_tile_origin(south.table, 1, 13, set(), set())
    assert win_facts.derive_win(south.table, 1, got).blessing_earth
    south.discard(1, "2m")
    got = win_facts.winning_tile_origin(south.table, 2, 13, set(), set())
    assert not win_facts.derive_win(south.table, 2, got).blessing_earth


def test_liability_for_the_third_dragon_set() -> None:
    log = Log("riichi-ema")
    for tile, source in ((Tile.WHITE, 1), (Tile.GREEN, 2), (Tile.RED, 3)):
        log.add(call_event(SetKind.PUNG, source, (tile,) * 3))
    log.discard(0, "1m")
    win = win_facts.derive_win(log.table, 0, win_facts.TileOrigin(True, known=True))
    assert win.liable is Wind.NORTH


def test_the_wall_is_counted_and_never_guessed() -> None:
    log = Log("riichi-ema")
    assert win_facts.tiles_left_in_wall(log.table) == 69
    for n in range(67):
        log.discard(n % 4, "1m")
    assert win_facts.is_near_wall_end(log.table)
    log.table.deal.observed_from_start = False
    assert win_facts.tiles_left_in_wall(log.table) is None


def test_without_the_start_of_the_deal_nothing_is_claimed_to_be_known() -> None:
    log = Log("riichi-ema")
    log.discard(0, "1m")
    log.table.deal.observed_from_start = False
    assert not win_facts.winning_tile_origin(log.table, 1, 14, set(), set()).known


def test_a_hand_without_the_tile_that_was_taken_is_asked_about() -> None:
    """The discard or the hand is misread: to take it as self-drawn charged three players."""
    log = Log("mcr")
    taken = log.discard(0, "5m").number
    got = win_facts.winning_tile_origin(log.table, 1, 14, {Tile.M9}, {taken})
    assert not got.known
    assert win_facts.winning_tile_origin(log.table, 1, 14, {Tile.M5}, {taken}).tile is Tile.M5
