"""Which tiles lie together as one player's."""

from __future__ import annotations

import pytest

from tests.vision.parsing.scene_cases import TEN
from tests.vision.scenes import Camera, observe, scene
from vision.parsing.owners import _groups


@pytest.mark.parametrize("elevation", [20, 30, 45, 90])
def test_a_hand_whose_set_lies_apart_is_together_from_every_camera(elevation: float) -> None:
    tiles = observe(scene(f"{TEN}_[8s]_<C >[C ][C ]"), Camera(elevation=elevation))
    assert len(_groups(tiles)) == 1


def test_two_hands_are_two_groups() -> None:
    tiles = observe(scene(f"{TEN}[8s]\n\n\n\n\n{TEN}[8s]"), Camera(elevation=50))
    assert sorted(map(len, _groups(tiles))) == [11, 11]
