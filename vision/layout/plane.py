"""Plane geometry of points and quads in plain numbers, without an array library.

Points are pixels: x to the right, y down. Quads are clockwise as seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from statistics import fmean, median

from ..seen_tile import Point, Quad

Triple = tuple[float, float, float]

RIDGE = (0.0, 0.05, 0.05)  # slope of 0.3 is strong; boxes are sure to 0.05 each
_FLAT = 1e-9  # below, a length or a cross product is that of a quad without extent


def dot(a: Point, b: Point) -> float:
    """Return the inner product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """Return the area that two vectors span; positive if `b` is clockwise of `a` as seen."""
    return a[0] * b[1] - a[1] * b[0]


def difference(a: Point, b: Point) -> Point:
    """Return the vector from `b` to `a`."""
    return a[0] - b[0], a[1] - b[1]


def scale(vector: Point, factor: float) -> Point:
    """Multiply the vector by a number."""
    return vector[0] * factor, vector[1] * factor


def length(vector: Point) -> float:
    """Return the vector's length, never 0: a quad may be without extent."""
    return max(math.hypot(*vector), _FLAT)


def unit(vector: Point) -> Point:
    """Return the vector of length 1 in the same direction."""
    return scale(vector, 1 / length(vector))


def mean_point(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return fmean(x for x, _ in points), fmean(y for _, y in points)


def clamp(value: float, low: float, high: float) -> float:
    """Return the nearest number between two bounds."""
    return min(max(value, low), high)


def centre(quad: Quad) -> Point:
    """Return where the diagonals meet.

    It is the tile's middle also in perspective.
    """
    a, b, c, d = quad
    ac, bd = difference(c, a), difference(d, b)
    across = cross(ac, bd)
    along = 0.5 if abs(across) < _FLAT else cross(difference(b, a), bd) / across
    return a[0] + ac[0] * along, a[1] + ac[1] * along


def area(quad: Quad) -> float:
    """Return the area of a quad."""
    a, b, c, d = quad
    return 0.5 * abs(cross(difference(c, a), difference(d, b)))


def sides(quad: Quad) -> tuple[Point, Point]:
    """Return two mean side vectors: along first-to-second and first-to-last corner.

    For an oriented tile these are its own rightward and downward vectors.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    right = 0.5 * (bx - ax + cx - dx), 0.5 * (by - ay + cy - dy)
    down = 0.5 * (dx - ax + cx - bx), 0.5 * (dy - ay + cy - by)
    return right, down


def in_sides(vector: Point, right: Point, down: Point) -> Point:
    """Return a vector in a tile's own sides, along both, without signs; (0, 0) if it is flat."""
    span = cross(right, down)
    if abs(span) < _FLAT:
        return 0.0, 0.0
    return abs(cross(vector, down) / span), abs(cross(right, vector) / span)


def overlap(one: Quad, other: Quad) -> float:
    """Return the area that two convex quads share: one is cut along each side of the other."""
    shared: list[Point] = list(one)
    for a, b in zip(other, (*other[1:], other[0]), strict=True):
        side = difference(b, a)
        inside = [(point, cross(side, difference(point, a))) for point in shared]
        shared = []
        for k, (point, depth) in enumerate(inside):
            before, depth_before = inside[k - 1]
            if (depth >= 0) != (depth_before >= 0):
                step = scale(difference(point, before), depth_before / (depth_before - depth))
                shared.append((before[0] + step[0], before[1] + step[1]))
            if depth >= 0:
                shared.append(point)
    return 0.5 * abs(sum(cross(shared[k - 1], point) for k, point in enumerate(shared)))


def rectify(quads: Sequence[Quad]) -> list[Quad]:
    """Remove the perspective: make equal tiles of one table equally large.

    In a picture of a plane the area of a small piece goes with the cube of a linear function
    of its place in the picture, and that function is the plane's vanishing line. So the cube
    root of the tiles' areas, fitted linearly, undoes the perspective up to an affine map. The
    fit is robust, since a box may include a tile's side, and held towards "no perspective",
    since a single row does not constrain the direction across it.
    """
    roots = [math.cbrt(area(quad)) for quad in quads]
    usual = median(roots) if len(quads) >= 5 else 0.0  # fewer do not separate it from inexact boxes
    if usual == 0:
        return list(quads)
    places = [centre(quad) for quad in quads]
    x, y = mean_point(places)
    every = [value for place in places for value in place]
    middle = fmean(every)
    spread = math.sqrt(fmean((value - middle) ** 2 for value in every)) or 1.0
    level, *slope = _fit_line(
        [((px - x) / spread, (py - y) / spread) for px, py in places],
        [root / usual for root in roots],
    )
    a, b = (value / level / spread for value in slope)
    # the origin moves to the middle, so that the view there stays as it is
    return [_divide(quad, (x, y), (a, b)) for quad in quads]


def _divide(quad: Quad, origin: Point, slope: Point) -> Quad:
    """Map a quad through the homography with this vanishing line."""
    x, y = origin
    moved = [(px - x, py - y) for px, py in quad]
    a, b, c, d = (scale(point, 1 / (1 + dot(point, slope))) for point in moved)
    return a, b, c, d


def _fit_line(places: Sequence[Point], sizes: Sequence[float]) -> Triple:
    """Fit a linear function of the place to the sizes; return its value at 0 and its slopes."""
    columns = ([1.0] * len(places), [x for x, _ in places], [y for _, y in places])
    weights = [1.0] * len(places)
    for _ in range(6):
        weighted = [list(map(mul, weights, column)) for column in columns]
        rows = [
            [sum(map(mul, left, right)) + (RIDGE[i] if i == j else 0.0)
             for j, right in enumerate(columns)]
            for i, left in enumerate(weighted)
        ]  # fmt: skip
        line = _solve(rows, [sum(map(mul, left, sizes)) for left in weighted])
        fitted = [line[0] + line[1] * x + line[2] * y for x, y in places]
        weights = [
            1 / max(1.0, abs(value - size) / 0.04)
            for value, size in zip(fitted, sizes, strict=True)
        ]
    while min(fitted) < 0.25 * max(fitted):  # no tile may come near the horizon
        line = line[0], 0.8 * line[1], 0.8 * line[2]
        fitted = [line[0] + line[1] * x + line[2] * y for x, y in places]
    return line


def _solve(rows: Sequence[Sequence[float]], right: Sequence[float]) -> Triple:
    """Solve three linear equations with a symmetric matrix, by Cramer's rule."""
    a, b, c = rows
    whole = _determinant(a, b, c)
    return (
        _determinant(right, b, c) / whole,
        _determinant(a, right, c) / whole,
        _determinant(a, b, right) / whole,
    )


def _determinant(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
