"""Motion detection: stillness, change since the last reading, and light."""

from __future__ import annotations

import cv2
import numpy as np

from ..arrays import Floats, Pixels

GRID = (36, 64)
"""Rows and columns of the luma grid: a tile of 26 pixels fills a cell of a 1280 x 720 picture."""
MOVED = 6.0
"""Levels (of 255) by which a cell differs when something moved in it. Noise of a cheap sensor
(standard deviation 10) leaves 0.5 in the mean of a cell; a tile on cloth makes 40 and more."""
SHAKEN = 0.2
"""Share of a cell by which the camera may shake: an edge moves through a cell by so much of the
difference to its neighbours. A camera on a tripod by the table trembles by a pixel or two, and of
hundreds of cells the one that changes most counts."""
_TOUCHED = 2.0  # times what a camera trembles: an arm
_MEAN = 0.2  # weight of the newest frame in the mean of a calm
STILL = MOVED / 2
"""Levels within which every cell of the picture must be for nothing to have moved at all: then
what light there is need not be asked."""
DARK = 16.0
"""Mean level below which nothing can be read..."""
DARKER = 0.35
"""... if that is less than this share of what it was: a black table cloth is not darkness."""


def luma(pixels: Pixels) -> Floats:
    """Return the picture's coarse luma, float32 of shape `GRID`, levels 0 to 255."""
    grey = cv2.cvtColor(_subsample(pixels), cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (GRID[1], GRID[0]), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def _subsample(pixels: Pixels) -> Pixels:
    """Subsample large pictures by two: the mean of a cell stays, the work is a quarter."""
    height, width = pixels.shape[:2]
    if width < 960:
        return pixels
    half = ((width + 1) // 2, (height + 1) // 2)
    return np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_NEAREST))


def shake_tolerance(grid: Floats) -> Floats:
    """Return the levels by which camera shake may change each cell; of shape `GRID`."""
    down, across = np.abs(np.diff(grid, axis=0)), np.abs(np.diff(grid, axis=1))
    steep = np.zeros_like(grid)
    for part, step in (
        (steep[1:], down),
        (steep[:-1], down),
        (steep[:, 1:], across),
        (steep[:, :-1], across),
    ):
        np.maximum(part, step, out=part)
    return SHAKEN * steep


def change_ratio(now: Floats, before: Floats, cells: Floats, loose: Floats) -> float:
    """Return the largest change of these cells against its limit; over 1 something moved.

    The light of the whole picture is compensated. Cameras set their own brightness, and lamps
    flicker: a change that is equal everywhere is light.

    Args:
        now, before: coarse luma.
        cells: that count, bool.
        loose: of `before`, see `shake_tolerance`.
    """
    if is_unchanged(now, before):
        return 0.0
    gain = float(np.median((now + 4) / (before + 4)))
    if not 0.5 < gain < 2.0:
        return np.inf
    limit = MOVED * max(1.0, gain) + gain * loose
    return float((np.abs(now - before * gain) / limit)[cells].max(initial=0.0))


def change_share(now: Floats, before: Floats) -> float:
    """Return the share of the picture that changed, apart from the light."""
    gain = float(np.median((now + 4) / (before + 4)))
    if not 0.5 < gain < 2.0:
        return 1.0
    return float((np.abs(now - before * gain) > MOVED * max(1.0, gain)).mean())


def is_unchanged(now: Floats, before: Floats) -> bool:
    """Return whether two pictures show the same in the same light."""
    return now is before or float(cv2.norm(now, before, cv2.NORM_INF)) <= STILL


class MotionGate:
    """A motion gate: how long an area is still, and whether it changed since it was last read.

    Args:
        cells: the area's cells, bool of shape `GRID`.
    """

    def __init__(self, cells: Floats) -> None:
        self._cells = cells
        self._anchor: tuple[Floats, Floats] | None = None  # luma and its slack
        self._read: tuple[Floats, Floats] | None = None
        self._touched = False  # since it was read
        self.since = 0.0

    def update(self, grid: Floats, time: float) -> None:
        """Process the next frame's luma."""
        if self._anchor is None:
            self._anchor, self.since, self._touched = (grid, shake_tolerance(grid)), time, True
            return
        usual, loose = self._anchor
        moved = change_ratio(grid, usual, self._cells, loose)
        if moved > 1:
            self._anchor, self.since = (grid, shake_tolerance(grid)), time
            self._touched |= moved > _TOUCHED
        else:  # trembling frames scatter around their mean
            self._anchor = usual + _MEAN * (grid - usual), loose

    def reset(self, time: float) -> None:
        """Restart from an unknown state: frames were missing until now."""
        self._anchor, self.since, self._touched = None, time, True

    def has_changed(self, grid: Floats) -> bool:
        """Return whether the area differs from its last reading.

        Without motion since then, the camera may have trembled. Otherwise one tile may have
        replaced another, which changes less than a trembling edge.
        """
        if self._read is None:
            return True
        then, loose = self._read
        loose = np.zeros_like(loose) if self._touched else loose
        return change_ratio(grid, then, self._cells, loose) > 1

    def mark_read(self, grid: Floats) -> None:
        """Store this luma as that of the last reading."""
        self._read, self._touched = (grid, shake_tolerance(grid)), False


class Light:
    """A detector of darkness."""

    def __init__(self) -> None:
        self._usual = 0.0
        self.dark = False

    def update(self, grid: Floats) -> None:
        """Process the next frame's luma."""
        level = float(grid.mean())
        self.dark = level < DARK and (self._usual == 0.0 or level < DARKER * self._usual)
        if not self.dark:
            self._usual = level if self._usual == 0.0 else 0.98 * self._usual + 0.02 * level
