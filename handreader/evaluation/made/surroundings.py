"""What is around the tiles of a picture: the table, printed things, objects, people's arms."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.training.rendering.distractors import paste_distractor, random_distractor
from vision.training.rendering.solids import Body, Piece, PinholeCamera
from vision.training.rendering.surfaces import table_cloth

MIDDLE = 240.0  # mm from the hand to the middle of the table
SCALE = 1.25  # pixels a mm of a table's texture
_BASE = ((22, 90, 58), (30, 70, 110), (40, 42, 48), (110, 34, 44), (150, 146, 138), (205, 200, 190))
_WOODS = ((150, 105, 65), (190, 150, 105), (110, 70, 45), (215, 190, 150), (80, 55, 40))
_SKINS = ((235, 190, 165), (214, 160, 130), (160, 110, 82), (100, 70, 54))


class Ground:
    """The top of a table, seen from above.

    Args:
        reach: half of the table's side, mm.
        rng: source of chance.
        style: "cloth", "wood", "squares", "mat", "white" or "" for any.
    """

    def __init__(self, reach: float, rng: np.random.Generator, style: str = "") -> None:
        self.reach, self._rng = reach, rng
        side = int(2 * reach * SCALE)
        style = style or str(
            rng.choice(["cloth", "wood", "squares", "mat", "white"], p=[0.42, 0.22, 0.1, 0.16, 0.1])
        )
        if style == "wood":
            self.pixels = _wood(side, rng)
        elif style == "white":
            self.pixels = table_cloth(side, side, rng.uniform(195, 235) + rng.normal(0, 5, 3), rng)
        else:
            base = np.array(_BASE[int(rng.integers(len(_BASE)))]) + rng.normal(0, 10, 3)
            self.pixels = table_cloth(side, side, base, rng)
        if style == "squares":
            _draw_squares(self.pixels, rng)
        if style == "mat":
            _draw_mat(self.pixels, rng)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the table, mm."""
        return round((x + self.reach) * SCALE), round((self.reach + MIDDLE - y) * SCALE)

    def paste(self, thing: Pixels, x: float, y: float, size: float, turn: float) -> None:
        """Paste a flat thing of a size in mm, turned by an angle."""
        at = np.array(self.pixel(x, y), np.float64)
        paste_distractor(self.pixels, thing, at, size * SCALE, turn, 1.0)

    def scatter(self, number: int, inner: float, outer: float, is_free: object) -> None:
        """Paste random flat things between two distances from the middle, mm.

        Args:
            number: how many are tried.
            inner, outer: distances.
            is_free: function of x, y and radius in mm that is false where a tile is.
        """
        rng = self._rng
        assert callable(is_free)
        for _ in range(number):
            angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(inner, outer)
            x, y = away * np.cos(angle), away * np.sin(angle) * 0.7
            size = float(rng.uniform(30, 110))
            if is_free(x, y, 0.75 * size):
                thing = random_distractor((), rng)
                self.paste(thing, x, y, size, float(rng.uniform(0, 2 * np.pi)))

    def project(self, camera: PinholeCamera) -> Pixels:
        """Return the table as a camera sees it, with a blurred room around it."""
        width, height = camera.width, camera.height
        columns, rows = np.meshgrid(np.arange(0, width, 4), np.arange(0, height, 4))
        rays = np.stack(
            [
                (columns - width / 2) / camera.focal,
                (rows - height / 2) / camera.focal,
                np.ones_like(columns, dtype=np.float64),
            ],
            axis=-1,
        )
        rays = rays @ camera.turn  # to world
        down = np.minimum(rays[..., 2], -1e-4)
        reach = -camera.place[2] / down
        x = camera.place[0] + rays[..., 0] * reach
        y = camera.place[1] + rays[..., 1] * reach
        u = ((x + self.reach) * SCALE).astype(np.float32)
        v = ((self.reach + MIDDLE - y) * SCALE).astype(np.float32)
        above = rays[..., 2] > -2e-3
        u[above] = v[above] = -1e4
        size = (width, height)
        u, v = (cv2.resize(part, size, interpolation=cv2.INTER_LINEAR) for part in (u, v))
        seen = cv2.remap(
            self.pixels,
            u,
            v,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(0,) * 3,
        )
        side = self.pixels.shape[0]
        inside = ((u >= 0) & (v >= 0) & (u < side) & (v < side)).astype(np.float32)[:, :, None]
        room = _room(height, width, self._rng)
        result: Pixels = (seen * inside + room * (1 - inside)).astype(np.uint8)
        return result


