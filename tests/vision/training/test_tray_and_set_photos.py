"""Photos of a tray and of whole sets: ratios, covered tiles, directions, weights, faces."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.training.data.photos import (
    HELD_OUT_SETS,
    TrainingPhoto,
    augment_photo,
    draw_photo,
    load_set_photos,
    load_tray_photos,
)
from vision.training.data.pool import faces_of_photos
from vision.training.rendering.face_designs import FACE_HEIGHT, FACE_WIDTH

FIVE_CHARACTERS, WHITE_DRAGON = 4, 31


def _write(folder: Path, pixels: Pixels, label: str, manifest: list[list[str]]) -> None:
    for name in ("images", "labels"):
        (folder / name).mkdir(exist_ok=True)
    for row in manifest[1:]:
        stem = Path(row[0]).stem
        cv2.imwrite(str(folder / "images" / row[0]), pixels)
        (folder / "labels" / f"{stem}.txt").write_text(label, encoding="utf-8")
    with (folder / "manifest.csv").open("w", newline="", encoding="utf-8") as lines:
        csv.writer(lines).writerows(manifest)


def _photo(name: str, quads: Floats, weight: float = 1.0) -> TrainingPhoto:
    pixels = np.full((400, 400, 3), 90, np.uint8)
    kinds = ("5m",) * len(quads)
    return TrainingPhoto(name, pixels, quads, kinds, weight=weight)


def _square(x: float, y: float, side: float) -> Floats:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


def test_a_tray_is_stretched_back_and_weighed_down(tmp_path: Path) -> None:
    label = f"{WHITE_DRAGON} 0.5 0.5 0.1 0.2\n"
    head = ["name", "scene", "n_boxes", "median_box_h_over_w"]
    rows = [head, ["a.png", "tray", "1", "2.0"], ["b.png", "row", "1", "2.0"]]
    _write(tmp_path, np.full((100, 100, 3), 120, np.uint8), label, rows)
    tray, row = load_tray_photos(tmp_path)
    assert tray.pixels.shape[1] > 140 and row.pixels.shape[1] == 100
    wide, tall = np.ptp(tray.quads[0], axis=0)
    assert tall / wide == pytest.approx(1.35, abs=0.02)
    assert tray.kinds == row.kinds == ("5z",)
    assert tray.weight < 0.2 * row.weight


def test_unlabelled_tiles_of_a_set_are_covered_and_directions_kept(tmp_path: Path) -> None:
    pixels = np.full((100, 200, 3), 60, np.uint8)
    pixels[10:40, 10:40] = 255
    # the tile's own top is to the right
    label = f"{FIVE_CHARACTERS} 0.9 0.4 0.9 0.8 0.6 0.8 0.6 0.4\n"
    head = ["name", "set", "scene", "n_boxes", "ignore_boxes", "note"]
    rows = [head, ["a.png", "some_set", "grid", "1", "0.0 0.05 0.25 0.45;0.9 0.9 1.2 1.1", ""]]
    _write(tmp_path, pixels, label, rows)
    (photo,) = load_set_photos(tmp_path)
    assert photo.pixels.max() == 60
    assert photo.is_directed and photo.design == "some_set"
    np.testing.assert_allclose(photo.quads[0, 0], [180, 40])


def test_held_out_sets_are_loaded_apart(tmp_path: Path) -> None:
    held_out = sorted(HELD_OUT_SETS)[0]
    head = ["name", "set", "scene", "n_boxes", "ignore_boxes", "note"]
    rows = [head, ["a.png", "open", "row", "1", "", ""], ["b.png", held_out, "row", "1", "", ""]]
    _write(tmp_path, np.full((50, 50, 3), 9, np.uint8), "4 0.5 0.5 0.2 0.2\n", rows)
    assert [photo.design for photo in load_set_photos(tmp_path)] == ["open"]
    assert [photo.design for photo in load_set_photos(tmp_path, held_out=True)] == [held_out]


def test_photos_are_drawn_by_weight() -> None:
    none = np.empty((0, 4, 2))
    photos = [_photo("heavy", none, 9.0), _photo("light", none, 1.0)]
    rng = np.random.default_rng(0)
    drawn = [draw_photo(photos, rng).name for _ in range(300)]
    assert 0.8 < drawn.count("heavy") / 300 < 0.97


def test_small_tiles_are_mostly_enlarged() -> None:
    """A whole set in its boxes: shrunk to the picture, no face could be recognised."""
    quads = np.array([_square(20 * x, 20 * y, 12) for x in range(18) for y in range(18)])
    rng = np.random.default_rng(1)
    sides = []
    for _ in range(30):
        seen = augment_photo(_photo("box", quads), 256, (), rng)
        if len(seen.quads):
            edges = np.linalg.norm(seen.quads - np.roll(seen.quads, 1, axis=1), axis=2)
            sides.append(float(np.median(edges)))
    assert len(sides) > 25 and np.median(sides) > 16
    assert min(sides) < 14


def test_faces_are_cut_upright_out_of_directed_photos() -> None:
    pixels = np.full((200, 200, 3), 240, np.uint8)
    pixels[50:150, 120:140] = (200, 0, 0)  # ink near the tile's own top, which is to the right
    quad = np.array([[150, 50], [150, 150], [20, 150], [20, 50]], np.float64)
    directed = TrainingPhoto("a", pixels, quad[None], ("5m",), "set", is_directed=True)
    (face,) = faces_of_photos([directed])
    assert face.ink.shape == (FACE_HEIGHT, FACE_WIDTH, 4) and face.design == "set"
    red = face.ink[:, :, 1] < 100
    assert red[:40].any() and not red[60:].any()
    unknown = TrainingPhoto("b", pixels, quad[None], ("5m",))
    assert faces_of_photos([unknown]) == []


def test_blank_tiles_of_the_tray_become_faces_without_a_direction() -> None:
    quad = _square(20, 20, 60)[None]
    photos = [
        TrainingPhoto("a", np.full((100, 100, 3), 230, np.uint8), quad, (kind,), "tray")
        for kind in ("5z", "5m")
    ]
    assert [face.kind for face in faces_of_photos(photos)] == ["5z"]
