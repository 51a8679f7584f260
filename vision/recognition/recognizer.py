"""Tile recognition: detector and classifier together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from ..seen_tile import Quad, SeenTile, scale_quad
from .backs import Colour, distinguish_backs
from .classifier import CROP, Adapter, Classification, TileClassifier
from .detector import Detection, Detector, TileDetector, resize
from .existence import tile_probabilities
from .flatness import mark_flat_tiles

_WHITE = "5z"


@dataclass(frozen=True, slots=True)
class RecognizerSettings:
    """Thresholds for a detected box to be a tile.

    Attributes:
        least: least probability that there is a tile (`existence.tile_probabilities`). At 0.45 as
            many tiles are lost, and other boxes kept, as at 0.2 by the coefficients for version 3.
        named: least product of the probability of a tile and that of one kind.
        certain: a detector's score, or a probability of a tile, that suffices in place of
            `named`: a tile with a finger on it stays, unreadable.
        possible: boxes with less probability by the classifier alone are no tile.
        smallest: boxes with a shorter side than this share of the picture's median tile are parts
            of a tile; 0 for none. Teaching sets it, which takes every box for a tile.
        finder_weight: bound on the detector's influence, which sees the surroundings, on the
            classifier's probability of a back; 0.5 would not change it.
    """

    least: float = 0.45
    named: float = 0.2
    certain: float = 0.85
    possible: float = 0.02
    smallest: float = 0.0
    finder_weight: float = 0.9


class TileRecognizer:
    """A recogniser of tiles: it detects and classifies them."""

    def __init__(
        self,
        detector: Detector,
        namer: TileClassifier,
        settings: RecognizerSettings | None = None,
        back: Colour | None = None,
    ) -> None:
        self._detector, self._namer, self._back = detector, namer, back
        self._settings = settings or RecognizerSettings()

    @classmethod
    def load(cls, weights: Path | None = None) -> TileRecognizer:
        """Load the nets with the weights in a folder, or the installed ones."""
        return cls(TileDetector.load(weights), TileClassifier.load(weights))

    def with_adapter(self, lesson: Adapter) -> TileRecognizer:
        """Return a recogniser with the adapter of a taught set."""
        return TileRecognizer(
            self._detector, self._namer.with_adapter(lesson), self._settings, self._back
        )

    def with_back_colour(self, back: Colour) -> TileRecognizer:
        """Return a recogniser with the colour of the set's backs."""
        return TileRecognizer(self._detector, self._namer, self._settings, back)

    def recognize(self, pixels: Pixels, is_live: bool = False) -> tuple[SeenTile, ...]:
        """Recognise the tiles of an upright RGB picture, shape (H, W, 3), highest score first.

        Large tiles are read in a smaller copy. The tiles of a camera (`is_live`) are not examined
        for flat ones.
        """
        boxes = self._detector.find(pixels)
        scale = _reading_scale(boxes)
        small = resize(pixels, 1 / scale)
        seen = self._recognize(small, [_scale_box(box, 1 / scale) for box in boxes])
        if not is_live:
            seen = mark_flat_tiles(small, seen)
        return tuple(replace(tile, quad=scale_quad(tile.quad, scale)) for tile in seen)

    def _recognize(self, pixels: Pixels, boxes: Sequence[Detection]) -> tuple[SeenTile, ...]:
        """Recognise the tiles in boxes of a picture."""
        pairs = self._classify(pixels, boxes)
        chances = tile_probabilities(pixels, [box for box, _ in pairs], [name for _, name in pairs])
        seen = [
            self._seen_tile(*pair, chance)
            for pair, chance in zip(pairs, chances, strict=True)
            if self._is_tile(*pair, chance)
        ]
        seen = [replace(tile, id=number) for number, tile in enumerate(seen)]
        return tuple(distinguish_backs(pixels, seen, self._back))

    def find_candidates(self, pixels: Pixels) -> list[tuple[Detection, Classification]]:
        """Find the boxes of an upright RGB picture that may hold a tile, and classify them."""
        return self._classify(pixels, self._detector.find(pixels))

    def find_outlines(self, pixels: Pixels) -> list[Quad]:
        """Return every outline that is looked at in a picture, tiles or not."""
        return [_points(box.quad) for box in self._detector.find(pixels)]

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        """Classify pictures that each show one upright face and nothing else."""
        return self._namer.classify_crops(crops)

    def _classify(
        self, pixels: Pixels, boxes: Sequence[Detection]
    ) -> list[tuple[Detection, Classification]]:
        """Classify boxes; return those that may hold a tile."""
        settings = self._settings
        names = self._namer.classify(pixels, [box.quad for box in boxes])
        pairs = [
            (box, name)
            for box, name in zip(boxes, names, strict=True)
            if name.names and 1 - name.nothing >= settings.possible
        ]
        return _drop_small(pairs, settings.smallest)

    def _is_tile(self, box: Detection, name: Classification, existence: float) -> bool:
        """Return whether a tile in the box is probable enough to be reported."""
        settings = self._settings
        if existence < settings.least:
            return False
        names = dict(name.names)
        blank = names.get(BACK, 0.0) + names.get(_WHITE, 0.0)
        kind = max(blank, name.names[0][1]) / (1 - name.nothing)
        return max(box.score, existence) >= settings.certain or existence * kind >= settings.named

    def _seen_tile(self, box: Detection, name: Classification, existence: float) -> SeenTile:
        names = _weigh_back(name.names_if_tile, box.back, self._settings.finder_weight)
        quad = box.quad
        if names[0][0] == name.names[0][0] and names[0][0] != BACK:
            quad = np.roll(quad, -name.quarters, axis=0)
        oriented = name.oriented and names[0][0] == name.names[0][0]
        return SeenTile(0, _points(quad), names, oriented, existence)


