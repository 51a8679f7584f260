"""Boxes that are no tile: flanks and doubles of tiles, things on the table, squares of a cloth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.arrays import Floats
from vision.relations.boxes import KINDS

from .statistics import FinderStatistics, interpolate

_FACE_DOWN = KINDS.index(BACK)
_BLANKS = tuple(map(KINDS.index, (BACK, BACK, "5z", "5z", "1p")))
_DICE = tuple(map(KINDS.index, ("1p", "2p", "4p", "4s", "2s", "5p", "6s", "6p")))
_COLOURFUL = tuple(index for index, kind in enumerate(KINDS) if kind[1] == "f")
_SUITED = KINDS.index("1z")  # kinds before it are numbers of three suits
_COUNTS = (1, 1, 1, 1, 2, 2, 3, 4, 6)
_CLEAR = 0.85  # of a tile's size: squares of a cloth nearer to a tile's middle are under it


_Found = tuple[Floats, int]
"""A box that is no tile: its corners (4, 2), and the index in `KINDS` of what it seems to show."""


@dataclass(frozen=True, slots=True)
class _Tiles:
    """The tiles of a picture: their outlines, kinds, and the picture's width and height."""

    quads: Floats
    kinds: npt.NDArray[np.int8]
    picture: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FalseBoxes:
    """Boxes that are no tile.

    Attributes:
        quads: (n, 4, 2).
        kinds: indices in `KINDS` of what they seem to show.
        existence: probabilities that the nets give them.
        tiles: outlines of the tiles; a box around half of one is smaller.
    """

    quads: Floats
    kinds: npt.NDArray[np.int8]
    existence: Floats
    tiles: Floats


def draw_false_boxes(
    quads: Floats,
    shown: npt.NDArray[np.int8],
    size: tuple[int, int],
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> FalseBoxes:
    """Return random boxes that are no tile in a picture with tiles.

    Args:
        quads: of the tiles.
        shown: their kinds.
        size: width and height of the picture, pixels.
        rng: source of chance.
        statistics: how often there are such boxes.
    """
    found: list[_Found] = []
    solid: list[bool] = []  # whether a box is as sure as a tile
    tiles, seen = quads.copy(), _Tiles(quads, shown, size)
    if len(quads) and rng.random() < statistics.false_boxes:
        for _ in range(_COUNTS[int(rng.integers(len(_COUNTS)))]):
            row = int(rng.integers(len(quads)))
            found += _DRAWS[int(rng.integers(len(_DRAWS)))](seen, row, rng)
        solid += [False] * len(found)
    if len(quads) and rng.random() < statistics.clutter:
        things = _draw_clutter(quads, size, rng)
        found += things
        solid += [False] * len(things)
    if len(quads) and rng.random() < statistics.false_rows:
        squares = _draw_squares(quads, size, rng)
        found += squares
        solid += [True] * len(squares)
    for row in _rows_to_halve(shown, rng, statistics):
        rest, half = _halve(quads[row], rng)
        if rng.random() < 0.5:  # else the whole tile is found beside its half
            tiles[row] = rest
        found.append((half, _kind_of_half(int(shown[row]), rng)))
        solid.append(bool(rng.random() < 0.6))
    if not found:
        return FalseBoxes(np.zeros((0, 4, 2)), np.zeros(0, np.int8), np.zeros(0), tiles)
    chances = rng.random(len(found))
    existence = np.where(
        solid,
        interpolate(chances, statistics.existence),
        interpolate(chances, statistics.false_existence),
    )
    kinds = np.array([kind for _, kind in found], np.int8)
    return FalseBoxes(np.stack([quad for quad, _ in found]), kinds, existence, tiles)


def _rows_to_halve(
    shown: npt.NDArray[np.int8], rng: np.random.Generator, statistics: FinderStatistics
) -> list[int]:
    """Return tiles of which a half is found: one, often with others like it, or most backs."""
    rows: list[int] = []
    if len(shown) and rng.random() < statistics.halves:
        row = int(rng.integers(len(shown)))
        alike = np.nonzero(shown == shown[row])[0] if rng.random() < 0.5 else [row]
        rows = [int(other) for other in alike if other == row or rng.random() < 0.6]
    if rng.random() < statistics.halved_backs:
        backs = np.nonzero(shown == _FACE_DOWN)[0]
        rows += [int(row) for row in backs if rng.random() < 0.8 and row not in rows]
    return rows


def _kind_of_half(kind: int, rng: np.random.Generator) -> int:
    """Return what half of a tile seems to show: the same, or of a number another of its suit."""
    if kind == _FACE_DOWN or rng.random() < 0.35:
        return kind
    if kind < _SUITED and rng.random() < 0.7:
        return kind - kind % 9 + int(rng.integers(9))
    return int(rng.integers(34))


def _halve(quad: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the boxes around the two halves of a tile, cut along it or across, a little unlike."""
    turn = int(rng.integers(4))
    a, b, c, d = np.roll(quad, -turn, axis=0)
    cut = float(rng.uniform(0.4, 0.65))
    again = cut - float(rng.uniform(0, 0.15))
    first = np.stack([a, b, b + (c - b) * cut, a + (d - a) * cut])
    second = np.stack([a + (d - a) * again, b + (c - b) * again, c, d])
    return np.roll(first, turn, axis=0), second


def rectangles(centre: Floats, angle: Floats, wide: Floats, tall: Floats) -> Floats:
    """Return rectangles' corners, clockwise from the upper left, y downwards."""
    cos, sin = np.cos(angle), np.sin(angle)
    u = np.stack([cos, sin], axis=1) * wide[:, None] / 2
    v = np.stack([-sin, cos], axis=1) * tall[:, None] / 2
    return centre[:, None] + np.stack([-u - v, u - v, u + v, -u + v], axis=1)


def _median_size(quads: Floats) -> float:
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    return float(np.sqrt(np.median(across * down)))


def _draw_flank(tiles: _Tiles, row: int, rng: np.random.Generator) -> list[_Found]:
    """Return the side of a tile."""
    quad, edge = tiles.quads[row], int(rng.integers(4))
    a, b = quad[edge], quad[(edge + 1) % 4]
    out = ((a + b) / 2 - quad.mean(axis=0)) * float(rng.uniform(0.3, 0.8))
    return [(np.stack([a + out, b + out, b, a]), _BLANKS[int(rng.integers(len(_BLANKS)))])]


def _draw_double(tiles: _Tiles, row: int, rng: np.random.Generator) -> list[_Found]:
    """Return a second box around a tile, or one between it and its neighbour."""
    quad, middle = tiles.quads[row], tiles.quads[row].mean(axis=0)
    if rng.random() < 0.3 and len(tiles.quads) > 1:
        near = np.linalg.norm(tiles.quads.mean(axis=1) - middle, axis=1).argsort()[1]
        return [((quad + tiles.quads[near]) / 2, int(rng.integers(len(KINDS))))]
    part = middle + (quad - middle) * float(rng.uniform(0.6, 1.1))
    return [(part + rng.normal(0, 0.1, 2) * _median_size(tiles.quads), int(tiles.kinds[row]))]


def _draw_thing(tiles: _Tiles, row: int, rng: np.random.Generator) -> list[_Found]:
    """Return a thing on the table, near a tile or anywhere."""
    tile = _median_size(tiles.quads)
    centre = rng.random(2) * tiles.picture
    if rng.random() < 0.4:
        centre = tiles.quads[row].mean(axis=0) + rng.normal(0, 2.5 * tile, 2)
    side = tile * math.exp(float(rng.normal(-0.1, 0.35)))
    angle, shape = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.7, 1.3))
    kinds = (*_BLANKS, int(rng.integers(len(KINDS))))
    return [(_box(centre, angle, side, side * shape), kinds[int(rng.integers(len(kinds)))])]


