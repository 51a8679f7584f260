"""Table surfaces and clutter: cloth, wood, photographs, keyboards, chips, hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from ...arrays import Floats, Pixels
from .solids import Body, Piece

_CLOTH = ((20, 95, 55), (15, 60, 45), (30, 120, 60), (110, 30, 40), (40, 50, 110), (70, 70, 75))
_WOODS = ((150, 105, 65), (190, 150, 105), (110, 70, 45), (215, 190, 150), (80, 55, 40))


def photographs(folders: Sequence[Path]) -> list[Pixels]:
    """Load pictures without tiles, uint8 RGB, longer side at most 1,600 px.

    One picture of each folder and name stem: desktop packages ship the same picture in many sizes.
    """
    from PIL import Image

    pictures: dict[tuple[str, ...], Pixels] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".jpg", ".png", ".webp") or "screenshot" in path.name:
                continue
            if "stamps" in path.parts:
                continue
            key = (path.parent.parent.parent.name, path.parent.name, path.stem[:4])
            with Image.open(path) as opened:
                if key in pictures or min(opened.size) < 500:
                    continue
                picture = opened.convert("RGB")
            picture.thumbnail((1600, 1600))
            pictures[key] = np.asarray(picture)
    return list(pictures.values())


def surface(height: int, width: int, photos: Sequence[Pixels], rng: np.random.Generator) -> Pixels:
    """Return a random surface that fills the picture, uint8 RGB, shape (height, width, 3)."""
    draw = rng.random()
    if draw < 0.08:  # a white or pale table
        pale = rng.uniform(195, 252) + rng.normal(0, 6, 3)
        return table_cloth(height, width, pale, rng)
    if draw < 0.4:
        return _cloth(height, width, rng)
    if draw < 0.55:
        return _wood(height, width, rng)
    if draw < 0.65:
        return _pattern(height, width, rng)
    if draw < 0.72:
        return _keyboard(height, width, rng)
    if photos:
        return _random_crop(photos[int(rng.integers(len(photos)))], height, width, rng)
    return _cloth(height, width, rng)


def change_perspective(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """Warp a table top to a random perspective that fills the whole frame."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inwards = rng.uniform(0, 0.3, (4, 2)) * [width, height]
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    seen = (corners + inwards * signs).astype(np.float32)
    move = cv2.getPerspectiveTransform(seen, corners)
    return cv2.warpPerspective(picture, move, (width, height)).astype(np.uint8)


def _random_crop(photo: Pixels, height: int, width: int, rng: np.random.Generator) -> Pixels:
    rows, columns = photo.shape[:2]
    share = rng.uniform(0.25, 1.0) * min(rows / height, columns / width)
    tall, wide = max(8, int(height * share)), max(8, int(width * share))
    y, x = rng.integers(0, rows - tall + 1), rng.integers(0, columns - wide + 1)
    part = photo[y : y + tall, x : x + wide]
    return np.ascontiguousarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA))


def _noise(height: int, width: int, cell: float, rng: np.random.Generator) -> Floats:
    """Return smooth noise around 0 with blotches of about `cell` pixels, shape (height, width)."""
    small = rng.normal(0, 1, (max(2, int(height / cell)), max(2, int(width / cell))))
    return cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)


def _tint(colour: npt.NDArray[np.float64], relief: Floats) -> Pixels:
    return np.clip(colour + relief[:, :, None], 0, 255).astype(np.uint8)


def tint(ground: Pixels, colour: tuple[int, int, int], rng: np.random.Generator) -> Pixels:
    """Return the surface in about a given colour, its pattern fainter."""
    like = np.asarray(colour, np.float64) * rng.uniform(0.6, 1.1) + rng.normal(0, 8, 3)
    pattern = (ground - ground.mean(axis=(0, 1))) * rng.uniform(0.2, 0.8)
    return np.asarray(np.clip(like + pattern, 0, 255), np.uint8)


def _cloth(height: int, width: int, rng: np.random.Generator) -> Pixels:
    base = np.array(_CLOTH[rng.integers(len(_CLOTH))], np.float64)
    if rng.random() < 0.35:
        base = rng.uniform(15, 245, 3)
    return table_cloth(height, width, base + rng.normal(0, 12, 3), rng)


def table_cloth(height: int, width: int, colour: npt.ArrayLike, rng: np.random.Generator) -> Pixels:
    """Draw cloth of one colour (r, g, b) with folds and a weave."""
    base = np.asarray(colour, np.float64)
    relief = _noise(height, width, rng.uniform(60, 300), rng) * rng.uniform(0, 10)
    relief += _noise(height, width, rng.uniform(1, 4), rng) * rng.uniform(0, 12)
    return _tint(base, relief)


