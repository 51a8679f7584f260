"""Table tops as a player sees them: mats with lines, grooves, displays, drawers, rims, sheets.

A top is a picture of the table's plane, drawn from above and warped to the camera's view. All of
it is no tile; most of it has the outline or the colour of a tile's back.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from ...arrays import Floats, Pixels
from .solids import PinholeCamera
from .surfaces import table_cloth

_PIXELS = 900
"""Width and height of a top's picture."""
_MATS = ((15, 95, 95), (20, 110, 60), (25, 60, 110), (60, 60, 65), (120, 25, 40), (200, 195, 185))
_RIMS = ((18, 18, 20), (40, 42, 46), (235, 235, 232), (95, 60, 35), (150, 110, 70))
_LIGHTS = ((255, 60, 50), (90, 255, 110), (110, 200, 255), (255, 200, 80))
_TABLE_WORDS = ("MAHJONG", "YAKU", "AMOS", "EAST", "RIICHI", "25000", "TABLE", "DRAGON")


def draw_table_top(
    picture: Pixels, camera: PinholeCamera, centre: Floats, side: float, rng: np.random.Generator
) -> None:
    """Draw a square table top on the picture, in place.

    Args:
        picture: uint8 RGB of the camera's size.
        camera: the camera.
        centre: mm, the middle of the top on the table's plane, shape (2,).
        side: mm, its width and height with the rim.
        rng: source of chance.
    """
    drawn = table_top(side, rng)
    step = side / _PIXELS
    plane = np.array(
        [[step, 0, centre[0] - side / 2], [0, -step, centre[1] + side / 2], [0, 0, 0], [0, 0, 1]]
    )
    middle_x, middle_y = camera.width / 2, camera.height / 2
    lens = np.array([[camera.focal, 0, middle_x], [0, camera.focal, middle_y], [0, 0, 1]])
    outer = np.column_stack([camera.turn, -camera.turn @ camera.place])
    move = lens @ outer @ plane
    size = (camera.width, camera.height)
    warped = cv2.warpPerspective(drawn, move, size, flags=cv2.INTER_LINEAR)
    inside = cv2.warpPerspective(np.full((_PIXELS, _PIXELS), 255, np.uint8), move, size)
    # points behind the camera would be mirrored above the horizon
    rows, columns = np.mgrid[: camera.height, : camera.width]
    back = np.linalg.inv(move)
    in_front = back[2, 0] * columns + back[2, 1] * rows + back[2, 2] > 0
    alpha = (inside / 255.0 * in_front)[:, :, None].astype(np.float32)
    picture[:] = (picture * (1 - alpha) + warped * alpha).astype(np.uint8)


def table_top(side: float, rng: np.random.Generator) -> Pixels:
    """Draw a square table top from above, `side` mm wide, uint8 RGB."""
    scale = _PIXELS / side
    mat = np.array(_MATS[rng.integers(len(_MATS))], np.float64) + rng.normal(0, 14, 3)
    if rng.random() < 0.2:
        mat = rng.uniform(15, 245, 3)
    top = np.ascontiguousarray(table_cloth(_PIXELS, _PIXELS, mat, rng))
    makers: tuple[tuple[Callable[..., None], float], ...] = (
        (_lines, 0.5),
        (_cells, 0.25),
        (_grooves, 0.35),
        (_logo, 0.3),
        (_patches, 0.3),
        (_panel, 0.55),
        (_sheet, 0.2),
        (_empty_tray, 0.2),
    )
    for make, share in makers:
        if rng.random() < share:
            make(top, mat, scale, rng)
    if rng.random() < 0.7:
        _rim(top, scale, rng)
    return top


def _near(colour: Floats, rng: np.random.Generator) -> list[float]:
    """Return a lighter or darker shade, or at times another colour."""
    if rng.random() < 0.2:
        return [float(v) for v in rng.uniform(20, 250, 3)]
    shift = rng.uniform(15, 70) * rng.choice([-1, 1])
    return [float(v) for v in np.clip(colour + shift, 0, 255)]


