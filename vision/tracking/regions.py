"""Regions of a camera's picture, each rectified to its owner's view."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..geometry import as_quad
from ..seen_tile import Quad

SIDE = 960
"""Longer side of an area's picture at most: what the finder looks at."""
LARGEST = 1.6
"""Greatest enlargement of an area. Of 161 rendered tiles, 26 pixels wide, 1.0, 1.3, 1.6
and 2.0 read 155, 159, 160 and 160 right."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table.

    Attributes:
        name: its name in observations.
        corners: pixels of the camera's picture, clockwise from the owner's far left.
        shape: true width over height, which corrects a slanting view, too; None for that of the
            picture.
        reach: surroundings that are read with the area, in its heights: a tile on its edge is seen
            whole.
        fixed_size: width and height of `picture`; None to follow the corners.
    """

    name: str
    corners: Quad
    shape: float | None = None
    reach: float = 0.0
    fixed_size: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of `picture` in pixels."""
        if self.fixed_size is not None:
            return self.fixed_size
        a, b, c, d = np.asarray(self.corners, np.float64)
        wide = max(float(np.linalg.norm(b - a)), float(np.linalg.norm(c - d)))
        tall = max(float(np.linalg.norm(c - b)), float(np.linalg.norm(d - a)))
        if self.shape is not None:
            wide = max(wide, tall * self.shape)
            tall = wide / self.shape
        scale = min(LARGEST, SIDE / max(wide + 2 * self.reach * tall, tall, 1.0))
        return max(8, round(wide * scale)), max(8, round(tall * scale))

    @property
    def margin(self) -> int:
        """Return the pixels of surroundings that are read on every side of `picture`."""
        return round(self.reach * self.size[1])

    def picture(self, pixels: Pixels, margin: int = 0) -> Pixels:
        """Rectify the area, its owner at the bottom edge; uint8 RGB.

        Args:
            pixels: the camera's picture.
            margin: pixels of surroundings to add on every side.
        """
        width, height = self.size
        target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + margin
        move = cv2.getPerspectiveTransform(
            np.asarray(self.corners, np.float32), target.astype(np.float32)
        )
        whole = width + 2 * margin, height + 2 * margin
        return cv2.warpPerspective(
            pixels, move, whole, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.uint8, copy=False)

    def to_frame(self, points: Floats) -> Floats:
        """Map points of `picture`, shape (n, 2), to points of the camera's picture."""
        width, height = self.size
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        move = cv2.getPerspectiveTransform(source, np.asarray(self.corners, np.float32))
        found = np.asarray(points, np.float32).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(found, move)[0], np.float64)

    def shift(self, transform: Floats) -> Area:
        """Return the area after the camera was moved; `picture` keeps its size, and tiles theirs.

        Args:
            transform: of the camera's pixels, shape (3, 3).
        """
        corners = np.asarray(self.corners, np.float64)[None]
        shifted = as_quad(cv2.perspectiveTransform(corners, transform)[0])
        return replace(self, corners=shifted, fixed_size=self.size)

    def visible_share(self, picture: tuple[int, int]) -> float:
        """Return the share of the area that is inside the camera's picture.

        Args:
            picture: its width and height.
        """
        (width, height), corners = picture, np.asarray(self.corners, np.float32)
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        common, _ = cv2.intersectConvexConvex(corners, frame)
        return float(common / max(cv2.contourArea(corners), 1.0))

    def cells(self, shape: tuple[int, int], picture: tuple[int, int]) -> Floats:
        """Return which cells of a grid over the picture the area touches; bool, shape `shape`.

        Args:
            shape: rows and columns of the grid.
            picture: width and height of the camera's picture.
        """
        fine = 4
        mask = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
        scale = np.array([mask.shape[1], mask.shape[0]]) / np.array(picture)
        points = np.round(np.asarray(self.corners) * scale).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
        return np.asarray(mask.reshape(shape[0], fine, shape[1], fine).mean(axis=(1, 3)) > 0.3)


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole picture as an area: one hand in front of the camera."""

    width: int
    height: int
    name: str = "all"

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of `picture`: the camera's own."""
        return self.width, self.height

    @property
    def margin(self) -> int:
        """Return 0: there are no surroundings."""
        return 0

    def picture(self, pixels: Pixels, margin: int = 0) -> Pixels:
        """Return the picture unchanged."""
        return pixels

    def to_frame(self, points: Floats) -> Floats:
        """Return the points unchanged."""
        return points

    def cells(self, shape: tuple[int, int], picture: tuple[int, int]) -> Floats:
        """Return every cell."""
        return np.ones(shape, np.bool_)


AnyArea = Area | Whole
