"""A table on which lines of tiles are laid with the small slips of people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.tiles import BACK
from vision.relations.boxes import NO_GROUP, Role

from .laying import TableTile

_STEP = 0.12  # tile widths by which a line is moved until it is free
_MOST_STEPS = 60
_QUARTER = math.pi / 2

Corners = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class LayingSlips:
    """How far people miss the straight line.

    Attributes:
        angle: standard deviation of a tile's angle to its line, radians.
        gap: mean of a gap between neighbours that do not touch, tile widths.
        touching: share of neighbours that touch.
        jitter: standard deviation across the line, tile heights.
        slope: standard deviation of a line's own angle, radians.
        upside_down: share of tiles that lie upside down.
    """

    angle: float
    gap: float
    touching: float
    jitter: float
    slope: float
    upside_down: float


def random_slips(rng: np.random.Generator, sloppy: float) -> LayingSlips:
    """Return slips of a person; 0 for a neat one, 1 for a sloppy one."""
    s = min(1.0, max(0.0, sloppy + float(rng.normal(0, 0.1))))
    return LayingSlips(
        angle=0.006 + 0.08 * s * s,
        gap=0.02 + 0.28 * s * s,
        touching=0.8 - 0.6 * s,
        jitter=0.008 + 0.09 * s * s,
        slope=0.006 + 0.05 * s,
        upside_down=0.08 * s if rng.random() < 0.7 else 0.25 * s,
    )


@dataclass(frozen=True, slots=True)
class LineTile:
    """One tile of a line.

    Attributes:
        kind: its face, also of a tile that lies face down.
        role: what it is to the hand.
        gap: space before it, tile widths.
        turned: whether it lies sideways.
        is_down: whether its face is down.
        group: number of its set.
        concealed: whether its set is a concealed kong.
        beyond: tile heights by which it lies beyond the tile before it, above its place; 0 for a
            tile that has its own.
        on_top: whether it lies on the tile before it.
        shift: tile heights by which it is pushed out of the line, away from the owner.
    """

    kind: str
    role: Role = Role.OTHER
    gap: float = 0.0
    turned: bool = False
    is_down: bool = False
    group: int = NO_GROUP
    concealed: bool = False
    beyond: float = 0.0
    on_top: bool = False
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Span:
    """Where a line lies: its left end, length and depth in mm, its direction in radians."""

    x: float
    y: float
    length: float
    depth: float
    heading: float


class Table:
    """Tiles on a table; lines that would overlap are moved apart.

    Args:
        size: of a tile: width, height and thickness, mm.
        slips: of the person who lays the tiles.
        rng: source of chance.
    """

    def __init__(
        self, size: tuple[float, float, float], slips: LayingSlips, rng: np.random.Generator
    ) -> None:
        self.size, self.slips, self.rng = size, slips, rng
        self.tiles: list[TableTile] = []
        self._taken: list[tuple[Corners, tuple[float, float, float, float]]] = []

    @property
    def width(self) -> float:
        """Return the width of a tile, mm."""
        return self.size[0]

    @property
    def height(self) -> float:
        """Return the height of a tile, mm."""
        return self.size[1]

    def lay_line(
        self,
        items: Sequence[LineTile],
        x: float,
        y: float,
        heading: float = 0.0,
        *,
        push: tuple[float, float] = (1.0, 0.0),
        owner: int = 0,
        level: int = 0,
        lean: float | None = None,
    ) -> Span:
        """Lay tiles side by side from their owner's left; return where they lie.

        Args:
            items: the tiles.
            x, y: the left end of the line's lower edge, mm.
            heading: direction of the line, radians.
            push: direction in which the line is moved while it overlaps another.
            owner: as in `TableTile`.
            level: number of tiles below the line.
            lean: of standing tiles.
        """
        rng, slips = self.rng, self.slips
        heading += float(rng.normal(0, slips.slope))
        bend = float(rng.normal(0, 0.3 * slips.slope)) / (14 * self.width)
        placed, low, high, run = self._arrange_line(items, bend, lean)
        along, away = (
            (math.cos(heading), math.sin(heading)),
            (-math.sin(heading), math.cos(heading)),
        )
        if level == 0:
            x, y = self._free_place(x, y, along, away, run, low, high, push)
        for item, u, v, angle in placed:
            self.tiles.append(
                TableTile(
                    x + along[0] * u + away[0] * v,
                    y + along[1] * u + away[1] * v,
                    heading + angle,
                    BACK if item.is_down else item.kind,
                    item.role,
                    item.group,
                    item.turned,
                    item.concealed,
                    level + item.on_top,
                    is_stacked=item.on_top and item.group != NO_GROUP,
                    lean=lean,
                    owner=owner,
                )
            )
            if item.on_top:
                self.tiles[-2] = replace(self.tiles[-2], is_covered=True)
        return Span(x, y, run, high - low, heading)

    def _arrange_line(
        self, items: Sequence[LineTile], bend: float, lean: float | None
    ) -> tuple[list[tuple[LineTile, float, float, float]], float, float, float]:
        """Return the tiles with their places along and across the line, and its bounds."""
        rng, slips, width, height = self.rng, self.slips, self.width, self.height
        chances = rng.random((len(items), 3)).tolist()
        normals = rng.normal(0, 1, (len(items), 2)).tolist()
        placed: list[tuple[LineTile, float, float, float]] = []
        run, low, high = 0.0, 0.0, 0.0
        for item, (touch, turn, apart), (tilt, off) in zip(items, chances, normals, strict=True):
            wide, tall = (height, width) if item.turned else (width, height)
            angle = slips.angle * max(-3.0, min(3.0, tilt))
            if item.turned:
                angle += _QUARTER if turn < 0.5 else -_QUARTER
            elif turn < slips.upside_down:
                angle += math.pi
            across = slips.jitter * height * max(-3.0, min(3.0, off))
            if item.on_top or item.beyond:
                before, u, v, _ = placed[-1]
                if item.on_top:
                    u, v = u + 0.1 * across, v + 0.1 * across
                else:
                    lower = width if before.turned else height
                    v += (lower + tall) / 2 + item.beyond * height
                placed.append((item, u, v, angle))
                high = max(high, v + tall / 2)
                continue
            gap = 0.004 if touch < slips.touching else slips.gap * 2 * apart
            slant = abs(math.sin(slips.angle * tilt)) * tall * 0.5
            run += (item.gap + gap) * width + slant + wide / 2
            v = across + bend * run * run + item.shift * height
            v += tall / 2 if lean is None else 0.0
            placed.append((item, run, v, angle))
            low, high = min(low, v - tall / 2), max(high, v + tall / 2)
            run += wide / 2
        return placed, low, high, run

    def _free_place(
        self,
        x: float,
        y: float,
        along: tuple[float, float],
        away: tuple[float, float],
        length: float,
        low: float,
        high: float,
        push: tuple[float, float],
    ) -> tuple[float, float]:
        """Return the first place in a direction where a rectangle overlaps no line; take it."""
        margin = 0.02 * self.width
        ends = (margin, length - margin), (low + margin, high - margin)
        corners = [
            (x + along[0] * u + away[0] * v, y + along[1] * u + away[1] * v)
            for u, v in (
                (ends[0][0], ends[1][0]),
                (ends[0][1], ends[1][0]),
                (ends[0][1], ends[1][1]),
                (ends[0][0], ends[1][1]),
            )
        ]
        step, moved = _STEP * self.width, 0.0
        for _ in range(_MOST_STEPS):
            shifted = [(a + push[0] * moved, b + push[1] * moved) for a, b in corners]
            bounds = _bounds(shifted)
            if not any(
                _bounds_meet(bounds, others) and _overlap(shifted, other)
                for other, others in self._taken
            ):
                break
            moved += step
            step *= 1.15
        self._taken.append((shifted, bounds))
        return x + push[0] * moved, y + push[1] * moved


def _bounds(corners: Corners) -> tuple[float, float, float, float]:
    """Return the least and the most x, the least and the most y."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), max(xs), min(ys), max(ys)


def _bounds_meet(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def _overlap(one: Corners, other: Corners) -> bool:
    """Return whether two convex quads overlap: no edge of either separates them."""
    for quad in (one, other):
        for k in range(4):
            (ax, ay), (bx, by) = quad[k - 1], quad[k]
            nx, ny = ay - by, bx - ax
            first = [nx * px + ny * py for px, py in one]
            second = [nx * px + ny * py for px, py in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True
