"""Fit the probability that there is a tile in a box (`recognition.existence.ExistenceSettings`).

    python -m vision.training.existence --data FOLDER --extra FOLDER --out RUN

The boxes are those of the shipped nets on photos whose tiles are all labelled (`photos_sets`,
`photos_tray`) and on rendered scenes, bare ones among them. It prints the fitted coefficients, and
figures before and after: each picture is judged by coefficients that were fitted without it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..evaluation.matching import match
from ..recognition.existence import NETS_TERMS, TERMS, ExistenceSettings, Terms, logistic
from ..recognition.recognizer import TileRecognizer
from ..seen_tile import Quad
from .data.photos import TrainingPhoto, load_set_photos, load_tray_photos
from .data.pool import Pool, load_pool
from .rendering.scenes import Scenes

FOLDS = 5
ROUNDS = 4
"""How often the coefficients are fitted: the surroundings depend on what was certain before."""
RIDGE = 2.0
"""Weight of the squared distance from the present coefficients, which few boxes could not move."""
SURE = 0.99
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
        terms: of the regression, for its boxes.
        is_tile: whether there is a tile in each box, shape (n,).
    """

    source: str
    terms: Terms
    is_tile: Floats


def pictures(
    data: Path, pool: Pool, scenes: int, trays: int, seed: int
) -> Iterator[LabelledPicture]:
    """Yield labelled photos, each set's as it is and smaller, and rendered scenes."""
    rng = np.random.default_rng(seed)
    folder = data / "photos_sets"
    for photo in [*load_set_photos(folder), *load_set_photos(folder, held_out=True)]:
        yield LabelledPicture(photo.design, photo.pixels, photo.quads)
        yield _shrink(photo, float(rng.uniform(0.4, 0.8)))
    tray = load_tray_photos(data / "photos_tray")
    for number in rng.permutation(len(tray))[:trays]:
        yield LabelledPicture("tray", tray[number].pixels, tray[number].quads)
    rendered = Scenes(pool.faces, pool.grounds, pool.things, seed, 960)
    for _ in range(scenes):
        scene = rendered.next()
        quads = np.array([tile.quad for tile in scene.tiles]).reshape(-1, 4, 2)
        yield LabelledPicture("scenes", scene.pixels, quads)


def _shrink(photo: TrainingPhoto, factor: float) -> LabelledPicture:
    """Return a photo with smaller tiles."""
    pixels = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return LabelledPicture(photo.design, pixels.astype(np.uint8), photo.quads * factor)


def sample_boxes(
    recognizer: TileRecognizer, picture: LabelledPicture, settings: ExistenceSettings
) -> BoxSample:
    """Return the terms of the boxes that the nets find in a picture, and what they hold."""
    pairs = recognizer.find_candidates(picture.pixels)
    found, names = [box for box, _ in pairs], [name for _, name in pairs]
    right = {b for _, b in match(_quads(picture.quads), _quads([box.quad for box in found]))}
    is_tile = np.array([float(number in right) for number in range(len(pairs))])
    return BoxSample(picture.source, Terms(picture.pixels, found, names, settings), is_tile)


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


def probabilities(sample: BoxSample, weights: Floats, rounds: int) -> Floats:
    """Return the probabilities that `tile_probabilities` gives with other coefficients."""
    chances = logistic(sample.terms.of_nets @ weights[:NETS_TERMS])
    for _ in range(rounds):
        chances = logistic(sample.terms.given(chances) @ weights)
    return chances


def fit(samples: Sequence[BoxSample], settings: ExistenceSettings) -> ExistenceSettings:
    """Fit the coefficients to boxes with known truth, near the given ones.

    Every term keeps the sign of its meaning: no score, neighbour or print speaks against a tile.
    """
    prior = weights = coefficients(settings)
    truth = np.concatenate([sample.is_tile for sample in samples])
    for _ in range(ROUNDS):
        rows = []
        for sample in samples:
            chances = probabilities(sample, weights, max(settings.rounds - 1, 0))
            rows.append(sample.terms.given(chances))
        weights = _regress(np.concatenate(rows), truth, prior)
    bias, score, face, back, beside_face, beside_back, size, other_back = weights.round(2)
    return replace(
        settings,
        bias=float(bias),
        score=float(score),
        face=float(face),
        back=float(back),
        beside_face=float(beside_face),
        beside_back=float(beside_back),
        size=float(size),
        other_back=float(other_back),
    )


def _regress(terms: Floats, truth: Floats, prior: Floats) -> Floats:
    """Return the likeliest weights of a logistic regression, by Newton's method.

    A weight of the other sign than its prior becomes zero.
    """
    weights = prior.copy()
    for _ in range(30):
        chances = logistic(terms @ weights)
        slope = terms.T @ (chances - truth) + RIDGE * (weights - prior)
        spread = np.maximum(chances * (1 - chances), 1e-6)
        curvature = (terms * spread[:, None]).T @ terms + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights = weights - step * min(1.0, 2.0 / float(np.abs(step).max() + 1e-9))
    free = np.arange(len(weights)) == TERMS.index("bias")
    return np.where(free | (weights * prior > 0), weights, 0.0)


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

    All pictures of one set are in one fold; scenes, of which each has its own set, are dealt out.
    """
    names = sorted({sample.source for sample in samples})
    folds = [
        (number if sample.source == "scenes" else names.index(sample.source)) % FOLDS
        for number, sample in enumerate(samples)
    ]
    fitted = [
        coefficients(fit([s for s, f in zip(samples, folds, strict=True) if f != fold], settings))
        for fold in range(FOLDS)
    ]
    return [
        probabilities(sample, fitted[fold], settings.rounds)
        for sample, fold in zip(samples, folds, strict=True)
    ]


def main() -> None:
    """Run the command line; see the module's first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the training folder")
    parser.add_argument("--extra", type=Path, nargs="*", default=[], help="fonts and wallpapers")
    parser.add_argument("--out", type=Path, required=True, help="folder with pool.pickle")
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--weights", type=Path, help="folder of other nets")
    parser.add_argument("--scenes", type=int, default=150)
    parser.add_argument("--trays", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pool = load_pool(options.data, options.faces, options.extra, options.out / "pool.pickle")
    recognizer, settings = TileRecognizer.load(options.weights), ExistenceSettings()
    shown = pictures(options.data, pool, options.scenes, options.trays, options.seed)
    samples = [sample_boxes(recognizer, picture, settings) for picture in shown]
    before = [probabilities(s, coefficients(settings), settings.rounds) for s in samples]
    after = cross_validate(samples, settings)
    print("source, coefficients, figures")
    for source in ("", *sorted({sample.source for sample in samples})):
        chosen = [n for n, s in enumerate(samples) if source in ("", s.source)]
        truth = np.concatenate([samples[n].is_tile for n in chosen])
        for label, chances in (("before", before), ("fitted", after)):
            found = figures(np.concatenate([chances[n] for n in chosen]), truth)
            print(source or "all", label, found)
    print(fit(samples, settings))


if __name__ == "__main__":
    main()
