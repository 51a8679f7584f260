"""The birds of 1 bamboo."""

from __future__ import annotations

import cmath
import math

from .pen import (
    BLUE,
    GREEN,
    INK,
    RED,
    Pen,
    brush,
    circle,
    ellipse,
    leaf,
    petal,
    ring,
    rotate,
    smooth,
)


def peacock() -> Pen:
    """Draw a peacock on a rock, its train hanging down behind it."""
    pen = Pen()
    root = 108 + 112j
    for degrees, length in ((66, 122), (54, 128), (42, 117), (29, 97), (80, 112)):
        tip = root + cmath.rect(length, math.radians(degrees))
        pen.fill(brush([root, (root + tip) / 2 + 6j, tip], [7, 4, 2]), GREEN)
        _eye(pen, tip - cmath.rect(13, math.radians(degrees)), 15, degrees)
    for degrees, length in ((72, 76), (60, 82), (48, 80), (35, 66)):
        tip = root + cmath.rect(length, math.radians(degrees))
        pen.fill(leaf(root, tip, 8), GREEN)
    # Neck and body in one stroke from the head to the rump.
    body = [58 + 44j, 66 + 58j, 66 + 78j, 74 + 104j, 100 + 122j, 128 + 128j]
    pen.fill(brush(body, [15, 14, 21, 42, 44, 10]), BLUE)
    for i, tip in enumerate((136 + 108j, 140 + 122j, 134 + 136j)):
        pen.fill(leaf(88 + (104 + 9 * i) * 1j, tip, 10, bend=3), RED)
    pen.fill(circle(54 + 40j, 13) + ring(51 + 38j, 5, 2.4), BLUE)
    pen.fill("M42 36L22 45L43 48Z", RED)
    for degrees in (-115, -92, -69):
        tip = 57 + 29j + cmath.rect(22, math.radians(degrees))
        pen.line(f"M57 29L{tip.real:.1f} {tip.imag:.1f}", BLUE, 2.5)
        pen.fill(circle(tip, 4), RED)
    _legs(pen, [(82 + 142j, 76 + 196j), (100 + 144j, 98 + 196j)], 4.5)
    rock = [30 + 236j, 44 + 208j, 66 + 214j, 84 + 202j, 112 + 212j, 120 + 238j]
    pen.line(smooth(rock), INK, 5)
    pen.line(smooth([62 + 236j, 70 + 222j, 84 + 226j]), INK, 4)
    for x in (20, 34, 122):
        pen.fill(leaf(complex(x, 244), complex(x - 8, 216), 6), GREEN)
    return pen


def _eye(pen: Pen, centre: complex, size: float, degrees: float) -> None:
    """Draw the eye of a train feather that points in a direction."""
    away = cmath.rect(size, math.radians(degrees))
    outside = petal(centre - away, centre + away, size * 1.5)
    pen.fill(outside + circle(centre + away * 0.2, size * 0.5), GREEN)
    pen.fill(circle(centre + away * 0.2, size * 0.32), RED)


def _legs(pen: Pen, legs: list[tuple[complex, complex]], width: float) -> None:
    for hip, foot in legs:
        pen.line(smooth([hip, (hip + foot) / 2 + 2, foot]), RED, width)
        for toe in (-12 + 5j, -3 + 8j, 9 + 5j):
            pen.line(smooth([foot, foot + toe]), RED, width * 0.8)


def fan() -> Pen:
    """Draw a peacock from the front with its train spread."""
    pen = Pen()
    root = 100 + 168j
    for i in range(9):
        degrees = -90 + (i - 4) * 24.0
        away = _fan_direction(degrees)
        if i != 4:  # the head is there
            pen.fill(leaf(root + away * 52, root + away * 104, 6), GREEN)
        _eye(pen, root + away * 126, 17, math.degrees(cmath.phase(away)))
    for i in range(8):
        degrees = -90 + (i - 3.5) * 24
        away = _fan_direction(degrees)
        if i not in (3, 4):
            pen.fill(leaf(root + away * 44, root + away * 94, 9), BLUE)
        pen.fill(circle(root + away * 104, 4.5), RED)
    body = [100 + 112j, 100 + 128j, 100 + 150j, 100 + 176j, 100 + 204j]
    pen.fill(brush(body, [22, 20, 32, 58, 18]), BLUE)
    pen.fill(circle(100 + 104j, 15) + ring(93.5 + 102j, 4.6, 2) + ring(106.5 + 102j, 4.6, 2), BLUE)
    pen.fill("M93 110L107 110L100 124Z", RED)
    for side in (-1, 1):
        base = complex(100 + side * 6, 152)
        for k in range(3):
            pen.fill(leaf(base, complex(100 + side * (44 - 7 * k), 182 + 11 * k), 8), RED)
    for x in (86, 100, 114):
        tip = complex(x, 80)
        pen.line(smooth([100 + 91j, tip]), BLUE, 2.5)
        pen.fill(circle(tip, 3.6), RED)
    _legs(pen, [(90 + 200j, 84 + 234j), (110 + 200j, 116 + 234j)], 5)
    return pen


def _fan_direction(degrees: float) -> complex:
    """Return a direction of the fan, which is higher than wide so that it fits the tile."""
    away = cmath.rect(1, math.radians(degrees))
    return complex(away.real * 0.63, away.imag)


