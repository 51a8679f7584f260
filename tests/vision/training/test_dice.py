"""Dice in training pictures: they lie apart, and the camera sees up to three of their sides."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.training.rendering.dice import throw_dice
from vision.training.rendering.distractors import die_face
from vision.training.rendering.scenes import render
from vision.training.rendering.solids import Piece, aim_camera

UP = np.array([0.0, 0.0, 1.0])
WHITE, BLACK = np.array([250.0] * 3), np.array([0.0] * 3)


def ink_share(face: Pixels) -> float:
    """Return the share of the side of a die that is dark or red."""
    return float((face[:, :, 1] < 120)[face[:, :, 3] > 0].mean())


def throw(seed: int) -> list[Piece]:
    rng = np.random.default_rng(seed)
    return throw_dice(np.zeros(2), 40.0, rng)


@pytest.mark.parametrize("seed", range(12))
def test_dice_of_a_throw_are_cubes_of_one_kind_on_the_table_and_do_not_touch(seed: int) -> None:
    dice = throw(seed)
    side = dice[0].body.size[0]
    assert 1 <= len(dice) <= 4 and len({die.body for die in dice}) == 1
    for die in dice:
        assert die.body.size == (side, side, side) and die.centre[2] == side / 2
        assert die.face is None and die.texture is not None and len(die.sides) == 4
    for one, other in combinations(dice, 2):
        assert np.linalg.norm(one.centre - other.centre) > 1.41 * side


def test_each_number_is_on_a_die_once() -> None:
    rng = np.random.default_rng(3)
    shares = [ink_share(die_face(n, WHITE, BLACK, False, np.random.default_rng(7)))
              for n in range(1, 7)]  # fmt: skip
    assert shares[1:] == sorted(shares[1:]), "each pip adds ink"
    for _ in range(20):
        for die in throw_dice(np.zeros(2), 40.0, rng):
            upper, right, lower, left = (ink_share(side) for side in die.sides)
            if die.body.colour[1] < 200:
                continue
            assert die.texture is not None
            seen = [ink_share(die.texture), upper, right, lower, left]
            assert len({round(share, 4) for share in seen}) == 5, "no number comes twice"


@pytest.mark.parametrize(("elevation", "sides"), [(90, 1), (35, 3)])
def test_a_camera_sees_pips_on_each_side_that_is_turned_to_it(elevation: int, sides: int) -> None:
    die = next(die for seed in range(30) for die in throw(seed) if min(die.body.colour) > 200)
    white = np.zeros((70, 70, 4), np.uint8)
    inks = [white.copy() for _ in range(5)]
    for number, ink in enumerate(inks):
        ink[20:50, 20:50] = (200, 0, 0, 255) if number == 0 else (0, 0, 200, 255)
    turn = np.array([[0.8, -0.6, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
    seen = Piece(die.centre * [0, 0, 1], turn, die.body, None, texture=inks[0], sides=(*inks[1:],))
    camera = aim_camera(np.zeros(3), 150.0, np.deg2rad(elevation), 0.0, 0.0, 0.3, 200, 200)
    ground = np.full((200, 200, 3), 90, np.uint8)
    picture = render([seen], camera, ground, UP, 0.0)
    red, _, blue = (picture.pixels[:, :, n].astype(int) for n in range(3))
    assert not picture.tiles, "a die is no tile"
    assert (red - blue > 60).sum() > 30
    count = cv2.connectedComponents((blue - red > 60).astype(np.uint8))[0] - 1
    assert count == sides - 1
