"""The probability that there is a tile in a box: by the nets and by the boxes around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from scoring.tiles import BACK

from ..found_box import WHITE, FoundBox, Lab, colour_distance
from ..layout.plane import in_sides, length, sides
from ..seen_tile import Point, Quad


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


TERMS = (
    "bias", "score", "face", "back", "name",
    "cell", "beside_face", "beside_back", "size", "other_back",
)  # fmt: skip
"""The settings that are coefficients of the regression, in the order of its terms."""
OWN_TERMS = 6
"""Number of the terms that do not depend on other boxes; they come first."""

Terms = tuple[float, ...]


def tile_probabilities(
    boxes: Sequence[FoundBox], settings: ExistenceSettings | None = None
) -> list[float]:
    """Return the probability that there is a tile in each box of one photo.

    Args:
        boxes: of the photo.
        settings: coefficients.
    """
    settings = settings or ExistenceSettings()
    weights = [float(getattr(settings, name)) for name in TERMS]
    around = BoxSurroundings(boxes, settings)
    own = [own_terms(box, settings) for box in boxes]
    chances = [_logistic(terms, weights) for terms in own]
    for _ in range(settings.rounds):  # a tile that its neighbours support supports others
        terms = zip(own, around.terms(chances), strict=True)
        chances = [_logistic((*alone, *beside), weights) for alone, beside in terms]
    return chances


def own_terms(box: FoundBox, settings: ExistenceSettings) -> Terms:
    """Return the terms of the nets and of the table beside a box."""
    score, face = (_log_odds(p, settings.bound) for p in (box.score, 1 - box.nothing))
    back = box.share(BACK)
    likeliest = max(box.names[0][1], back + box.share(WHITE)) / (1 - box.nothing + 1e-9)
    cell = 0.0
    if box.table is not None:
        room = settings.print_distance - settings.table_distance
        cell = min(max((settings.print_distance - box.table) / room, 0.0), 1.0)
    return 1.0, score, face, back, _log_odds(likeliest, settings.name_bound), cell


class BoxSurroundings:
    """The boxes around each box of a photo.

    Args:
        boxes: of the photo.
        settings: which of them count.
    """

    def __init__(self, boxes: Sequence[FoundBox], settings: ExistenceSettings) -> None:
        self._boxes, self._settings = boxes, settings
        self._frames = [BoxFrame(box.quad) for box in boxes]

    @cached_property
    def _adjoining(self) -> list[frozenset[int]]:
        """The numbers of the boxes that each box adjoins."""
        numbers = range(len(self._boxes))
        return [
            frozenset(k for k in numbers if k != i and self._frames[i].adjoins(self._frames[k]))
            for i in numbers
        ]

    def terms(self, chances: Sequence[float]) -> list[Terms]:
        """Return the terms of the certain tiles around each box, if boxes are so likely tiles."""
        settings, boxes = self._settings, self._boxes
        certain = [i for i, chance in enumerate(chances) if chance >= settings.support]
        backs = [i for i in certain if boxes[i].kind == BACK]
        faces = [
            i
            for i in certain
            if boxes[i].kind not in (BACK, WHITE) and boxes[i].names[0][1] >= settings.name_support
        ]
        return [self._terms_of(i, faces, backs) for i in range(len(boxes))]

    def _terms_of(self, box: int, faces: Sequence[int], backs: Sequence[int]) -> Terms:
        settings, kind = self._settings, self._boxes[box].kind
        others, walls = [k for k in faces if k != box], [k for k in backs if k != box]
        adjoining = self._adjoining[box]
        beside = float(not adjoining.isdisjoint(others))
        size = self._frames[box].size_difference([self._frames[k] for k in others], settings)
        larger = max(0.0, (size or 0.0) - settings.same_size)
        if kind not in (BACK, WHITE) or not walls:
            return beside, 0.0, larger, 0.0
        apart = self._distance(box, walls)
        if apart < settings.match_distance and not adjoining.isdisjoint(walls):
            return beside, 1.0, larger, 0.0
        is_other = (
            kind == BACK
            and len(walls) >= settings.reference_backs
            and apart > settings.other_distance
            and not (
                others and self._distance(box, self._nearest(box, others)) < settings.match_distance
            )
        )
        return beside, 0.0, larger, float(is_other)

    def _nearest(self, box: int, others: Sequence[int]) -> list[int]:
        middle = self._frames[box].middle
        ordered = sorted(others, key=lambda k: math.dist(self._frames[k].middle, middle))
        return ordered[: self._settings.neighbours]

    def _distance(self, box: int, others: Sequence[int]) -> float:
        """Return the distance of a box's colour from the median of others'."""
        colours = [self._boxes[k].paper for k in others]
        light, a, b = (median(values) for values in zip(*colours, strict=True))
        middle: Lab = light, a, b
        return colour_distance(self._boxes[box].paper, middle)


class BoxFrame:
    """The middle of a quad, its mean sides, and its area by these."""

    def __init__(self, quad: Quad) -> None:
        self.middle: Point = sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
        self.across, self.down = sides(quad)
        self.area = length(self.across) * length(self.down)

    def adjoins(self, other: BoxFrame, slack: float = 0.3, stretch: float = 0.25) -> bool:
        """Return whether this box is beside, above or below another, in line and as large.

        Args:
            other: the other one.
            slack: how far it may be from the exact place, in sides.
            stretch: logarithm of the largest ratio of their sides.
        """
        away = self.middle[0] - other.middle[0], self.middle[1] - other.middle[1]
        if away[0] ** 2 + away[1] ** 2 > 4 * other.area * _LONG:
            return False
        frame = other.across, other.down
        own = in_sides(self.across, *frame), in_sides(self.down, *frame)
        for one, two in zip(*own, strict=True):
            if abs(math.log(max(one + two, 1e-6))) >= stretch:
                return False
        x, y = in_sides(away, *frame)
        return min(max(abs(x - 1), y), max(abs(y - 1), x)) < slack

    def size_difference(
        self, faces: Sequence[BoxFrame], settings: ExistenceSettings
    ) -> float | None:
        """Return by how much the box's area differs from the nearest faces', as a logarithm.

        Returns:
            the absolute value; None where too few faces are in view or none is near.
        """
        if len(faces) < settings.least_neighbours:
            return None
        ordered = sorted(faces, key=lambda face: math.dist(face.middle, self.middle))
        nearest = ordered[: settings.neighbours]
        if math.dist(nearest[0].middle, self.middle) > settings.reach * math.sqrt(nearest[0].area):
            return None
        usual = max(median(face.area for face in nearest), 1e-6)
        return abs(math.log(max(self.area / usual, 1e-6)))


_LONG = 4.0  # times its other side, at most, are the sides of a tile as it is seen


def _logistic(terms: Terms, weights: Sequence[float]) -> float:
    """Return the probability by terms; weights beyond them do not count."""
    odds = sum(term * weight for term, weight in zip(terms, weights, strict=False))
    share = math.exp(-abs(odds))  # whatever a page sends: never an overflow
    return (1.0 if odds >= 0 else share) / (1 + share)


def _log_odds(probability: float, bound: float) -> float:
    bounded = min(max(probability, bound), 1 - bound)
    return math.log(bounded / (1 - bounded))
