"""How the finder and the namer see tiles, measured on pictures whose tiles are known.

`benchmarks/detections.py` made 711 pictures with 13,214 tiles (`--count 8 --seed 46100` and
`--count 24 --seed 46200`; finder v7, namer v7). Deviations, doubt, existence, directions and
ordinary misses are from there. Photos of strangers are noisier: the shares of worse pictures, of
halves, of false boxes and rows of them are set higher than measured, by what single pictures show.
What the net of bodies (version 5) says, and the existence of blank tiles (with version 4), is of
200 hands (`make_picture`, seed 52011), 48 of low cameras (52012) and 192 of stacked kongs (31338,
41338): 365 faces and 179 backs that lie on other tiles, 6,300 others. Prints are of 48 hands, 8 of
these and 40 of seed 98001. Directions of 1 dots are of 600 hands (288 of seeds 79103 and 79204, 312
of seed 73101) and of those with stacked kongs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

Curve = tuple[tuple[float, ...], tuple[float, ...]]
"""Quantiles: cumulative shares, and the values there."""


@dataclass(frozen=True, slots=True)
class FinderStatistics:
    """How the nets see tiles.

    Attributes:
        exact: share of pictures whose boxes are the very faces, as drawn or corrected ones are.
        offset: standard deviation of a box's middle, in shorter sides.
        size: standard deviation of the logarithm of its sides.
        angle: standard deviation of its angle, radians.
        tails: share of boxes whose deviations are three times as large.
        missed: share of tiles that are not found, for ordinary, worse and bad pictures.
        backs_missed: share of pictures in which most backs are not found.
        missed_small: the same of tiles whose shorter side is below `small` of the picture's longer.
        small: see there.
        unread: share of tiles cut by the border that have no name.
        doubt: logarithm to base 10 of the probability that is left to other names.
        existence, blank_existence, false_existence: of a printed face, of a back or a white dragon,
            and of a box that is no tile.
        wrong: share of names that are wrong, for ordinary, worse and bad pictures.
        blanks_alike: share of pictures in which backs and white dragons look alike.
        light_backs: share of pictures most of whose backs are named white dragons.
        patterned_backs: share of pictures most of whose backs are named one printed kind.
        blank_wrong: share of backs named white dragons elsewhere, and of these named backs.
        covered: share of pictures in which a finger or glare covers faces: they may have any name.
        reversed: share of oriented tiles whose direction is wrong.
        round_turned: share of 1 dots, which are round, that seem a quarter turn from upright: 27 of
            296; of all other faces 5 of 9,000.
        long_first: share of blank boxes that start with a long side, where the tile's upper side is
            long and level in the picture, and elsewhere.
        unusual: share of boxes without direction whose first side points left or down.
        judged: share of pictures in which the net of bodies judges the tiles.
        printed_alike, raised_alike: share of the variance of its judgements that a picture's tiles
            have in common.
        printed, solid: odds of a printed tile, as natural logarithms, of such and of others.
        prints: share of pictures with solid tiles whose false boxes are printed tiles.
        raised: odds of a tile below, as natural logarithms, of the fourth tile of a kong that is.
        raised_elsewhere, level: the same of a wall's upper tiles, and of tiles on the table.
        false_boxes: share of pictures with single false boxes.
        clutter: share of pictures with many of them around the table.
        halves: share of pictures in which a half of a tile is found, or of most tiles like it.
        halved_backs: share of sets whose backs mostly are.
        false_rows: share of pictures with rows of them: squares of a cloth, a keyboard.
    """

    exact: float = 0.1
    offset: float = 0.013
    size: float = 0.035
    angle: float = 0.022
    tails: float = 0.06
    missed: tuple[float, float, float] = (0.003, 0.012, 0.05)
    backs_missed: float = 0.04
    missed_small: float = 0.14
    small: float = 0.018
    unread: float = 0.5
    doubt: Curve = (
        (0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1),
        (-6.5, -5, -4, -3.4, -2.3, -1.85, -1.4, -1, -0.35),
    )
    existence: Curve = (
        (0, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1),
        (0.3, 0.617, 0.746, 0.947, 0.986, 0.9954, 0.9993, 0.9998),
    )
    blank_existence: Curve = (
        (0, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1),
        (0.3, 0.373, 0.484, 0.63, 0.795, 0.963, 0.9962, 0.999, 0.9998),
    )
    false_existence: Curve = (
        (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1),
        (0.3, 0.38, 0.48, 0.65, 0.86, 0.95, 0.9997),
    )
    wrong: tuple[float, float, float] = (0.001, 0.008, 0.04)
    blanks_alike: float = 0.1
    light_backs: float = 0.1
    patterned_backs: float = 0.03
    blank_wrong: float = 0.015
    covered: float = 0.05
    reversed: float = 0.002
    round_turned: float = 0.09
    long_first: tuple[float, float] = (0.45, 0.06)
    unusual: float = 0.01
    judged: float = 0.9
    printed_alike: float = 0.5
    prints: float = 0.2
    printed: Curve = (
        (0, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1),
        (-9.2, -0.3, 2.7, 4.9, 6.3, 8.0, 9.2, 9.2, 9.2),
    )
    solid: Curve = (
        (0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1),
        (-9.2, -9.2, -9.2, -9.1, -5.7, -3.5, -0.9, 0.6, 2.3, 4.0, 7.8),
    )
    raised_alike: float = 0.4
    raised: Curve = (
        (0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1),
        (-8.6, -2.2, -0.8, 0.6, 2.4, 4.6, 7.7, 9.2, 9.2),
    )
    raised_elsewhere: Curve = (
        (0, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 1),
        (-7.6, -5.3, -4.1, -2.3, -0.7, 0.8, 2.6, 3.7, 4.1, 5.2, 6.8),
    )
    level: Curve = (
        (0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.9995, 1),
        (-9.2, -9.2, -9.2, -7.0, -4.5, -2.2, -0.3, 0.6, 1.6, 2.2, 2.8, 3.6, 4.5, 5.9),
    )
    false_boxes: float = 0.25
    clutter: float = 0.08
    halves: float = 0.03
    halved_backs: float = 0.02
    false_rows: float = 0.03


MEASURED = FinderStatistics()


def interpolate(chances: Floats, curve: Curve) -> Floats:
    """Return the quantiles of a curve at some chances."""
    values: Floats = np.interp(chances, *curve)
    return values
