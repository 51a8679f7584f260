"""Box lists: to arrays and back, into files, and to what the net is given."""

from __future__ import annotations

import cmath
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.relations.boxes import KINDS, boxes_of_tiles, tiles_of_boxes
from vision.relations.inputs import net_inputs
from vision.relations.network import as_arrays
from vision.seen_tile import SeenTile, move_quad, scale_quad
from vision.training.data.box_lists import BoxTruths, load_chunk, save_chunk

TILES = (
    SeenTile(0, ((0, 0), (30, 0), (30, 40), (0, 40)), (("5m", 0.75), ("0m", 0.25)), True, 0.5),
    SeenTile(1, ((31, 1), (61, 1), (61, 41), (31, 41)), (("back", 1.0),), False, 1.0, 0.0, 0.5),
    SeenTile(2, ((62, 0), (92, 0), (92, 40), (62, 40)), (), False, 0.75, 1.0, 0.0),
)


def test_tiles_are_the_same_after_arrays() -> None:
    assert tiles_of_boxes(boxes_of_tiles(TILES, "mcr")) == TILES


def test_no_tiles_make_an_empty_list() -> None:
    assert len(boxes_of_tiles((), "mcr")) == 0


def test_the_net_is_given_names_facts_and_rules() -> None:
    corners, names, facts, rules = as_arrays(net_inputs(TILES, "riichi-ema"))
    assert corners.shape == (3, 4, 2)
    assert names[0, KINDS.index("5m")] == 0.75
    assert names[0, KINDS.index("0m")] == 0.25
    assert names.sum() == 2
    known: list[list[float]] = [[1, 0.5, 0, 0, 0], [0, 1, 0, -4, 0], [0, 0.75, 1, 4, -4]]
    np.testing.assert_allclose(facts, known, atol=1e-4)
    np.testing.assert_array_equal(rules, [0, 0, 0, 1])


@pytest.mark.parametrize("scale", [0.1, 1.0, 7.0])
def test_size_and_place_in_the_picture_do_not_matter(scale: float) -> None:
    moved = [
        replace(tile, quad=move_quad(scale_quad(tile.quad, scale), (500.0, -20.0)))
        for tile in TILES
    ]
    one, two = (as_arrays(net_inputs(tiles, "mcr"))[0] for tiles in (TILES, moved))
    np.testing.assert_allclose(one, two, atol=1e-4)


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0, 4.0])
def test_a_trapezium_is_given_as_the_rectangle_that_a_detector_draws(turn: float) -> None:
    way = cmath.rect(1.0, turn)
    places = ((0, 0), (40, 0), (34, 50), (6, 50))
    a, b, c, d = ((z.real, z.imag) for z in (complex(*place) * way for place in places))
    tile = replace(TILES[0], quad=(a, b, c, d))
    (found,) = as_arrays(net_inputs([tile], "mcr"))[0].astype(float)
    sides = np.linalg.norm(found - np.roll(found, -1, axis=0), axis=1)
    np.testing.assert_allclose(sides[:2], sides[2:], atol=1e-5)
    np.testing.assert_allclose(sides[1] / sides[0], 50 / 34, rtol=1e-5)
    across = (found[1] - found[0]) @ (found[3] - found[0])
    assert abs(across) < 1e-5


def test_lists_are_the_same_after_a_file(tmp_path: Path) -> None:
    boxes = boxes_of_tiles(TILES, "mcr")
    numbers, flags = np.arange(3, dtype=np.int8), np.array([True, False, True])
    truths = BoxTruths(numbers, numbers - 1, flags, ~flags, flags, numbers, 2, numbers)
    file = tmp_path / "00000.npz"
    save_chunk(file, [(boxes, truths), (boxes, replace(truths, edge=-1))], ["a", "b"])
    found = list(load_chunk(file))
    assert [family for _, _, family in found] == ["a", "b"]
    assert [known.edge for _, known, _ in found] == [2, -1]
    assert all(tiles_of_boxes(one) == TILES for one, _, _ in found)
    np.testing.assert_array_equal(found[1][1].roles, numbers)
    assert list(tmp_path.iterdir()) == [file]
