"""Tile detection: oriented boxes of faces and backs in a photo.

The detector is an Ultralytics YOLO26n-OBB that we trained, run by onnxruntime. Its file gives raw
maps (`vision.training.finder.export`), so that one file serves pictures of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from ..arrays import Floats, Pixels
from ..inference import open_session
from .weights import find_weights

CLASSES = ("face", "back")
_STRIDES = (8, 16, 32)


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One detected tile, not yet classified.

    Attributes:
        quad: pixels of the photo, shape (4, 2), clockwise, the first side a short one.
        score: probability of a tile, 0 to 1.
        back: probability of a back against a face, 0 to 1.
    """

    quad: Floats
    score: float
    back: float


class Detector(Protocol):
    """A detector of tiles."""

    def find(self, pixels: Pixels) -> list[Detection]:
        """Return the tiles of an upright RGB picture, highest score first."""
        ...


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Thresholds of the detector.

    Attributes:
        first: longer side of the picture in the first pass. The net was trained on pictures of
            this size, with tiles up to half as large: a tile photographed alone is found here.
        large: tiles with a median short side of this many pixels in the first pass are read from
            it; in a finer pass they would split into their dots.
        side: longer side in the second pass, for a hand. At 1152 one more of 1,418 tiles on the
            development photos was read, for half as much time again.
        score: least score of a box; the classifier rejects non-tiles later, so this is low.
        overlap: boxes that share more than this (probabilistic IoU) are the same tile.
        inside: so is a box of which more than this share is inside one with a higher score.
        slice_below: when the tiles found are smaller than this many pixels (short side, at the
            second pass), the picture is read again in overlapping slices.
        finer: scale of the slices against the second pass, at most native. Of
            2,039 tiles on 24 rendered tables at 12 megapixels 1,954 are named rightly at 1.67,
            1,961 at 2.0, 1,973 at 2.4, which takes 1.6 times as long as 1.67. At 3.0 one more
            of the 958 on half of them is right, for 1.4 times as long again.
        most: boxes kept at most; a table shows 144 tiles.
    """

    first: int = 512
    large: float = 48.0
    side: int = 960
    score: float = 0.25
    overlap: float = 0.4
    inside: float = 0.6
    slice_below: float = 22.0
    finer: float = 2.4
    most: int = 300


class TileDetector:
    """The detector net. Opening takes about 0.1 s; finding is thread-safe."""

    def __init__(
        self, path: Path, settings: DetectorSettings | None = None, threads: int = 2
    ) -> None:
        self.settings = settings or DetectorSettings()
        self._session = open_session(path, threads)

    @classmethod
    def load(
        cls, folder: Path | None = None, settings: DetectorSettings | None = None
    ) -> TileDetector:
        """Load the detector of the weights in `folder`, or of the installed ones."""
        return cls(find_weights("detector", CLASSES, folder).path, settings)

    def find(self, pixels: Pixels) -> list[Detection]:
        """Return the tiles of an upright RGB picture, shape (H, W, 3), highest score first."""
        settings = self.settings
        longer = max(pixels.shape[:2])
        scale = min(1.0, settings.side / longer)
        # a large photo is averaged down once; the first pass shrinks the result further
        fine = resize(pixels, scale)
        boxes = self._deduplicate(
            self._boxes(fine, settings.first / max(fine.shape[:2]), pixels.shape)
        )
        small = (
            not len(boxes)
            or _short_side_percentile(boxes, 50) * settings.first / longer < settings.large
        )
        if small:
            boxes = self._deduplicate(self._boxes(fine, 1.0, pixels.shape))
            if (
                scale < 1.0
                and len(boxes)
                and _short_side_percentile(boxes, 20) * scale < settings.slice_below
            ):
                boxes = self._deduplicate(np.concatenate([boxes, *self._slices(pixels, scale)]))
        return [_detection(box) for box in boxes]

    def _deduplicate(self, boxes: Floats) -> Floats:
        """Remove duplicate boxes; return the rest, highest score first."""
        settings = self.settings
        return _drop_nested_boxes(
            _non_max_suppression(boxes, settings.overlap, settings.most), settings.inside
        )

    def _slices(self, pixels: Pixels, scale: float) -> list[Floats]:
        """Return the boxes of four overlapping quarters, seen finer (at most natively).

        A box that touches an inner edge is a tile cut in two: the neighbour slice has it whole.
        """
        height, width = pixels.shape[:2]
        tall, wide = int(height * 0.6), int(width * 0.6)
        finer = min(1.0, scale * self.settings.finer)
        found = []
        for top in (0, height - tall):
            for left in (0, width - wide):
                part = pixels[top : top + tall, left : left + wide]
                boxes = self._boxes(part, finer, part.shape)
                reach = np.hypot(boxes[:, 2], boxes[:, 3])[:, None] * 0.35
                low = boxes[:, :2] - reach
                high = boxes[:, :2] + reach
                inner_low = np.array([left > 0, top > 0])
                inner_high = np.array([left + wide < width, top + tall < height])
                cut = (inner_low & (low < 0)) | (inner_high & (high > [wide, tall]))
                boxes = boxes[~cut.any(axis=1)]
                boxes[:, :2] += [left, top]
                found.append(boxes)
        return found

    def _boxes(self, pixels: Pixels, scale: float, original: tuple[int, ...]) -> Floats:
        """Return candidates (n, 7): x, y, w, h, angle, score, back; before suppression.

        Args:
            pixels: the picture, perhaps made smaller already.
            scale: further factor by which the picture is resized for the net.
            original: shape of the picture in whose pixels the boxes are returned.
        """
        small = resize(pixels, scale)
        tall, wide = small.shape[:2]
        padded = np.full((-(-tall // 32) * 32, -(-wide // 32) * 32, 3), 114, np.uint8)
        padded[:tall, :wide] = small
        tensor = cv2.dnn.blobFromImage(padded, 1 / 255)
        raw = self._session.run(None, {"picture": tensor})
        boxes = decode_boxes(raw[0][0], raw[1][0], raw[2][0], padded.shape[:2], self.settings.score)
        across, down = original[1] / wide, original[0] / tall
        boxes[:, :4] *= [across, down, (across + down) / 2, (across + down) / 2]
        return boxes


def resize(pixels: Pixels, scale: float) -> Pixels:
    """Resize the picture by a factor, averaging where it shrinks.

    It is halved first: OpenCV averages 12 megapixels in 4 ms by two, and in 26 ms by any other
    factor. Of a side with an odd number of pixels the last one is left out.
    """
    while scale <= 0.5 and min(pixels.shape[:2]) > 1:
        height, width = (side // 2 * 2 for side in pixels.shape[:2])
        even = pixels[:height, :width]
        half = cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        pixels, scale = half.astype(np.uint8, copy=False), 2 * scale
    if scale == 1.0:
        return pixels
    height, width = pixels.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(pixels, size, interpolation=way)


def decode_boxes(
    sides: Floats,
    scores: Floats,
    angle: Floats,
    shape: tuple[int, int],
    least: float,
) -> Floats:
    """Decode raw maps into boxes (n, 7): x, y, w, h in pixels of the input, angle, score, back.

    Args:
        sides: distances from each anchor to left, top, right, bottom in cells, shape (4, n).
        scores: logits of face and back, shape (2, n).
        angle: radians, shape (1, n).
        shape: height and width of the input.
        least: candidates below this score are dropped.
    """
    keep = np.flatnonzero(scores.max(axis=0) >= np.log(least / (1 - least)))
    anchors, step = _anchors(shape, keep)
    left, top, right, bottom = sides[:, keep].astype(np.float64)
    turn = angle[0, keep].astype(np.float64)
    dx, dy = (right - left) / 2, (bottom - top) / 2
    c, s = np.cos(turn), np.sin(turn)
    x = (anchors[:, 0] + dx * c - dy * s) * step
    y = (anchors[:, 1] + dx * s + dy * c) * step
    face, back = 1 / (1 + np.exp(-scores[:, keep].astype(np.float64)))
    return np.column_stack(
        [
            x,
            y,
            np.abs(left + right) * step,
            np.abs(top + bottom) * step,
            turn,
            np.maximum(face, back),
            back / (face + back),
        ]
    )


def _anchors(shape: tuple[int, int], indices: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return anchor points (n, 2) in cells, and their strides, for indices into all maps."""
    points, strides, first = np.empty((len(indices), 2)), np.empty(len(indices)), 0
    for stride in _STRIDES:
        rows, columns = shape[0] // stride, shape[1] // stride
        here = (indices >= first) & (indices < first + rows * columns)
        place = indices[here] - first
        points[here] = np.column_stack([place % columns, place // columns]) + 0.5
        strides[here] = stride
        first += rows * columns
    return points, strides


def _short_side_percentile(boxes: Floats, percent: float) -> float:
    """Return that percentile of the boxes' short sides, in their own pixels."""
    return float(np.percentile(np.minimum(boxes[:, 2], boxes[:, 3]), percent))


def _non_max_suppression(boxes: Floats, overlap: float, most: int) -> Floats:
    """Keep the highest-scoring box of every group that overlaps."""
    boxes = boxes[np.argsort(-boxes[:, 5])][: 8 * most]
    covariance = _covariance(boxes)
    alive = np.ones(len(boxes), bool)
    kept = []
    for number in range(len(boxes)):
        if not alive[number]:
            continue
        kept.append(number)
        if len(kept) == most:
            break
        near = alive & (
            np.abs(boxes[:, :2] - boxes[number, :2]).max(axis=1) < boxes[number, 2:4].max()
        )
        near[: number + 1] = False
        others = np.flatnonzero(near)
        alive[others[_prob_iou(boxes, covariance, number, others) > overlap]] = False
    return boxes[kept]


def _drop_nested_boxes(boxes: Floats, share: float) -> Floats:
    """Keep the boxes (highest score first) of which at most `share` is inside an earlier one."""
    kept: list[int] = []
    areas = boxes[:, 2] * boxes[:, 3]
    reach = np.hypot(boxes[:, 2], boxes[:, 3]) / 2
    for number in range(len(boxes)):
        distance = np.linalg.norm(boxes[kept, :2] - boxes[number, :2], axis=1)
        near = [k for k, d in zip(kept, distance, strict=True) if d < reach[k] + reach[number]]
        if all(_overlap_area(boxes[k], boxes[number]) <= share * areas[number] for k in near):
            kept.append(number)
    return boxes[kept]


def _overlap_area(one: Floats, other: Floats) -> float:
    """Return the area that two boxes share, in square pixels."""
    first, second = (
        ((float(b[0]), float(b[1])), (float(b[2]), float(b[3])), float(np.degrees(b[4])))
        for b in (one, other)
    )
    _, points = cv2.rotatedRectangleIntersection(first, second)
    return float(cv2.contourArea(cv2.convexHull(points))) if points is not None else 0.0


def _covariance(boxes: Floats) -> Floats:
    """Return entries a, b, c of each box's Gaussian, shape (n, 3)."""
    wide, tall = boxes[:, 2] ** 2 / 12, boxes[:, 3] ** 2 / 12
    c, s = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    return np.column_stack(
        [wide * c**2 + tall * s**2, wide * s**2 + tall * c**2, (wide - tall) * c * s]
    )


def _prob_iou(boxes: Floats, covariance: Floats, one: int, others: npt.NDArray[np.intp]) -> Floats:
    """Return the probabilistic IoU of a box with others, shape (n,).

    Llerena et al. 2021, arXiv:2106.06072.
    """
    tiny = 1e-7
    a1, b1, c1 = covariance[one]
    a2, b2, c2 = covariance[others].T
    dx, dy = (boxes[one, :2] - boxes[others, :2]).T
    a, b, c = a1 + a2, b1 + b2, c1 + c2
    det = a * b - c**2 + tiny
    apart = (a * dy**2 + b * dx**2) / det / 4 + c * -dx * dy / det / 2
    spread = np.sqrt(np.clip(a1 * b1 - c1**2, 0, None) * np.clip(a2 * b2 - c2**2, 0, None))
    shape = np.log(det / (4 * spread + tiny) + tiny) / 2
    distance = np.clip(apart + shape, tiny, 100.0)
    result: Floats = 1 - np.sqrt(1 - np.exp(-distance) + tiny)
    return result


def _detection(box: Floats) -> Detection:
    x, y, w, h, angle, score, back = (float(v) for v in box)
    quad = cv2.boxPoints(((x, y), (w, h), np.degrees(angle))).astype(np.float64)
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    if first > second:
        quad = np.roll(quad, -1, axis=0)
    return Detection(quad, score, back)
