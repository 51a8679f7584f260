"""Occlusion: a player's hand, sleeve or head in an area, detected where it crosses the edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..seen_tile import SeenTile

_WIDTH = 160  # pixels to which an area is shrunk: a finger of a tile's width stays 4 wide
_COLOUR = 16.0  # a and b of Lab by which an object differs from the cloth, of 255
_BRIGHT = 70.0  # L by which it does, where it has the cloth's colour
_AROUND = 0.45  # of a tile's size: margin around a face for its own sides and its shadow
_LEAST = 1.2  # faces that an object must cover to be a hand; less is the edge of a tile
_STAYS = 45.0  # seconds after which an object that does not move is furniture
_SAME = 0.02  # share of the picture that differs where an object has not moved


class OcclusionDetector:
    """A detector of objects that enter one area over its edge.

    What is there at the first look is furniture: the rim of the table, a keyboard, a rug. What
    comes later is a player's hand, until it has not moved for long.
    """

    def __init__(self) -> None:
        self._furniture: Floats | None = None
        self._before: Floats | None = None
        self._since = 0.0

    def detect(
        self, picture: Pixels, tiles: Sequence[SeenTile], time: float
    ) -> tuple[float, float] | None:
        """Return the middle of what covers the area; None if nothing does.

        Args:
            picture: the area, uint8 RGB.
            tiles: its recognised tiles.
            time: second of the camera's clock.

        Returns:
            x and y of the middle, as shares of the picture's width and height.
        """
        scene = _segment(picture, tiles)
        if self._furniture is None:
            self._furniture = scene.objects
            return None
        self._furniture &= ~scene.cloth  # it was taken away
        near = cv2.dilate(self._furniture.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        found = _without_specks(scene.objects & ~near)
        before, self._before = self._before, found
        if found.sum() < scene.least:
            return None
        if before is None or float((found != before).mean()) >= _SAME:
            self._since = time
        if time - self._since >= _STAYS:
            self._furniture |= scene.objects
            return None
        rows, columns = np.nonzero(found)
        return float(columns.mean() / found.shape[1]), float(rows.mean() / found.shape[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A picture of an area in parts; masks are bool, `_WIDTH` wide.

    Attributes:
        objects: what enters over the edge, neither cloth nor tile.
        cloth: the bare table.
        least: pixels of an object that can be a hand.
    """

    objects: Floats
    cloth: Floats
    least: float


def _segment(picture: Pixels, tiles: Sequence[SeenTile]) -> _Scene:
    height, width = picture.shape[:2]
    scale = _WIDTH / width
    size = (_WIDTH, max(8, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_RGB2LAB).astype(np.float32)
    covered = np.zeros(lab.shape[:2], np.uint8)
    face = 0.0
    for tile in tiles:
        quad = np.asarray(tile.quad) * scale
        sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        face = max(face, float(np.sort(sides)[1] * np.sort(sides)[2]))
        middle = quad.mean(axis=0)
        grown = middle + (quad - middle) * (1 + 2 * _AROUND)
        cv2.fillConvexPoly(covered, np.round(grown).astype(np.int32), 1)
    free = covered == 0
    least = _LEAST * face if face else 0.02 * free.size
    if free.mean() < 0.1:
        nothing = np.zeros(free.shape, np.bool_)
        return _Scene(nothing, nothing, least)
    cloth = np.median(lab[free], axis=0)
    apart = np.linalg.norm(lab[:, :, 1:] - cloth[1:], axis=2)
    other = (apart > _COLOUR) | (lab[:, :, 0] - cloth[0] > _BRIGHT)
    mask = _without_specks(free & other).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    edge = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist())
    some = [i for i in range(1, count) if i in edge and stats[i, cv2.CC_STAT_AREA] >= least]
    return _Scene(np.isin(labels, some), free & ~other, least)


def _without_specks(mask: Floats) -> Floats:
    """Return a mask without specks."""
    kernel = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)
