"""Occlusion: a player's hand, sleeve or head in an area, detected where it crosses the edge."""

from __future__ import annotations

from collections.abc import Sequence

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


class OcclusionDetector:
    """A detector of objects that enter one area over its edge."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._since = 0.0

    def detect(self, picture: Pixels, tiles: Sequence[SeenTile], time: float) -> bool:
        """Return whether a player reaches into the picture of the area (uint8 RGB).

        Args:
            picture: the area.
            tiles: its recognised tiles.
            time: second of the camera's clock. An object that stays unmoved for long (a cup, a
                rack) counts as furniture.
        """
        found = _things(picture, tiles)
        before, self._before = self._before, found
        if not found.any():
            return False
        same = before is not None and float((found != before).mean()) < 0.02
        if not same:
            self._since = time
        return time - self._since < _STAYS


def _things(picture: Pixels, tiles: Sequence[SeenTile]) -> Floats:
    """Return the mask of what enters over the edge, neither cloth nor tile; bool, at `_WIDTH`."""
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
    if free.mean() < 0.1:
        return np.zeros(free.shape, np.bool_)
    cloth = np.median(lab[free], axis=0)
    apart = np.linalg.norm(lab[:, :, 1:] - cloth[1:], axis=2)
    other = free & ((apart > _COLOUR) | (lab[:, :, 0] - cloth[0] > _BRIGHT))
    mask = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    edge = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist())
    least = _LEAST * face if face else 0.02 * mask.size
    some = [i for i in range(1, count) if i in edge and stats[i, cv2.CC_STAT_AREA] >= least]
    return np.isin(labels, some)
