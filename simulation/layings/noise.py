"""The noise of the finder and the namer: what they make of the tiles that a camera sees."""

from __future__ import annotations

import math
from statistics import NormalDist

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
    Role,
)
from vision.seen_tile import HALF_TURN_ALIKE
from vision.training.data.box_lists import BoxTruths

from .false_boxes import draw_false_boxes, rectangles
from .names import name_boxes
from .projection import Projection, enclosing_rectangles, mean_rectangles
from .statistics import MEASURED, FinderStatistics, interpolate

_BACK, _WHITE, _ROUND = KINDS.index(BACK), KINDS.index("5z"), KINDS.index("1p")
_NORMAL = NormalDist()
_ALIKE = np.array([kind in HALF_TURN_ALIKE or kind == BACK for kind in KINDS])


def noise(
    seen: Projection, rules: str, rng: np.random.Generator, statistics: FinderStatistics = MEASURED
) -> tuple[BoxList, BoxTruths]:
    """Return the boxes that the nets give for the tiles that a camera sees, in random order."""
    grade = (0, 1, 2)[int(rng.choice(3, p=(0.6, 0.3, 0.1)))]
    is_exact = rng.random() < statistics.exact
    boxes = mean_rectangles(seen.quads) if is_exact else _outline(seen, grade, rng, statistics)
    quads, kept = _drop_misses(boxes, seen, grade, rng, statistics)
    truths = _select(seen.truths, kept)
    cut = rng.random(len(kept)) < np.where(
        seen.inside[kept] < 0.93, statistics.unread, 0.001 * (1 + 4 * grade)
    )
    existence = _judge_existence(truths.shown, grade, rng, statistics)
    size = (seen.width, seen.height)
    false = draw_false_boxes(quads, truths.shown, size, rng, statistics)
    if len(false.quads):
        quads = np.concatenate([false.tiles, false.quads])
        truths = _with_false(truths, false.kinds)
        cut = np.concatenate([cut, np.zeros(len(false.quads), bool)])
        existence = np.concatenate([existence, false.existence])
    false_box = np.arange(len(quads)) >= len(kept)
    kinds, shares = name_boxes(truths, false_box, grade, rng, statistics)
    kinds[cut], shares[cut] = UNREAD, 0.0
    quads, oriented = _orient(quads, kinds[:, 0], rng, statistics)
    order = rng.permutation(len(quads))
    printed, raised = _judge_bodies(seen, kept, truths, rng, statistics)
    box_list = BoxList(
        quads[order].astype(np.float32),
        kinds[order],
        shares[order],
        oriented[order],
        existence[order].astype(np.float32),
        printed[order].astype(np.float32),
        raised[order].astype(np.float32),
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
    return rectangles(centre, angle, wide, tall)


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
    if rng.random() < statistics.backs_missed:
        missed = np.where(seen.truths.shown == _BACK, np.maximum(missed, 0.85), missed)
    others = seen.truths.roles == Role.OTHER
    missed = np.where(others, np.maximum(missed, 0.03 * rng.random() ** 2), missed)
    kept = np.nonzero(rng.random(len(boxes)) >= missed)[0]
    return boxes[kept], kept


def _judge_existence(
    shown: npt.NDArray[np.int8], grade: int, rng: np.random.Generator, statistics: FinderStatistics
) -> Floats:
    """Return the probabilities that there is a tile: without print there is less to see."""
    chances = rng.random(len(shown)) ** (1, 1.3, 2.0)[grade]
    blank = (shown == _BACK) | (shown == _WHITE)
    result: Floats = np.where(
        blank,
        interpolate(chances, statistics.blank_existence),
        interpolate(chances, statistics.existence),
    )
    return result


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
    turns = np.where((kinds == _ROUND) & (rng.random(count) < statistics.round_turned), 1, turns)
    first = np.where(turns[:, None] == 1, quads[:, 2] - quads[:, 1], across)
    level = np.abs(first[:, 0]) >= np.abs(first[:, 1])
    backwards = np.where(level, first[:, 0] < 0, first[:, 1] > 0)
    backwards ^= rng.random(count) < statistics.unusual
    turns = np.where(~oriented & backwards, turns + 2, turns)
    turns = np.where(oriented & (rng.random(count) < statistics.reversed), 2, turns)
    order = (np.arange(4)[None] + turns[:, None]) % 4
    return np.take_along_axis(quads, order[..., None], axis=1), oriented


def _judge_bodies(
    seen: Projection,
    kept: npt.NDArray[np.intp],
    truths: BoxTruths,
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> tuple[Floats, Floats]:
    """Return the probabilities that boxes are printed, and lie on another; -1 where not judged.

    Args:
        seen: what the camera sees.
        kept: indices of the tiles that were found.
        truths: of the boxes; false ones, which are behind the tiles, lie on none.
        rng: source of chance.
        statistics: how the net of bodies sees them.
    """
    count = len(truths.roles)
    if rng.random() > statistics.judged:
        return np.full(count, -1.0), np.full(count, -1.0)
    is_raised = np.append(seen.raised[kept], np.zeros(count - len(kept), bool))
    chances = _draw_chances(count, statistics.printed_alike, rng)
    is_printed = np.full(count, seen.is_printed)
    if rng.random() < statistics.prints:
        is_printed |= truths.roles == Role.NO_TILE
    printed = np.where(
        is_printed,
        interpolate(chances, statistics.printed),
        interpolate(chances, statistics.solid),
    )
    chances = _draw_chances(count, statistics.raised_alike, rng)
    raised = np.where(
        is_raised,
        np.where(
            truths.groups != NO_GROUP,
            interpolate(chances, statistics.raised),
            interpolate(chances, statistics.raised_elsewhere),
        ),
        interpolate(chances, statistics.level),
    )
    return 1 / (1 + np.exp(-printed)), 1 / (1 + np.exp(-raised))


def _draw_chances(count: int, alike: float, rng: np.random.Generator) -> Floats:
    """Return uniform random numbers of which a share of the variance is common to all."""
    common = math.sqrt(alike) * float(rng.normal())
    own = math.sqrt(1 - alike) * rng.normal(0, 1, count)
    return np.array([_NORMAL.cdf(common + float(value)) for value in own])
