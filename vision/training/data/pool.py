"""Cached pool of all training data: faces, photos, backgrounds and distractors."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..rendering.distractors import cut_outs
from ..rendering.face_designs import Face, all_faces
from ..rendering.random_faces import draw_set, styles, usable_fonts
from ..rendering.surfaces import photographs
from .photos import TrainingPhoto, load_training_photos

DRAWN_SETS = 150
"""Random sets per pool: each costs 0.3 s and 3 MB."""


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
    faces = all_faces(data, own_faces)
    fonts, things = usable_fonts(extra), cut_outs(extra)
    if fonts:
        rng = np.random.default_rng(20261121)
        endless = styles(fonts, rng)
        for number in range(DRAWN_SETS):
            faces += draw_set(next(endless), f"drawn-{number}", things, rng)
    pool = Pool(
        faces,
        load_training_photos(
            data / "photos",
            own_faces.parent / "more_boxes.csv",
            own_faces.parent / "mended_boxes.csv",
        ),
        photographs(extra),
        things,
    )
    cache.parent.mkdir(parents=True, exist_ok=True)
    with cache.open("wb") as stored:
        pickle.dump(pool, stored, pickle.HIGHEST_PROTOCOL)
    return pool
