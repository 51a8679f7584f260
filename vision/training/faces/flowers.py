"""The pictures of the four flowers and the four seasons."""

from __future__ import annotations

import cmath
import math

from .pen import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    PINK,
    RED,
    Pen,
    brush,
    circle,
    circle_points,
    leaf,
    petal,
    polygon,
    ring,
    smooth,
)


def plum() -> Pen:
    """Draw red blossoms and buds on a crooked old branch."""
    pen = Pen()
    pen.fill(
        brush([30 + 248j, 62 + 214j, 88 + 200j, 124 + 204j, 172 + 176j], [15, 12, 9, 6, 3]), BROWN
    )
    pen.fill(brush([78 + 204j, 84 + 172j, 116 + 138j, 122 + 96j], [9, 7, 5, 3]), BROWN)
    pen.fill(brush([88 + 164j, 62 + 144j, 52 + 116j], [5, 4, 2]), BROWN)
    for centre, radius in ((80 + 168j, 31), (140 + 188j, 28), (120 + 118j, 24)):
        _blossom(pen, centre, radius, RED)
    for centre in (52 + 116j, 122 + 86j, 174 + 172j, 146 + 146j):
        pen.fill(circle(centre, 8), RED)
    pen.line("M134 132L144 142M56 122l-8 -2M126 94l6 -2", BROWN, 3)
    for base, tip in ((60 + 218j, 92 + 236j), (110 + 206j, 116 + 240j), (40 + 236j, 24 + 210j)):
        pen.fill(leaf(base, tip, 9), GREEN)
    return pen


def _blossom(pen: Pen, centre: complex, radius: float, colour: str) -> None:
    """Draw five round petals around golden stamens."""
    for spot in circle_points(centre, radius * 0.62, 5):
        pen.fill(ring(spot, radius * 0.36, radius * 0.17), colour)
    pen.fill(circle(centre, radius * 0.2), GOLD)


def orchid() -> Pen:
    """Draw long arching leaves and purple-blue flowers."""
    pen = Pen()
    root = 100 + 246j
    blades = (
        ([root - 8, 70 + 190j, 40 + 150j, 14 + 164j], GREEN),
        ([root - 3, 84 + 176j, 74 + 122j, 44 + 92j], GREEN),
        ([root, 102 + 170j, 112 + 118j, 148 + 80j], GREEN),
        ([root + 5, 124 + 190j, 156 + 156j, 188 + 180j], GREEN),
        ([root + 2, 114 + 204j, 128 + 216j, 164 + 236j], GREEN),
        ([root - 4, 84 + 216j, 60 + 222j, 30 + 240j], GREEN),
    )
    for points, colour in blades:
        pen.fill(brush(points, [7, 11, 9, 2]), colour)
    pen.line(smooth([root, 88 + 200j, 72 + 172j]), GREEN, 4)
    pen.line(smooth([root + 3, 126 + 176j, 138 + 144j]), GREEN, 4)
    for centre, radius, turn in ((70 + 158j, 32, -20), (142 + 126j, 34, 15), (104 + 196j, 26, 0)):
        for i, spot in enumerate(circle_points(centre, radius, 5, start=-90 + turn)):
            pen.fill(petal(centre + (spot - centre) * 0.12, spot, 13), BLUE if i % 5 else PINK)
        pen.fill(circle(centre, 5), GOLD)
    return pen


def chrysanthemum() -> Pen:
    """Draw a great red and yellow head over lobed leaves, a smaller one behind."""
    pen = Pen()
    pen.fill(brush([92 + 150j, 104 + 196j, 96 + 250j], [5, 6, 8]), GREEN)
    pen.fill(brush([102 + 208j, 136 + 190j, 150 + 168j], [5, 4, 4]), GREEN)
    for base, tip in ((98 + 240j, 36 + 232j), (100 + 214j, 40 + 194j), (100 + 236j, 170 + 232j)):
        _draw_lobed_leaf(pen, base, tip)
    _many_petals(pen, 84 + 132j, 50)
    _many_petals(pen, 152 + 160j, 28)
    return pen


def _many_petals(pen: Pen, centre: complex, radius: float) -> None:
    big = radius > 40
    layers = ((1.0, 0.58, 16, RED), (0.58, 0.2, 10, GOLD)) if big else ((1.0, 0.4, 12, RED),)
    for outer, inner, count, colour in layers:
        for spot in circle_points(centre, radius * outer, count):
            foot = centre + (spot - centre) * inner / outer
            pen.fill(petal(foot, spot, radius * outer * 4.9 / count), colour)
    pen.fill(circle(centre, radius * (0.17 if big else 0.3)), RED if big else GOLD)


