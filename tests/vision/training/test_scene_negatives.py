"""What scenes show beside printed faces: blank tiles, table tops, sides, tiles on an edge."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import BACK, CLASSES
from vision.recognition.classifier import CROP, NOTHING
from vision.training.data.crops import crops
from vision.training.data.photos import TrainingPhoto
from vision.training.data.pool import Pool
from vision.training.rendering.arrangements import Kit, edge_tile, flat_tile
from vision.training.rendering.face_designs import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Face,
    blank_face,
    gl_mahjongtile_faces,
    light_ink,
    opaque_face,
    recolour_body,
)
from vision.training.rendering.scenes import Scenes, render
from vision.training.rendering.solids import Body, aim_camera
from vision.training.rendering.surfaces import wind_markers
from vision.training.rendering.table_tops import draw_table_top, table_top

UP = np.array([0.0, 0.0, 1.0])
BODY = Body((20.0, 26.0, 16.0), (240, 238, 230), (20, 120, 70), 0.4, 0.1)


def _art(kind: str) -> Face:
    ink = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    number = CLASSES.index(kind)
    ink[20 + 2 * number : 60 + 2 * number, 30:90] = (120, 20, 30, 255)
    return Face(kind, "own", ink, None)


def _crop_face(kind: str = "7z") -> Face:
    pixels = np.full((FACE_HEIGHT, FACE_WIDTH, 3), (220, 210, 190), np.uint8)
    pixels[40:110, 40:80] = (30, 30, 160)
    return opaque_face(kind, "set", pixels)


FACES = [_art(kind) for kind in CLASSES if kind != BACK]
KIT = Kit(BODY, lambda: FACES[0], np.random.default_rng(1))


def test_a_blank_of_a_crop_loses_the_ink_and_keeps_the_tile() -> None:
    blank = blank_face(_crop_face())
    assert blank.kind == "5z" and blank.body == (220, 210, 190)
    np.testing.assert_allclose(blank.ink[20:-20, 20:-20, :3].mean((0, 1)), (220, 210, 190), atol=2)
    assert (blank.ink[:, :, 3] == 255).all()


def test_a_blank_of_art_shows_the_body() -> None:
    assert not blank_face(FACES[3]).ink[:, :, 3].any()


def test_a_crop_takes_the_body_colour_of_its_set() -> None:
    dressed = recolour_body(_crop_face(), (250, 240, 150))
    assert dressed.body == (250, 240, 150)
    np.testing.assert_allclose(dressed.ink[10, 60, :3], (250, 240, 150), atol=2)
    assert recolour_body(FACES[0], (1, 2, 3)) is FACES[0]


def test_ink_on_dark_tiles_is_light() -> None:
    light = light_ink(FACES[0]).ink
    assert light[light[:, :, 3] > 0][:, :3].max(axis=1).min() >= 230


def test_the_border_of_gl_mahjongtile_is_cut_off(tmp_path: Path) -> None:
    picture = np.full((687, 480, 3), 255, np.uint8)
    picture[:16] = picture[-16:] = picture[:, :16] = picture[:, -16:] = 0
    picture[300:400, 200:280] = (200, 0, 0)
    for name in ("1m", "back", "joker"):
        Image.fromarray(picture).save(tmp_path / f"{name}.png")
    (face,) = gl_mahjongtile_faces(tmp_path, "gl-line")
    assert (face.kind, face.design, face.body) == ("1m", "gl-line", None)
    alpha = face.ink[:, :, 3]
    assert alpha[FACE_HEIGHT // 2, FACE_WIDTH // 2] > 250
    assert not alpha[:20].any() and not alpha[:, :20].any()
    assert face.ink[FACE_HEIGHT // 2, FACE_WIDTH // 2, 0] > 150


def test_sides_lie_beside_the_faces() -> None:
    tile = flat_tile(KIT, 0.0, 0.0, face=FACES[0])
    low = aim_camera(np.zeros(3), 300.0, 0.5, 0.0, 0.0, 0.5, 300, 300)
    scene = render([tile], low, np.full((300, 300, 3), 90, np.uint8), UP)
    (side,), (seen,) = scene.sides, scene.tiles
    assert side.mean(axis=0)[1] > seen.quad.mean(axis=0)[1]
    above = aim_camera(np.zeros(3), 300.0, np.pi / 2 - 1e-3, 0.0, 0.0, 0.5, 300, 300)
    assert render([tile], above, np.full((300, 300, 3), 90, np.uint8), UP).sides == ()


def test_a_side_behind_another_tile_is_left_out() -> None:
    low = aim_camera(np.zeros(3), 300.0, 0.5, 0.0, 0.0, 0.5, 300, 300)
    ground = np.full((300, 300, 3), 90, np.uint8)
    behind, before = flat_tile(KIT, 0, 26.2), flat_tile(KIT, 0, 0)
    assert len(render([behind, before], low, ground, UP).sides) == 1


def test_a_tile_on_its_long_side_has_neither_face_nor_back_from_above() -> None:
    camera = aim_camera(np.zeros(3), 300.0, np.pi / 2 - 1e-3, 0.0, 0.0, 0.5, 300, 300)
    ground = np.full((300, 300, 3), 90, np.uint8)
    scene = render([edge_tile(KIT, 0, 0, 0.4)], camera, ground, UP)
    assert scene.tiles == () and (scene.pixels != 90).any()


def test_table_tops_differ_and_fill_their_picture() -> None:
    tops = [table_top(900.0, np.random.default_rng(seed)) for seed in range(6)]
    assert all(top.dtype == np.uint8 and top.shape == tops[0].shape for top in tops)
    assert all((tops[0] != top).mean() > 0.5 for top in tops[1:])


def test_a_table_top_ends_at_the_horizon() -> None:
    """A plane's points behind the camera must not appear mirrored in the sky."""
    rng = np.random.default_rng(2)
    level = aim_camera(np.array([0.0, 0.0, 60.0]), 200.0, 0.0, 0.0, 0.0, 1.2, 200, 200)
    picture = np.full((200, 200, 3), 77, np.uint8)
    draw_table_top(picture, level, np.array([0.0, 0.0]), 5000.0, rng)
    assert (picture[:95] == 77).all()
    assert (picture[120:] != 77).any(axis=2).mean() > 0.9


