"""Printed tiles show no sides; real ones do, unless they are seen from straight above."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.recognition.flatness import is_flat
from vision.seen_tile import Quad, SeenTile

CLOTH, SIDE = (40, 110, 70), (215, 210, 195)
LEFT, TOP, WIDTH, HEIGHT = 100, 100, 40, 40


def tile_at(
    left: float = LEFT,
    top: float = TOP,
    wide: float = WIDTH,
    tall: float = HEIGHT,
    kind: str = "3s",
    first: int = 0,
) -> SeenTile:
    """An upright tile, or one turned by `first` quarters."""
    right, low = left + wide, top + tall
    corners = [(left, top), (right, top), (right, low), (left, low)]
    a, b, c, d = corners[first:] + corners[:first]
    quad: Quad = (a, b, c, d)
    return SeenTile(0, quad, ((kind, 1.0),), True)


def photo(below: int = 0, above: int = 0, wide: int = WIDTH, tall: int = HEIGHT) -> Pixels:
    """A cloth with a tile, and as many pixels of its sides below and above its face."""
    pixels = np.full((300, 300, 3), CLOTH, np.uint8)
    pixels[TOP - above : TOP + tall + below, LEFT : LEFT + wide] = SIDE
    pixels[TOP : TOP + tall, LEFT : LEFT + wide] = 240
    return pixels


def flatness(pixels: Pixels, tile: SeenTile) -> bool | None:
    """Whether the tile is marked as flat."""
    return is_flat(pixels, np.array([tile.quad]), 0)


def test_a_printed_tile_is_flat() -> None:
    assert flatness(photo(), tile_at()) is True


def test_a_lying_tile_shows_the_side_below_its_face() -> None:
    assert flatness(photo(below=12), tile_at()) is False


def test_a_standing_tile_shows_its_upper_side() -> None:
    assert flatness(photo(above=9), tile_at()) is False


def test_a_shadow_below_the_tile_is_enough() -> None:
    pixels = photo()
    pixels[TOP + HEIGHT : TOP + HEIGHT + 8, LEFT : LEFT + WIDTH] = (30, 90, 55)
    assert flatness(pixels, tile_at()) is False


def test_noise_is_no_side() -> None:
    pixels = photo()
    noise = np.random.default_rng(4).normal(0, 4, pixels.shape)
    assert flatness(np.clip(pixels + noise, 0, 255).astype(np.uint8), tile_at()) is True


def test_of_rows_one_above_the_other_the_lowest_one_tells() -> None:
    """Below the others are tiles, not the paper; above them it does not matter."""
    rows = [tile_at(top=TOP - 50), tile_at(), tile_at(top=TOP + 50)]
    pixels = np.full((300, 300, 3), CLOTH, np.uint8)
    for row in range(3):
        pixels[TOP + 50 * (row - 1) : TOP + 50 * (row - 1) + HEIGHT, LEFT : LEFT + WIDTH] = 240
    quads = np.array([tile.quad for tile in rows])
    assert [is_flat(pixels, quads, number) for number in range(3)] == [None, None, True]


def test_from_straight_above_nothing_is_known() -> None:
    assert flatness(photo(), tile_at(tall=1.35 * WIDTH)) is None


def test_a_turned_tile_is_judged_by_its_long_side() -> None:
    turned = tile_at(wide=54, tall=30, first=1)
    assert flatness(photo(wide=54, tall=30), turned) is True
    assert flatness(photo(below=12, wide=54, tall=30), turned) is False
    from_above = tile_at(wide=54, tall=40, first=1)
    assert flatness(photo(wide=54, tall=40), from_above) is None


@pytest.mark.parametrize(
    "tile",
    [
        tile_at(top=275, tall=20),
        SeenTile(0, ((120, 100), (140, 120), (120, 140), (100, 120)), (("3s", 1.0),), True),
    ],
    ids=["at the lower edge", "askew"],
)
def test_of_some_tiles_nothing_is_known(tile: SeenTile) -> None:
    assert flatness(photo(), tile) is None