def _draw_lobed_leaf(pen: Pen, base: complex, tip: complex) -> None:
    along = tip - base
    for degrees, length, where in ((0, 0.5, 0.5), (-48, 0.46, 0.36), (48, 0.46, 0.36)):
        foot = base + along * where
        pen.fill(
            leaf(foot, foot + along * length * cmath.rect(1, math.radians(degrees)), 11), GREEN
        )
    pen.line(polygon([base, base + along * 0.5], closed=False), GREEN, 3.5)


def bamboo() -> Pen:
    """Draw three stems with clusters of leaves."""
    pen = Pen()
    stems = ((70 + 250j, 84 + 84j, 15), (106 + 250j, 112 + 120j, 12), (42 + 250j, 34 + 138j, 10))
    for foot, top, width in stems:
        joints = 5 if width > 12 else 4
        for i in range(joints):
            a = foot + (top - foot) * (i / joints)
            b = foot + (top - foot) * ((i + 0.9) / joints)
            thick = width * (1 - 0.08 * i)
            pen.fill(brush([a, (a + b) / 2, b], [thick, thick * 0.82, thick]), GREEN)
    for twig, directions in (
        (86 + 96j, (20, 48, 78, 160, 120)),
        (116 + 128j, (10, 38, 66, -22)),
        (34 + 140j, (-60, 100, 140)),
        (74 + 216j, (-20, 8)),
        (112 + 196j, (25, -5, 55)),
    ):
        for k, degrees in enumerate(directions):
            length = 56 - 6 * (k % 3)
            tip = twig + cmath.rect(length, math.radians(degrees))
            inside = complex(min(max(tip.real, 12), 188), min(max(tip.imag, 70), 248))
            pen.fill(leaf(twig + (inside - twig) * 0.1, inside, 9, bend=3), GREEN)
    for centre in (160 + 214j, 178 + 232j, 152 + 240j):
        pen.fill(circle(centre, 6), RED)
    return pen


def spring() -> Pen:
    """Draw a peony and a butterfly."""
    pen = Pen()
    pen.fill(brush([92 + 190j, 102 + 220j, 96 + 250j], [6, 6, 8]), GREEN)
    for base, tip, bend in (
        (98 + 232j, 28 + 246j, 4),
        (98 + 226j, 22 + 208j, -5),
        (100 + 232j, 168 + 246j, -4),
        (100 + 222j, 176 + 206j, 5),
    ):
        _draw_veined_leaf(pen, base, tip, 15, bend)
    centre = 90 + 158j
    for radius, count, start, colour in ((46, 9, -90, RED), (28, 6, -60, PINK)):
        for spot in circle_points(centre, radius, count, start):
            pen.fill(petal(centre + (spot - centre) * 0.45, spot, radius * 5.4 / count), colour)
    pen.fill(circle(centre, 9), GOLD)
    butterfly = 158 + 112j
    for tip, width, colour in (
        (butterfly - 22 - 24j, 24, BLUE),
        (butterfly + 28 - 18j, 24, BLUE),
        (butterfly - 18 + 14j, 17, RED),
        (butterfly + 20 + 16j, 17, RED),
    ):
        middle = butterfly + (tip - butterfly) * 0.62
        pen.fill(petal(butterfly, tip, width) + circle(middle, 3.2), colour)
    pen.fill(brush([butterfly - 3 - 12j, butterfly, butterfly + 3 + 18j], [3, 6, 2]), INK)
    pen.line("M155 100q-2 -12 -12 -16M156 99q4 -12 12 -15", INK, 2)
    return pen


def _draw_veined_leaf(pen: Pen, base: complex, tip: complex, width: float, bend: float = 0) -> None:
    """Draw a leaf with its middle vein left open."""
    vein = leaf(base + (tip - base) * 0.2, base + (tip - base) * 0.85, 2, bend / 2, belly=0.4)
    pen.fill(leaf(base, tip, width, bend) + vein, GREEN)


