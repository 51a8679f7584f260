"""The noise of the finder and the namer: what they make of the tiles that a camera sees."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.arrays import Floats
from vision.relations.boxes import (
    KINDS,
    NO_GROUP,
    RULE_SETS,
    UNREAD,
    BoxList,
    BoxTruths,
    Role,
)
from vision.seen_tile import HALF_TURN_ALIKE

from .names import name_boxes
from .projection import Projection, enclosing_rectangles, mean_rectangles
from .statistics import MEASURED, FinderStatistics, interpolate

_BACK, _WHITE = KINDS.index(BACK), KINDS.index("5z")
_ALIKE = np.array([kind in HALF_TURN_ALIKE or kind == BACK for kind in KINDS])
_FLANK_KINDS = (_BACK, _BACK, _WHITE, KINDS.index("1p"))


def noise(
    seen: Projection, rules: str, rng: np.random.Generator, statistics: FinderStatistics = MEASURED
) -> tuple[BoxList, BoxTruths]:
    """Return the boxes that the nets give for the tiles that a camera sees, in random order."""
    grade = (0, 1, 2)[int(rng.choice(3, p=(0.6, 0.3, 0.1)))]
    boxes = _outline(seen, grade, rng, statistics)
    quads, kept = _drop_misses(boxes, seen, grade, rng, statistics)
    truths = _select(seen.truths, kept)
    cut = rng.random(len(kept)) < np.where(
        seen.inside[kept] < 0.93, statistics.unread, 0.001 * (1 + 4 * grade)
    )
    existence = interpolate(rng.random(len(kept)) ** (1, 1.3, 2.0)[grade], statistics.existence)
    false_quads, false_kinds = _false_boxes(quads, truths, seen, rng, statistics)
    count = len(false_quads)
    if count:
        quads = np.concatenate([quads, false_quads])
        truths = _with_false(truths, false_kinds)
        cut = np.concatenate([cut, np.zeros(count, bool)])
        false = interpolate(rng.random(count), statistics.false_existence)
        existence = np.concatenate([existence, false])
    kinds, shares = name_boxes(truths, grade, rng, statistics)
    kinds[cut], shares[cut] = UNREAD, 0.0
    quads, oriented = _orient(quads, kinds[:, 0], rng, statistics)
    flat = _flatness(truths, seen.is_printed, rng, statistics)
    order = rng.permutation(len(quads))
    box_list = BoxList(
        quads[order].astype(np.float32),
        kinds[order],
        shares[order],
        oriented[order],
        existence[order].astype(np.float32),
        flat[order],
        RULE_SETS.index(rules),
    )
    return box_list, _select(truths, order)


def _select(truths: BoxTruths, rows: npt.NDArray[np.intp]) -> BoxTruths:
    return BoxTruths(
        truths.roles[rows],
        truths.groups[rows],
        truths.turned[rows],
        truths.concealed[rows],
        truths.stacked[rows],
        truths.kinds[rows],
        truths.edge,
        truths.shown[rows],
    )


def _with_false(truths: BoxTruths, shown: npt.NDArray[np.int8]) -> BoxTruths:
    """Return the truths with those of boxes that are no tile behind them."""
    count = len(shown)
    none = np.zeros(count, bool)
    full = np.full(count, UNREAD, np.int8)
    return BoxTruths(
        np.concatenate([truths.roles, np.full(count, Role.NO_TILE, np.int8)]),
        np.concatenate([truths.groups, np.full(count, NO_GROUP, np.int8)]),
        np.concatenate([truths.turned, none]),
        np.concatenate([truths.concealed, none]),
        np.concatenate([truths.stacked, none]),
        np.concatenate([truths.kinds, full]),
        truths.edge,
        np.concatenate([truths.shown, shown]),
    )


def _outline(
    seen: Projection, grade: int, rng: np.random.Generator, statistics: FinderStatistics
) -> Floats:
    """Return the rectangles that the finder draws around the tiles."""
    count = len(seen.quads)
    if not count:
        return seen.quads
    mix = rng.random((count, 1, 1)) ** 0.7
    quads = mean_rectangles(seen.quads) * mix + enclosing_rectangles(seen.quads) * (1 - mix)
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    wide, tall = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
    short = np.minimum(wide, tall)
    worse = (1.0, 1.4, 2.0)[grade] * np.where(rng.random(count) < statistics.tails, 3.0, 1.0)
    deviations = rng.normal(0, 1, (count, 5)) * worse[:, None]
    angle = np.arctan2(across[:, 1], across[:, 0]) + statistics.angle * deviations[:, 0]
    wide = wide * np.exp(statistics.size * np.clip(deviations[:, 1], -6, 6))
    tall = tall * np.exp(statistics.size * 1.2 * np.clip(deviations[:, 2], -6, 6) - 0.01)
    centre = quads.mean(axis=1) + statistics.offset * deviations[:, 3:] * short[:, None]
    return _rectangles(centre, angle, wide, tall)


def _rectangles(centre: Floats, angle: Floats, wide: Floats, tall: Floats) -> Floats:
    """Return rectangles' corners, clockwise from the upper left, y downwards."""
    cos, sin = np.cos(angle), np.sin(angle)
    u = np.stack([cos, sin], axis=1) * wide[:, None] / 2
    v = np.stack([-sin, cos], axis=1) * tall[:, None] / 2
    return centre[:, None] + np.stack([-u - v, u - v, u + v, -u + v], axis=1)


