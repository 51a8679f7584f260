"""Table geometry: the four players' places in a camera's picture, from the walls' corners."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scoring.errors import CodedError

from ..arrays import Floats
from ..geometry import as_quad
from ..seen_tile import Quad, SeenTile
from .regions import Area

# Boxes in the owner's frame; 1 is from the table's middle to the outer edge of the walls, and the
# owner's edge is at -1. All follow from the tiles: a wall is 17 or 18 tiles long, a pond 6 wide.
_POND = (-0.41, -0.335, 0.41, -0.79)
_HAND = (-1.10, -1.0, 1.10, -1.41)
_WALL = (-0.95, -0.83, 0.95, -1.02)
_REACH = 0.09
"""Surroundings that are read with an area: half a tile's length, 17 mm of 250, and its slant."""
_INSIDE = 0.6
"""Share of the way from the middle to the walls within which there is no tile of a wall."""
_BACKS = 24
"""Backs that are needed to find the walls."""
_LAYER = 0.08
"""Thickness of a tile, 20 mm of 250. Walls have two layers; tiles that are face up are on one."""
_FOCUS = 0.9
"""Focal length of a webcam or phone in widths of its picture: 58 degrees across. With 50 or 70 the
places move by a fifth of what they are lowered."""


_TEXTS = {
    "few_backs": {
        "en": "{seen} tiles face down; expected at least {needed}: take the photo with all four "
        "walls built, or give the walls' corners (--corners)",
        "it": "{seen} tessere coperte, ne servono almeno {needed}: fotografa i quattro muri in "
        "piedi, o indica gli angoli dei muri (--corners)",
    },
    "no_walls": {
        "en": "the tiles that are face down do not form four walls: take the photo with all four "
        "walls built and no other tile face down, or give the walls' corners (--corners)",
        "it": "le tessere coperte non formano quattro muri: fotografa i quattro muri in piedi "
        "senza altre tessere coperte, o indica gli angoli dei muri (--corners)",
    },
    "corner_count": {
        "en": "{seen} corners; expected four",
        "it": "{seen} angoli, ne servono quattro",
    },
    "no_table": {
        "en": "these corners do not form a table: give the four outer corners of the walls",
        "it": "questi angoli non fanno un tavolo: indica i quattro angoli esterni dei muri",
    },
}


class SeatsError(CodedError):
    """A picture in which the walls cannot be found, or invalid corners."""

    texts = _TEXTS


def find_wall_corners(tiles: Sequence[SeenTile]) -> Quad:
    """Find the outer corners of the four walls: far left, far right, near right, near left.

    Args:
        tiles: of a picture with the four walls up.

    Raises:
        SeatsError: too few backs.
    """
    backs = [tile.quad for tile in tiles if not tile.face_up]
    if len(backs) < _BACKS:
        raise SeatsError("few_backs", seen=len(backs), needed=_BACKS)
    points = np.asarray(backs, np.float32).reshape(-1, 1, 2)
    hull = cv2.convexHull(points)
    found = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
    return order_corners(found)


def lower_corners(corners: Quad, size: tuple[int, int]) -> Quad:
    """Lower the corners of the walls' tops by one layer, to the level of faces on the table.

    The places are computed at that level. In a slanting view a higher point appears farther
    away: by half a tile at 60 degrees.

    Args:
        corners: in the order of `find_wall_corners`.
        size: width and height of the picture.
    """
    width, height = size
    lens = np.array([[_FOCUS * width, 0, width / 2], [0, _FOCUS * width, height / 2], [0, 0, 1]])
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float32)
    move = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32))
    right, away, middle = (np.linalg.inv(lens) @ move).T
    scale = 2 / (np.linalg.norm(right) + np.linalg.norm(away))
    down = -np.cross(right, away) * scale**2  # of length 1, as the picture's sides are now
    spots = square @ np.stack([right, away]) * scale + middle * scale + _LAYER * down
    seen = spots @ lens.T
    return as_quad(seen[:, :2] / seen[:, 2:])


def find_complete_walls(tiles: Sequence[SeenTile]) -> Quad | None:
    """Find the outer corners of four complete walls; None unless all four are up.

    Backs in the middle, too, are a heap that is being shuffled.
    """
    backs = [np.mean(tile.quad, axis=0) for tile in tiles if not tile.face_up]
    if len(backs) < _BACKS:
        return None
    try:
        corners = find_wall_corners(tiles)
    except SeatsError:
        return None
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float32)
    move = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), square)
    spots = cv2.perspectiveTransform(np.asarray(backs, np.float32)[None], move)[0]
    outside = np.abs(spots).max(axis=1) > _INSIDE
    on_each = [bool((spots @ side > _INSIDE).any()) for side in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return corners if bool(outside.all()) and all(on_each) else None


def order_corners(points: Floats) -> Quad:
    """Order four corners: far left, far right, near right, near left.

    Raises:
        SeatsError: they are no corners of a table.
    """
    points = np.asarray(points, np.float64).reshape(-1, 2)
    if len(points) != 4:
        raise SeatsError("corner_count", seen=len(points))
    middle = points.mean(axis=0)
    angles = np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0])
    ordered = points[np.argsort(angles)]  # clockwise as seen, since y points down
    start = int(np.argmin(ordered.sum(axis=1)))
    ordered = np.roll(ordered, -start, axis=0)
    convex = cv2.isContourConvex(ordered.astype(np.float32))
    if not convex or cv2.contourArea(ordered.astype(np.float32)) < 100 * 100:
        raise SeatsError("no_table")
    return as_quad(ordered)


def seat_areas(corners: Quad, walls: bool) -> tuple[Area, ...]:
    """Return the areas `pond 0`-`pond 3` and `hand 0`-`hand 3`, and with `walls` `wall 0`-`wall 3`.

    Place 0 is at the picture's bottom edge, the others follow in order of play: 1 at its right.

    Args:
        corners: of the walls, in the order of `find_wall_corners`.
        walls: whether the dead wall shows indicators.
    """
    target = np.asarray(corners, np.float32)
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float32)
    move = cv2.getPerspectiveTransform(square, target)
    kinds = {"pond": _POND, "hand": _HAND, **({"wall": _WALL} if walls else {})}
    found = []
    for kind, (left, top, right, bottom) in kinds.items():
        for place in range(4):
            box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
            turned = _rotate_quarters(box, place)
            pixels = cv2.perspectiveTransform(turned[None].astype(np.float32), move)[0]
            tall = top - bottom
            quad = as_quad(pixels.astype(np.float64))
            found.append(Area(f"{kind} {place}", quad, (right - left) / tall, _REACH / tall))
    return tuple(found)


def _rotate_quarters(points: Floats, times: int) -> Floats:
    """Rotate points counter-clockwise by quarter turns; y points away from place 0."""
    for _ in range(times):
        points = np.column_stack([-points[:, 1], points[:, 0]])
    return points