def _wood(height: int, width: int, rng: np.random.Generator) -> Pixels:
    base = np.array(_WOODS[rng.integers(len(_WOODS))], np.float64) + rng.normal(0, 12, 3)
    rows = max(4, int(height / rng.uniform(1.5, 6)))
    grain = rng.normal(0, 1, (rows, max(2, width // int(rng.integers(80, 400)))))
    relief = cv2.resize(grain.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    relief = relief * rng.uniform(4, 16)
    if rng.random() < 0.5:
        plank = int(rng.integers(60, 240))
        relief[::plank, :] -= 45
    picture = _tint(base, relief)
    return (
        np.ascontiguousarray(np.rot90(picture))
        if height == width and rng.random() < 0.5
        else picture
    )


def _pattern(height: int, width: int, rng: np.random.Generator) -> Pixels:
    """Draw checks, stripes, or a mat of little boards."""
    first, second = rng.uniform(20, 245, (2, 3))
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = first
    step = int(rng.integers(12, 90))
    kind = rng.integers(3)
    gap = int(rng.integers(1, 5))
    for y in range(0, height, step):
        for x in range(0, width, max(8, int(step * 0.75))):
            if kind == 0 and (y // step + x // max(8, int(step * 0.75))) % 2:
                cv2.rectangle(picture, (x, y), (x + step, y + step), second.tolist(), -1)
            elif kind == 1:
                shade = (second + rng.normal(0, 8, 3)).clip(0, 255).tolist()
                end = (x + int(step * 0.75) - gap, y + step - gap)
                cv2.rectangle(picture, (x, y), end, shade, -1)
        if kind == 2:
            cv2.line(picture, (0, y), (width, y), second.tolist(), gap * 3)
    return picture


def _keyboard(height: int, width: int, rng: np.random.Generator) -> Pixels:
    """Draw rows of keys with letters, which readers often confuse with tiles."""
    dark = rng.random() < 0.6
    key = rng.uniform(20, 70) if dark else rng.uniform(190, 250)
    ink = (235, 235, 235) if dark else (40, 40, 40)
    picture = np.full((height, width, 3), key * (0.5 if dark else 0.85), np.uint8)
    pitch = int(rng.integers(28, 90))
    letters = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"
    for line, y in enumerate(range(0, height, pitch)):
        for x in range(-(line % 2) * pitch // 3, width, pitch):
            shade = float(key + rng.normal(0, 2))
            cv2.rectangle(
                picture,
                (x + 2, y + 2),
                (x + pitch - 3, y + pitch - 3),
                (shade,) * 3,
                -1,
                cv2.LINE_AA,
            )
            cv2.putText(
                picture,
                letters[rng.integers(len(letters))],
                (x + pitch // 5, y + pitch // 2),
                cv2.FONT_HERSHEY_SIMPLEX,
                pitch / 75,
                ink,
                1,
                cv2.LINE_AA,
            )
    return picture


def clutter(reach: float, rng: np.random.Generator) -> list[Piece]:
    """Place boxes that are no tiles within `reach` mm of the middle: cubes, sticks, books."""
    pieces: list[Piece] = []
    for _ in range(int(rng.integers(0, 7))):
        size = (
            (12.0, 12.0, 12.0),
            (80.0, 6.0, 4.0),
            (float(rng.uniform(60, 160)), float(rng.uniform(90, 220)), float(rng.uniform(6, 30))),
            (float(rng.uniform(12, 30)), float(rng.uniform(30, 75)), float(rng.uniform(3, 12))),
        )[rng.choice(4, p=(0.3, 0.25, 0.25, 0.2))]
        colour = rng.uniform(15, 250, 3)
        if size[0] < 40 and size[1] > 14 and colour.min() > 150:
            colour[2] *= 0.5  # a pale blank box of that size would be a white dragon
        red, green, blue = (int(c) for c in colour)
        body = Body(size, (red, green, blue), (red, green, blue), 0.0, 0.1)
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        x, y = rng.uniform(-reach, reach, 2)
        pieces.append(Piece(np.array([x, y, size[2] / 2]), turn, body, None))
    return pieces


def wind_markers(reach: float, winds: Sequence[Pixels], rng: np.random.Generator) -> list[Piece]:
    """Place square plates of a loud colour with a wind on them within `reach` mm of the middle.

    Args:
        reach: mm.
        winds: faces of winds without a tile, uint8 RGBA.
        rng: source of chance.
    """
    if not winds or rng.random() > 0.15:
        return []
    pieces = []
    red, green, blue = _PLATES[rng.integers(len(_PLATES))]
    for _ in range(int(rng.integers(1, 5))):
        side = float(rng.uniform(22, 45))
        size = (side * float(rng.uniform(0.9, 1.1)), side, 8.0)
        body = Body(size, (red, green, blue), (red, green, blue), 0.0, 0.1)
        ink = winds[int(rng.integers(len(winds)))].copy()
        ink[:, :, :3] = 250 if rng.random() < 0.6 else 20
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        at = np.array([*rng.uniform(-reach, reach, 2), 4.0])
        pieces.append(Piece(at, turn, body, None, texture=ink))
    return pieces


_PLATES = ((230, 90, 20), (200, 25, 35), (20, 120, 60), (35, 40, 160), (20, 20, 24), (240, 180, 20))

_STICK = (84.0, 7.0, 4.0)
"""A riichi point stick, mm; five of six are white."""


def sticks(reach: float, rng: np.random.Generator) -> list[Piece]:
    """Place point sticks with dots within `reach` mm of the middle, alone or a few in a row."""
    if rng.random() > 0.2:
        return []
    colour = (245, 243, 236)
    if rng.random() < 0.15:
        red, green, blue = (int(c) for c in rng.uniform(20, 230, 3))
        colour = (red, green, blue)
    dots = _stick_face(rng)
    body = Body(_STICK, colour, colour, 0.0, 0.2)
    angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-reach, reach, 2)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    aside = np.array([-s, c]) * _STICK[1] * rng.uniform(1.1, 2.5)
    return [
        Piece(np.array([*(at + k * aside), _STICK[2] / 2]), turn, body, None, texture=dots)
        for k in range(int(rng.integers(1, 5)))
    ]


def _stick_face(rng: np.random.Generator) -> Pixels:
    """Draw the dots of a stick, uint8 RGBA: one red, or two to eight small ones."""
    ink = np.zeros((20, 240, 4), np.uint8)
    paint = ((200, 30, 40, 255), (20, 20, 24, 255), (20, 90, 60, 255))[int(rng.integers(3))]
    count = int(rng.integers(1, 6))
    for k in range(count):
        x = 120 + round((k - (count - 1) / 2) * 16)
        cv2.circle(ink, (x, 10), 6 if count == 1 else 3, paint, -1, cv2.LINE_AA)
    return ink


def draw_chips(picture: Pixels, rng: np.random.Generator) -> None:
    """Draw round counters onto the picture."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 8))):
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        radius = int(rng.integers(8, 40))
        colour = rng.uniform(10, 250, 3).tolist()
        flat = rng.uniform(0.5, 1.0)
        cv2.ellipse(
            picture, centre, (radius, int(radius * flat)), 0, 0, 360, colour, -1, cv2.LINE_AA
        )
        ring = rng.uniform(10, 250, 3).tolist()
        inner = (int(radius * 0.7), int(radius * 0.7 * flat))
        cv2.ellipse(picture, centre, inner, 0, 0, 360, ring, 2, cv2.LINE_AA)


_SKINS = ((235, 190, 165), (200, 150, 120), (150, 100, 75), (95, 65, 50))


def draw_fingers(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """Draw fingers or a sleeve from an edge; return the mask of the covered pixels, uint8."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    colour = np.array(_SKINS[rng.integers(len(_SKINS))]) + rng.normal(0, 12, 3)
    edge = rng.uniform(0, 2 * np.pi)
    start = np.array([width, height]) / 2 + np.array([np.cos(edge), np.sin(edge)]) * width * 0.75
    size = rng.uniform(0.02, 0.05) * width
    for _ in range(int(rng.integers(1, 5))):
        aim = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
        tip = start + (aim - start) * rng.uniform(0.5, 1.0)
        ends = [tuple(int(v) for v in p) for p in (start, tip)]
        cv2.line(mask, ends[0], ends[1], 255, int(size * 2), cv2.LINE_AA)
    shade = colour[None, None, :] + _noise(height, width, 40, rng)[:, :, None] * 10
    alpha = (cv2.blur(mask, (3, 3)).astype(np.float32) / 255)[:, :, None]
    picture[:] = np.clip(picture * (1 - alpha) + shade * alpha, 0, 255).astype(np.uint8)
    return mask
