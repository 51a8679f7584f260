"""A standing hand beside tiles that lie on the table."""

from __future__ import annotations

import pytest

from tests.vision.parsing.reads import read
from tests.vision.parsing.scene_cases import ZJ
from vision.layout.standing_tiles import lay_down
from vision.seen_tile import Quad, SeenTile

_WIDTH, _HEIGHT = 72.0, 96.0
_STANDING = "7m 8m 9m 2s 2s 3s 4s 9s 9s 9s".split()


def _box(left: float, top: float, width: float, height: float, first: int = 0) -> Quad:
    corners = [
        (left, top),
        (left + width, top),
        (left + width, top + height),
        (left, top + height),
    ]
    a, b, c, d = corners[first:] + corners[:first]
    return a, b, c, d


def _see(height: float) -> tuple[SeenTile, ...]:
    """Return a hand on its edges, then the winning tile and a chow, `height` pixels tall."""
    left, top = 100.0, 400.0
    boxes = [
        (kind, _box(left + _WIDTH * i, top, _WIDTH, _HEIGHT)) for i, kind in enumerate(_STANDING)
    ]
    left += _WIDTH * len(_STANDING) + 100
    boxes.append(("5s", _box(left, top + 50, _WIDTH, height)))
    left += _WIDTH + 200
    boxes.append(("1m", _box(left, top + 50 + height / 4, _WIDTH * 4 / 3, height * 3 / 4, first=1)))
    left += _WIDTH * 4 / 3
    boxes.append(("2m", _box(left, top + 50, _WIDTH, height)))
    boxes.append(("3m", _box(left + _WIDTH, top + 50, _WIDTH, height)))
    return tuple(
        SeenTile(i, quad, ((kind, 0.999),), oriented=True, existence=1.0)
        for i, (kind, quad) in enumerate(boxes)
    )


def test_a_tile_that_lies_beside_a_standing_hand_won() -> None:
    tiles = _see(22.0)
    found = read(tiles, ZJ)
    assert found.winning == 10
    assert sorted(found.concealed) == [*range(10)]
    assert [meld.kinds for meld in found.melds] == [("1m", "2m", "3m")]
    assert not found.problems
    assert not found.questions


@pytest.mark.parametrize(("height", "is_laid"), [(55.0, True), (57.0, False)])
def test_lying_tiles_are_much_flatter_than_standing_ones(height: float, is_laid: bool) -> None:
    quads = lay_down(_see(height))
    tall = [quad[2][1] - quad[0][1] for quad in quads[12:]]
    assert tall == pytest.approx([_HEIGHT if is_laid else height] * 2)


def test_tiles_that_all_lie_stay_as_they_are() -> None:
    tiles = _see(22.0)[10:]
    assert lay_down(tiles) == [tile.quad for tile in tiles]
