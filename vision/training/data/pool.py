"""Cached pool of all training data: faces, photos, backgrounds and distractors."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK, CLASSES

from ...arrays import Floats, Pixels
from ..rendering.distractors import cut_outs
from ..rendering.face_designs import FACE_HEIGHT, FACE_WIDTH, Face, all_faces, opaque_face
from ..rendering.random_faces import draw_set, styles, usable_fonts
from ..rendering.surfaces import photographs
from .photos import TrainingPhoto, load_set_photos, load_training_photos, load_tray_photos

DRAWN_SETS = 150
"""Random sets per pool: each costs 0.3 s and 3 MB."""
_CUT_SIDE = 26
"""Pixels of the shorter side below which a tile of a photo is no face for rendering."""
_CUT_FACES = 6
"""Faces of one design and kind that are cut out of photos."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Faces of all designs, real photos with labels, backgrounds and distractors.

    Attributes:
        grounds: pictures without tiles, uint8 RGB.
        things: cut-outs of things that are no tiles, uint8 RGBA.
    """

    faces: list[Face]
    photos: list[TrainingPhoto]
    grounds: list[npt.NDArray[np.uint8]]
    things: list[npt.NDArray[np.uint8]]


def load_pool(data: Path, own_faces: Path, extra: list[Path], cache: Path) -> Pool:
    """Load the pool, from `cache` if that exists (delete the file after changing the sources).

    Args:
        data: the training folder (`photos/`, `crops/`, `art/`).
        own_faces: `datasets/faces` of the checkout.
        extra: folders with CJK fonts and free wallpapers (`datasets/sources.toml`).
        cache: a pickle that this function wrote itself; never load any other pickle.
    """
    if cache.exists():
        with cache.open("rb") as stored:
            pool = pickle.load(stored)
        assert isinstance(pool, Pool)
        return pool
    cv2.setNumThreads(1)  # a worker process forked from one with OpenCV's threads waits for ever
    faces = all_faces(data, own_faces)
    fonts, things = usable_fonts(extra), cut_outs(extra)
    if fonts:
        rng = np.random.default_rng(20261121)
        endless = styles(fonts, rng)
        for number in range(DRAWN_SETS):
            faces += draw_set(next(endless), f"drawn-{number}", things, rng)
    own = own_faces.parent
    photos = load_training_photos(data / "photos", own / "more_boxes.csv", own / "mended_boxes.csv")
    photos += load_tray_photos(data / "photos_tray")
    photos += load_set_photos(data / "photos_sets")
    faces += faces_of_photos(photos)
    pool = Pool(faces, photos, photographs(extra), things)
    cache.parent.mkdir(parents=True, exist_ok=True)
    with cache.open("wb") as stored:
        pickle.dump(pool, stored, pickle.HIGHEST_PROTOCOL)
    return pool


def faces_of_photos(photos: Sequence[TrainingPhoto]) -> list[Face]:
    """Cut the faces of whole sets out of the photos, and the blank tiles of the tray.

    A blank tile looks alike in all directions; the tray's other tiles have no labelled direction.
    """
    found: list[Face] = []
    counts: Counter[tuple[str, str]] = Counter()
    for photo in photos:
        for quad, kind in zip(photo.quads, photo.kinds, strict=True):
            is_blank = photo.design == "tray" and kind == "5z"
            if kind not in CLASSES or kind == BACK or not (photo.is_directed or is_blank):
                continue
            side = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min()
            if side < _CUT_SIDE or counts[photo.design, kind] == _CUT_FACES:
                continue
            counts[photo.design, kind] += 1
            found.append(opaque_face(kind, photo.design, _cut(photo.pixels, quad)))
    return found


def _cut(pixels: Pixels, quad: Floats) -> Pixels:
    """Rectify a tile to the size of a stored face."""
    wide, tall = FACE_WIDTH, FACE_HEIGHT
    target = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    move = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    border = cv2.BORDER_REPLICATE
    return cv2.warpPerspective(pixels, move, (wide, tall), borderMode=border).astype(np.uint8)
