"""Numbers of tiles as a person reads the picture: row by row, from left to right."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from vision.rows import in_reading_order
from vision.seen_tile import Point, Quad, SeenTile

Box = tuple[float, float, float, float]
WIDE, HIGH = 40.0, 56.0


def tile(number: int, box: Box, degrees: float = 0) -> SeenTile:
    """A tile whose kind is its place in the text of a scene."""
    x0, y0, x1, y1 = box
    slant = math.radians(degrees)

    def turn(x: float, y: float) -> Point:
        cos, sin = math.cos(slant), math.sin(slant)
        return 1000 + x * cos - y * sin, 800 + x * sin + y * cos

    quad: Quad = (turn(x0, y0), turn(x1, y0), turn(x1, y1), turn(x0, y1))
    return SeenTile(number, quad, ((f"{number}", 1.0),), True)


def row(top: float, count: int, left: float = 0, pitch: float = 42) -> list[Box]:
    lefts = [left + pitch * number for number in range(count)]
    return [(x, top, x + WIDE, top + HIGH) for x in lefts]


def order(boxes: Sequence[Box], degrees: float = 0) -> list[int]:
    """The places of the boxes as they are numbered, whatever order they are found in."""
    tiles = [tile(number, box, degrees) for number, box in enumerate(boxes)]
    random.Random(3).shuffle(tiles)
    found = in_reading_order(tiles)
    assert [one.id for one in found] == list(range(len(boxes)))
    return [int(one.kind) for one in found]


@pytest.mark.parametrize("degrees", [0, 8, -8, 25, -40])
@pytest.mark.parametrize(
    "boxes",
    [
        row(0, 14),
        [*row(0, 13), (600, 8, 600 + WIDE, 8 + HIGH)],  # the winning tile apart
        [*row(0, 10), (430, 16, 430 + HIGH, 16 + WIDE), *row(0, 2, 490)],  # a turned tile
        [*row(-120, 4), *row(0, 14)],  # flowers above the hand
        [*row(0, 8), *row(60, 8)],  # rows that nearly touch
    ],
    ids=["hand", "winner", "turned", "flowers", "close"],
)
def test_rows_are_read_from_the_top_and_from_the_left(boxes: list[Box], degrees: float) -> None:
    assert order(boxes, degrees) == list(range(len(boxes)))


def test_a_row_may_bend() -> None:
    bent = [
        (x, 30 * math.sin(x / 190) + y, x + WIDE, 30 * math.sin(x / 190) + y + HIGH)
        for y in (0, 62)
        for x in range(0, 588, 42)
    ]
    assert order(bent) == list(range(len(bent)))


def test_no_tiles_have_no_order() -> None:
    assert in_reading_order(()) == ()


def test_tiles_in_order_keep_their_numbers() -> None:
    tiles = tuple(tile(number, box) for number, box in enumerate([*row(0, 9), *row(90, 5)]))
    assert in_reading_order(tiles) == tiles
    assert in_reading_order([replace(one, id=0) for one in reversed(tiles)]) == tiles