def _drop_misses(
    boxes: Floats,
    seen: Projection,
    grade: int,
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Return the boxes that are found, and the indices of their tiles."""
    sides = np.linalg.norm(boxes - np.roll(boxes, 1, axis=1), axis=2)
    small = sides.min(axis=1, initial=np.inf) / max(seen.width, seen.height)
    missed = np.full(len(boxes), statistics.missed[grade])
    missed[small < statistics.small] = statistics.missed_small
    missed[small < 0.6 * statistics.small] = 0.5
    missed = np.where(seen.inside < 0.93, np.maximum(missed, 0.3), missed)
    others = seen.truths.roles == Role.OTHER
    missed = np.where(others, np.maximum(missed, 0.03 * rng.random() ** 2), missed)
    kept = np.nonzero(rng.random(len(boxes)) >= missed)[0]
    return boxes[kept], kept


def _false_boxes(
    quads: Floats,
    truths: BoxTruths,
    seen: Projection,
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> tuple[Floats, npt.NDArray[np.int8]]:
    """Return boxes that are no tile, and what they seem to show."""
    count = 0
    if rng.random() < statistics.false_boxes:
        count = int(rng.choice([1, 1, 1, 1, 2, 2, 3, 4, 6]))
    if not count or not len(quads):
        return np.zeros((0, 4, 2)), np.zeros(0, np.int8)
    made, kinds = [], []
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    size = float(np.sqrt(np.median(across * down)))
    for _ in range(count):
        chance = float(rng.random())
        row = int(rng.integers(len(quads)))
        quad, middle = quads[row], quads[row].mean(axis=0)
        if chance < 0.35:  # the flank of a tile
            edge = int(rng.integers(4))
            a, b = quad[edge], quad[(edge + 1) % 4]
            out = (a + b) / 2 - middle
            depth = float(rng.uniform(0.3, 0.8))
            made.append(np.stack([a + out * depth, b + out * depth, b, a]))
            kinds.append(_FLANK_KINDS[int(rng.integers(4))])
        elif chance < 0.5:  # a second box around a tile
            made.append(
                middle
                + (quad - middle) * float(rng.uniform(0.7, 1.1))
                + rng.normal(0, 0.1 * size, 2)
            )
            kinds.append(int(truths.shown[row]))
        elif chance < 0.6:  # a box around two tiles
            other = quads[
                int(
                    np.argsort(np.linalg.norm(quads.mean(axis=1) - middle, axis=1))[
                        min(1, len(quads) - 1)
                    ]
                )
            ]
            made.append((quad + other) / 2)
            kinds.append(int(rng.integers(len(KINDS))))
        else:  # a key, a die, a piece of wood
            near = rng.random() < 0.4
            centre = (
                middle + rng.normal(0, 2.5 * size, 2)
                if near
                else rng.random(2) * [seen.width, seen.height]
            )
            side = size * math.exp(float(rng.normal(-0.1, 0.35)))
            shape = side * float(rng.uniform(0.7, 1.3))
            box = _rectangles(
                centre[None],
                np.array([float(rng.uniform(0, 2 * np.pi))]),
                np.array([side]),
                np.array([shape]),
            )
            made.append(box[0])
            kinds.append(int(rng.choice([_BACK, _BACK, _WHITE, int(rng.integers(len(KINDS)))])))
    return np.stack(made), np.array(kinds, np.int8)


def _orient(
    quads: Floats,
    kinds: npt.NDArray[np.int8],
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return the boxes with the first corner that the namer gives, and whether that is known."""
    count = len(quads)
    oriented = (kinds != UNREAD) & ~_ALIKE[kinds]
    edges = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    across = quads[:, 1] - quads[:, 0]
    # a face gives the line of its upper side; of a blank box the finder knows the sides alone
    blank = (kinds == UNREAD) | (kinds == _BACK) | (kinds == _WHITE)
    is_long = edges[:, 0] > edges[:, 1]
    is_upright = np.abs(across[:, 1]) < np.abs(across[:, 0])
    long_first = rng.random(count) < np.where(is_long & is_upright, *statistics.long_first)
    turns = np.where(~oriented & blank & (is_long != long_first), 1, 0)
    first = np.where(turns[:, None] == 1, quads[:, 2] - quads[:, 1], across)
    level = np.abs(first[:, 0]) >= np.abs(first[:, 1])
    backwards = np.where(level, first[:, 0] < 0, first[:, 1] > 0)
    backwards ^= rng.random(count) < statistics.unusual
    turns = np.where(~oriented & backwards, turns + 2, turns)
    turns = np.where(oriented & (rng.random(count) < statistics.reversed), 2, turns)
    order = (np.arange(4)[None] + turns[:, None]) % 4
    return np.take_along_axis(quads, order[..., None], axis=1), oriented


def _flatness(
    truths: BoxTruths, is_printed: bool, rng: np.random.Generator, statistics: FinderStatistics
) -> npt.NDArray[np.int8]:
    """Return whether boxes look flat: 1, 0, or -1 where that cannot be judged."""
    count = len(truths.roles)
    if rng.random() > statistics.flat_known:
        return np.full(count, -1, np.int8)
    judged = rng.random(count) < float(rng.beta(2.0, 0.9))
    chance = np.full(count, statistics.flat_wrong)
    chance[truths.roles == Role.NO_TILE] = statistics.flat_print if is_printed else 0.1
    return np.where(judged, rng.random(count) < chance, -1).astype(np.int8)