def sparrow() -> Pen:
    """Draw a sparrow with a big round eye on a twig of bamboo, its tail hanging down."""
    pen = Pen()
    for tip, width, colour in (
        (104 + 240j, 10, GREEN),
        (142 + 236j, 10, GREEN),
        (124 + 250j, 11, RED),
    ):
        pen.fill(leaf(118 + 176j, tip, width), colour)
    breast = [72 + 80j, 62 + 108j, 72 + 140j, 96 + 158j]
    pen.line(smooth(breast), GREEN, 7)
    for y, xs in ((98, (76, 90)), (116, (80, 94)), (134, (88, 102))):
        for x in xs:
            pen.fill(leaf(complex(x, y - 7), complex(x + 4, y + 8), 5), RED)
    feathers: list[list[complex]] = [
        [110 + 80j, 146 + 102j, 152 + 138j, 138 + 186j],
        [106 + 92j, 131 + 112j, 134 + 140j, 125 + 174j],
        [103 + 104j, 117 + 120j, 118 + 140j, 110 + 160j],
    ]
    for points, colour in zip(feathers, (BLUE, GREEN, BLUE), strict=True):
        pen.fill(brush(points, [6, 14, 13, 2]), colour)
    head = 90 + 56j
    pen.fill(ring(head, 31, 24), GREEN)
    pen.fill(ring(head + 1j, 16, 10), BLUE)
    pen.fill(circle(head + 1j, 5.5), RED)
    pen.fill("M62 48L30 59L62 69Z", RED)
    for degrees, length in ((-36, 36), (-62, 34), (-88, 24)):
        foot = head + cmath.rect(34, math.radians(degrees))
        pen.fill(leaf(foot, foot + cmath.rect(length, math.radians(degrees + 30)), 8), RED)
    for base, tip in ((28 + 171j, 14 + 204j), (46 + 170j, 56 + 202j), (170 + 158j, 188 + 190j)):
        pen.fill(leaf(base, tip, 10), GREEN)
    pen.line("M18 172L70 168M80 167L142 161M152 160L184 157", GREEN, 9)
    pen.line("M90 160v14M102 159v14", RED, 5)
    return pen


def crane() -> Pen:
    """Draw a crane on one leg beside water grass."""
    pen = Pen()
    body = [72 + 96j, 84 + 130j, 112 + 152j, 150 + 160j, 172 + 156j]
    pen.line(smooth([*body, 160 + 128j, 128 + 100j, 98 + 92j, 86 + 96j]), INK, 5)
    for i, tip in enumerate((150 + 144j, 134 + 140j, 116 + 130j, 100 + 118j)):
        pen.line(smooth([tip - 10 - 26j + 4 * i, tip - 1 - 12j, tip]), BLUE, 5)
    for tip in (188 + 176j, 182 + 192j, 168 + 202j):
        pen.fill(brush([146 + 138j, 166 + 152j, tip], [9, 17, 2]), INK)
    neck = [60 + 34j, 78 + 44j, 82 + 64j, 72 + 80j, 76 + 100j]
    pen.fill(brush(neck, [10, 12, 10, 11, 16]), INK)
    pen.fill(circle(60 + 32j, 12) + circle(56 + 33j, 3.4), INK)
    pen.fill(brush([52 + 22j, 62 + 17j, 72 + 26j], [3, 11, 3]), RED)
    pen.fill("M48 28L14 42L50 39Z", RED)
    pen.line("M112 152L106 194L112 236M106 194", RED, 5)
    pen.line("M112 236L94 242M112 236L130 242M112 236L110 246", RED, 4)
    pen.line("M128 156L140 182L116 196", RED, 5)
    pen.line("M116 196L106 200", RED, 4)
    for base, tip, bend in (
        (48 + 246j, 30 + 172j, -8),
        (54 + 246j, 56 + 156j, 4),
        (60 + 246j, 82 + 182j, 6),
    ):
        pen.fill(leaf(base, tip, 7, bend), GREEN)
    pen.line("M18 250q14 -8 28 0t28 0t28 0t28 0t28 0t24 0", BLUE, 4)
    return pen


def phoenix() -> Pen:
    """Draw a phoenix in flight, its wings up, three long feathers trailing."""
    pen = Pen()
    tails: list[tuple[list[complex], str]] = [
        ([96 + 140j, 120 + 180j, 104 + 214j, 132 + 246j], RED),
        ([90 + 142j, 86 + 184j, 70 + 212j, 84 + 248j], GREEN),
        ([104 + 138j, 150 + 168j, 152 + 200j, 182 + 222j], BLUE),
    ]
    for points, colour in tails:
        pen.fill(brush(points, [10, 8, 9, 3]), colour)
        pen.fill(ring(points[-1] - 2 - 4j, 10, 5), colour)
    for mirror, tip in ((False, 20 + 34j), (True, 186 + 28j)):
        shoulder = 112 + 112j if mirror else 84 + 116j
        colours = (GREEN, BLUE, RED, GREEN)
        for i, colour in enumerate(colours):
            end = rotate(tip, (-1 if mirror else 1) * -17 * i, shoulder)
            end = shoulder + (end - shoulder) * (1 - 0.13 * i)
            pen.fill(leaf(shoulder, end, 11, bend=5 if mirror else -5), colour)
    pen.fill(brush([94 + 76j, 92 + 92j, 94 + 116j, 96 + 146j], [16, 18, 34, 12]), RED)
    for y in (104, 116, 128):
        pen.line(f"M86 {y}q8 7 16 0", GREEN, 3)
    pen.fill(circle(92 + 66j, 13) + ring(88 + 64j, 4.4, 2), RED)
    pen.fill("M80 62L60 70L80 74Z", GREEN)
    for end in (88 + 36j, 100 + 34j, 112 + 42j):
        pen.fill(brush([95 + 56j, (95 + 56j + end) / 2 + 3, end], [5, 4, 3]), GREEN)
        pen.fill(ellipse(end, 4.5, 4.5), RED)
    return pen


BIRDS = {"peacock": peacock, "sparrow": sparrow, "crane": crane, "fan": fan, "phoenix": phoenix}
