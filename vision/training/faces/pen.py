"""Curves, and a pen that writes them as SVG.

Points are complex numbers (x + y·1j, y down), so that turning and scaling is a multiplication.
A face is 200 wide and 260 high: a tile of 20 x 26 mm. Paths are SVG path data. Holes are real
holes (even-odd), never white paint: the tile's colour is visible through them.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence

WIDTH, HEIGHT = 200, 260
CENTRE = complex(WIDTH / 2, HEIGHT / 2)

RED = "#c3161f"
GREEN = "#0b6b3c"
BLUE = "#1b3b92"
INK = "#14203f"
"""Blue-black of the numbers on characters."""
GOLD = "#d9901a"
BROWN = "#6b3f1d"
PINK = "#e0607e"


class Pen:
    """The shapes of one drawing in the order in which they are painted."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def fill(self, path: str, colour: str) -> None:
        """Paint the inside of `path`; where it overlaps itself there is a hole."""
        self._parts.append(f'<path fill="{colour}" d="{path}"/>')

    def solid(self, path: str, colour: str, bolder: float = 0) -> None:
        """Paint everything `path` surrounds, its edge moved out by `bolder`."""
        edge = f' stroke="{colour}" stroke-width="{number(2 * bolder)}"' if bolder else ""
        self._parts.append(f'<path fill="{colour}" fill-rule="nonzero"{edge} d="{path}"/>')

    def line(self, path: str, colour: str, width: float) -> None:
        """Stroke `path` with a round nib."""
        self._parts.append(
            f'<path fill="none" stroke="{colour}" stroke-width="{number(width)}" d="{path}"/>'
        )

    def place(
        self,
        other: Pen,
        at: complex = 0,
        scale: float | tuple[float, float] = 1,
        turn: float = 0,
    ) -> None:
        """Insert another drawing: scaled, turned clockwise by degrees, its origin at `at`.

        A negative first scale mirrors it left to right.
        """
        x, y = scale if isinstance(scale, tuple) else (scale, scale)
        steps = f"translate({number(at.real)} {number(at.imag)})"
        if turn:
            steps += f" rotate({number(turn)})"
        if (x, y) != (1, 1):
            steps += f" scale({x:g} {y:g})"
        self._parts.append(f'<g transform="{steps}">' + "".join(other._parts) + "</g>")

    def svg(self) -> str:
        """Return the drawing as an SVG document of one face with a transparent background."""
        body = "\n".join(self._parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
            '<g fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">\n'
            f"{body}\n</g>\n</svg>\n"
        )


