"""Fit the probability that there is a tile in a box (`judging.existence.ExistenceSettings`).

    python -m vision.training.existence --data FOLDER --extra FOLDER --out RUN

The boxes are those of the shipped nets on labelled photos and on rendered scenes, bare ones among
them. It prints the fitted coefficients, and figures before and after: each picture is judged by
coefficients that were fitted without it, and without other photos of its set where that is known.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..evaluation.matching import match
from ..judging.existence import TERMS, ExistenceSettings, existence_terms
from ..recognition.recognizer import TileRecognizer
from ..seen_tile import Quad
from .data.bodies import HELD_OUT, bare_picture
from .data.photos import TrainingPhoto, load_set_photos
from .data.pool import Pool, load_pool
from .rendering.scenes import Scenes

FOLDS = 5
RIDGE = 2.0
"""Weight of the squared distance from the present coefficients, which few boxes could not move."""
WEIGHTS = {"scenes": 0.2, "bare": 0.3}
"""Of a box of a drawn picture, compared with one of a photo: many tiles of scenes are small or
covered; boxes of things that are no tile are rare where all photos show tiles."""
UNLABELLED = 0.9
"""A box of `photos` with a likelier name that meets no label is left out: of 9 such boxes that were
looked at 6 held a tile without a label."""
SURE = 0.99
_MIXED = ("photos", "scenes", "bare")
_BINS = 15  # of the calibration error, as in `evaluation.metrics`


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture in which every tile is labelled.

    Attributes:
        source: where it comes from.
        pixels: uint8 RGB, shape (H, W, 3).
        quads: of its tiles, shape (n, 4, 2).
    """

    source: str
    pixels: Pixels
    quads: Floats


@dataclass(frozen=True, slots=True, eq=False)
class BoxSample:
    """The boxes of one picture.

    Attributes:
        source: where the picture comes from.
        terms: of the regression, shape (n, TERMS).
        is_tile: whether there is a tile in each box, shape (n,).
        weights: of its boxes, shape (n,); 0 where nobody knows whether there is a tile.
    """

    source: str
    terms: Floats
    is_tile: Floats
    weights: Floats


SCENES, BARE = 130, 150
"""Rendered scenes beside the photos, and pictures without tiles."""


def pictures(data: Path, pool: Pool, seed: int) -> Iterator[LabelledPicture]:
    """Yield labelled photos from which the net of bodies did not learn, and drawn pictures.

    Photos whose set is known come smaller, too.
    """
    rng = np.random.default_rng(seed)
    photos = [*load_set_photos(data / "photos_sets", held_out=True), *pool.photos[::HELD_OUT]]
    for photo in photos:
        yield LabelledPicture(photo.design or "photos", photo.pixels, photo.quads)
        if photo.is_directed:
            yield _shrink(photo, float(rng.uniform(0.4, 0.8)))
    rendered = Scenes(pool.faces, pool.grounds, pool.things, seed, 960)
    for _ in range(SCENES):
        scene = rendered.next()
        quads = np.array([tile.quad for tile in scene.tiles]).reshape(-1, 4, 2)
        yield LabelledPicture("scenes", scene.pixels, quads)
    for _ in range(BARE):
        yield LabelledPicture("bare", bare_picture(pool, rng), np.empty((0, 4, 2)))


def _shrink(photo: TrainingPhoto, factor: float) -> LabelledPicture:
    """Return a photo with smaller tiles."""
    pixels = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return LabelledPicture(photo.design, pixels.astype(np.uint8), photo.quads * factor)


def sample_boxes(
    recognizer: TileRecognizer, picture: LabelledPicture, settings: ExistenceSettings
) -> BoxSample:
    """Return the terms of the boxes that the nets find in a picture, and what they hold."""
    found = recognizer.find_boxes(picture.pixels)
    right = {b for _, b in match(_quads(picture.quads), [box.quad for box in found])}
    is_tile = np.array([float(number in right) for number in range(len(found))])
    weights = np.full(len(found), WEIGHTS.get(picture.source, 1.0))
    if picture.source == "photos":
        named = np.array([box.names[0][1] for box in found])
        weights[(is_tile < 0.5) & (named > UNLABELLED)] = 0.0
    terms = np.array([existence_terms(box, settings) for box in found]).reshape(-1, len(TERMS))
    return BoxSample(picture.source, terms, is_tile, weights)


def _quads(corners: Sequence[Floats] | Floats) -> list[Quad]:
    """Convert corners, shape (n, 4, 2), to quads."""
    quads: list[Quad] = []
    for quad in corners:
        a, b, c, d = ((float(x), float(y)) for x, y in quad)
        quads.append((a, b, c, d))
    return quads


def coefficients(settings: ExistenceSettings) -> Floats:
    """Return the coefficients of settings, in the order of TERMS."""
    return np.array([getattr(settings, name) for name in TERMS])


def probabilities(sample: BoxSample, weights: Floats) -> Floats:
    """Return the probabilities that `tile_probability` gives with other coefficients."""
    return _logistic(sample.terms @ weights)


