"""The table as the camera sees it now, small and outlined; nothing outside the places."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.draw import ROLE_COLOURS, Colour, Mark, annotated, label
from vision.geometry import as_quad
from vision.watching.areas import AnyArea, Area

if TYPE_CHECKING:
    from handreader.watch.live import LiveWatch
    from vision.seen import Quad, SeenTile

LONGER_SIDE = 960  # pixels: tiles of a whole table stay readable, 60 to 110 kB
APART = 0.4  # least seconds between two pictures, however many look
_QUALITY = 72
_OUTSIDE: Colour = (24, 30, 27)
_ZONE: Colour = (255, 255, 255)
_TILE: Colour = ROLE_COLOURS["winning"]


class TablePicture:
    """The latest picture, made when somebody asks and shared by all who do; kept nowhere.

    Args:
        watch: the game that is watched.
        clock: seconds that never go back.
    """

    def __init__(self, watch: LiveWatch, clock: Callable[[], float] = time.monotonic) -> None:
        self._watch, self._clock = watch, clock
        self._lock = threading.Lock()
        self._made = float("-inf")
        self._number = -1
        self._jpeg = b""

    def jpeg(self) -> bytes | None:
        """The picture; None while there is none."""
        frame = self._watch.frame()
        if frame is None:
            with self._lock:
                self._jpeg, self._number = b"", -1
            return None
        with self._lock:
            now = self._clock()
            if frame.number != self._number and (now - self._made >= APART or not self._jpeg):
                zones = isinstance(next(iter(self._watch.areas), None), Area)
                drawn = table(frame.pixels, self._watch.lying(), zones)
                code = cv2.imencode(".jpg", drawn[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
                self._jpeg, self._number, self._made = code[1].tobytes(), frame.number, now
            return self._jpeg


def table(
    pixels: Pixels, lying: Sequence[tuple[AnyArea, Sequence[SeenTile]]], zones: bool
) -> Pixels:
    """The picture, smaller, with places and tiles outlined.

    Args:
        pixels: uint8 RGB, shape (H, W, 3).
        lying: the tiles in each area, in the area's own pixels.
        zones: whether the areas are places of a table: then nothing else is shown.
    """
    places = [np.asarray(area.corners) for area, _ in lying if isinstance(area, Area)]
    left, top, right, bottom = _around(places, pixels.shape[1], pixels.shape[0])
    width, height = right - left, bottom - top
    scale = min(1.0, LONGER_SIDE / max(width, height))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    part = pixels[top:bottom, left:right]
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)

    def shown(points: Floats) -> Quad:
        return as_quad((points - (left, top)) * scale)

    marks = []
    if zones:
        small = _only(small, [shown(place) for place in places])
        marks = [Mark(shown(place), "", _ZONE) for place in places]
    for area, tiles in lying:
        for tile in tiles:
            marks.append(Mark(shown(area.outward(np.asarray(tile.quad))), label(tile), _TILE))
    return annotated(small, marks)


def _around(places: Sequence[Floats], width: int, height: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of the picture that holds the places."""
    if not places:
        return 0, 0, width, height
    points = np.concatenate(places)
    left, top = np.clip(np.floor(points.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0)), (left + 1, top + 1), (width, height))
    return int(left), int(top), int(right), int(bottom)


def _only(pixels: Pixels, places: Sequence[Quad]) -> Pixels:
    """The picture inside these places alone; the rest is one colour."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for place in places:
        cv2.fillConvexPoly(mask, np.round(np.asarray(place)).astype(np.int32), 1)
    shown = np.full_like(pixels, _OUTSIDE)
    shown[mask > 0] = pixels[mask > 0]
    return shown