def _lines(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Draw where walls and discards belong: squares around the middle, lines on each side."""
    paint, middle = _near(mat, rng), _PIXELS // 2
    wide = max(1, round(rng.uniform(1.0, 4.0) * scale))
    for _ in range(int(rng.integers(1, 4))):
        half = round(rng.uniform(60, 330) * scale)
        box = (middle - half, middle - half), (middle + half, middle + half)
        cv2.rectangle(top, *box, paint, wide, cv2.LINE_AA)
    if rng.random() < 0.5:  # one long box on each side
        far, deep = rng.uniform(140, 280) * scale, rng.uniform(25, 60) * scale
        half_long = rng.uniform(120, 230) * scale
        for quarter in range(4):
            _box(top, quarter, (-half_long, far, half_long, far + deep), paint, wide)


def _box(
    top: Pixels,
    quarter: int,
    box: tuple[float, float, float, float],
    paint: list[float],
    wide: int,
) -> None:
    """Draw a box given from the middle of the top, turned by quarters; filled if `wide` is -1."""
    first, second = (_rotate_point(quarter, *box[k : k + 2]) for k in (0, 2))
    cv2.rectangle(top, first, second, paint, wide, cv2.LINE_AA)


def _rotate_point(quarter: int, x: float, y: float) -> tuple[int, int]:
    for _ in range(quarter):
        x, y = -y, x
    return round(_PIXELS / 2 + x), round(_PIXELS / 2 + y)


def _cells(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Draw places for single tiles: a grid of cells, outlined or filled."""
    paint = _near(mat, rng)
    width = rng.uniform(18, 45) * scale
    height = width * rng.uniform(0.9, 1.5)
    gap = rng.uniform(0.0, 0.25) * width
    wide = -1 if rng.random() < 0.4 else max(1, round(rng.uniform(0.8, 2.5) * scale))
    columns, rows = int(rng.integers(3, 10)), int(rng.integers(1, 5))
    far = rng.uniform(60, 250) * scale
    for quarter in range(4 if rng.random() < 0.6 else 1):
        for row in range(rows):
            for column in range(columns):
                x = (column - columns / 2) * (width + gap)
                y = far + row * (height + gap)
                _box(top, quarter, (x, y, x + width, y + height), paint, wide)


def _grooves(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Draw the slots through which a table lifts its walls, and gaps between boards."""
    dark = [float(v) for v in mat * rng.uniform(0.1, 0.6)]
    light = [float(v) for v in np.clip(mat * rng.uniform(1.1, 1.8), 0, 255)]
    far, half_long = rng.uniform(170, 320) * scale, rng.uniform(150, 260) * scale
    deep = rng.choice([2.0, 8.0, 22.0, 30.0]) * scale
    for quarter in range(4):
        box = (-half_long, far, half_long, far + deep)
        _box(top, quarter, box, dark, -1)
        _box(top, quarter, box, light, max(1, round(scale)))


def _logo(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Print a word and a ring."""
    paint = _near(mat, rng)
    place = tuple(int(v) for v in rng.uniform(0.2, 0.7, 2) * _PIXELS)
    word = _TABLE_WORDS[rng.integers(len(_TABLE_WORDS))]
    size = rng.uniform(0.02, 0.08) * scale * 20
    cv2.putText(top, word, place, cv2.FONT_HERSHEY_DUPLEX, size, paint, 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        radius = round(rng.uniform(20, 90) * scale)
        cv2.circle(top, place, radius, paint, max(2, round(3 * scale)), cv2.LINE_AA)


def _patches(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Lay squares of cloth, mats and coasters at any angle."""
    for _ in range(int(rng.integers(1, 5))):
        size = rng.uniform(18, 120, 2) * scale
        if size.max() < 45 * scale and rng.random() < 0.5:
            size[1] = size[0]
        at = rng.uniform(0.1, 0.9, 2) * _PIXELS
        corners = cv2.boxPoints((at.tolist(), size.tolist(), float(rng.uniform(0, 90))))
        paint = _near(mat, rng)
        if min(paint) > 180:
            paint[2] *= 0.7  # a white square of a tile's size would be a white dragon
        cv2.fillConvexPoly(top, np.round(corners).astype(np.int32), paint, cv2.LINE_AA)
        if rng.random() < 0.4:
            edge = [0.7 * v for v in paint]
            outline = [np.round(corners).astype(np.int32)]
            cv2.polylines(top, outline, True, edge, max(1, round(2 * scale)), cv2.LINE_AA)


def _panel(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Draw the middle of an automatic table: a dark plate, lights, four displays, a dice dome."""
    half = rng.uniform(50, 110) * scale
    plate = rng.uniform(5, 70, 3) if rng.random() < 0.75 else rng.uniform(150, 245, 3)
    paint = [float(v) for v in plate]
    _box(top, 0, (-half, -half, half, half), paint, -1)
    _box(top, 0, (-half, -half, half, half), _near(plate, rng), max(1, round(2 * scale)))
    light = [float(v) for v in _LIGHTS[rng.integers(len(_LIGHTS))]]
    for quarter in range(4):
        wide, deep = 0.5 * half, 0.22 * half
        box = (-wide, 0.62 * half, wide, 0.62 * half + deep)
        _box(top, quarter, box, [float(v) for v in plate * 0.4], -1)
        if rng.random() < 0.6:
            _digits(top, quarter, (-0.8 * wide, 0.62 * half + 0.85 * deep), 0.75 * deep, light, rng)
        corner = (0.78 * half, 0.78 * half, 0.92 * half, 0.92 * half)
        _box(top, quarter, corner, [float(v) for v in rng.uniform(30, 250, 3)], -1)
    if rng.random() < 0.7:
        centre, radius = (_PIXELS // 2, _PIXELS // 2), round(rng.uniform(0.25, 0.5) * half)
        cv2.circle(top, centre, radius, _near(plate, rng), -1, cv2.LINE_AA)
        cv2.circle(top, centre, radius, (210, 210, 215), max(1, round(1.5 * scale)), cv2.LINE_AA)


def _digits(
    top: Pixels,
    quarter: int,
    at: tuple[float, float],
    tall: float,
    light: list[float],
    rng: np.random.Generator,
) -> None:
    """Write a glowing number, turned by quarters."""
    number = str(rng.integers(10, 60) * 1000)
    size = tall / 22
    box = np.zeros((max(4, round(1.6 * tall)), max(4, round(4.5 * tall))), np.uint8)
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(box, number, (2, round(1.2 * tall)), font, size, 255, max(1, round(size * 2)))
    box = np.rot90(box, -quarter)
    x, y = _rotate_point(quarter, at[0] + 2 * tall, at[1] - 0.5 * tall)
    rows, columns = box.shape
    part = top[max(0, y - rows // 2) :, max(0, x - columns // 2) :][:rows, :columns]
    part[box[: part.shape[0], : part.shape[1]] > 90] = light


def _sheet(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Lay a printed sheet: a table with small signs in its cells, or lines of text."""
    wide, tall = (round(v * scale) for v in rng.uniform(90, 260, 2))
    sheet = np.empty((tall, wide, 3), np.uint8)
    sheet[:] = rng.uniform(215, 252, 3) if rng.random() < 0.7 else rng.uniform(120, 250, 3)
    ink = [float(v) for v in rng.uniform(0, 110, 3)]
    if rng.random() < 0.6:
        step_x, step_y = (max(6, round(v * scale)) for v in rng.uniform(8, 40, 2))
        for x in range(0, wide, step_x):
            cv2.line(sheet, (x, 0), (x, tall), ink, 1)
        for y in range(0, tall, step_y):
            cv2.line(sheet, (0, y), (wide, y), ink, 1)
            for x in range(0, wide, step_x):
                if rng.random() < 0.5:
                    sign = str(rng.integers(100))
                    place = (x + step_x // 5, y + round(0.75 * step_y))
                    cv2.putText(sheet, sign, place, cv2.FONT_HERSHEY_PLAIN, step_y / 22, ink, 1)
    else:
        step = max(5, round(rng.uniform(5, 14) * scale))
        for y in range(step, tall, step):
            long = int(rng.uniform(0.3, 0.95) * wide)
            cv2.line(sheet, (4, y), (long, y), ink, max(1, step // 4))
    _lay(top, sheet, rng)


def _empty_tray(top: Pixels, mat: Floats, scale: float, rng: np.random.Generator) -> None:
    """Lay an empty tray or drawer with compartments, some with point sticks in them."""
    wide, tall = round(rng.uniform(80, 300) * scale), round(rng.uniform(30, 130) * scale)
    colour = rng.uniform(10, 90, 3) if rng.random() < 0.6 else rng.uniform(20, 240, 3)
    box = np.empty((tall, wide, 3), np.uint8)
    box[:] = colour
    edge = max(2, round(rng.uniform(2, 6) * scale))
    count = int(rng.integers(1, 6))
    for k in range(count):
        low, high = k * wide // count + edge, (k + 1) * wide // count - edge
        inner = np.clip(colour * rng.uniform(0.3, 0.9), 0, 255)
        if rng.random() < 0.25:
            inner = rng.uniform(10, 220, 3)
        box[edge : tall - edge, low:high] = inner
        if rng.random() < 0.4:
            _stack_sticks(box[edge : tall - edge, low:high], scale, rng)
    _lay(top, box, rng)


def _stack_sticks(box: Pixels, scale: float, rng: np.random.Generator) -> None:
    """Fill a compartment with sticks side by side, in place."""
    deep = max(3, round(rng.uniform(5, 9) * scale))
    paint = rng.uniform(225, 250, 3) if rng.random() < 0.7 else rng.uniform(30, 230, 3)
    dot = [float(v) for v in rng.uniform(0, 200, 3)]
    for y in range(0, max(1, round(box.shape[0] * rng.uniform(0.3, 1.0))) - deep, deep):
        box[y : y + deep - 1] = paint * rng.uniform(0.85, 1.0)
        if rng.random() < 0.7:
            at = (box.shape[1] // 2, y + deep // 2)
            part = np.ascontiguousarray(box)
            cv2.circle(part, at, max(1, deep // 4), dot, -1, cv2.LINE_AA)
            box[:] = part


def _lay(top: Pixels, thing: Pixels, rng: np.random.Generator) -> None:
    """Lay a rectangular picture on the top at a random place and angle, with a thin shadow."""
    rows, columns = thing.shape[:2]
    angle = rng.normal(0, 0.15) + rng.integers(4) * np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    at = rng.uniform(0.1, 0.9, 2) * _PIXELS
    linear = np.array([[c, -s], [s, c]])
    move = np.column_stack([linear, at - linear @ np.array([columns / 2, rows / 2])])
    size = (_PIXELS, _PIXELS)
    mask = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), move, size)
    shadow = np.roll(cv2.blur(mask, (9, 9)), (3, 2), (0, 1)).astype(np.float32)[:, :, None] / 255
    top[:] = (top * (1 - 0.4 * shadow)).astype(np.uint8)
    top[mask > 127] = cv2.warpAffine(thing, move, size)[mask > 127]


def _rim(top: Pixels, scale: float, rng: np.random.Generator) -> None:
    """Draw the table's edge with a bevel, drawers of sticks and displays in it."""
    deep = rng.uniform(25, 90) * scale
    colour = np.array(_RIMS[rng.integers(len(_RIMS))], np.float64) + rng.normal(0, 8, 3)
    half = _PIXELS / 2
    for quarter in range(4):
        _box(
            top,
            quarter,
            (-half, half - deep, half, half),
            [float(v) for v in np.clip(colour * rng.uniform(0.8, 1.1), 0, 255)],
            -1,
        )
    for share in (0.0, rng.uniform(0.05, 0.3)):
        at = half - deep * (1 - share)
        _box(top, 0, (-at, -at, at, at), _near(colour, rng), max(1, round(2 * scale)))
    light = [float(v) for v in _LIGHTS[rng.integers(len(_LIGHTS))]]
    drawers, displays = rng.random() < 0.6, rng.random() < 0.4
    for quarter in range(4):
        if drawers:
            count, wide = int(rng.integers(1, 4)), rng.uniform(40, 100) * scale
            left = rng.uniform(-0.6, 0.3) * half
            for k in range(count):
                x = left + k * wide * 1.08
                inner = [float(v) for v in rng.uniform(5, 235, 3) * rng.choice([0.3, 1.0])]
                box = (x, half - 0.8 * deep, x + wide, half - 0.25 * deep)
                _box(top, quarter, box, inner, -1)
                _box(top, quarter, box, _near(colour, rng), max(1, round(scale)))
        if displays:
            tall = 0.35 * deep
            x = rng.uniform(0.2, 0.6) * half
            box = (x, half - 0.8 * deep, x + 4 * tall, half - 0.3 * deep)
            _box(top, quarter, box, [8.0, 8.0, 10.0], -1)
            _digits(top, quarter, (x, half - 0.4 * deep), tall, light, rng)
