"""The probability that there is a tile in a box: by the nets and by the boxes around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import BACK

from ..arrays import Floats, Pixels
from .classifier import Classification
from .detector import Detection
from .tile_colours import GroundColours

_WHITE = "5z"


@dataclass(frozen=True, slots=True)
class ExistenceSettings:
    """Coefficients of a logistic regression: log odds that there is a tile.

    Fitted by `python -m vision.training.existence` on 9,600 boxes with known truth: photos of the
    training data, and rendered scenes with a small weight, since their tiles are harder.

    Attributes:
        bias: log odds at a detector's score and a classifier's probability of 1/2.
        score: weight of the log odds of the detector's score.
        face: weight of the log odds of the classifier's probability of a tile.
        back: added where the classifier is sure of a back: a back is a plain surface, as many other
            things.
        name: weight of the log odds of the likeliest name, if there is a tile; a back and a white
            dragon count as one. A thing that is no tile has several doubtful names.
        beside_face: added where the box adjoins a certain face of its size. Of 89 other boxes on
            real photos 3 do, of 124 tiles that the nets are not sure of 67.
        beside_back: added where it adjoins a certain back of its size and colour.
        size: for each unit of the logarithm by which its area differs from the nearest faces' by
            more than `same_size`: a photo shows one set of tiles.
        other_back: added to a back of another colour than the certain ones and the faces.
        cell: added to a blank box in the colour of the table around it: a cell that is drawn on a
            mat. A share of it up to the distance `print_distance`.
        bound: least distance of both nets' probabilities from 0 and 1.
        name_bound: the same for the likeliest name.
        support: probability from which a tile supports others.
        rounds: how often the support is computed.
        name_support: least probability of the kind of a certain face.
        same_size: logarithm of the ratio of areas that perspective and tilt explain.
        reach: the nearest faces are at most so many of their sizes away.
        neighbours: number of the nearest faces whose median size counts; at least
            `least_neighbours`.
        reference_backs: number of certain backs whose median colour is the set's.
        match_distance, other_distance: distance of colours up to which backs are alike, and from
            which they are of another set.
        table_distance, print_distance: distance of colours up to which a box has the table's, and
            from which not.
    """

    bias: float = -1.43
    score: float = 0.8
    face: float = 0.29
    back: float = -1.99
    name: float = 0.4
    beside_face: float = 2.07
    beside_back: float = 1.38
    size: float = -2.42
    other_back: float = -2.52
    cell: float = -2.35
    bound: float = 0.0001
    name_bound: float = 0.01
    support: float = 0.9
    rounds: int = 2
    name_support: float = 0.6
    same_size: float = 0.4
    reach: float = 8.0
    neighbours: int = 5
    least_neighbours: int = 3
    reference_backs: int = 4
    match_distance: float = 12.0
    other_distance: float = 20.0
    table_distance: float = 2.0
    print_distance: float = 8.0


def tile_probabilities(
    pixels: Pixels,
    boxes: Sequence[Detection],
    names: Sequence[Classification],
    settings: ExistenceSettings | None = None,
) -> list[float]:
    """Return the probability that there is a tile in each box.

    Args:
        pixels: the picture, uint8 RGB, shape (H, W, 3).
        boxes: the boxes of one picture.
        names: their classifications.
        settings: coefficients.
    """
    settings = settings or ExistenceSettings()
    coefficients = np.array([getattr(settings, name) for name in TERMS])
    terms = Terms(pixels, boxes, names, settings)
    chances = logistic(terms.of_nets @ coefficients[:NETS_TERMS])
    for _ in range(settings.rounds):  # a tile that its neighbours support supports others
        chances = logistic(terms.matrix(chances) @ coefficients)
    return [float(chance) for chance in chances]


TERMS = (
    "bias",
    "score",
    "face",
    "back",
    "name",
    "beside_face",
    "beside_back",
    "size",
    "other_back",
    "cell",
)
"""The settings that are coefficients of the regression, in the order of its terms."""
NETS_TERMS = 5
"""Number of the terms that do not depend on other boxes; they come first."""


class Terms:
    """The terms of the regression for the boxes of one picture; arguments as above.

    Attributes:
        of_nets: terms by detector and classifier, shape (n, NETS_TERMS).
    """

    def __init__(
        self,
        pixels: Pixels,
        boxes: Sequence[Detection],
        names: Sequence[Classification],
        settings: ExistenceSettings,
    ) -> None:
        self._settings, self._names = settings, names
        self._quads = np.array([box.quad for box in boxes], np.float64).reshape(-1, 4, 2)
        self._colours = GroundColours(pixels, self._quads)
        self._adjoins = np.array(
            [adjoins(quad, self._quads) for quad in self._quads], np.bool_
        ).reshape(len(boxes), len(boxes))
        self._kinds = [name.names[0][0] if name.names else "" for name in names]
        self._cells = [
            self._cell(i) if kind in (BACK, _WHITE) else 0.0 for i, kind in enumerate(self._kinds)
        ]
        rows = [_nets_terms(*pair, settings) for pair in zip(boxes, names, strict=True)]
        self.of_nets: Floats = np.array(rows, np.float64).reshape(-1, NETS_TERMS)

    def matrix(self, chances: Floats) -> Floats:
        """Return all terms, if the boxes hold a tile with these probabilities; (n, TERMS)."""
        return np.concatenate([self.of_nets, self._surroundings(chances)], axis=1)

    def _surroundings(self, chances: Floats) -> Floats:
        """Return the terms by the certain tiles around each box, from `beside_face` on."""
        settings, colours, quads = self._settings, self._colours, self._quads
        kinds = self._kinds
        certain = [i for i, chance in enumerate(chances) if chance >= settings.support and kinds[i]]
        backs = [i for i in certain if kinds[i] == BACK]
        faces = [
            i
            for i in certain
            if kinds[i] not in (BACK, _WHITE)
            and self._names[i].names[0][1] >= settings.name_support
        ]
        terms = np.zeros((len(kinds), len(TERMS) - NETS_TERMS))
        for i, kind in enumerate(kinds):
            others, walls = [k for k in faces if k != i], [k for k in backs if k != i]
            terms[i, 0] = self._adjoins[i, others].any()
            size = size_difference(quads[i], quads[others], settings)
            terms[i, 2] = max(0.0, (size or 0.0) - settings.same_size)
            if kind not in (BACK, _WHITE):
                continue
            terms[i, 4] = self._cells[i]
            if (
                self._adjoins[i, walls].any()
                and colours.distance(i, walls) < settings.match_distance
            ):
                terms[i, 1] = 1.0
            elif (
                kind == BACK
                and len(walls) >= settings.reference_backs
                and colours.distance(i, walls) > settings.other_distance
                and not (
                    others
                    and colours.distance(i, others, settings.neighbours) < settings.match_distance
                )
            ):
                terms[i, 3] = 1.0
        return terms

    def _cell(self, box: int) -> float:
        """Return how much a box looks like a part of the table, 0 to 1."""
        away = self._colours.distance_from_table(box)
        if away is None:
            return 0.0
        settings = self._settings
        return min(
            max(
                (settings.print_distance - away)
                / (settings.print_distance - settings.table_distance),
                0.0,
            ),
            1.0,
        )


def _nets_terms(
    box: Detection, name: Classification, settings: ExistenceSettings
) -> tuple[float, float, float, float, float]:
    """Return the terms by detector and classifier: 1, log odds, the share of a back, the name's."""
    score, face = (_log_odds(p, settings.bound) for p in (box.score, 1 - name.nothing))
    shares = dict(name.names)
    back = shares.get(BACK, 0.0)
    likeliest = max([*shares.values(), back + shares.get(_WHITE, 0.0)]) / (1 - name.nothing + 1e-9)
    return 1.0, score, face, back, _log_odds(likeliest, settings.name_bound)


