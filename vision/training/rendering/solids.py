"""Solid tiles on a table, a pinhole camera, and the renderer.

World: millimetres, x to the right, y away from the viewer, z up, the table at z = 0.
A tile's own frame: x along its width, y up its face, z out of its face; origin in its middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from ...arrays import Floats, Pixels
from .face_designs import Face

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Body:
    """Size and colours of the tiles of one set.

    Attributes:
        size: width, height and thickness in mm.
        colour: of the face half, (r, g, b).
        back: of the back half.
        back_share: how much of the thickness has the back's colour, 0 to 1.
        corner: radius of the rounded corners as a share of the width.
        back_ink: print on the back, uint8 RGBA of any shape (H, W, 4); None for none.
    """

    size: tuple[float, float, float]
    colour: Colour
    back: Colour
    back_share: float
    corner: float
    back_ink: Pixels | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """An object on the table: a tile, or a box that is none (a die, a stick, a key).

    Attributes:
        centre: mm, shape (3,).
        turn: rotation matrix from the piece's frame to the world, shape (3, 3).
        body: its material.
        face: the printed face; None for a box that is no tile.
        role: place in the layout (`vision.layout` words), "" when it has none.
        texture: upper side of a box that is no tile, uint8 RGBA (H, W, 4).
        sides: of a die, those at the upper, right, lower and left edge of its upper side; uint8
            RGBA.
        level: number of tiles below it.
    """

    centre: Floats
    turn: Floats
    body: Body
    face: Face | None
    role: str = ""
    texture: Pixels | None = field(default=None, compare=False)
    sides: tuple[Pixels, ...] = field(default=(), compare=False)
    level: int = 0


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """A pinhole camera; `project` maps world points to pixels."""

    place: Floats
    turn: Floats
    focal: float
    width: int
    height: int

    def project(self, points: Floats) -> Floats:
        """Return the pixels, shape (n, 2), of world points of shape (n, 3) in mm."""
        seen = (points - self.place) @ self.turn.T
        depth = np.maximum(seen[:, 2:], 1.0)
        middle = np.array([self.width / 2, self.height / 2])
        result: Floats = seen[:, :2] / depth * self.focal + middle
        return result


def aim_camera(
    target: Floats,
    distance: float,
    elevation: float,
    heading: float,
    roll: float,
    fov: float,
    width: int,
    height: int,
) -> PinholeCamera:
    """Return a camera that looks at `target` (mm) from `distance` mm.

    Args:
        target: world point in the middle of the picture.
        distance: mm from the target.
        elevation: radians above the table; pi / 2 looks straight down.
        heading: radians around the vertical; 0 looks along +y.
        roll: radians about the line of sight.
        fov: radians over the longer side of the picture.
        width: pixels.
        height: pixels.
    """
    back = np.array(
        [
            -np.sin(heading) * np.cos(elevation),
            -np.cos(heading) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    forward = -back
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    down = np.cross(forward, right)
    spin = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    turn = spin @ np.stack([right, down, forward])
    focal = max(width, height) / 2 / np.tan(fov / 2)
    return PinholeCamera(target + distance * back, turn, focal, width, height)


@dataclass(frozen=True, slots=True)
class VisibleTile:
    """A tile that is visible in a picture.

    Attributes:
        piece: index among the pieces given.
        kind: its face's kind, or "back".
        quad: pixels, shape (4, 2), clockwise from the tile's own top left (for a back: as seen).
        visible: share of the face (or back) that nothing covers, 0 to 1.
        level: number of tiles below it.
    """

    piece: int
    kind: str
    quad: Floats
    visible: float
    level: int = 0


_CORNERS = np.array(
    [[x, y, z] for z in (1, -1) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))], np.float64
)  # face: top left, top right, bottom right, bottom left; then the same of the back
_SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
_SIDE_NORMALS = np.array([[0, 1, 0], [1, 0, 0], [0, -1, 0], [-1, 0, 0]], np.float64)
_SHIFT = 4  # sub-pixel bits of cv2's polygons


def draw_pieces(
    picture: Pixels, pieces: Sequence[Piece], camera: PinholeCamera, light: Floats, shade: float
) -> list[VisibleTile]:
    """Draw the pieces onto `picture` (changed in place) and return the visible tiles.

    Args:
        picture: uint8 RGB, shape (camera.height, camera.width, 3), the table drawn already.
        pieces: objects on the table; none may cut into another.
        camera: the camera.
        light: unit vector towards the light, shape (3,).
        shade: strength of cast shadows, 0 to 1.

    Returns:
        One entry for each tile whose face or back is turned to the camera.
    """
    _shadows(picture, pieces, camera, light, shade)
    owner = np.zeros(picture.shape[:2], np.int16)
    order = sorted(
        range(len(pieces)), key=lambda i: -float(np.linalg.norm(pieces[i].centre - camera.place))
    )
    seen: list[tuple[int, str, Floats]] = []
    for number in order:
        quad = _draw_piece(picture, owner, number, pieces[number], camera, light)
        if quad is not None:
            seen.append((number, *quad))
    return [
        VisibleTile(number, kind, quad, _visible(owner, number, quad), pieces[number].level)
        for number, kind, quad in seen
    ]


def visible_sides(
    pieces: Sequence[Piece], camera: PinholeCamera, tiles: Sequence[VisibleTile]
) -> list[Floats]:
    """Return the quads of tiles' sides that the camera sees, shape (4, 2) each.

    They look like backs and are none. A side is left out where a face or back covers its middle.
    """
    covered = np.zeros((camera.height, camera.width), np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(covered, np.round(tile.quad).astype(np.int32), 1)
    found = []
    for piece in pieces:
        if piece.face is None:
            continue
        corners = _world_corners(piece)
        for (a, b), normal in zip(_SIDES, _SIDE_NORMALS @ piece.turn.T, strict=True):
            middle = (corners[a] + corners[b + 4]) / 2
            x, y = camera.project(middle[None])[0]
            if float(normal @ (camera.place - middle)) <= 0 or not (
                0 <= x < camera.width and 0 <= y < camera.height
            ):
                continue
            if not covered[int(y), int(x)]:
                found.append(camera.project(corners[[a, b, b + 4, a + 4]]))
    return found


def _shadows(
    picture: Pixels, pieces: Sequence[Piece], camera: PinholeCamera, light: Floats, shade: float
) -> None:
    mask = np.zeros(picture.shape[:2], np.uint8)
    for piece in pieces:
        corners = _world_corners(piece)
        flat = corners - light * (corners[:, 2:] / max(float(light[2]), 0.25))
        flat[:, 2] = 0
        hull = cv2.convexHull(camera.project(flat).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    soft = cv2.blur(mask, (9, 9))
    factor = 1.0 - shade * (soft.astype(np.float32) / 255.0)
    picture[:] = (picture * factor[:, :, None]).astype(np.uint8)


def _world_corners(piece: Piece) -> Floats:
    half = np.array(piece.body.size) / 2
    result: Floats = (_CORNERS * half) @ piece.turn.T + piece.centre
    return result


def _draw_piece(
    picture: Pixels,
    owner: npt.NDArray[np.int16],
    number: int,
    piece: Piece,
    camera: PinholeCamera,
    light: Floats,
) -> tuple[str, Floats] | None:
    corners = _world_corners(piece)
    points = camera.project(corners)
    low, high = points.min(axis=0), points.max(axis=0)
    if (high < 0).any() or low[0] > camera.width or low[1] > camera.height:
        return None
    if np.max(high - low) > 4 * max(camera.width, camera.height):
        return None
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    cv2.fillConvexPoly(owner, np.round(hull).astype(np.int32), 0)
    if piece.sides:
        _draw_die(picture, piece, camera, light)
        return None
    body = piece.body
    _fill(picture, hull, _shade(body.colour, 0.62))
    to_camera = camera.place - piece.centre
    for (a, b), normal in zip(_SIDES, _SIDE_NORMALS @ piece.turn.T, strict=True):
        if float(normal @ (camera.place - (corners[a] + corners[b + 4]) / 2)) <= 0:
            continue
        bright = 0.55 + 0.4 * max(0.0, float(normal @ light))
        split = body.back_share
        middle_a = corners[a] * split + corners[a + 4] * (1 - split)
        middle_b = corners[b] * split + corners[b + 4] * (1 - split)
        front = camera.project(np.stack([corners[a], corners[b], middle_b, middle_a]))
        rear = camera.project(np.stack([middle_a, middle_b, corners[b + 4], corners[a + 4]]))
        _fill(picture, front, _shade(body.colour, bright))
        _fill(picture, rear, _shade(body.back, bright))
    normal = piece.turn[:, 2]
    shown = float(normal @ to_camera) > body.size[2] / 2 * 1.02
    hidden_side = float(-normal @ to_camera) > body.size[2] / 2 * 1.02
    if not (shown or hidden_side):
        return None
    quad = points[:4] if shown else points[[5, 4, 7, 6]]
    bright = 0.62 + 0.4 * max(0.0, float((normal if shown else -normal) @ light))
    texture = _texture(piece, shown, float(np.linalg.norm(quad[0] - quad[3])))
    _paste(picture, texture, quad, bright)
    if piece.face is None:
        return None
    cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number + 1)
    return (piece.face.kind if shown else "back"), quad


def _draw_die(picture: Pixels, piece: Piece, camera: PinholeCamera, light: Floats) -> None:
    """Draw a cube with round edges: what eight balls at its corners span, then its sides."""
    half = piece.body.size[0] / 2
    ball = half * 2 * piece.body.corner
    balls = (_CORNERS * (half - ball)) @ piece.turn.T + piece.centre
    depth = np.maximum((balls - camera.place) @ camera.turn[2], 1.0)
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rings = np.column_stack([np.cos(angles), np.sin(angles)])
    wide = (ball * camera.focal / depth)[:, None, None]
    outline = (camera.project(balls)[:, None] + wide * rings).reshape(-1, 2)
    _fill(picture, cv2.convexHull(outline.astype(np.float32))[:, 0], _shade(piece.body.colour, 0.8))
    faces: list[tuple[Floats, Floats, Pixels | None]] = [
        (_CORNERS[:4] * half, np.array([0.0, 0.0, 1.0]), piece.texture)
    ]
    for (a, b), normal, ink in zip(_SIDES, _SIDE_NORMALS, piece.sides, strict=True):
        faces.append((_CORNERS[[a, b, b + 4, a + 4]] * half, normal, ink))
    for corners, normal, texture in faces:
        outwards = piece.turn @ normal
        middle = piece.centre + half * outwards
        if texture is None or float(outwards @ (camera.place - middle)) <= 0:
            continue
        inner = normal * half + (corners - normal * half) * (1 - 0.8 * piece.body.corner)
        quad = camera.project(inner @ piece.turn.T + piece.centre)
        tall = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
        _paste(
            picture, _near_size(texture, tall), quad, 0.62 + 0.4 * max(0.0, float(outwards @ light))
        )


def _near_size(ink: Pixels, tall: float) -> Pixels:
    """Shrink a texture to about the size in which it is seen: warping does not average."""
    side = int(np.clip(round(tall * 1.3), 8, ink.shape[0]))
    return cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _shade(colour: Colour, bright: float) -> tuple[float, float, float]:
    red, green, blue = (min(255.0, c * bright) for c in colour)
    return red, green, blue


def _fill(picture: Pixels, points: Floats, colour: tuple[float, ...]) -> None:
    fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, colour, cv2.LINE_AA, _SHIFT)


def _texture(piece: Piece, shown: bool, tall: float) -> Pixels:
    """Return the face (or back) near its final size, uint8 RGBA with rounded corners."""
    width, height, _ = piece.body.size
    rows = int(np.clip(round(tall * 1.3), 16, 240))
    columns = max(12, round(rows * width / height))
    colour = np.array(piece.body.colour if shown else piece.body.back, np.float32)
    ink = piece.body.back_ink
    if shown:
        ink = piece.texture if piece.face is None else piece.face.ink
    if ink is not None:
        way = cv2.INTER_AREA if rows < ink.shape[0] else cv2.INTER_LINEAR
        ink = cv2.resize(ink, (columns, rows), interpolation=way)
        alpha = ink[:, :, 3:].astype(np.float32) / 255
        rgb = (ink[:, :, :3] * alpha + colour * (1 - alpha)).astype(np.uint8)
    else:
        rgb = np.empty((rows, columns, 3), np.uint8)
        rgb[:] = colour
    mask = np.zeros((rows, columns), np.uint8)
    radius = max(1, round(piece.body.corner * columns))
    cv2.rectangle(mask, (radius, 0), (columns - 1 - radius, rows - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (columns - 1, rows - 1 - radius), 255, -1)
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([rgb, mask])


def _paste(picture: Pixels, texture: Pixels, quad: Floats, bright: float) -> None:
    """Warp the texture into `quad`, touching only the pixels around it."""
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(
        np.ceil(quad.max(axis=0)).astype(int) + 2, [picture.shape[1], picture.shape[0]]
    )
    if (high <= low).any():
        return
    rows, columns = texture.shape[:2]
    source = np.array(
        [[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]],
        np.float32,
    )
    move = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(texture, move, size, flags=cv2.INTER_LINEAR)
    alpha = warped[:, :, 3:].astype(np.float32) / 255
    region = picture[low[1] : high[1], low[0] : high[0]]
    colour = np.minimum(warped[:, :, :3] * bright, 255)
    region[:] = (colour * alpha + region * (1 - alpha)).astype(np.uint8)


def _visible(owner: npt.NDArray[np.int16], number: int, quad: Floats) -> float:
    """Return the share of the quad's area where the tile is on top and inside the picture."""
    area = float(cv2.contourArea(quad.astype(np.float32)))
    if area < 1:
        return 0.0
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.ceil(quad.max(axis=0)).astype(int) + 1
    patch = owner[low[1] : max(high[1], low[1]), low[0] : max(high[0], low[0])]
    return min(1.0, float(np.count_nonzero(patch == number + 1)) / area)
