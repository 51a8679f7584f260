"""Tiles that the picture's edge cuts off are seen, and not read."""

from __future__ import annotations

import pytest

from tests.conftest import MakeTile
from vision.recognition.recognizer import clear_cut_off_names


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
    (found,) = clear_cut_off_names([tile(0, "8p", x, y)], 400, 300)
    assert found.kind == ("8p" if read else "?")
    assert found.quad == tile(0, "8p", x, y).quad
