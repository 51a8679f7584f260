"""Tile classification: rectified crops -> kinds with probabilities, and the face's direction."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK, CLASSES

from ..arrays import Floats, Pixels
from ..found_box import Lab
from ..inference import open_session
from ..seen_tile import HALF_TURN_ALIKE, MOST_NAMES
from .tile_colours import paper_colour
from .weights import find_weights

CROP = 64
"""Side of a crop in pixels."""
MARGIN = 0.08
"""Share of the tile added on every side: edges show where a face ends."""
NOTHING = len(CLASSES)
"""Class index of what is no tile."""

_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / (1 + 2 * MARGIN)


def rectify(pixels: Pixels, quad: Floats, border: int = 0, crop: int = CROP) -> Pixels:
    """Warp the quad with its margin to a square, uint8 RGB, shape (crop, crop, 3).

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: pixels, shape (4, 2), clockwise; its first corner becomes the upper left.
        border: pixels of surroundings to add on every side of the square.
        crop: pixels of the square's side.
    """
    target = ((_SQUARE + 1) / 2 * crop - 0.5 + border).astype(np.float32)
    whole = crop + 2 * border
    side = float(np.mean(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)))
    if side > 2 * crop:
        # warping samples single pixels: average first, or a large photo turns to noise
        reach = (2 * MARGIN + border / crop) * side
        low = np.maximum(np.floor(quad.min(axis=0) - reach), 0).astype(int)
        high = np.ceil(quad.max(axis=0) + reach).astype(int)
        part = pixels[low[1] : high[1], low[0] : high[0]]
        if part.size:
            factor = 1.5 * crop / side
            small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
            exact = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]])
            pixels, quad = small, (quad - low) * exact
    move = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    warped = cv2.warpPerspective(
        pixels, move, (whole, whole), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return warped.astype(np.uint8, copy=False)


@dataclass(frozen=True, slots=True)
class Classification:
    """The classification of one crop.

    Attributes:
        names: kinds with probabilities, most likely first, at most five; they leave room for
            "no tile".
        nothing: probability of no tile in the crop.
        quarters: quarter turns clockwise of the face in the crop; for faces that look the same
            upside down only whether that is even or odd has a meaning.
        oriented: whether the face has a direction, and the net is sure of it.
        paper: the most frequent colour of the crop.
    """

    names: tuple[tuple[str, float], ...]
    nothing: float
    quarters: int
    oriented: bool
    paper: Lab = (100.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Adapter:
    """The change of the net's answers for a taught set (`vision.teaching.adaptation` fits it).

    Attributes:
        change: added to the logits per unit of each feature, shape (features, answers).
        middle: features that change nothing, shape (features,).
    """

    change: Floats
    middle: Floats

    def shift(self, features: Floats) -> Floats:
        """Return the offsets to the logits of crops with these features; (n, answers)."""
        return np.asarray((features - self.middle) @ self.change)


@dataclass(frozen=True, slots=True)
class ClassifierSettings:
    """Parameters of the classifier.

    Attributes:
        votes: quarter turns of each crop that are classified and averaged. Of 1,595 tiles on the
            development pictures 1, 2 and 4 votes named 1,565, 1,565 and 1,568 right, and read
            65, 66 and 66 of 83 photos without a fault.
        sure_direction: least share of the probability that one direction must have.
        batch: crops classified at once, which bounds the memory.
    """

    votes: int = 2
    sure_direction: float = 0.8
    batch: int = 64


class TileClassifier:
    """The classifier net, run by onnxruntime."""

    def __init__(
        self, path: Path, settings: ClassifierSettings | None = None, threads: int = 2
    ) -> None:
        self.settings = settings or ClassifierSettings()
        self._session = open_session(path, threads)
        self._lesson: Adapter | None = None

    @classmethod
    def load(
        cls, folder: Path | None = None, settings: ClassifierSettings | None = None
    ) -> TileClassifier:
        """Load the classifier of the weights in `folder`, or of the installed ones."""
        return cls(find_weights("namer", CLASSES, folder).path, settings)

    def with_adapter(self, lesson: Adapter) -> TileClassifier:
        """Return a classifier with the adapter of a taught set; it shares the net with this one."""
        other = copy(self)
        other._lesson = lesson
        return other

    def classify(self, pixels: Pixels, quads: Sequence[Floats]) -> list[Classification]:
        """Classify the tiles at `quads` (each (4, 2), clockwise) of an upright RGB picture."""
        crops = [rectify(pixels, quad) for quad in quads]
        chances = self._all_probabilities(crops)
        return [
            replace(self._classification(one), paper=paper_colour(crop))
            for one, crop in zip(chances, crops, strict=True)
        ]

    def classify_crops(self, crops: Sequence[Pixels]) -> list[tuple[tuple[str, float], ...]]:
        """Classify pictures that each show one upright face and nothing else.

        Backs are excluded: alone, a blank white dragon and a pale back look the same.
        """
        squares = []
        for crop in crops:
            height, width = crop.shape[:2]
            quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
            squares.append(rectify(crop, quad))
        return [
            _without_back(self._classification(chances).names)
            for chances in self._all_probabilities(squares)
        ]

    def forward(self, stack: Pixels) -> tuple[Floats, Floats]:
        """Return the logits (n, answers) and features (n, 128) of crops (n, CROP, CROP, 3)."""
        tensor = stack.transpose(0, 3, 1, 2).astype(np.float32) / 255
        answers, features = self._session.run(["answers", "features"], {"picture": tensor})
        return answers.astype(np.float64), features.astype(np.float64)

    def _all_probabilities(self, squares: Sequence[Pixels]) -> list[Floats]:
        """Return the probabilities of each crop, computed a batch at a time."""
        found: list[Floats] = []
        for start in range(0, len(squares), self.settings.batch):
            found += list(
                self._probabilities(np.stack(squares[start : start + self.settings.batch]))
            )
        return found

    def _probabilities(self, stack: Pixels) -> Floats:
        """Return the mean probabilities (n, 4 x kinds + 1) of crops (n, CROP, CROP, 3)."""
        total = np.zeros((len(stack), 4 * len(CLASSES) + 1))
        for quarters in range(self.settings.votes):
            turned = np.rot90(stack, -quarters, axes=(1, 2))
            logits, features = self.forward(turned)
            if self._lesson is not None:
                logits = logits + self._lesson.shift(features)
            chances = np.exp(logits - logits.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            kinds = chances[:, :-1].reshape(len(stack), len(CLASSES), 4)
            # the crop was turned clockwise, so was every direction
            total[:, :-1] += np.roll(kinds, -quarters, axis=2).reshape(len(stack), -1)
            total[:, -1] += chances[:, -1]
        return total / self.settings.votes

    def _classification(self, chances: Floats) -> Classification:
        directions = chances[:-1].reshape(len(CLASSES), 4)
        kinds = directions.sum(axis=1)
        order = np.argsort(-kinds)[:MOST_NAMES]
        best = int(order[0])
        share = directions[best] / max(float(kinds[best]), 1e-9)
        kind = CLASSES[best]
        if kind in HALF_TURN_ALIKE:
            quarters = int(np.argmax(share[:2] + share[2:]))
            oriented = False
        else:
            quarters = int(np.argmax(share))
            sure = float(share[quarters]) >= self.settings.sure_direction
            oriented = kind != BACK and sure
        names = tuple((CLASSES[k], float(kinds[k])) for k in order if kinds[k] >= 0.0005)
        return Classification(names, float(chances[-1]), quarters, oriented)


def _without_back(names: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Remove the back from the names and rescale the others to the same total."""
    total = sum(share for _, share in names)
    faces = [(kind, share) for kind, share in names if kind != BACK]
    scale = total / max(sum(share for _, share in faces), 1e-9)
    return tuple((kind, share * scale) for kind, share in faces)
