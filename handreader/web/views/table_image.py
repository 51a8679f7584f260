"""Current picture of the watched table: small, outlined, nothing outside the table's areas."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.draw import ROLE_COLOURS, Colour, Mark, annotate, label
from vision.geometry import as_quad
from vision.tracking.motion import is_unchanged
from vision.tracking.regions import AnyArea, Area

if TYPE_CHECKING:
    from vision.cameras.camera import Frame
    from vision.seen_tile import Quad, SeenTile

    from ...watch.live.background import BackgroundWatch
    from ...watch.live.game_series import GameSeries

LONGER_SIDE = 960  # pixels: tiles of a whole table stay readable, 60 to 110 kB
APART = 0.4  # least seconds between two pictures, however many phones poll
FRESH = 10.0  # seconds until a new picture although nothing has moved: light changes slowly
_QUALITY = 72
_OUTSIDE: Colour = (24, 30, 27)
_ZONE: Colour = (255, 255, 255)
_TILE: Colour = ROLE_COLOURS["winning"]
TilesByArea = Sequence[tuple[AnyArea, Sequence["SeenTile"]]]


@dataclass(frozen=True, slots=True, eq=False)
class RenderedTable:
    """A rendered picture and its sources.

    Attributes:
        jpeg: the picture.
        tag: unique for every picture.
        at: seconds of the clock.
        frame, grid, tiles_by_area: of the watched game at that time.
    """

    jpeg: bytes
    tag: str
    at: float
    frame: Frame
    grid: Floats | None
    tiles_by_area: TilesByArea


class TablePicture:
    """The latest picture, rendered on request, shared by all clients and never saved.

    The picture stays the same while nothing moves before the camera and no tile changes.

    Args:
        watch: the series of watched games.
        clock: monotonic clock, in seconds.
    """

    def __init__(self, watch: GameSeries, clock: Callable[[], float] = time.monotonic) -> None:
        self._watch, self._clock = watch, clock
        self._lock = threading.Lock()
        self._run = secrets.token_hex(4)
        self._count = 0
        self._made: RenderedTable | None = None

    @property
    def tag(self) -> str | None:
        """Return the latest picture's tag; None if there is no picture or a new one is due."""
        made, watch = self._made, self._watch.current
        frame = None if watch is None else watch.frame()
        if made is None or watch is None or frame is None or self._is_due(made, watch, frame):
            return None
        return made.tag

    def picture(self) -> RenderedTable | None:
        """Return the current picture; None without a frame."""
        with self._lock:
            watch = self._watch.current
            frame, made = None if watch is None else watch.frame(), self._made
            if watch is None or frame is None:
                self._made = None
            elif made is None or self._is_due(made, watch, frame):
                self._made = self._render(watch, frame)
            return self._made

    def _is_due(self, made: RenderedTable, watch: BackgroundWatch, frame: Frame) -> bool:
        since = self._clock() - made.at
        if frame is made.frame or since < APART:
            return False
        grid = watch.grid
        still = grid is not None and made.grid is not None and is_unchanged(grid, made.grid)
        return not still or since >= FRESH or watch.tiles_by_area() != made.tiles_by_area

    def _render(self, watch: BackgroundWatch, frame: Frame) -> RenderedTable:
        grid, tiles_by_area = watch.grid, watch.tiles_by_area()
        zones = isinstance(next(iter(watch.areas), None), Area)
        drawn = draw_table(frame.pixels, tiles_by_area, zones)
        bgr = cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR)
        code = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        self._count += 1
        tag = f"{self._run}-{self._count}"
        return RenderedTable(code.tobytes(), tag, self._clock(), frame, grid, tiles_by_area)


def draw_table(pixels: Pixels, tiles_by_area: TilesByArea, zones: bool) -> Pixels:
    """Draw a smaller picture with the outlines of areas and tiles.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        tiles_by_area: the tiles in each area, in the area's own pixels.
        zones: whether the areas are those of a table: then the rest of the picture is masked.
    """
    places = [np.asarray(area.corners) for area, _ in tiles_by_area if isinstance(area, Area)]
    left, top, right, bottom = _bounding_box(places, pixels.shape[1], pixels.shape[0])
    width, height = right - left, bottom - top
    scale = min(1.0, LONGER_SIDE / max(width, height))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    part = pixels[top:bottom, left:right]
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)

    def to_picture(points: Floats) -> Quad:
        return as_quad((points - (left, top)) * scale)

    marks = []
    if zones:
        small = _mask_outside(small, [to_picture(place) for place in places])
        marks = [Mark(to_picture(place), "", _ZONE) for place in places]
    for area, tiles in tiles_by_area:
        for tile in tiles:
            marks.append(Mark(to_picture(area.to_frame(np.asarray(tile.quad))), label(tile), _TILE))
    return annotate(small, marks)


def _bounding_box(places: Sequence[Floats], width: int, height: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part of the picture with these areas."""
    if not places:
        return 0, 0, width, height
    points = np.concatenate(places)
    left, top = np.clip(np.floor(points.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0)), (left + 1, top + 1), (width, height))
    return int(left), int(top), int(right), int(bottom)


def _mask_outside(pixels: Pixels, places: Sequence[Quad]) -> Pixels:
    """Mask the picture outside these areas with one colour."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for place in places:
        cv2.fillConvexPoly(mask, np.round(np.asarray(place)).astype(np.int32), 1)
    shown = np.empty_like(pixels)
    shown[:] = _OUTSIDE
    return np.asarray(cv2.copyTo(pixels, mask, shown))
