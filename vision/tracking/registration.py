"""Registration: where a camera's picture is now, measured on landmarks of table and room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from .motion import change_share

_PICTURE_WIDTH = 640  # pixels to which a picture is shrunk
_CELLS = (8, 5)  # columns and rows of a picture; tiles have the strongest features, but come and go
_EACH = 30  # features of a cell: with 12, two tiles did not have enough of them in common
_MOST = 1500  # landmarks; those that were missed for longest make room
_TOLERANCE = 3.0  # pixels within which a landmark is in its place: a quarter of a tile
_APART = 64  # bits of 256 by which two looks at one landmark differ at most
_AGREEING = 20  # landmarks that must agree on a shift
_WIDE = 0.2  # share of the picture that they must span to show perspective, too
_SCALE = 1.3  # times that a shift enlarges or shrinks the picture, at most
_OTHER = 0.5  # share of a picture that differs if it shows something else; a shuffle changes 0.2
_PATIENCE = 3  # registrations in a row without agreement before it is the table that changed
_MEASURED = (
    8  # looks of which a place is the mean; a camera that sinks slowly takes it nowhere else
)
_FORGOTTEN = 20  # registrations in a row without a landmark before it is dropped


class Shift(Enum):
    """What a registration finds.

    Attributes:
        NONE: the camera is where it was.
        KNOWN: the camera was moved, and the transform follows it.
        UNKNOWN: the picture shows something else: the camera was moved far, or it is covered.
    """

    NONE = auto()
    KNOWN = auto()
    UNKNOWN = auto()


class CameraRegistration:
    """A registration of a camera's pictures to its first one.

    Tiles come and go; the cloth, the table's edge and the room stay. Each registration adds the
    landmarks that are new and drops those that are gone for long. A shift on which most landmarks
    agree is the camera's.

    Attributes:
        transform: from the first picture to the present one, in the camera's pixels; float64,
            shape (3, 3).
    """

    def __init__(self) -> None:
        self.transform: Floats = np.eye(3)
        self._orb = cv2.ORB.create(3 * _EACH * _CELLS[0] * _CELLS[1])
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
        self._grid: Floats | None = None  # luma of the last picture that was registered
        self._doubts = 0  # registrations in a row without agreement
        # Landmarks: where they are in the first picture, their looks, registrations without them.
        self._points: Floats = np.empty((0, 2), np.float32)
        self._looks: Pixels = np.empty((0, 32), np.uint8)  # their descriptors
        self._missed: Floats = np.empty(0, np.int64)  # registrations without them, in a row
        self._seen: Floats = np.empty(0, np.int64)  # registrations with them

    def register(self, pictures: Sequence[Pixels], grid: Floats) -> Shift:
        """Register the last of these pictures, and follow the camera if it was moved.

        Args:
            pictures: of one still period, uint8 RGB; a shift is the mean of those that show it.
            grid: coarse luma of the last, see `motion`.
        """
        pixels = pictures[-1]
        zoom = np.diag([_PICTURE_WIDTH / pixels.shape[1], _PICTURE_WIDTH / pixels.shape[1], 1.0])
        size = _PICTURE_WIDTH, round(pixels.shape[0] * zoom[0, 0])
        points, looks = self._features(pixels, size)
        now = zoom @ self.transform @ np.linalg.inv(zoom)
        known, seen = self._find_in_place(_apply(now, self._points), points, looks)
        if len(known) * 2 < (self._missed == 0).sum():
            moved = self._estimate_shift(points, looks, size)
            if moved is not None and self._agreement(moved, points, looks) > 2 * len(known):
                moved = self._refine(moved, pictures, size)
                self.transform, self._doubts = np.linalg.inv(zoom) @ moved @ zoom, 0
                return Shift.KNOWN
        if len(known) < _AGREEING <= len(self._points):
            self._doubts += 1
            if self._doubts < _PATIENCE or self._shows_other(grid):
                return Shift.UNKNOWN
            self._missed += _FORGOTTEN
        self._grid, self._doubts = grid, 0
        self._learn(_apply(np.linalg.inv(now), points), looks, known, seen)
        return Shift.NONE

    @property
    def landmarks(self) -> int:
        """Return the number of landmarks."""
        return len(self._points)

    def _shows_other(self, grid: Floats) -> bool:
        return self._grid is not None and change_share(grid, self._grid) > _OTHER

    def _features(self, pixels: Pixels, size: tuple[int, int]) -> tuple[Floats, Pixels]:
        """Return the features of a picture, spread over it: positions and descriptors.

        Args:
            pixels: uint8 RGB.
            size: width and height to which it is shrunk.
        """
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_RGB2GRAY)
        keys = sorted(self._orb.detect(grey, None), key=lambda key: -key.response)
        cells = Counter[tuple[int, int]]()
        best = []
        for key in keys:
            across, down = key.pt[0] / grey.shape[1], key.pt[1] / grey.shape[0]
            cell = int(across * _CELLS[0]), int(down * _CELLS[1])
            cells[cell] += 1
            if cells[cell] <= _EACH:
                best.append(key)
        described, looks = self._orb.compute(grey, best)
        points = np.array([key.pt for key in described], np.float32).reshape(-1, 2)
        return points, np.empty((0, 32), np.uint8) if looks is None else looks

    def _find_in_place(
        self, places: Floats, points: Floats, looks: Pixels
    ) -> tuple[Floats, Floats]:
        """Return the numbers of the landmarks that are in their places, and of their features.

        Args:
            places: of the landmarks, in the picture.
            points, looks: of the picture's features.
        """
        across, down = (np.abs(places[:, None, i] - points[None, :, i]) for i in (0, 1))
        known, seen = np.nonzero((across <= _TOLERANCE) & (down <= _TOLERANCE))
        differing: Pixels = self._looks[known] ^ looks[seen]
        apart = np.unpackbits(differing, axis=1).sum(axis=1)
        known, seen = known[apart <= _APART], seen[apart <= _APART]
        known, first = np.unique(known, return_index=True)
        return known, seen[first]

    def _agreement(self, shift: Floats, points: Floats, looks: Pixels) -> int:
        """Return how many landmarks are in their places after a shift."""
        return len(self._find_in_place(_apply(shift, self._points), points, looks)[0])

    def _refine(self, shift: Floats, pictures: Sequence[Pixels], size: tuple[int, int]) -> Floats:
        """Return the mean shift of the pictures that show it: a camera trembles."""
        fits, counts = [shift], [0]
        for pixels in pictures:
            points, looks = self._features(pixels, size)
            known, seen = self._find_in_place(_apply(shift, self._points), points, looks)
            fit = _estimate_shift(self._points[known], points[seen], size)
            if fit is not None:
                fits.append(fit / fit[2, 2])
                counts.append(len(known))
        shown = [fit for fit, count in zip(fits, counts, strict=True) if 2 * count >= max(counts)]
        return np.asarray(np.mean(shown, axis=0))

    def _estimate_shift(
        self, points: Floats, looks: Pixels, size: tuple[int, int]
    ) -> Floats | None:
        """Estimate the shift of the camera by the landmarks wherever they are; see below."""
        if not len(looks) or not len(self._looks):
            return None
        found = self._matcher.match(self._looks, looks)
        pairs = [(one.queryIdx, one.trainIdx) for one in found if one.distance <= _APART]
        known, seen = np.array(pairs, int).reshape(-1, 2).T
        return _estimate_shift(self._points[known], points[seen], size)

    def _learn(self, points: Floats, looks: Pixels, known: Floats, seen: Floats) -> None:
        """Update the landmarks by a picture of the same place.

        Args:
            points, looks: of the picture's features, in the first picture.
            known, seen: numbers of the landmarks that are in their places, and of their features.
        """
        self._missed += 1
        self._missed[known], self._looks[known] = 0, looks[seen]
        self._seen[known] += 1
        new_share = np.where(self._seen[known] <= _MEASURED, 1 / self._seen[known], 0.0)
        self._points[known] += new_share[:, None] * (points[seen] - self._points[known])
        new = np.ones(len(points), np.bool_)
        new[seen] = False
        if len(self._points):
            across, down = (points[new, None, i] - self._points[None, :, i] for i in (0, 1))
            new[new] = (across**2 + down**2).min(axis=1) > _TOLERANCE**2
        self._points = np.concatenate([self._points, points[new]]).astype(np.float32)
        self._looks = np.concatenate([self._looks, looks[new]])
        self._missed = np.concatenate([self._missed, np.zeros(int(new.sum()), np.int64)])
        self._seen = np.concatenate([self._seen, np.ones(int(new.sum()), np.int64)])
        kept = np.argsort(self._missed, kind="stable")[:_MOST]
        kept = kept[self._missed[kept] <= _FORGOTTEN]
        self._points, self._looks = self._points[kept], self._looks[kept]
        self._missed, self._seen = self._missed[kept], self._seen[kept]


def _apply(transform: Floats, points: Floats) -> Floats:
    """Transform points, shape (n, 2)."""
    if not len(points):
        return np.empty((0, 2))
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), transform)[0])


_Estimate = tuple[Floats | None, Pixels | None]
"""A transform and which points agree, uint8, of cv2; its annotations have no None."""


def _estimate_shift(before: Floats, after: Floats, size: tuple[int, int]) -> Floats | None:
    """Estimate the shift of the camera on which most landmarks agree.

    Args:
        before, after: positions of the same landmarks, shape (n, 2).
        size: width and height of the picture.

    Returns:
        a homography; None if too few agree, or it is no shift of a camera.
    """
    if len(before) < _AGREEING:
        return None
    estimate: _Estimate = cv2.findHomography(before, after, cv2.RANSAC, _TOLERANCE)
    found, inliers = estimate
    agreeing = np.zeros(len(before), np.bool_) if inliers is None else inliers.ravel() > 0
    if found is None or agreeing.sum() < _AGREEING:
        return None
    whole = size[0] * size[1]
    span = cv2.contourArea(cv2.convexHull(after[agreeing])) / whole
    if span < _WIDE:
        found = _estimate_similarity(before[agreeing], after[agreeing])
    if found is None:
        return None
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float64)
    shown = _apply(found, corners).astype(np.float32)
    enlarged = cv2.contourArea(shown, oriented=True) / whole
    if not cv2.isContourConvex(shown) or not _SCALE**-2 < enlarged < _SCALE**2:
        return None
    return np.asarray(found, np.float64)


def _estimate_similarity(before: Floats, after: Floats) -> Floats | None:
    """Estimate the shift without perspective: few points in one part do not show any."""
    part, _ = cv2.estimateAffinePartial2D(before, after, None, cv2.RANSAC, _TOLERANCE)
    return None if part is None else np.vstack([part, [0, 0, 1]])
