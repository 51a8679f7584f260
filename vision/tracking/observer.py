"""Observer: frames become observations; an area that is still and changed is read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import cv2
import numpy as np

from ..arrays import Floats, Pixels
from ..cameras.camera import Frame
from ..geometry import as_quad
from ..seen_tile import SeenTile
from .motion import GRID, Light, MotionGate, luma
from .occlusion import OcclusionDetector
from .regions import AnyArea, Area
from .registration import CameraRegistration, Shift
from .tracks import Change, Track, Tracks

_SELDOM = 30.0  # seconds between readings of an area that stays uncertain
_AWAY = 8.0  # seconds after which an unknown picture is not a player who leans over the table
_IN_VIEW = 0.9  # of what an area showed at first: the share that it must still show after a shift
_WHOLE = 0.99  # the same, below which a tile at its edge may be outside the picture
Name = Callable[[Pixels], Sequence[SeenTile]]
"""Recognises the tiles of a picture (uint8 RGB)."""


@dataclass(frozen=True, slots=True)
class Cadence:
    """Timing of the readings.

    Attributes:
        calm: seconds without movement before an area is read.
        between: least seconds between two readings, of all areas together.
        frames_per_reading: pictures of one still period that are read at once, after a change.
        buffer_size: frames of which the sharpest are read.
        retry_after: seconds after which an uncertain area is read again; twice as many each time.
    """

    calm: float = 0.5
    between: float = 1.0
    frames_per_reading: int = 2
    buffer_size: int = 5
    retry_after: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """The result of one reading of an area.

    Attributes:
        area: its name.
        time: second of the frame.
        tiles: all confirmed tiles in it, in the area's own pixels.
        confirmed, removed: tracks that are new since the last reading, and those that are no
            longer there.
        sure: whether no tile needs another reading.
        cover: where a player's hand, or something else that came in, covers the area: shares of
            the camera's picture, from the left and from the top; None where nothing does. A
            missing tile may be under it.
        picture: the sharpest picture of it, uint8 RGB.
        renamed: known tracks whose doubtful name was replaced by a likelier one.
    """

    area: str
    time: float
    tiles: tuple[SeenTile, ...]
    confirmed: tuple[Track, ...]
    removed: tuple[Track, ...]
    sure: bool
    cover: tuple[float, float] | None
    picture: Pixels
    renamed: tuple[Track, ...] = ()

    @property
    def is_covered(self) -> bool:
        """Return whether something covers the area."""
        return self.cover is not None


class Placement(Enum):
    """The camera's place.

    Attributes:
        STEADY: where it was, or where a shift was followed to; the areas are read.
        MOVED: it was moved just now; nothing is read until it stands still there.
        AWAY: part of the table is outside the picture, or the picture shows something else.
    """

    STEADY = auto()
    MOVED = auto()
    AWAY = auto()


class TableObserver:
    """An observer of areas in one camera's picture, which follow the camera when it is moved.

    Args:
        areas: areas to observe.
        size: width and height of the camera's picture.
        name: recogniser of a picture's tiles.
        pace: timing of the readings.

    Attributes:
        placement: the camera's place, at the latest reading.
    """

    def __init__(
        self,
        areas: Sequence[AnyArea],
        size: tuple[int, int],
        name: Name,
        pace: Cadence | None = None,
    ) -> None:
        self.pace = pace or Cadence()
        self.size = size
        self.light = Light()
        self.readings = 0
        self.placement = Placement.STEADY
        self._registration = CameraRegistration()
        self._accepted: Floats = np.eye(3)  # shift at the last accepted view
        self._unknown_since: float | None = None
        self._name = name
        self._spots = {area.name: _Spot(area, size) for area in areas}
        self._frames: deque[Frame] = deque(maxlen=self.pace.buffer_size)
        self._next_reading = float("-inf")
        self._grid: Floats | None = None

    def observe(self, frame: Frame, first: Sequence[str] = ()) -> Iterator[Observation]:
        """Process the next frame; yield an observation of each area that was read with it.

        Args:
            frame: the next frame.
            first: names of areas that are read before others, in this order.
        """
        self._grid = grid = luma(frame.pixels)
        self.light.update(grid)
        if self.light.dark:
            self.mark_gap(frame.time)
            return
        self._frames.append(frame)
        due = []
        for spot in self._spots.values():
            spot.still.update(grid, frame.time)
            if frame.time - spot.still.since < self.pace.calm:
                continue
            if spot.still.has_changed(grid):
                spot.tries = 0
                due.append(spot)
            elif spot.again <= frame.time:
                due.append(spot)
        steady = self.placement is Placement.STEADY
        if (steady and not due) or frame.time < self._next_reading:
            return
        self._next_reading = frame.time + self.pace.between
        if not self._is_registered(frame, grid) or not due:
            return
        order = {name: number for number, name in enumerate(first)}
        due.sort(key=lambda spot: order.get(spot.area.name, len(order)))
        self.readings += 1
        failed: Exception | None = None
        for spot in due:
            calm = [f for f in self._frames if f.time >= spot.still.since]
            try:
                sighting = spot.read(calm or [frame], self._name, self.pace)
            except Exception as error:  # the other areas are read all the same, this one again
                failed = error
                continue
            spot.still.mark_read(grid)
            yield sighting
        if failed is not None:
            raise failed

    def _is_registered(self, frame: Frame, grid: Floats) -> bool:
        """Return whether the areas can be read in this frame; follow the camera if it was moved."""
        tables = [spot for spot in self._spots.values() if isinstance(spot.area, Area)]
        if not tables:  # a hand may lie anywhere in the picture
            return True
        calm = max(spot.still.since for spot in tables)
        pictures = [one.pixels for one in self._frames if one.time >= calm]
        shift = self._registration.register(pictures or [frame.pixels], grid)
        if shift is Shift.UNKNOWN:
            since = self._unknown_since = self._unknown_since or frame.time
            if frame.time - since >= _AWAY:
                self.placement = Placement.AWAY
            return False
        self._unknown_since = None
        if shift is Shift.KNOWN:
            self.placement = Placement.MOVED
            for spot in tables:
                spot.follow(self._registration.transform)
            self.mark_gap(frame.time)
            return False
        in_view = all(spot.is_in_view(_IN_VIEW) for spot in tables)
        self.placement = Placement.STEADY if in_view else Placement.AWAY
        return in_view

    @property
    def is_whole(self) -> bool:
        """Return whether the camera shows all of the areas that it showed at first."""
        return all(spot.is_in_view(_WHOLE) for spot in self._spots.values())

    @property
    def transform(self) -> Floats:
        """Return the shift of the camera since the start, as `CameraRegistration.transform`."""
        return np.asarray(self._registration.transform @ self._accepted)

    def accept_view(self) -> None:
        """Accept what the camera shows next as the same place, whatever it shows."""
        self._accepted = self.transform
        self._registration = CameraRegistration()
        self._unknown_since, self.placement = None, Placement.STEADY
        for spot in self._spots.values():
            spot.accept_view()

    @property
    def areas(self) -> tuple[AnyArea, ...]:
        """Return the areas, where they are in the camera's picture now."""
        return tuple(spot.area for spot in self._spots.values())

    @property
    def grid(self) -> Floats | None:
        """Return the coarse luma of the latest frame, see `motion`; None before the first."""
        return self._grid

    @property
    def tiles(self) -> dict[str, tuple[SeenTile, ...]]:
        """Return the confirmed tiles in each area, in the area's own pixels."""
        return {name: spot.tracks.tiles for name, spot in self._spots.items()}

    @property
    def is_quiet(self) -> bool:
        """Return whether every area is still, read in its present state, and certain."""
        grid = self._grid
        return grid is not None and all(
            not spot.tracks.is_unsure and not spot.still.has_changed(grid)
            for spot in self._spots.values()
        )

    def mark_gap(self, time: float) -> None:
        """Note that nothing was visible until now; known tiles stay known."""
        self._frames.clear()
        for spot in self._spots.values():
            spot.still.reset(time)

    def request_reading(self, area: str) -> None:
        """Request a reading of an area although nothing changed in it."""
        self._spots[area].again = float("-inf")


