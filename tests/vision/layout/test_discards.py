"""Discards around a table: whose they are, in which order, and what is none."""

from __future__ import annotations

import math

import pytest

from handreader.pipeline import decode_tiles
from handreader.situation import Situation
from tests.vision.ponds import POND, lay_pond, lay_table
from tests.vision.scenes import LENGTH, Camera, Laid, observe, scene
from vision.layout.discards import find_discards
from vision.layout.layout import Layout
from vision.layout.seats import SeatDiscards
from vision.seen_tile import SeenTile

CAMERAS = [
    Camera(elevation=90, distance=45),
    Camera(elevation=50, distance=45),
    Camera(elevation=55, azimuth=20, distance=45, boxes="boxes"),
    Camera(elevation=60, azimuth=180, distance=45),
    Camera(elevation=60, azimuth=90, distance=45),
]


def discards(laid: tuple[Laid, ...], camera: Camera, rules: str = "riichi-ema") -> dict[int, str]:
    """The faces of the discards by seat, in order."""
    tiles = observe(laid, camera)
    return {pond.seat: faces(pond, tiles) for pond in discards_of(tiles, rules)}


def discards_of(tiles: tuple[SeenTile, ...], rules: str) -> tuple[SeatDiscards, ...]:
    return find_discards(decode_tiles(tiles, Situation(), rules), tiles)


def faces(pond: SeatDiscards, tiles: tuple[SeenTile, ...]) -> str:
    return " ".join(tiles[i].kind for i in pond.tiles)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda c: f"{c.azimuth:.0f} {c.elevation:.0f}")
def test_each_player_has_his_discards_in_order(camera: Camera) -> None:
    expected = {seat: pond.replace("*", "") for seat, pond in POND.items()}
    assert discards(lay_table(POND), camera) == expected


def test_the_turned_discard_is_that_of_riichi() -> None:
    tiles = observe(lay_table(POND), Camera(elevation=60, distance=45))
    turned = {
        pond.seat: [tiles[i].kind for i in pond.turned] for pond in discards_of(tiles, "riichi-ema")
    }
    assert turned == {0: [], 1: ["9m"], 2: [], 3: []}


def test_a_row_with_a_hole_leaves_the_order_open() -> None:
    laid = lay_table(POND)
    camera = Camera(elevation=60, distance=45)
    whole = {pond.seat: pond.is_whole for pond in discards_of(observe(laid, camera), "mcr")}
    hand = len(laid) - sum(len(pond.split()) for pond in POND.values())
    left_out = laid[: hand + 2] + laid[hand + 3 :]  # the third discard of the hand's owner
    holed = {pond.seat: pond.is_whole for pond in discards_of(observe(left_out, camera), "mcr")}
    assert all(whole.values()) and not holed[0] and holed[1]


def test_a_hand_alone_has_no_discards() -> None:
    tiles = observe(scene("[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]_[8p]<8p>[8p]"))
    assert discards_of(tiles, "riichi-ema") == ()


def test_the_sets_of_another_player_are_no_discards() -> None:
    sets = lay_pond("2z 2z 2z", 2, (0.0, 15.0))
    assert 2 not in discards((*lay_table({0: POND[0]}), *sets), Camera(elevation=70, distance=45))


def test_a_hand_laid_open_opposite_is_no_discards() -> None:
    open_hand = lay_pond("1m 3m 5m 6m 2p 4p 8p 9p 1s 3s 6s 2z 7z", 2, (0.0, 19.0), per_row=13)
    found = discards((*lay_table(POND), *open_hand), Camera(elevation=70, distance=50))
    assert found[2] == POND[2]


def test_a_heap_without_order_is_not_certain() -> None:
    kinds = "1m 4p 6s 7z 2m 9p 3s 5z 8m 1p 2z 6m".split()
    heap = tuple(
        Laid(kind, 3 * math.sin(7 * k), 8 + 3 * math.cos(5 * k), 77.0 * k)
        for k, kind in enumerate(kinds)
    )
    tiles = observe((*lay_table({}), *heap), Camera(elevation=70, distance=45))
    assert not any(pond.is_whole for pond in discards_of(tiles, "mcr"))


def test_a_tile_without_extent_does_no_harm() -> None:
    flat = ((5.0, 5.0),) * 4
    tiles = observe(lay_table(POND), Camera(elevation=60, distance=45))
    discards_of((*tiles, SeenTile(len(tiles), flat, (("5m", 0.9),), True)), "mcr")


def test_many_scattered_tiles_take_little_time() -> None:
    scattered = tuple(
        Laid("1p", 9.0 * (k % 16) - 70, 8.0 * (k // 16) + 6, 90.0 * (k % 2)) for k in range(200)
    )
    tiles = observe((*lay_table({}), *scattered), Camera(elevation=80, distance=200))
    layout = Layout("mcr", (tuple(range(len(tiles))),), tuple(range(13)))
    assert len(find_discards(layout, tiles)) <= 4


def test_a_pond_has_the_size_of_its_tiles() -> None:
    laid = lay_pond("1m 2m 3m 4m 5m 6m 7m", 0, (0.0, 0.0))
    assert laid[6].v == pytest.approx(laid[0].v - 1.05 * LENGTH)