def _logistic(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def fit(samples: Sequence[BoxSample], settings: ExistenceSettings) -> ExistenceSettings:
    """Fit the coefficients to boxes with known truth, near the given ones.

    Every term keeps the sign of its meaning: nothing that a net sees speaks against a tile.
    """
    terms, truth, counted = (
        np.concatenate([getattr(sample, part) for sample in samples])
        for part in ("terms", "is_tile", "weights")
    )
    weights = _regress(terms, truth, counted, coefficients(settings))
    fitted = {name: float(value) for name, value in zip(TERMS, weights.round(2), strict=True)}
    return ExistenceSettings(**{**asdict(settings), **fitted})


def _regress(terms: Floats, truth: Floats, counted: Floats, prior: Floats) -> Floats:
    """Return the likeliest weights of a logistic regression, by Newton's method.

    A weight of the other sign than its prior becomes zero.

    Args:
        terms: of the boxes, shape (n, TERMS).
        truth: whether there is a tile, shape (n,).
        counted: how much each box counts, shape (n,).
        prior: the weights from which few boxes could not move.
    """
    weights = prior.copy()
    for _ in range(30):
        chances = _logistic(terms @ weights)
        slope = terms.T @ (counted * (chances - truth)) + RIDGE * (weights - prior)
        spread = counted * np.maximum(chances * (1 - chances), 1e-6)
        curvature = (terms * spread[:, None]).T @ terms + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights = weights - step * min(1.0, 2.0 / float(np.abs(step).max() + 1e-9))
    free = np.arange(len(weights)) == TERMS.index("bias")
    return np.where(free | (weights * prior >= 0), weights, 0.0)


@dataclass(frozen=True, slots=True)
class ExistenceFigures:
    """How well probabilities tell tiles from other boxes.

    Attributes:
        boxes: their number.
        tiles: how many hold a tile.
        loss: mean log loss.
        error: expected calibration error.
        sure: boxes of at least SURE.
        sure_wrong: those of them without a tile.
        kept_wrong: boxes of at least 0.2 without a tile.
        lost: tiles with less.
    """

    boxes: int
    tiles: int
    loss: float
    error: float
    sure: int
    sure_wrong: int
    kept_wrong: int
    lost: int


def figures(chances: Floats, truth: Floats) -> ExistenceFigures:
    """Return the figures of probabilities with known truth; both of shape (n,)."""
    inner = np.clip(chances, 1e-6, 1 - 1e-6)
    bins = np.minimum((chances * _BINS).astype(int), _BINS - 1)
    gaps = [abs(float((chances - truth)[bins == number].sum())) for number in range(_BINS)]
    sure, kept = chances >= SURE, chances >= 0.2
    return ExistenceFigures(
        len(truth),
        int(truth.sum()),
        float(-np.mean(truth * np.log(inner) + (1 - truth) * np.log(1 - inner))),
        sum(gaps) / max(len(truth), 1),
        int(sure.sum()),
        int((sure & (truth < 0.5)).sum()),
        int((kept & (truth < 0.5)).sum()),
        int((~kept & (truth > 0.5)).sum()),
    )


def cross_validate(samples: Sequence[BoxSample], settings: ExistenceSettings) -> list[Floats]:
    """Return the probabilities of each sample, by coefficients fitted without its source's fold.

    All pictures of one set are in one fold; those of many sets are dealt out.
    """
    names = sorted({sample.source for sample in samples})
    folds = [
        (number if sample.source in _MIXED else names.index(sample.source)) % FOLDS
        for number, sample in enumerate(samples)
    ]
    fitted = [
        coefficients(fit([s for s, f in zip(samples, folds, strict=True) if f != fold], settings))
        for fold in range(FOLDS)
    ]
    return [
        probabilities(sample, fitted[fold]) for sample, fold in zip(samples, folds, strict=True)
    ]


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the training folder")
    parser.add_argument("--extra", type=Path, nargs="*", default=[], help="fonts and wallpapers")
    parser.add_argument("--out", type=Path, required=True, help="folder with pool.pickle")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--weights", type=Path, help="folder of other nets")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pool = load_pool(options.data, options.faces, options.extra, options.out / "pool.pickle")
    recognizer, settings = TileRecognizer.load(options.weights), ExistenceSettings()
    shown = pictures(options.data, pool, options.seed)
    samples = [sample_boxes(recognizer, picture, settings) for picture in shown]
    before = [probabilities(s, coefficients(settings)) for s in samples]
    print_figures(samples, before, cross_validate(samples, settings))
    print(fit(samples, settings))


def print_figures(
    samples: Sequence[BoxSample], before: Sequence[Floats], after: Sequence[Floats]
) -> None:
    """Print the figures of two lists of probabilities, for each source of pictures."""
    for source in ("", *sorted({sample.source for sample in samples})):
        chosen = [n for n, s in enumerate(samples) if source in ("", s.source)]
        known = np.concatenate([samples[n].weights for n in chosen]) > 0
        truth = np.concatenate([samples[n].is_tile for n in chosen])[known]
        for label, chances in (("before", before), ("fitted", after)):
            found = figures(np.concatenate([chances[n] for n in chosen])[known], truth)
            print(source or "all", label, found)


if __name__ == "__main__":
    main()
