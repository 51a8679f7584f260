"""Dice on a table: rounded cubes with pips on each side, seen as solids."""

from __future__ import annotations

import cv2
import numpy as np

from ...arrays import Floats, Pixels
from .arrangements import about_z
from .distractors import die_face
from .solids import Body, Piece

_LEAST_SIDE, _MOST_SIDE = 8.0, 23.0
"""Of a die, mm: between that of a travel set and one as high as a tile is thick."""
_MOST = 4
_ORDERS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))


def throw_dice(at: Floats, reach: float, rng: np.random.Generator) -> list[Piece]:
    """Return one to four dice of a kind that lie together.

    Args:
        at: mm, where, shape (2,).
        reach: mm, how far from there.
        rng: source of chance.
    """
    side = float(rng.uniform(_LEAST_SIDE, _MOST_SIDE))
    colour = rng.uniform(215, 255) + rng.normal(0, 5, 3)
    if rng.random() < 0.3:
        colour = rng.uniform(10, 235, 3)
    red, green, blue = (int(c) for c in np.clip(colour, 0, 255))
    body = Body((side,) * 3, (red, green, blue), (red, green, blue), 0.0, rng.uniform(0.1, 0.28))
    ink = rng.uniform(0, 70, 3) if colour.mean() > 120 else rng.uniform(180, 255, 3)
    is_oriental = colour.mean() > 120 and rng.random() < 0.6  # their ones and fours are red
    faces = {n: die_face(n, colour, ink, is_oriental, rng) for n in range(1, 7)}
    found: list[Piece] = []
    for _ in range(int(rng.integers(1, _MOST + 1))):
        place = at + rng.uniform(-reach, reach, 2)
        if any(np.linalg.norm(place - other.centre[:2]) < 1.45 * side for other in found):
            continue
        x, y, z = (
            n if rng.random() < 0.5 else 7 - n for n in _ORDERS[int(rng.integers(len(_ORDERS)))]
        )
        sides = tuple(_turn_face(faces[n], rng) for n in (y, x, 7 - y, 7 - x))
        found.append(
            Piece(
                np.array([*place, side / 2]),
                about_z(rng.uniform(0, 2 * np.pi)),
                body,
                None,
                texture=_turn_face(faces[z], rng),
                sides=sides,
            )
        )
    return found


def _turn_face(face: Pixels, rng: np.random.Generator) -> Pixels:
    return cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE) if rng.random() < 0.5 else face
