"""Where no hand wins, doubtful tiles with which it would, or that may be none, are asked about."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.parsing.reads import read as read_tiles
from tests.vision.parsing.scene_cases import MCR, TEN
from tests.vision.scenes import observe, scene
from vision.layout.layout import Layout
from vision.seen_tile import SeenTile

NO_WIN = f"{TEN}[E ][E ][S ]_[8s]"
"""2m 3m 4m 5p 6p 7p 6s 7s 9s 9s 1z 1z 2z, and the 8s that won: with 1z or 9s in the place of 2z."""


def see(**names: tuple[str, float]) -> tuple[SeenTile, ...]:
    """The tiles, all certain but the named ones (`t3=...`)."""
    tiles = []
    for tile in observe(scene(NO_WIN)):
        kind, share = names.get(f"t{tile.id}", (tile.names[0][0], 1.0))
        tiles.append(replace(tile, names=((kind, share),)))
    return tuple(tiles)


def read(tiles: tuple[SeenTile, ...], **answers: str) -> Layout:
    """The decoded layout; an answer's name has an underscore in the place of its colon."""
    told = {name.replace("_", ":"): answer for name, answer in answers.items()}
    return read_tiles(tiles, MCR, told)


def open_ids(found: Layout) -> list[str]:
    """The questions that need an answer."""
    return [question.id for question in found.questions if question.default is None]


def test_of_certain_tiles_none_is_asked_about() -> None:
    assert open_ids(read(see())) == []


def test_an_answered_tile_is_not_asked_about_again() -> None:
    assert open_ids(read(see(t12=("2z", 0.75)), tile_12="2z")) == []


def test_a_tile_of_the_hand_that_may_be_a_flower_is_not_doubtful() -> None:
    """Flowers are placed apart."""
    names = (("2z", 0.55), ("4f", 0.42), ("1z", 0.02))
    tiles = tuple(replace(tile, names=names) if tile.id == 12 else tile for tile in see())
    assert open_ids(read(tiles)) == []
