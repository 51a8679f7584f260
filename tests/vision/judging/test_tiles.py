"""Tiles that the picture's edge cuts off are seen, and not read."""

from __future__ import annotations

import pytest

from tests.conftest import MakeTile
from vision.found_box import FoundBox, SeenBody
from vision.judging.tiles import tiles_of_boxes

SEEN = SeenBody(0.5, 0.0, 0.5)
"""What is seen of a body: nothing."""


@pytest.mark.parametrize(
    ("x", "y", "read"),
    [
        (100.0, 100.0, True),  # whole
        (-6.0, 100.0, True),  # a fifth of its 30 pixels is outside
        (-12.0, 100.0, False),
        (385.0, 100.0, False),  # half of it, at the right
        (100.0, -15.0, False),
        (-6.0, -10.0, False),  # a corner: four fifths of three quarters are left
    ],
)
def test_less_than_three_quarters_of_a_tile_are_not_read(
    tile: MakeTile, x: float, y: float, read: bool
) -> None:
    quad = tile(0, "8p", x, y).quad
    box = FoundBox(quad, 0.9, (("8p", 0.99),), 0.0, True, (80.0, 0.0, 0.0), SEEN)
    (found,) = tiles_of_boxes([box], (0.0, 0.0, 400.0, 300.0))
    assert found.kind == ("8p" if read else "?")
    assert found.quad == quad
