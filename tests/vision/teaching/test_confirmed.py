"""Confirmed tiles of ordinary photos teach a set; the whole photo does, a few tiles never."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.conftest import MakeTile
from vision.photo import Photo
from vision.seen_tile import SeenTile
from vision.teaching.confirmed import ConfirmedPhoto, teach_from_photos
from vision.teaching.confirmed_tiles import LEAST_TILES, MOST_COPIES, face_quads
from vision.teaching.errors import TeachError

HAND = [f"{rank}m" for rank in range(1, 10)]


def row(make: MakeTile) -> list[SeenTile]:
    return [make(i, kind, 40.0 * i, 0.0) for i, kind in enumerate(HAND)]


def roll(tile: SeenTile, corners: int) -> SeenTile:
    quad = tile.quad[corners:] + tile.quad[:corners]
    return replace(tile, quad=quad)  # type: ignore[arg-type]


@pytest.mark.parametrize("corners", [0, 1, 2, 3])
def test_a_corrected_tile_has_the_direction_of_its_neighbours(tile: MakeTile, corners: int) -> None:
    tiles = row(tile)
    tiles[4] = roll(tiles[4], corners)
    kinds = {t.id: t.kind for t in tiles} | {4: "7z"}
    found = face_quads(tiles, kinds)
    assert found[4][0] == "7z"
    assert found[4][1] == row(tile)[4].quad


def test_the_direction_that_a_face_gave_is_kept(tile: MakeTile) -> None:
    tiles = row(tile)
    tiles[4] = roll(tiles[4], 2)
    found = face_quads(tiles, {t.id: t.kind for t in tiles})
    assert found[4][1] == tiles[4].quad


def test_a_corrected_sideways_tile_teaches_nothing(tile: MakeTile) -> None:
    tiles = [*row(tile)[:8], tile(8, "9m", 320.0, 5.0, (40.0, 30.0))]
    kinds = {t.id: t.kind for t in tiles}
    assert len(face_quads(tiles, kinds | {8: "7z"})) == 8
    assert len(face_quads(tiles, kinds | {8: "1p"})) == 9, "it looks the same upside down"
    unread = replace(tiles[0], names=())
    assert len(face_quads([unread, *tiles[1:]], kinds)) == 8, "the picture cuts it off"


def photo_of(tiles: list[SeenTile], count: int) -> ConfirmedPhoto:
    pixels = np.random.default_rng(0).integers(0, 255, (60, 400, 3), np.uint8)
    kinds = {t.id: t.kind for t in tiles[:count]}
    return ConfirmedPhoto(Photo("hand.jpg", pixels), tuple(tiles), kinds)


def test_a_few_tiles_teach_nothing(tile: MakeTile) -> None:
    with pytest.raises(TeachError, match=r"hand\.jpg: confirmed tiles: 7, expected 8 or more"):
        teach_from_photos("club", [photo_of(row(tile), LEAST_TILES - 1)])


def test_a_set_is_extended_by_later_photos(tile: MakeTile) -> None:
    one = photo_of(row(tile), 9)
    first, held = teach_from_photos("club", [one])
    assert (first.kinds, held.photos) == (tuple(HAND), 1)
    assert np.abs(first.adapter.change).max() > 0
    winds = [tile(i, f"{1 + i % 4}z", 40.0 * i, 0.0) for i in range(9)]
    both, _ = teach_from_photos("club", [photo_of(winds, 9)], earlier=first)
    assert both.kinds[:9] == first.kinds and both.kinds[9:] == tuple(t.kind for t in winds)


def test_a_set_keeps_the_latest_pictures_of_a_kind(tile: MakeTile) -> None:
    tiles = row(tile)
    kinds = ["1m", "1m", *["2m"] * 7]
    taught, _ = teach_from_photos(
        "club", [replace(photo_of(tiles, 9), kinds=dict(enumerate(kinds)))]
    )
    assert taught.kinds == ("1m", "1m", *["2m"] * MOST_COPIES)