def _scale_box(box: Detection, scale: float) -> Detection:
    return box if scale == 1 else replace(box, quad=box.quad * scale)


def _reading_scale(boxes: Sequence[Detection]) -> int:
    """Return the power of two by which a picture may shrink for four tiles of five."""
    if not boxes:
        return 1
    sides = [float(np.linalg.norm(box.quad[1] - box.quad[0])) for box in boxes]
    side = float(np.percentile(sides, 20)) / CROP
    return 2 ** int(math.log2(side)) if side > 1 else 1


def _drop_small(
    pairs: Sequence[tuple[Detection, Classification]], smallest: float
) -> list[tuple[Detection, Classification]]:
    """Drop boxes much smaller than the others."""
    if not smallest or len(pairs) < 3:
        return list(pairs)
    areas = np.array([_area(box.quad) for box, _ in pairs])
    least = float(np.median(areas)) * smallest**2
    return [pair for pair, area in zip(pairs, areas, strict=True) if area >= least]


def _area(quad: Floats) -> float:
    """Return the area of a rectangle given by its corners."""
    sides = np.linalg.norm(quad[:2] - quad[1:3], axis=1)
    return float(sides[0] * sides[1])


def _weigh_back(
    names: tuple[tuple[str, float], ...], back: float, weight: float
) -> tuple[tuple[str, float], ...]:
    """Combine the names with the detector's probability of a back (Bayes, its odds bounded)."""
    total = sum(share for _, share in names)
    odds = np.clip(back, 1 - weight, weight) / np.clip(1 - back, 1 - weight, weight)
    shares = {kind: share * (odds if kind == BACK else 1.0) for kind, share in names}
    scale = total / max(sum(shares.values()), 1e-9)
    mixed = sorted(((k, float(s * scale)) for k, s in shares.items()), key=lambda pair: -pair[1])
    return tuple(mixed)


def _points(quad: Floats) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


INSIDE = 0.75
"""Share of a tile's box in the picture below which its face is not read: half an 8 is a 4. On the
development photos no labelled tile has less, and 3 of 1,700 found ones come near."""


def clear_cut_off_names(tiles: Sequence[SeenTile], width: int, height: int) -> tuple[SeenTile, ...]:
    """Remove the names of tiles that the edge cuts off; boxes extend beyond the edge.

    Args:
        tiles: the tiles of a photo.
        width: pixels of the photo.
        height: pixels of the photo.
    """
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return tuple(
        replace(tile, names=(), oriented=False) if _visible_share(tile, frame) < INSIDE else tile
        for tile in tiles
    )


def _visible_share(tile: SeenTile, frame: np.typing.NDArray[np.float32]) -> float:
    quad = np.array(tile.quad, np.float32)
    whole = float(cv2.contourArea(quad))
    within = (quad >= 0).all() and (quad <= frame[2]).all()
    if within or whole < 1.0:
        return 1.0
    return float(cv2.intersectConvexConvex(quad, frame)[0]) / whole
