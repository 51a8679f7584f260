"""Dots and bamboos: the positions of their pieces, and two ways to draw each piece."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .pen import BLUE, CENTRE, GREEN, RED, Pen, circle, circle_points, leaf, petal, ring

DotMaker = Callable[[Pen, complex, float, str], None]
StickMaker = Callable[[float, float, str], Pen]


@dataclass(frozen=True, slots=True)
class Stick:
    """A bamboo stick: its start, end, width and colour."""

    start: complex
    end: complex
    width: float
    colour: str


def dots(rank: int, one_dot: DotMaker, only: str = "") -> Pen:
    """Draw 2 to 9 dots in the usual arrangement and colours, or in one colour `only`."""
    pen = Pen()
    radius, spots = _DOTS[rank]
    for x, y, colour in spots:
        one_dot(pen, complex(x, y), radius, only or colour)
    return pen


_LEFT, _MIDDLE, _RIGHT = 40, 100, 160
_DOTS: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
    2: (52, [(100, 70, GREEN), (100, 190, BLUE)]),
    3: (40, [(50, 54, BLUE), (100, 130, RED), (150, 206, GREEN)]),
    4: (42, [(53, 64, BLUE), (147, 64, GREEN), (53, 196, GREEN), (147, 196, BLUE)]),
    5: (
        37,
        [(46, 50, BLUE), (154, 50, GREEN), (100, 130, RED), (46, 210, GREEN), (154, 210, BLUE)],
    ),
    6: (
        34,
        [(x, y, RED if y > 60 else GREEN) for y in (44.0, 142.0, 216.0) for x in (60.0, 140.0)],
    ),
    7: (
        31,
        [(38.0, 37.0, GREEN), (99.0, 61.0, GREEN), (160.0, 85.0, GREEN)]
        + [(x, y, RED) for y in (156.0, 223.0) for x in (65.0, 135.0)],
    ),
    8: (30, [(x, y, BLUE) for y in (36, 99, 161, 224) for x in (62, 138)]),
    9: (
        29,
        [
            (x, y, colour)
            for y, colour in ((50, GREEN), (130, RED), (210, BLUE))
            for x in (_LEFT, _MIDDLE, _RIGHT)
        ],
    ),
}


def flower_dot(pen: Pen, centre: complex, radius: float, colour: str) -> None:
    """Draw a dot with a rosette cut into it."""
    count = 12 if radius > 42 else 8
    pen.fill(ring(centre, radius, radius * 0.82), colour)
    inside = circle(centre, radius * 0.72)
    for outer in circle_points(centre, radius * 0.62, count):
        foot = centre + (outer - centre) * 0.5
        inside += petal(foot, outer, radius * 2.2 / count)
    pen.fill(inside + ring(centre, radius * 0.24, radius * 0.13), colour)


def ring_dot(pen: Pen, centre: complex, radius: float, colour: str) -> None:
    """Draw a dot of two rings around a clover."""
    pen.fill(ring(centre, radius, radius * 0.76), colour)
    pen.fill(ring(centre, radius * 0.66, radius * 0.5), colour)
    for spot in circle_points(centre, radius * 0.2, 4, start=-45):
        pen.fill(circle(spot, radius * 0.15), colour)


def great_flower_dot() -> Pen:
    """Draw 1 dot: a wreath of petals around a red blossom."""
    pen, c = Pen(), CENTRE
    pen.fill(ring(c, 88, 79), GREEN)
    band = ring(c, 75, 41)
    for outer in circle_points(c, 72, 27):
        band += petal(c + (outer - c) * 0.66, outer, 12)
    for spot in circle_points(c, 44.5, 24, start=-82.5):
        band += circle(spot, 1.8)
    pen.fill(band, GREEN)
    pen.fill(ring(c, 37, 33), BLUE)
    for outer in circle_points(c, 29, 8):
        pen.fill(petal(c + (outer - c) * 0.34, outer, 14), RED)
    pen.fill(circle(c, 7), RED)
    return pen


def great_ring_dot() -> Pen:
    """Draw 1 dot: a rope of beads between rings, a red cross of petals in the middle."""
    pen, c = Pen(), CENTRE
    pen.fill(ring(c, 84, 74), BLUE)
    for spot in circle_points(c, 64.5, 32):
        pen.fill(circle(spot, 5.7), GREEN)
    pen.fill(ring(c, 55, 48), BLUE)
    for outer in circle_points(c, 45, 16):
        pen.fill(leaf(c + (outer - c) * 0.58, outer, 7), GREEN)
    pen.fill(ring(c, 24, 20), RED)
    for outer in circle_points(c, 17, 4, start=-45):
        pen.fill(petal(c, outer, 13), RED)
    return pen


def bamboos(rank: int, one_stick: StickMaker, second: str, only: str = "") -> Pen:
    """Draw 2 to 9 bamboos.

    Args:
        rank: how many.
        one_stick: draws a stick of a length, width and colour, hanging from the origin.
        second: colour of the sticks that some sets paint blue and others green.
        only: one colour for all, in place of the usual ones.
    """
    pen = Pen()
    for stick in _sticks(rank, second):
        along = stick.end - stick.start
        # A stick is drawn hanging down from the origin; `turn` brings it into its direction.
        turn = math.degrees(math.atan2(along.imag, along.real)) - 90
        drawn = one_stick(abs(along), stick.width, only or stick.colour)
        pen.place(drawn, stick.start, turn=turn)
    return pen


_HALVES = ((14, 124), (136, 246))
_THIRDS = ((12, 85), (94, 166), (175, 248))


def _sticks(rank: int, second: str) -> list[Stick]:
    (top, bottom), (first, middle, last) = _HALVES, _THIRDS
    if rank == 2:
        return [_upright(100, top, GREEN, 32), _upright(100, bottom, second, 32)]
    if rank == 3:
        return [_upright(100, top, second, 32)] + [
            _upright(x, bottom, GREEN, 32) for x in (48, 152)
        ]
    if rank == 4:
        return [
            _upright(x, y, GREEN if (x < 100) == (y == top) else second, 32)
            for y in _HALVES
            for x in (54, 146)
        ]
    if rank == 5:
        corners = [
            _upright(x, y, GREEN if (x < 100) == (y == top) else second, 30)
            for y in _HALVES
            for x in (40, 160)
        ]
        return [*corners, _upright(100, (75, 185), RED, 30)]
    if rank == 6:
        return [
            _upright(x, y, colour, 30)
            for y, colour in ((top, GREEN), (bottom, second))
            for x in (_LEFT, _MIDDLE, _RIGHT)
        ]
    if rank == 7:
        below = [
            _upright(x, y, second if x == _MIDDLE else GREEN, 27)
            for y in (middle, last)
            for x in (_LEFT, _MIDDLE, _RIGHT)
        ]
        return [_upright(100, first, RED, 27), *below]
    if rank == 8:
        return _double_u(GREEN, second)
    columns = ((_LEFT, GREEN), (_MIDDLE, RED), (_RIGHT, second))
    return [_upright(x, y, colour, 27) for y in _THIRDS for x, colour in columns]


def _upright(x: float, ys: tuple[float, float], colour: str, width: float) -> Stick:
    return Stick(complex(x, ys[0]), complex(x, ys[1]), width, colour)


def _double_u(upper: str, lower: str) -> list[Stick]:
    """Return the sticks of 8 bamboos: a W over its mirror image M."""
    sticks = []
    for flip, colour in ((False, upper), (True, lower)):
        for side in (-1, 1):
            ends = [(58, 116), (3, 55), (78, 12), (78, 122)]
            a, b, c, d = (complex(100 + side * x, 260 - y if flip else y) for x, y in ends)
            sticks += [Stick(a, b, 23, colour), Stick(c, d, 25, colour)]
    return sticks


def joint_stick(length: float, width: float, colour: str) -> Pen:
    """Draw bamboo of two or three joints, each slit in the middle, with a lip at every knot."""
    pen = Pen()
    joints = 3 if length > 100 else 2
    lip = width * 0.3
    step = (length - lip) / joints
    half, waist = width * 0.4, width * 0.31
    for i in range(joints):
        y0, y1 = lip / 2 + i * step, lip / 2 + (i + 1) * step
        y = (y0 + y1) / 2
        outline = (
            f"M{-half:.1f} {y0:.1f}Q{-waist:.1f} {y:.1f} {-half:.1f} {y1:.1f}"
            f"H{half:.1f}Q{waist:.1f} {y:.1f} {half:.1f} {y0:.1f}Z"
        )
        slit = leaf(complex(0, y0 + lip * 0.8), complex(0, y1 - lip * 0.8), width * 0.19, belly=0.5)
        pen.fill(outline + slit, colour)
    for i in range(joints + 1):
        y = lip / 2 + i * step
        pen.line(f"M{-width / 2 + lip / 2:.1f} {y:.1f}H{width / 2 - lip / 2:.1f}", colour, lip)
    return pen


def bead_stick(length: float, width: float, colour: str) -> Pen:
    """Draw a stick with scalloped sides and one white core from end to end."""
    pen = Pen()
    bumps = max(3, round(length / width))
    radius, edge = length / bumps / 2, width * 0.39
    arc = f"{width * 0.16:.2f} {radius:.2f} 0 0 1 0 "
    outline = f"M{-edge:.1f} {radius:.1f}A{edge:.1f} {radius:.1f} 0 0 1 {edge:.1f} {radius:.1f}"
    outline += f"a{arc}{2 * radius:.2f}" * (bumps - 1)
    outline += f"A{edge:.1f} {radius:.1f} 0 0 1 {-edge:.1f} {length - radius:.1f}"
    outline += f"a{arc}{-2 * radius:.2f}" * (bumps - 1) + "Z"
    core = width * 0.1
    top, rest = width * 0.45, length - width * 0.9
    outline += (
        f"M{-core:.1f} {top:.1f}a{core:.1f} {core:.1f} 0 0 1 {2 * core:.1f} 0v{rest:.1f}"
        f"a{core:.1f} {core:.1f} 0 0 1 {-2 * core:.1f} 0Z"
    )
    pen.fill(outline, colour)
    return pen
