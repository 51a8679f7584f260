"""The contact sheet shows what training is given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.tiles import CLASSES
from vision.arrays import Pixels
from vision.recognition.classifier import CROP, NOTHING
from vision.training.data.crops import Crop
from vision.training.data.photos import TrainingPhoto
from vision.training.data.pool import Pool
from vision.training.rendering.face_designs import project_faces, red_five
from vision.training.sheet import SheetOptions, add_caption, draw_outlines, sheet

FACES = Path(__file__).parents[3] / "datasets" / "faces"
GREEN, BLUE = np.array([0, 220, 140]), np.array([80, 150, 255])


def test_faces_and_backs_are_outlined_in_their_colours() -> None:
    quads = np.array(
        [[[10, 10], [50, 10], [50, 60], [10, 60]], [[70, 10], [110, 10], [110, 60], [70, 60]]],
        np.float64,
    )
    black = np.zeros((128, 128, 3), np.uint8)
    drawn = draw_outlines(black, quads, [False, True], 256)
    assert drawn.shape == (256, 256, 3)
    # twice as large: the face's upper edge runs at y = 20, the back begins at x = 140
    assert _like(drawn[20, 30:90], GREEN).all()
    assert _like(drawn[20, 150:210], BLUE).all()
    dots = _like(drawn, GREEN)
    assert dots[18:23, 18:23].sum() > dots[118:123, 98:103].sum(), "no dot at the top left"
    assert not black.any(), "the picture itself was drawn on"


def test_crops_carry_their_label() -> None:
    white = np.full((CROP, CROP, 3), 255, np.uint8)
    named = add_caption(Crop(white, CLASSES.index("7m"), (2,)))
    nothing = add_caption(Crop(white, NOTHING, (0,)))
    assert (named[:CROP] == 255).all()
    assert (named[CROP:] != nothing[CROP:]).any()


@pytest.mark.slow
def test_sheet_of_our_own_faces() -> None:
    pytest.importorskip("resvg_py", reason="drawing faces needs handreader[train]")
    faces = list(project_faces(FACES))
    have = {face.kind for face in faces}
    faces += [f for face in faces if (f := red_five(face)).kind in CLASSES and f.kind not in have]
    ground = np.full((700, 700, 3), 90, np.uint8)
    quad = np.array([[[300, 300], [360, 300], [360, 380], [300, 380]]], np.float64)
    photo = TrainingPhoto("a.jpg", ground, quad, ("1m",))
    thing = np.full((60, 40, 4), 255, np.uint8)
    options = SheetOptions(scenes=3, photos=2, crops=30, side=96)
    pool = Pool(faces, [photo], [ground], [thing])
    first = sheet(pool, 3, options)
    assert first.dtype == np.uint8 and first.shape[2] == 3
    assert (sheet(pool, 3, options) == first).all(), "the same seed gave another sheet"
    assert _like(first, GREEN).sum() > 50, "no face outlined"


def _like(pixels: Pixels, colour: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where pixels have that colour, lines being smoothed."""
    near: NDArray[np.bool_] = np.abs(pixels.astype(int) - colour).max(axis=-1) < 60
    return near
