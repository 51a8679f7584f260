"""The net of bodies: what it sees of a box, and what it tells of tiles, prints and bare tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.parsing.scene_cases import stack_last_tile
from tests.vision.scenes import scene
from tests.vision.training.rendered import View, render_scene
from vision.arrays import Floats
from vision.photo import open_photo
from vision.recognition.bodies import OUTPUTS, SIDE, BodyNet, body_view
from vision.recognition.weights import WeightsError, find_weights
from vision.training.rendering.face_designs import project_faces
from vision.training.rendering.prints import print_tiles

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "datasets/examples"


@pytest.fixture(scope="module")
def net() -> BodyNet:
    return BodyNet.load()


def box(x: float, y: float, wide: float, tall: float) -> Floats:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]])


def test_a_view_has_a_box_in_its_middle_with_as_much_around_it() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[60:140, 70:130] = (200, 0, 0)  # a tile of 60 x 80
    picture[140:160, 70:130] = (0, 200, 0)  # its side
    view = body_view(picture, box(70, 60, 60, 80))
    assert view.shape == (4, SIDE, SIDE)
    inside = view[3] > 0
    assert (view[0][inside] > 100).mean() > 0.93  # all but the pixels at its edge
    assert inside[SIDE // 2, SIDE // 2] and not inside[0].any() and not inside[:, 0].any()
    rows, _ = np.nonzero(view[1] > 100)
    last = int(np.flatnonzero(inside.any(axis=1)).max())
    assert rows.min() in (last, last + 1)  # the side begins where the face ends
    assert inside.mean() == pytest.approx(60 / 80 / (2 * 1.16) ** 2, abs=0.01)


def test_a_view_is_upright_however_the_box_is_turned() -> None:
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 255, (90, 120, 3), np.uint8)
    views = [body_view(picture, np.roll(box(40, 30, 20, 27), k, axis=0)) for k in range(4)]
    assert all(np.array_equal(views[0], view) for view in views)


def test_a_view_at_the_edge_of_the_picture_repeats_it() -> None:
    picture = np.full((50, 60, 3), 77, np.uint8)
    assert (body_view(picture, box(-8, -8, 20, 27))[:3] == 77).all()


def test_tiles_on_a_photo_have_bodies(net: BodyNet) -> None:
    photo = open_photo(EXAMPLES / "images" / "hand.jpg")
    truth = json.loads((EXAMPLES / "labels" / "hand.json").read_text("utf-8"))["tiles"]
    seen = net.look(photo.pixels, [np.array(tile["quad"], float) for tile in truth])
    assert all(one.tile > 0.9 and one.printed < 0.5 for one in seen)


@pytest.mark.parametrize("style", ["classic", "indexed"])
def test_a_tile_on_another_is_raised(net: BodyNet, style: str) -> None:
    laid = stack_last_tile(scene("[1p][2p][3p][6s][7s]__<8p>[8p][8p]"))
    right = {True: 0, False: 0}
    for elevation in (40, 50, 60):
        for azimuth in (0, 60, 180):
            view = View(azimuth=azimuth, elevation=elevation, fill=0.7, style=style)
            picture = render_scene(laid, view)
            quads = [picture.tiles[n].quad for n in range(len(laid))]
            for tile, body in zip(laid, net.look(picture.pixels, quads), strict=True):
                right[tile.level > 0] += (body.raised > 0.5) == (tile.level > 0)
    assert right[True] >= 7 and right[False] >= 0.9 * 9 * (len(laid) - 1)


def test_printed_tiles_have_none(net: BodyNet) -> None:
    """Two sheets of three are known by more than half of their tiles."""
    faces = list(project_faces(ROOT / "datasets/faces"))
    rng = np.random.default_rng(77)
    shares = []
    for _ in range(12):
        printed = print_tiles(faces, [], 768, rng)
        seen = net.look(printed.pixels, list(printed.quads))
        shares += [np.mean([one.printed > 0.5 for one in seen])] if seen else []
    assert np.mean(np.array(shares) > 0.5) >= 2 / 3


def test_no_box_no_look(net: BodyNet) -> None:
    assert net.look(np.zeros((10, 10, 3), np.uint8), []) == []


def test_weights_of_other_outputs_are_refused() -> None:
    with pytest.raises(WeightsError, match="bodies has 3 classes other than the 2 expected"):
        find_weights("bodies", OUTPUTS[:2])