def _draw_dice(tiles: _Tiles, row: int, rng: np.random.Generator) -> list[_Found]:
    """Return one die or two side by side."""
    tile = _median_size(tiles.quads)
    side = tile * float(rng.uniform(0.45, 0.75))
    centre = tiles.quads[row].mean(axis=0) + rng.normal(0, 4 * tile, 2)
    dice = []
    for _ in range(1 + int(rng.random() < 0.6)):
        angle = float(rng.uniform(0, 2 * np.pi))
        dice.append((_box(centre, angle, side, side), _DICE[int(rng.integers(len(_DICE)))]))
        centre = centre + side * float(rng.uniform(1.1, 1.8)) * np.array([1.0, rng.normal(0, 0.4)])
    return dice


_DRAWS: tuple[Callable[[_Tiles, int, np.random.Generator], list[_Found]], ...] = (
    *(_draw_flank,) * 3,
    _draw_double,
    _draw_thing,
    _draw_thing,
    _draw_dice,
)


def _draw_clutter(quads: Floats, size: tuple[int, int], rng: np.random.Generator) -> list[_Found]:
    """Return things around a table: bags and books on shelves, cards, a score sheet."""
    tile, middles = _median_size(quads), quads.mean(axis=1)
    found = []
    for _ in range(3 + min(20, int(rng.geometric(0.15)))):
        centre = rng.random(2) * size
        if np.linalg.norm(middles - centre, axis=1).min() < 2 * tile:
            continue
        side, shape = tile * math.exp(float(rng.normal(-0.1, 0.5))), float(rng.uniform(0.6, 1.6))
        box = _box(centre, float(rng.normal(0, 0.4)), side, side * shape)
        if rng.random() < 0.5:  # what is colourful
            kind = _COLOURFUL[int(rng.integers(len(_COLOURFUL)))]
        else:
            kind = int(rng.integers(len(KINDS)))
        found.append((box, kind))
    return found


def _draw_squares(quads: Floats, size: tuple[int, int], rng: np.random.Generator) -> list[_Found]:
    """Return squares of a cloth, keys, point sticks: rows of like boxes between the tiles."""
    tile, middles = _median_size(quads), quads.mean(axis=1)
    side = tile * float(rng.uniform(0.6, 1.2))
    wide, tall = side * float(rng.uniform(0.85, 1.2)), side
    pitch = side * float(rng.uniform(1.05, 2.2))
    angle = float(rng.normal(0, 0.3))
    along = np.array([math.cos(angle), math.sin(angle)]) * pitch
    down = np.array([-math.sin(angle), math.cos(angle)]) * pitch
    start = middles[int(rng.integers(len(middles)))] + rng.normal(0, 4 * tile, 2)
    prints = bool(rng.random() < 0.2)
    kind = _BLANKS[int(rng.integers(4))] if rng.random() < 0.75 else int(rng.integers(len(KINDS)))
    found = []
    for i in range(int(rng.integers(2, 9))):
        for j in range(int(rng.integers(1, 3))):
            centre = start + along * i + down * j
            if np.linalg.norm(middles - centre, axis=1).min() < _CLEAR * (tile + side) / 2:
                continue
            shown = int(rng.integers(len(KINDS))) if prints else kind
            found.append((_box(centre, angle, wide, tall), shown))
    return found


def _box(centre: Floats, angle: float, wide: float, tall: float) -> Floats:
    made = rectangles(centre[None], np.array([angle]), np.array([wide]), np.array([tall]))
    box: Floats = made[0]
    return box
