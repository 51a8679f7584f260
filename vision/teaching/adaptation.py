"""Adaptation of the classifier to one physical set of tiles: a fit of its last layer.

It takes a few pictures of each face and about a second, with numpy. The net's last layer, logits =
W f + b, is moved as little as explains the taught tiles: the change D of W minimises the mean
cross-entropy of the taught views plus strength / 2 |D|^2. That is the most likely layer of a
logistic regression whose prior has its middle at the net's own layer: a log-linear mix of the net's
answers with the likeness to the taught tiles (D is a weighted sum of their features). Kinds that
were not taught keep the net's answers where no taught tile is alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from scoring.tiles import BACK, CLASSES

from ..arrays import Floats, Pixels
from ..geometry import as_quad
from ..recognition.classifier import CROP, MARGIN, Adapter, TileClassifier, rectify
from ..seen_tile import HALF_TURN_ALIKE, Quad

BORDER = 8
"""Pixels around a crop that a patch keeps, so that views of it may be shifted."""
PATCH = CROP + 2 * BORDER
"""Side of a patch in pixels; its middle is the namer's crop of the tile, upright."""
CHANGES = 60
"""Ways to change a view, which the patches use in turn: the same pictures teach the same lesson."""


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """Hyperparameters of the fit.

    Attributes:
        views: of each patch: itself, and others as if cut out and lit a little differently.
        shift: error of a view's corners, as of the detector's, in the tile's side (standard
            deviation).
        zoom: range by which views are larger or smaller.
        light: range of factors of a view's brightness.
        lift: largest offset of it, in grey levels.
        blurred: share of views that are blurred.
        blur: range of the standard deviation of that, in pixels.
        strength: of the prior. Chosen from 0.1, 0.03, 0.01, 0.003 by the totals over the
            development sets, once for each of two namers. A weak one (6.5 errors of 573
            untaught): 2.8, 1.5, 2.0, 2.5. A good one, on views cut and lit badly (7.5 of 1719):
            5.5, 5.3, 5.5, 5.2, and on the pictures themselves (none): 0, 0, 0.2, 0.7.
        steps: of the descent; 200 changed no error and the log loss by 0.002.
    """

    views: int = 4
    shift: float = 0.025
    zoom: tuple[float, float] = (0.93, 1.1)
    light: tuple[float, float] = (0.75, 1.15)
    lift: float = 15
    blurred: float = 0.4
    blur: tuple[float, float] = (0.4, 1.1)
    strength: float = 0.03
    steps: int = 100


def settings_for(photos: int) -> LearnSettings:
    """Return the settings for a set in so many photos, which together give about as many views."""
    return LearnSettings(views=max(2, LearnSettings().views // photos))


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """The net's outputs for taught tiles.

    Attributes:
        kinds: of each patch, an index into `scoring.tiles.CLASSES`; shape (n,).
        logits: shape (n, views, 4 quarter turns clockwise, answers).
        features: shape (n, views, 4, 128).
    """

    kinds: Floats
    logits: Floats
    features: Floats

    def select(self, patches: Floats | slice, views: slice = slice(None)) -> Examples:
        """Select the examples of some patches and views."""
        some = self.kinds[patches], self.logits[patches], self.features[patches]
        return Examples(some[0], some[1][:, views], some[2][:, views])


def fit_adapter(examples: Examples, settings: LearnSettings | None = None) -> Adapter:
    """Fit the change of the net's last layer that explains the examples."""
    settings = settings or LearnSettings()
    turns = np.prod(examples.features.shape[:3])
    features = examples.features.reshape(turns, -1).astype(np.float32)
    middle = features.mean(axis=0)
    scale = max(float((features - middle).std()), 1e-6)  # makes `strength` fit any net
    features = (features - middle) / scale
    logits = examples.logits.reshape(turns, -1).astype(np.float32)
    change = _minimise(features, logits, _target_mask(examples), settings)
    return Adapter(change / scale, middle)


def _target_mask(examples: Examples) -> Floats:
    """Return the mask of right answers for each view and turn, shape (rows, answers)."""
    n, views, turns, answers = examples.logits.shape
    right = np.zeros((n, views, turns, answers), np.float32)
    for row, kind in enumerate(examples.kinds):
        alike = CLASSES[kind] in HALF_TURN_ALIKE
        for turn in range(turns):
            # the direction of a back is not visible
            counted = range(4) if CLASSES[kind] == BACK else (turn, turn + 2)[: 1 + alike]
            right[row, :, turn, [4 * kind + t % 4 for t in counted]] = 1
    return right.reshape(-1, answers)


def _minimise(features: Floats, logits: Floats, right: Floats, settings: LearnSettings) -> Floats:
    """Minimise by Nesterov's accelerated descent, its step from the steepest curvature."""
    rows = len(features)
    steepest = np.linalg.norm(features.T @ features / rows, 2)
    step = 1 / (0.5 * float(steepest) + settings.strength)
    change = ahead = np.zeros((features.shape[1], logits.shape[1]), np.float32)
    pace = 1.0
    for _ in range(settings.steps):
        chances = _softmax(logits + features @ ahead)
        hits = chances * right
        targets = hits / (hits.sum(axis=1, keepdims=True) + 1e-12)
        slope = features.T @ (chances - targets) / rows + settings.strength * ahead
        before, change = change, (ahead - step * slope).astype(np.float32)
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = change + np.float32((pace - 1) / faster) * (change - before)
        pace = faster
    return change


def _softmax(logits: Floats) -> Floats:
    chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True))


