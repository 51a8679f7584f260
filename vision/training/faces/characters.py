"""Written faces: characters, winds, dragons; the frames of the white dragon; the back."""

from __future__ import annotations

from .glyphs import Glyphs
from .pen import BLUE, GREEN, INK, RED, Pen, box, circle, polygon, ring

Box = tuple[float, float, float, float]

_THIN = {"一": (28.0, 48.0, 172.0, 78.0), "二": (32.0, 26.0, 168.0, 104.0)}
"""Numbers that must not be pulled up to the full height."""


def character(glyphs: Glyphs, number: str, colour: str, bolder: float) -> Pen:
    """Draw a number over a red 萬."""
    pen = Pen()
    glyphs.draw(pen, number, _THIN.get(number, (34, 12, 166, 118)), colour, bolder)
    glyphs.draw(pen, "萬", (38, 128, 162, 250), RED, bolder)
    return pen


def honour(glyphs: Glyphs, text: str, colour: str, bolder: float) -> Pen:
    """Draw one large character."""
    pen = Pen()
    into = (42.0, 20.0, 158.0, 240.0) if text == "中" else (22.0, 28.0, 178.0, 232.0)
    glyphs.draw(pen, text, into, colour, bolder)
    return pen


def corner_index(pen: Pen, glyphs: Glyphs, text: str, colour: str) -> None:
    """Draw a Western numeral or letter into the top left corner."""
    width = {"1": 18, "W": 38}.get(text, 27)
    glyphs.draw(pen, text, (10, 10, 10 + width, 50), colour, 0.8)


def ornate_frame() -> Pen:
    """Draw a white dragon: a double blue frame whose inner corners are cut in."""
    pen = Pen()
    pen.fill(box(20 + 20j, 160 + 220j, 10) + box(30 + 30j, 140 + 200j, 3), BLUE)
    cut, left, top, right, bottom = 20, 42, 42, 158, 218
    corners = []
    for x, y, dx, dy in (
        (left, top, 1, 1),
        (right, top, -1, 1),
        (right, bottom, -1, -1),
        (left, bottom, 1, -1),
    ):
        notch = [complex(x, y + dy * cut), complex(x + dx * cut, y + dy * cut)]
        notch.append(complex(x + dx * cut, y))
        corners += notch if (dx == dy) else notch[::-1]
        pen.fill(box(complex(x - 5, y - 5) + complex(dx, dy) * 7, 10 + 10j), BLUE)
    pen.line(polygon(corners), BLUE, 5)
    return pen


def plain_frame() -> Pen:
    """Draw a white dragon: one thick blue line around the face."""
    pen = Pen()
    pen.fill(box(22 + 24j, 156 + 212j, 12) + box(38 + 40j, 124 + 180j, 4), BLUE)
    return pen


def bar_frame() -> Pen:
    """Draw a white dragon: a frame of bars that change their direction, dark blue."""
    pen = Pen()
    pen.line(polygon([24 + 24j, 176 + 24j, 176 + 236j, 24 + 236j]), INK, 4)
    pen.line(polygon([54 + 54j, 146 + 54j, 146 + 206j, 54 + 206j]), INK, 4)
    for i in range(4):
        for y in (33, 221):
            pen.fill(box(complex(66 + 18.6 * i, y), 12 + 6j), INK)
    for i in range(7):
        for x in (33, 161):
            pen.fill(box(complex(x, 66 + 19.2 * i), 6 + 12j), INK)
    for x in (39, 161):
        for y in (39, 221):
            pen.fill(ring(complex(x, y), 9, 4), RED)
    return pen


def letter_frame(frame: Pen, glyphs: Glyphs, text: str, colour: str, bolder: float = 1) -> Pen:
    """Draw a frame with a letter or character in the middle."""
    pen = Pen()
    pen.place(frame)
    half = 24 if text.isascii() else 36
    glyphs.draw(pen, text, (100 - half, 90, 100 + half, 170), colour, bolder)
    return pen


def plain_back(colour: str, edge: str) -> Pen:
    """Draw a tile's back: one colour with a slightly darker edge."""
    pen = Pen()
    pen.fill(box(0j, 200 + 260j, 16), colour)
    pen.line(box(5 + 5j, 190 + 250j, 12), edge, 5)
    return pen


def woven_back(colour: str, line: str) -> Pen:
    """Draw a tile's back of bamboo, as on old tiles: grain and pores."""
    pen = plain_back(colour, line)
    for i, x in enumerate(range(18, 190, 14)):
        sway = (3, -4, 2, -2)[i % 4]
        pen.line(f"M{x} 14C{x + sway} 90 {x - sway} 170 {x} 246", line, 1.5 + i % 3)
        for k in range(5):
            y = 30 + 50 * k + 17 * i % 43
            if y < 240:
                pen.fill(circle(complex(x + 7, y), 1.6), line)
    return pen


WINDS = ("東", "南", "西", "北")
DRAGON_COLOURS = {"發": GREEN, "中": RED}
