"""What training sees: litter, photos with added boxes, pictures turned by quarters."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.training.data.photos import UNNAMED, augment_photo, load_training_photos
from vision.training.rendering.arrangements import Kit, rack, stacks, tray
from vision.training.rendering.back_designs import back_ink
from vision.training.rendering.distractors import random_distractor, scatter_distractors
from vision.training.rendering.face_designs import FACE_HEIGHT, FACE_WIDTH, Face
from vision.training.rendering.pictorials import draw_beast
from vision.training.rendering.solids import Body, Piece, aim_camera, draw_pieces
from vision.training.rendering.surfaces import change_perspective


def test_litter_changes_the_picture_and_is_the_same_for_the_same_seed() -> None:
    pictures = []
    for _ in range(2):
        picture = np.full((200, 300, 3), 90, np.uint8)
        scatter_distractors(picture, (), np.random.default_rng(4))
        pictures.append(picture)
    assert (pictures[0] != 90).any()
    np.testing.assert_array_equal(pictures[0], pictures[1])


def test_every_thing_has_something_to_see() -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        drawn = random_distractor((), rng)
        assert drawn.dtype == np.uint8 and drawn.shape[2] == 4
        assert (drawn[:, :, 3] > 128).mean() > 0.4


def test_a_slanted_table_fills_the_picture() -> None:
    picture = np.full((120, 160, 3), 200, np.uint8)
    for seed in range(5):
        seen = change_perspective(picture, np.random.default_rng(seed))
        assert seen.shape == picture.shape and seen.min() > 150


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One photo with a labelled face, cut to its right half."""
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.png"), np.full((100, 200, 3), 120, np.uint8))
    (tmp_path / "labels" / "a.txt").write_text("4 0.75 0.5 0.1 0.4\n", encoding="utf-8")
    rows = [["name", "x0", "y0", "x1", "y1"], ["a.png", "0.5", "0", "1", "1"]]
    with (tmp_path / "manifest.csv").open("w", newline="", encoding="utf-8") as lines:
        csv.writer(lines).writerows(rows)
    return tmp_path


def test_added_boxes_join_the_labelled_ones(folder: Path) -> None:
    more = folder / "more.csv"
    more.write_text(
        "photo,class,x1,y1,x2,y2,x3,y3,x4,y4\n"
        "a.png,back,70,30,90,30,90,70,70,70\n"
        "a.png,face,5,30,25,30,25,70,5,70\n"
        "other.png,back,0,0,1,0,1,1,0,1\n",
        encoding="utf-8",
    )
    (photo,) = load_training_photos(folder, more)
    assert photo.kinds == ("5m", "back", UNNAMED)
    np.testing.assert_allclose(photo.quads.mean(axis=1), [[50, 50], [80, 50], [15, 50]])


def test_a_varied_photo_keeps_its_quads_on_the_tiles(folder: Path) -> None:
    (photo,) = load_training_photos(folder)
    cv2.fillPoly(photo.pixels, [photo.quads[0].astype(np.int32)], (255, 0, 0))
    rng = np.random.default_rng(2)
    for _ in range(8):
        seen = augment_photo(photo, 256, (), rng)
        for quad in seen.quads:
            x, y = quad.mean(axis=0).astype(int)
            if 0 <= x < 256 and 0 <= y < 256:
                red, green, _ = seen.pixels[y, x].astype(int)
                assert red > green + 40


def test_mended_labels_replace_kind_and_corners(folder: Path) -> None:
    mended = folder / "mended.csv"
    head = "photo,number,kind,x1,y1,x2,y2,x3,y3,x4,y4\n"
    mended.write_text(head + "a.png,0,6m,,,,,,,,\n", encoding="utf-8")
    (photo,) = load_training_photos(folder, None, mended)
    assert photo.kinds == ("6m",)
    np.testing.assert_allclose(photo.quads[0].mean(axis=0), [50, 50])
    mended.write_text(head + "a.png,0,5m,40,40,60,40,60,60,40,60\n", encoding="utf-8")
    (photo,) = load_training_photos(folder, None, mended)
    np.testing.assert_allclose(photo.quads[0], [[40, 40], [60, 40], [60, 60], [40, 60]])
    mended.write_text(head + "a.png,0,,,,,,,,,\n", encoding="utf-8")
    (photo,) = load_training_photos(folder, None, mended)
    assert photo.kinds == () and photo.quads.shape == (0, 4, 2)


def _kit(seed: int) -> Kit:
    ink = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    ink[40:110, 40:80] = (200, 30, 40, 255)
    body = Body((20.0, 26.0, 16.0), (240, 238, 230), (20, 120, 70), 0.4, 0.1)
    return Kit(body, lambda: Face("7z", "own", ink, None), np.random.default_rng(seed))


def test_stacked_tiles_lie_on_others_and_their_views_say_so() -> None:
    raised = 0
    for seed in range(8):
        pieces = stacks(_kit(seed))
        above = [piece for piece in pieces if piece.level]
        raised += len(above)
        for piece in above:
            reach = [np.linalg.norm(piece.centre[:2] - p.centre[:2]) for p in pieces if not p.level]
            assert min(reach) < piece.body.size[0] / 2
            assert piece.centre[2] == pytest.approx(1.5 * piece.body.size[2])
        camera = aim_camera(np.zeros(3), 900.0, 1.1, 0.0, 0.0, 0.9, 320, 320)
        picture = np.full((320, 320, 3), 90, np.uint8)
        for tile in draw_pieces(picture, pieces, camera, np.array([0, 0, 1.0]), 0.3):
            assert tile.level == pieces[tile.piece].level
    assert raised > 20


@pytest.mark.parametrize(("arrangement", "least"), [(rack, 6), (tray, 5)])
def test_racks_and_trays_are_no_tiles(
    arrangement: Callable[[Kit], list[Piece]], least: int
) -> None:
    for seed in range(6):
        pieces = arrangement(_kit(seed))
        assert sum(piece.face is not None for piece in pieces) >= least
        camera = aim_camera(np.zeros(3), 900.0, 1.1, 0.0, 0.0, 0.9, 320, 320)
        seen = draw_pieces(
            np.full((320, 320, 3), 90, np.uint8), pieces, camera, np.array([0, 0, 1.0]), 0.3
        )
        assert all(pieces[tile.piece].face is not None for tile in seen)


def test_backs_are_printed_on_and_are_otherwise_of_their_colour() -> None:
    rng = np.random.default_rng(3)
    inks = [back_ink(np.array([30.0, 90.0, 160.0]), rng) for _ in range(60)]
    printed = [ink for ink in inks if ink is not None]
    assert 15 < len(printed) < 45
    assert all(ink.shape == (FACE_HEIGHT, FACE_WIDTH, 4) and ink[:, :, 3].any() for ink in printed)


def test_a_beast_fills_its_face_and_looks_different_each_time() -> None:
    drawn = []
    for seed in range(4):
        picture = Image.new("RGBA", (240, 312))
        draw_beast(picture, (200, 30, 40), np.random.default_rng(seed))
        drawn.append(np.asarray(picture)[:, :, 3] > 128)
    assert all(0.08 < mask.mean() < 0.6 for mask in drawn)
    assert (drawn[0] != drawn[1]).mean() > 0.05
