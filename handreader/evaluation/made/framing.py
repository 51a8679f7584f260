"""Cameras whose frame a hand fills, as people aim them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats
from vision.training.rendering.solids import Piece, PinholeCamera, aim_camera

from .families import View

_LONG, _SHORT = 1800, (1350, 1350, 1012)  # pixels of a picture


def aim_at(
    framed: Sequence[Piece], view: View, rng: np.random.Generator, hides: bool
) -> PinholeCamera:
    """Return a camera whose frame the pieces fill as the view asks for."""
    elevation = np.deg2rad(rng.uniform(*view.elevation))
    heading = np.deg2rad(
        rng.normal(*view.heading) + (180 if rng.random() < 0.5 and view.heading[0] == 90 else 0)
    )
    roll, fov = float(np.deg2rad(rng.normal(0, 2.5))), float(np.deg2rad(rng.uniform(38, 68)))
    points = np.vstack([_corners(piece) for piece in framed])
    is_side = abs(np.sin(heading)) > 0.7
    short = int(rng.choice(_SHORT))
    size = (short, _LONG) if is_side and rng.random() < 0.6 else (_LONG, short)
    fill = float(rng.uniform(*view.fill))
    target, distance = points.mean(axis=0), 600.0
    frame = np.array(size, np.float64)
    for _ in range(25):
        camera = aim_camera(target, distance, elevation, heading, roll, fov, *size)
        seen = camera.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        offset = ((low + high) / 2 - frame / 2) * distance / camera.focal
        right, down = camera.turn[0], camera.turn[1]
        ahead = np.array([*-down[:2], 0.0]) / max(float(np.linalg.norm(down[:2])), 1e-6)
        sine = max(float(np.sin(elevation)), 0.2)
        target = target + 0.8 * (right * offset[0] - ahead * offset[1] / sine)
        target[2] = 0.0
        distance *= float(np.clip(((high - low) / frame).max() / fill, 0.7, 1.4)) ** 0.8
    slack = np.maximum(frame - (high - low), 0) / 2 * distance / camera.focal
    shift = rng.uniform(-0.6, 0.6, 2) * slack
    if hides:
        shift[0] = rng.choice([-1, 1]) * (fill - 1) * frame[0] / 2 * distance / camera.focal
    target = target + right * shift[0] + ahead * shift[1]
    return aim_camera(target, distance, elevation, heading, roll, fov, *size)


def owner_edge(camera: PinholeCamera) -> str:
    """Return the edge of the picture at which the hand's owner sits."""
    ends = camera.project(np.array([[-50.0, 0, 0], [50.0, 0, 0]]))
    dx, dy = ends[1] - ends[0]
    if abs(dx) >= abs(dy):
        return "bottom" if dx > 0 else "top"
    return "left" if dy > 0 else "right"


def _corners(piece: Piece) -> Floats:
    half = np.array(piece.body.size) / 2
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    corners: Floats = (signs * half) @ piece.turn.T + piece.centre
    return corners
