"""A standing hand beside tiles that lie on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handreader.pipeline import RulebookOracle
from handreader.situation import Situation
from scoring import rulebook
from tests.vision.layout.layout_cases import MCR, ZJ
from vision.decoding.decoder import decode
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


def _see(height: float, gap: float = 100.0) -> tuple[SeenTile, ...]:
    """Return a hand on its edges, then the winning tile and a chow, `height` pixels tall."""
    left, top = 100.0, 400.0
    boxes = [
        (kind, _box(left + _WIDTH * i, top, _WIDTH, _HEIGHT)) for i, kind in enumerate(_STANDING)
    ]
    left += _WIDTH * len(_STANDING) + gap
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


@pytest.mark.parametrize("gap", [100.0, 4.0])
def test_a_tile_that_lies_beside_a_standing_hand_won(gap: float) -> None:
    tiles = _see(22.0, gap)
    found = decode(tiles, ZJ, RulebookOracle(rulebook(ZJ), Situation()))
    assert found.winning == 10
    assert sorted(found.concealed) == [*range(10)]
    assert [meld.kinds for meld in found.melds] == [("1m", "2m", "3m")]
    assert not found.problems
    assert not found.questions


def test_tiles_that_lie_beside_each_other_are_not_in_a_hand_that_stands() -> None:
    """None of the set is turned; beside a hand that lies, it would be asked about."""
    *others, claimed, second, third = _see(22.0)
    left = second.quad[0][0] - _WIDTH
    upright = replace(claimed, quad=_box(left, second.quad[0][1], _WIDTH, 22.0))
    found = decode(
        (*others, upright, second, third), MCR, RulebookOracle(rulebook(MCR), Situation())
    )
    assert [meld.kinds for meld in found.melds] == [("1m", "2m", "3m")]
    assert "called_sets" not in [question.code for question in found.questions]


@pytest.mark.parametrize(("lift", "is_open"), [(0.0, False), (-20.0, True)])
def test_a_turned_tile_is_lifted_against_those_that_lie_as_it_does(
    lift: float, is_open: bool
) -> None:
    """The middles of standing tiles are as much higher as they are taller."""
    *others, claimed, second, third = _see(22.0)
    pung = [replace(tile, names=(("4z", 0.999),)) for tile in (claimed, second, third)]
    lifted = [_move(pung[0], lift - 30), _move(pung[1], -30), _move(pung[2], -30)]
    found = decode((*others, *lifted), ZJ, RulebookOracle(rulebook(ZJ), Situation()))
    asked = {question.code for question in found.questions if question.default is None}
    assert ("pung_or_kong" in asked) == is_open


def _move(tile: SeenTile, down: float) -> SeenTile:
    a, b, c, d = ((x, y + down) for x, y in tile.quad)
    return replace(tile, quad=(a, b, c, d))


@pytest.mark.parametrize(("height", "laid"), [(55.0, {10, 11, 12, 13}), (57.0, set())])
def test_lying_tiles_are_much_flatter_than_standing_ones(height: float, laid: set[int]) -> None:
    tiles = _see(height)
    quads, ids = lay_down(tiles)
    assert ids == laid
    tall = [quad[2][1] - quad[0][1] for quad in quads[12:]]
    assert tall == pytest.approx([_HEIGHT] * 2 if laid else [height] * 2)


def test_tiles_that_all_lie_stay_as_they_are() -> None:
    tiles = _see(22.0)[10:]
    assert lay_down(tiles) == ([tile.quad for tile in tiles], frozenset())