def _room(height: int, width: int, rng: np.random.Generator) -> Pixels:
    """Return a blurred room, uint8 RGB."""
    small = rng.uniform(30, 190, (5, 6, 1)) + rng.normal(0, 14, (5, 6, 3))
    room = cv2.resize(np.clip(small, 0, 255).astype(np.float32), (width, height))
    return np.clip(room, 0, 255).astype(np.uint8)


def _wood(side: int, rng: np.random.Generator) -> Pixels:
    base = np.array(_WOODS[int(rng.integers(len(_WOODS)))]) + rng.normal(0, 10, 3)
    grain = rng.normal(0, 1, (side // 4, 12)).astype(np.float32)
    fine = rng.normal(0, 1, (side // 2, 60)).astype(np.float32)
    relief = cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC) * rng.uniform(3, 9)
    relief += cv2.resize(fine, (side, side), interpolation=cv2.INTER_LINEAR) * rng.uniform(2, 6)
    if rng.random() < 0.6:
        plank = int(rng.uniform(70, 160) * SCALE)
        relief[::plank] -= 40
        relief[1::plank] -= 40
    wood = np.clip(base.astype(np.float32) + relief[:, :, None], 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(wood)) if rng.random() < 0.5 else wood


def _draw_squares(pixels: Pixels, rng: np.random.Generator) -> None:
    """Draw the checks of a table cloth, some of them as large as a tile."""
    step = int(rng.uniform(18, 60) * SCALE)
    other = np.clip(
        pixels.mean(axis=(0, 1)) + rng.choice([-1, 1]) * rng.uniform(35, 110, 3), 0, 255
    )
    side = pixels.shape[0]
    layer = pixels.copy()
    for offset in range(0, side, 2 * step):
        layer[offset : offset + step] = layer[offset : offset + step] * 0.5 + other * 0.5
    for offset in range(0, side, 2 * step):
        part = layer[:, offset : offset + step]
        layer[:, offset : offset + step] = part * 0.5 + other * 0.5
    pixels[:] = layer


def _draw_mat(pixels: Pixels, rng: np.random.Generator) -> None:
    """Draw the printed fields of a mat: a square in the middle, places for hands and ponds."""
    bright = float(pixels.mean())
    paint = (230, 215, 150) if bright < 120 else (60, 60, 70)
    side = pixels.shape[0]
    middle, wide = side // 2, int(rng.integers(2, 5))
    inner = int(rng.uniform(60, 110) * SCALE)
    cv2.rectangle(pixels, (middle - inner,) * 2, (middle + inner,) * 2, paint, wide, cv2.LINE_AA)
    step = int(rng.uniform(26, 36) * SCALE)
    for quarter in range(4):
        for k in range(-3, 3):
            x0, y0 = middle + k * step, middle + inner + int(20 * SCALE)
            corners = np.array([[x0, y0], [x0 + step, y0], [x0 + step, y0 + int(step * 1.35)]])
            corners = np.vstack([corners, [x0, y0 + int(step * 1.35)]]) - middle
            c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
            turned = corners @ np.array([[c, -s], [s, c]]) + middle
            cv2.polylines(pixels, [turned.astype(np.int32)], True, paint, wide, cv2.LINE_AA)
    for k, text in enumerate("ESWN"):
        at = (middle + (k - 2) * 60, middle + inner // 2)
        cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_DUPLEX, 1.4, paint, wide, cv2.LINE_AA)


def score_sheet(rng: np.random.Generator) -> Pixels:
    """Draw a score sheet with cells and numbers, uint8 RGBA."""
    sheet = np.full((420, 300, 4), 255, np.uint8)
    sheet[:, :, :3] = rng.uniform(225, 252)
    rows, columns = int(rng.integers(8, 16)), int(rng.integers(4, 7))
    for row in range(rows + 1):
        y = 30 + row * 360 // rows
        cv2.line(sheet, (15, y), (285, y), (90, 90, 100, 255), 1)
    for column in range(columns + 1):
        x = 15 + column * 270 // columns
        cv2.line(sheet, (x, 30), (x, 390), (90, 90, 100, 255), 1)
    for row in range(int(rows * rng.uniform(0.3, 1))):
        for column in range(columns):
            at = (20 + column * 270 // columns, 48 + row * 360 // rows)
            text = str(int(rng.integers(-40, 200)))
            cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, (30, 40, 90, 255), 1)
    return sheet


def box(
    x: float, y: float, size: tuple[float, float, float], colour: Floats, angle: float
) -> Piece:
    """Return a box on the table that is no tile: a phone, a die, a box of cards, a point stick."""
    red, green, blue = (int(np.clip(c, 0, 255)) for c in colour)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    body = Body(size, (red, green, blue), (red, green, blue), 0.0, 0.08)
    texture = np.zeros((64, 64, 4), np.uint8)
    return Piece(np.array([x, y, size[2] / 2]), turn, body, None, texture=texture)


def die(x: float, y: float, rng: np.random.Generator) -> Piece:
    """Return a die."""
    piece = box(x, y, (13.0, 13.0, 13.0), np.array((240, 238, 230)), rng.uniform(0, 3))
    texture = np.zeros((64, 64, 4), np.uint8)
    for k in range(int(rng.integers(1, 7))):
        cv2.circle(texture, (16 + 32 * (k % 2), 12 + 20 * (k // 2)), 7, (180, 20, 30, 255), -1)
    return Piece(piece.centre, piece.turn, piece.body, None, texture=texture)


def stick(x: float, y: float, angle: float, rng: np.random.Generator) -> Piece:
    """Return a point stick with its dots."""
    piece = box(x, y, (84.0, 7.0, 4.0), np.array((244, 241, 232)), angle)
    texture = np.zeros((20, 240, 4), np.uint8)
    count = int(rng.integers(1, 9))
    for k in range(count):
        at = (120 + round((k - (count - 1) / 2) * 12), 10)
        cv2.circle(texture, at, 6 if count == 1 else 3, (190, 30, 40, 255), -1)
    return Piece(piece.centre, piece.turn, piece.body, None, texture=texture)


def draw_cup(
    picture: Pixels, camera: PinholeCamera, x: float, y: float, rng: np.random.Generator
) -> None:
    """Draw a cup on the table."""
    radius, tall = rng.uniform(32, 44), rng.uniform(70, 110)
    turn = np.linspace(0, 2 * np.pi, 40)
    ring = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn), 0 * turn], axis=1)
    colour = rng.uniform(40, 240, 3)
    bottom = camera.project(ring)
    top = camera.project(ring + np.array([0, 0, tall]))
    hull = cv2.convexHull(np.vstack([bottom, top]).astype(np.float32))
    cv2.fillConvexPoly(picture, hull.astype(np.int32), (colour * 0.7).tolist(), cv2.LINE_AA)
    cv2.fillPoly(picture, [top.astype(np.int32)], colour.tolist(), cv2.LINE_AA)
    tea = camera.project(ring + np.array([0, 0, tall - 8]))
    middle = tea.mean(axis=0)
    inner = (tea - middle) * 0.86 + middle
    liquid = rng.choice([60, 120]) * np.array([1.0, 0.7, 0.4])
    cv2.fillPoly(picture, [inner.astype(np.int32)], liquid.tolist(), cv2.LINE_AA)


def draw_arm(
    picture: Pixels,
    camera: PinholeCamera,
    start: tuple[float, float],
    tip: tuple[float, float],
    rng: np.random.Generator,
) -> Pixels:
    """Draw a forearm with a hand from a point towards a tip, mm; return the covered mask, uint8."""
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))]) + rng.normal(0, 8, 3)
    sleeve = rng.uniform(20, 220, 3)
    a, b = np.array([*start, 45.0]), np.array([*tip, 22.0])
    along = (b - a) / np.linalg.norm(b - a)
    aside = np.array([-along[1], along[0], 0.0])
    wrist, palm = b - along * 150, b - along * 85
    mask = np.zeros(picture.shape[:2], np.uint8)

    def limb(ends: tuple[Floats, Floats], radius: float, colour: Floats) -> None:
        first, second = camera.project(np.stack(ends))
        depth = float(np.linalg.norm(camera.place - ends[1]))
        wide = max(2, int(2 * radius / depth * camera.focal))
        points = tuple(tuple(int(v) for v in point) for point in (first, second))
        layer = np.zeros(picture.shape[:2], np.uint8)
        cv2.line(layer, points[0], points[1], 255, wide, cv2.LINE_AA)
        soft = cv2.GaussianBlur(layer, (0, 0), max(1.0, wide / 6)).astype(np.float32) / 255
        alpha = (cv2.blur(layer, (3, 3)).astype(np.float32) / 255)[:, :, None]
        shade = colour * (0.68 + 0.32 * soft[:, :, None])
        picture[:] = np.clip(picture * (1 - alpha) + shade * alpha, 0, 255).astype(np.uint8)
        np.maximum(mask, layer, out=mask)

    limb((a, wrist), 38, sleeve)
    limb((wrist - along * 20, wrist + along * 15), 27, skin)
    limb((wrist, palm), 38, skin)
    for k in range(4):
        spread = (k - 1.5) * 20
        root = palm + aside * spread
        end = b + aside * spread * 1.15 - along * abs(k - 1.5) * rng.uniform(6, 14)
        limb((root, end), 9, skin - 4 * k)
    limb((palm + aside * 34, b - along * 50 + aside * rng.uniform(48, 60)), 11, skin)
    return mask
