"""Backs of which each half was found as a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import BACK
from tests.vision.scenes import Camera, observe, scene
from vision.geometry import as_quad
from vision.layout.arrangement import arrange, drop_false_boxes
from vision.layout.halves import join_halves
from vision.layout.layout import layout_to_hand
from vision.seen_tile import SeenTile

OPEN = "[2m][3m][4m][5p][6p][7p][6s][7s][9s][9s]_[8s]"
PLAIN, BLANK = ((BACK, 1.0),), (("5z", 0.6), (BACK, 0.4))


def _in_halves(
    tiles: Sequence[SeenTile],
    share: float = 0.5,
    names: tuple[tuple[str, float], ...] = PLAIN,
    first: int = 0,
) -> list[SeenTile]:
    """The tiles with two boxes for each back, each over that share of its width.

    The back is cut across the side that begins at its first corner, or its second one.
    """
    seen = []
    for tile in tiles:
        if tile.face_up:
            seen.append(tile)
            continue
        a, b, c, d = np.roll(np.array(tile.quad), -first, axis=0)
        left = [a, a + share * (b - a), d + share * (c - d), d]
        right = [b - share * (b - a), b, c, c - share * (c - d)]
        for half, existence in ((left, 0.8), (right, 0.9)):
            quad = as_quad(half)
            seen.append(replace(tile, quad=quad, names=names, existence=existence))
    return [replace(tile, id=i) for i, tile in enumerate(seen)]


@pytest.mark.parametrize("camera", [Camera(), Camera(elevation=65), Camera(azimuth=80)])
@pytest.mark.parametrize("kong", ["[1p][##][##][1p]", "[##][1p][1p][##]"])
def test_halves_beside_a_face_are_one_tile(kong: str, camera: Camera) -> None:
    tiles = observe(scene(f"{OPEN}____{kong}"), camera)
    for share, names, first in ((0.5, PLAIN, 0), (0.6, PLAIN, 0), (0.5, BLANK, 0), (0.5, PLAIN, 1)):
        halves = _in_halves(tiles, share, names, first)
        joined = join_halves(halves)
        assert [tile.kind for tile in joined if tile.face_up and tile.kind != "5z"] == [
            tile.kind for tile in tiles if tile.face_up
        ]
        whole = [np.sort(np.array(tile.quad), axis=0) for tile in tiles if not tile.face_up]
        found = [
            np.sort(np.array(t.quad), axis=0) for t in joined if not t.face_up or t.kind == "5z"
        ]
        assert np.allclose(sorted(q.tolist() for q in found), sorted(q.tolist() for q in whole))
    halves = _in_halves(tiles)
    hand = layout_to_hand(arrange(halves, "zung-jung"), halves).hand
    assert [str(meld.kind) for meld in hand.melds] == ["kong"]


def test_the_likelier_half_is_kept() -> None:
    halves = _in_halves(observe(scene("[1p][##][##][1p]")))
    assert [tile.existence for tile in join_halves(halves) if not tile.face_up] == [0.9, 0.9]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("[1p][##][##][1p]", 0.85),  # too wide for halves: two boxes over each other
        ("[1p]____[##][##]____[1p]", 0.5),  # no tile is beside them
        ("[##][##][##]", 0.5),
    ],
)
def test_other_backs_stay(text: str, share: float) -> None:
    halves = _in_halves(observe(scene(text)), share)
    assert join_halves(halves) == halves


def test_a_wall_is_joined_from_its_indicator_on() -> None:
    halves = _in_halves(observe(scene("[##][##][9m][##][##][##][##]")))
    assert len(join_halves(halves)) == 7


def test_whole_backs_are_not_joined() -> None:
    tiles = list(observe(scene(f"{OPEN}____[1p][##][##][1p]")))
    assert join_halves(tiles) == tiles


def test_halves_that_a_person_has_answered_about_stay() -> None:
    halves = _in_halves(observe(scene("[1p][##][##][1p]")))
    one = next(tile for tile in halves if not tile.face_up)
    left = drop_false_boxes(halves, {f"is_tile:{one.id}": "yes"})
    assert one in left and len(left) == len(halves) - 1