def likeliest_kinds(examples: Examples, adapter: Adapter | None = None) -> Floats:
    """Return the likeliest kind of each view; (n, views)."""
    return np.asarray(kind_probabilities(examples, adapter).argmax(axis=-1))


def kind_probabilities(examples: Examples, adapter: Adapter | None = None) -> Floats:
    """Return the probability of each kind, averaged over two quarter turns; (n, views, kinds)."""
    logits = examples.logits[:, :, :2]
    if adapter is not None:
        logits = logits + adapter.shift(examples.features[:, :, :2])
    chances = _softmax(logits)[..., :-1]
    return np.asarray(chances.reshape(*chances.shape[:3], -1, 4).sum(axis=(2, 4)) / 2)


def cosine_similarities(examples: Examples) -> Floats:
    """Return the cosines between the features of the patches, uncropped and unturned; shape (n,
    n).
    """
    features = examples.features[:, 0, 0]
    unit = features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-9)
    return np.asarray(unit @ unit.T)


def cut_patch(pixels: Pixels, quad: Floats) -> Pixels:
    """Cut out a tile with its border, upright; uint8 RGB, shape (PATCH, PATCH, 3).

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        quad: pixels, shape (4, 2), clockwise from the tile's own top left.
    """
    return rectify(pixels, quad, BORDER)


def compute_examples(
    namer: TileClassifier,
    kinds: Sequence[str],
    patches: Sequence[Pixels],
    settings: LearnSettings | None = None,
) -> Examples:
    """Compute the net's outputs for views of patches, each in four directions."""
    settings = settings or LearnSettings()
    upright = np.stack([view for k, cut in enumerate(patches) for view in _views(cut, k, settings)])
    turned = np.concatenate([np.rot90(upright, -turn, axes=(1, 2)) for turn in range(4)])
    batch = namer.settings.batch
    outputs = [
        namer.forward(turned[start : start + batch]) for start in range(0, len(turned), batch)
    ]
    logits, features = (np.concatenate(part) for part in zip(*outputs, strict=True))
    shape = (4, len(patches), settings.views, -1)
    return Examples(
        np.array([CLASSES.index(kind) for kind in kinds]),
        logits.reshape(shape).transpose(1, 2, 0, 3),
        features.reshape(shape).transpose(1, 2, 0, 3),
    )


@dataclass(frozen=True, slots=True)
class ViewChange:
    """How a view of a patch is cut and lit.

    Attributes:
        quad: corners of the tile in the patch, pixels.
        gain: factor of its brightness.
        lift: offset of its brightness, in grey levels.
        blur: standard deviation of its blur in pixels; 0 for none.
    """

    quad: Quad
    gain: float
    lift: float
    blur: float


@cache
def view_changes(settings: LearnSettings) -> tuple[ViewChange, ...]:
    """Return `CHANGES` random ways to change a view, the same ones each time."""
    rng = np.random.default_rng(0)
    half = CROP / (1 + 2 * MARGIN) / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    changes = []
    for _ in range(CHANGES):
        moved = corners * rng.uniform(*settings.zoom)
        moved += rng.normal(0, settings.shift * 2 * half, (4, 2))
        gain, lift = rng.uniform(*settings.light), rng.uniform(-settings.lift, settings.lift)
        blur = rng.uniform(*settings.blur) if rng.random() < settings.blurred else 0.0
        changes.append(ViewChange(as_quad(moved + (PATCH - 1) / 2), gain, lift, blur))
    return tuple(changes)


def _views(cut: Pixels, number: int, settings: LearnSettings) -> list[Pixels]:
    """Return the crop in the patch of this number, and others cut and lit a little differently."""
    views = [cut[BORDER:-BORDER, BORDER:-BORDER]]
    more, changes = settings.views - 1, view_changes(settings)
    for place in range(number * more, (number + 1) * more):
        views.append(change_view(cut, changes[place % CHANGES]))
    return views


def change_view(cut: Pixels, change: ViewChange) -> Pixels:
    """Return the crop in a patch, cut and lit differently."""
    view = rectify(cut, np.array(change.quad))
    view = cv2.convertScaleAbs(view, alpha=change.gain, beta=change.lift)
    if change.blur > 0:
        view = cv2.GaussianBlur(view, (0, 0), change.blur)
    return view.astype(np.uint8, copy=False)
