"""Layings show the hands that they were laid from, as cameras and nets would see them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scoring.tiles import BACK, Tile
from simulation.layings.families import FAMILIES, HELD_OUT, TRAINED, lay, random_family
from simulation.layings.laying import Laying
from simulation.layings.noise import noise
from simulation.layings.projection import (
    enclosing_rectangles,
    mean_rectangles,
    owner_edge,
    project,
    random_camera,
)
from vision.relations.boxes import KINDS, UNREAD, Edge, Role
from vision.training.rendering.solids import aim_camera


def layings(family: str, count: int = 6) -> list[Laying]:
    return [lay(np.random.default_rng([number, 46]), family) for number in range(count)]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_laying_shows_its_hand(family: str) -> None:
    for laying in layings(family):
        roles = Counter(tile.role for tile in laying.tiles)
        if laying.hand is None:
            assert not roles[Role.SET]
            continue
        hand = laying.hand
        held = sorted(t.kind for t in laying.tiles if t.role in (Role.HAND, Role.WINNER))
        won = () if hand.winning is None else (hand.winning,)
        assert held == sorted((*hand.concealed, *won))
        winners = [tile.kind for tile in laying.tiles if tile.role is Role.WINNER]
        assert winners in ([], [hand.winning])
        flowers = sorted(tile.kind for tile in laying.tiles if tile.role is Role.FLOWER)
        assert flowers == sorted(hand.flowers)
        shown = Counter(tile.kind for tile in laying.tiles if tile.role is Role.INDICATOR)
        dora = Counter(map(str, laying.indicators))
        assert dora <= shown and (shown - dora).total() in (0, len(laying.indicators))
        for number, meld in enumerate(hand.melds):
            tiles = [tile for tile in laying.tiles if tile.group == number]
            assert len(tiles) == len(meld.tiles)
            assert {tile.concealed for tile in tiles} == {meld.concealed}
            faces = Counter(tile.kind for tile in tiles if tile.kind != BACK)
            assert faces <= Counter(str(tile) for tile in meld.tiles)
            turned = sum(tile.turned for tile in tiles)
            assert turned == 0 if meld.concealed else turned <= 2


@pytest.mark.parametrize("family", FAMILIES)
def test_no_face_is_on_the_table_five_times(family: str) -> None:
    for laying in layings(family):
        faces = Counter(Tile(t.kind).plain for t in laying.tiles if t.kind != BACK)
        assert max(faces.values()) <= 4


def test_tiles_do_not_lie_in_each_other() -> None:
    for laying in (one for family in FAMILIES for one in layings(family, 3)):
        flat = [t for t in laying.tiles if t.level == 0 and t.lean is None]
        places = np.array([(tile.x, tile.y) for tile in flat]).reshape(-1, 2)
        away = np.linalg.norm(places[:, None] - places[None], axis=2)
        away[np.diag_indices(len(flat))] = np.inf
        if len(flat) > 1:
            assert away.min() > 0.7 * laying.size[0], laying.family


def test_the_same_seed_lays_the_same_hand() -> None:
    one, two = (lay(np.random.default_rng(5), "kongs") for _ in range(2))
    assert one == two


def test_held_out_families_are_never_drawn_for_training() -> None:
    rng = np.random.default_rng(1)
    drawn = {random_family(rng) for _ in range(3000)}
    assert drawn == set(TRAINED)
    assert not drawn & set(HELD_OUT)


def test_a_set_of_four_of_which_one_lies_on_another_shows_three() -> None:
    stacked = [
        (laying, tile)
        for seed in range(60)
        for laying in [lay(np.random.default_rng([seed, 7]), "kongs")]
        for tile in laying.tiles
        if tile.is_stacked
    ]
    assert stacked
    for laying, tile in stacked:
        group = [other for other in laying.tiles if other.group == tile.group]
        assert [other.level for other in group].count(1) == 1
        assert sum(other.is_covered for other in group) == 1
        assert "pung_or_kong" in laying.needed


def test_rectangles_around_rectangles_are_these() -> None:
    angle = np.deg2rad(20)
    u, v = np.array([np.cos(angle), np.sin(angle)]) * 30, np.array([-np.sin(angle), np.cos(angle)])
    v = v * 40
    quad = np.array([[-u - v, u - v, u + v, -u + v]]) / 2 + [200, 100]
    for around in (enclosing_rectangles, mean_rectangles):
        for roll in range(4):
            rolled = np.roll(quad, roll, axis=1)
            np.testing.assert_allclose(around(rolled), rolled, atol=1e-9)


def test_the_smallest_rectangle_holds_a_slanting_tile() -> None:
    quad = np.array([[[0.0, 0.0], [30.0, 4.0], [42.0, 44.0], [11.0, 40.0]]])
    found = enclosing_rectangles(quad)[0]
    u, v = found[1] - found[0], found[3] - found[0]
    assert abs(u @ v) < 1e-6
    for corner in quad[0] - found[0]:
        assert -1e-6 <= corner @ u / (u @ u) <= 1 + 1e-6
        assert -1e-6 <= corner @ v / (v @ v) <= 1 + 1e-6


@pytest.mark.parametrize(
    ("heading", "edge"),
    [(0, Edge.BOTTOM), (90, Edge.RIGHT), (180, Edge.TOP), (270, Edge.LEFT)],
)
def test_the_owner_sits_at_an_edge_of_the_picture(heading: float, edge: Edge) -> None:
    camera = aim_camera(np.zeros(3), 600, 1.0, np.deg2rad(heading), 0.0, 1.0, 1800, 1350)
    assert owner_edge(camera) is edge


def test_a_camera_over_the_table_sees_the_hand_upright() -> None:
    laying = lay(np.random.default_rng(3), "neat")
    camera = aim_camera(np.array([150.0, 0, 0]), 900, 1.4, 0.0, 0.0, 1.1, 1800, 1350)
    seen = project(laying, camera)
    up = seen.quads[:, 0, 1] < seen.quads[:, 3, 1]
    upright = (seen.truths.roles == Role.HAND) & ~seen.truths.turned
    assert up[upright].mean() > 0.9
    across, down = seen.quads[:, 1] - seen.quads[:, 0], seen.quads[:, 3] - seen.quads[:, 0]
    areas = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    assert (areas > 0).all()  # clockwise, y downwards


def test_the_nets_find_and_name_nearly_all_tiles() -> None:
    found = right = tiles = 0
    for number in range(80):
        rng = np.random.default_rng([number, 3])
        laying = lay(rng, "plain")
        seen = project(laying, random_camera(laying, rng))
        boxes, truths = noise(seen, laying.rules, rng)
        shown = truths.kinds != UNREAD
        tiles += len(seen.quads)
        found += int(shown.sum())
        right += int((boxes.kinds[shown, 0] == truths.kinds[shown]).sum())
        assert len(boxes) == len(truths.roles)
        assert ((boxes.shares >= 0) & (boxes.shares <= 1)).all()
        assert (np.diff(boxes.shares, axis=1) <= 1e-6).all()
        named = boxes.kinds >= 0
        assert (boxes.shares[named] > 0).all()
        assert (boxes.kinds < len(KINDS)).all()
    assert 0.93 < found / tiles < 0.995
    assert 0.95 < right / found < 0.998
