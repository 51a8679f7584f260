"""Drawn tables before a camera that can be pushed: tiles that differ, a rim, things in the room."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.arrays import Floats, Pixels

SIZE = (640, 360)
TILE = (16, 22)


def draw_table(tiles: int, seed: int = 1, room: bool = True) -> Pixels:
    """A table with tiles in rows, in a room; `seed` chooses the faces of the tiles."""
    picture = np.full((SIZE[1], SIZE[0], 3), (24, 92, 62), np.uint8)
    if room:
        things = np.random.default_rng(99)
        cv2.rectangle(picture, (120, -9), (520, 370), (90, 60, 40), 5)
        for number in range(40):
            x, y = things.integers((0, 0), (90, SIZE[1] - 20))
            x += 530 * (number % 2)
            pattern = things.integers(30, 220, (4, 4, 3)).astype(np.uint8)
            thing = cv2.resize(pattern, (20, 20), interpolation=cv2.INTER_NEAREST)
            picture[y : y + 20, x : x + 20] = thing
    faces = np.random.default_rng(seed)
    for number in range(tiles):
        x, y = 170 + number % 12 * 26, 80 + number // 12 * 34
        face = faces.integers(0, 2, (6, 4)).astype(np.uint8) * 160 + 60
        tile = cv2.resize(face, TILE, interpolation=cv2.INTER_NEAREST)
        picture[y : y + TILE[1], x : x + TILE[0]] = tile[:, :, None]
    return picture


def with_noise(picture: Pixels, seed: int) -> Pixels:
    """The picture with a sensor's noise, of which there are five."""
    return cv2.add(picture, _noise(seed % 5), dtype=cv2.CV_8U).astype(np.uint8)


@cache
def _noise(seed: int) -> Pixels:
    return np.random.default_rng(seed).normal(0, 2, (SIZE[1], SIZE[0], 3)).astype(np.int8)


def push(shift: tuple[float, float] = (0.0, 0.0), degrees: float = 0.0) -> Floats:
    """The transform of a push of the camera: from the first picture to the pushed one."""
    move = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    sideways = np.array([[0, 0, shift[0]], [0, 0, shift[1]]])
    return np.vstack([move + sideways, [0, 0, 1]])


def push_picture(picture: Pixels, transform: Floats) -> Pixels:
    """The picture of a pushed camera."""
    size = picture.shape[1], picture.shape[0]
    out = cv2.warpPerspective(picture, transform, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)