class _Spot:
    """The state of one area."""

    def __init__(self, area: AnyArea, size: tuple[int, int]) -> None:
        self.area = area
        self.still = MotionGate(area.cells(GRID, size))
        self.tracks = Tracks()
        self.again = float("inf")
        self.tries = 0
        self._first, self._size = area, size
        self._occlusion = OcclusionDetector()

    def follow(self, transform: Floats) -> None:
        """Follow the camera; see `CameraRegistration.transform`."""
        if isinstance(self._first, Area):
            self.area = self._first.shift(transform)
            self.still = MotionGate(self.area.cells(GRID, self._size))

    def is_in_view(self, share: float) -> bool:
        """Return whether the camera shows this share of what it showed of the area at first."""
        if not isinstance(self.area, Area) or not isinstance(self._first, Area):
            return True
        least = share * self._first.visible_share(self._size)
        return self.area.visible_share(self._size) >= least

    def accept_view(self) -> None:
        """Accept the area as it is in the picture now."""
        self._first = self.area

    def read(self, frames: Sequence[Frame], name: Name, pace: Cadence) -> Observation:
        """Read the sharpest of these frames."""
        pictures = [self.area.picture(frame.pixels) for frame in frames]
        order = sorted(range(len(frames)), key=lambda i: -sharpness(pictures[i]))
        looks = [self._look(frames[i], name) for i in order[: pace.frames_per_reading]]
        best, now = pictures[order[0]], frames[-1].time
        cover = self._occlusion.detect(best, looks[0], now)
        # under a hand no tile is removed, and a new "tile" may be a finger
        own = [[tile for tile in tiles if self._is_inside(tile)] for tiles in looks]
        change = Change((), ()) if cover is not None else self.tracks.update(own)
        self.tries += 1
        doubt = self.tracks.is_unsure or cover is not None
        wait = min(pace.retry_after * 2 ** max(0, self.tries - 3), _SELDOM)
        self.again = now + wait if doubt else float("inf")
        return Observation(
            self.area.name,
            now,
            self.tracks.tiles,
            change.confirmed,
            change.removed,
            not self.tracks.is_unsure,
            None if cover is None else self._in_frame(cover, best),
            best,
            change.renamed,
        )

    def _look(self, frame: Frame, name: Name) -> list[SeenTile]:
        """Recognise the tiles of the area and its surroundings, in the area's pixels."""
        margin = self.area.margin
        tiles = name(self.area.picture(frame.pixels, margin))
        return [replace(t, quad=as_quad(np.asarray(t.quad) - margin)) for t in tiles]

    def _is_inside(self, tile: SeenTile) -> bool:
        """Return whether the middle of a tile is in the area."""
        (x, y), (width, height) = np.mean(tile.quad, axis=0), self.area.size
        return bool(0 <= x < width and 0 <= y < height)

    def _in_frame(self, at: tuple[float, float], picture: Pixels) -> tuple[float, float]:
        """Return a point of the area's picture as shares of the camera's picture."""
        height, width = picture.shape[:2]
        x, y = self.area.to_frame(np.array([[at[0] * width, at[1] * height]]))[0]
        return float(x / self._size[0]), float(y / self._size[1])


def sharpness(picture: Pixels) -> float:
    """Return the sharpness of a picture: the variance of its second derivative."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return float(np.var(cv2.Laplacian(grey, cv2.CV_32F)))