def summer() -> Pen:
    """Draw a lotus over its leaf and water."""
    pen = Pen()
    pen.line(smooth([96 + 164j, 100 + 190j, 94 + 216j]), GREEN, 6)
    pen.line(smooth([152 + 190j, 148 + 208j, 150 + 224j]), GREEN, 5)
    foot = 96 + 172j
    for tip, width in (
        (30 + 152j, 20),
        (162 + 152j, 20),
        (40 + 118j, 24),
        (152 + 118j, 24),
    ):
        pen.fill(leaf(foot, tip, width, bend=4 if tip.real < 96 else -4, belly=0.55), RED)
    for tip in (66 + 96j, 126 + 96j):
        pen.fill(leaf(foot - 4j, tip, 22, belly=0.55), PINK)
    pen.fill(leaf(foot - 6j, 96 + 84j, 26, belly=0.55) + leaf(foot - 26j, 96 + 108j, 9), RED)
    pad = [104 + 206j, 128 + 188j, 152 + 194j, 176 + 186j, 192 + 204j, 150 + 216j]
    pen.fill(smooth(pad, closed=True), GREEN)
    left = [14 + 212j, 34 + 196j, 60 + 202j, 82 + 196j, 92 + 214j, 52 + 224j]
    pen.fill(smooth(left, closed=True), GREEN)
    pen.line("M24 236q13 -8 26 0t26 0t26 0t26 0t26 0t26 0M56 250q13 -8 26 0t26 0t26 0", BLUE, 4)
    return pen


def autumn() -> Pen:
    """Draw red maple leaves on a branch, a moon with a wild goose."""
    pen = Pen()
    pen.fill(brush([20 + 246j, 64 + 222j, 110 + 224j, 180 + 190j], [11, 8, 6, 3]), BROWN)
    pen.fill(brush([60 + 224j, 72 + 190j, 66 + 150j], [6, 4, 2]), BROWN)
    for centre, size, degrees, colour in (
        (68 + 140j, 46, -100, RED),
        (132 + 180j, 42, -60, RED),
        (62 + 216j, 30, 60, GOLD),
        (158 + 228j, 26, 75, RED),
    ):
        _maple(pen, centre, size, degrees, colour)
    pen.fill(ring(150 + 108j, 25, 21), GOLD)
    pen.line("M126 104q12 -10 20 2q8 -14 22 -8M138 126q8 -7 14 1q6 -9 15 -5", INK, 3.5)
    return pen


def _maple(pen: Pen, centre: complex, size: float, degrees: float, colour: str) -> None:
    """Draw a maple leaf of seven lobes whose middle one points in a direction."""
    outline = []
    for lobe, length in (
        (-128, 0.5),
        (-84, 0.8),
        (-42, 0.92),
        (0, 1),
        (42, 0.92),
        (84, 0.8),
        (128, 0.5),
    ):
        for turn, reach in ((-12, 0.64), (0, 1), (12, 0.64), (21, 0.36)):
            outline.append(
                centre + cmath.rect(size * length * reach, math.radians(degrees + lobe + turn))
            )
    pen.fill(polygon(outline), colour)
    foot = centre + cmath.rect(size * 0.7, math.radians(degrees + 180))
    pen.line(polygon([centre, foot], closed=False), colour, 3)


def winter() -> Pen:
    """Draw a snowy pine with a camellia."""
    pen = Pen()
    pen.fill(
        brush([176 + 250j, 150 + 214j, 116 + 206j, 70 + 220j, 30 + 206j], [14, 12, 9, 6, 3]), BROWN
    )
    pen.fill(brush([138 + 210j, 140 + 172j, 120 + 138j], [9, 6, 3]), BROWN)
    for foot in (34 + 208j, 82 + 216j, 122 + 140j, 150 + 176j, 160 + 236j):
        for i in range(9):
            tip = foot + cmath.rect(34 if i % 2 else 38, math.radians(-170 + 20 * i))
            pen.fill(leaf(foot, tip, 4.5), GREEN)
    centre = 66 + 160j
    for spot in circle_points(centre, 31, 6):
        pen.fill(petal(centre + (spot - centre) * 0.25, spot, 28), RED)
    pen.fill(circle(centre, 9), GOLD)
    for centre, size in (
        (28 + 112j, 10),
        (84 + 100j, 9),
        (168 + 116j, 10),
        (30 + 244j, 8),
        (112 + 240j, 9),
    ):
        for spot in circle_points(centre, size, 3):
            pen.line(polygon([spot, 2 * centre - spot], closed=False), BLUE, 2.5)
    return pen


PICTURES = (plum, orchid, chrysanthemum, bamboo, spring, summer, autumn, winter)
"""In the order of 1f to 8f."""