def test_wind_markers_are_no_tiles() -> None:
    inks = [face.ink for face in FACES[27:31]]
    placed = [wind_markers(200.0, inks, np.random.default_rng(seed)) for seed in range(60)]
    pieces = [piece for found in placed for piece in found]
    assert pieces and all(piece.face is None for piece in pieces)
    assert any(not found for found in placed)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [3, 4])
def test_scenes_show_blank_tiles_far_more_often_than_other_kinds(seed: int) -> None:
    scenes = Scenes(FACES, (), (), seed, 192)
    kinds = [tile.kind for _ in range(45) for tile in scenes.next().tiles]
    faces = [kind for kind in kinds if kind != BACK]
    assert len(faces) > 200
    assert faces.count("5z") > 2 * len(faces) / len(FACES)


@pytest.mark.thorough
def test_crops_are_labelled_with_every_answer() -> None:
    rng = np.random.default_rng(0)
    pixels = rng.integers(0, 255, (80, 80, 3), dtype=np.uint8)
    quad = np.array([[20, 20], [40, 20], [40, 50], [20, 50]], np.float64)
    photo = TrainingPhoto("a", pixels, quad[None], ("1m",), "set", is_directed=True)
    pool = Pool([*FACES, _crop_face()], [photo], [pixels], [])
    found = list(islice(crops(pool, 5), 400))
    assert all(crop.pixels.shape == (CROP, CROP, 3) for crop in found)
    kinds = {crop.kind for crop in found}
    assert {NOTHING, CLASSES.index(BACK), CLASSES.index("5z")} <= kinds
    assert all(len(crop.directions) == 4 for crop in found if crop.kind == CLASSES.index(BACK))
    ones = [crop for crop in found if crop.kind == CLASSES.index("1m")]
    assert ones and all(len(crop.directions) == 1 for crop in ones)
