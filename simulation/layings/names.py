"""The names that the namer gives to boxes: mostly right, sometimes doubtful, blanks mixed up."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from scoring.tiles import BACK
from vision.arrays import Floats
from vision.relations.boxes import KINDS, UNREAD
from vision.seen_tile import MOST_NAMES
from vision.training.data.box_lists import BoxTruths

from .statistics import FinderStatistics, interpolate

_LEAST_SHARE = 5e-5  # of a name that is listed
_BACK_INDEX, _WHITE_INDEX = KINDS.index(BACK), KINDS.index("5z")
_BLANK_KINDS = (_BACK_INDEX, _WHITE_INDEX)
# 1p, 1s and 1z were such names of backs on made pictures; other round or dense prints may be
_PATTERNS = tuple(map(KINDS.index, ("1p", "1p", "1p", "1s", "1s", "1z", "2p", "4z", "8s", "9p")))


def name_boxes(
    truths: BoxTruths,
    false: npt.NDArray[np.bool_],
    grade: int,
    rng: np.random.Generator,
    statistics: FinderStatistics,
) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return the kinds of boxes with their probabilities, likeliest first.

    Args:
        truths: of the boxes.
        false: whether a box is around no tile, nor around a printed one.
        grade: of the picture, 0 to 2; higher is worse.
        rng: source of chance.
        statistics: how the namer sees tiles.
    """
    shown = truths.shown
    count = len(shown)
    kinds = np.full((count, MOST_NAMES), UNREAD, np.int8)
    shares = np.zeros((count, MOST_NAMES), np.float32)
    doubt = interpolate(rng.random(count) ** (1, 0.8, 0.5)[grade], statistics.doubt)
    left = 10.0**doubt
    looks = statistics.blanks_alike, statistics.light_backs, statistics.patterned_backs
    chance = rng.random()
    alike, light, patterned = (
        sum(looks[:k]) <= chance < sum(looks[: k + 1]) for k in range(len(looks))
    )
    wrong = rng.random(count) < statistics.wrong[grade]
    blank = (shown == _BACK_INDEX) | (shown == _WHITE_INDEX)
    blank_wrong = rng.random(count) < statistics.blank_wrong
    if alike:  # this set's backs look like faces without print
        tint = float(rng.beta(1, 1))
        left = np.where(
            blank, np.clip(rng.beta(1.2, 2.0, count) + 0.3 * (tint - 0.5), 0.001, 0.97), left
        )
        wrong |= blank & (left > 0.5)
        left = np.where(blank, np.minimum(left, 1 - left), left)
    covered = np.zeros(count, bool)
    if count and rng.random() < statistics.covered:
        covered = rng.random(count) < (1 + rng.integers(0, 3)) / count
    named = np.zeros(count, bool)
    seeming = _WHITE_INDEX
    if patterned:
        seeming = int(rng.choice(_PATTERNS))
    if light or patterned:  # this set's backs are named so, most of them without a doubt
        named = (shown == _BACK_INDEX) & (rng.random(count) < rng.beta(4, 1))
        wrong |= named
        blank_wrong &= ~named
        doubt_of_light = 1 / (1 + np.exp(rng.normal(rng.normal(3.5, 1.2), 0.6, count)))
        left = np.where(named, np.clip(doubt_of_light, 0.002, 0.5), left)
    left = np.where(wrong & ~named & ~(alike & blank), rng.uniform(0.03, 0.62, count), left)
    left = np.where(blank_wrong & blank, rng.uniform(0.01, 0.5, count), left)
    wrong |= blank_wrong & blank
    left = np.where(false, rng.beta(0.7, 0.9, count) * 0.9, left)
    for row in range(count):
        kind = int(shown[row])
        if covered[row]:
            kind = _under_finger(rng)
        others = _others(kind, rng, left[row] > 2e-4)
        if named[row]:
            others = [seeming, *(other for other in others if other != seeming)]
        parts = rng.random(len(others)) ** 3 + 1e-4
        parts = np.sort(parts)[::-1] * (left[row] / parts.sum())
        names = [kind, *others]
        if wrong[row] and others:
            names[0], names[1] = names[1], names[0]
        values = [1 - left[row], *parts]
        column = 0
        for name, value in sorted(zip(names, values, strict=True), key=lambda pair: -pair[1]):
            if value >= _LEAST_SHARE and column < MOST_NAMES:
                kinds[row, column], shares[row, column] = name, value
                column += 1
    return kinds, shares


def _under_finger(rng: np.random.Generator) -> int:
    """Return the kind that a covered face is named: mostly one without print."""
    blank = rng.random() < 0.7
    return int(_BLANK_KINDS[int(rng.integers(2))] if blank else rng.integers(len(KINDS)))


def _others(kind: int, rng: np.random.Generator, is_doubtful: bool) -> list[int]:
    """Return the kinds that a face may be taken for: a few where it is doubtful, else one."""
    wanted = int(rng.integers(1, 5)) if is_doubtful else 1
    found: list[int] = []
    if kind == _BACK_INDEX:
        found.append(_WHITE_INDEX)
    elif kind == _WHITE_INDEX:
        found.append(_BACK_INDEX)
    while len(found) < wanted:
        chance = float(rng.random())
        if kind < 27 and chance < 0.75:
            number = kind % 9 + int((-1, 1, 1, -2, 2, 3, -3, 4)[int(rng.integers(8))])
            other = kind - kind % 9 + number if 0 <= number < 9 else int(rng.integers(27))
        elif 27 <= kind < 34 and chance < 0.6:
            other = 27 + int(rng.integers(7))
        elif 34 <= kind < 37 and chance < 0.9:
            other = (4, 13, 22)[kind - 34]
        elif kind < 27 and kind % 9 == 4 and chance < 0.9:
            other = 34 + kind // 9
        elif 37 <= kind < 45 and chance < 0.85:
            other = 37 + int(rng.integers(8))
        else:
            other = int(rng.integers(len(KINDS)))
        if other != kind and other not in found:
            found.append(other)
    return found