def _log_odds(probability: float, bound: float) -> float:
    bounded = min(max(probability, bound), 1 - bound)
    return math.log(bounded / (1 - bounded))


def logistic(log_odds: Floats) -> Floats:
    """Return the probabilities of log odds."""
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def adjoins(quad: Floats, others: Floats, slack: float = 0.3, stretch: float = 0.25) -> Floats:
    """Return whether a box is beside, above or below each of others, in line and as large.

    Args:
        quad: shape (4, 2).
        others: shape (n, 4, 2).
        slack: how far it may be from the exact place, in sides.
        stretch: logarithm of the largest ratio of their sides.
    """
    middle, across, down = frame(quad)
    middles, acrosses, downs = frame(others)
    det = acrosses[:, 0] * downs[:, 1] - acrosses[:, 1] * downs[:, 0]
    det = np.where(np.abs(det) < 1e-6, np.inf, det)

    def in_sides(vector: Floats) -> Floats:
        """Return a vector in each other box's own sides, absolute, shape (n, 2)."""
        u = (vector[..., 0] * downs[:, 1] - vector[..., 1] * downs[:, 0]) / det
        v = (vector[..., 1] * acrosses[:, 0] - vector[..., 0] * acrosses[:, 1]) / det
        return np.asarray(np.abs(np.stack([u, v], axis=-1)))

    extent = np.maximum(in_sides(across) + in_sides(down), 1e-6)
    alike = np.abs(np.log(extent)).max(axis=-1) < stretch
    away = in_sides(middle - middles)
    one_step = np.minimum(
        np.maximum(np.abs(away[:, 0] - 1), away[:, 1]),
        np.maximum(np.abs(away[:, 1] - 1), away[:, 0]),
    )
    return np.asarray(alike & (one_step < slack))


def frame(quads: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the middle, the mean upper and lower side, and the mean left and right one."""
    a, b, c, d = (quads[..., k, :] for k in range(4))
    return quads.mean(axis=-2), (b - a + c - d) / 2, (d - a + c - b) / 2


def size_difference(
    quad: Floats, faces: Floats, settings: ExistenceSettings | None = None
) -> float | None:
    """Return by how much a box's area differs from the nearest faces', as a logarithm.

    Args:
        quad: shape (4, 2).
        faces: shape (n, 4, 2).
        settings: which faces count.

    Returns:
        the absolute value; None where too few faces are in view or none is near.
    """
    settings = settings or ExistenceSettings()
    if len(faces) < settings.least_neighbours:
        return None
    areas = _areas(faces)
    away = np.linalg.norm(faces.mean(axis=1) - quad.mean(axis=0), axis=1)
    nearest = np.argsort(away)[: settings.neighbours]
    if away[nearest[0]] > settings.reach * math.sqrt(areas[nearest[0]]):
        return None
    ratio = float(_areas(quad[None])[0]) / max(float(np.median(areas[nearest])), 1e-6)
    return abs(math.log(max(ratio, 1e-6)))


def _areas(quads: Floats) -> Floats:
    """Return the areas of boxes, shape (n, 4, 2), by their mean sides."""
    _, across, down = frame(quads)
    return np.asarray(np.linalg.norm(across, axis=1) * np.linalg.norm(down, axis=1))
