"""Tile recognition: the nets find boxes and name them, the pixels are measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..found_box import FoundBox, Lab
from ..geometry import as_quad
from ..judging.tiles import TileSettings, tiles_of_boxes
from ..seen_tile import Quad, SeenTile
from .bodies import BodyNet
from .classifier import CROP, Adapter, Classification, TileClassifier
from .detector import Detection, Detector, TileDetector, resize

POSSIBLE = 0.02
"""Boxes with less probability by the namer alone are no tile."""


class TileRecognizer:
    """A recogniser of tiles: it detects and classifies them.

    Args:
        detector: finds boxes.
        namer: names them.
        bodies: tells what they hold.
        settings: which of them are tiles.
        back: colour of the set's backs, where it is known.
    """

    def __init__(
        self,
        detector: Detector,
        namer: TileClassifier,
        bodies: BodyNet,
        settings: TileSettings | None = None,
        back: Lab | None = None,
    ) -> None:
        self._detector, self._namer, self._bodies = detector, namer, bodies
        self._settings, self._back = settings, back

    @classmethod
    def load(cls, weights: Path | None = None) -> TileRecognizer:
        """Load the nets with the weights in a folder, or the installed ones, once a process."""
        return _default_nets() if weights is None else _load_nets(weights)

    def with_adapter(self, lesson: Adapter) -> TileRecognizer:
        """Return a recogniser with the adapter of a taught set."""
        namer = self._namer.with_adapter(lesson)
        return TileRecognizer(self._detector, namer, self._bodies, self._settings, self._back)

    def with_back_colour(self, back: Lab) -> TileRecognizer:
        """Return a recogniser with the colour of the set's backs."""
        return TileRecognizer(self._detector, self._namer, self._bodies, self._settings, back)

    def recognize(
        self,
        pixels: Pixels,
        frame: tuple[float, float, float, float] | None = None,
    ) -> tuple[SeenTile, ...]:
        """Recognise the tiles of an upright RGB picture, shape (H, W, 3), in reading order.

        Args:
            pixels: the picture.
            frame: left, upper, right and lower edge of the whole photo, of which this is a part.
        """
        height, width = pixels.shape[:2]
        boxes = self.find_boxes(pixels)
        frame = frame or (0.0, 0.0, float(width), float(height))
        return tiles_of_boxes(boxes, frame, self._back, self._settings)

    def find_boxes(self, pixels: Pixels) -> list[FoundBox]:
        """Find the boxes of an upright RGB picture that may hold a tile, and measure them.

        Large tiles are read in a smaller copy.
        """
        boxes = self._detector.find(pixels)
        scale = _reading_scale(boxes)
        small = resize(pixels, 1 / scale)
        quads = [box.quad / scale for box in boxes]
        named = self._namer.classify(small, quads)
        possible = [
            number
            for number, name in enumerate(named)
            if name.names and 1 - name.nothing >= POSSIBLE
        ]
        bodies = self._bodies.look(small, [quads[number] for number in possible])
        return [
            FoundBox(
                as_quad(_face_quad(boxes[number], named[number])),
                boxes[number].score,
                named[number].names,
                named[number].nothing,
                named[number].oriented,
                named[number].paper,
                body,
            )
            for number, body in zip(possible, bodies, strict=True)
        ]

    def find_outlines(self, pixels: Pixels) -> list[Quad]:
        """Return every outline that is looked at in a picture, tiles or not."""
        return [as_quad(box.quad) for box in self._detector.find(pixels)]

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        """Classify pictures that each show one upright face and nothing else."""
        return self._namer.classify_crops(crops)


@cache
def _default_nets() -> TileRecognizer:
    return _load_nets(None)


def _load_nets(weights: Path | None) -> TileRecognizer:
    return TileRecognizer(
        TileDetector.load(weights), TileClassifier.load(weights), BodyNet.load(weights)
    )


def _face_quad(box: Detection, name: Classification) -> Floats:
    """Return the box from the upper left of its face on; a back's from the end of a short side."""
    if name.names[0][0] == BACK:
        return box.quad
    return np.roll(box.quad, -name.quarters, axis=0)


def _reading_scale(boxes: Sequence[Detection]) -> int:
    """Return the power of two by which a picture may shrink for four tiles of five."""
    if not boxes:
        return 1
    sides = [float(np.linalg.norm(box.quad[1] - box.quad[0])) for box in boxes]
    side = float(np.percentile(sides, 20)) / CROP
    return 2 ** int(math.log2(side)) if side > 1 else 1
