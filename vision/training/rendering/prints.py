"""Printed tiles: sheets, books and screens with pictures of tiles, which have no body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ...arrays import Floats, Pixels
from .camera_effects import apply_camera_effects
from .face_designs import Face
from .solids import PinholeCamera, aim_camera
from .surfaces import surface

_SCREEN_SHARE = 0.45
"""Sheets that are screens, with lit grounds and coloured tiles."""
_SHOT_SHARE = 0.25
"""Pictures that are the screen itself, without a camera."""
_TABLE_SHARE = 0.4
"""Of sheets whose ground looks like a table, as games draw it: no ground tells a print."""
_WORDS = ("Example", "Score", "Pung", "Chow", "Kong", "Hand", "No. 7", "Fig. 3", "24", "East", "88")


@dataclass(frozen=True, slots=True)
class PrintedPicture:
    """A picture of printed tiles.

    Attributes:
        pixels: uint8 RGB, shape (size, size, 3).
        quads: of the tiles in view, pixels, shape (n, 4, 2), clockwise from each face's upper left.
    """

    pixels: Pixels
    quads: Floats


def print_tiles(
    faces: Sequence[Face], grounds: Sequence[Pixels], size: int, rng: np.random.Generator
) -> PrintedPicture:
    """Draw a sheet or a screen with tiles, and photograph it.

    Args:
        faces: of many designs; one is printed.
        grounds: pictures without tiles, for what is around.
        size: pixels of the square picture.
        rng: source of chance.
    """
    design = faces[int(rng.integers(len(faces)))].design
    sheet, quads = _draw_sheet([face for face in faces if face.design == design], grounds, rng)
    tall, wide = sheet.shape[:2]
    if rng.random() < _SHOT_SHARE:
        scale = size / max(tall, wide)
        picture = np.full((size, size, 3), int(rng.integers(256)), np.uint8)
        small = cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture[: small.shape[0], : small.shape[1]] = small
        return PrintedPicture(apply_camera_effects(picture, rng, 0.2), quads * scale)
    camera = _camera(wide, tall, size, rng)
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float64)
    move = cv2.getPerspectiveTransform(
        corners.astype(np.float32), _seen(corners, wide, tall, camera).astype(np.float32)
    )
    ground = surface(size, size, grounds, rng)
    shadow = cv2.warpPerspective(np.full((tall, wide), 255, np.uint8), move, (size, size))
    away = [[1, 0, rng.normal(0, 6)], [0, 1, abs(rng.normal(0, 6))]]
    soft = cv2.blur(cv2.warpAffine(shadow, np.array(away), (size, size)), (15, 15)) / 255.0
    ground = (ground * (1 - rng.uniform(0, 0.5) * soft[:, :, None])).astype(np.uint8)
    reach = float(np.linalg.norm(np.ptp(_seen(corners, wide, tall, camera), axis=0)))
    factor = min(1.0, 1.5 * reach / float(np.hypot(wide, tall)))
    small = cv2.resize(sheet, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    exact = np.diag([wide / small.shape[1], tall / small.shape[0], 1.0])
    cv2.warpPerspective(
        small, move @ exact, (size, size), dst=ground, borderMode=cv2.BORDER_TRANSPARENT
    )
    seen = _seen(quads.reshape(-1, 2), wide, tall, camera).reshape(-1, 4, 2)
    in_view = ((seen > 0) & (seen < size)).all(axis=(1, 2))
    return PrintedPicture(apply_camera_effects(ground, rng, 0.8), seen[in_view])


def _draw_sheet(
    faces: Sequence[Face], grounds: Sequence[Pixels], rng: np.random.Generator
) -> tuple[Pixels, Floats]:
    """Draw rows of these, with lines of words; return the sheet and the tiles' corners on it."""
    is_screen = rng.random() < _SCREEN_SHARE
    paper = rng.uniform(225, 255) + rng.normal(0, 7, 3)
    if is_screen or rng.random() < 0.15:
        paper = rng.uniform(10, 200, 3)
    body = np.array([rng.uniform(215, 255)] * 3) + rng.normal(0, 8, 3) if is_screen else paper
    wide = int(rng.integers(48, 90))
    tall = round(wide * rng.uniform(1.25, 1.45))
    pitch = wide + int(rng.choice((0, 1, 2, int(rng.integers(2, 18)))))
    outline = rng.uniform(0, 150, 3)
    has_outline = rng.random() < (0.3 if is_screen else 0.75)
    columns, rows = int(rng.integers(4, 19)), int(rng.choice([1, 1, 2, 3, 5]))
    margin = int(rng.integers(8, 120))
    line = tall + int(rng.integers(4, 90))
    size = 2 * margin + rows * line, 2 * margin + columns * pitch + wide
    sheet = np.empty((*size, 3), np.uint8)
    sheet[:] = np.clip(paper, 0, 255)
    if rng.random() < _TABLE_SHARE:
        sheet = surface(*size, grounds, rng)
    quads = []
    ink = tuple(float(v) for v in (255 - paper if is_screen else rng.uniform(0, 90, 3)))
    for row in range(rows):
        y, x = margin + row * line, margin
        if line - tall > 24 and rng.random() < 0.7:
            words = " ".join(rng.choice(_WORDS, int(rng.integers(1, 6))))
            at = (margin, y + tall + 18)
            cv2.putText(sheet, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 1, cv2.LINE_AA)
        for _ in range(int(rng.integers(max(1, columns - 4), columns + 1))):
            face = faces[int(rng.integers(len(faces)))]
            x += int(rng.random() < 0.08) * wide // 2
            if x + wide > sheet.shape[1]:
                break
            sheet[y : y + tall, x : x + wide] = _print_face(face, body, wide, tall)
            if has_outline:
                cv2.rectangle(sheet, (x, y), (x + wide - 1, y + tall - 1), tuple(outline), 1)
            quads.append([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]])
            x += pitch
    if is_screen and rng.random() < 0.6:
        frame = tuple(float(v) for v in rng.uniform(5, 60, 3))
        cv2.rectangle(sheet, (0, 0), sheet.shape[1::-1], frame, int(rng.integers(2, 12)))
    return sheet, np.array(quads, np.float64)


def _print_face(face: Face, body: Floats, wide: int, tall: int) -> Pixels:
    alpha = face.ink[:, :, 3:].astype(np.float32) / 255
    drawn = np.clip(face.ink[:, :, :3] * alpha + body * (1 - alpha), 0, 255).astype(np.uint8)
    return cv2.resize(drawn, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _camera(wide: int, tall: int, size: int, rng: np.random.Generator) -> PinholeCamera:
    """Return a camera before a sheet that lies, or before a screen that stands: it is the same."""
    fov = np.deg2rad(rng.uniform(28, 70))
    fill = float(np.exp(rng.uniform(np.log(0.5), np.log(1.8))))
    distance = max(wide, tall) / fill / (2 * np.tan(fov / 2))
    target = np.append(rng.normal(0, 0.12, 2) * max(wide, tall), 0.0)
    elevation = np.deg2rad(rng.uniform(28, 90))
    heading, roll = rng.normal(0, 0.3), rng.normal(0, 0.1)
    return aim_camera(target, distance, elevation, heading, roll, fov, size, size)


def _seen(places: Floats, wide: int, tall: int, camera: PinholeCamera) -> Floats:
    """Return the pixels of places on the sheet, which lies with its middle at the origin."""
    flat = np.column_stack(
        [places[:, 0] - wide / 2, tall / 2 - places[:, 1], np.zeros(len(places))]
    )
    return camera.project(flat)