def number(value: float) -> str:
    """Format a coordinate to a tenth of a unit (a hundredth of a millimetre), without ".0"."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def rotate(point: complex, degrees: float, about: complex = 0) -> complex:
    """Rotate `point` clockwise (as seen, y down) by `degrees` about another point."""
    return about + (point - about) * cmath.rect(1, math.radians(degrees))


def circle_points(centre: complex, radius: float, count: int, start: float = -90) -> list[complex]:
    """Return `count` points evenly on a circle, clockwise from `start` degrees (-90: the top)."""
    return [rotate(centre + radius, start + 360 * i / count, centre) for i in range(count)]


def polygon(points: Iterable[complex], closed: bool = True) -> str:
    """Return straight lines through the points."""
    return "M" + "L".join(_xy(p) for p in points) + ("Z" if closed else "")


def smooth(points: Sequence[complex], closed: bool = False) -> str:
    """Return a curve without corners through all points (Catmull-Rom as cubic Béziers)."""
    n = len(points)
    path = "M" + _xy(points[0])
    for i in range(n if closed else n - 1):
        before, a, b, after = (_at(points, i + k, closed) for k in (-1, 0, 1, 2))
        path += f"C{_xy(a + (b - before) / 6)} {_xy(b - (after - a) / 6)} {_xy(b)}"
    return path + ("Z" if closed else "")


def brush(points: Sequence[complex], widths: Sequence[float]) -> str:
    """Return a brush stroke along a smooth curve through `points`, of `widths` at each."""
    middle, thick = _sample_curve(points), _sample_curve([complex(w) for w in widths])
    left, right = [], []
    for i, point in enumerate(middle):
        along = middle[min(i + 1, len(middle) - 1)] - middle[max(i - 1, 0)]
        side = along / abs(along) * 1j * thick[i].real / 2
        left.append(point + side)
        right.append(point - side)
    return smooth(left + right[::-1], closed=True)


def circle(centre: complex, radius: float) -> str:
    """Return a full circle."""
    return ellipse(centre, radius, radius)


def ellipse(centre: complex, rx: float, ry: float) -> str:
    """Return an ellipse with level axes."""
    size, across = f"{number(rx)} {number(ry)}", number(2 * rx)
    return f"M{_xy(centre - rx)}a{size} 0 1 0 {across} 0a{size} 0 1 0 -{across} 0Z"


def ring(centre: complex, outer: float, inner: float) -> str:
    """Return the band between two circles."""
    return circle(centre, outer) + circle(centre, inner)


def box(corner: complex, size: complex, rounding: float = 0) -> str:
    """Return a level rectangle from its top left corner and its size, with rounded corners."""
    w, h, r = size.real - 2 * rounding, size.imag - 2 * rounding, number(rounding)
    if rounding == 0:
        return f"M{_xy(corner)}h{number(w)}v{number(h)}h{number(-w)}Z"
    arc = f"a{r} {r} 0 0 1 "
    return (
        f"M{_xy(corner + rounding)}h{number(w)}{arc}{r} {r}v{number(h)}{arc}-{r} {r}"
        f"h{number(-w)}{arc}-{r} -{r}v{number(-h)}{arc}{r} -{r}Z"
    )


def leaf(base: complex, tip: complex, width: float, bend: float = 0, belly: float = 0.45) -> str:
    """Return a pointed leaf; `bend` shifts its middle to the right, `belly` is its widest point.

    Seen from base to tip: `belly` is a fraction of the length, `bend` is in units.
    """
    along = tip - base
    side = along / abs(along) * 1j
    middle = base + along * belly + side * bend
    one, other = middle + side * width, middle - side * width
    return f"M{_xy(base)}Q{_xy(one)} {_xy(tip)}Q{_xy(other)} {_xy(base)}Z"


def petal(base: complex, tip: complex, width: float) -> str:
    """Return a petal with a narrow foot and a round end."""
    along = tip - base
    side = along / abs(along) * 1j * width / 2
    points = [base, base + along * 0.6 + side, tip, base + along * 0.6 - side]
    turns = [side * 0.2, along * 0.3, -side * 0.9, -along * 0.3]
    path = "M" + _xy(points[0])
    for i in range(4):
        a, b = points[i], points[(i + 1) % 4]
        path += f"C{_xy(a + turns[i])} {_xy(b - turns[(i + 1) % 4])} {_xy(b)}"
    return path + "Z"


def _sample_curve(points: Sequence[complex], steps: int = 3) -> list[complex]:
    """Sample the curve of `smooth` at `steps` points for each piece."""
    result = [points[0]]
    for i in range(len(points) - 1):
        before, a, b, after = (_at(points, i + k, closed=False) for k in (-1, 0, 1, 2))
        c, d = a + (b - before) / 6, b - (after - a) / 6
        for t in (k / steps for k in range(1, steps + 1)):
            u = 1 - t
            result.append(u**3 * a + 3 * u * u * t * c + 3 * u * t * t * d + t**3 * b)
    return result


def _at(points: Sequence[complex], i: int, closed: bool) -> complex:
    n = len(points)
    return points[i % n] if closed else points[min(max(i, 0), n - 1)]


def _xy(point: complex) -> str:
    return f"{number(point.real)} {number(point.imag)}"
